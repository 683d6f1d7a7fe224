/* SPDX-License-Identifier: MIT */
/* test_duplicate_counts_steps.c - how many ids the searches in a table of duplicates
 * compare, which no count shows. */

/* The static library has these functions too. */
#define guidon_duplicates_size       counted_duplicates_size
#define guidon_duplicates_init       counted_duplicates_init
#define guidon_duplicates_slots      counted_duplicates_slots
#define guidon_duplicates_room       counted_duplicates_room
#define guidon_duplicates_add        counted_duplicates_add
#define guidon_duplicates_add_many   counted_duplicates_add_many
#define guidon_duplicates_merge      counted_duplicates_merge
#define guidon_duplicates_count      counted_duplicates_count
#define guidon_duplicates_check      counted_duplicates_check
#define guidon_duplicates_explain    counted_duplicates_explain
#define guidon_duplicates_held       counted_duplicates_held
#define guidon_duplicates_read       counted_duplicates_read
#define guidon_duplicates_set_secret counted_duplicates_set_secret
#define guidon_duplicates_slots_for  counted_duplicates_slots_for
#define guidon_equal                 counted_equal
#include "core/duplicate_counts.c"

#include "core_test.h"

#include <stdlib.h>
#include <string.h>

static uint64_t compared;

bool counted_equal(const guidon_id *a, const guidon_id *b)
{
    compared++;
    return memcmp(a, b, sizeof *a) == 0;
}

static guidon_duplicates *begun(size_t slots)
{
    void *memory = malloc(guidon_duplicates_size(slots));
    guidon_duplicates *duplicates;

    assert_non_null(memory);
    assert_int_equal(guidon_duplicates_init(&duplicates, memory, slots),
                     GUIDON_OK);
    return duplicates;
}

static void add_drawn(guidon_duplicates *duplicates, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        guidon_id id = draw_id(seed);

        guidon_duplicates_add(duplicates, &id);
    }
}

/* Of tables that are `percent` full, each search of a merge compares few ids. */
static void check_merge(size_t slots, size_t more, size_t percent)
{
    guidon_duplicates *duplicates = begun(slots);
    guidon_duplicates *other = begun(slots * more);
    uint64_t seed = slots + percent;
    uint64_t held;

    add_drawn(duplicates, slots * percent / 100, &seed);
    add_drawn(other, slots * more * percent / 100, &seed);
    held = duplicates->used + other->used;
    compared = 0;
    guidon_duplicates_merge(duplicates, other);
    assert_in_range(compared, held / 8, held * 8);
    free(duplicates);
    free(other);
}

static void test_a_merge_compares_few_ids(void **state)
{
    (void)state;
    for (size_t slots = 1024; slots <= 16384; slots *= 4) {
        for (size_t percent = 40; percent <= 75; percent += 5) {
            check_merge(slots, 1, percent);
            check_merge(slots, 4, percent);
            check_merge(slots, 16, percent);
        }
    }
}

/* Fill three quarters of a table with ids whose searches all begin at one slot
 * if the table has no secret. Returns how many ids the searches compared. */
static uint64_t compared_of_alike(size_t slots, const uint64_t *secret)
{
    guidon_duplicates *duplicates = begun(slots);
    uint64_t seed = 15;

    if (secret) {
        guidon_duplicates_set_secret(duplicates, secret);
    }
    compared = 0;
    while (guidon_duplicates_room(duplicates) > 0) {
        const guidon_id id = draw_id(&seed);

        if (guidon_hash(&id) % slots == 1) {
            guidon_duplicates_add(duplicates, &id);
        }
    }
    free(duplicates);
    return compared;
}

/* Nobody can choose ids that make a table with a secret slow. */
static void test_ids_alike_compare_few_ids_under_a_secret(void **state)
{
    enum { ALIKE = 1024, IDS = ALIKE / 4 * 3 };
    static const uint64_t secret[5] = {
        UINT64_C(0x243f6a8885a308d3), UINT64_C(0x13198a2e03707344),
        UINT64_C(0xa4093822299f31d0), UINT64_C(0x082efa98ec4e6c89),
        UINT64_C(0x452821e638d01377)}; /* the digits of pi */

    (void)state;
    assert_int_equal(compared_of_alike(ALIKE, NULL), IDS * (IDS - 1) / 2);
    assert_in_range(compared_of_alike(ALIKE, secret), IDS / 8, IDS * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_merge_compares_few_ids),
        cmocka_unit_test(test_ids_alike_compare_few_ids_under_a_secret),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
