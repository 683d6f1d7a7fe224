/* SPDX-License-Identifier: MIT */
/* test_v8_node.c - version 8 with a node number: no id repeats, whatever the
 * random bits are. */
#define _DEFAULT_SOURCE
#include "children.h"
#include "generate_test.h"
#include "random/epoch.h"

#include <pthread.h>

#define HALF (1u << 19) /* a sequence begins below it */

static guidon_options node_options(struct script *script, uint32_t node,
                                   uint32_t bits)
{
    guidon_options options = script_options(script, GUIDON_V8_NODE);

    options.node_number = node;
    options.node_number_bits = bits;
    options.scope = GUIDON_SCOPE_PROCESS;
    options.overflow = GUIDON_OVERFLOW_FAIL;
    return options;
}

static uint32_t node_of(const guidon_id *id, uint32_t bits)
{
    uint64_t ms;
    uint32_t node;

    assert_int_equal(guidon_v8_node_of(&ms, &node, id, bits), GUIDON_OK);
    return node;
}

/* The counter, from the place that the layout of <guidon/make.h> gives it. */
static uint32_t counter_of(const guidon_id *id, uint32_t bits)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    for (unsigned i = 0; i < 53 - bits; i++) { /* of 73 bits in two words */
        lo = (lo >> 1 & ((UINT64_C(1) << 60) - 1)) | (hi & 1) << 60;
        hi = hi >> 1;
    }
    return (uint32_t)lo & 0xfffff;
}

static void test_ids_hold_node_and_time_and_rise(void **state)
{
    static const struct {
        uint32_t node, bits;
    } rows[] = {{0, 1},     {1, 1},         {677, 10},
                {4095, 12}, {0x1fff, 13},   {0xffff, 16},
                {5, 24},    {0xffffff, 24}, {0x123456, 24}};
    enum { N = 700 };
    guidon_id ids[3 * N];

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct script script = script_at(T0, 0);
        guidon_options options =
            node_options(&script, rows[r].node, rows[r].bits);
        guidon_generator *g = script_generator(&options);

        for (size_t i = 0; i < N; i++) {
            ids[i] = next_of(g);
            script_move(&script, MS / 3);
        }
        assert_int_equal(guidon_next_many(ids + N, 2 * N, g), GUIDON_OK);
        assert_rising("ids", GUIDON_V8_NODE, ids, COUNT(ids));
        for (size_t i = 0; i < COUNT(ids); i++) {
            assert_int_equal(guidon_version_of(&ids[i]), 8);
            assert_int_equal(node_of(&ids[i], rows[r].bits), rows[r].node);
            assert_int_equal(guidon_ulid_ms_of(&ids[i]),
                             UINT64_C(1000) * T0 +
                                 (i < N ? i : N) * (MS / 3) / MS);
        }
        guidon_generator_free(g);
    }
}

/* Each id of a millisecond counts one on, and its rest is random. */
static void test_the_counter_counts(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = node_options(&script, 677, 10);
    guidon_generator *g = script_generator(&options);
    guidon_id ids[600];
    unsigned same_rest = 0;

    (void)state;
    assert_int_equal(guidon_next_many(ids, COUNT(ids), g), GUIDON_OK);
    assert_true(counter_of(&ids[0], 10) < HALF);
    for (size_t i = 1; i < COUNT(ids); i++) {
        assert_int_equal(counter_of(&ids[i], 10), counter_of(&ids[0], 10) + i);
        same_rest += ids[i].bytes[15] == ids[i - 1].bytes[15];
    }
    assert_true(same_rest < COUNT(ids) / 16);
    guidon_generator_free(g);
}

/* Both generators have the same clock and the same random bits, so they make
 * the same counters and rests. */
static void test_two_nodes_never_make_the_same_id(void **state)
{
    enum { N = 3000 };
    guidon_id *ids = new_ids(2 * N);

    (void)state;
    for (uint32_t bits = 1; bits <= GUIDON_V8_NODE_BITS_MAX; bits++) {
        for (uint32_t bit = 0; bit < bits; bit++) {
            for (uint32_t which = 0; which < 2; which++) {
                struct script script = script_at(T0, 0);
                guidon_options options =
                    node_options(&script, which << bit, bits);
                guidon_generator *g;

                script.fill = 0;
                g = script_generator(&options);
                script.tick_ns = 1000;
                for (size_t i = 0; i < N; i += 100) {
                    assert_int_equal(
                        guidon_next_many(ids + which * N + i, 100, g),
                        GUIDON_OK);
                }
                guidon_generator_free(g);
            }
            assert_unique("two nodes", ids, 2 * (size_t)N);
        }
    }
    free(ids);
}

