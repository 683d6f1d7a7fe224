/* SPDX-License-Identifier: MIT */
/* test_make.c - ids from their fields: every bit at its position, every
 * limit. */
#include "core_test.h"

#include <limits.h>
#include <string.h>

#define MS_MAX ((UINT64_C(1) << 48) - 1)

enum maker { V1, V2, V4, V6, V7, V7_PRECISE, V8, ULID, MAKERS };

static const unsigned char zeros[16] = {0};
static const unsigned char ones[16] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
};

/* ------------------------------------------------------------------ vectors */

static void check_gregorian(json_t *row)
{
    const char *why = row_text(row, "why");
    guidon_id want = row_id(row, "octets");
    uint64_t ticks = row_u64(row, "ticks");
    uint16_t clock_seq = (uint16_t)row_u64(row, "clock_seq");
    unsigned char node[6];
    guidon_id id;

    assert_int_equal(row_hex(node, 6, row, "node"), 6);
    if (row_u64(row, "version") == 1) {
        assert_row(why, !guidon_v1_make(&id, ticks, clock_seq, node));
    } else {
        assert_row(why, !guidon_v6_make(&id, ticks, clock_seq, node));
    }
    assert_row(why, guidon_equal(&id, &want));
}

static void test_versions_1_and_6(void **state)
{
    static const char *const members[] = {"gregorian", "namespaces"};
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        json_array_foreach(vectors_rows(file, members[m]), i, row)
        {
            check_gregorian(row);
        }
    }
    json_decref(file);
}

static void test_version_2(void **state)
{
    json_t *file = vectors_load("dce.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ids"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id want = row_id(row, "octets");
        unsigned char node[6];
        guidon_id id;

        assert_int_equal(row_hex(node, 6, row, "node"), 6);
        assert_row(why,
                   !guidon_v2_make(&id, row_u64(row, "ticks"),
                                   (uint16_t)row_u64(row, "clock_seq"), node,
                                   (guidon_domain)row_u64(row, "domain"),
                                   (uint32_t)row_u64(row, "local_id")));
        assert_row(why, guidon_equal(&id, &want));
    }
    json_decref(file);
}

static void test_version_7(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "unix"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id want = row_id(row, "octets");
        unsigned char random[10];
        guidon_id id;

        assert_int_equal(row_hex(random, 10, row, "random"), 10);
        assert_row(why, !guidon_v7_make(&id, row_u64(row, "unix_ms"), random));
        assert_row(why, guidon_equal(&id, &want));
    }
    json_decref(file);
}

static void check_sixteen(const char *member,
                          void (*make)(guidon_id *, const unsigned char[16]))
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    json_array_foreach(vectors_rows(file, member), i, row)
    {
        guidon_id want = row_id(row, "octets");
        unsigned char bytes[16];
        guidon_id id;

        assert_int_equal(row_hex(bytes, 16, row, member), 16);
        make(&id, bytes);
        assert_row(row_text(row, "why"), guidon_equal(&id, &want));
    }
    json_decref(file);
}

static void test_version_4(void **state)
{
    (void)state;
    check_sixteen("random", guidon_v4_make);
}

static void test_version_8(void **state)
{
    (void)state;
    check_sixteen("custom", guidon_v8_make);
}

/* R99: a random node has the multicast bit set, the lowest of its first octet.
 * The caller sets this bit. */
static void test_a_random_node_is_marked_as_multicast(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;
    size_t seen = 0;

    (void)state;
    json_array_foreach(vectors_rows(file, "gregorian"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id want = row_id(row, "octets");
        unsigned char node[6];
        guidon_id id;

        if (!row_has(row, "random_node")) {
            continue;
        }
        assert_int_equal(row_hex(node, 6, row, "random_node"), 6);
        node[0] |= 0x01;
        assert_row(why,
                   !guidon_v1_make(&id, row_u64(row, "ticks"),
                                   (uint16_t)row_u64(row, "clock_seq"), node));
        assert_row(why, guidon_equal(&id, &want));
        seen++;
    }
    assert_int_equal(seen, 1);
    json_decref(file);
}

/* RFC 9562, B.1: a version 8 that counts 10 ns since 1970 in 48 + 12 bits. */
static void test_a_layout_of_version_8(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "custom_parts"), i, row)
    {
        const char *why = row_text(row, "why");
        uint64_t count = row_u64(row, "count_10ns");
        guidon_id want = row_id(row, "octets");
        guidon_id custom = guidon_from_words(
            (count >> 12 << 16) | (count & 0x0fff), row_u64(row, "custom_c"));
        guidon_id id;

        guidon_v8_make(&id, custom.bytes);
        assert_row(why, guidon_equal(&id, &want));
        assert_row(why, count / 100000000 == row_u64(row, "seconds"));
        assert_row(why, count % 100000000 * 10 == row_u64(row, "nanoseconds"));
    }
    json_decref(file);
}

