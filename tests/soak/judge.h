/* SPDX-License-Identifier: MIT */
/* Are a block's ids of its day, and in the order that was promised? */
#ifndef JUDGE_H
#define JUDGE_H

#include "work.h"

/* How many of its ids are not; says of the first what it is, and what is wrong. */
uint64_t judge(const struct arena *arena, size_t block);

#endif
