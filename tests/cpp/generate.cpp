// SPDX-License-Identifier: MIT
// New ids: single, batches, from generators, and as ranges.
#include "test.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__linux__)
#  include <unistd.h> // rmdir
#endif

// clang before 16 cannot compile the views of libstdc++.
#if defined(__cpp_lib_ranges) &&                                               \
    !(defined(__clang_major__) && __clang_major__ < 16)
#  include <ranges>
#  define HAS_VIEWS
#endif
#if defined(__cpp_lib_span)
#  include <span>
#endif

using guidon::batch;
using guidon::id_generator;
using guidon::stream;
using guidon::ulid;
using guidon::uuid;

static_assert(!std::is_copy_constructible_v<id_generator<uuid>> &&
              std::is_nothrow_move_constructible_v<id_generator<uuid>> &&
              std::is_nothrow_move_assignable_v<id_generator<uuid>>);

// A clock that stands still, and random bytes that count up.
static guidon_status frozen(void *, guidon_time *now)
{
    *now = {1645557742, 0};
    return GUIDON_OK;
}

static guidon_status counting(void *context, void *out, std::size_t len)
{
    auto *next = static_cast<unsigned char *>(context);
    for (std::size_t i = 0; i < len; i++) {
        static_cast<unsigned char *>(out)[i] = (*next)++;
    }
    return GUIDON_OK;
}

static guidon_status none(void *, void *, std::size_t)
{
    return GUIDON_E_ENTROPY;
}

static guidon_options scripted(guidon_kind kind, unsigned char *bytes)
{
    guidon_options options{};
    options.kind = kind;
    options.random = GUIDON_RANDOM_CALLBACK;
    options.random_fn = bytes ? counting : none;
    options.random_context = bytes;
    options.clock_fn = frozen;
    return options;
}

TEST_CASE("one id of each kind")
{
    CHECK(uuid::v1().version() == 1);
    CHECK(uuid::v4().version() == 4);
    CHECK(uuid::v6().version() == 6);
    CHECK(uuid::v7().version() == 7);
    CHECK(ulid::make() != ulid::make());
    // Declarations have an order of evaluation; operands have none.
    const uuid first = uuid::v7(), second = uuid::v7();
    CHECK(first < second);
    const ulid lower = ulid::monotonic(), higher = ulid::monotonic();
    CHECK(lower < higher);
    CHECK(guidon::try_new<uuid>(GUIDON_V4).value().version() == 4);
    CHECK(guidon::try_new<ulid>(GUIDON_ULID));
}

TEST_CASE("a kind of the other type is refused")
{
    std::vector<uuid> ids(2, a6);

    CHECK(guidon::try_new<uuid>(GUIDON_ULID).error().status ==
          GUIDON_E_ARGUMENT);
    CHECK(guidon::try_new<ulid>(GUIDON_V7).error().status == GUIDON_E_ARGUMENT);
    CHECK_THROWS_AS(id_generator<uuid>{GUIDON_ULID_MONOTONIC},
                    guidon::id_error);
    CHECK_THROWS_AS(id_generator<ulid>{GUIDON_V4}, guidon::id_error);
    CHECK_THROWS_AS(guidon::fill(ids, GUIDON_ULID), guidon::id_error);
    CHECK(ids[0] == a6);
    CHECK_THROWS_AS((batch<ulid, 2>(GUIDON_V7)), guidon::id_error);
}

TEST_CASE("many into anything that is contiguous")
{
    std::vector<uuid> vector(1000);
    std::array<uuid, 3> array;
    ulid plain[3];

    guidon::fill(vector, GUIDON_V7);
    CHECK(std::set<uuid>(vector.begin(), vector.end()).size() == 1000);
    CHECK(std::is_sorted(vector.begin(), vector.end()));
    guidon::fill(array, GUIDON_V4);
    CHECK(array[2].version() == 4);
    guidon::fill(plain, GUIDON_ULID_MONOTONIC);
    CHECK(plain[1] < plain[2]);
#if defined(__cpp_lib_span)
    guidon::fill(std::span(vector).first(2), GUIDON_V4);
    CHECK(vector[1].version() == 4);
    CHECK(vector[2].version() == 7);
#endif
}

