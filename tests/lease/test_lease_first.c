/* SPDX-License-Identifier: MIT */
/* test_lease_first.c - the first millisecond that a lease file allows. */
#define _GNU_SOURCE
#include "children.h"
#include "generate/generator.h"
#include "generate_test.h"
#include "lease/lease_page.h"
#include "shared/shared_page.h"

#include <guidon/prefixed.h>

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#if GDN_SHARED_FILES

#  define NUMBER    677u
#  define BITS      10u
#  define T0_MS     ((uint64_t)T0 * 1000)
#  define TOLERANCE (10 * SEC)
#  define FIRST_END (UINT64_C(1) << 44)

/* ------------------------------------------------------------------ helpers */

static char folder[64];
static char path[80], state_path[80];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/guidon-first-XXXXXX");
    if (!mkdtemp(folder)) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/lease", folder);
    snprintf(state_path, sizeof state_path, "%s/state", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* A lease that lasts, up to last_ms. */
static guidon_lease *new_lease(uint64_t first_ms, uint64_t last_ms)
{
    guidon_lease *lease = NULL;

    assert_int_equal(guidon_lease_create(&lease, path, NUMBER, BITS, first_ms),
                     GUIDON_OK);
    assert_int_equal(guidon_lease_extend(lease, UINT64_MAX, last_ms),
                     GUIDON_OK);
    return lease;
}

static const struct shape v8 = {.name = "v8", .kind = GUIDON_V8_NODE};

static bool is_gregorian(guidon_kind kind)
{
    return kind == GUIDON_V1 || kind == GUIDON_V2 || kind == GUIDON_V6;
}

/* Every way to make ids with a time. */
enum { TIMED = SHAPES };

static const struct shape *timed_shape(size_t i)
{
    return is_timed(&shapes[i]) ? &shapes[i] : &v8;
}

/* The generator of a shape whose clock reads T0 and `ns`. */
struct bench {
    struct script script;
    guidon_options options;
};

static void set_up(struct bench *bench, const struct shape *shape, int64_t ns)
{
    bench->script = script_at(T0, 0);
    script_move(&bench->script, ns);
    bench->options = shape_options(&bench->script, shape);
    bench->options.scope = shape->kind == GUIDON_V8_NODE ? GUIDON_SCOPE_PROCESS
                                                         : GUIDON_SCOPE_THREAD;
    bench->options.lease_path = path;
}

static uint64_t ms_of_time(guidon_time time)
{
    return (uint64_t)time.seconds * 1000 + time.nanoseconds / MS;
}

/* The Unix millisecond in an id. */
static uint64_t id_ms(const struct shape *shape, const guidon_id *id)
{
    guidon_time time, high;
    uint32_t prefix;
    uint64_t ms = 0;

    if (shape->kind == GUIDON_V2) {
        assert_int_equal(guidon_dce_time_of(&time, &high, id), GUIDON_OK);
        return ms_of_time(time);
    }
    if (shape->kind == GUIDON_V1 || shape->kind == GUIDON_V6) {
        assert_int_equal(guidon_time_of(&time, id), GUIDON_OK);
        return ms_of_time(time);
    }
    if (shape->kind == GUIDON_V8_PREFIXED) {
        assert_int_equal(guidon_v8_prefix_of(&time, &prefix, id, 20),
                         GUIDON_OK);
        return ms_of_time(time);
    }
    for (size_t i = 0; i < 6; i++) {
        ms = ms << 8 | id->bytes[i];
    }
    return ms;
}

/* The call fails because of the clock, and changes nothing. */
static void assert_clock_refused(const char *why, guidon_generator *g)
{
    struct gdn_u128 before = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_u128 after;
    guidon_id id;

    mark(&id, sizeof id);
    assert_row(why, guidon_next(&id, g) == GUIDON_E_CLOCK);
    assert_row(why, is_marked(&id, sizeof id));
    after = gdn_atomic128_load(gdn_generator_state(g));
    assert_memory_equal(&before, &after, sizeof before);
}

/* --------------------------------------------------------- the clock behind */

#  define BATCH 300 /* more than one step */

/* The first id and a batch, with a clock that is `behind` T0, which is the
 * first time that the lease allows. */
static void check_clock_behind(const struct shape *shape, guidon_scope scope,
                               int64_t behind)
{
    static guidon_id ids[BATCH];
    const uint64_t want =
        T0_MS + (behind < 0 ? (uint64_t)-behind / (uint64_t)MS : 0);
    struct bench bench;
    guidon_generator *g;

    set_up(&bench, shape, -behind);
    bench.options.scope = scope;
    bench.options.state_path = scope == GUIDON_SCOPE_HOST ? state_path : NULL;
    g = script_generator(&bench.options);
    if (behind > TOLERANCE) {
        assert_clock_refused(shape->name, g);
    } else {
        const guidon_id id = next_of(g);

        assert_row(shape->name, id_ms(shape, &id) == want);
        assert_int_equal(stats_of(g).rollbacks, behind > 0);
        assert_int_equal(stats_of(g).restarts, 0);
        assert_int_equal(guidon_next_many(ids, BATCH, g), GUIDON_OK);
        for (size_t i = 0; i < BATCH; i++) {
            assert_row(shape->name, id_ms(shape, &ids[i]) >= want);
        }
        if (shape->ordered || shape == &v8) {
            assert_rising(shape->name, shape->kind, ids, BATCH);
        }
    }
    guidon_generator_free(g);
    unlink(state_path);
}

/* A clock that is behind by the tolerance or less is raised, and one that is
 * further behind is refused. */
static void test_no_id_is_below_the_first_millisecond(void **state)
{
    static const int64_t behind[] = {-1, 0,   1,         100,
                                     MS, -MS, TOLERANCE, TOLERANCE + 1};
    guidon_lease *lease = new_lease(T0_MS, UINT64_MAX);

    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        const struct shape *shape = timed_shape(i);

        if (shape->kind == GUIDON_V2) {
            continue; /* see test_the_first_millisecond_of_version_2 */
        }
        for (size_t k = 0; k < COUNT(behind); k++) {
            check_clock_behind(shape, GUIDON_SCOPE_PROCESS, behind[k]);
            if (shape != &v8) {
                check_clock_behind(shape, GUIDON_SCOPE_THREAD, behind[k]);
                check_clock_behind(shape, GUIDON_SCOPE_HOST, behind[k]);
            }
        }
    }
    guidon_lease_end(lease);
}

