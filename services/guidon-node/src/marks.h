/* SPDX-License-Identifier: MIT */
/* marks.h - lists the high-water marks of numbers, and lowers one of them */
#ifndef GUIDON_NODE_MARKS_H
#define GUIDON_NODE_MARKS_H

#include "arguments.h"
#include "etcd.h"
#include "numbers.h"

/* Prints the numbers that were ever held, their marks, and how far each mark lies
 * ahead of the clock of etcd's member. All are read at one revision of etcd. */
enum outcome marks_list(struct etcd *etcd, const struct arguments *arguments,
                        struct reason *reason);

/* Sets the mark of a number that nobody holds to the present time, if it lies
 * ahead and the caller says that no id is above. REFUSED changes nothing. After
 * AGAIN the mark may be lower. */
enum outcome marks_lower(struct etcd *etcd, const struct arguments *arguments,
                         struct reason *reason);

/* The second half of it: sets the mark of a number to `now_ms`, if nobody has taken
 * the number or written its mark since `number` was read. */
enum outcome marks_set(struct etcd *etcd, const char *prefix, uint32_t which,
                       const struct number *number, int64_t now_ms,
                       struct reason *reason);

#endif
