/* SPDX-License-Identifier: MIT */
/* test_fields.c - variant, version and what the accessors read or reject. */
#include "core_test.h"

/* The tables of versions 1 and 6. */
static const char *const gregorian[] = {"gregorian", "namespaces"};

/* ------------------------------------------------------ version and variant */

static guidon_variant variant_called(const char *name)
{
    static const char *const names[] = {"ncs", "rfc", "microsoft", "future"};

    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(names[i], name) == 0) {
            return (guidon_variant)i;
        }
    }
    fail_msg("no variant is called %s", name);
    return GUIDON_VARIANT_NCS;
}

static void test_vectors_variant_and_version(void **state)
{
    static const char *const members[] = {
        "gregorian", "namespaces", "unix", "random", "custom", "others",
    };
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    for (size_t m = 0; m < sizeof members / sizeof members[0]; m++) {
        json_array_foreach(vectors_rows(file, members[m]), i, row)
        {
            const char *why = row_text(row, "why");
            guidon_id id = row_id(row, "octets");

            assert_row(why, guidon_variant_of(&id) ==
                                variant_called(row_text(row, "variant")));
            assert_row(why, guidon_version_of(&id) == row_u64(row, "version"));
        }
    }
    json_decref(file);
}

/* RFC 9562, table 1, by the high nibble of octet 8; row 1 is 0-7. */
static guidon_variant variant_of_nibble(unsigned nibble)
{
    static const guidon_variant by_nibble[16] = {
        GUIDON_VARIANT_NCS,       GUIDON_VARIANT_NCS,
        GUIDON_VARIANT_NCS,       GUIDON_VARIANT_NCS,
        GUIDON_VARIANT_NCS,       GUIDON_VARIANT_NCS,
        GUIDON_VARIANT_NCS,       GUIDON_VARIANT_NCS,
        GUIDON_VARIANT_RFC,       GUIDON_VARIANT_RFC,
        GUIDON_VARIANT_RFC,       GUIDON_VARIANT_RFC,
        GUIDON_VARIANT_MICROSOFT, GUIDON_VARIANT_MICROSOFT,
        GUIDON_VARIANT_FUTURE,    GUIDON_VARIANT_FUTURE,
    };

    return by_nibble[nibble];
}

/* Every octet 8 (R9) and every version nibble (R13, R14), with the other octets
 * all zero and all one, because only these two may count. */
static void test_every_octet_8_and_version(void **state)
{
    guidon_id others[2] = {guidon_nil(), guidon_max()};

    (void)state;
    for (unsigned octet_8 = 0; octet_8 < 256; octet_8++) {
        guidon_variant variant = variant_of_nibble(octet_8 >> 4);

        for (unsigned version = 0; version < 16; version++) {
            for (unsigned i = 0; i < 2; i++) {
                guidon_id id = shaped(others[i], version, octet_8);

                assert_int_equal(guidon_variant_of(&id), variant);
                assert_int_equal(guidon_version_of(&id),
                                 variant == GUIDON_VARIANT_RFC ? version : 0);
            }
        }
    }
}

/* X.667 numbers octets from 15, the first, down to 0. Its octets 7 and 9 are
 * octets 8 and 6 here. */
static void test_octets_of_X667_are_numbered_backwards(void **state)
{
    (void)state;
    for (unsigned octet = 0; octet < 16; octet++) {
        guidon_id id = shaped(guidon_nil(), 5, 0x80);

        id.bytes[15 - octet] ^= 0xc0;
        assert_int_equal(guidon_variant_of(&id) != GUIDON_VARIANT_RFC,
                         octet == 7);
        assert_int_equal(guidon_version_of(&id) != 5, octet == 7 || octet == 9);
    }
}

static void test_names_of_the_registry(void **state)
{
    static const char *const names[] = {
        "Unused",
        "Gregorian Time-based",
        "DCE Security",
        "MD5 Name-based",
        "Random",
        "SHA-1 Name-based",
        "Reordered Gregorian Time-based",
        "Unix Time-based",
        "Custom",
    };
    static const unsigned reserved[] = {9, 10, 15, 16, 255, UINT32_MAX};

    (void)state;
    for (unsigned version = 0; version <= 8; version++) {
        assert_string_equal(guidon_version_name(version), names[version]);
    }
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        assert_string_equal(guidon_version_name(reserved[i]), "Reserved");
    }
}

