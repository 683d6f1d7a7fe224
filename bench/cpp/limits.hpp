/* SPDX-License-Identifier: MIT */
/* What no id can be made, written or read faster than, or not by much. */
#ifndef LIMITS_HPP
#define LIMITS_HPP

#include "harness.hpp"

Library limits();

#endif
