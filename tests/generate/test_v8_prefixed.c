/* SPDX-License-Identifier: MIT */
/* test_v8_prefixed.c - generators of version 8 with a prefix. The tests of all
 * kinds (test_generator.c, test_fork.c, test_host.c) check its order, forks and
 * scopes. */
#define _DEFAULT_SOURCE
#include "cpu/arch.h"
#include "cpu/cpu.h"
#include "generate/sort_keys.h"
#include "generate_test.h"

#include <unistd.h>

static guidon_options prefixed_options(struct script *script, uint32_t prefix,
                                       uint32_t bits)
{
    guidon_options options = script_options(script, GUIDON_V8_PREFIXED);

    options.prefix = prefix;
    options.prefix_bits = bits;
    return options;
}

static uint32_t prefix_of(const guidon_id *id, uint32_t bits)
{
    uint32_t prefix;
    guidon_time t;

    assert_int_equal(guidon_v8_prefix_of(&t, &prefix, id, bits), GUIDON_OK);
    return prefix;
}

/* The ids of version 7 that a generator with the same clock and the same random
 * bytes makes have the same sort keys and the same last bits. */
static void test_ids_are_those_of_version_7_with_a_prefix(void **state)
{
    static const struct {
        uint32_t prefix, bits;
    } rows[] = {{0, 0},          {1, 1},         {9, 4},
                {1023, 10},      {0xfffff, 20},  {0xffffff, 24},
                {0xfffffff, 28}, {0x5a5a5a5, 28}};
    enum { N = 300 };
    guidon_id *ids = new_ids(2 * N), *of_v7 = new_ids(2 * N);

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct script ours = script_at(T0, 123456), theirs = ours;
        const guidon_options of_ours =
            prefixed_options(&ours, rows[r].prefix, rows[r].bits);
        const guidon_options of_theirs = script_options(&theirs, GUIDON_V7);
        guidon_generator *a = script_generator(&of_ours);
        guidon_generator *b = script_generator(&of_theirs);

        for (size_t i = 0; i < N; i++) {
            ids[i] = next_of(a);
            of_v7[i] = next_of(b);
            script_move(&ours, 700);
            script_move(&theirs, 700);
        }
        assert_int_equal(guidon_next_many(ids + N, N, a), GUIDON_OK);
        assert_int_equal(guidon_next_many(of_v7 + N, N, b), GUIDON_OK);
        for (size_t i = 0; i < 2 * N; i++) {
            const unsigned rest = 57 - rows[r].bits;
            uint64_t hi, lo, hi_7, lo_7;
            uint32_t prefix;
            guidon_time t;

            guidon_to_words(&hi_7, &lo_7, &of_v7[i]);
            guidon_to_words(&hi, &lo, &ids[i]);
            /* 54 random bits of version 7; without a prefix, 57 */
            if (rest <= 54) {
                assert_int_equal(lo << (64 - rest), lo_7 << (64 - rest));
            }
            assert_int_equal(
                guidon_v8_prefix_of(&t, &prefix, &ids[i], rows[r].bits),
                GUIDON_OK);
            assert_int_equal(prefix, rows[r].prefix);
            assert_int_equal(t.seconds * 1000 + t.nanoseconds / MS,
                             guidon_ulid_ms_of(&of_v7[i]));
        }
        assert_rising("prefixed", GUIDON_V8_PREFIXED, ids, 2 * N);
        guidon_generator_free(a);
        guidon_generator_free(b);
    }
    free(ids);
    free(of_v7);
}

/* ------------------------------------------------------------------ batches */

/* The clock stands still, so the timestamps carry from the bits behind the variant
 * after 16 ids without a prefix, and after 256 with 4 bits. */
static void test_a_batch_has_the_ids_of_single_calls(void **state)
{
    static const uint32_t lengths[] = {0, 1, 4, 20, 28};
    enum { N = 300 };
    guidon_id *one = new_ids(N), *many = new_ids(N);

    (void)state;
    for (size_t r = 0; r < COUNT(lengths); r++) {
        for (size_t n = 1; n <= N; n += n < 40 ? 1 : 13) {
            struct script a = script_at(T0, 123456), b = a;
            const guidon_options of_a = prefixed_options(&a, 0, lengths[r]);
            const guidon_options of_b = prefixed_options(&b, 0, lengths[r]);
            guidon_generator *g = script_generator(&of_a);
            guidon_generator *h = script_generator(&of_b);

            for (size_t i = 0; i < n; i++) {
                one[i] = next_of(g);
            }
            assert_int_equal(guidon_next_many(many, n, h), GUIDON_OK);
            assert_memory_equal(one, many, n * sizeof *one);
            guidon_generator_free(g);
            guidon_generator_free(h);
        }
    }
    free(one);
    free(many);
}