/* ---------------------------------------------- which accessor answers what */

enum accessor { TIME, TICKS, CLOCK_SEQ, NODE, DCE, DCE_TIME, NCS_TIME, COUNT };

/* The outputs of all accessors. */
union outputs {
    guidon_time times[2];
    uint64_t ticks;
    uint16_t clock_seq;
    unsigned char node[6];
    struct {
        guidon_domain domain;
        uint32_t local_id;
    } dce;
};

static guidon_status ask(union outputs *out, enum accessor which,
                         const guidon_id *id)
{
    switch (which) {
    case TIME:
        return guidon_time_of(&out->times[0], id);
    case TICKS:
        return guidon_ticks_of(&out->ticks, id);
    case CLOCK_SEQ:
        return guidon_clock_seq_of(&out->clock_seq, id);
    case NODE:
        return guidon_node_of(out->node, id);
    case DCE:
        return guidon_dce_of(&out->dce.domain, &out->dce.local_id, id);
    case DCE_TIME:
        return guidon_dce_time_of(&out->times[0], &out->times[1], id);
    default:
        return guidon_ncs_time_of(&out->times[0], id);
    }
}

/* The accessors that succeed for each version of the RFC variant. */
static const unsigned answers[16] = {
    [1] = 1u << TIME | 1u << TICKS | 1u << CLOCK_SEQ | 1u << NODE,
    [2] = 1u << CLOCK_SEQ | 1u << NODE | 1u << DCE | 1u << DCE_TIME,
    [6] = 1u << TIME | 1u << TICKS | 1u << CLOCK_SEQ | 1u << NODE,
    [7] = 1u << TIME,
};

static bool should_answer(enum accessor which, guidon_variant variant,
                          unsigned version)
{
    switch (variant) {
    case GUIDON_VARIANT_RFC:
        return answers[version] >> which & 1;
    case GUIDON_VARIANT_NCS:
        return which == NCS_TIME;
    default:
        return false;
    }
}

static void check_accessor(enum accessor which, const guidon_id *id,
                           bool answers_it)
{
    union outputs out;

    mark(&out, sizeof out);
    if (answers_it) {
        assert_int_equal(ask(&out, which, id), GUIDON_OK);
        assert_false(is_marked(&out, sizeof out));
    } else {
        assert_int_equal(ask(&out, which, id), GUIDON_E_VERSION);
        assert_true(is_marked(&out, sizeof out));
    }
}

/* Traps 27 and 28: the variant counts first, then the version. Read every field
 * of every version of every variant. */
static void test_accessors_answer_where_a_field_is(void **state)
{
    uint64_t seed = 1;
    guidon_id id = draw_id(&seed);

    (void)state;
    for (unsigned v = 0; v < VARIANT_ENDS; v++) {
        for (unsigned version = 0; version < 16; version++) {
            guidon_id one = shaped(id, version, variant_ends[v].octet_8);

            for (enum accessor which = TIME; which < COUNT; which++) {
                check_accessor(
                    which, &one,
                    should_answer(which, variant_ends[v].variant, version));
            }
        }
    }
}

static void test_nil_and_max_have_no_field(void **state)
{
    guidon_id nil = guidon_nil();
    guidon_id max = guidon_max();

    (void)state;
    for (enum accessor which = TIME; which < COUNT; which++) {
        check_accessor(which, &nil, false);
        check_accessor(which, &max, false);
    }
}

/* ---------------------------------------------------- what is read is right */

static bool same_time(guidon_time t, json_t *row, const char *seconds,
                      const char *nanoseconds)
{
    return t.seconds == row_i64(row, seconds) &&
           t.nanoseconds == row_u64(row, nanoseconds);
}

