/* SPDX-License-Identifier: MIT */
/* test_id_set.c - the set of ids agrees with a plain search, whatever the key. */
#include "core_test.h"
#include "sort/external_sort.h"
#include "sort/id_set.h"

#include <stdlib.h>
#include <string.h>

/* Of all ids the same hash, if their words have an empty half (see family). */
static const struct id_set_key weak_key;
/* Any other key. */
static const struct id_set_key good_key = {
    {0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0,
     0x082efa98ec4e6c89, 0x452821e638d01377}};

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Families of ids: the i-th of n. */
enum family { RANDOM, FEW, EQUAL, ENDS, LOW_HALVES, COUNT, FAMILIES };

static guidon_id member(enum family family, uint64_t *state, size_t i, size_t n)
{
    guidon_id id = {{0}};
    const uint64_t a = next_random(state), b = next_random(state);

    switch (family) {
    case RANDOM:
        memcpy(id.bytes, &a, 8);
        memcpy(id.bytes + 8, &b, 8);
        break;
    case FEW: /* about half are duplicates */
        id.bytes[3] = (unsigned char)(a % n);
        id.bytes[4] = (unsigned char)(a % n >> 8);
        id.bytes[12] = 7;
        break;
    case EQUAL:
        memset(id.bytes, 0xa5, sizeof id.bytes);
        break;
    case ENDS: /* nil and max */
        memset(id.bytes, a & 1 ? 0xff : 0, sizeof id.bytes);
        break;
    case LOW_HALVES: /* the second and fourth quarter are empty */
        id.bytes[0] = (unsigned char)i;
        id.bytes[1] = (unsigned char)(i >> 8);
        id.bytes[8] = (unsigned char)(a & 1);
        break;
    default:
        id.bytes[14] = (unsigned char)(i >> 8);
        id.bytes[15] = (unsigned char)i;
        break;
    }
    return id;
}

static guidon_id *make_ids(enum family family, size_t n)
{
    guidon_id *ids = test_malloc((n + 1) * sizeof *ids);
    uint64_t state = n;

    for (size_t i = 0; i < n; i++) {
        ids[i] = member(family, &state, i, n);
    }
    return ids;
}

/* The expected result: for each id, the index of its first occurrence among the
 * different ids. */
static size_t plain_search(uint32_t at[], guidon_id distinct[],
                           const guidon_id *ids, size_t n)
{
    size_t n_distinct = 0;

    for (size_t i = 0; i < n; i++) {
        size_t j = 0;

        while (j < n_distinct &&
               memcmp(&distinct[j], &ids[i], sizeof *ids) != 0) {
            j++;
        }
        if (j == n_distinct) {
            distinct[n_distinct++] = ids[i];
        }
        at[i] = (uint32_t)j;
    }
    return n_distinct;
}

/* Add the ids in blocks of several sizes. Returns how many it added until the
 * memory was full. */
static size_t add_all(uint32_t at[], struct id_set *set, const guidon_id *ids,
                      size_t n)
{
    size_t done = 0, block = 0;

    while (done < n) {
        block = block % ID_SET_AT_ONCE + 1;
        block = block < n - done ? block : n - done;
        if (block > set->most - set->n) {
            break;
        }
        id_set_add(at + done, set, ids + done, block);
        done += block;
    }
    return done;
}

static size_t taken_slots(const struct id_set *set)
{
    size_t n = 0;

    for (size_t i = 0; i < set->n_slots; i++) {
        n += set->slots[i] != 0;
    }
    return n;
}

/* The memory of the set is a block of its own, so that a sanitizer sees each
 * access outside. */
