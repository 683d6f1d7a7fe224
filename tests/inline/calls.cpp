// SPDX-License-Identifier: MIT
// calls.cpp - calls.c in C++
#include "calls.c"
