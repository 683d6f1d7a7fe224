/* SPDX-License-Identifier: MIT */
/* test_repeats_steps.c - how many ids the searches in a table of repeats
 * compare, which no count shows. */

/* The static library has these functions too. */
#define guidon_repeats_size       counted_repeats_size
#define guidon_repeats_init       counted_repeats_init
#define guidon_repeats_slots      counted_repeats_slots
#define guidon_repeats_room       counted_repeats_room
#define guidon_repeats_add        counted_repeats_add
#define guidon_repeats_add_many   counted_repeats_add_many
#define guidon_repeats_merge      counted_repeats_merge
#define guidon_repeats_count      counted_repeats_count
#define guidon_repeats_check      counted_repeats_check
#define guidon_repeats_explain    counted_repeats_explain
#define guidon_repeats_held       counted_repeats_held
#define guidon_repeats_read       counted_repeats_read
#define guidon_repeats_set_secret counted_repeats_set_secret
#define guidon_repeats_slots_for  counted_repeats_slots_for
#define guidon_equal              counted_equal
#include "core/repeats.c"

#include "core_test.h"

#include <stdlib.h>
#include <string.h>

static uint64_t compared;

bool counted_equal(const guidon_id *a, const guidon_id *b)
{
    compared++;
    return memcmp(a, b, sizeof *a) == 0;
}

static guidon_repeats *begun(size_t slots)
{
    void *memory = malloc(guidon_repeats_size(slots));

    assert_non_null(memory);
    return guidon_repeats_init(memory, slots);
}

static void add_drawn(guidon_repeats *repeats, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        guidon_id id = draw_id(seed);

        guidon_repeats_add(repeats, &id);
    }
}

/* Of tables that are `percent` full, each search of a merge compares few ids. */
static void check_merge(size_t slots, size_t more, size_t percent)
{
    guidon_repeats *repeats = begun(slots);
    guidon_repeats *other = begun(slots * more);
    uint64_t seed = slots + percent;
    uint64_t held;

    add_drawn(repeats, slots * percent / 100, &seed);
    add_drawn(other, slots * more * percent / 100, &seed);
    held = repeats->used + other->used;
    compared = 0;
    guidon_repeats_merge(repeats, other);
    assert_in_range(compared, held / 8, held * 8);
    free(repeats);
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
    guidon_repeats *repeats = begun(slots);
    uint64_t seed = 15;

    if (secret) {
        guidon_repeats_set_secret(repeats, secret);
    }
    compared = 0;
    while (guidon_repeats_room(repeats) > 0) {
        const guidon_id id = draw_id(&seed);

        if (guidon_hash(&id) % slots == 1) {
            guidon_repeats_add(repeats, &id);
        }
    }
    free(repeats);
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