/* The other processes of a host may have made ids below the first millisecond,
 * or above it. */
static void test_a_shared_state_may_be_below(void **state)
{
    static const int64_t others[] = {-3 * SEC, 2 * SEC};
    guidon_lease *lease = new_lease(T0_MS, UINT64_MAX);

    (void)state;
    for (size_t i = 0; i < 2 * SHAPES; i++) {
        const struct shape *shape = &shapes[i / 2];
        struct bench other, bench;
        guidon_generator *made_before, *g;
        guidon_id before, id;

        if (!shape->ordered) {
            continue;
        }
        set_up(&other, shape, others[i % 2]);
        other.options.scope = GUIDON_SCOPE_HOST;
        other.options.state_path = state_path;
        other.options.lease_path = NULL;
        made_before = script_generator(&other.options);
        before = next_of(made_before);
        set_up(&bench, shape, -2 * SEC);
        bench.options.scope = GUIDON_SCOPE_HOST;
        bench.options.state_path = state_path;
        g = script_generator(&bench.options);
        id = next_of(g);
        assert_row(shape->name, id_ms(shape, &id) >= T0_MS);
        before = order_of(shape->kind, &before);
        id = order_of(shape->kind, &id);
        assert_row(shape->name, guidon_compare(&before, &id) < 0);
        guidon_generator_free(g);
        guidon_generator_free(made_before);
        unlink(state_path);
    }
    guidon_lease_end(lease);
}

/* Ids run ahead of a raised clock as they do of any other: in version 1 by the
 * ticks of one millisecond. */
