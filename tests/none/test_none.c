/* SPDX-License-Identifier: MIT */
/* test_none.c - the library without an operating system, with scripted random
 * bits and a scripted clock. */
#include "core_test.h"

#include <string.h>

/* The host of this program. */
static struct {
    bool no_entropy;
    bool no_time;
    guidon_status bad_status; /* what a failing function returns */
    uint64_t draws;
    uint64_t readings;
    guidon_time now;
    uint32_t
        moves_after; /* readings for each millisecond; 0: it stands still */
} host;

static int reset_host(void **state)
{
    (void)state;
    memset(&host, 0, sizeof host);
    host.bad_status = GUIDON_E_STATE;
    host.now = (guidon_time){1645557742, 0};
    return 0;
}

guidon_status guidon_host_entropy(void *out, size_t len)
{
    unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++) {
        bytes[i] = (unsigned char)(host.draws++ * 167 >> 3);
    }
    return host.no_entropy ? host.bad_status : GUIDON_OK;
}

guidon_status guidon_host_now(guidon_time *out)
{
    *out = host.now;
    host.readings++;
    if (host.moves_after > 0 && host.readings % host.moves_after == 0) {
        host.now.nanoseconds += 1000000;
        host.now.seconds += host.now.nanoseconds / 1000000000;
        host.now.nanoseconds %= 1000000000;
    }
    return host.no_time ? host.bad_status : GUIDON_OK;
}

/* -------------------------------------------------------------------- errors */

static const guidon_kind new_kinds[] = {
    GUIDON_V1, GUIDON_V4,   GUIDON_V6,
    GUIDON_V7, GUIDON_ULID, GUIDON_ULID_MONOTONIC,
};
enum { NEW_KINDS = sizeof new_kinds / sizeof new_kinds[0] };

static guidon_id marked(void)
{
    guidon_id id;

    memset(&id, 0xa5, sizeof id);
    return id;
}

/* This comes first: no thread has memory yet. A failed call returns the memory
 * that it took, so any number may fail. */
static void test_no_random_bits(void **state)
{
    (void)state;
    host.no_entropy = true;
    for (int round = 0; round < 50; round++) {
        for (size_t k = 0; k < NEW_KINDS; k++) {
            guidon_id id = marked();

            assert_int_equal(guidon_new(&id, new_kinds[k]), GUIDON_E_ENTROPY);
            assert_id_equal(id, marked());
        }
    }
    host.no_entropy = false;
    for (size_t k = 0; k < NEW_KINDS; k++) {
        guidon_id id = marked();

        assert_int_equal(guidon_new(&id, new_kinds[k]), GUIDON_OK);
    }
}

static void test_no_time(void **state)
{
    (void)state;
    host.no_time = true;
    for (size_t k = 0; k < NEW_KINDS; k++) {
        bool timeless = new_kinds[k] == GUIDON_V4;
        guidon_id id = marked();

        assert_int_equal(guidon_new(&id, new_kinds[k]),
                         timeless ? GUIDON_OK : GUIDON_E_CLOCK);
        if (!timeless) {
            assert_id_equal(id, marked());
        }
    }
}

