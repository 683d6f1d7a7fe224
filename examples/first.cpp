/* SPDX-License-Identifier: MIT */
/* first.cpp - a new id, a literal, and an id read from text. */
#include <guidon.hpp>
#include <iostream>
#include <unordered_set>

using namespace guidon::literals;

/* Parsed at compile time: a wrong character is a compile error. */
constexpr guidon::uuid service = "5df41881-3aed-3515-88a7-2f4a814cf09e"_uuid;

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "01FWHE4YDGFK1SHH6W1G60EECF";

    /* Greater than every id this thread made before; throws on failure. */
    std::cout << "new        " << guidon::uuid::v7() << '\n';

    /* One call makes 1,000 ids inside the object, without allocating memory. */
    const guidon::batch<guidon::ulid, 1000> ids(GUIDON_ULID_MONOTONIC);
    const std::unordered_set<guidon::ulid> set(ids.begin(), ids.end());
    std::cout << "different  " << set.size() << '\n';

    /* Accepts UUID, ULID, URN, braces, OID, hex and more. */
    const auto id = guidon::uuid::parse(text, GUIDON_ACCEPT_ANY);
    if (!id) {
        std::cerr << "at offset " << id.error().offset << ": "
                  << id.error().message() << '\n';
        return 1;
    }
    std::cout << "read       " << *id << '\n';
    if (const auto time = id->time()) {
        const auto since = time->time_since_epoch();
        std::cout
            << "made       "
            << std::chrono::duration_cast<std::chrono::seconds>(since).count()
            << " seconds after 1970 began\n";
    }

    /* The same namespace and name always give the same id. */
    std::cout << "named      " << guidon::uuid::v5(service, "orders") << '\n';
    return 0;
}