static void test_a_raised_clock_stands_still(void **state)
{
    static guidon_id ids[10000];
    guidon_lease *lease = new_lease(T0_MS, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;
    guidon_id id;

    (void)state;
    set_up(&bench, &shapes[0], -5 * SEC);
    bench.options.overflow = GUIDON_OVERFLOW_FAIL;
    g = script_generator(&bench.options);
    assert_int_equal(guidon_next_many(ids, COUNT(ids), g), GUIDON_OK);
    assert_int_equal(id_ms(&shapes[0], &ids[COUNT(ids) - 1]), T0_MS);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_OVERFLOW);
    script_move(&bench.script, 5 * SEC);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_OVERFLOW);
    script_move(&bench.script, MS);
    id = next_of(g);
    assert_int_equal(id_ms(&shapes[0], &id), T0_MS + 1);
    assert_int_equal(stats_of(g).rollbacks, 1);
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

static void test_the_options_decide_for_a_clock_far_behind(void **state)
{
    guidon_lease *lease = new_lease(T0_MS, UINT64_MAX);

    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        const struct shape *shape = timed_shape(i);
        struct bench bench;
        guidon_generator *g;
        guidon_id id;

        if (shape->kind == GUIDON_V2) {
            continue;
        }
        for (int k = GUIDON_ROLLBACK_RESTART; k <= GUIDON_ROLLBACK_FAIL; k++) {
            set_up(&bench, shape, -6 * MS);
            bench.options.rollback = (guidon_rollback)k;
            bench.options.rollback_tolerance_ms = 5;
            bench.script.tick_ns = k == GUIDON_ROLLBACK_WAIT ? MS / 2 : 0;
            g = script_generator(&bench.options);
            if (k == GUIDON_ROLLBACK_WAIT) {
                id = next_of(g);
                assert_row(shape->name, id_ms(shape, &id) == T0_MS);
                assert_int_equal(bench.script.readings, 3);
                assert_int_equal(stats_of(g).waits, 1);
            } else {
                assert_clock_refused(shape->name, g);
                script_move(&bench.script, MS);
                id = next_of(g);
                assert_row(shape->name, id_ms(shape, &id) == T0_MS);
            }
            guidon_generator_free(g);
        }
    }
    guidon_lease_end(lease);
}

/* No policy restarts below the first millisecond, however the clock moves. */
static void test_a_later_step_back_brings_no_earlier_id(void **state)
{
    guidon_lease *lease = new_lease(T0_MS, UINT64_MAX);

    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        const struct shape *shape = timed_shape(i);
        size_t made = 0, refused = 0;
        struct bench bench;
        guidon_generator *g;

        set_up(&bench, shape, 2 * HOUR);
        g = script_generator(&bench.options);
        next_of(g);
        for (int64_t at = 90; at >= -30; at -= 3) {
            guidon_id id;
            guidon_status status;

            set_up(&bench, shape, at * SEC);
            status = guidon_next(&id, g);
            if (status == GUIDON_OK) {
                assert_row(shape->name, id_ms(shape, &id) >= T0_MS);
                assert_row(shape->name, at * SEC >= -TOLERANCE);
                made++;
            } else {
                assert_int_equal(status, GUIDON_E_CLOCK);
                refused++;
            }
        }
        assert_row(shape->name, refused >= 7); /* from -12 s to -30 s */
        assert_row(shape->name,
                   made > 0 || shape == &v8 || shape->kind == GUIDON_V2);
        guidon_generator_free(g);
    }
    guidon_lease_end(lease);
}

/* An id of version 2 has the time at which its step of 429 s begins. So the
 * steps of two owners differ. */