TEST_CASE("a generator gives what the C library's gives")
{
    unsigned char ours = 0, theirs = 0;
    const guidon_options options = scripted(GUIDON_V7, &theirs);
    guidon_generator *g = nullptr;
    REQUIRE(guidon_generator_new(&g, &options) == GUIDON_OK);
    const std::unique_ptr<guidon_generator, void (*)(guidon_generator *)> owner(
        g, guidon_generator_free);
    id_generator<uuid> mine(scripted(GUIDON_V7, &ours));

    guidon_id want[5];
    std::array<uuid, 2> two;
    for (guidon_id &id : want) {
        REQUIRE(guidon_next(&id, g) == GUIDON_OK);
    }
    CHECK(mine.next() == uuid(want[0]));
    CHECK(mine.try_next().value() == uuid(want[1]));
    CHECK(mine() == uuid(want[2]));
    mine.fill(two);
    CHECK(two[0] == uuid(want[3]));
    CHECK(two[1] == uuid(want[4]));
}

TEST_CASE("version 8 with a prefix")
{
    guidon_options options{};
    options.kind = GUIDON_V8_PREFIXED;
    options.prefix = 9;
    options.prefix_bits = 4;
    id_generator<uuid> g(options);
    const uuid first = g.next(), second = g.next();

    CHECK(first < second);
    CHECK(second.v8_prefix(4).value() == 9);
    CHECK(g.try_next_prefixed(3).value().v8_prefix(4).value() == 3);
    CHECK(g.try_next_prefixed(16).error().status == GUIDON_E_RANGE);
    options.prefix = 16;
    CHECK_THROWS_AS((id_generator<uuid>{options}), guidon::id_error);
}

TEST_CASE("new ids with a prefix share one order")
{
    const uuid first = uuid::v8_append().value();
    const uuid second = uuid::v8_append().value();

    CHECK(first < second);
    CHECK(second.v8_prefix(20).value() == 0xfffff);
    CHECK(uuid::v8_append(24).value().v8_prefix(24).value() == 0xffffff);
    CHECK(uuid::v8_append(29).error().status == GUIDON_E_RANGE);
    CHECK(uuid::v8_sharded(9, 4).value().v8_prefix(4).value() == 9);
    CHECK(uuid::v8_sharded(16, 4).error().status == GUIDON_E_RANGE);
}

TEST_CASE("version 8 with a node number")
{
    guidon_options options{};
    options.kind = GUIDON_V8_NODE;
    options.scope = GUIDON_SCOPE_PROCESS;
    options.node_number = 677;
    options.node_number_bits = 10;
    id_generator<uuid> g(options);
    const uuid first = g.next(), second = g.next();

    CHECK(first < second);
    CHECK(second.version() == 8);
    CHECK(second.v8_node_number(10).value() == 677u);
    CHECK_THROWS_AS(id_generator<uuid>{GUIDON_V8_NODE}, guidon::id_error);
    CHECK_THROWS_AS((id_generator<ulid>{options}), guidon::id_error);
}