/* With random bits of 0 only the key tells ids apart. */
static void test_no_id_repeats_without_random_bits(void **state)
{
    static const int64_t moves[] = {
        0,       0,   MS,       -MS,  -SEC,
        0,       SEC, 10 * SEC, -MS,  -10 * SEC + MS,
        0,       MS,  20 * SEC, -SEC, YEAR,
        -3 * SEC};
    enum { N = 300 };
    struct script script = script_at(T0, 0);
    guidon_options options = node_options(&script, 1, 4);
    guidon_id *ids = new_ids(COUNT(moves) * N);
    guidon_generator *g;

    (void)state;
    script.fill = 0;
    g = script_generator(&options);
    for (size_t m = 0; m < COUNT(moves); m++) {
        script_move(&script, moves[m]);
        assert_int_equal(guidon_next_many(ids + m * N, N, g), GUIDON_OK);
    }
    assert_rising("moves", GUIDON_V8_NODE, ids, COUNT(moves) * N);
    assert_int_equal(stats_of(g).restarts, 0);
    assert_true(stats_of(g).rollbacks > 0);
    guidon_generator_free(g);
    free(ids);
}

/* A restart could repeat a key, so no policy restarts. */
static void test_a_clock_too_far_back_stops_the_generator(void **state)
{
    static const guidon_rollback policies[] = {GUIDON_ROLLBACK_RESTART,
                                               GUIDON_ROLLBACK_FAIL};

    (void)state;
    for (size_t p = 0; p < COUNT(policies); p++) {
        struct script script = script_at(T0, 0);
        guidon_options options = node_options(&script, 1, 4);
        guidon_generator *g;
        guidon_id before, id;

        options.rollback = policies[p];
        g = script_generator(&options);
        before = next_of(g);
        script_move(&script, -10 * SEC - MS);
        mark(&id, sizeof id);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_CLOCK);
        assert_true(is_marked(&id, sizeof id));
        script_move(&script, MS);
        id = next_of(g);
        assert_true(guidon_compare(&before, &id) < 0);
        guidon_generator_free(g);
    }
}

static void test_a_clock_too_far_back_is_waited_for(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = node_options(&script, 1, 4);
    guidon_generator *g;
    guidon_id before, id;

    (void)state;
    options.rollback = GUIDON_ROLLBACK_WAIT;
    g = script_generator(&options);
    before = next_of(g);
    script_move(&script, -12 * SEC);
    script.tick_ns = (uint64_t)SEC / 10;
    id = next_of(g);
    assert_true(guidon_compare(&before, &id) < 0);
    assert_int_equal(stats_of(g).waits, 1);
    guidon_generator_free(g);
}

/* Random bytes of 0xff begin at the highest start. */
static void test_a_full_counter_waits_or_fails(void **state)
{
    guidon_id *ids = new_ids(HALF + 1);
    struct script script = script_at(T0, 0);
    guidon_options options = node_options(&script, 1, 4);
    guidon_generator *g;

    (void)state;
    script.fill = 0xff;
    g = script_generator(&options);
    assert_int_equal(guidon_next_many(ids, HALF, g), GUIDON_OK);
    assert_rising("a full counter", GUIDON_V8_NODE, ids, HALF);
    assert_int_equal(counter_of(&ids[0], 4), HALF - 1);
    ids[HALF] = next_of(g);
    assert_int_equal(counter_of(&ids[HALF], 4), 2 * HALF - 1);
    mark(ids, sizeof *ids);
    assert_int_equal(guidon_next(ids, g), GUIDON_E_OVERFLOW);
    assert_true(is_marked(ids, sizeof *ids));
    guidon_generator_free(g);

    script = script_at(T0, 0);
    script.fill = 0xff;
    options.overflow = GUIDON_OVERFLOW_WAIT;
    g = script_generator(&options);
    assert_int_equal(guidon_next_many(ids, HALF + 1, g), GUIDON_OK);
    script.tick_ns = (uint64_t)MS / 4;
    ids[0] = next_of(g);
    assert_true(guidon_compare(&ids[HALF], &ids[0]) < 0);
    assert_int_equal(guidon_ulid_ms_of(&ids[0]), UINT64_C(1000) * T0 + 1);
    assert_int_equal(stats_of(g).waits, 1);
    guidon_generator_free(g);
    free(ids);
}

