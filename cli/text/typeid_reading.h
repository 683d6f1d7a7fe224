/* SPDX-License-Identifier: MIT */
/* Read TypeIDs from input records, one and many. */
#ifndef CLI_TYPEID_READING_H
#define CLI_TYPEID_READING_H

#include "reason.h"
#include "runs.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>

/* --prefix, for commands that read or write TypeIDs. */
#define OPTION_PREFIX(words)                                                   \
  {                                                                            \
    .name = "prefix", .value = "PREFIX", .help = (words)                       \
  }

/* The prefix of TypeIDs. */
struct typeid_prefix {
    const char *text;
    size_t len;
};

/* Can TypeIDs have this prefix? If not, `reason` says why. */
bool typeid_prefix_check(char reason[REASON_MAX], const char *text);

/* Check the value of --prefix. False, with a message, if TypeIDs cannot have
 * this prefix. `out` points into `text`. */
bool typeid_prefix_parse(struct typeid_prefix *out, const char *text);

/* Which TypeIDs are right. */
struct typeid_reading {
    bool any; /* any prefix */
    struct typeid_prefix prefix;
};

/* Read a text as a TypeID. False if the text is no TypeID, or has another prefix
 * than reading->prefix. Then *bad_at is the offset of the first character that is
 * wrong, and `words` gets the reason unless it is NULL. */
bool typeid_read(guidon_id *id, char *words, size_t cap, size_t *bad_at,
                 const char *text, size_t len,
                 const struct typeid_reading *reading);

/* Read the next records, if they are a run of TypeIDs that are right: see
 * input_run. Their form is FORM_TYPEID, and an even run has one prefix. */
bool typeid_run(struct run *run, struct input *input,
                const struct typeid_reading *reading);

/* Does a text end as a TypeID with a prefix does: with '_' and 26 characters?
 * Such a text is no other form. */
bool typeid_shaped(const char *text, size_t len);

#endif
