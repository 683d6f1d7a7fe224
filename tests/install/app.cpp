// SPDX-License-Identifier: MIT
// app.c, compiled as C++.
#include "app.c"
