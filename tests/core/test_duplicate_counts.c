/* SPDX-License-Identifier: MIT */
/* test_duplicate_counts.c - repeated ids in bounded memory: by vectors, against a slow
 * model, in parts, and with ids whose hashes are alike. */
#include "core_test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

static struct {
    guidon_id ids[MOST];
    size_t n;
} run;

struct counted {
    uint64_t duplicates, one_in;
};

static guidon_duplicates *begun(size_t slots)
{
    const size_t size = guidon_duplicates_size(slots);
    void *memory = malloc(size);
    guidon_duplicates *duplicates;

    assert_non_null(memory);
    memset(memory, 0xa5, size); /* a state does not need zeroed memory */
    assert_int_equal(guidon_duplicates_init(&duplicates, memory, slots),
                     GUIDON_OK);
    return duplicates;
}

static struct counted counts_of(const guidon_duplicates *duplicates)
{
    struct counted counted;

    counted.duplicates = guidon_duplicates_count(&counted.one_in, duplicates);
    return counted;
}

static void check(struct counted got, struct counted want)
{
    assert_int_equal(got.one_in, want.one_in);
    assert_int_equal(got.duplicates, want.duplicates);
}

/* ------------------------------------------------------------------ vectors */

/* The sentence of the counts. A byte less of room is too little. */
static void assert_explanation(const guidon_duplicates_counts *counts,
                               const char *want)
{
    const size_t due = strlen(want);
    char text[GUIDON_DUPLICATES_EXPLAIN_MAX];
    size_t len = 0;

    memset(text, '#', sizeof text);
    assert_int_equal(guidon_duplicates_explain(text, due - 1, &len, counts),
                     GUIDON_E_SPACE);
    assert_int_equal(text[0], '#');
    assert_int_equal(len, due);
    assert_int_equal(guidon_duplicates_explain(text, due, &len, counts),
                     GUIDON_OK);
    assert_int_equal(len, due);
    assert_memory_equal(text, want, due);
    assert_int_equal(text[due], '#');
}

static void check_read(json_t *row, const guidon_duplicates *duplicates)
{
    guidon_duplicates_counts counts;

    guidon_duplicates_read(&counts, duplicates);
    assert_int_equal(counts.ids, row_u64(row, "ids"));
    assert_int_equal(counts.one_in, row_u64(row, "one_in"));
    assert_int_equal(counts.seen, row_u64(row, "seen"));
    assert_int_equal(counts.at_most, row_u64(row, "at_most"));
    assert_explanation(&counts,
                       json_string_value(json_object_get(row, "explanation")));
}

static void check_row(json_t *row)
{
    guidon_duplicates *duplicates = begun((size_t)row_u64(row, "slots"));
    size_t i;
    json_t *pair;

    json_array_foreach(json_object_get(row, "runs"), i, pair)
    {
        json_int_t times = json_integer_value(json_array_get(pair, 1));
        json_t *one = json_pack("{sssO}", "why", "the id of a run", "id",
                                json_array_get(pair, 0));
        guidon_id id = row_id(one, "id");

        while (times-- > 0) {
            guidon_duplicates_add(duplicates, &id);
        }
        json_decref(one);
    }
    check(counts_of(duplicates),
          (struct counted){row_u64(row, "seen"), row_u64(row, "one_in")});
    check_read(row, duplicates);
    free(duplicates);
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("audit.json", "duplicates", check_row);
}

/* ---------------------------------------------------------------- the model */

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(guidon_id));
}

/* The first level at which the different ids fit, tried from 0 on. */
static struct counted model(size_t slots)
{
    static guidon_id sorted[MOST];

    memcpy(sorted, run.ids, sizeof sorted);
    qsort(sorted, run.n, sizeof *sorted, by_bytes);
    for (unsigned level = 0; level < 64; level++) {
        struct counted counted = {0, UINT64_C(1) << level};
        size_t different = 0;

        for (size_t i = 0; i < run.n; i++) {
            bool again = i > 0 && by_bytes(&sorted[i], &sorted[i - 1]) == 0;

            if (guidon_hash(&sorted[i]) < UINT64_MAX >> level ||
                guidon_hash(&sorted[i]) == UINT64_MAX >> level) {
                different += !again;
                counted.duplicates += again;
            }
        }
        if (different <= slots - slots / 4) {
            return counted;
        }
    }
    return (struct counted){0, 0};
}