static void test_a_node_number_and_a_scope_have_to_fit(void **state)
{
    static const struct {
        const char *why;
        uint32_t node, bits;
        guidon_scope scope;
        guidon_status want;
    } rows[] = {
        {"1 bit", 1, 1, GUIDON_SCOPE_PROCESS, GUIDON_OK},
        {"24 bits", 0xffffff, 24, GUIDON_SCOPE_PROCESS, GUIDON_OK},
        {"no bits", 0, 0, GUIDON_SCOPE_PROCESS, GUIDON_E_ARGUMENT},
        {"25 bits", 0, 25, GUIDON_SCOPE_PROCESS, GUIDON_E_ARGUMENT},
        {"any bits", 0, UINT32_MAX, GUIDON_SCOPE_PROCESS, GUIDON_E_ARGUMENT},
        {"2 in 1 bit", 2, 1, GUIDON_SCOPE_PROCESS, GUIDON_E_ARGUMENT},
        {"2^24", 0x1000000, 24, GUIDON_SCOPE_PROCESS, GUIDON_E_ARGUMENT},
        {"a generator for each thread", 1, 1, GUIDON_SCOPE_THREAD,
         GUIDON_E_ARGUMENT},
        {"a host's processes", 1, 1, GUIDON_SCOPE_HOST, GUIDON_E_ARGUMENT},
    };
    guidon_id id;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct script script = script_at(T0, 0);
        guidon_options options =
            node_options(&script, rows[i].node, rows[i].bits);
        guidon_generator *g = NULL;

        options.scope = rows[i].scope;
        assert_row(rows[i].why,
                   guidon_generator_new(&g, &options) == rows[i].want);
        assert_row(rows[i].why, (g != NULL) == (rows[i].want == GUIDON_OK));
        guidon_generator_free(g);
    }
    assert_int_equal(guidon_new(&id, GUIDON_V8_NODE), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_new_many(&id, 0, GUIDON_V8_NODE),
                     GUIDON_E_ARGUMENT);
}

/* -------------------------------------------------------------------- lease */

static guidon_status instant_now(void *context, uint64_t *ns)
{
    *ns = *(const uint64_t *)context;
    return GUIDON_OK;
}

static void test_no_id_after_the_lease(void **state)
{
    static const guidon_random randoms[] = {GUIDON_RANDOM_CALLBACK,
                                            GUIDON_RANDOM_FAST};

    (void)state;
    for (size_t r = 0; r < COUNT(randoms); r++) {
        uint64_t now = 1000;
        struct script script = script_at(T0, 0);
        guidon_options options = node_options(&script, 1, 4);
        guidon_generator *g;
        guidon_id before, id;

        if (randoms[r] == GUIDON_RANDOM_FAST) { /* has the fast path */
            script_no_random(&options);
            script_no_clock(&options);
        }
        options.not_after = 1000;
        options.monotonic_fn = instant_now;
        options.monotonic_context = &now;
        g = script_generator(&options);
        for (unsigned i = 0; i < 100; i++) {
            before = next_of(g);
        }
        now = 1001;
        mark(&id, sizeof id);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_STATE);
        assert_true(is_marked(&id, sizeof id));
        assert_int_equal(guidon_generator_renew(g, 1001), GUIDON_OK);
        id = next_of(g);
        assert_true(guidon_compare(&before, &id) < 0);
        guidon_generator_free(g);
    }
}

/* ------------------------------------------------------ forks and clones */

/* The same node, and the same clock and random bits in parent and child: if the
 * child made an id, it would be an id of its parent. */
struct in_child {
    guidon_generator *g;
    guidon_options options;
    guidon_status own, single, many, expired, renewed;
    bool unchanged, has_reason;
    guidon_stats stats;
    guidon_id id; /* of the child's own generator */
};

