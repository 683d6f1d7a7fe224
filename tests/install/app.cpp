// SPDX-License-Identifier: MIT
// The program of app.c in C++. It uses what <guidon.hpp> does itself, and calls of the
// linked library.
#include <guidon.hpp>

#include <cstdio>
#include <cstring>

using namespace guidon::literals;

// A published id: read by the compiler, made by the library.
constexpr guidon::uuid published = "2ed6657d-e927-568b-95e1-2665a8aea6a2"_uuid;

static bool named()
{
    const auto id = guidon::uuid::v5(guidon::uuid(guidon_namespace_dns()),
                                     "www.example.com");

    return id == published && id.str() == published.str();
}

// New ids are in order, single and in batches: clock, random bytes and state.
static bool generated()
{
    const auto before = guidon::uuid::v7();
    const guidon::batch<guidon::ulid, 100> ids(GUIDON_ULID_MONOTONIC);

    for (std::size_t i = 1; i < ids.size(); i++) {
        if (!(ids[i - 1] < ids[i])) {
            return false;
        }
    }
    return before.version() == 7 && before < guidon::uuid::v7();
}

// A fault is a result, or an exception for callers that use those functions.
static bool refused()
{
    const auto read =
        guidon::uuid::parse("2ed6657d-e927-568b-95e1-2665a8aea6ag");

    try {
        (void)read.value();
    } catch (const guidon::id_error &fault) {
        return fault.error().status == GUIDON_E_CHAR &&
               read.error().offset == 35;
    }
    return false;
}

// The header and the library have the same version.
static bool same_version()
{
    return std::strcmp(guidon_library_version(), GUIDON_VERSION) == 0;
}

int main()
{
    const bool right = named() && generated() && refused() && same_version();

    std::puts(right ? "right" : "wrong");
    return right ? 0 : 1;
}
