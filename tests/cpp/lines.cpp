// SPDX-License-Identifier: MIT
// Lines that a user writes first, of each part of <guidon.hpp>. Most of these tests fail
// by not compiling.
#include "test.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>
#if defined(__has_include)
#  if __has_include(<span>)
#    include <span>
#  endif
#  if __has_include(<ranges>)
#    include <ranges>
#  endif
#  if __has_include(<generator>)
#    include <generator>
#  endif
#endif

namespace lines {

using guidon::ulid;
using guidon::uuid;

// ------------------------------------------------------------------------- times

TEST_CASE("bounds and makers take the time of any clock unit")
{
    using namespace std::chrono;
    using half_days =
        time_point<system_clock, duration<int, std::ratio<43200>>>;
    const auto now = system_clock::now();

    CHECK(uuid::v7_floor(now).value() < uuid::v7_ceil(now).value());
    CHECK(uuid::v7_floor(now) == uuid::v7_floor(floor<milliseconds>(now)));
    CHECK(uuid::v6_floor(floor<seconds>(now)).value() <
          uuid::v6_ceil(floor<seconds>(now)).value());
    CHECK(ulid::floor(floor<half_days::duration>(now)).value() <
          ulid::at(now).value());
    CHECK(uuid::v7_at(time_point<system_clock, duration<double>>(1s))
              .value()
              .time()
              .value() == time_point<system_clock, seconds>(1s));
    CHECK(uuid::v8_append_at(now).value().version() == 8);
    CHECK(uuid::v8_sharded(9, 4).value().version() == 8);
    CHECK(guidon::time_format(floor<seconds>(now), 0).has_value());
#if defined(__cpp_lib_chrono) && __cpp_lib_chrono >= 201907L
    CHECK(uuid::v7_floor(sys_days(year(2022) / 2 / 22)).value() ==
          "017f1eba-4c00-7000-8000-000000000000"_uuid);
#endif
}

TEST_CASE("ids of a time point that had only milliseconds")
{
    using namespace std::chrono;
    const time_point<system_clock, microseconds> t(1645557742123456us);
    const unsigned char random[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const unsigned char bytes[GUIDON_KEY_LEN] = {7};
    const guidon::key key(bytes);

    CHECK(uuid::v8_node(t, 677, 10, 3, random) ==
          uuid::v8_node(1645557742123, 677, 10, 3, random));
    CHECK(key.derive(t, "order 7") == key.derive(1645557742123, "order 7"));
    CHECK(key.derive(t, a6) == key.derive(1645557742123, a6));
    CHECK(uuid::v8_node(t - hours(1000000), 677, 10, 3, random).error() ==
          guidon::error{GUIDON_E_RANGE, 0});
}

// ----------------------------------------------------------------------- results

TEST_CASE("a result holds what a function makes of it")
{
    const auto read = uuid::parse(a6.text());
    const auto wrong = uuid::parse("x");

    CHECK(read.transform([](const uuid &id) { return id.str(); }).value() ==
          a6.str());
    CHECK(wrong.transform([](const uuid &id) { return to_string(id); })
              .value_or("none") == "none");
    CHECK(wrong.transform(&uuid::version).error() == wrong.error());
    CHECK(read.transform(&uuid::version).value() == 7u);
    CHECK(read.and_then(&uuid::time) == a6.time());

    // A type that only moves, and one without a default.
    struct pointer {
        const uuid *to;
        explicit pointer(const uuid &of) : to(&of)
        {
        }
    };
    auto made = uuid::parse(a6.text()).transform(
        [](const uuid &id) { return std::make_unique<uuid>(id); });
    const std::unique_ptr<uuid> own = std::move(made).value();
    CHECK(*own == a6);
    CHECK(read.transform([](const uuid &id) { return pointer(id); })
              ->to->version() == 7u);
    CHECK(wrong.transform([](const uuid &id) { return pointer(id); }).error() ==
          wrong.error());

    // A function that returns nothing.
    int calls = 0;
    const auto count = [&calls](const uuid &) { calls++; };
    CHECK(read.transform(count).has_value());
    CHECK(wrong.transform(count).error() == wrong.error());
    CHECK(calls == 1);
    CHECK(read.transform(count).and_then([] { return uuid::parse("x"); }) ==
          wrong);
    CHECK_THROWS_AS(wrong.transform(count).value(), guidon::id_error);
}

TEST_CASE("a result of a string is an error or a string, and copied as both")
{
    using strings = guidon::result<std::string>;
    const strings long_one = std::string(100, 'x');
    const strings none = guidon::error{GUIDON_E_CHAR, 3};
    strings moved = long_one;

    CHECK(moved == long_one);
    CHECK(*std::move(moved) == std::string(100, 'x'));
    moved = none;
    CHECK(moved == none);
    CHECK(moved != long_one);
    CHECK_THROWS_AS((void)moved.value(), guidon::id_error);
    CHECK(long_one.value_or("") == *long_one);
    CHECK(moved.or_else([](guidon::error) -> strings {
        return std::string("instead");
    }) == strings(std::string("instead")));
    CHECK(long_one->size() == 100);
#if defined(__cpp_lib_expected)
    const std::expected<std::string, guidon::error> standard = none;
    CHECK(standard.error() == none.error());
    CHECK(
        std::expected<void, guidon::error>(guidon::result<void>()).has_value());
#endif
}

static_assert(std::is_trivially_copyable_v<guidon::result<uuid>> &&
                  sizeof(guidon::result<uuid>) == 32,
              "a result of an id costs no more than both");

TEST_CASE("a value of a call outlives the call")
{
    const uuid &kept = uuid::parse(a6.text()).value();
    const std::string &text =
        uuid::parse(a6.text())
            .transform(&uuid::version)
            .transform([](unsigned v) {
                return std::string(100, static_cast<char>('0' + v));
            })
            .value();

    CHECK(kept == a6);
    CHECK(text == std::string(100, '7'));
}

// ---------------------------------------------------------------- empty generators

TEST_CASE("an empty generator or lease is an error")
{
    guidon::id_generator<uuid> empty;
    guidon::id_generator<uuid> moved(GUIDON_V7);
    const guidon::id_generator<uuid> other(std::move(moved));
    const unsigned char node[6] = {1, 2, 3, 4, 5, 6};

    for (auto *g : {&empty, &moved}) {
        uuid ids[2];
        CHECK(g->try_next().error().status == GUIDON_E_ARGUMENT);
        CHECK(g->try_next_prefixed(1).error().status == GUIDON_E_ARGUMENT);
        CHECK_THROWS_AS((void)g->next(), guidon::id_error);
        CHECK_THROWS_AS((void)(*g)(), guidon::id_error);
        CHECK_THROWS_AS(g->fill(ids), guidon::id_error);
        CHECK(g->try_fill(ids, 2) == GUIDON_E_ARGUMENT);
        CHECK(g->try_fill(static_cast<guidon_id *>(ids), 2) ==
              GUIDON_E_ARGUMENT);
        CHECK_THROWS_AS((guidon::batch<uuid, 2>(*g)), guidon::id_error);
        CHECK_THROWS_AS((void)guidon::stream<uuid>(*g).begin(),
                        guidon::id_error);
        CHECK(g->set_node(node) == GUIDON_E_ARGUMENT);
        CHECK(g->set_clock_seq(1) == GUIDON_E_ARGUMENT);
        CHECK(g->renew(1) == GUIDON_E_ARGUMENT);
        CHECK(g->stats().forks == 0);
        CHECK(ids[0].is_nil());
    }
    guidon::lease none;
    CHECK(none.extend(1, 1) == GUIDON_E_ARGUMENT);
    none.end();
}

// ------------------------------------------------------------------------ streams

TEST_CASE("a stream that moves takes its ids along")
{
    guidon::id_generator<uuid> g(GUIDON_V7);
    guidon::stream<uuid, 4> first(g);
    std::set<uuid> seen;
    auto at = first.begin();

    seen.insert(*at);
    guidon::stream<uuid, 4> second(std::move(first));
    for (auto *one : {&second, &first, &second}) {
        int n = 0;
        for (const uuid &id : *one) {
            CHECK(seen.insert(id).second);
            if (++n == 6) {
                break;
            }
        }
    }
    CHECK(seen.size() == 19);
    guidon::stream<uuid, 4> third(g);
    third = std::move(second);
    CHECK(seen.insert(*third.begin()).second);
}

// clang before 16 cannot compile the views of libstdc++.
#if defined(__cpp_lib_ranges) &&                                               \
    !(defined(__clang_major__) && __clang_major__ < 16)
TEST_CASE("a temporary stream in a view")
{
    guidon::id_generator<uuid> g(GUIDON_V7);
    std::vector<uuid> ids;

    for (const uuid &id : guidon::stream<uuid>(g) | std::views::take(100)) {
        ids.push_back(id);
    }
    auto view =
        guidon::stream(g) |
        std::views::filter([](const uuid &id) { return id.version() == 7; }) |
        std::views::take(3);
    for (const uuid &id : view) {
        ids.push_back(id);
    }
    CHECK(ids.size() == 103);
    CHECK(std::set<uuid>(ids.begin(), ids.end()).size() == 103);
}
#endif

// ------------------------------------------------------------ constants and bytes

static_assert(uuid::ns_dns == "6ba7b810-9dad-11d1-80b4-00c04fd430c8"_uuid &&
              uuid::ns_url == "6ba7b811-9dad-11d1-80b4-00c04fd430c8"_uuid &&
              uuid::ns_oid == "6ba7b812-9dad-11d1-80b4-00c04fd430c8"_uuid &&
              uuid::ns_x500 == "6ba7b814-9dad-11d1-80b4-00c04fd430c8"_uuid);

constexpr unsigned char octets[16] = {0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0,
                                      0x7c, 0xc3, 0x98, 0xc4, 0xdc, 0x0c,
                                      0x0c, 0x07, 0x39, 0x8f};
constexpr std::array<std::byte, 16> some_bytes{std::byte{1}, std::byte{0x7f}};
static_assert(uuid(octets) == a6 && ulid(octets) == a6_ulid &&
              uuid(a6.bytes) == a6 &&
              uuid(some_bytes) == uuid::from_words(0x017f000000000000, 0));
static_assert(!std::is_constructible_v<uuid, const char (&)[16]> &&
              !std::is_constructible_v<uuid, std::array<unsigned char, 15>> &&
              !std::is_convertible_v<std::array<unsigned char, 16>, uuid>);
#if defined(__cpp_lib_span)
static_assert(uuid(std::span(octets)) == a6 &&
              uuid(std::span<const std::byte, 16>(some_bytes)) ==
                  uuid(some_bytes));
#endif
static_assert(std::hash<uuid>()(uuid()) != std::hash<ulid>()(a6_ulid) &&
              hash_value(a6) == std::hash<uuid>()(a6));

TEST_CASE("the hash of a constant is that of the library")
{
    constexpr std::size_t of_a6 = std::hash<uuid>()(a6);
    constexpr std::size_t of_max = hash_value((uuid::max)());
    const uuid max = (uuid::max)();

    CHECK(of_a6 == static_cast<std::size_t>(guidon_hash(&a6)));
    CHECK(of_max == static_cast<std::size_t>(guidon_hash(&max)));
    CHECK(uuid::from_guid_bytes(a6.guid_bytes()) == a6);
}

static std::size_t length_of(const std::string &text)
{
    return text.size();
}

TEST_CASE("the text of an id is a string where one is wanted")
{
    const std::string text = a6.text();
    std::map<std::string, int> counts;
    std::string joined = "id ";

    counts[a6.text()]++;
    joined += a6.text();
    CHECK(counts.begin()->first == text);
    CHECK(joined == "id " + text);
    CHECK(length_of(a6_ulid.text()) == 26);
}

// --------------------------------------------------------- ids of the C library

TEST_CASE("containers in the order of an engine find ids of each type")
{
    const guidon::less_as order{GUIDON_ORDER_SQLSERVER};
    const std::set<uuid, guidon::less_as> ids({a6}, order);
    const guidon_id same = a6;

    CHECK(ids.find(same) != ids.end());
    CHECK(ids.count(a6_ulid) == 1);
    CHECK(ids.find(guidon_nil()) == ids.end());
}

TEST_CASE("ids of the C library are filled")
{
    std::vector<guidon_id> ids(3);
    guidon::id_generator<uuid> g(GUIDON_V4);
    guidon::id_generator<guidon_id> any(GUIDON_ULID);

    guidon::fill(ids, GUIDON_V7);
    CHECK(guidon_version_of(&ids[2]) == 7);
    guidon::fill(ids, GUIDON_ULID);
    g.fill(ids);
    CHECK(guidon_version_of(&ids[0]) == 4);
    const guidon_id before = ids[0];
    any.fill(ids); // a ULID may have the bits of any version
    CHECK_FALSE(guidon_equal(&ids[0], &before));
    CHECK(guidon::try_new<guidon_id>(GUIDON_V4).has_value());
}

TEST_CASE("a TypeID that owns its prefix")
{
    guidon::result<guidon::type_id> read = guidon::error{GUIDON_E_FORM, 0};
    {
        const std::string text = "user_01h455vb4pex5vsknk084sn02q";
        read = guidon::type_id::parse(text);
    }
    const guidon::type_id user = read.value();
    const guidon::type_id order("order", user.id());
    const std::unordered_set<guidon::type_id> set{user, order, user};

    CHECK(user.prefix() == "user");
    CHECK(user.str() == "user_01h455vb4pex5vsknk084sn02q");
    CHECK(to_string(guidon::type_id()) == "00000000000000000000000000");
    CHECK(set.size() == 2);
    CHECK(order < user);
    CHECK(order.str() < user.str());
    CHECK(order != user);
    CHECK(guidon::type_id("user", user.id()) == user);
    CHECK(guidon::type_id(std::string(63, 'z'), a6).str().size() ==
          GUIDON_TYPEID_MAX);
    CHECK(guidon::type_id::parse("User_01h455vb4pex5vsknk084sn02q").error() ==
          guidon::error{GUIDON_E_CHAR, 0});
    CHECK(guidon::type_id::make("us3r", a6).error() ==
          guidon::error{GUIDON_E_CHAR, 2});
    CHECK_THROWS_AS((guidon::type_id("user_", a6)), guidon::id_error);
}

// ------------------------------------------- every name beside std and std::chrono

template <class... T> static constexpr bool named()
{
    return sizeof...(T) > 0;
}

TEST_CASE("no name is ambiguous beside those of std and std::chrono")
{
    using namespace std;
    using namespace std::chrono;
    using namespace guidon;
    constexpr bool all =
        named<uuid, ulid, error, id_error, id_errc, result<uuid>, result<void>,
              text<3>, ticks, sys_ticks, time_text, parsed_time, less_as, lease,
              id_generator<uuid>, batch<uuid, 2>, stream<uuid>, mask_key, key,
              key_ring, typeid_parts, type_id, scanner, text_span, query,
              formatting<uuid, id_error>>();

    static_assert(all);
    CHECK(string(id_category().name()) == "guidon");
    CHECK(make_error_code(id_errc::length).category() == id_category());
    CHECK(makes<uuid>(GUIDON_V7));
    CHECK(try_new<uuid>(GUIDON_V7).has_value());
    vector<uuid> ids(2);
    fill(ids, GUIDON_V7);
    CHECK(try_fill(ids.data(), ids.size(), GUIDON_V7) == GUIDON_OK);
    CHECK(time_cast<system_clock::time_point>(a6.time().value()).has_value());
    CHECK(to_guidon_time(system_clock::now()).seconds > 0);
    CHECK(to_sys_ticks({1, 0}).has_value());
    CHECK(time_parse("2022-02-22").has_value());
    CHECK(typeid_format("a", a6) == "a_" + a6.str(GUIDON_FORM_ULID_LOWER));
    CHECK(typeid_parse("x").error().status == GUIDON_E_LENGTH);
    CHECK(typeid_prefix_check("a").status == GUIDON_OK);
    CHECK(parse_reason(a6.text()).empty());
    CHECK(span_format(a6, text_span{}).value() == a6.str());
    CHECK(shard_of("a", 4).has_value());
    CHECK(monotonic_now().has_value());
    wipe(ids.data(), sizeof(uuid));
    CHECK(ids[0].is_nil());
}

} // namespace lines
