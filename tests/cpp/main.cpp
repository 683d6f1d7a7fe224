// SPDX-License-Identifier: MIT
// The tests of <guidon.hpp>, one program for each standard of C++.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "test.hpp"