static void compare(const struct id_set_key *key, size_t size,
                    size_t value_size, uint64_t expected, const guidon_id *ids,
                    size_t n)
{
    uint64_t *memory = test_malloc(size);
    uint32_t *at = test_malloc((n + 1) * sizeof *at);
    uint32_t *want = test_malloc((n + 1) * sizeof *want);
    guidon_id *distinct = test_malloc((n + 1) * sizeof *distinct);
    struct id_set set;

    memset(memory, 0xee, size); /* the set does not rely on empty memory */
    id_set_begin(&set, key, memory, size, value_size);
    id_set_expect(&set, expected);
    const size_t done = add_all(at, &set, ids, n);
    assert_int_equal(plain_search(want, distinct, ids, done), set.n);
    assert_memory_equal(set.ids, distinct, set.n * sizeof *distinct);
    assert_memory_equal(at, want, done * sizeof *at);
    assert_true(done == n || set.n + ID_SET_AT_ONCE > set.most);
    assert_int_equal(taken_slots(&set), set.n);
    memset(set.values, 0x55, set.most * value_size);
    size_t table_size;
    uint64_t *table = id_set_table(&set, &table_size);
    assert_true((char *)table >= (char *)set.values + set.most * value_size);
    assert_ptr_equal((char *)table + table_size, (char *)memory + size);
    assert_true(table_size >= SORTER_LEAST);
    memset(table, 0x55, table_size);
    assert_memory_equal(set.ids, distinct, set.n * sizeof *distinct);
    test_free(distinct);
    test_free(want);
    test_free(at);
    test_free(memory);
}

static void test_agrees_with_plain_search(void **state)
{
    static const size_t sizes[] = {ID_SET_LEAST, 20000, 32768,
                                   32776,        60000, 300000};
    static const size_t counts[] = {0, 1, 2, 63, 64, 65, 700, 3000};

    (void)state;
    for (enum family family = 0; family < FAMILIES; family++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            guidon_id *ids = make_ids(family, counts[c]);

            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                compare(&good_key, sizes[s], s % 3 * 4, 0, ids, counts[c]);
                compare(&weak_key, sizes[s], 8, UINT64_MAX, ids, counts[c]);
            }
            test_free(ids);
        }
    }
}

/* Tables that grow several times, up to the last id that fits. */
static void test_grows_until_memory_is_full(void **state)
{
    const size_t n = 20000;
    guidon_id *ids = make_ids(RANDOM, n);
    guidon_id *few = make_ids(FEW, n);

    (void)state;
    compare(&good_key, 420000, 0, 0, few, n);
    test_free(few);
    compare(&good_key, 420000, 0, 0, ids, n);
    compare(&good_key, 420000, 0, 5000, ids, n);
    compare(&weak_key, 230000, 4, 0, ids, n);
    test_free(ids);
}

/* The longest row of taken slots: a search looks at no more. */
static size_t longest_row(const struct id_set *set)
{
    size_t longest = 0, row = 0;

    for (size_t i = 0; i < set->n_slots; i++) {
        row = set->slots[i] ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    return longest;
}

/* The number `i` in 24 bits from bit `shift` of the id on, of which the rest is
 * zero or a v4 id. */
static guidon_id counted(size_t i, size_t shift, unsigned char rest)
{
    guidon_id id;

    memset(id.bytes, rest, sizeof id.bytes);
    for (size_t byte = 0; byte < 3; byte++) {
        id.bytes[shift + byte] = (unsigned char)(i >> 8 * byte);
    }
    return id;
}

/* Ids that count up, at any place of the id, spread over the table under every
 * key: the longest row of a random function is below 150 here. */
static void test_counting_ids_spread(void **state)
{
    const size_t size = (size_t)1 << 21, n = 60000;
    uint64_t *memory = test_malloc(size);
    uint64_t random = 1;

    (void)state;
    for (size_t round = 0; round < 56; round++) {
        struct id_set_key key;
        struct id_set set;
        uint32_t at;

        for (size_t i = 0; i < 5; i++) {
            key.words[i] = next_random(&random);
        }
        id_set_begin(&set, &key, memory, size, 0);
        for (size_t i = 0; i < n; i++) {
            const guidon_id id = counted(i, round % 14, round < 28 ? 0 : 0x4a);

            id_set_add(&at, &set, &id, 1);
        }
        assert_int_equal(set.n, n);
        assert_in_range(longest_row(&set), 10, 400);
    }
    test_free(memory);
}

static void test_keys_differ(void **state)
{
    struct id_set_key a, b;

    (void)state;
    assert_true(id_set_draw_key(&a) && id_set_draw_key(&b));
    for (size_t i = 0; i < 5; i++) {
        assert_true(a.words[i] != b.words[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_plain_search),
        cmocka_unit_test(test_grows_until_memory_is_full),
        cmocka_unit_test(test_counting_ids_spread),
        cmocka_unit_test(test_keys_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
