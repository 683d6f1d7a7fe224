/* SPDX-License-Identifier: MIT */
/* The part of <math.h> that the module needs; libc.c defines it. */
#ifndef CLI_PAGE_MATH_H
#define CLI_PAGE_MATH_H

#define sqrt(x)     __builtin_sqrt(x)
#define isfinite(x) __builtin_isfinite(x)

double ldexp(double x, int exponent);
double frexp(double x, int *exponent);

#endif