/* ------------------------------------------------ version 8 with a node number */

struct node_fields {
    uint64_t ms;
    uint32_t node;
    unsigned node_bits;
    uint32_t counter;
    unsigned char random[8];
};

/* Append the low `n` bits of a number to bits, most significant first. */
static void append(unsigned char bits[128], unsigned *at, uint64_t number,
                   unsigned n)
{
    while (n > 0) {
        bits[(*at)++] = number >> --n & 1;
    }
}

/* The layout of <guidon/make.h>, bit by bit. */
static guidon_id slow_node(const struct node_fields *f)
{
    unsigned char data[128], bits[128];
    unsigned at = 0;
    guidon_id id = {{0}};
    uint64_t random = 0;

    for (unsigned i = 0; i < 8; i++) {
        random = random << 8 | f->random[i];
    }
    append(data, &at, f->node, f->node_bits);
    append(data, &at, f->counter, 20);
    append(data, &at, random, 53 - f->node_bits);
    assert_int_equal(at, 73);
    at = 0;
    append(bits, &at, f->ms, 48);
    append(bits, &at, 8, 4);
    memcpy(bits + at, data, 12);
    at += 12;
    append(bits, &at, 2, 2);
    append(bits, &at, 1, 1);
    memcpy(bits + at, data + 12, 61);
    for (unsigned i = 0; i < 128; i++) {
        id.bytes[i / 8] |= (unsigned char)(bits[i] << (7 - i % 8));
    }
    return id;
}

static guidon_status make_node(guidon_id *out, const struct node_fields *f)
{
    return guidon_v8_node_make(out, f->ms, f->node, f->node_bits, f->counter,
                               f->random);
}

static void check_node(const char *why, const struct node_fields *f)
{
    const guidon_id want = slow_node(f);
    guidon_id id;
    uint64_t ms = 0;
    uint32_t node = 0;

    assert_row(why, make_node(&id, f) == GUIDON_OK);
    assert_row(why, guidon_equal(&id, &want));
    assert_row(why, guidon_version_of(&id) == 8);
    assert_row(why, id.bytes[8] >= 0xa0); /* MariaDB stores no 0x80 */
    assert_row(why,
               guidon_v8_node_of(&ms, &node, &id, f->node_bits) == GUIDON_OK);
    assert_row(why, ms == f->ms && node == f->node);
}

static void test_version_8_with_a_node(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "node"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id want = row_id(row, "octets");
        struct node_fields f = {.ms = row_u64(row, "unix_ms"),
                                .node = (uint32_t)row_u64(row, "node"),
                                .node_bits =
                                    (unsigned)row_u64(row, "node_bits"),
                                .counter = (uint32_t)row_u64(row, "counter")};
        guidon_id id;

        assert_int_equal(row_hex(f.random, 8, row, "random"), 8);
        assert_row(why, make_node(&id, &f) == GUIDON_OK);
        assert_row(why, guidon_equal(&id, &want));
        check_node(why, &f);
    }
    json_decref(file);
}

static struct node_fields draw_fields(uint64_t *seed, unsigned node_bits)
{
    struct node_fields f = {.ms = draw(seed) >> 16, .node_bits = node_bits};

    f.node = (uint32_t)draw(seed) & ((1u << node_bits) - 1);
    f.counter = (uint32_t)draw(seed) & 0xfffff;
    draw_bytes(f.random, 8, seed);
    return f;
}

static void test_every_bit_of_a_node_id_has_its_place(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (unsigned bits = 1; bits <= GUIDON_V8_NODE_BITS_MAX; bits++) {
        for (unsigned n = 0; n < 200; n++) {
            const struct node_fields f = draw_fields(&seed, bits);

            check_node("random fields", &f);
        }
    }
}

