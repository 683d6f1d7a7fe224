// SPDX-License-Identifier: MIT
// inline.cpp - inline.c in C++
#include "inline.c"