TEST_CASE("a generator is moved, and given back once")
{
    id_generator<uuid> g(GUIDON_V7);
    const uuid first = g.next();
    guidon_generator *const raw = g.get();
    id_generator<uuid> other(std::move(g));
    CHECK(other.get() == raw);
    CHECK(other.next() > first);
    id_generator<uuid> third;
    CHECK_FALSE(third);
    third = std::move(other);
    CHECK(third.get() == raw);
    CHECK(third.stats().forks == 0);
    guidon_options bad{};
    bad.kind = GUIDON_V1;
    bad.random = GUIDON_RANDOM_CALLBACK; // the callback is missing
    CHECK(third.open(bad) == GUIDON_E_ARGUMENT);
    CHECK(guidon::options_reason(bad) ==
          "random_fn is NULL, but random is CALLBACK (expected a function)");
    CHECK(third.get() == raw);
    bad.random = GUIDON_RANDOM_FAST; // frees the old generator
    CHECK(third.open(bad) == GUIDON_OK);
    CHECK(third.next().version() == 1);
    guidon_options sized = GUIDON_OPTIONS_INIT;
    sized.kind = GUIDON_V7;
    CHECK(sized.struct_size == sizeof sized);
    CHECK(guidon::options_reason(sized).empty());
}

TEST_CASE("node and clock sequence")
{
    guidon_options options{};
    const unsigned char node[6] = {1, 2, 3, 4, 5, 6};
    options.kind = GUIDON_V1;
    id_generator<uuid> g(options);

    REQUIRE(g.set_node(node) == GUIDON_OK);
    REQUIRE(g.set_clock_seq(5) == GUIDON_OK);
    const uuid id = g.next();
    CHECK(id.node().value()[5] == 6);
    CHECK(id.clock_seq().value() == 5);
    CHECK(id_generator<uuid>(GUIDON_V4).set_node(node) == GUIDON_E_ARGUMENT);
}

// A clock of not_after that stands where the test puts it.
static guidon_status standing(void *context, std::uint64_t *ns)
{
    *ns = *static_cast<std::uint64_t *>(context);
    return GUIDON_OK;
}

