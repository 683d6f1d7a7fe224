/* SPDX-License-Identifier: MIT */
/* The part of <ctype.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_CTYPE_H
#define CLI_PAGE_CTYPE_H

static inline int isdigit(int c)
{
    return c >= '0' && c <= '9';
}

#endif