static void test_the_first_millisecond_of_version_2(void **state)
{
    static const struct shape v2 = {
        .name = "v2", .kind = GUIDON_V2, .node = GUIDON_NODE_FIXED};
    const uint64_t step = TICK_T0 >> 32;
    const uint64_t ticks_of_1970 = UINT64_C(122192928000000000);
    const uint64_t begins = ((step << 32) - ticks_of_1970) / 10000;
    const uint64_t ends = (((step + 1) << 32) - ticks_of_1970) / 10000;
    static const int offsets[] = {0, 1};

    (void)state;
    for (size_t i = 0; i < COUNT(offsets); i++) {
        guidon_lease *lease =
            new_lease(begins + (uint64_t)offsets[i], UINT64_MAX);
        struct bench bench;
        guidon_generator *g;
        guidon_id id;

        set_up(&bench, &v2, 0);
        g = script_generator(&bench.options);
        if (offsets[i] == 0) {
            id = next_of(g);
            assert_int_equal(id_ms(&v2, &id), begins);
        } else {
            assert_clock_refused("v2", g);
            script_move(&bench.script,
                        (int64_t)(ends - T0_MS) * MS - TOLERANCE - MS);
            assert_clock_refused("v2", g);
            script_move(&bench.script, 2 * MS);
            id = next_of(g);
            assert_int_equal(id_ms(&v2, &id), ends);
            assert_int_equal(stats_of(g).rollbacks, 1);
        }
        guidon_generator_free(g);
        guidon_lease_end(lease);
    }
}

/* With the system's clock and random bits, kinds may have a fast path, which
 * does not read the bound. */
static void test_a_fast_path_obeys_the_first_millisecond(void **state)
{
    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        const struct shape *shape = timed_shape(i);
        const int64_t ahead_ms[] = {-5000, 5000, HOUR / MS};

        for (size_t k = 0; k < COUNT(ahead_ms); k++) {
            struct bench bench;
            struct timespec now;
            uint64_t first_ms;
            guidon_lease *lease;
            guidon_generator *g;

            assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
            first_ms = (uint64_t)((int64_t)now.tv_sec * 1000 + ahead_ms[k]);
            lease = new_lease(first_ms, UINT64_MAX);
            set_up(&bench, shape, 0);
            script_no_random(&bench.options);
            script_no_clock(&bench.options);
            g = script_generator(&bench.options);
            for (int n = 0; n < 50; n++) {
                guidon_id id;
                const guidon_status status = guidon_next(&id, g);

                assert_row(shape->name,
                           status == (k == 2 ? GUIDON_E_CLOCK : GUIDON_OK) ||
                               shape->kind == GUIDON_V2);
                assert_row(shape->name, status != GUIDON_OK ||
                                            id_ms(shape, &id) >= first_ms);
            }
            guidon_generator_free(g);
            guidon_lease_end(lease);
        }
    }
}

/* ----------------------------------------------------------- owners in turn */

/* The clock steps back between two owners. Neither has a random bit of its own,
 * so only the bound keeps their ids apart. */
static void test_the_next_owner_begins_above_the_last(void **state)
{
    static guidon_id ids[2 * 40];

    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        const struct shape *shape = timed_shape(i);
        const uint64_t mark_ms = T0_MS + 1000;
        const bool waits = shape->kind == GUIDON_V2;

        for (size_t owner = 0; owner < 2; owner++) {
            guidon_lease *lease = new_lease(owner == 0 ? 1 : mark_ms + 1,
                                            owner == 0 ? mark_ms : UINT64_MAX);
            struct bench bench;
            guidon_generator *g;

            set_up(&bench, shape, owner == 0 ? 500 * MS : 0);
            bench.script.fill = 0;
            if (is_gregorian(shape->kind)) {
                bench.options.node = GUIDON_NODE_FIXED;
            }
            if (waits && owner == 1) {
                script_move(&bench.script, 430 * SEC);
            }
            g = script_generator(&bench.options);
            for (size_t n = 0; n < 40; n++) {
                guidon_id *id = &ids[40 * owner + n];

                *id = next_of(g);
                assert_row(shape->name,
                           (id_ms(shape, id) > mark_ms) == (owner == 1));
            }
            guidon_generator_free(g);
            guidon_lease_end(lease);
        }
        if (shape->ordered || shape == &v8) {
            assert_rising(shape->name, shape->kind, ids, 2 * 40);
        }
    }
}

/* A file that replaces another one has a bound of its own, and the generators
 * of the older file keep theirs. */