/* Whatever the other fields are, ids of two nodes differ; and ids of one node
 * sort by time, then by counter. */
static void test_a_node_number_separates_ids(void **state)
{
    uint64_t seed = 6;

    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        const unsigned bits = 1 + n % GUIDON_V8_NODE_BITS_MAX;
        struct node_fields a = draw_fields(&seed, bits), b = a;
        guidon_id x, y;

        b.node ^= 1u << draw(&seed) % bits;
        assert_int_equal(make_node(&x, &a), GUIDON_OK);
        assert_int_equal(make_node(&y, &b), GUIDON_OK);
        assert_int_equal(guidon_compare(&x, &y) < 0, a.node < b.node);
        assert_false(guidon_equal(&x, &y));
        b = draw_fields(&seed, bits);
        if (b.node != a.node) {
            assert_int_equal(make_node(&y, &b), GUIDON_OK);
            assert_false(guidon_equal(&x, &y));
        }
        b.node = a.node;
        b.ms = n % 3 ? a.ms : b.ms;
        assert_int_equal(make_node(&y, &b), GUIDON_OK);
        if (a.ms != b.ms || a.counter != b.counter) {
            assert_int_equal(guidon_compare(&x, &y) < 0,
                             a.ms != b.ms ? a.ms < b.ms
                                          : a.counter < b.counter);
        }
    }
}

static void test_a_node_id_out_of_range_is_an_error(void **state)
{
    static const struct {
        const char *why;
        struct node_fields f;
        guidon_status want;
    } rows[] = {
        {"largest", {MS_MAX, 0xffffff, 24, 0xfffff, {0}}, GUIDON_OK},
        {"49 bits of ms", {MS_MAX + 1, 0, 24, 0, {0}}, GUIDON_E_RANGE},
        {"any ms", {UINT64_MAX, 0, 24, 0, {0}}, GUIDON_E_RANGE},
        {"25 bits of node", {0, 0x1000000, 24, 0, {0}}, GUIDON_E_RANGE},
        {"2 in 1 bit", {0, 2, 1, 0, {0}}, GUIDON_E_RANGE},
        {"no bits", {0, 0, 0, 0, {0}}, GUIDON_E_RANGE},
        {"too many bits", {0, 0, 25, 0, {0}}, GUIDON_E_RANGE},
        {"more bits than a number has", {0, 0, 64, 0, {0}}, GUIDON_E_RANGE},
        {"any bits", {0, 0, UINT_MAX, 0, {0}}, GUIDON_E_RANGE},
        {"21 bits of counter", {0, 0, 1, 0x100000, {0}}, GUIDON_E_RANGE},
        {"any counter", {0, 0, 1, UINT32_MAX, {0}}, GUIDON_E_RANGE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id = marked_id();

        assert_row(rows[i].why, make_node(&id, &rows[i].f) == rows[i].want);
        assert_row(rows[i].why,
                   is_marked(&id, sizeof id) == (rows[i].want != GUIDON_OK));
    }
}

static void test_only_ids_of_the_layout_have_a_node(void **state)
{
    struct node_fields f = {.node_bits = 10, .node = 5};
    uint64_t ms = 7;
    uint32_t node = 8;
    guidon_id id;

    (void)state;
    assert_int_equal(make_node(&id, &f), GUIDON_OK);
    assert_int_equal(guidon_v8_node_of(&ms, &node, &id, 0), GUIDON_E_RANGE);
    assert_int_equal(guidon_v8_node_of(&ms, &node, &id, 25), GUIDON_E_RANGE);
    for (unsigned version = 0; version < 16; version++) {
        for (unsigned octet_8 = 0; octet_8 < 256; octet_8++) {
            const guidon_id other = shaped(id, version, octet_8);
            const bool is = version == 8 && octet_8 >= 0xa0 && octet_8 < 0xc0;

            ms = 7;
            node = 8;
            assert_int_equal(guidon_v8_node_of(&ms, &node, &other, 10),
                             is ? GUIDON_OK : GUIDON_E_VERSION);
            assert_true(is || (ms == 7 && node == 8));
        }
    }
}

/* ------------------------------------------------ six bits, never a seventh */

/* Every value of the two octets with version and variant: four bits and two
 * bits are overwritten, and the caller gives all others (R10, R12, R13,
 * R47). */
static void check_stamp(unsigned version,
                        void (*make)(guidon_id *, const unsigned char[16]))
{
    uint64_t seed = version;
    guidon_id payload = draw_id(&seed);

    for (unsigned i = 0; i < 256; i++) {
        payload.bytes[6] = (unsigned char)i;
        payload.bytes[8] = (unsigned char)(i * 7u);
        guidon_id want =
            shaped(payload, version, 0x80u | (payload.bytes[8] & 0x3fu));
        guidon_id id;

        make(&id, payload.bytes);
        assert_id_equal(id, want);
    }
}

static void v7_of_sixteen(guidon_id *out, const unsigned char bytes[16])
{
    guidon_id in;

    memcpy(in.bytes, bytes, 16);
    assert_int_equal(guidon_v7_make(out, guidon_ulid_ms_of(&in), bytes + 6),
                     GUIDON_OK);
}

static void test_only_six_bits_are_overwritten(void **state)
{
    (void)state;
    check_stamp(4, guidon_v4_make);
    check_stamp(8, guidon_v8_make);
    check_stamp(7, v7_of_sixteen);
}

static void test_a_ulid_keeps_all_eighty_bits(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        guidon_id want = draw_id(&seed);
        guidon_id id;

        assert_int_equal(
            guidon_ulid_make(&id, guidon_ulid_ms_of(&want), want.bytes + 6),
            GUIDON_OK);
        assert_id_equal(id, want);
    }
}

