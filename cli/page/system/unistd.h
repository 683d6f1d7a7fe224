/* SPDX-License-Identifier: MIT */
/* The part of <unistd.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_UNISTD_H
#define CLI_PAGE_UNISTD_H

unsigned geteuid(void);

#endif
