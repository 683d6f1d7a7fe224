// SPDX-License-Identifier: MIT
// The two types: layout, order, hash, fields.
#include "test.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <type_traits>
#include <unordered_set>
#include <vector>

using guidon::ulid;
using guidon::uuid;

template <class T> constexpr bool is_plain()
{
    return sizeof(T) == sizeof(guidon_id) && alignof(T) == 1 &&
           std::is_standard_layout_v<T> && std::is_trivially_copyable_v<T> &&
           std::is_trivially_destructible_v<T> &&
           std::is_nothrow_default_constructible_v<T> &&
           std::is_convertible_v<T *, guidon_id *> &&
           !std::is_convertible_v<guidon_id, T>;
}
static_assert(is_plain<uuid>() && is_plain<ulid>());

// Neither type converts to the other implicitly.
static_assert(std::is_constructible_v<uuid, ulid> &&
              std::is_constructible_v<ulid, uuid> &&
              !std::is_convertible_v<uuid, ulid> &&
              !std::is_convertible_v<ulid, uuid> &&
              !std::is_convertible_v<const char *, uuid>);
static_assert(uuid(a6_ulid) == a6 && ulid(a6) == a6_ulid);

static_assert(uuid() == uuid::nil() && uuid::nil().is_nil() &&
              !uuid::nil().is_max() && (uuid::max)().is_max() &&
              !(uuid::max)().is_nil() && !a6.is_nil());
static_assert(a6.hi() == 0x017f22e279b07cc3 && a6.lo() == 0x98c4dc0c0c07398f &&
              uuid::from_words(a6.hi(), a6.lo()) == a6);

TEST_CASE("an id goes to the C library as it is")
{
    uuid id;
    guidon_id copy;

    REQUIRE(guidon_new(&id, GUIDON_V7) == GUIDON_OK);
    CHECK(id.version() == 7);
    copy = id;
    CHECK(std::memcmp(&copy, &id, 16) == 0);
    CHECK(uuid(copy) == id);

    std::vector<uuid> ids(100);
    REQUIRE(guidon_new_many(ids.data(), ids.size(), GUIDON_V7) == GUIDON_OK);
    CHECK(std::is_sorted(ids.begin(), ids.end()));
    CHECK(std::unordered_set<uuid>(ids.begin(), ids.end()).size() == 100);
}