TEST_CASE("a generator expires and is renewed")
{
    std::uint64_t instant = 1000;
    guidon_options options{};
    options.kind = GUIDON_V7;
    options.not_after = 1000;
    options.monotonic_fn = standing;
    options.monotonic_context = &instant;
    id_generator<uuid> g(options);

    const uuid first = g.next();
    instant = 1001;
    CHECK(g.try_next().error().status == GUIDON_E_STATE);
    CHECK_THROWS_AS((void)g.next(), guidon::id_error);
    REQUIRE(g.renew(1001) == GUIDON_OK);
    CHECK(first < g.next());
    CHECK(id_generator<uuid>(GUIDON_V7).renew(1001) == GUIDON_E_ARGUMENT);
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
TEST_CASE("a lease file decides how long a generator makes ids")
{
    char folder[] = "/tmp/guidon-cpp-XXXXXX";
    REQUIRE(mkdtemp(folder) != nullptr);
    const std::string path = std::string(folder) + "/lease";
    std::uint64_t instant = 1000;
    guidon_options options{};
    options.kind = GUIDON_V8_NODE;
    options.scope = GUIDON_SCOPE_PROCESS;
    options.lease_path = path.c_str();
    options.monotonic_fn = standing;
    options.monotonic_context = &instant;
    {
        guidon::lease first(path.c_str(), 677, 10, 20);
        REQUIRE(first.extend(1000, ~std::uint64_t{0}) == GUIDON_OK);
        CHECK(first.extend(999, ~std::uint64_t{0}) == GUIDON_E_ARGUMENT);
        CHECK(first.extend(1000, 19) == GUIDON_E_ARGUMENT);
        CHECK(guidon::lease::read(path.c_str()).value().node_number == 677u);
        CHECK(guidon::lease::read(path.c_str()).value().first_ms == 20u);
        id_generator<uuid> g(options);
        CHECK(g.next().v8_node_number(10).value() == 677u);
        instant = 1001;
        CHECK(g.try_next().error().status == GUIDON_E_STATE);
        guidon::lease other(std::move(first)), third;
        CHECK_FALSE(first);
        CHECK_FALSE(third);
        third = std::move(other);
        REQUIRE(third.extend(2000, ~std::uint64_t{0}) == GUIDON_OK);
        (void)g.next();
        third.end();
        CHECK_FALSE(third);
        CHECK_THROWS_AS((void)g.next(), guidon::id_error);
        CHECK(third.create(path.c_str(), 1, 1, 0) == GUIDON_OK);
    }
    CHECK(guidon::lease::read(path.c_str()).error().status == GUIDON_E_STATE);
    CHECK_THROWS_AS((guidon::lease{path.c_str(), 2, 1, 0}), guidon::id_error);
    CHECK(rmdir(folder) == 0); // the destructor removed the file
}
#endif

TEST_CASE("the clock of not_after rises")
{
    const std::uint64_t first = guidon::monotonic_now().value();
    CHECK(first <= guidon::monotonic_now().value());
}

TEST_CASE("no entropy: a status or an exception, and no id")
{
    id_generator<uuid> g(scripted(GUIDON_V4, nullptr));
    uuid ids[2] = {a6, a6};

    CHECK(g.try_next().error().status == GUIDON_E_ENTROPY);
    CHECK_THROWS_AS((void)g.next(), guidon::id_error);
    CHECK_THROWS_AS(g.fill(ids), guidon::id_error);
    CHECK(ids[0] == a6);
    CHECK_THROWS_AS((batch<uuid, 3>(g)), guidon::id_error);
    stream<uuid> s(g);
    CHECK_THROWS_AS((void)s.begin(), guidon::id_error);
}

TEST_CASE("a stream that fails to go on stays where it is")
{
    struct {
        unsigned char next = 0;
        bool fails = false;
    } bytes;
    guidon_options options = scripted(GUIDON_V7, &bytes.next);
    options.random_context = &bytes;
    options.random_fn = [](void *context, void *out, std::size_t len) {
        auto *of = static_cast<decltype(bytes) *>(context);
        return of->fails ? GUIDON_E_ENTROPY : counting(&of->next, out, len);
    };
    id_generator<uuid> g(options);
    stream<uuid, 2> s(g);
    auto at = s.begin();
    ++at;
    const uuid last = *at;

    bytes.fails = true;
    for (int i = 0; i < 2; i++) {
        CHECK_THROWS_AS(++at, guidon::id_error);
        CHECK(*at == last);
    }
    bytes.fails = false;
    CHECK(*++at > last);
    CHECK(*++at > last);
}

TEST_CASE("a batch is N ids of one call")
{
    unsigned char bytes = 0;
    id_generator<uuid> g(scripted(GUIDON_V7, &bytes));
    batch<uuid, 100> ids(g);

    static_assert(sizeof ids == 1600 && ids.size() == 100);
    CHECK(std::is_sorted(ids.begin(), ids.end()));
    CHECK(std::set<uuid>(ids.begin(), ids.end()).size() == 100);
    const uuid last = ids[99];
    ids.fill(g);
    CHECK(ids[0] > last);
    ids.fill(GUIDON_V4);
    CHECK(ids.data()[5].version() == 4);
    CHECK(batch<ulid, 2>(GUIDON_ULID)[1] != ulid());
}

TEST_CASE("a stream goes on over its refills, each id once, in order")
{
    unsigned char bytes = 0;
    id_generator<uuid> g(scripted(GUIDON_V7, &bytes));
    stream<uuid, 7> s(g);
    std::vector<uuid> seen;

    for (const uuid &id : s) {
        seen.push_back(id);
        if (seen.size() == 50) {
            break;
        }
    }
    for (const uuid &id : s) { // another pass continues
        seen.push_back(id);
        if (seen.size() == 100) {
            break;
        }
    }
    CHECK(std::is_sorted(seen.begin(), seen.end()));
    CHECK(std::set<uuid>(seen.begin(), seen.end()).size() == 100);
#if defined(HAS_VIEWS)
    static_assert(std::ranges::input_range<stream<uuid>> &&
                  std::ranges::contiguous_range<batch<uuid, 4>>);
    int n = 0;
    for (const uuid &id : s | std::views::take(20)) {
        CHECK(id > seen.back());
        n++;
    }
    CHECK(n == 20);
#endif
}
