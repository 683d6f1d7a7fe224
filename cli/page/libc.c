/* SPDX-License-Identifier: MIT */
/* libc.c - the functions of the C library that the module needs. */
#include "browser.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int errno;

/* ------------------------------------------------------------------- strings */

void *memcpy(void *out, const void *in, size_t n)
{
    return __builtin_memcpy(out, in, n); /* the instruction memory.copy */
}

void *memmove(void *out, const void *in, size_t n)
{
    return __builtin_memmove(out, in, n);
}

void *memset(void *out, int byte, size_t n)
{
    return __builtin_memset(out, byte, n); /* the instruction memory.fill */
}

void *memchr(const void *bytes, int byte, size_t n)
{
    const unsigned char *at = bytes;

    for (; n > 0; n--, at++) {
        if (*at == (unsigned char)byte) {
            return (void *)at;
        }
    }
    return NULL;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    while (n > 0 && *x == *y) {
        x++;
        y++;
        n--;
    }
    return n > 0 ? *x - *y : 0;
}

size_t strlen(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0') {
        n++;
    }
    return n;
}

int strncmp(const char *a, const char *b, size_t n)
{
    while (n > 0 && *a != '\0' && *a == *b) {
        a++;
        b++;
        n--;
    }
    return n > 0 ? (unsigned char)*a - (unsigned char)*b : 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *text, int c)
{
    return memchr(text, c, strlen(text) + 1);
}

size_t strspn(const char *text, const char *set)
{
    size_t n = 0;

    while (text[n] != '\0' && strchr(set, text[n])) {
        n++;
    }
    return n;
}

size_t strcspn(const char *text, const char *set)
{
    size_t n = 0;

    while (text[n] != '\0' && !strchr(set, text[n])) {
        n++;
    }
    return n;
}

char *strcat(char *text, const char *more)
{
    memcpy(text + strlen(text), more, strlen(more) + 1);
    return text;
}

/* ------------------------------------------------------------------- numbers */

double strtod(const char *text, char **end)
{
    size_t n = strspn(text, "0123456789.");

    if (n > 0 && (text[n] | 0x20) == 'e') {
        const size_t sign = text[n + 1] == '-' || text[n + 1] == '+';
        const size_t digits = strspn(text + n + 1 + sign, "0123456789");

        n += digits > 0 ? 1 + sign + digits : 0;
    }
    *end = (char *)text + n;
    return browser_number(text, n);
}

/* Decimal only, which is all that the tool reads. */
unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long number = 0;

    errno = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        const unsigned digit = (unsigned)(*text - '0');

        if (number > (UINT64_MAX - digit) / (unsigned)base) {
            errno = ERANGE;
        }
        number = number * (unsigned)base + digit;
    }
    *end = (char *)text;
    return errno == ERANGE ? UINT64_MAX : number;
}

long strtol(const char *text, char **end, int base)
{
    const bool negative = *text == '-';
    char *behind;
    const long number =
        (long)strtoull(text + (negative || *text == '+'), &behind, base);

    if (end) {
        *end = behind;
    }
    return negative ? -number : number;
}

/* The compiler calls it for products of 128 bits. */
__int128 __multi3(__int128 a, __int128 b);
__int128 __multi3(__int128 a, __int128 b)
{
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    const uint64_t low = (x & UINT32_MAX) * (y & UINT32_MAX);
    const uint64_t mid = (x >> 32) * (y & UINT32_MAX) + (low >> 32);
    const uint64_t mid2 = (x & UINT32_MAX) * (y >> 32) + (mid & UINT32_MAX);
    const uint64_t high = (x >> 32) * (y >> 32) + (mid >> 32) + (mid2 >> 32) +
                          x * (uint64_t)((unsigned __int128)b >> 64) +
                          (uint64_t)((unsigned __int128)a >> 64) * y;

    return (__int128)((unsigned __int128)high << 64 |
                      (mid2 << 32 | (low & UINT32_MAX)));
}

/* Halving and doubling are exact: no use here comes near the subnormal numbers. */
double ldexp(double x, int exponent)
{
    for (; exponent > 0; exponent--) {
        x *= 2;
    }
    for (; exponent < 0; exponent++) {
        x /= 2;
    }
    return x;
}

double frexp(double x, int *exponent)
{
    *exponent = 0;
    while (x >= 1) {
        x /= 2;
        ++*exponent;
    }
    while (x > 0 && x < 0.5) {
        x *= 2;
        --*exponent;
    }
    return x;
}

/* -------------------------------------------------------------------- sorting */

/* By insertion: the tool sorts at most 1024 items. */
void qsort(void *items, size_t n, size_t size,
           int (*compare)(const void *a, const void *b))
{
    unsigned char *first = items;
    unsigned char item[64];

    for (size_t i = 1; i < n && size <= sizeof item; i++) {
        size_t at = i;

        memcpy(item, first + i * size, size);
        for (; at > 0 && compare(first + (at - 1) * size, item) > 0; at--) {
            memcpy(first + at * size, first + (at - 1) * size, size);
        }
        memcpy(first + at * size, item, size);
    }
}

/* -------------------------------------------------------- clock and system */

int clock_gettime(int clock, struct timespec *now)
{
    const int64_t ms = (int64_t)browser_now();

    (void)clock;
    *now = (struct timespec){ms / 1000, (long)(ms % 1000) * 1000000};
    return 0;
}

/* The page makes no kind of id that waits. */
int nanosleep(const struct timespec *length, struct timespec *rest)
{
    (void)length;
    (void)rest;
    return 0;
}

/* The page writes local times itself. */
struct tm *localtime_r(const time_t *time, struct tm *out)
{
    (void)time;
    (void)out;
    return NULL;
}

unsigned geteuid(void)
{
    return 0;
}
