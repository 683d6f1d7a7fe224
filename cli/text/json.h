/* SPDX-License-Identifier: MIT */
/* JSON Lines: one object at a time, on stdout. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <guidon.h>
#include <jansson.h>
#include <stdbool.h>

/* An object in the making, which may lack what there was no memory for. */
struct draft {
    json_t *object;
    bool lacking;
};

struct draft draft_new(void);
/* Takes the value over; NULL is one that could not be made. */
void draft_put(struct draft *draft, const char *key, json_t *value);
/* The path of a file, whole; of one that is no UTF-8, bytes that are not printable
 * ASCII as \xNN. */
json_t *json_path(const char *path);
/* RFC 3339 in UTC, with `digits` of a second. */
void draft_put_time(struct draft *draft, const char *key, guidon_time time,
                    unsigned digits);
/* The finished object, to be put elsewhere; NULL if it lacks anything. */
json_t *draft_finish(struct draft *draft);
/* Write the finished object on a line of its own, and let it go. False, with a
 * message, if there was no memory for it. */
bool draft_print(struct draft *draft);

#endif
