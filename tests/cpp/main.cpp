// SPDX-License-Identifier: MIT
// The tests of <guidon.hpp>, in one program a standard of C++.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "test.hpp"
