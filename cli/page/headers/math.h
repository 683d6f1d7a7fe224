/* SPDX-License-Identifier: MIT */
/* The part of <math.h> that the module needs: an instruction of WebAssembly. */
#ifndef CLI_PAGE_MATH_H
#define CLI_PAGE_MATH_H

#define sqrt(x) __builtin_sqrt(x)

#endif
