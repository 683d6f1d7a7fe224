/* SPDX-License-Identifier: MIT */
/* test_convert.c - v1 to v6 and back, the next ULID, a ULID as version 7. */
#include "core_test.h"

typedef guidon_status convert_fn(guidon_id *out, const guidon_id *in);

/* ---------------------------------------------------------------- v1 and v6 */

static void check_pair(json_t *row, convert_fn *convert, const char *from,
                       const char *to)
{
    const char *why = row_text(row, "why");
    guidon_id in = row_id(row, from);
    guidon_id want = row_id(row, to);
    guidon_id out;

    mark(&out, sizeof out);
    assert_row(why, convert(&out, &in) == GUIDON_OK);
    assert_row(why, guidon_equal(&out, &want));
    /* The output may be the input. */
    assert_row(why, convert(&in, &in) == GUIDON_OK);
    assert_row(why, guidon_equal(&in, &want));
}

static void test_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("convert.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "v1_v6"), i, row)
    {
        check_pair(row, guidon_v1_to_v6, "v1", "v6");
        check_pair(row, guidon_v6_to_v1, "v6", "v1");
    }
    json_decref(file);
}

/* R39, R42: every field stays the same. */
static void test_a_bijection_on_the_fields(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        guidon_id node = draw_id(&seed);
        uint64_t ticks = draw(&seed) >> 4;
        uint16_t clock_seq = (uint16_t)(draw(&seed) >> 50);
        guidon_id v1, v6, got;

        assert_int_equal(guidon_v1_make(&v1, ticks, clock_seq, node.bytes),
                         GUIDON_OK);
        assert_int_equal(guidon_v6_make(&v6, ticks, clock_seq, node.bytes),
                         GUIDON_OK);
        mark(&got, sizeof got);
        assert_int_equal(guidon_v1_to_v6(&got, &v1), GUIDON_OK);
        assert_id_equal(got, v6);
        mark(&got, sizeof got);
        assert_int_equal(guidon_v6_to_v1(&got, &v6), GUIDON_OK);
        assert_id_equal(got, v1);
    }
}

/* R101: the purpose of the conversion. */
static void test_v6_sorts_by_time_and_v1_need_not(void **state)
{
    static const unsigned char node[6] = {1, 2, 3, 4, 5, 6};
    guidon_id v1[2], v6[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(guidon_v1_make(&v1[i], UINT32_MAX + (uint64_t)i,
                                        (uint16_t)(1 - i), node),
                         GUIDON_OK);
        assert_int_equal(guidon_v1_to_v6(&v6[i], &v1[i]), GUIDON_OK);
    }
    assert_true(guidon_compare(&v1[0], &v1[1]) > 0);
    assert_true(guidon_compare(&v6[0], &v6[1]) < 0);
}

static void check_refusals(convert_fn *convert, unsigned takes)
{
    uint64_t seed = 1;
    guidon_id id = draw_id(&seed);

    for (unsigned v = 0; v < VARIANT_ENDS; v++) {
        for (unsigned version = 0; version < 16; version++) {
            guidon_id in = shaped(id, version, variant_ends[v].octet_8);
            guidon_id out;

            if (version == takes &&
                variant_ends[v].variant == GUIDON_VARIANT_RFC) {
                continue;
            }
            mark(&out, sizeof out);
            assert_int_equal(convert(&out, &in), GUIDON_E_VERSION);
            assert_true(is_marked(&out, sizeof out));
        }
    }
}

static void test_no_other_version_or_variant_converts(void **state)
{
    (void)state;
    check_refusals(guidon_v1_to_v6, 1);
    check_refusals(guidon_v6_to_v1, 6);
}

/* ------------------------------------------------------------ the next ULID */

static void test_vectors_plus_one(void **state)
{
    json_t *file = vectors_load("convert.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ulid_increment"), i, row)
    {
        guidon_id id = row_id(row, "ulid");
        guidon_id want = row_id(row, "next");

        assert_row(row_text(row, "why"), !guidon_ulid_increment(&id));
        assert_row(row_text(row, "why"), guidon_equal(&id, &want));
    }
    json_decref(file);
}

/* Trap 31: no carry into the time, no wrap to zero. */
static void test_a_full_ulid_stays_as_it_is(void **state)
{
    json_t *file = vectors_load("convert.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ulid_full"), i, row)
    {
        const guidon_id full = row_id(row, "ulid");
        guidon_id id = full;

        assert_row(row_text(row, "why"),
                   guidon_ulid_increment(&id) == GUIDON_E_OVERFLOW);
        assert_row(row_text(row, "why"), guidon_equal(&id, &full));
    }
    json_decref(file);
}

/* Octet by octet, as on paper. */
static guidon_id plus_one(guidon_id id)
{
    unsigned i = 15;

    while (id.bytes[i] == 0xff) {
        id.bytes[i--] = 0;
    }
    id.bytes[i]++;
    return id;
}

/* A carry that starts at octet 15 and ends at each of the other nine. */
static void test_the_carry_reaches_every_octet_but_the_time(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned end = 6; end < 16; end++) {
        for (unsigned n = 0; n < 256; n++) {
            guidon_id id = draw_id(&seed);

            memset(id.bytes + end, 0xff, 16 - end);
            id.bytes[end] = (unsigned char)(n < 255 ? n : 0);
            guidon_id want = plus_one(id);

            assert_int_equal(guidon_ulid_increment(&id), GUIDON_OK);
            assert_id_equal(id, want);
        }
    }
}

/* -------------------------------------------------------- ULID as version 7 */

static void test_vectors_as_v7(void **state)
{
    json_t *file = vectors_load("convert.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "ulid_as_v7"), i, row)
    {
        guidon_id ulid = row_id(row, "ulid");
        guidon_id want = row_id(row, "v7");
        guidon_id got = guidon_ulid_as_v7(&ulid);

        assert_row(row_text(row, "why"), guidon_equal(&got, &want));
    }
    json_decref(file);
}

/* Every octet 6 and octet 8. One in 64 has the shape of version 7 already and
 * stays unchanged. All others lose only these six bits. */
static void test_one_ulid_in_64_has_the_shape_of_v7(void **state)
{
    uint64_t seed = 1;
    guidon_id ulid = draw_id(&seed);
    unsigned shaped_as_v7 = 0;
    unsigned unchanged = 0;

    (void)state;
    for (unsigned i = 0; i < 0x10000; i++) {
        ulid.bytes[6] = (unsigned char)(i >> 8);
        ulid.bytes[8] = (unsigned char)i;
        guidon_id got = guidon_ulid_as_v7(&ulid);
        guidon_id want = shaped(ulid, 7, 0x80u | (i & 0x3fu));

        assert_id_equal(got, want);
        shaped_as_v7 += guidon_version_of(&ulid) == 7;
        unchanged += guidon_equal(&got, &ulid);
    }
    assert_int_equal(shaped_as_v7, 0x10000 / 64);
    assert_int_equal(unchanged, 0x10000 / 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_a_bijection_on_the_fields),
        cmocka_unit_test(test_v6_sorts_by_time_and_v1_need_not),
        cmocka_unit_test(test_no_other_version_or_variant_converts),
        cmocka_unit_test(test_vectors_plus_one),
        cmocka_unit_test(test_a_full_ulid_stays_as_it_is),
        cmocka_unit_test(test_the_carry_reaches_every_octet_but_the_time),
        cmocka_unit_test(test_vectors_as_v7),
        cmocka_unit_test(test_one_ulid_in_64_has_the_shape_of_v7),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