static void call_in_child(void *argument)
{
    struct in_child *seen = argument;
    guidon_id ids[3], v4;
    guidon_generator *g;

    mark(ids, sizeof ids);
    seen->single = guidon_next(ids, seen->g);
    seen->has_reason = strstr(guidon_state_reason(), "forked") != NULL;
    /* Now the thread is ready to use the fast path in this process. */
    seen->own = guidon_new(&v4, GUIDON_V4);
    seen->many = guidon_next_many(ids, COUNT(ids), seen->g);
    seen->expired = guidon_next(ids, seen->g);
    seen->renewed = guidon_generator_renew(seen->g, UINT64_MAX);
    if (seen->renewed != GUIDON_E_ARGUMENT) { /* it can expire */
        seen->renewed = guidon_next(ids, seen->g);
    }
    seen->unchanged = is_marked(ids, sizeof ids);
    seen->stats = stats_of(seen->g);
    seen->options.node_number++;
    guidon_generator_free(seen->g);
    if (guidon_generator_new(&g, &seen->options) != GUIDON_OK ||
        guidon_next(&seen->id, g) != GUIDON_OK) {
        seen->id = guidon_nil();
    }
    guidon_generator_free(g);
}

static void call_in_grandchild(void *argument)
{
    run_child(BY_FORK, call_in_child, argument);
}

static void test_a_forked_child_has_no_node_number(void **state)
{
    struct in_child *seen = shared_memory(sizeof *seen);

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct script script = script_at(T0, 0);

        memset(seen, 0, sizeof *seen);
        seen->options = node_options(&script, 5, 10);
        if (i & 1) { /* has the fast path */
            script_no_random(&seen->options);
            script_no_clock(&seen->options);
        }
        seen->options.not_after = i & 2 ? UINT64_MAX : 0;
        seen->g = script_generator(&seen->options);
        (void)next_of(seen->g);
        script_move(&script, -MS);
        (void)next_of(seen->g);
        assert_int_equal(stats_of(seen->g).rollbacks, !(i & 1));
        run_child(BY_FORK, i & 4 ? call_in_grandchild : call_in_child, seen);
        assert_int_equal(seen->single, GUIDON_E_STATE);
        assert_true(seen->has_reason);
        assert_int_equal(seen->own, GUIDON_OK);
        assert_int_equal(seen->many, GUIDON_E_STATE);
        assert_int_equal(seen->expired, GUIDON_E_STATE);
        assert_int_equal(seen->renewed,
                         i & 2 ? GUIDON_E_STATE : GUIDON_E_ARGUMENT);
        assert_true(seen->unchanged);
        assert_int_equal(seen->stats.forks, 0);
        assert_int_equal(seen->stats.rollbacks, 0);
        assert_int_equal(node_of(&seen->id, 10), 6);
        (void)next_of(seen->g); /* the parent still holds its number */
        guidon_generator_free(seen->g);
    }
    munmap(seen, sizeof *seen);
}

static _Atomic(uint64_t) machine;

static void test_a_cloned_machine_has_no_node_number(void **state)
{
    const _Atomic(uint64_t) *watched =
        atomic_load(&gdn_epoch_watch.vm_generation);

    (void)state;
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    for (unsigned i = 0; i < 4; i++) {
        struct script script = script_at(T0, 0);
        guidon_options options = node_options(&script, 5, 10);
        guidon_generator *g;
        guidon_id before, id;

        if (i & 1) { /* has the fast path */
            script_no_random(&options);
            script_no_clock(&options);
        }
        options.not_after = i & 2 ? UINT64_MAX : 0;
        g = script_generator(&options);
        before = next_of(g);
        atomic_fetch_add(&machine, 1);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_STATE);
        assert_non_null(strstr(guidon_state_reason(), "clone"));
        assert_int_equal(guidon_new(&id, GUIDON_V4), GUIDON_OK);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_STATE);
        if (options.not_after > 0) { /* a new lease of the same number */
            assert_int_equal(guidon_generator_renew(g, UINT64_MAX), GUIDON_OK);
            id = next_of(g);
            assert_true(guidon_compare(&before, &id) < 0);
        }
        guidon_generator_free(g);
    }
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
}

/* ------------------------------------------------------------------ threads */

enum { THREADS = 4, BY_THREAD = 20000 };

struct worker {
    guidon_generator *g;
    guidon_id *ids;
    guidon_status status;
    pthread_t thread;
};

static void *work(void *argument)
{
    struct worker *worker = argument;

    for (size_t i = 0; i < BY_THREAD && worker->status == GUIDON_OK;) {
        const size_t n = i % 16 == 0 ? 16 : 1;

        worker->status = guidon_next_many(worker->ids + i, n, worker->g);
        i += n;
    }
    return NULL;
}

static guidon_status zeros(void *context, void *out, size_t len)
{
    (void)context;
    memset(out, 0, len);
    return GUIDON_OK;
}

/* All threads use one generator. Its random bits are all zero, so only the keys
 * tell the ids apart. With them from the stream, threads use the fast path. */
