/* SPDX-License-Identifier: MIT */
/* Guidon for C++17 and later: strong types over the C library. Includes the C
 * headers and all C++ headers. */
#ifndef GUIDON_HPP
#define GUIDON_HPP

#include <guidon.h>
#include <guidon/cpp/format.hpp>
#include <guidon/cpp/generate.hpp>
#include <guidon/cpp/id.hpp>
#include <guidon/cpp/keys.hpp>
#include <guidon/cpp/literals.hpp>
#include <guidon/cpp/query.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/cpp/scan.hpp>
#include <guidon/cpp/text.hpp>
#include <guidon/cpp/time.hpp>
#include <guidon/cpp/typeid.hpp>

#endif
