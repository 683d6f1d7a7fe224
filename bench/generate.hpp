/* SPDX-License-Identifier: MIT */
/* The cases that make ids: no two runs give the same bytes. */
#ifndef GENERATE_HPP
#define GENERATE_HPP

/* Check that each case makes what it says, then register them all. */
void register_generators();

#endif
