/* SPDX-License-Identifier: MIT */
/* Other interpretations of an id than its version and variant claim. */
#ifndef CLI_INTERPRETATIONS_H
#define CLI_INTERPRETATIONS_H

#include "../text/id_fields.h"
#include "issue.h"

/* Plausible times, in milliseconds since 1970; both ends are inside. */
struct window {
    int64_t from, to;
};
bool window_contains(const struct window *window, int64_t ms);
int64_t ms_of_time(guidon_time time);
guidon_time time_of_ms(int64_t ms);

/* Explain an id whose time is outside the window, or whose version or variant
 * RFC 9562 does not define. The issue is another interpretation with a
 * plausible time, or else ISSUE_FUTURE, ISSUE_PAST or ISSUE_NOT_RFC. */
enum issue_name interpretations_explain(const guidon_id *id,
                                        guidon_id_kind kind,
                                        const struct window *window);

/* The hidden times of an id of version 2, 3, 4, 5 or 8 that are plausible: bit
 * i stands for issue HIDDEN_FIRST + i. */
unsigned interpretations_hidden(const guidon_id *id, guidon_id_kind kind,
                                const struct window *window);
/* The probability that an id of random bits shows this issue. */
double interpretations_chance(enum issue_name name,
                              const struct window *window);

/* The time, in milliseconds since 1970, that the interpretation of this issue
 * gives the id. False if it gives none. */
bool interpretations_time(int64_t *ms, enum issue_name name,
                          const guidon_id *id, guidon_id_kind kind);

#endif