static void draw_run(size_t n, size_t different, uint64_t *seed)
{
    uint64_t pool = draw(seed);

    run.n = n;
    for (size_t i = 0; i < n; i++) {
        run.ids[i] = draw_id(&(uint64_t){pool + draw(seed) % different * 64});
    }
}

/* In one part, and in parts that merge from the first to the last and back. */
static void check_parts(size_t slots, size_t parts, uint64_t *seed)
{
    guidon_duplicates *whole = begun(slots);
    guidon_duplicates *up = begun(slots);
    guidon_duplicates *states[8];
    size_t from = 0;

    guidon_duplicates_add_many(whole, run.ids, run.n);
    check(counts_of(whole), model(slots));
    for (size_t i = 0; i < parts; i++) {
        size_t n =
            i + 1 == parts ? run.n - from : draw(seed) % (run.n - from + 1);

        states[i] = begun(slots);
        guidon_duplicates_add_many(states[i], run.ids + from, n);
        guidon_duplicates_merge(up, states[i]);
        from += n;
    }
    for (size_t i = parts - 1; i > 0; i--) {
        guidon_duplicates_merge(states[i - 1], states[i]);
        free(states[i]);
    }
    check(counts_of(up), counts_of(whole));
    check(counts_of(states[0]), counts_of(whole));
    free(states[0]);
    free(whole);
    free(up);
}

static void test_random_ids_in_parts_count_as_by_the_model(void **state)
{
    static const size_t slots[] = {8, 16, 64, 512};
    uint64_t seed = 1;

    (void)state;
    for (int round = 0; round < 200; round++) {
        size_t n = draw(&seed) % (MOST + 1);

        draw_run(n, 1 + draw(&seed) % (1 + n * 2), &seed);
        check_parts(slots[round % 4], 1 + draw(&seed) % 8, &seed);
    }
}

/* A state that grows by merging counts as one that had all slots at once. */
static void test_a_state_grows_by_merging(void **state)
{
    uint64_t seed = 2;

    (void)state;
    for (int round = 0; round < 50; round++) {
        guidon_duplicates *duplicates = begun(8);

        draw_run(MOST, 1 + draw(&seed) % MOST, &seed);
        for (size_t i = 0; i < run.n; i++) {
            if (guidon_duplicates_room(duplicates) == 0 &&
                guidon_duplicates_slots(duplicates) < 1024) {
                guidon_duplicates *more =
                    begun(guidon_duplicates_slots(duplicates) * 2);

                guidon_duplicates_merge(more, duplicates);
                free(duplicates);
                duplicates = more;
            }
            guidon_duplicates_add(duplicates, &run.ids[i]);
        }
        check(counts_of(duplicates),
              model(guidon_duplicates_slots(duplicates) < 1024
                        ? (size_t)GUIDON_DUPLICATES_SLOTS_MAX
                        : 1024));
        free(duplicates);
    }
}

/* Few slots take all ids of more slots, at a higher level. */
static void test_states_of_two_sizes_merge(void **state)
{
    guidon_duplicates *few = begun(16);
    guidon_duplicates *many = begun(64);
    uint64_t seed = 3;

    (void)state;
    draw_run(3000, 1000, &seed);
    guidon_duplicates_add_many(many, run.ids, 2000);
    guidon_duplicates_add_many(few, run.ids + 2000, 1000);
    guidon_duplicates_merge(few, many);
    check(counts_of(few), model(16));
    free(many);

    many = begun(1024); /* gets back no id that the few slots left out */
    guidon_duplicates_merge(many, few);
    check(counts_of(many), model(16));
    free(few);
    free(many);
}

/* --------------------------------------------------------- hashes are alike */