static void test_times_that_no_clock_has(void **state)
{
    static const struct {
        const char *why;
        guidon_time now;
        guidon_status want;
    } rows[] = {
        {"1970", {0, 0}, GUIDON_OK},
        {"before 1970", {-1, 999999999}, GUIDON_E_CLOCK},
        {"a second of nanoseconds", {1645557742, 1000000000}, GUIDON_E_CLOCK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_options options = {.kind = GUIDON_V7};
        guidon_generator *g;
        guidon_id id;

        host.now = rows[i].now;
        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
        assert_row(rows[i].why, guidon_next(&id, g) == rows[i].want);
        guidon_generator_free(g);
    }
}

/* --------------------------------------------------------------------- waits */

/* A generator that waits reads the clock a bounded number of times. */
static void test_waits_are_bounded(void **state)
{
    static const struct {
        const char *why;
        guidon_options options;
        int64_t back; /* seconds, after the first id */
        uint32_t moves_after;
        size_t n;
        guidon_status want;
    } rows[] = {
        {"the ticks of a clock that stands still",
         {.kind = GUIDON_V1},
         0,
         0,
         30000,
         GUIDON_E_OVERFLOW},
        {"a clock that moves after 1000 readings",
         {.kind = GUIDON_V1},
         0,
         1000,
         30000,
         GUIDON_OK},
        {"a clock that stepped back by an hour",
         {.kind = GUIDON_V7, .rollback = GUIDON_ROLLBACK_WAIT},
         3600,
         0,
         1,
         GUIDON_E_CLOCK},
        {"the same, while it goes on",
         {.kind = GUIDON_V7, .rollback = GUIDON_ROLLBACK_WAIT},
         3600,
         1000,
         1,
         GUIDON_E_CLOCK},
        {"a step back that the clock makes good in time",
         {.kind = GUIDON_V7, .rollback = GUIDON_ROLLBACK_WAIT},
         11,
         100,
         1,
         GUIDON_OK},
    };
    static guidon_id ids[30000];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_generator *g;

        reset_host(state);
        host.moves_after = rows[i].moves_after;
        assert_int_equal(guidon_generator_new(&g, &rows[i].options), GUIDON_OK);
        assert_int_equal(guidon_next(ids, g), GUIDON_OK);
        host.now.seconds -= rows[i].back;
        host.readings = 0;
        assert_row(rows[i].why,
                   guidon_next_many(ids, rows[i].n, g) == rows[i].want);
        assert_row(rows[i].why, host.readings < 2000000);
        guidon_generator_free(g);
    }
}

/* -------------------------------------------------------------------- limits */

static guidon_status none_monotonic(void *context, uint64_t *ns)
{
    (void)context;
    *ns = 1;
    return GUIDON_OK;
}

static void test_what_the_host_lacks(void **state)
{
    guidon_lease_terms terms;
    guidon_lease *lease;

    static const struct {
        const char *why;
        guidon_options options;
        guidon_status want;
    } rows[] = {
        {"processes",
         {.kind = GUIDON_V1, .scope = GUIDON_SCOPE_HOST},
         GUIDON_E_ARGUMENT},
        {"lease files",
         {.kind = GUIDON_V1,
          .lease_path = "lease",
          .monotonic_fn = none_monotonic},
         GUIDON_E_ARGUMENT},
        {"network interfaces",
         {.kind = GUIDON_V1, .node = GUIDON_NODE_MAC},
         GUIDON_E_ARGUMENT},
        {"one thread is a process",
         {.kind = GUIDON_V7, .scope = GUIDON_SCOPE_PROCESS},
         GUIDON_OK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        guidon_generator *g = NULL;

        assert_row(rows[i].why,
                   guidon_generator_new(&g, &rows[i].options) == rows[i].want);
        guidon_generator_free(g);
    }
    assert_int_equal(guidon_lease_create(&lease, "lease", 1, 1, 0),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_read(&terms, "lease"), GUIDON_E_ARGUMENT);
    guidon_lease_end(NULL);
}

/* Memory for four generators, which each may have again when it is free. */
static void test_memory_for_generators(void **state)
{
    const guidon_options options = {.kind = GUIDON_V7};
    guidon_generator *g[4];
    guidon_generator *more = NULL;

    (void)state;
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(guidon_generator_new(&g[i], &options), GUIDON_OK);
        }
        assert_int_equal(guidon_generator_new(&more, &options),
                         GUIDON_E_MEMORY);
        assert_null(more);
        for (size_t i = 0; i < 4; i++) {
            guidon_id ids[2];

            assert_int_equal(guidon_next_many(ids, 2, g[i]), GUIDON_OK);
            assert_true(guidon_compare(&ids[0], &ids[1]) < 0);
            guidon_generator_free(g[i]);
        }
    }
    guidon_generator_free(NULL);
}