#if GDN_ARCH_X86_64
static const struct prefixed_kernel {
    const char *name;
    unsigned needs;
    gdn_prefixed_keys_fn *write;
} prefixed_kernels[] = {
    {"prefixed_keys_avx512vbmi", GDN_CPU_AVX512VBMI,
     gdn_prefixed_keys_avx512vbmi},
    {"prefixed_keys_avx2", GDN_CPU_AVX2, gdn_prefixed_keys_avx2},
};

static void compare_prefixed(const struct prefixed_kernel *kernel,
                             uint64_t timestamp,
                             const struct gdn_v8_prefix *prefix)
{
    enum { N = 70 };
    unsigned char random[8 * N + 1], *at_end;
    guidon_id want[N + 1], got[N + 1];

    for (size_t i = 0; i < sizeof random; i++) {
        random[i] = (unsigned char)(i * 151 + 0xff);
    }
    for (size_t n = 0; n <= N; n++) {
        memset(want, 0x55, sizeof want);
        memset(got, 0x55, sizeof got);
        gdn_prefixed_keys_scalar(want, timestamp, prefix, random + 1, n);
        kernel->write(got, timestamp, prefix, random + 1, n);
        if (memcmp(got, want, sizeof want) != 0) {
            fail_msg("%s: %zu ids, %u bits", kernel->name, n, prefix->bits);
        }
        /* The same with the random bytes at the end of the ids. */
        memset(got, 0x55, sizeof got);
        at_end = (unsigned char *)(got + n) - 8 * n;
        memcpy(at_end, random + 1, 8 * n);
        kernel->write(got, timestamp, prefix, at_end, n);
        if (memcmp(got, want, sizeof want) != 0) {
            fail_msg("%s: %zu ids in place", kernel->name, n);
        }
    }
}

/* The timestamps carry to the bits before the variant after each of the first ids, or
 * not at all; and to every bit of these. */
static void compare_prefixed_of_all_lengths(
    const struct prefixed_kernel *kernel)
{
    for (uint32_t bits = 0; bits <= GUIDON_V8_PREFIX_BITS_MAX; bits++) {
        const uint64_t behind = UINT64_C(1) << (bits + 4);
        struct gdn_v8_prefix prefix = gdn_v8_prefix_of(
            (UINT32_C(0x5a5a5a5a) & ((UINT32_C(1) << bits) - 1)), bits);

        for (uint64_t i = 0; i <= 9; i++) {
            compare_prefixed(kernel, 41 * behind - i, &prefix);
            compare_prefixed(kernel, UINT64_MAX / 2 - 5 * i, &prefix);
        }
        compare_prefixed(kernel, UINT64_C(0x0123456789abcdef), &prefix);
        prefix = (struct gdn_v8_prefix){.bits = bits, .is_random = true};
        compare_prefixed(kernel, 41 * behind - 6, &prefix);
    }
}

static void test_kernels_write_as_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(prefixed_kernels); i++) {
        const struct prefixed_kernel *kernel = &prefixed_kernels[i];

        if ((kernel->needs & gdn_cpu_features()) == kernel->needs) {
            compare_prefixed_of_all_lengths(kernel);
        } else {
            print_message("%s: skipped, not on this processor\n", kernel->name);
        }
    }
}
#endif

static void test_options_have_to_fit(void **state)
{
    static const struct {
        const char *why;
        uint32_t prefix, bits;
        bool random;
        uint64_t resolution_ns;
        guidon_status want;
    } rows[] = {
        {"no prefix", 0, 0, false, 0, GUIDON_OK},
        {"a prefix in no bits", 1, 0, false, 0, GUIDON_E_ARGUMENT},
        {"28 bits", 0xfffffff, 28, false, 0, GUIDON_OK},
        {"29 bits", 0, 29, false, 0, GUIDON_E_ARGUMENT},
        {"any bits", 0, UINT32_MAX, false, 0, GUIDON_E_ARGUMENT},
        {"2^28", 0x10000000, 28, false, 0, GUIDON_E_ARGUMENT},
        {"random, 10 bits", 0, 10, true, 0, GUIDON_OK},
        {"random, no bits", 0, 0, true, 0, GUIDON_OK},
        {"random, 11 bits", 0, 11, true, 0, GUIDON_E_ARGUMENT},
        {"random and fixed", 1, 10, true, 0, GUIDON_E_ARGUMENT},
        {"21 bits, a clock of 1 us", 0, 21, false, 1000, GUIDON_OK},
        {"21 bits, a coarser clock", 0, 21, false, 1001, GUIDON_E_ARGUMENT},
        {"28 bits, a clock of 1 ms", 0xfffffff, 28, false, 1000000,
         GUIDON_E_ARGUMENT},
        {"20 bits, a clock of 1 ms", 0xfffff, 20, false, 1000000, GUIDON_OK},
        {"random, a clock of 1 ms", 0, 10, true, 1000000, GUIDON_OK},
    };
    guidon_id id;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        guidon_options options =
            prefixed_options(&script, rows[i].prefix, rows[i].bits);
        guidon_generator *g = NULL;

        options.prefix_random = rows[i].random;
        options.clock_resolution_ns = rows[i].resolution_ns;
        assert_row(rows[i].why,
                   guidon_generator_new(&g, &options) == rows[i].want);
        assert_row(rows[i].why, (g != NULL) == (rows[i].want == GUIDON_OK));
        guidon_generator_free(g);
    }
    assert_int_equal(guidon_new(&id, GUIDON_V8_PREFIXED), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_new_many(&id, 0, GUIDON_V8_PREFIXED),
                     GUIDON_E_ARGUMENT);
}