/* The ids of hash 0: the second half cancels the mixed first half. Both rounds
 * of the hash map 0 to 0 and are bijections, so the second half is found from
 * the hash of an id with the second half 0, by undoing one round. */
static uint64_t unmixed(uint64_t x)
{
    x = (x ^ x >> 31 ^ x >> 62) * UINT64_C(0x319642b2d24d8ec3);
    x = (x ^ x >> 27 ^ x >> 54) * UINT64_C(0x96de1b173f119089);
    return x ^ x >> 30 ^ x >> 60;
}

static guidon_id of_hash_0(uint64_t first)
{
    guidon_id id = guidon_from_words(first, 0);

    id = guidon_from_words(first, 0 - unmixed(guidon_hash(&id)));
    assert_int_equal(guidon_hash(&id), 0);
    return id;
}

static void test_ids_of_one_hash_do_not_fill_the_memory(void **state)
{
    guidon_duplicates *duplicates = begun(8);
    guidon_duplicates *fresh = begun(8);

    (void)state;
    for (uint64_t i = 0; i < 6; i++) {
        guidon_id id = of_hash_0(i);

        guidon_duplicates_add_many(duplicates, (guidon_id[]){id, id}, 2);
    }
    check(counts_of(duplicates), (struct counted){6, 1});
    for (uint64_t i = 6; i < 100; i++) {
        guidon_id id = of_hash_0(i);

        guidon_duplicates_add_many(duplicates, (guidon_id[]){id, id}, 2);
        check(counts_of(duplicates), (struct counted){0, 0});
    }
    guidon_duplicates_merge(fresh, duplicates);
    check(counts_of(fresh), (struct counted){0, 0});
    free(fresh);
    free(duplicates);
}

/* ---------------------------------------------------------------- duplicates */

static void test_nothing_was_counted(void **state)
{
    guidon_duplicates_counts counts;

    (void)state;
    guidon_duplicates_read(&counts, NULL);
    assert_int_equal(counts.ids, 0);
    assert_int_equal(counts.one_in, 1);
    assert_int_equal(counts.seen, 0);
    assert_int_equal(counts.at_most, 0);
    assert_explanation(NULL, "Duplicates were not counted.");
}

/* No counts make a longer sentence. */
static void test_the_longest_explanation_fits(void **state)
{
    guidon_duplicates_counts counts = {.ids = UINT64_MAX,
                                       .one_in = UINT64_MAX,
                                       .seen = UINT64_MAX,
                                       .at_most = UINT64_MAX};
    char explanation[GUIDON_DUPLICATES_EXPLAIN_MAX];
    size_t len = 0;

    (void)state;
    assert_int_equal(guidon_duplicates_explain(explanation, sizeof explanation,
                                               &len, &counts),
                     GUIDON_OK);
    assert_in_range(len, 100, sizeof explanation);
}

/* Is the number of duplicates among `different` ids, of which the first occurs
 * `copies` times more, from `seen` to `at_most`, and equal if it is exact? */
static bool bound_holds(size_t slots, size_t few, size_t different,
                        uint64_t copies, uint64_t *seed)
{
    guidon_duplicates *duplicates = begun(slots), *other = begun(few);
    const guidon_id first = draw_id(seed);
    guidon_duplicates_counts counts;

    guidon_duplicates_add(duplicates, &first);
    for (uint64_t i = 0; i < copies; i++) {
        guidon_duplicates_add(duplicates, &first);
    }
    for (size_t i = 1; i < different; i++) {
        const guidon_id id = draw_id(seed);

        guidon_duplicates_add(i % 2 ? duplicates : other, &id);
    }
    guidon_duplicates_merge(duplicates, other);
    guidon_duplicates_read(&counts, duplicates);
    free(duplicates);
    free(other);
    assert_int_equal(counts.ids, different + copies);
    assert_in_range(counts.at_most, counts.seen, counts.ids - 1);
    assert_true(counts.seen <= copies);
    assert_true(counts.one_in != 1 || counts.seen == copies);
    return counts.at_most >= copies;
}