static void test_each_lease_has_its_own_bound(void **state)
{
    guidon_lease *old = new_lease(T0_MS, UINT64_MAX);
    guidon_lease *lease;
    struct bench bench, second;
    guidon_generator *g, *other;
    guidon_id id;

    (void)state;
    set_up(&bench, &v8, -MS);
    g = script_generator(&bench.options);
    lease = new_lease(T0_MS + 7, UINT64_MAX);
    set_up(&second, &v8, -MS);
    other = script_generator(&second.options);
    id = next_of(other);
    assert_int_equal(id_ms(&v8, &id), T0_MS + 7);
    id = next_of(g);
    assert_int_equal(id_ms(&v8, &id), T0_MS);
    guidon_generator_free(other);
    guidon_lease_end(lease);

    lease = new_lease(T0_MS - 5, UINT64_MAX); /* the bound may be lower too */
    other = script_generator(&second.options);
    id = next_of(other);
    assert_int_equal(id_ms(&v8, &id), T0_MS - 1);
    guidon_generator_free(other);
    guidon_generator_free(g);
    guidon_lease_end(old);
    guidon_lease_end(lease);
}

static void check_restarted(void *argument)
{
    struct bench bench;
    guidon_generator *g;
    guidon_id id;

    (void)argument;
    set_up(&bench, &v8, -MS);
    g = script_generator(&bench.options);
    id = next_of(g);
    assert_int_equal(id_ms(&v8, &id), T0_MS);
    guidon_generator_free(g);
}

/* The bound is the same for every generator of the lease, before and after
 * extensions, in this process and in others. */
static void test_an_extension_keeps_the_bound(void **state)
{
    guidon_lease *lease = NULL;
    guidon_lease_terms terms;

    (void)state;
    assert_int_equal(guidon_lease_create(&lease, path, NUMBER, BITS, T0_MS),
                     GUIDON_OK);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    assert_int_equal(terms.first_ms, T0_MS);
    assert_int_equal(terms.last_ms, 0);
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(
            guidon_lease_extend(lease, UINT64_MAX, T0_MS + 1000 * i),
            GUIDON_OK);
        assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
        assert_int_equal(terms.first_ms, T0_MS);
        assert_int_equal(terms.last_ms, T0_MS + 1000 * i);
        assert_int_equal(terms.node_number, NUMBER);
        assert_true(is_all(terms.reserved, sizeof terms.reserved, 0));
        check_restarted(NULL);
        run_child(BY_FORK, check_restarted, NULL);
    }
    guidon_lease_end(lease);
}

/* ------------------------------------------------------------- wrong bounds */

static void test_the_bounds_have_to_agree(void **state)
{
    guidon_lease *lease = NULL;
    guidon_lease_terms terms;

    (void)state;
    assert_int_equal(guidon_lease_create(&lease, path, NUMBER, BITS, FIRST_END),
                     GUIDON_E_RANGE);
    assert_int_equal(
        guidon_lease_create(&lease, path, NUMBER, BITS, UINT64_MAX),
        GUIDON_E_RANGE);
    assert_null(lease);
    assert_int_equal(access(path, F_OK), -1);

    assert_int_equal(guidon_lease_create(&lease, path, NUMBER, BITS, 20),
                     GUIDON_OK);
    assert_int_equal(guidon_lease_extend(lease, 10, 19), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_extend(lease, 10, 0), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_lease_read(&terms, path), GUIDON_OK);
    assert_int_equal(terms.not_after, 0);
    assert_int_equal(terms.last_ms, 0);
    assert_int_equal(guidon_lease_extend(lease, 10, 20), GUIDON_OK);
    guidon_lease_end(lease);
}

/* The last bound that a file may have is past the clock of every kind that
 * counts more finely, but it is no overflow. */
static void test_the_last_bound_refuses_every_clock(void **state)
{
    guidon_lease *lease = new_lease(FIRST_END - 1, UINT64_MAX);

    (void)state;
    for (size_t i = 0; i < TIMED; i++) {
        struct bench bench;
        guidon_generator *g;

        set_up(&bench, timed_shape(i), 0);
        g = script_generator(&bench.options);
        assert_clock_refused(timed_shape(i)->name, g);
        guidon_generator_free(g);
    }
    guidon_lease_end(lease);
}

