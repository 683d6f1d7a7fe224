// SPDX-License-Identifier: MIT
// app.c's program in C++: what <guidon.hpp> does itself, and what it asks of the
// library that it is linked with.
#include <guidon.hpp>

#include <cstdio>
#include <cstring>

using namespace guidon::literals;

// The published answer: read by the compiler, made by the library.
constexpr guidon::uuid published = "2ed6657d-e927-568b-95e1-2665a8aea6a2"_uuid;

static bool named()
{
    const auto id = guidon::uuid::v5(guidon::uuid(guidon_namespace_dns()),
                                     "www.example.com");

    return id == published && id.str() == published.str();
}

// New ids are in order, one and many: clock, random bytes, state.
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

// What is wrong is told, and thrown for who asks.
static bool refused()
{
    const auto read =
        guidon::uuid::parse("2ed6657d-e927-568b-95e1-2665a8aea6ag");

    try {
        (void)read.value();
    } catch (const guidon::exception &fault) {
        return fault.error().status == GUIDON_E_CHAR &&
               read.error().offset == 35;
    }
    return false;
}

// The header and the library that runs are of one version.
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