/* The bound fails for less than one run in 20, at the sizes where one level
 * gives way to the next too, and after a merge of a state with fewer slots. */
static void test_the_bound_holds(void **state)
{
    enum { RUNS = 120 };
    static const size_t slots[] = {8, 32, 256};
    uint64_t seed = 11;

    (void)state;
    for (size_t s = 0; s < 3; s++) {
        for (size_t few = slots[s] / 4 < 8 ? 8 : slots[s] / 4; few <= slots[s];
             few *= 2) {
            for (size_t different = slots[s] * 3 / 4; different < 8 * slots[s];
                 different += different / 4) {
                unsigned failed = 0;

                for (int i = 0; i < RUNS; i++) {
                    failed += !bound_holds(slots[s], few, different,
                                           (uint64_t)(i % 4) * 7, &seed);
                }
                assert_in_range(failed, 0, RUNS / 20);
            }
        }
    }
}

/* ------------------------------------------------------------------- secrets */

/* The secret chooses places, and nothing else. */
static void test_counts_do_not_depend_on_the_secret(void **state)
{
    uint64_t seed = 12;

    (void)state;
    for (int round = 0; round < 50; round++) {
        guidon_duplicates *duplicates = begun(64), *other = begun(64);
        uint64_t secret[5];

        for (int i = 0; i < 5; i++) {
            secret[i] = draw(&seed);
        }
        guidon_duplicates_set_secret(duplicates, secret);
        draw_run(MOST, 1 + draw(&seed) % (2 * MOST), &seed);
        guidon_duplicates_add_many(duplicates, run.ids, run.n / 2);
        guidon_duplicates_add_many(other, run.ids + run.n / 2,
                                   run.n - run.n / 2);
        guidon_duplicates_merge(duplicates, other);
        check(counts_of(duplicates), model(64));
        free(duplicates);
        free(other);
    }
}

/* ------------------------------------------------------- states from outside */

/* The members of a state in their order. */
enum { LEVEL, USED, SLOT_COUNT, IDS, SECRET, FIRST_SLOT = SECRET + 5 };

/* Let a new state take the counts of bytes that were accepted. */
static void take(const uint64_t *bytes, size_t slots)
{
    guidon_duplicates *duplicates = begun(slots);
    guidon_duplicates_counts counts;

    guidon_duplicates_merge(duplicates,
                            (const guidon_duplicates *)(const void *)bytes);
    guidon_duplicates_read(&counts, duplicates);
    assert_int_equal(counts.ids, bytes[IDS]);
    assert_true(counts.seen <= counts.at_most);
    assert_true(counts.at_most <= counts.ids);
    free(duplicates);
}

static void refuses(const uint64_t *state, size_t size, size_t word,
                    uint64_t value)
{
    uint64_t *wrong = malloc(size);

    assert_non_null(wrong);
    memcpy(wrong, state, size);
    assert_int_not_equal(wrong[word], value);
    wrong[word] = value;
    assert_int_equal(guidon_duplicates_check(wrong, size), 0);
    free(wrong);
}