static void check_gregorian(json_t *row)
{
    const char *why = row_text(row, "why");
    guidon_id id = row_id(row, "octets");
    unsigned char want_node[6];
    unsigned char node[6];
    uint64_t ticks;
    uint16_t clock_seq;
    guidon_time t;

    assert_row(why, guidon_ticks_of(&ticks, &id) == GUIDON_OK);
    assert_row(why, ticks == row_u64(row, "ticks"));
    assert_row(why, guidon_clock_seq_of(&clock_seq, &id) == GUIDON_OK);
    assert_row(why, clock_seq == row_u64(row, "clock_seq"));
    assert_int_equal(row_hex(want_node, 6, row, "node"), 6);
    assert_row(why, guidon_node_of(node, &id) == GUIDON_OK);
    assert_row(why, memcmp(node, want_node, 6) == 0);
    assert_row(why, guidon_time_of(&t, &id) == GUIDON_OK);
    assert_row(why, same_time(t, row, "seconds", "nanoseconds"));
}

static void test_parts_of_versions_1_and_6(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        json_array_foreach(vectors_rows(file, gregorian[m]), i, row)
        {
            check_gregorian(row);
        }
    }
    json_decref(file);
}

static void test_time_of_version_7(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "unix"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id id = row_id(row, "octets");
        guidon_time t;

        assert_row(why, guidon_time_of(&t, &id) == GUIDON_OK);
        assert_row(why, same_time(t, row, "seconds", "nanoseconds"));
        assert_row(why, guidon_ulid_ms_of(&id) == row_u64(row, "unix_ms"));
    }
    json_decref(file);
}

/* R56: rand_a may hold a fraction of the millisecond, or may not. */
static void test_rand_a_is_not_read_as_time(void **state)
{
    guidon_id id = shaped(guidon_max(), 7, 0xbf);

    (void)state;
    for (unsigned rand_a = 0; rand_a < 0x1000; rand_a += 0xff) {
        guidon_time t;

        id.bytes[6] = (unsigned char)(0x70u | rand_a >> 8);
        id.bytes[7] = (unsigned char)rand_a;
        assert_int_equal(guidon_time_of(&t, &id), GUIDON_OK);
        assert_int_equal(t.seconds, INT64_C(281474976710));
        assert_int_equal(t.nanoseconds, 655000000);
    }
}

/* R12, X8: bit 5 of octet 8 is the highest bit of the clock sequence. */
static void test_the_third_bit_is_payload(void **state)
{
    static const struct {
        const char *why;
        unsigned version, octet_8, want;
    } rows[] = {
        {"version 1, third bit clear", 1, 0x80, 0x0000},
        {"version 1, third bit set", 1, 0xa0, 0x2000},
        {"version 6, third bit set", 6, 0xa0, 0x2000},
        {"version 2, third bit set", 2, 0xa0, 0x20},
        {"version 2, all six bits", 2, 0xbf, 0x3f},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id = shaped(guidon_nil(), rows[i].version, rows[i].octet_8);
        uint16_t clock_seq;

        assert_row(rows[i].why,
                   guidon_clock_seq_of(&clock_seq, &id) == GUIDON_OK);
        assert_row(rows[i].why, clock_seq == rows[i].want);
    }
}

static void check_dce(json_t *row)
{
    const char *why = row_text(row, "why");
    guidon_id id = row_id(row, "octets");
    unsigned char want_node[6];
    unsigned char node[6];
    guidon_domain domain;
    uint32_t local_id;
    uint16_t clock_seq;
    guidon_time low, high;

    assert_row(why, guidon_dce_of(&domain, &local_id, &id) == GUIDON_OK);
    assert_row(why, (unsigned)domain == row_u64(row, "domain"));
    assert_row(why, local_id == row_u64(row, "local_id"));
    assert_row(why, guidon_clock_seq_of(&clock_seq, &id) == GUIDON_OK);
    assert_row(why, clock_seq == row_u64(row, "clock_seq"));
    assert_int_equal(row_hex(want_node, 6, row, "node"), 6);
    assert_row(why, guidon_node_of(node, &id) == GUIDON_OK);
    assert_row(why, memcmp(node, want_node, 6) == 0);
    assert_row(why, guidon_dce_time_of(&low, &high, &id) == GUIDON_OK);
    assert_row(why, same_time(low, row, "low_seconds", "low_nanoseconds"));
    assert_row(why, same_time(high, row, "high_seconds", "high_nanoseconds"));
}

static void test_parts_of_version_2(void **state)
{
    json_t *file = vectors_load("dce.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ids"), i, row)
    {
        check_dce(row);
    }
    json_decref(file);
}

