/* SPDX-License-Identifier: MIT */
/* test_value.c - constants, words, order and hash of the sixteen bytes. */
#include "core_test.h"

#include <stdlib.h>

static guidon_id flipped(guidon_id id, unsigned bit)
{
    id.bytes[bit / 8] = (unsigned char)(id.bytes[bit / 8] ^ 0x80u >> bit % 8);
    return id;
}

static int sign_of(int n)
{
    return (n > 0) - (n < 0);
}

static void test_sixteen_octets_at_any_alignment(void **state)
{
    _Alignas(16) unsigned char memory[sizeof(guidon_id) + 1];
    guidon_id *odd = (guidon_id *)(void *)(memory + 1);
    uint64_t hi;
    uint64_t lo;

    (void)state;
    assert_int_equal(sizeof(guidon_id), 16);
    assert_int_equal(_Alignof(guidon_id), 1);
    for (unsigned i = 0; i < sizeof memory; i++) {
        memory[i] = (unsigned char)(0xf0u + i);
    }
    guidon_to_words(&hi, &lo, odd);
    guidon_id copy = guidon_from_words(hi, lo);
    assert_memory_equal(copy.bytes, memory + 1, 16);
}

static void test_words_hold_the_first_octet_highest(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "gregorian"), i, row)
    {
        guidon_id id = row_id(row, "octets");
        char half[17] = {0};
        uint64_t hi;
        uint64_t lo;

        memcpy(half, row_text(row, "octets"), 16);
        guidon_to_words(&hi, &lo, &id);
        assert_int_equal(hi, strtoull(half, NULL, 16));
        assert_int_equal(lo, strtoull(row_text(row, "octets") + 16, NULL, 16));
        guidon_id back = guidon_from_words(hi, lo);
        assert_id_equal(back, id);
    }
    json_decref(file);
}

static void test_nil_and_max_are_no_other_id(void **state)
{
    guidon_id nil = guidon_nil();
    guidon_id max = guidon_max();

    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(nil.bytes[i], 0x00);
        assert_int_equal(max.bytes[i], 0xff);
    }
    assert_true(guidon_is_nil(&nil) && !guidon_is_max(&nil));
    assert_true(guidon_is_max(&max) && !guidon_is_nil(&max));
    for (unsigned bit = 0; bit < 128; bit++) {
        guidon_id almost_nil = flipped(nil, bit);
        guidon_id almost_max = flipped(max, bit);

        assert_false(guidon_is_nil(&almost_nil));
        assert_false(guidon_is_max(&almost_max));
        assert_true(guidon_compare(&nil, &almost_nil) < 0);
        assert_true(guidon_compare(&almost_max, &max) < 0);
    }
}

static void test_order_is_that_of_unsigned_bytes(void **state)
{
    static const struct {
        const char *why;
        guidon_id low, high;
    } rows[] = {
        {"octet 0 is unsigned (trap 26)", {{0x7f, 0xff}}, {{0x80}}},
        {"octet 8 is unsigned: halves compared signed (trap 26)",
         {{0, 0, 0, 0, 0, 0, 0, 0, 0x7f}},
         {{0, 0, 0, 0, 0, 0, 0, 0, 0x80}}},
        {"octet 0 weighs more than all others",
         {{0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
           255, 255}},
         {{1}}},
        {"octets 3 and 0: no little-endian word",
         {{1, 0, 0, 2}},
         {{2, 0, 0, 1}}},
        {"octets 8 and 7: the first half is the higher one",
         {{0, 0, 0, 0, 0, 0, 0, 1, 0xff}},
         {{0, 0, 0, 0, 0, 0, 0, 2, 0x00}}},
        {"the last octet counts",
         {{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8}},
         {{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}}},
        {"bytes past a zero count", {{5, 0, 1}}, {{5, 0, 2}}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const guidon_id *low = &rows[i].low;
        const guidon_id *high = &rows[i].high;

        assert_row(rows[i].why, guidon_compare(low, high) < 0);
        assert_row(rows[i].why, guidon_compare(high, low) > 0);
        assert_row(rows[i].why, guidon_compare(low, low) == 0);
        assert_row(rows[i].why, !guidon_equal(low, high));
    }
}

static void test_order_is_that_of_the_integers(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        uint64_t hi[2] = {draw(&seed), draw(&seed)};
        uint64_t lo[2] = {draw(&seed), draw(&seed)};

        /* Half of the pairs are decided by the low word. */
        hi[1] = i % 2 ? hi[0] : hi[1];
        guidon_id a = guidon_from_words(hi[0], lo[0]);
        guidon_id b = guidon_from_words(hi[1], lo[1]);
        int want = hi[0] != hi[1] ? (hi[0] > hi[1]) - (hi[0] < hi[1])
                                  : (lo[0] > lo[1]) - (lo[0] < lo[1]);

        assert_int_equal(sign_of(guidon_compare(&a, &b)), want);
        assert_int_equal(sign_of(guidon_compare(&b, &a)), -want);
    }
}

static void test_equal_looks_at_every_bit(void **state)
{
    static bool (*const ways[])(const guidon_id *, const guidon_id *) = {
        guidon_equal, guidon_equal_consttime};
    uint64_t seed = 1;
    guidon_id id = draw_id(&seed);
    guidon_id same = id;

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_true(ways[i](&id, &id));
        assert_true(ways[i](&id, &same));
        for (unsigned bit = 0; bit < 128; bit++) {
            guidon_id other = flipped(id, bit);

            assert_false(ways[i](&id, &other));
            assert_false(ways[i](&other, &id));
            assert_false(ways[i](&other, &(guidon_id){{0}}));
        }
    }
}

