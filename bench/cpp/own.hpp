/* SPDX-License-Identifier: MIT */
/* own.hpp - Guidon's cases for ids that no other library here makes */
#ifndef BENCH_OWN_HPP
#define BENCH_OWN_HPP

#include "harness.hpp"

/* Derived, masked and encrypted ids, and version 8 with a node number. */
void add_own_ids(std::vector<Case> &cases);

/* TypeIDs, written and read. */
void add_typeids(std::vector<Case> &cases);

#endif
