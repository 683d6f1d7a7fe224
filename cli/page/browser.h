/* SPDX-License-Identifier: MIT */
/* Functions of the browser that the module calls. */
#ifndef CLI_PAGE_BROWSER_H
#define CLI_PAGE_BROWSER_H

#include <stddef.h>

#define BROWSER(name) __attribute__((import_module("host"), import_name(#name)))

/* Unix milliseconds. */
BROWSER(now) double browser_now(void);
/* Read `len` characters of a decimal number. */
BROWSER(number) double browser_number(const char *text, size_t len);
/* Write a number as printf does with the conversion 'e', 'f' or 'g'. Returns the
 * length, at most BROWSER_NUMBER_MAX. */
#define BROWSER_NUMBER_MAX 400
BROWSER(format)
size_t browser_format(char *out, double number, int conversion, int precision);

#endif