static guidon_id namespace_called(const char *name)
{
    static const struct {
        const char *name;
        guidon_id (*of)(void);
    } rows[] = {
        {"dns", guidon_namespace_dns},
        {"url", guidon_namespace_url},
        {"oid", guidon_namespace_oid},
        {"x500", guidon_namespace_x500},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].of();
        }
    }
    fail_msg("no namespace is called %s", name);
    return guidon_nil();
}

static void test_the_registered_namespaces(void **state)
{
    json_t *file = vectors_load("values.json");
    json_t *rows = vectors_rows(file, "namespaces");
    json_t *row;
    size_t i;

    (void)state;
    assert_int_equal(json_array_size(rows), 4);
    json_array_foreach(rows, i, row)
    {
        guidon_id want = row_id(row, "octets");
        guidon_id got = namespace_called(row_text(row, "name"));

        assert_id_equal(got, want);
        assert_int_not_equal(got.bytes[3], 0x13); /* R89: 6ba7b813 */
    }
    json_decref(file);
}

/* The hash is the same on every machine. These values come from Python's
 * integers.
 */
static void test_hash_is_the_same_on_every_machine(void **state)
{
    static const struct {
        const char *why;
        uint64_t hi, lo, want;
    } rows[] = {
        {"Nil", 0, 0, UINT64_C(0x48218226ff3cd4bf)},
        {"Max", UINT64_MAX, UINT64_MAX, UINT64_C(0xe8ba9f99ca933538)},
        {"RFC 9562 A.6", UINT64_C(0x017f22e279b07cc3),
         UINT64_C(0x98c4dc0c0c07398f), UINT64_C(0x3159e3cd6ab373c4)},
        {"the same with its halves exchanged", UINT64_C(0x98c4dc0c0c07398f),
         UINT64_C(0x017f22e279b07cc3), UINT64_C(0x9b7edaa21a55b934)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_id id = guidon_from_words(rows[i].hi, rows[i].lo);

        assert_row(rows[i].why, guidon_hash(&id) == rows[i].want);
    }
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* An id and all ids that differ in one or two bits. In a sum or an exclusive or
 * of the halves, two changed bits would cancel. */
static void test_hash_tells_ids_two_bits_apart(void **state)
{
    enum { COUNT = 1 + 128 + 128 * 127 / 2 };
    uint64_t *hashes = test_calloc(COUNT, sizeof *hashes);
    uint64_t seed = 1;
    guidon_id id = draw_id(&seed);
    size_t n = 0;

    (void)state;
    hashes[n++] = guidon_hash(&id);
    for (unsigned a = 0; a < 128; a++) {
        guidon_id one = flipped(id, a);

        hashes[n++] = guidon_hash(&one);
        for (unsigned b = 0; b < a; b++) {
            guidon_id two = flipped(one, b);

            hashes[n++] = guidon_hash(&two);
        }
    }
    assert_int_equal(n, COUNT);
    qsort(hashes, COUNT, sizeof *hashes, compare_u64);
    for (size_t i = 1; i < COUNT; i++) {
        assert_true(hashes[i - 1] != hashes[i]);
    }
    test_free(hashes);
}

static void test_hash_tells_exchanged_halves(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t hi = draw(&seed);
        uint64_t lo = draw(&seed);
        guidon_id id = guidon_from_words(hi, lo);
        guidon_id exchanged = guidon_from_words(lo, hi);

        assert_true(guidon_hash(&id) != guidon_hash(&exchanged));
    }
}

/* Each bit of the id changes each bit of the hash in 35 to 65 % of 512 ids,
 * which is more than six standard deviations on either side of a half. */
static void test_hash_spreads_every_bit(void **state)
{
    enum { IDS = 512 };
    unsigned moved[128][64] = {{0}};
    uint64_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < IDS; i++) {
        guidon_id id = draw_id(&seed);
        uint64_t hash = guidon_hash(&id);

        for (unsigned in = 0; in < 128; in++) {
            guidon_id other = flipped(id, in);
            uint64_t change = hash ^ guidon_hash(&other);

            for (unsigned out = 0; out < 64; out++) {
                moved[in][out] += (unsigned)(change >> out & 1);
            }
        }
    }
    for (unsigned in = 0; in < 128; in++) {
        for (unsigned out = 0; out < 64; out++) {
            assert_in_range(moved[in][out], IDS * 35 / 100, IDS * 65 / 100);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sixteen_octets_at_any_alignment),
        cmocka_unit_test(test_words_hold_the_first_octet_highest),
        cmocka_unit_test(test_nil_and_max_are_no_other_id),
        cmocka_unit_test(test_order_is_that_of_unsigned_bytes),
        cmocka_unit_test(test_order_is_that_of_the_integers),
        cmocka_unit_test(test_equal_looks_at_every_bit),
        cmocka_unit_test(test_the_registered_namespaces),
        cmocka_unit_test(test_hash_is_the_same_on_every_machine),
        cmocka_unit_test(test_hash_tells_ids_two_bits_apart),
        cmocka_unit_test(test_hash_tells_exchanged_halves),
        cmocka_unit_test(test_hash_spreads_every_bit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