static void test_the_machine_is_described(void **state)
{
    static const char *const rows[][2] = {
        {"entropy", "guidon_host_entropy"},
        {"clock", "guidon_host_now"},
        {"fork", "not needed: this system has no fork"},
        {"host_scope", "no"},
    };
    const char *key, *value;
    size_t found = 0;

    (void)state;
    for (unsigned i = 0; guidon_machine_describe(&key, &value, i) == GUIDON_OK;
         i++) {
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            if (strcmp(key, rows[k][0]) == 0) {
                assert_string_equal(value, rows[k][1]);
                found++;
            }
        }
    }
    assert_int_equal(found, sizeof rows / sizeof rows[0]);
}

/* --------------------------------------------------------------------- order */

/* A coarse clock that stands still, steps back and goes on. */
static void test_ids_are_in_order(void **state)
{
    static const int steps_ms[] = {0, 0, 1, -5, 0, 5, 7};
    static const guidon_kind ordered[] = {GUIDON_V7, GUIDON_ULID_MONOTONIC};

    for (size_t k = 0; k < 2; k++) {
        guidon_id last = {{0}};

        reset_host(state);
        host.now.seconds += 3600; /* past what the other tests made */
        for (size_t i = 0; i < sizeof steps_ms / sizeof steps_ms[0]; i++) {
            host.now.nanoseconds =
                (uint32_t)((int)host.now.nanoseconds + 20000000 * (i == 0) +
                           steps_ms[i] * 1000000);
            for (int n = 0; n < 300; n++) {
                guidon_id id;

                assert_int_equal(guidon_new(&id, ordered[k]), GUIDON_OK);
                assert_true(guidon_compare(&last, &id) < 0);
                last = id;
            }
        }
        /* Both kinds begin with the milliseconds. */
        assert_int_equal(guidon_ulid_ms_of(&last),
                         host.now.seconds * 1000 + 28);
    }
}

/* The build says that guidon_host_now ticks in milliseconds. So the thread's
 * own generator begins each tick at random, and counts on in it. */
static void test_a_clock_of_milliseconds(void **state)
{
    enum { N = 10000, SIGMA = 50 };
    unsigned ones[20] = {0};

    (void)state;
    host.now.seconds += 7200; /* past what the other tests made */
    for (int i = 0; i < N; i++) {
        const uint64_t ms =
            (uint64_t)host.now.seconds * 1000 + host.now.nanoseconds / 1000000;
        guidon_id id, next;
        uint64_t hi, lo, key;

        assert_int_equal(guidon_new(&id, GUIDON_V7), GUIDON_OK);
        assert_int_equal(guidon_new(&next, GUIDON_V7), GUIDON_OK);
        assert_int_equal(guidon_ulid_ms_of(&id), ms);
        assert_true(guidon_compare(&id, &next) < 0);
        guidon_to_words(&hi, &lo, &id);
        key = (hi & 0xfff) << 8 | (lo >> 54 & 0xff);
        for (unsigned bit = 0; bit < 20; bit++) {
            ones[bit] += key >> bit & 1;
        }
        host.now.nanoseconds += 1000000;
        host.now.seconds += host.now.nanoseconds / 1000000000;
        host.now.nanoseconds %= 1000000000;
    }
    for (unsigned bit = 0; bit < 20; bit++) {
        assert_in_range(ones[bit], N / 2 - 5 * SIGMA, N / 2 + 5 * SIGMA);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_no_random_bits, reset_host),
        cmocka_unit_test_setup(test_no_time, reset_host),
        cmocka_unit_test_setup(test_times_that_no_clock_has, reset_host),
        cmocka_unit_test_setup(test_waits_are_bounded, reset_host),
        cmocka_unit_test_setup(test_what_the_host_lacks, reset_host),
        cmocka_unit_test_setup(test_memory_for_generators, reset_host),
        cmocka_unit_test_setup(test_the_machine_is_described, reset_host),
        cmocka_unit_test_setup(test_ids_are_in_order, reset_host),
        cmocka_unit_test_setup(test_a_clock_of_milliseconds, reset_host),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