static void test_threads_share_the_counter(void **state)
{
    guidon_id *ids = new_ids((size_t)THREADS * BY_THREAD);
    struct worker workers[THREADS];

    (void)state;
    for (unsigned fast = 0; fast < 2; fast++) {
        guidon_options options = {.kind = GUIDON_V8_NODE,
                                  .scope = GUIDON_SCOPE_PROCESS,
                                  .node_number = 0xabcdef,
                                  .node_number_bits = 24};
        guidon_generator *g;

        options.random = fast ? GUIDON_RANDOM_FAST : GUIDON_RANDOM_CALLBACK;
        options.random_fn = fast ? NULL : zeros;
        g = script_generator(&options);
        for (size_t t = 0; t < THREADS; t++) {
            workers[t] = (struct worker){.g = g, .ids = ids + t * BY_THREAD};
            assert_int_equal(
                pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
        }
        for (size_t t = 0; t < THREADS; t++) {
            assert_int_equal(pthread_join(workers[t].thread, NULL), 0);
            assert_int_equal(workers[t].status, GUIDON_OK);
            assert_rising("a thread", GUIDON_V8_NODE, workers[t].ids,
                          BY_THREAD);
        }
        for (size_t i = 0; i < (size_t)THREADS * BY_THREAD; i++) {
            ids[i].bytes[12] &= 0xe0; /* the last 29 bits are the random rest */
            memset(ids[i].bytes + 13, 0, 3);
        }
        assert_unique("threads", ids, (size_t)THREADS * BY_THREAD);
        guidon_generator_free(g);
    }
    free(ids);
}

/* --------------------------------------------------------------- slow model */

/* The generator as <guidon/make.h> and docs/guarantees.md describe it. */
struct slow {
    bool made;
    uint64_t ms, count; /* of the last id */
};

/* Append the low `n` bits of `value`. */
static void append(unsigned char *bits, size_t *len, uint64_t value, unsigned n)
{
    while (n-- > 0) {
        bits[(*len)++] = value >> n & 1;
    }
}

/* An id, bit by bit. */
static guidon_id slow_id(const struct slow *slow, const guidon_options *options,
                         uint64_t rest)
{
    unsigned char data[73], bits[128];
    size_t n_data = 0, n = 0;
    guidon_id id = guidon_nil();

    append(data, &n_data, options->node_number, options->node_number_bits);
    append(data, &n_data, slow->count, 20);
    append(data, &n_data, rest, 53 - options->node_number_bits);
    append(bits, &n, slow->ms, 48);
    append(bits, &n, 8, 4);
    for (size_t i = 0; i < 12; i++) {
        bits[n++] = data[i];
    }
    append(bits, &n, 5, 3); /* the variant, and the bit that is always 1 */
    for (size_t i = 12; i < 73; i++) {
        bits[n++] = data[i];
    }
    for (size_t i = 0; i < 128; i++) {
        id.bytes[i / 8] |= (unsigned char)(bits[i] << (7 - i % 8));
    }
    return id;
}

/* How many of `n` ids can be made at once when the clock reads `now`? */
static guidon_status slow_step(size_t *made, struct slow *slow, uint64_t now,
                               uint64_t start, size_t n)
{
    uint64_t left;

    if (slow->made && now < slow->ms && slow->ms - now > 10000) {
        return GUIDON_E_CLOCK;
    }
    if (!slow->made || now > slow->ms) {
        slow->made = true;
        slow->ms = now;
        slow->count = start - 1; /* the next id has the start */
        left = HALF;
    } else {
        left = 2 * HALF - 1 - slow->count;
    }
    *made = n < left ? n : left;
    return left == 0 ? GUIDON_E_OVERFLOW : GUIDON_OK;
}

/* A call of `n` ids, all random bytes of which are `fill`. */
static void compare_call(struct slow *slow, guidon_generator *g,
                         const guidon_options *options, guidon_id *ids,
                         size_t n)
{
    const struct script *script = options->clock_context;
    const uint64_t random =
        (uint64_t)script->fill * UINT64_C(0x0101010101010101);
    const uint64_t now = (uint64_t)script->now.seconds * 1000 +
                         script->now.nanoseconds / 1000000;
    const guidon_status status = guidon_next_many(ids, n, g);
    guidon_status want = GUIDON_OK;

    for (size_t i = 0; i < n && want == GUIDON_OK;) {
        size_t made = 0;

        want = slow_step(&made, slow, now, random % HALF,
                         n - i < 256 ? n - i : 256);
        for (size_t k = 0; k < made; k++) {
            slow->count++;
            if (status == GUIDON_OK) {
                const guidon_id id = slow_id(slow, options, random);

                assert_memory_equal(&ids[i + k], &id, sizeof id);
            }
        }
        i += made;
    }
    assert_int_equal(status, want);
}

static uint64_t choose(uint64_t *seed, uint64_t below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (*seed >> 33) % below;
}

/* Clock, number of ids and random bytes are arbitrary. */
static void test_ids_are_those_of_the_slow_model(void **state)
{
    enum { N = 3000, CALLS = 400 };
    static const int64_t moves[] = {0,       1,         MS / 2,   MS,
                                    SEC,     -MS,       -SEC,     -10 * SEC,
                                    9 * SEC, -11 * SEC, 15 * SEC, -1};
    guidon_id *ids = new_ids(N);
    uint64_t seed = 1;

    (void)state;
    for (uint32_t bits = 1; bits <= GUIDON_V8_NODE_BITS_MAX; bits++) {
        struct script script = script_at(T0, 999999999);
        guidon_options options = node_options(
            &script, (uint32_t)choose(&seed, UINT64_C(1) << bits), bits);
        struct slow slow = {.made = false};
        guidon_generator *g;

        options.rollback =
            bits % 2 ? GUIDON_ROLLBACK_FAIL : GUIDON_ROLLBACK_RESTART;
        g = script_generator(&options);
        for (size_t i = 0; i < CALLS; i++) {
            script_move(&script, moves[choose(&seed, COUNT(moves))]);
            script.fill = (int)choose(&seed, 256);
            compare_call(&slow, g, &options, ids,
                         choose(&seed, 8) ? choose(&seed, 5)
                                          : choose(&seed, N));
        }
        guidon_generator_free(g);
    }
    free(ids);
}

/* The same up to the last count of a millisecond. */
static void test_the_last_counts_are_those_of_the_slow_model(void **state)
{
    struct script script = script_at(T0, 0);
    guidon_options options = node_options(&script, 0x5a5a5a, 24);
    guidon_generator *g = script_generator(&options);
    guidon_id *ids = new_ids(HALF);
    struct slow slow = {.made = false};

    (void)state;
    script.fill = 0xff;
    compare_call(&slow, g, &options, ids, HALF - 300);
    compare_call(&slow, g, &options, ids, 290);
    compare_call(&slow, g, &options, ids, 11); /* one too many */
    compare_call(&slow, g, &options, ids, 1);
    script_move(&script, MS);
    compare_call(&slow, g, &options, ids, 1);
    guidon_generator_free(g);
    free(ids);
}

/* Numbers of different lengths do not tell ids apart: 1 in one bit and 2 in two
 * bits begin with the same bits. */
static void test_node_bits_have_to_agree(void **state)
{
    static const unsigned char random[8];
    guidon_id one, two;

    (void)state;
    assert_int_equal(guidon_v8_node_make(&one, 1, 1, 1, 0, random), GUIDON_OK);
    assert_int_equal(guidon_v8_node_make(&two, 1, 2, 2, 0, random), GUIDON_OK);
    assert_true(guidon_equal(&one, &two));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_hold_node_and_time_and_rise),
        cmocka_unit_test(test_the_counter_counts),
        cmocka_unit_test(test_two_nodes_never_make_the_same_id),
        cmocka_unit_test(test_no_id_repeats_without_random_bits),
        cmocka_unit_test(test_a_clock_too_far_back_stops_the_generator),
        cmocka_unit_test(test_a_clock_too_far_back_is_waited_for),
        cmocka_unit_test(test_a_full_counter_waits_or_fails),
        cmocka_unit_test(test_a_node_number_and_a_scope_have_to_fit),
        cmocka_unit_test(test_no_id_after_the_lease),
        cmocka_unit_test(test_a_forked_child_has_no_node_number),
        cmocka_unit_test(test_a_cloned_machine_has_no_node_number),
        cmocka_unit_test(test_threads_share_the_counter),
        cmocka_unit_test(test_ids_are_those_of_the_slow_model),
        cmocka_unit_test(test_the_last_counts_are_those_of_the_slow_model),
        cmocka_unit_test(test_node_bits_have_to_agree),
    };

    return cmocka_run_group_tests_name("v8_node", tests, NULL, NULL);
}