static void test_reserved_bytes_are_zero(void **state)
{
    struct script script = script_at(T0, 0);

    (void)state;
    for (size_t i = 0; i < 7; i++) {
        guidon_options options = prefixed_options(&script, 1, 4);
        guidon_generator *g;

        options.reserved_after_prefix_random[i] = 1;
        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_E_ARGUMENT);
    }
}

/* A coarse clock begins each tick at a random fraction, as in version 7. */
static void test_a_coarse_clock_begins_at_random(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = prefixed_options(&script, 0xfffff, 20);
    guidon_generator *g;
    unsigned zero_fractions = 0;
    guidon_id before;

    (void)state;
    options.clock_resolution_ns = 1000000;
    g = script_generator(&options);
    before = next_of(g);
    for (unsigned i = 0; i < 200; i++) {
        uint32_t prefix;
        guidon_time t;
        guidon_id id;

        script_move(&script, 2 * MS);
        id = next_of(g);
        assert_int_equal(guidon_v8_prefix_of(&t, &prefix, &id, 20), GUIDON_OK);
        assert_int_equal(t.seconds * 1000 + t.nanoseconds / MS,
                         INT64_C(1000) * T0 + 2 * (i + 1));
        zero_fractions += t.nanoseconds % MS == 0;
        assert_true(guidon_compare(&before, &id) < 0);
        before = id;
    }
    assert_true(zero_fractions < 3);
    guidon_generator_free(g);
}

/* ------------------------------------------------------------ random prefix */

/* Each shard gets ids, and its ids rise. */
static void test_a_random_prefix_spreads_ids(void **state)
{
    enum { N = 4000, SHARDS = 16 };
    struct script script = script_at(T0, 0);
    guidon_options options = prefixed_options(&script, 0, 4);
    guidon_id *ids = new_ids(N), last[SHARDS];
    unsigned counts[SHARDS] = {0};
    guidon_generator *g;

    (void)state;
    memset(last, 0, sizeof last);
    options.prefix_random = true;
    g = script_generator(&options);
    for (size_t i = 0; i < N / 2; i++) {
        ids[i] = next_of(g);
    }
    assert_int_equal(guidon_next_many(ids + N / 2, N / 2, g), GUIDON_OK);
    for (size_t i = 0; i < N; i++) {
        const uint32_t shard = prefix_of(&ids[i], 4);

        assert_true(guidon_compare(&last[shard], &ids[i]) < 0);
        last[shard] = ids[i];
        counts[shard]++;
    }
    for (unsigned shard = 0; shard < SHARDS; shard++) {
        assert_in_range(counts[shard], N / SHARDS / 2, N / SHARDS * 2);
    }
    guidon_generator_free(g);
    free(ids);
}

static void test_a_random_prefix_is_the_first_random_bits(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = prefixed_options(&script, 0, 10);
    guidon_generator *g;
    guidon_id id;

    (void)state;
    options.prefix_random = true;
    script.fill = 0x5a;
    g = script_generator(&options);
    id = next_of(g);
    assert_int_equal(prefix_of(&id, 10), 0x5a5a5a5au >> 22);
    guidon_generator_free(g);
}

/* ----------------------------------------------------------- another prefix */

static void test_each_id_may_have_another_prefix(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = prefixed_options(&script, 0, 10);
    guidon_generator *g = script_generator(&options);
    struct script other = script_at(T0, 0);
    guidon_options of_v7 = script_options(&other, GUIDON_V7);
    guidon_id id, before, kept;

    (void)state;
    assert_int_equal(guidon_next_prefixed(&before, g, 5), GUIDON_OK);
    for (uint32_t prefix = 0; prefix < 1024; prefix++) {
        assert_int_equal(guidon_next_prefixed(&id, g, prefix), GUIDON_OK);
        assert_int_equal(prefix_of(&id, 10), prefix);
    }
    assert_int_equal(guidon_next_prefixed(&id, g, 5), GUIDON_OK);
    assert_true(guidon_compare(&before, &id) < 0);
    kept = id;
    assert_int_equal(guidon_next_prefixed(&id, g, 1024), GUIDON_E_RANGE);
    assert_int_equal(guidon_next_prefixed(&id, g, UINT32_MAX), GUIDON_E_RANGE);
    script.clock_status = GUIDON_E_CLOCK;
    assert_int_equal(guidon_next_prefixed(&id, g, 5), GUIDON_E_CLOCK);
    assert_id_equal(id, kept);
    guidon_generator_free(g);
    g = script_generator(&of_v7);
    assert_int_equal(guidon_next_prefixed(&id, g, 0), GUIDON_E_ARGUMENT);
    assert_id_equal(id, kept);
    guidon_generator_free(g);
}

