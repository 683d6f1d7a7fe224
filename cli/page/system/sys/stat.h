/* SPDX-License-Identifier: MIT */
/* The part of <sys/stat.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_SYS_STAT_H
#define CLI_PAGE_SYS_STAT_H

struct stat;

#endif
