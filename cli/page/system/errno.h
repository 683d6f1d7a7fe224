/* SPDX-License-Identifier: MIT */
/* The part of <errno.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_ERRNO_H
#define CLI_PAGE_ERRNO_H

extern int errno;
#define ERANGE 68

#endif