static void check_damage(const guidon_duplicates *duplicates, uint64_t *seed)
{
    const size_t slots = guidon_duplicates_slots(duplicates);
    const size_t size = guidon_duplicates_size(slots);
    const uint64_t *words = (const uint64_t *)(const void *)duplicates;
    unsigned char *odd = malloc(size + 1);
    uint64_t *copy = malloc(size);
    size_t at = FIRST_SLOT;

    assert_true(odd && copy);
    memcpy(odd + 1, duplicates, size);
    assert_int_equal(guidon_duplicates_check(odd + 1, size), slots);
    assert_int_equal(guidon_duplicates_check(odd + 1, size - 1), 0);
    assert_int_equal(guidon_duplicates_check(odd, 3), 0);
    while (words[at + 2] == 0) {
        at += 3;
    }
    refuses(words, size, LEVEL, 65);
    refuses(words, size, LEVEL, UINT64_C(1) << 62);
    refuses(words, size, LEVEL, words[LEVEL] == 0);
    refuses(words, size, USED, words[USED] + 1);
    refuses(words, size, USED, UINT64_MAX);
    refuses(words, size, SLOT_COUNT, slots * 2);
    refuses(words, size, SLOT_COUNT, 0);
    refuses(words, size, SLOT_COUNT, UINT64_C(1) << 63);
    refuses(words, size, IDS, 0);
    refuses(words, size, at + 2, 0);
    refuses(words, size, at + 2, UINT64_MAX);
    for (int i = 0; i < 200; i++) {
        memcpy(copy, words, size);
        for (uint64_t n = draw(seed) % 3; n < 3; n++) {
            copy[draw(seed) % (size / 8)] = draw(seed) >> draw(seed) % 64;
        }
        if (guidon_duplicates_check(copy, size) > 0) {
            take(copy, slots);
        }
    }
    free(odd);
    free(copy);
}

static void test_damaged_bytes_are_no_state(void **state)
{
    static const size_t different[] = {1, 20, 48, 49, 3000};
    uint64_t seed = 13;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        guidon_duplicates *duplicates = begun(64);

        draw_run(MOST, different[i], &seed);
        guidon_duplicates_add_many(duplicates, run.ids, run.n);
        check_damage(duplicates, &seed);
        free(duplicates);
    }
}

/* The last level holds no id, and a state has no level above. No state from outside
 * has so many ids that counting on would overflow. */
static void test_there_is_a_last_level_and_a_largest_number(void **state)
{
    guidon_duplicates *duplicates = begun(8);
    uint64_t *words = (uint64_t *)(void *)duplicates;
    const size_t size = guidon_duplicates_size(8);

    (void)state;
    words[IDS] = 5;
    words[LEVEL] = 64;
    assert_int_equal(guidon_duplicates_check(duplicates, size), 8);
    take(words, 8);
    words[LEVEL] = 65;
    assert_int_equal(guidon_duplicates_check(duplicates, size), 0);
    words[LEVEL] = UINT64_C(1) << 62;
    assert_int_equal(guidon_duplicates_check(duplicates, size), 0);
    words[LEVEL] = 64;
    words[IDS] = (UINT64_C(1) << 59) - 1;
    assert_int_equal(guidon_duplicates_check(duplicates, size), 8);
    words[IDS]++;
    assert_int_equal(guidon_duplicates_check(duplicates, size), 0);
    free(duplicates);
}

/* An id that stands twice, at whatever places, is taken as one. */
static void test_places_are_not_believed(void **state)
{
    guidon_duplicates *duplicates = begun(8), *fresh = begun(8);
    uint64_t *words = (uint64_t *)(void *)duplicates;
    guidon_duplicates_counts counts;

    (void)state;
    words[USED] = 6;
    words[IDS] = 12;
    for (size_t slot = 1; slot < 7; slot++) {
        words[FIRST_SLOT + 3 * slot] = 7;
        words[FIRST_SLOT + 3 * slot + 2] = 2;
    }
    assert_int_equal(
        guidon_duplicates_check(duplicates, guidon_duplicates_size(8)), 8);
    guidon_duplicates_merge(fresh, duplicates);
    guidon_duplicates_read(&counts, fresh);
    assert_int_equal(counts.ids, 12);
    assert_int_equal(counts.seen, 11);
    assert_int_equal(guidon_duplicates_held(fresh), 1);
    free(duplicates);
    free(fresh);
}

/* ------------------------------------------------------------------- memory */

