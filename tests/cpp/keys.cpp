// SPDX-License-Identifier: MIT
// keys.cpp - keys in C++: the ids are those of C, and a key erases itself.
#include "test.hpp"

#include <cstring>
#include <new>

using guidon::uuid;

TEST_CASE("a masked id is that of C, and comes back")
{
    const unsigned char bytes[16] = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45,
                                     0x23, 1,    0x10, 0x32, 0x54, 0x76,
                                     0x98, 0xba, 0xdc, 0xfe};
    const auto v7 = uuid::parse("018f2d9f-9a2a-7def-8c3f-7b1a2c4d5e6f").value();
    const guidon::mask_key key(bytes);
    const auto masked = key.mask(v7).value();

    CHECK(masked ==
          uuid::parse("2463c780-7fca-4def-8c3f-7b1a2c4d5e6f").value());
    CHECK(key.unmask(masked).value() == v7);
    CHECK(key.mask(masked).error().status == GUIDON_E_VERSION);
}

TEST_CASE("a derived id is that of C")
{
    const unsigned char bytes[32] = {1};
    const guidon::key key(bytes);
    guidon_key in_c;
    guidon_id want;

    CHECK(guidon_key_init(&in_c, bytes, 32) == GUIDON_OK);
    CHECK(guidon_v7_derive(&want, 5, &in_c, "row", 3) == GUIDON_OK);
    CHECK(key.derive(5, "row").value() == uuid(want));
    CHECK(guidon_v7_derive(&want, 5, &in_c, want.bytes, 16) == GUIDON_OK);
    CHECK(key.derive(5, key.derive(5, "row").value()).value() == uuid(want));
    CHECK(key.derive(std::uint64_t{1} << 48, "row").error().status ==
          GUIDON_E_RANGE);
}

TEST_CASE("a pseudonym stands for any id")
{
    const unsigned char bytes[GUIDON_KEY_LEN] = {};
    const guidon::key key(bytes);
    guidon_id want{};

    REQUIRE(guidon_pseudonym(&want, key.get(), &a6) == GUIDON_OK);
    CHECK(key.pseudonym(a6).value() == guidon::uuid{want});
    CHECK(key.pseudonym(guidon::uuid{}).value().version() == 8);
}

TEST_CASE("an encrypted id comes back")
{
    const unsigned char bytes[32] = {1};
    const guidon::key key(bytes);
    const auto hidden = key.encrypt(a6).value();

    CHECK(hidden.version() == 8);
    CHECK(key.decrypt(hidden).value() == a6);
    CHECK(key.encrypt(hidden).error().status == GUIDON_E_VERSION);
}

TEST_CASE("wipe erases just what it is given")
{
    unsigned char bytes[4] = {1, 2, 3, 4};

    guidon::wipe(bytes + 1, 2);
    CHECK(bytes[0] == 1);
    CHECK(bytes[1] + bytes[2] == 0);
    CHECK(bytes[3] == 4);
}

TEST_CASE("a key erases itself")
{
    alignas(guidon::key) unsigned char memory[sizeof(guidon::key)];
    const unsigned char bytes[32] = {1};
    const unsigned char zeros[sizeof memory] = {0};
    auto *key = new (memory) guidon::key(bytes);
    unsigned char after[sizeof memory];

    CHECK(std::memcmp(memory, zeros, sizeof memory) != 0);
    key->~key();
    for (std::size_t i = 0; i < sizeof memory; i++) {
        after[i] = static_cast<volatile unsigned char *>(memory)[i];
    }
    CHECK(std::memcmp(after, zeros, sizeof after) == 0);
}

TEST_CASE("a ring gives its keys by their numbers, and erases itself")
{
    const unsigned char bytes[32] = {1}, other[32] = {2};
    const char text[] =
        "7 0100000000000000000000000000000000000000000000000000000000000000\n"
        "3 0200000000000000000000000000000000000000000000000000000000000000\n";
    const auto ring = guidon::key_ring::parse(text).value();
    const auto hidden = guidon::key(bytes).encrypt(a6).value();
    guidon::key_ring made;

    CHECK(ring.current().value() == 7);
    CHECK(ring.number(1).value() == 3);
    CHECK(ring.number(2).error().status == GUIDON_E_ARGUMENT);
    CHECK(ring.find_key(7).value().decrypt(hidden).value() == a6);
    CHECK(ring.find_key(3).value().decrypt(hidden).value() != a6);
    CHECK(ring.find_key(8).error().status == GUIDON_E_ARGUMENT);
    CHECK(ring.find_mask_key(7).error().status == GUIDON_E_ARGUMENT);

    CHECK(made.current().error().status == GUIDON_E_ARGUMENT);
    CHECK(made.add(7, bytes).has_value());
    CHECK(made.add(3, other).has_value());
    CHECK(made.add(3, bytes).error().status == GUIDON_E_RANGE);
    CHECK(std::memcmp(made.get(), ring.get(), sizeof *ring.get()) == 0);

    CHECK(guidon::key_ring::parse("7 01\n").error() ==
          guidon::error{GUIDON_E_LENGTH, 2});
    CHECK(guidon::key_ring::reason_of("7 01\n") ==
          "line 1: the key has 2 hexadecimal digits (expected 32 or 64)");
    CHECK(guidon::key_ring::reason_of(text).empty());
}
