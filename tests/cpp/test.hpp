// SPDX-License-Identifier: MIT
// Shared by the tests of <guidon.hpp>.
#ifndef TESTS_CPP_TEST_HPP
#define TESTS_CPP_TEST_HPP

#include <guidon.hpp>

#include <doctest/doctest.h>

using namespace guidon::literals;

// RFC 9562 A.6, and the same sixteen bytes as a ULID.
inline constexpr guidon::uuid a6 = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"_uuid;
inline constexpr guidon::ulid a6_ulid = "01FWHE4YDGFK1SHH6W1G60EECF"_ulid;

#endif