TEST_CASE("version 8 gives its node back")
{
    const unsigned char random[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uuid id = uuid::v8_node(1645557742000, 677, 10, 3, random).value();

    CHECK(id.version() == 8);
    CHECK(id.v8_node_number(10).value() == 677);
    CHECK(a6.v8_node_number(10).error().status == GUIDON_E_VERSION);
    CHECK(uuid::v8_node(0, 1024, 10, 0, random).error().status ==
          GUIDON_E_RANGE);
}

TEST_CASE("version 8 with a prefix")
{
    using std::chrono::microseconds;
    using std::chrono::milliseconds;
    const unsigned char random[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const std::chrono::time_point<std::chrono::system_clock, milliseconds> t(
        milliseconds(1645557742123));
    const uuid id = uuid::v8_prefixed(t, 9, 4, random).value();

    CHECK(id.version() == 8);
    CHECK(id.v8_prefix(4).value() == 9);
    CHECK(id.prefixed_time(4).value() == t);
    CHECK(a6.v8_prefix(4).error().status == GUIDON_E_VERSION);
    CHECK(a6.prefixed_time(4).error().status == GUIDON_E_VERSION);
    CHECK(uuid::v8_prefixed(t, 16, 4, random).error().status == GUIDON_E_RANGE);
    CHECK(uuid::v8_floor(t, 9, 4).value() <= id);
    CHECK(id <= uuid::v8_ceil(t, 9, 4).value());
    CHECK(uuid::v8_ceil(t, 9, 4).value() <
          uuid::v8_floor(t + milliseconds(1), 9, 4).value());
    CHECK(uuid::v8_ceil(t + microseconds(998), 9, 4).value() <
          uuid::v8_ceil(t, 9, 4).value());
    CHECK(uuid::v8_floor(t, 0, 29).error().status == GUIDON_E_RANGE);
    CHECK(uuid::v8_ceil(t, 0, 29).error().status == GUIDON_E_RANGE);
}

TEST_CASE("version 8 with a prefix, of a given time")
{
    using std::chrono::milliseconds;
    const std::chrono::time_point<std::chrono::system_clock, milliseconds> t(
        milliseconds(1645557742123));

    CHECK(uuid::v8_append_at(t).value().v8_prefix(20).value() == 0xfffff);
    CHECK(uuid::v8_append_at(t, 24).value().prefixed_time(24).value() == t);
    CHECK(uuid::v8_append_at(t, 29).error().status == GUIDON_E_RANGE);
    CHECK(uuid::v8_sharded_at(t, 9, 4).value().v8_prefix(4).value() == 9);
    CHECK(uuid::v8_sharded_at(t, 16, 4).error().status == GUIDON_E_RANGE);
    CHECK(guidon::shard_of("acme", 0).value() == 0);
    CHECK(guidon::shard_of("acme", 10).value() / 64 ==
          guidon::shard_of("acme", 4).value());
    CHECK(guidon::shard_of("acme", 11).error().status == GUIDON_E_RANGE);
}

TEST_CASE("less_as sorts as an engine does")
{
    // Microsoft, "Comparing GUID and uniqueidentifier Values".
    const uuid low = uuid::from_string("2aaaaaaa-bbbb-cccc-dddd-1eeeeeeeeeee");
    const uuid mid = uuid::from_string("3aaaaaaa-bbbb-cccc-dddd-2eeeeeeeeeee");
    const uuid high = uuid::from_string("1aaaaaaa-bbbb-cccc-dddd-3eeeeeeeeeee");
    std::vector<uuid> ids{high, mid, low};
    std::map<uuid, int, guidon::less_as> map(
        guidon::less_as{GUIDON_ORDER_SQLSERVER});

    std::sort(ids.begin(), ids.end(), guidon::less_as{GUIDON_ORDER_SQLSERVER});
    CHECK(ids == std::vector<uuid>{low, mid, high});
    map[high] = 1;
    map[low] = 0;
    CHECK(map.begin()->first == low);
    std::sort(ids.begin(), ids.end(), guidon::less_as{GUIDON_ORDER_RFC});
    CHECK(ids == std::vector<uuid>{high, low, mid});
}

TEST_CASE("bytes at any alignment")
{
    unsigned char buffer[17] = {};
    std::memcpy(buffer + 1, a6.bytes, 16);
    CHECK(uuid::from_bytes(buffer + 1) == a6);
}

// Pairs that differ in one bit of any octet, in both words.
TEST_CASE("the operators are guidon_compare")
{
    for (int bit = 0; bit < 128; bit++) {
        guidon_id raised = a6;
        raised.bytes[bit / 8] =
            static_cast<unsigned char>(raised.bytes[bit / 8] ^ 1 << bit % 8);
        const uuid b(raised);
        const int c = guidon_compare(&a6, &b);
        CAPTURE(bit);
        CHECK((a6 < b) == (c < 0));
        CHECK((a6 > b) == (c > 0));
        CHECK((a6 <= b) == (c <= 0));
        CHECK((a6 >= b) == (c >= 0));
        CHECK(a6 != b);
        CHECK_FALSE(a6 == b);
#if defined(__cpp_lib_three_way_comparison)
        CHECK((a6 <=> b == 0) == (c == 0));
        CHECK((a6 <=> b < 0) == (c < 0));
#endif
        CHECK(guidon_hash(&b) != guidon_hash(&a6));
    }
    CHECK(a6 <= a6);
    CHECK(a6 >= a6);
    CHECK_FALSE(a6 < a6);
}

TEST_CASE("hash is guidon_hash, found by name and by std::hash")
{
    CHECK(std::hash<uuid>()(a6) == static_cast<std::size_t>(guidon_hash(&a6)));
    CHECK(std::hash<ulid>()(a6_ulid) == std::hash<uuid>()(a6));
    CHECK(hash_value(a6) == std::hash<uuid>()(a6));
    CHECK(std::map<uuid, int>{{a6, 1}}.count(a6) == 1);
}

TEST_CASE("variant and version of every octet 6 and 8")
{
    for (unsigned i = 0; i < 65536; i++) {
        guidon_id id = a6;
        id.bytes[6] = static_cast<unsigned char>(i >> 8);
        id.bytes[8] = static_cast<unsigned char>(i);
        const uuid u(id);
        if (u.variant() != guidon_variant_of(&id) ||
            u.version() != guidon_version_of(&id)) {
            FAIL("octets " << i);
        }
    }
    static_assert(a6.version() == 7 && a6.variant() == GUIDON_VARIANT_RFC);
}

TEST_CASE("fields, or that there is none")
{
    const uuid v1 = "C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid; // A.1
    const uuid v6 = "1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid; // A.5
    const uuid v4 = "919108f7-52d1-4320-9bac-f847db4148a8"_uuid; // A.3

    CHECK(v1.as_v6().value() == v6);
    CHECK(v6.as_v1().value() == v1);
    CHECK(v6.as_v6().error().status == GUIDON_E_VERSION);
    CHECK(v1.clock_seq().value() == 0x33c8);
    CHECK(v1.node().value()[0] == 0x9f);
    CHECK(v1.node().value()[5] == 0x46);
    CHECK(v4.clock_seq().error().status == GUIDON_E_VERSION);
    CHECK(v4.node().error().status == GUIDON_E_VERSION);
    CHECK(v4.time().error().status == GUIDON_E_VERSION);
    CHECK(v4.valid());
    CHECK_FALSE("919108f7-52d1-9320-9bac-f847db4148a8"_uuid.valid());
}

TEST_CASE("names, and the byte image of Microsoft GUIDs")
{
    // RFC 9562 A.2, A.4, B.2
    CHECK(uuid::v3(uuid::ns_dns, "www.example.com") ==
          "5df41881-3aed-3515-88a7-2f4a814cf09e"_uuid);
    CHECK(uuid::v5(uuid::ns_dns, "www.example.com") ==
          "2ed6657d-e927-568b-95e1-2665a8aea6a2"_uuid);
    CHECK(uuid::v8_sha256(uuid::ns_dns, "www.example.com") ==
          "5c146b14-3c52-8afd-938a-375d0df1fbf6"_uuid);
    CHECK(uuid::ns_dns == uuid(guidon_namespace_dns()));
    CHECK(uuid::ns_url == uuid(guidon_namespace_url()));
    CHECK(uuid::ns_oid == uuid(guidon_namespace_oid()));
    CHECK(uuid::ns_x500 == uuid(guidon_namespace_x500()));

    const auto image = a6.guid_bytes();
    unsigned char octets[16];
    std::memcpy(octets, image.data(), 16);
    CHECK(octets[0] == 0xe2);
    CHECK(uuid::from_guid_bytes(octets) == a6);
}

TEST_CASE("ULIDs: the next one, and as version 7")
{
    CHECK(a6_ulid.next()->text().view() == "01FWHE4YDGFK1SHH6W1G60EECG");
    CHECK("01FWHE4YDGZZZZZZZZZZZZZZZZ"_ulid.next().error().status ==
          GUIDON_E_OVERFLOW);
    CHECK(a6_ulid.as_v7().version() == 7);
}

#if defined(__cpp_nontype_template_args) &&                                    \
    __cpp_nontype_template_args >= 201911L
template <uuid Id> struct interface_of {
    static constexpr uuid id = Id;
};
static_assert(interface_of<a6>::id == a6, "an id is a template's argument");
#endif
