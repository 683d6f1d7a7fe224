/* SPDX-License-Identifier: MIT */
/* The part of <inttypes.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_INTTYPES_H
#define CLI_PAGE_INTTYPES_H

#include <stdint.h>

#define PRIu32 "u"
#define PRIu64 "llu"
#define PRId64 "lld"

#endif