/* ------------------------------------------------------------------- limits */

#define TICKS_END (UINT64_C(1) << 60)
#define MS_END    (UINT64_C(1) << 48)

static guidon_status make_most(guidon_id *out, enum maker maker, uint64_t time,
                               uint16_t clock_seq, int domain)
{
    switch (maker) {
    case V1:
        return guidon_v1_make(out, time, clock_seq, ones);
    case V2:
        return guidon_v2_make(out, time, clock_seq, ones, (guidon_domain)domain,
                              UINT32_MAX);
    case V6:
        return guidon_v6_make(out, time, clock_seq, ones);
    case V7:
        return guidon_v7_make(out, time, ones);
    default:
        return guidon_ulid_make(out, time, ones);
    }
}

/* A value that is too large for its field is rejected, not truncated. */
static void test_past_a_field_is_an_error(void **state)
{
    static const struct {
        const char *why;
        enum maker maker;
        uint64_t time;
        uint16_t clock_seq;
        int domain;
        guidon_status want;
    } rows[] = {
        {"v1, largest", V1, TICKS_END - 1, 0x3fff, 0, GUIDON_OK},
        {"v1, ticks of 61 bits", V1, TICKS_END, 0, 0, GUIDON_E_RANGE},
        {"v1, any ticks", V1, UINT64_MAX, 0, 0, GUIDON_E_RANGE},
        {"v1, clock_seq of 15 bits", V1, 0, 0x4000, 0, GUIDON_E_RANGE},
        {"v1, clock_seq cut to 0x3fff", V1, 0, 0xffff, 0, GUIDON_E_RANGE},
        {"v6, largest", V6, TICKS_END - 1, 0x3fff, 0, GUIDON_OK},
        {"v6, ticks of 61 bits", V6, TICKS_END, 0, 0, GUIDON_E_RANGE},
        {"v6, any ticks", V6, UINT64_MAX, 0, 0, GUIDON_E_RANGE},
        {"v6, clock_seq of 15 bits", V6, 0, 0x4000, 0, GUIDON_E_RANGE},
        {"v6, clock_seq cut to 0x3fff", V6, 0, 0xffff, 0, GUIDON_E_RANGE},
        {"v2, largest", V2, TICKS_END - 1, 0x3f, 255, GUIDON_OK},
        {"v2, ticks of 61 bits", V2, TICKS_END, 0, 0, GUIDON_E_RANGE},
        {"v2, any ticks", V2, UINT64_MAX, 0, 0, GUIDON_E_RANGE},
        {"D2: v2, 64 clock sequences", V2, 0, 0x40, 0, GUIDON_E_RANGE},
        {"v2, clock_seq of version 1", V2, 0, 0x3fff, 0, GUIDON_E_RANGE},
        {"v2, domain of nine bits", V2, 0, 0, 256, GUIDON_E_RANGE},
        {"v2, domain below 0", V2, 0, 0, -1, GUIDON_E_RANGE},
        {"v7, largest", V7, MS_END - 1, 0, 0, GUIDON_OK},
        {"v7, milliseconds of 49 bits (trap 6)", V7, MS_END, 0, 0,
         GUIDON_E_RANGE},
        {"v7, a negative time (trap 6)", V7, (uint64_t)-1, 0, 0,
         GUIDON_E_RANGE},
        {"ULID, largest", ULID, MS_END - 1, 0, 0, GUIDON_OK},
        {"ULID, milliseconds of 49 bits", ULID, MS_END, 0, 0, GUIDON_E_RANGE},
        {"ULID, a negative time", ULID, (uint64_t)-1, 0, 0, GUIDON_E_RANGE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id;

        mark(&id, sizeof id);
        assert_row(rows[i].why, make_most(&id, rows[i].maker, rows[i].time,
                                          rows[i].clock_seq,
                                          rows[i].domain) == rows[i].want);
        assert_row(rows[i].why,
                   is_marked(&id, sizeof id) == (rows[i].want != GUIDON_OK));
    }
}

/* D2, trap 18: within one step of 2^32 ticks, ids differ only by the 64 clock
 * sequences. */
static void test_sixty_four_ids_a_step(void **state)
{
    guidon_id ids[64];

    (void)state;
    for (uint16_t seq = 0; seq < 64; seq++) {
        guidon_id late;

        assert_int_equal(
            guidon_v2_make(&ids[seq], 0, seq, zeros, GUIDON_DOMAIN_PERSON, 7),
            GUIDON_OK);
        assert_int_equal(guidon_v2_make(&late, UINT32_MAX, seq, zeros,
                                        GUIDON_DOMAIN_PERSON, 7),
                         GUIDON_OK);
        assert_id_equal(late, ids[seq]);
        for (uint16_t before = 0; before < seq; before++) {
            assert_false(guidon_equal(&ids[before], &ids[seq]));
        }
    }
}

/* ---------------------------------------------------- method 3, sub-ms bits */

static void test_fraction_of_the_millisecond(void **state)
{
    json_t *file = vectors_load("times.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "fraction"), i, row)
    {
        const char *why = row_text(row, "why");
        uint32_t ns = (uint32_t)row_u64(row, "nanoseconds");
        guidon_time t = {1645557742, 999000000 + ns};
        guidon_id id;

        assert_row(why, !guidon_v7_make_precise(&id, t, zeros));
        unsigned rand_a = (id.bytes[6] & 0x0fu) << 8 | id.bytes[7];
        assert_row(why, rand_a == row_u64(row, "rand_a"));
        assert_row(why, !row_has(row, "not") || rand_a != row_u64(row, "not"));
        assert_row(why, guidon_ulid_ms_of(&id) == UINT64_C(1645557742999));
    }
    json_decref(file);
}

/* floor(ns * 4096 / 10^6) is the largest k with k * 10^6 <= ns * 4096. */
static void test_bits_never_fall_and_meet_their_definition(void **state)
{
    unsigned last = 0;

    (void)state;
    for (uint32_t ns = 0; ns < 1000000; ns += 7) {
        guidon_time t = {0, ns};
        guidon_id id;

        assert_int_equal(guidon_v7_make_precise(&id, t, ones), GUIDON_OK);
        unsigned k = (id.bytes[6] & 0x0fu) << 8 | id.bytes[7];
        assert_true(k >= last);
        assert_true(k * UINT64_C(1000000) <= ns * UINT64_C(4096));
        assert_true((k + 1) * UINT64_C(1000000) > ns * UINT64_C(4096));
        last = k;
    }
}

static void test_the_rest_is_the_callers_random(void **state)
{
    static const unsigned char random[8] = {0xe1, 2, 3, 4, 5, 6, 7, 8};
    guidon_id want = {{0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x77, 0x4e, 0xa1, 2,
                       3, 4, 5, 6, 7, 8}};
    guidon_time t = {1645557742, 456700};
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_v7_make_precise(&id, t, random), GUIDON_OK);
    assert_id_equal(id, want);
}

static void test_precise_refuses_times_past_its_field(void **state)
{
    static const struct {
        const char *why;
        guidon_time t;
        guidon_status want;
    } rows[] = {
        {"first", {0, 0}, GUIDON_OK},
        {"last nanosecond", {281474976710, 655999999}, GUIDON_OK},
        {"one past it", {281474976710, 656000000}, GUIDON_E_RANGE},
        {"the next second", {281474976711, 0}, GUIDON_E_RANGE},
        {"before 1970 (trap 17)", {-1, 999999999}, GUIDON_E_RANGE},
        {"the smallest seconds", {INT64_MIN, 0}, GUIDON_E_RANGE},
        {"the largest seconds", {INT64_MAX, 999999999}, GUIDON_E_RANGE},
        {"nanoseconds of a second", {0, 1000000000}, GUIDON_E_ARGUMENT},
        {"any nanoseconds", {0, UINT32_MAX}, GUIDON_E_ARGUMENT},
        {"both wrong: the argument first",
         {INT64_MIN, 1000000000},
         GUIDON_E_ARGUMENT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id;

        mark(&id, sizeof id);
        assert_row(rows[i].why, guidon_v7_make_precise(&id, rows[i].t, zeros) ==
                                    rows[i].want);
        assert_row(rows[i].why,
                   is_marked(&id, sizeof id) == (rows[i].want != GUIDON_OK));
    }
}

/* ----------------------------------------------- an input within the output */

/* The octets that each function takes from its caller. */
static const unsigned takes[MAKERS] = {
    [V1] = 6,  [V2] = 6,         [V4] = 16, [V6] = 6,
    [V7] = 10, [V7_PRECISE] = 8, [V8] = 16, [ULID] = 10,
};

static guidon_status make_from(guidon_id *out, enum maker maker,
                               const unsigned char *in)
{
    guidon_time t = {1, 2000000};

    switch (maker) {
    case V1:
        return guidon_v1_make(out, 5, 6, in);
    case V2:
        return guidon_v2_make(out, 5, 6, in, GUIDON_DOMAIN_GROUP, 9);
    case V6:
        return guidon_v6_make(out, 5, 6, in);
    case V7:
        return guidon_v7_make(out, 5, in);
    case V7_PRECISE:
        return guidon_v7_make_precise(out, t, in);
    case ULID:
        return guidon_ulid_make(out, 5, in);
    case V4:
        guidon_v4_make(out, in);
        return GUIDON_OK;
    default:
        guidon_v8_make(out, in);
        return GUIDON_OK;
    }
}

/* At every offset: finds fields that are written before the input is read. */
static void test_an_input_may_lie_within_the_output(void **state)
{
    uint64_t seed = 1;
    guidon_id in = draw_id(&seed);

    (void)state;
    for (enum maker maker = V1; maker < MAKERS; maker++) {
        for (unsigned at = 0; at + takes[maker] <= 16; at++) {
            guidon_id id = in;
            guidon_id want;

            assert_int_equal(make_from(&want, maker, in.bytes + at), GUIDON_OK);
            assert_int_equal(make_from(&id, maker, id.bytes + at), GUIDON_OK);
            assert_id_equal(id, want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions_1_and_6),
        cmocka_unit_test(test_version_2),
        cmocka_unit_test(test_version_7),
        cmocka_unit_test(test_version_4),
        cmocka_unit_test(test_version_8),
        cmocka_unit_test(test_a_random_node_is_marked_as_multicast),
        cmocka_unit_test(test_a_layout_of_version_8),
        cmocka_unit_test(test_version_8_with_a_node),
        cmocka_unit_test(test_every_bit_of_a_node_id_has_its_place),
        cmocka_unit_test(test_a_node_number_separates_ids),
        cmocka_unit_test(test_a_node_id_out_of_range_is_an_error),
        cmocka_unit_test(test_only_ids_of_the_layout_have_a_node),
        cmocka_unit_test(test_only_six_bits_are_overwritten),
        cmocka_unit_test(test_a_ulid_keeps_all_eighty_bits),
        cmocka_unit_test(test_past_a_field_is_an_error),
        cmocka_unit_test(test_sixty_four_ids_a_step),
        cmocka_unit_test(test_fraction_of_the_millisecond),
        cmocka_unit_test(test_bits_never_fall_and_meet_their_definition),
        cmocka_unit_test(test_the_rest_is_the_callers_random),
        cmocka_unit_test(test_precise_refuses_times_past_its_field),
        cmocka_unit_test(test_an_input_may_lie_within_the_output),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