/* Without a bound, version 1 has times before 1970. */
static void test_no_bound_is_below_1970(void **state)
{
    guidon_lease *lease = new_lease(0, UINT64_MAX);
    struct bench bench;
    guidon_generator *g;

    (void)state;
    set_up(&bench, &shapes[0], 0);
    bench.script = script_at(TICK_FROM, 0);
    g = script_generator(&bench.options);
    next_of(g);
    assert_int_equal(stats_of(g).rollbacks, 0);
    guidon_generator_free(g);
    guidon_lease_end(lease);
}

static void write_at(const void *bytes, size_t len, size_t offset)
{
    int file = open(path, O_WRONLY);

    assert_int_equal(pwrite(file, bytes, len, (off_t)offset), (ssize_t)len);
    close(file);
}

static void assert_damaged(bool damaged)
{
    guidon_options options = {.kind = GUIDON_V7, .lease_path = path};
    guidon_lease_terms terms;
    guidon_generator *g = NULL;
    const guidon_status status = guidon_generator_new(&g, &options);

    assert_int_equal(status, damaged ? GUIDON_E_STATE : GUIDON_OK);
    assert_int_equal(guidon_lease_read(&terms, path), status);
    if (damaged) {
        assert_non_null(strstr(guidon_state_reason(), "damaged"));
    }
    guidon_generator_free(g);
}

/* A bound that is past last_ms, or out of its range, is of a damaged file. A
 * file that is not extended yet has no last_ms. */
static void test_a_bound_past_the_last_millisecond_is_damage(void **state)
{
    static const struct {
        uint64_t first_ms, last_ms;
        bool damaged;
    } rows[] = {
        {T0_MS, T0_MS, false},
        {T0_MS, T0_MS - 1, true},
        {T0_MS, 1, true},
        {T0_MS, 0, false},
        {0, 1, false},
        {FIRST_END - 1, UINT64_MAX, false},
        {FIRST_END, UINT64_MAX, true},
        {UINT64_MAX, UINT64_MAX, true},
        {FIRST_END, 0, true},
    };
    guidon_lease *lease = new_lease(0, UINT64_MAX);
    struct gdn_lease_head head;
    int file = open(path, O_RDONLY);

    (void)state;
    assert_int_equal(read(file, &head, sizeof head), sizeof head);
    close(file);
    for (size_t i = 0; i < COUNT(rows); i++) {
        head.first_ms = rows[i].first_ms;
        head.checksum = gdn_shared_checksum(
            &head, offsetof(struct gdn_lease_head, checksum));
        write_at(&head, sizeof head, 0);
        write_at(&rows[i].last_ms, 8, offsetof(struct gdn_lease_page, last_ms));
        assert_damaged(rows[i].damaged);
    }
    guidon_lease_end(lease);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_id_is_below_the_first_millisecond),
        cmocka_unit_test(test_a_shared_state_may_be_below),
        cmocka_unit_test(test_a_raised_clock_stands_still),
        cmocka_unit_test(test_the_options_decide_for_a_clock_far_behind),
        cmocka_unit_test(test_a_later_step_back_brings_no_earlier_id),
        cmocka_unit_test(test_the_first_millisecond_of_version_2),
        cmocka_unit_test(test_a_fast_path_obeys_the_first_millisecond),
        cmocka_unit_test(test_the_next_owner_begins_above_the_last),
        cmocka_unit_test(test_each_lease_has_its_own_bound),
        cmocka_unit_test(test_an_extension_keeps_the_bound),
        cmocka_unit_test(test_the_bounds_have_to_agree),
        cmocka_unit_test(test_the_last_bound_refuses_every_clock),
        cmocka_unit_test(test_no_bound_is_below_1970),
        cmocka_unit_test(test_a_bound_past_the_last_millisecond_is_damage),
    };

    return cmocka_run_group_tests_name("lease_first", tests, make_folder,
                                       remove_folder);
}

#else

int main(void)
{
    return 0; /* test_lease_file tests systems without lease files */
}

#endif
