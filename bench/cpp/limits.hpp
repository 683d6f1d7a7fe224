/* SPDX-License-Identifier: MIT */
/* limits.hpp - the limits: work without which no id can be made, written or
 * read */
#ifndef LIMITS_HPP
#define LIMITS_HPP

#include "harness.hpp"

Library limits();

#endif
