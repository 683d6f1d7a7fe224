// SPDX-License-Identifier: MIT
// scan.cpp - ids in text in C++: whole texts, pieces, and aliases and back.
#include "test.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using guidon::scanner;
using guidon::text_span;
using guidon::uuid;

namespace scanning {

const std::string lower = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const std::string upper = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F";
const std::string crockford = "01FWHE4YDGFK1SHH6W1G60EECF";

// What a text becomes if each span of its only piece becomes what a function gives.
template <class Replace>
static std::string replaced(scanner &finder, std::string_view text,
                            Replace replace)
{
    std::string out;
    std::size_t at = 0;

    finder.piece(text);
    while (const auto found = finder.next()) {
        out += text.substr(at, found->at - at);
        out += replace(*found);
        at = found->at + found->len;
    }
    CHECK(finder.done() == text.size());
    return out.append(text.substr(at));
}

} // namespace scanning

using namespace scanning;

static_assert(std::is_nothrow_move_constructible_v<scanner>);
static_assert(!std::is_default_constructible_v<scanner>);

TEST_CASE("a scanner finds the ids of a text, with their characters")
{
    const std::string text =
        "a " + upper + ", " + crockford + "\n" + lower + "x";
    scanner ids(GUIDON_SCAN_UUID | GUIDON_SCAN_ULID);
    std::vector<text_span> found;

    CHECK(!ids.next()); // there is no piece yet
    ids.piece(text);
    while (auto one = ids.next()) {
        found.push_back(*one);
    }
    REQUIRE(found.size() == 2);
    CHECK(found[0].text == upper);
    CHECK(found[0].at == 2);
    CHECK(found[0].form == GUIDON_FORM_UUID);
    CHECK(uuid(found[0].id) == a6);
    CHECK(found[1].text == crockford);
    CHECK(found[1].form == GUIDON_FORM_ULID);
    CHECK(guidon::ulid(found[1].id) == a6_ulid);
    CHECK(found[1].text.data() == text.data() + found[1].at);
}

TEST_CASE("a text in two pieces has the same ids, wherever it is cut")
{
    const std::string text = "a " + lower + " " + crockford + ".";

    for (std::size_t cut = 0; cut <= text.size(); cut++) {
        scanner ids(GUIDON_SCAN_UUID | GUIDON_SCAN_ULID);
        std::vector<std::string> found;
        const std::string first = text.substr(0, cut);

        ids.piece(first, 0, false);
        while (const auto one = ids.next()) {
            found.emplace_back(one->text);
        }
        const std::size_t from = ids.done();
        REQUIRE(from <= cut);
        ids.piece(text, from);
        while (const auto one = ids.next()) {
            CHECK(one->at >= from);
            found.emplace_back(one->text);
        }
        CHECK(found == std::vector<std::string>{lower, crockford});
    }
    scanner ids(GUIDON_SCAN_UUID);
    ids.piece(lower, lower.size() + 1); // behind the end
    CHECK(!ids.next());
    CHECK(ids.done() == lower.size());
    ids.piece({});
    CHECK(!ids.next());
    CHECK(ids.done() == 0);
}

TEST_CASE("aliases stand for ids, and for words that look like one")
{
    const std::string text = "id-1 " + lower + " x_" + lower + " " + upper;
    scanner names("id", GUIDON_ALIAS_NUMBER, GUIDON_SCAN_UUID);
    std::vector<std::string> texts;
    unsigned spelling = 0;

    const std::string out = replaced(names, text, [&](const text_span &found) {
        if (found.stays) {
            return std::string(found.text);
        }
        const bool is_word = found.form == GUIDON_SPAN_WORD;
        texts.emplace_back(found.text);
        return names
            .alias_format(found, is_word ? 1 : 2, is_word ? 0 : spelling++)
            .value();
    });
    CHECK(out == "id-1 id-2 x_" + lower + " id-2.b");
    CHECK(texts == std::vector<std::string>{"id-1", lower, upper});

    scanner aliases("id", GUIDON_ALIAS_NUMBER, 0);
    CHECK(replaced(aliases, out, [&](const text_span &found) {
              return texts[found.number - 1 + found.spelling];
          }) == text);
}

TEST_CASE("an id is written in the form of another")
{
    scanner ids(GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_TYPEID);
    const std::string text =
        upper + " " + crockford + " user_01fwhe4ydgfk1shh6w1g60eecf";

    CHECK(replaced(ids, text,
                   [](const text_span &found) {
                       return guidon::span_format(guidon_max(), found).value();
                   }) ==
          "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF 7ZZZZZZZZZZZZZZZZZZZZZZZZZ "
          "user_7zzzzzzzzzzzzzzzzzzzzzzzzz");
}

TEST_CASE("a scanner and its formats refuse what is wrong")
{
    const auto status_of = [](auto made) { return made.error().status; };
    scanner names("id", GUIDON_ALIAS_NUMBER, GUIDON_SCAN_UUID);
    scanner plain(GUIDON_SCAN_UUID);

    CHECK(status_of(scanner::make("9", GUIDON_ALIAS_NUMBER, 0)) ==
          GUIDON_E_ARGUMENT);
    CHECK(status_of(scanner::make({}, GUIDON_ALIAS_NUMBER, 0)) ==
          GUIDON_E_ARGUMENT);
    CHECK(status_of(scanner::make({}, GUIDON_ALIAS_NONE, 1u << 31)) ==
          GUIDON_E_ARGUMENT);
#if defined(__cpp_exceptions)
    CHECK_THROWS_AS(scanner(1u << 31), guidon::id_error);
    CHECK_THROWS_AS(scanner("-", GUIDON_ALIAS_TYPEID, 0), guidon::id_error);
#endif
    names.piece("id-1");
    auto word = names.next();
    REQUIRE(word);
    CHECK(status_of(names.alias_format(*word, 0)) == GUIDON_E_RANGE);
    CHECK(status_of(names.alias_format(*word, 1, 20000)) == GUIDON_E_RANGE);
    CHECK(status_of(plain.alias_format(*word, 1)) == GUIDON_E_ARGUMENT);
    CHECK(status_of(guidon::span_format(a6, *word)) == GUIDON_E_ARGUMENT);
    names.piece(lower);
    auto id = names.next();
    REQUIRE(id);
    id->text.remove_suffix(1); // no longer the text of the span
    CHECK(status_of(names.alias_format(*id, 1)) == GUIDON_E_ARGUMENT);
    CHECK(status_of(guidon::span_format(a6, *id)) == GUIDON_E_ARGUMENT);
}

TEST_CASE("a copy of a scanner goes on by itself")
{
    const std::string text = lower + " " + upper;
    scanner ids(GUIDON_SCAN_UUID);

    ids.piece(text);
    REQUIRE(ids.next());
    scanner copy = ids;
    CHECK(copy.next()->text == upper);
    CHECK(!copy.next());
    CHECK(ids.next()->text == upper);
    CHECK(copy.get() != ids.get());
}
