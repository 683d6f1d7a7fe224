/* SPDX-License-Identifier: MIT */
/* test_repeats.c - repeated ids in bounded memory: by vectors, against a slow
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
    uint64_t repeats, one_in;
};

static guidon_repeats *begun(size_t slots)
{
    const size_t size = guidon_repeats_size(slots);
    void *memory = malloc(size);

    assert_non_null(memory);
    memset(memory, 0xa5, size); /* a state does not need zeroed memory */
    return guidon_repeats_init(memory, slots);
}

static struct counted counts_of(const guidon_repeats *repeats)
{
    struct counted counted;

    counted.repeats = guidon_repeats_count(&counted.one_in, repeats);
    return counted;
}

static void check(struct counted got, struct counted want)
{
    assert_int_equal(got.one_in, want.one_in);
    assert_int_equal(got.repeats, want.repeats);
}

/* ------------------------------------------------------------------ vectors */

static void check_row(json_t *row)
{
    guidon_repeats *repeats = begun((size_t)row_u64(row, "slots"));
    size_t i;
    json_t *pair;

    json_array_foreach(json_object_get(row, "runs"), i, pair)
    {
        json_int_t times = json_integer_value(json_array_get(pair, 1));
        json_t *one = json_pack("{sssO}", "why", "the id of a run", "id",
                                json_array_get(pair, 0));
        guidon_id id = row_id(one, "id");

        while (times-- > 0) {
            guidon_repeats_add(repeats, &id);
        }
        json_decref(one);
    }
    check(counts_of(repeats),
          (struct counted){row_u64(row, "repeats"), row_u64(row, "one_in")});
    free(repeats);
}

static void test_vectors(void **state)
{
    (void)state;
    vectors_each("audit.json", "repeats", check_row);
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
                counted.repeats += again;
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
    guidon_repeats *whole = begun(slots);
    guidon_repeats *up = begun(slots);
    guidon_repeats *states[8];
    size_t from = 0;

    guidon_repeats_add_many(whole, run.ids, run.n);
    check(counts_of(whole), model(slots));
    for (size_t i = 0; i < parts; i++) {
        size_t n =
            i + 1 == parts ? run.n - from : draw(seed) % (run.n - from + 1);

        states[i] = begun(slots);
        guidon_repeats_add_many(states[i], run.ids + from, n);
        guidon_repeats_merge(up, states[i]);
        from += n;
    }
    for (size_t i = parts - 1; i > 0; i--) {
        guidon_repeats_merge(states[i - 1], states[i]);
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
        guidon_repeats *repeats = begun(8);

        draw_run(MOST, 1 + draw(&seed) % MOST, &seed);
        for (size_t i = 0; i < run.n; i++) {
            if (guidon_repeats_room(repeats) == 0 &&
                guidon_repeats_slots(repeats) < 1024) {
                guidon_repeats *more = begun(guidon_repeats_slots(repeats) * 2);

                guidon_repeats_merge(more, repeats);
                free(repeats);
                repeats = more;
            }
            guidon_repeats_add(repeats, &run.ids[i]);
        }
        check(counts_of(repeats), model(guidon_repeats_slots(repeats) < 1024
                                            ? (size_t)GUIDON_REPEATS_SLOTS_MAX
                                            : 1024));
        free(repeats);
    }
}

/* Few slots take all ids of more slots, at a higher level. */
static void test_states_of_two_sizes_merge(void **state)
{
    guidon_repeats *few = begun(16);
    guidon_repeats *many = begun(64);
    uint64_t seed = 3;

    (void)state;
    draw_run(3000, 1000, &seed);
    guidon_repeats_add_many(many, run.ids, 2000);
    guidon_repeats_add_many(few, run.ids + 2000, 1000);
    guidon_repeats_merge(few, many);
    check(counts_of(few), model(16));
    free(many);

    many = begun(1024); /* gets back no id that the few slots left out */
    guidon_repeats_merge(many, few);
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
    guidon_repeats *repeats = begun(8);
    guidon_repeats *fresh = begun(8);

    (void)state;
    for (uint64_t i = 0; i < 6; i++) {
        guidon_id id = of_hash_0(i);

        guidon_repeats_add_many(repeats, (guidon_id[]){id, id}, 2);
    }
    check(counts_of(repeats), (struct counted){6, 1});
    for (uint64_t i = 6; i < 100; i++) {
        guidon_id id = of_hash_0(i);

        guidon_repeats_add_many(repeats, (guidon_id[]){id, id}, 2);
        check(counts_of(repeats), (struct counted){0, 0});
    }
    guidon_repeats_merge(fresh, repeats);
    check(counts_of(fresh), (struct counted){0, 0});
    free(fresh);
    free(repeats);
}

/* ------------------------------------------------------------------- memory */

static void test_sizes(void **state)
{
    static const size_t wrong[] = {0, 1, 4, 7, 9, 12, 8191, 33554432, SIZE_MAX};
    uint64_t memory[64];
    uint64_t before[64];

    (void)state;
    memset(memory, 0x5a, sizeof memory);
    memcpy(before, memory, sizeof memory);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(guidon_repeats_size(wrong[i]), 0);
        assert_null(guidon_repeats_init(memory, wrong[i]));
        assert_memory_equal(memory, before, sizeof memory);
    }
    for (size_t slots = GUIDON_REPEATS_SLOTS_MIN;
         slots <= GUIDON_REPEATS_SLOTS_MAX; slots *= 2) {
        assert_in_range(guidon_repeats_size(slots), slots * 24,
                        slots * 24 + 64);
    }
}

/* A copy of the bytes at another place is a state, and nothing beyond the size
 * is touched. */
static void test_a_state_is_its_bytes(void **state)
{
    enum { SLOTS = 32 };
    const size_t size = guidon_repeats_size(SLOTS);
    unsigned char *bytes = malloc(size + 8);
    guidon_repeats *repeats, *copy;
    uint64_t seed = 4;

    (void)state;
    assert_non_null(bytes);
    memset(bytes + size, 0x5a, 8);
    repeats = guidon_repeats_init(bytes, SLOTS);
    assert_ptr_equal(repeats, bytes);
    assert_int_equal(guidon_repeats_room(repeats), 24);
    draw_run(300, 100, &seed);
    guidon_repeats_add_many(repeats, run.ids, 200);
    copy = begun(SLOTS);
    memcpy(copy, bytes, size);
    guidon_repeats_add_many(copy, run.ids + 200, 100);
    check(counts_of(copy), model(SLOTS));
    guidon_repeats_add_many(repeats, NULL, 0);
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
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_a_state_is_its_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