/* The generator of no prefix takes 0 alone. */
static void test_no_bits_take_no_prefix(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = prefixed_options(&script, 0, 0);
    guidon_generator *g = script_generator(&options);
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_next_prefixed(&id, g, 0), GUIDON_OK);
    assert_int_equal(guidon_next_prefixed(&id, g, 1), GUIDON_E_RANGE);
    guidon_generator_free(g);
}

/* ---------------------------------------------------------------- one layout */

static guidon_status new_on(guidon_generator **g, void *memory,
                            const char *path, uint32_t prefix, uint32_t bits)
{
    guidon_options options = {.kind = GUIDON_V8_PREFIXED,
                              .scope = GUIDON_SCOPE_HOST,
                              .state_memory = memory,
                              .state_path = path,
                              .prefix = prefix,
                              .prefix_bits = bits};

    *g = NULL;
    return guidon_generator_new(g, &options);
}

/* The first length stays, also when the state is opened again. Other prefixes
 * of that length share the state, and other kinds have their own. */
static void check_one_layout(void *memory, const char *path)
{
    guidon_generator *g, *other;
    guidon_options of_v7 = {.kind = GUIDON_V7,
                            .scope = GUIDON_SCOPE_HOST,
                            .state_memory = memory,
                            .state_path = path};

    assert_int_equal(new_on(&g, memory, path, 0xfffff, 20), GUIDON_OK);
    assert_int_equal(new_on(&other, memory, path, 7, 20), GUIDON_OK);
    for (unsigned i = 0; i < 100; i++) {
        guidon_id a = next_of(g), b = next_of(other);
        uint32_t prefix;
        guidon_time t, u;

        assert_int_equal(guidon_v8_prefix_of(&t, &prefix, &a, 20), GUIDON_OK);
        assert_int_equal(guidon_v8_prefix_of(&u, &prefix, &b, 20), GUIDON_OK);
        assert_true(t.seconds < u.seconds ||
                    (t.seconds == u.seconds && t.nanoseconds <= u.nanoseconds));
    }
    guidon_generator_free(other);
    guidon_generator_free(g);
    assert_int_equal(new_on(&g, memory, path, 7, 4), GUIDON_E_ARGUMENT);
    assert_null(g);
    assert_string_equal(
        guidon_state_reason(),
        "it holds v8-prefixed ids of 20 prefix bits, not of 04; "
        "name another file");
    assert_int_equal(new_on(&g, memory, path, 0, 0), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_generator_new(&g, &of_v7), GUIDON_OK);
    guidon_generator_free(g);
    assert_int_equal(new_on(&g, memory, path, 0, 20), GUIDON_OK);
    guidon_generator_free(g);
}

static void test_a_state_holds_one_layout(void **state)
{
    static _Alignas(16) unsigned char memory[GUIDON_STATE_MEMORY];
    char folder[] = "/tmp/guidon-prefixed.XXXXXX";
    char path[sizeof folder + sizeof "/state"];
    guidon_generator *g;

    (void)state;
    if (new_on(&g, memory, NULL, 0xfffff, 20) == GUIDON_E_ARGUMENT) {
        print_message("skipped: no scope HOST on this system\n");
        skip();
    }
    guidon_generator_free(g);
    check_one_layout(memory, NULL);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/state", folder);
    check_one_layout(NULL, path);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_are_those_of_version_7_with_a_prefix),
        cmocka_unit_test(test_a_batch_has_the_ids_of_single_calls),
#if GDN_ARCH_X86_64
        cmocka_unit_test(test_kernels_write_as_the_reference),
#endif
        cmocka_unit_test(test_options_have_to_fit),
        cmocka_unit_test(test_reserved_bytes_are_zero),
        cmocka_unit_test(test_a_coarse_clock_begins_at_random),
        cmocka_unit_test(test_a_random_prefix_spreads_ids),
        cmocka_unit_test(test_a_random_prefix_is_the_first_random_bits),
        cmocka_unit_test(test_each_id_may_have_another_prefix),
        cmocka_unit_test(test_no_bits_take_no_prefix),
        cmocka_unit_test(test_a_state_holds_one_layout),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
