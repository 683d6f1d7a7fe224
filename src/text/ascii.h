/* SPDX-License-Identifier: MIT */
/* Classes of ASCII characters. <ctype.h> would depend on the locale. */
#ifndef GDN_TEXT_ASCII_H
#define GDN_TEXT_ASCII_H

#include <stdbool.h>

static inline bool gdn_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool gdn_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool gdn_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A blank of C source: space, tab, line feed, vertical tab, form feed or
 * carriage return. */
static inline bool gdn_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline char gdn_to_upper(char c)
{
    return gdn_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static inline char gdn_to_lower(char c)
{
    return gdn_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

#endif
