/* SPDX-License-Identifier: MIT */
/* Checks the day and the order of the ids in a block. */
#ifndef JUDGE_H
#define JUDGE_H

#include "work.h"

/* The number of wrong ids in the block. Prints the first one and its fault. */
uint64_t judge(const struct arena *arena, size_t block);

#endif