/* D3: the local id must not change the time. */
static void test_time_of_version_2_is_a_step_of_2_to_32_ticks(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        guidon_id id = shaped(draw_id(&seed), 2, 0x80);
        guidon_time low, high;
        uint64_t first, last;

        assert_int_equal(guidon_dce_time_of(&low, &high, &id), GUIDON_OK);
        assert_int_equal(guidon_time_to_ticks(&first, low), GUIDON_OK);
        assert_int_equal(guidon_time_to_ticks(&last, high), GUIDON_OK);
        assert_int_equal(last - first, UINT32_MAX);
        assert_int_equal(first & UINT32_MAX, 0);
    }
}

static void test_time_of_the_ncs_variant(void **state)
{
    json_t *file = vectors_load("ncs.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ids"), i, row)
    {
        const char *why = row_text(row, "why");
        guidon_id id = row_id(row, "octets");
        guidon_time t;

        assert_row(why, guidon_ncs_time_of(&t, &id) == GUIDON_OK);
        assert_row(why, same_time(t, row, "seconds", "nanoseconds"));
    }
    json_decref(file);
}

/* Only the nil id is an exception, and only as a whole. */
static void test_ends_of_the_ncs_count(void **state)
{
    static const struct {
        const char *why;
        guidon_id id;
        guidon_time want;
    } rows[] = {
        {"count 0 with a family is 1980-01-01",
         {{0, 0, 0, 0, 0, 0, 0, 0, 0x02}},
         {315532800, 0}},
        {"the last octet alone tells it from Nil",
         {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
         {315532800, 0}},
        {"one count is 4 us", {{0, 0, 0, 0, 0, 1}}, {315532800, 4000}},
        {"the reserved octets are no time",
         {{0, 0, 0, 0, 0, 0, 0xff, 0xff}},
         {315532800, 0}},
        {"N2: the last count is 2015-09-05T05:58:26.84262Z",
         {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
         {1441432706, 842620000}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_time t;

        assert_row(rows[i].why, !guidon_ncs_time_of(&t, &rows[i].id));
        assert_row(rows[i].why, t.seconds == rows[i].want.seconds);
        assert_row(rows[i].why, t.nanoseconds == rows[i].want.nanoseconds);
    }
}

static void test_milliseconds_of_a_ulid(void **state)
{
    json_t *file = vectors_load("ulid.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ulids"), i, row)
    {
        guidon_id id = row_id(row, "octets");

        assert_row(row_text(row, "why"),
                   guidon_ulid_ms_of(&id) == row_u64(row, "ms"));
    }
    json_decref(file);
}

/* U1: any sixteen bytes, whatever their variant and version bits are. */
static void test_milliseconds_of_any_bytes_read_as_a_ulid(void **state)
{
    static const struct {
        const char *why;
        guidon_id id;
        uint64_t want;
    } rows[] = {
        {"Nil", {{0}}, 0},
        {"the random bits are no time",
         {{0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}},
         0},
        {"U8: the largest, unsigned (trap 32)",
         {{255, 255, 255, 255, 255, 255}},
         UINT64_C(281474976710655)},
        {"2^47 (trap 32)", {{0x80}}, UINT64_C(140737488355328)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_row(rows[i].why, guidon_ulid_ms_of(&rows[i].id) == rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_variant_and_version),
        cmocka_unit_test(test_every_octet_8_and_version),
        cmocka_unit_test(test_octets_of_X667_are_numbered_backwards),
        cmocka_unit_test(test_names_of_the_registry),
        cmocka_unit_test(test_accessors_answer_where_a_field_is),
        cmocka_unit_test(test_nil_and_max_have_no_field),
        cmocka_unit_test(test_parts_of_versions_1_and_6),
        cmocka_unit_test(test_time_of_version_7),
        cmocka_unit_test(test_rand_a_is_not_read_as_time),
        cmocka_unit_test(test_the_third_bit_is_payload),
        cmocka_unit_test(test_parts_of_version_2),
        cmocka_unit_test(test_time_of_version_2_is_a_step_of_2_to_32_ticks),
        cmocka_unit_test(test_time_of_the_ncs_variant),
        cmocka_unit_test(test_ends_of_the_ncs_count),
        cmocka_unit_test(test_milliseconds_of_a_ulid),
        cmocka_unit_test(test_milliseconds_of_any_bytes_read_as_a_ulid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