static void test_slots_for_more_ids(void **state)
{
    guidon_duplicates *duplicates = begun(256);
    uint64_t seed = 14;

    (void)state;
    assert_int_equal(guidon_duplicates_slots_for(NULL, 1, 1000000), 64);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 48, 1000000), 64);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 49, 1000000), 128);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 2000000, 1000000),
                     2097152);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 1, 6), 8);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 1, 7), 16);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 1, 0), 8);
    assert_int_equal(guidon_duplicates_held(NULL), 0);
    draw_run(MOST, MOST, &seed);
    for (size_t i = 0; guidon_duplicates_room(duplicates) > 2; i++) {
        guidon_duplicates_add(duplicates, &run.ids[i]);
    }
    assert_int_equal(guidon_duplicates_held(duplicates), 190);
    assert_int_equal(guidon_duplicates_slots_for(duplicates, 2, 1000), 256);
    assert_int_equal(guidon_duplicates_slots_for(duplicates, 3, 1000), 512);
    assert_int_equal(guidon_duplicates_slots_for(duplicates, 9999, 1000), 2048);
    assert_int_equal(guidon_duplicates_slots_for(duplicates, 9999, 6), 256);
    free(duplicates);
}

static void test_sizes(void **state)
{
    static const size_t wrong[] = {
        0, 1, 4, 7, 9, 12, 8191, UINT32_MAX / 2 + 1, SIZE_MAX};
    uint64_t memory[64];
    uint64_t before[64];

    (void)state;
    memset(memory, 0x5a, sizeof memory);
    memcpy(before, memory, sizeof memory);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(guidon_duplicates_size(wrong[i]), 0);
        guidon_duplicates *duplicates = (guidon_duplicates *)(void *)memory;

        assert_int_equal(guidon_duplicates_init(&duplicates, memory, wrong[i]),
                         GUIDON_E_ARGUMENT);
        assert_null(duplicates);
        assert_memory_equal(memory, before, sizeof memory);
    }
    for (size_t slots = GUIDON_DUPLICATES_SLOTS_MIN;
         slots <= GUIDON_DUPLICATES_SLOTS_MAX; slots *= 2) {
        /* Where addresses have 32 bits, the memory has half of them at most. */
        if (slots < SIZE_MAX / 2 / 24) {
            assert_in_range(guidon_duplicates_size(slots), slots * 24,
                            slots * 24 + 128);
        } else {
            assert_int_equal(guidon_duplicates_size(slots), 0);
        }
    }
}

/* A copy of the bytes at another place is a state, and nothing beyond the size
 * is touched. */
static void test_a_state_is_its_bytes(void **state)
{
    enum { SLOTS = 32 };
    const size_t size = guidon_duplicates_size(SLOTS);
    unsigned char *bytes = malloc(size + 8);
    guidon_duplicates *duplicates, *copy;
    uint64_t seed = 4;

    (void)state;
    assert_non_null(bytes);
    memset(bytes + size, 0x5a, 8);
    assert_int_equal(guidon_duplicates_init(&duplicates, bytes, SLOTS),
                     GUIDON_OK);
    assert_ptr_equal(duplicates, bytes);
    assert_int_equal(guidon_duplicates_room(duplicates), 24);
    draw_run(300, 100, &seed);
    guidon_duplicates_add_many(duplicates, run.ids, 200);
    copy = begun(SLOTS);
    memcpy(copy, bytes, size);
    guidon_duplicates_add_many(copy, run.ids + 200, 100);
    check(counts_of(copy), model(SLOTS));
    guidon_duplicates_add_many(duplicates, NULL, 0);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(bytes[size + (size_t)i], 0x5a);
    }
    free(copy);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_random_ids_in_parts_count_as_by_the_model),
        cmocka_unit_test(test_a_state_grows_by_merging),
        cmocka_unit_test(test_states_of_two_sizes_merge),
        cmocka_unit_test(test_ids_of_one_hash_do_not_fill_the_memory),
        cmocka_unit_test(test_nothing_was_counted),
        cmocka_unit_test(test_the_longest_explanation_fits),
        cmocka_unit_test(test_the_bound_holds),
        cmocka_unit_test(test_counts_do_not_depend_on_the_secret),
        cmocka_unit_test(test_damaged_bytes_are_no_state),
        cmocka_unit_test(test_there_is_a_last_level_and_a_largest_number),
        cmocka_unit_test(test_places_are_not_believed),
        cmocka_unit_test(test_slots_for_more_ids),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_a_state_is_its_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
