/* SPDX-License-Identifier: MIT */
/* test_v4.c - version 4: its bits, and where they come from. */
#include "generate_test.h"

static void test_every_other_bit_is_the_sources(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;
    size_t met = 0;

    (void)state;
    json_array_foreach(vectors_rows(file, "random"), i, row)
    {
        unsigned char random[16];

        assert_int_equal(row_hex(random, 16, row, "random"), 16);
        if (is_all(random, 16,
                   random[0])) { /* zeros and ones: what `fill` can be */
            struct script script = script_at(T0, 0);
            guidon_options options = script_options(&script, GUIDON_V4);
            guidon_generator *g = script_generator(&options);
            guidon_id want = row_id(row, "octets"), id;

            script.fill = random[0];
            id = next_of(g);
            assert_id_equal(id, want);
            assert_int_equal(script.draws, 1);
            guidon_generator_free(g);
            met++;
        }
    }
    assert_int_equal(met, 2);
    json_decref(file);
}

/* Ids of guidon_new_many, without a generator object: every bit except version
 * and variant takes both values. */
static void test_every_other_bit_of_a_thread_s_own_varies(void **state)
{
    static guidon_id ids[300];
    guidon_id all, any;

    (void)state;
    memset(&all, 0xff, sizeof all);
    memset(&any, 0, sizeof any);
    assert_int_equal(guidon_new_many(ids, 299, GUIDON_V4), GUIDON_OK);
    assert_int_equal(guidon_new(&ids[299], GUIDON_V4), GUIDON_OK);
    for (size_t i = 0; i < 300; i++) {
        for (size_t at = 0; at < 16; at++) {
            all.bytes[at] &= ids[i].bytes[at];
            any.bytes[at] |= ids[i].bytes[at];
        }
    }
    for (size_t at = 0; at < 16; at++) {
        assert_int_equal(all.bytes[at], at == 6 ? 0x40 : at == 8 ? 0x80 : 0);
        assert_int_equal(any.bytes[at], at == 6 ? 0x4f : at == 8 ? 0xbf : 0xff);
    }
}

static void test_no_clock_is_read(void **state)
{
    struct script script = script_at(INT64_MIN, 0);
    guidon_options options = script_options(&script, GUIDON_V4);
    guidon_generator *g = script_generator(&options);

    (void)state;
    script.clock_status = GUIDON_E_CLOCK;
    (void)next_of(g);
    assert_int_equal(script.readings, 0);
    guidon_generator_free(g);
}

/* R10, R13, R95: half of the ids one by one, half in batches. */
static void make_from(guidon_id *ids, size_t n, guidon_random random)
{
    enum { BATCH = 1000 };
    guidon_options options = {.kind = GUIDON_V4, .random = random};
    guidon_generator *g = script_generator(&options);

    for (size_t i = 0; i < n / 2; i++) {
        ids[i] = next_of(g);
    }
    for (size_t i = n / 2; i < n; i += BATCH) {
        size_t more = n - i < BATCH ? n - i : BATCH;

        assert_int_equal(guidon_next_many(ids + i, more, g), GUIDON_OK);
    }
    guidon_generator_free(g);
}

static void test_100000_from_each_source(void **state)
{
    enum { N = 100000 };
    static const guidon_random sources[] = {GUIDON_RANDOM_FAST,
                                            GUIDON_RANDOM_KERNEL};
    guidon_id *ids = new_ids(2 * N);

    (void)state;
    for (size_t s = 0; s < 2; s++) {
        guidon_id ones = guidon_nil(), zeros = guidon_max();
        guidon_id *made = ids + s * N;

        make_from(made, N, sources[s]);
        for (size_t i = 0; i < N; i++) {
            for (size_t b = 0; b < 16; b++) {
                ones.bytes[b] |= made[i].bytes[b];
                zeros.bytes[b] &= made[i].bytes[b];
            }
        }
        /* Every bit except the six was 1 in one id and 0 in another. */
        assert_true(is_all(ones.bytes, 6, 0xff));
        assert_true(is_all(zeros.bytes, 6, 0));
        assert_int_equal(ones.bytes[6], 0x4f);
        assert_int_equal(zeros.bytes[6], 0x40);
        assert_int_equal(ones.bytes[8], 0xbf);
        assert_int_equal(zeros.bytes[8], 0x80);
        assert_true(is_all(ones.bytes + 9, 7, 0xff));
        assert_true(is_all(zeros.bytes + 9, 7, 0));
    }
    assert_unique("two sources", ids, 2 * N);
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_other_bit_is_the_sources),
        cmocka_unit_test(test_every_other_bit_of_a_thread_s_own_varies),
        cmocka_unit_test(test_no_clock_is_read),
        cmocka_unit_test(test_100000_from_each_source),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
