/* SPDX-License-Identifier: MIT */
/* The part of <stdio.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_STDIO_H
#define CLI_PAGE_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *out, size_t cap, const char *format, ...);
int vsnprintf(char *out, size_t cap, const char *format, va_list values);

#endif
