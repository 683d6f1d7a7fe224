/* SPDX-License-Identifier: MIT */
/* test_duplicates.c - duplicates and their first positions, found by the set, by
 * the sorters, and at every moment of the change from one to the other. */
#include "core_test.h"
#include "sort/duplicates.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 6000 };

struct line {
    guidon_id id;
    uint64_t position;
    size_t first; /* the index of the first line of the same id */
};

/* `n` lines of about `different` different ids, as given by a fixed rule. */
static void make_lines(struct line lines[MOST], size_t n, uint32_t different,
                       uint64_t position, uint64_t step)
{
    static size_t firsts[MOST];

    memset(firsts, 0xff, sizeof firsts);
    for (size_t i = 0; i < n; i++) {
        const uint32_t value =
            ((uint32_t)i * 2654435761u >> 7) % different % MOST;

        lines[i].id = (guidon_id){{0}};
        memcpy(lines[i].id.bytes + 5, &value, sizeof value);
        lines[i].position = position + i * step;
        firsts[value] = firsts[value] == SIZE_MAX ? i : firsts[value];
        lines[i].first = firsts[value];
    }
}

/* Is every duplicate found, in order, in memory of this size? Returns whether the
 * set found them. */
static bool find(const struct line *lines, size_t n, size_t size)
{
    struct duplicates duplicates = {.memory = {.size = size}};
    uint64_t position, earlier;

    assert_true(duplicates_begin(&duplicates, NULL));
    for (size_t i = 0; i < n; i++) {
        assert_true(
            duplicates_add(&duplicates, &lines[i].id, 1, lines[i].position, 0));
    }
    assert_true(duplicates_finish(&duplicates));
    for (size_t i = 0; i < n; i++) {
        if (lines[i].first != i) {
            assert_true(duplicates_next(&position, &earlier, &duplicates));
            assert_int_equal(position, lines[i].position);
            assert_int_equal(earlier, lines[lines[i].first].position);
        }
    }
    assert_false(duplicates_next(&position, &earlier, &duplicates));
    assert_false(duplicates_failed(&duplicates));
    const bool in_set = duplicates.in_set;
    duplicates_end(&duplicates);
    return in_set;
}

static struct line lines[MOST];

/* All kinds of mixtures, and all sizes of memory in small steps. */
static void test_every_size_of_memory(void **state)
{
    static const uint32_t different[] = {1, 2, 900, 3000, MOST};

    (void)state;
    for (size_t d = 0; d < sizeof different / sizeof *different; d++) {
        size_t in_set = 0, sorted = 0;

        make_lines(lines, 2000, different[d], 3, 2);
        for (size_t size = 32 << 10; size < 64 << 10; size += 248) {
            const bool is = find(lines, 2000, size);

            in_set += is;
            sorted += !is;
        }
        assert_true(in_set > 0);
        assert_true(sorted > 0 || different[d] <= 900);
    }
}

/* All numbers of lines around the number that fits into the least memory. */
static void test_every_number_of_lines(void **state)
{
    (void)state;
    make_lines(lines, MOST, MOST, 1, 1);
    for (size_t n = 0; n < MOST; n += n < 1100 || n > 1500 ? 97 : 1) {
        (void)find(lines, n, 32 << 10);
    }
}

/* Positions that the set cannot hold. */
static void test_high_positions(void **state)
{
    (void)state;
    for (uint64_t below = 0; below < 200; below++) {
        make_lines(lines, 200, 50, ((uint64_t)1 << 32) - below, 1);
        assert_true(find(lines, 200, 1 << 20) == (below >= 200));
    }
    make_lines(lines, 200, 50, ((uint64_t)1 << 32) - 200, 1);
    assert_true(find(lines, 200, 1 << 20));
    make_lines(lines, 200, 50, (uint64_t)1 << 60, 1000);
    assert_false(find(lines, 200, 1 << 20));
}

/* Ids that come together have positions in steps. */
static void test_many_at_once(void **state)
{
    struct duplicates duplicates = {.memory = {.size = 1 << 20}};
    guidon_id ids[200] = {{{0}}};
    uint64_t position, earlier;

    (void)state;
    assert_true(duplicates_begin(&duplicates, NULL));
    assert_true(duplicates_add(&duplicates, ids, 200, 10, 3));
    assert_true(duplicates_finish(&duplicates));
    for (size_t i = 1; i < 200; i++) {
        assert_true(duplicates_next(&position, &earlier, &duplicates));
        assert_int_equal(position, 10 + 3 * i);
        assert_int_equal(earlier, 10);
    }
    assert_false(duplicates_next(&position, &earlier, &duplicates));
    duplicates_end(&duplicates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size_of_memory),
        cmocka_unit_test(test_every_number_of_lines),
        cmocka_unit_test(test_high_positions),
        cmocka_unit_test(test_many_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
