/* SPDX-License-Identifier: MIT */
/* How far a garbled text is from an id. */
#ifndef CLI_NEAR_H
#define CLI_NEAR_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* A text that is at most so far from an id may mean it. */
#define NEAR_MOST 2
/* What near_distance returns for every greater distance. */
#define NEAR_FAR (NEAR_MOST + 2)

/* The characters of a garbled text that count: no hyphens, blanks or quotes, in
 * one case. */
struct near_text {
    char text[64];
    size_t len;
    bool hex;  /* it may be 32 digits */
    bool ulid; /* it may be a ULID */
};

/* False if the text is too short or too long to be near an id. */
bool near_prepare(struct near_text *out, const char *text);

/* The distance of the text from an id: how many characters were lost, added or
 * replaced, or changed places with a neighbour, in the 32 digits or in the ULID of
 * the id, whichever is nearer. At most NEAR_FAR. */
unsigned near_distance(const struct near_text *text, const guidon_id *id);

#endif
