/* SPDX-License-Identifier: MIT */
/* What an id says when it is read otherwise than it claims to be. */
#ifndef CLI_INTERPRETATIONS_H
#define CLI_INTERPRETATIONS_H

#include "../text/id_fields.h"
#include "issue.h"

/* Times that ids may well have, in milliseconds since 1970; both are within. */
struct window {
    int64_t from, to;
};
bool window_contains(const struct window *window, int64_t ms);
int64_t ms_of_time(guidon_time time);
guidon_time time_of_ms(int64_t ms);

/* What is it that an id tells a time outside of the window, or that its kind is
 * no kind at all: another reading, or ISSUE_FUTURE, ISSUE_PAST, ISSUE_NOT_RFC. */
enum issue_name interpretations_explain(const guidon_id *id, enum kind kind,
                                        const struct window *window);

/* Of an id of version 2, 3, 4, 5 or 8: a bit for each of the hidden times,
 * HIDDEN_FIRST to HIDDEN_LAST, that it may have. */
unsigned interpretations_hidden(const guidon_id *id, enum kind kind,
                                const struct window *window);
/* How likely random bits look like that. */
double interpretations_chance(enum issue_name name,
                              const struct window *window);

/* The time in milliseconds that makes this issue of the id, if there is one. */
bool interpretations_time(int64_t *ms, enum issue_name name,
                          const guidon_id *id, enum kind kind);

#endif
