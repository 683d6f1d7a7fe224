// SPDX-License-Identifier: MIT
// query.cpp - which ids a part of a text, or a garbled text, may mean, in C++.
#include "test.hpp"

#include <array>
#include <string>

using guidon::query;
using guidon::uuid;

TEST_CASE("a part ranks ids by its place")
{
    const query tail("7398F", GUIDON_QUERY_DIGITS);
    const query head("017f-22e2", GUIDON_QUERY_DIGITS);
    const query whole("01FWHE4YDGFK1SHH6W1G60EECF", GUIDON_QUERY_DIGITS, &a6);

    CHECK(tail.rank(a6) == GUIDON_QUERY_TAIL);
    CHECK(head.rank(a6) == GUIDON_QUERY_HEAD);
    CHECK(query("b07cc3", GUIDON_QUERY_DIGITS).rank(a6) == GUIDON_QUERY_MIDDLE);
    CHECK(whole.rank(a6) == GUIDON_QUERY_WHOLE);
    CHECK(whole.rank(uuid()) == GUIDON_QUERY_NONE);
    CHECK(tail.rank(uuid()) == GUIDON_QUERY_NONE);
    CHECK(tail.str() == "7398f");
    CHECK(head.str() == "017f22e2");
    CHECK(whole.str().empty());
    CHECK(tail.rank_text("7398F") == GUIDON_QUERY_NONE); // for TEXT alone
}

TEST_CASE("a part of a text in any form")
{
    const query part("60EECF", GUIDON_QUERY_TEXT);

    CHECK(part.rank_text(a6_ulid.str()) == GUIDON_QUERY_TAIL);
    CHECK(part.rank_text(a6.str()) == GUIDON_QUERY_NONE);
    CHECK(part.rank_text({}) == GUIDON_QUERY_NONE);
}

TEST_CASE("the one id that is near, of many")
{
    const query near("017f22e2-79b0-7cc3-98c4-dc0c0c0739f8", GUIDON_QUERY_NEAR);
    const std::array<uuid, 3> ids = {uuid(), a6, uuid::max()};
    unsigned char ranks[4] = {9, 9, 9, 9};

    near.rank_many(ranks, ids.data(), ids.size());
    CHECK(ranks[0] == GUIDON_QUERY_NONE);
    CHECK(ranks[1] == 1); // two digits have changed places
    CHECK(ranks[2] == GUIDON_QUERY_NONE);
    CHECK(ranks[3] == 9);
    near.rank_many(ranks, nullptr, 0);
    CHECK(near.get() != nullptr);
}

TEST_CASE("a query refuses what can mean no id")
{
    const auto status_of = [](auto made) { return made.error().status; };

    CHECK(status_of(query::make("x", GUIDON_QUERY_DIGITS)) == GUIDON_E_CHAR);
    CHECK(status_of(query::make({}, GUIDON_QUERY_DIGITS)) == GUIDON_E_CHAR);
    CHECK(status_of(query::make({}, GUIDON_QUERY_TEXT)) == GUIDON_E_LENGTH);
    CHECK(status_of(query::make("017f22e2", GUIDON_QUERY_NEAR)) ==
          GUIDON_E_LENGTH);
    CHECK(status_of(query::make("017f", static_cast<guidon_query_kind>(3))) ==
          GUIDON_E_ARGUMENT);
#if defined(__cpp_exceptions)
    CHECK_THROWS_AS(query("x", GUIDON_QUERY_DIGITS), guidon::id_error);
#endif
}
