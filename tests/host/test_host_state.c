/* SPDX-License-Identifier: MIT */
/* test_host_state.c - the state that generators of scope HOST keep in their
 * file. */
#define _GNU_SOURCE
#include "generate/generator.h"
#include "host_test.h"
#include "idset.h"
#include "shared_test.h"

#define T0          1700000000
#define SECOND      INT64_C(1000000000)
#define STEP        INT64_C(429496729600) /* of v2: 2^32 ticks, in nanoseconds */
#define V2_ROOM     64                    /* ids in a step (D2) */
#define OTHER_BOOT  UINT64_C(7)
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static const guidon_kind gregorian[] = {GUIDON_V1, GUIDON_V6};

/* ------------------------------------------------------------------ helpers */

static struct script script;

static int begin(void **state)
{
    script = script_at(T0, 0);
    return make_folder(state);
}

/* Uses the script, and the file that all share. */
static guidon_options host_options(guidon_kind kind)
{
    guidon_options options = script_options(&script, kind);

    options.scope = GUIDON_SCOPE_HOST;
    options.state_path = in_folder("s");
    options.overflow = GUIDON_OVERFLOW_FAIL;
    return options;
}

static guidon_generator *host_generator(guidon_kind kind)
{
    guidon_options options = host_options(kind);

    return script_generator(&options);
}

static guidon_id next_of(guidon_generator *g)
{
    guidon_id id;

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    return id;
}

/* An id from a generator that is opened for it, and closed. */
static guidon_id next_of_new(guidon_kind kind)
{
    guidon_generator *g = host_generator(kind);
    guidon_id id = next_of(g);

    guidon_generator_free(g);
    return id;
}

/* The host was in another boot, and is in this one again. */
static void reboot(void)
{
    gdn_shared_close(open_state("s", OTHER_BOOT));
}

/* ------------------------------------------- each kind has a slot of its
 * own */

static void test_no_two_kinds_share_a_slot(void **state)
{
    static const struct {
        guidon_kind kind;
        guidon_v7_layout v7_layout;
    } rows[] = {
        {.kind = GUIDON_V1},
        {.kind = GUIDON_V2},
        {.kind = GUIDON_V6},
        {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_PRECISE},
        {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
        {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
        {.kind = GUIDON_ULID_MONOTONIC},
        {.kind = GUIDON_V8_PREFIXED},
    };
    bool used[GDN_SHARED_SLOTS] = {false};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_options options = host_options(rows[i].kind);
        size_t slots = 0;
        guidon_generator *g;

        options.v7_layout = rows[i].v7_layout;
        g = script_generator(&options);
        assert_non_null(g->shared);
        for (unsigned slot = 0; slot < GDN_SHARED_SLOTS; slot++) {
            if (g->shared_state ==
                gdn_shared_state(g->shared, (enum gdn_shared_slot)slot)) {
                assert_false(used[slot]);
                used[slot] = true;
                slots++;
            }
        }
        assert_int_equal(slots, 1);
        guidon_generator_free(g);
    }
}

/* ------------------------------------------- kept when all generators close */

static void test_a_new_generator_goes_on(void **state)
{
    static const struct {
        const char *why;
        int64_t moved; /* how far the clock moves between the two */
    } rows[] = {
        {"the clock stands still", 0},
        {"it is 5 s back, within the tolerance", -5 * SECOND},
        {"it has gone on", SECOND},
    };
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6, GUIDON_V7,
                                        GUIDON_ULID_MONOTONIC};

    (void)state;
    for (size_t i = 0; i < COUNT(kinds) * COUNT(rows); i++) {
        guidon_kind kind = kinds[i / COUNT(rows)];
        guidon_id first = next_of_new(kind), second;

        script_move(&script, rows[i % COUNT(rows)].moved);
        second = next_of_new(kind);
        assert_row(rows[i % COUNT(rows)].why, is_below(kind, &first, &second));
    }
}

struct family {
    guidon_kind kind;
    guidon_id *made; /* where the parent sees it */
};

static int make_in_process(void *argument)
{
    const struct family *family = argument;

    script.seed = 99; /* so that it would not draw the parent's values */
    *family->made = next_of_new(family->kind);
    return 0;
}

static void test_clock_sequence_and_node_are_kept(void **state)
{
    guidon_id *made = common_memory(sizeof *made);

    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        struct family family = {gregorian[i], made};
        guidon_id first = next_of_new(gregorian[i]), second;

        script.seed = 4711;
        second = next_of_new(gregorian[i]);
        assert_true(same_seq(&first, &second));
        assert_true(same_node(&first, &second));
        assert_int_equal(first.bytes[10] & 1, 1); /* R99 */
        assert_int_equal(result_of(make_in_process, &family), 0);
        assert_true(same_seq(&first, made));
        assert_true(same_node(&first, made));
        assert_true(is_below(gregorian[i], &second, made));
    }
    munmap(made, sizeof *made);
}

/* Half of the possible random bytes have the bit by chance, so the test tries
 * both. The other bits of that byte are random. */
static void test_the_node_of_a_new_file_is_multicast(void **state)
{
    unsigned char every = 0xff, any = 0;

    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        unsigned char first = next_of_new(GUIDON_V1).bytes[10];

        every &= first;
        any |= first;
        assert_int_equal(remove(in_folder("s")), 0);
    }
    assert_int_equal(every & 1, 1);
    assert_int_not_equal(every, any);
}

static void test_kinds_share_the_node_and_no_more(void **state)
{
    guidon_id v1 = next_of_new(GUIDON_V1);
    guidon_id v6 = next_of_new(GUIDON_V6);

    (void)state;
    assert_true(same_node(&v1, &v6));
    assert_false(same_seq(&v1, &v6)); /* each drew its own clock sequence */
}

static void test_a_given_node_is_not_kept(void **state)
{
    guidon_options options = host_options(GUIDON_V1);
    guidon_id kept = next_of_new(GUIDON_V1), given;
    guidon_generator *g;

    (void)state;
    options.node = GUIDON_NODE_FIXED;
    memcpy(options.node_bytes, "\x02\x04\x06\x08\x0a\x0c", 6);
    options.clock_seq_fixed =
        true; /* sets the first sequence, but ids were made already */
    options.clock_seq = 5;
    g = script_generator(&options);
    given = next_of(g);
    assert_memory_equal(given.bytes + 10, options.node_bytes, 6);
    assert_true(same_seq(&kept, &given));
    guidon_generator_free(g);
    given = next_of_new(GUIDON_V1);
    assert_true(same_node(&kept, &given));
}

/* ------------------------------------------------------------- another boot */

static void test_a_boot_changes_node_and_sequence(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        guidon_generator *g[2];
        guidon_id before = next_of_new(gregorian[i]);
        guidon_id after[4];

        reboot();
        g[0] = host_generator(gregorian[i]);
        g[1] = host_generator(gregorian[i]);
        for (size_t k = 0; k < COUNT(after); k++) {
            after[k] = next_of(g[k % 2]);
            assert_false(same_seq(&before, &after[k]));
            assert_false(same_node(&before, &after[k]));
            assert_true(same_node(&after[0], &after[k]));
            /* Chosen once, because the change is committed then. */
            assert_true(same_seq(&after[0], &after[k]));
            assert_true(k == 0 ||
                        is_below(gregorian[i], &after[k - 1], &after[k]));
        }
        guidon_generator_free(g[0]);
        guidon_generator_free(g[1]);
    }
}

/* A random start that equals the lost one is replaced (R18), also if it is the
 * highest of all. The replacement stays. */
static void test_the_lost_sequence_is_never_drawn_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(gregorian); i++) {
        guidon_kind kind = gregorian[i / 2];
        guidon_generator *g = host_generator(kind);
        guidon_id before, after, next;

        script.fill = i % 2 ? 0xff : 0x15;
        assert_int_equal(
            guidon_generator_set_clock_seq(g, script.fill * 0x101 & 0x3fff),
            GUIDON_OK);
        before = next_of(g);
        guidon_generator_free(g);
        reboot();
        after = next_of_new(kind);
        next = next_of_new(kind);
        assert_false(same_seq(&before, &after));
        assert_true(same_seq(&after, &next));
    }
}

static void test_a_set_sequence_does_not_undo_that(void **state)
{
    guidon_options options = host_options(GUIDON_V1);
    guidon_id before, after;
    guidon_generator *g;

    (void)state;
    options.clock_seq_fixed = true;
    options.clock_seq = 5;
    g = script_generator(&options);
    before = next_of(g);
    guidon_generator_free(g);
    reboot();
    g = script_generator(&options);
    after = next_of(g);
    assert_false(same_seq(&before, &after));
    guidon_generator_free(g);
}

/* The file may be a copy whose original is in use elsewhere, so no time is
 * safe. */
static void test_a_boot_at_any_later_time_changes_them_too(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        guidon_id before = next_of_new(gregorian[i]), after;

        reboot();
        script_move(&script, 21 * SECOND);
        after = next_of_new(gregorian[i]);
        assert_false(same_seq(&before, &after));
        assert_false(same_node(&before, &after));
        assert_true(is_below(gregorian[i], &before, &after));
    }
}

/* A node that the options give stays, and its clock sequence changes. */
static void test_a_boot_changes_the_sequence_of_a_given_node(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        guidon_options options = host_options(gregorian[i]);
        guidon_id ids[2];

        options.node = GUIDON_NODE_FIXED;
        for (size_t k = 0; k < 2; k++) {
            guidon_generator *g = script_generator(&options);

            ids[k] = next_of(g);
            guidon_generator_free(g);
            reboot();
            script_move(&script, 21 * SECOND);
        }
        assert_false(same_seq(&ids[0], &ids[1]));
        assert_true(same_node(&ids[0], &ids[1]));
    }
}

static void test_order_is_kept_over_boots(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6, GUIDON_V7};

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        guidon_id before = next_of_new(kinds[i]), after;

        reboot();
        script_move(&script, -5 * SECOND);
        after = next_of_new(kinds[i]);
        assert_true(is_below(kinds[i], &before, &after));
    }
}

static void test_a_boot_with_the_clock_too_far_back_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        guidon_options options = host_options(gregorian[i]);
        guidon_generator *g;
        guidon_id id;

        next_of_new(gregorian[i]);
        reboot();
        script_move(&script, -60 * SECOND);
        options.rollback = GUIDON_ROLLBACK_FAIL;
        g = script_generator(&options);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_CLOCK);
        guidon_generator_free(g);
    }
}

static void test_a_boot_begins_a_new_run_of_ulids(void **state)
{
    guidon_id before = next_of_new(GUIDON_ULID_MONOTONIC), after, next;

    (void)state;
    reboot();
    after = next_of_new(GUIDON_ULID_MONOTONIC);
    /* Drawn again: lost ids stood just above the last known id. */
    assert_memory_not_equal(before.bytes + 6, after.bytes + 6, 8);
    assert_true(is_below(GUIDON_ULID_MONOTONIC, &before, &after));
    next = next_of_new(GUIDON_ULID_MONOTONIC);
    assert_memory_equal(after.bytes, next.bytes, 15); /* committed */
    assert_true(is_below(GUIDON_ULID_MONOTONIC, &after, &next));
}

/* The file has a new node, so no id of an earlier boot can come again. */
static void test_a_boot_goes_on_with_v2_at_once(void **state)
{
    guidon_id before = next_of_new(GUIDON_V2), after;

    (void)state;
    reboot();
    after = next_of_new(GUIDON_V2);
    assert_false(same_node(&before, &after));
}

static guidon_options fixed_v2(void)
{
    guidon_options options = host_options(GUIDON_V2);

    options.node = GUIDON_NODE_FIXED;
    return options;
}

static void test_a_given_node_of_v2_waits_for_a_step_of_its_own(void **state)
{
    guidon_options options = fixed_v2();
    guidon_generator *g;
    guidon_id id;

    (void)state;
    next_of_new(GUIDON_V2);
    reboot();
    next_of_new(GUIDON_V2); /* which does not end the lost time */
    g = script_generator(&options);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_OVERFLOW);
    script_move(&script, 2 * STEP);
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    guidon_generator_free(g);
}

/* A node that is set later is no longer the file's. */
static void test_a_node_that_is_set_waits_too(void **state)
{
    static const unsigned char node[6] = {3, 1, 4, 1, 5, 9};
    guidon_generator *g;
    guidon_id id;

    (void)state;
    next_of_new(GUIDON_V2);
    reboot();
    g = host_generator(GUIDON_V2);
    next_of(g);
    assert_int_equal(guidon_generator_set_node(g, node), GUIDON_OK);
    assert_int_equal(guidon_next(&id, g), GUIDON_E_OVERFLOW);
    guidon_generator_free(g);
}

static void test_a_boot_may_wait_for_its_own_step(void **state)
{
    guidon_options options = fixed_v2();
    guidon_generator *g;
    guidon_stats stats;
    guidon_id id;

    (void)state;
    next_of_new(GUIDON_V2);
    reboot();
    script.tick_ns = SECOND;
    options.overflow = GUIDON_OVERFLOW_WAIT;
    g = script_generator(&options);
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    guidon_generator_stats(&stats, g);
    assert_int_equal(stats.waits, 1);
    guidon_generator_free(g);
}

/* ------------------------------------------------------ v2: few ids for all */

struct v2_work {
    atomic_size_t n;
    guidon_status last[4]; /* the error of each process at the end */
    guidon_id ids[2 * V2_ROOM];
};

static struct v2_work *v2_work;

static int make_v2_until_full(void *argument)
{
    size_t self = *(size_t *)argument;
    guidon_options options = host_options(GUIDON_V2);
    guidon_generator *g;
    guidon_id id;

    options.local_id = (uint32_t)self % 2; /* which adds no values */
    if (guidon_generator_new(&g, &options)) {
        return 1;
    }
    while (!(v2_work->last[self] = guidon_next(&id, g))) {
        v2_work->ids[v2_work->n++ % COUNT(v2_work->ids)] = id;
    }
    guidon_generator_free(g);
    return 0;
}

static void test_64_in_a_step_for_all_processes(void **state)
{
    (void)state;
    v2_work = common_memory(sizeof *v2_work);
    for (int step = 0; step < 3; step++) {
        pid_t children[COUNT(v2_work->last)];

        memset(v2_work, 0, sizeof *v2_work);
        for (size_t i = 0; i < COUNT(children); i++) {
            children[i] = start(make_v2_until_full, &i);
        }
        for (size_t i = 0; i < COUNT(children); i++) {
            assert_int_equal(end_of(children[i]), 0);
            assert_int_equal(v2_work->last[i], GUIDON_E_OVERFLOW);
        }
        assert_int_equal(v2_work->n, V2_ROOM);
        assert_int_equal(idset_first_repeat(v2_work->ids, V2_ROOM), V2_ROOM);
        /* Each has a clock sequence of its own, whatever its local id. */
        for (size_t i = 0; i < V2_ROOM; i++) {
            memset(v2_work->ids[i].bytes, 1, 4);
        }
        assert_int_equal(idset_first_repeat(v2_work->ids, V2_ROOM), V2_ROOM);
        script_move(&script, STEP);
    }
    munmap(v2_work, sizeof *v2_work);
}

static void test_more_than_are_left_are_not_made(void **state)
{
    guidon_generator *g = host_generator(GUIDON_V2);
    guidon_id ids[V2_ROOM];

    (void)state;
    next_of_new(GUIDON_V2);
    assert_int_equal(guidon_next_many(ids, V2_ROOM, g), GUIDON_E_OVERFLOW);
    for (size_t i = 0; i < V2_ROOM; i++) {
        assert_true(guidon_is_nil(&ids[i]));
    }
    guidon_generator_free(g);
}

/* ------------------------------------------------------------ set, and back */

#define ROUNDS     60
#define A_SETTING  3 /* ids made with each */
#define SETTER_IDS (ROUNDS * 2 * A_SETTING)

struct setter {
    guidon_status (*set)(guidon_generator *g, int which);
    guidon_kind kind;
    guidon_id *out;
};

static guidon_status set_seq_a_or_b(guidon_generator *g, int which)
{
    return guidon_generator_set_clock_seq(g, which ? 0x1234 : 0x0abc);
}

static guidon_status set_node_a_or_b(guidon_generator *g, int which)
{
    static const unsigned char nodes[2][6] = {{3, 1, 4, 1, 5, 9},
                                              {2, 7, 1, 8, 2, 8}};

    return guidon_generator_set_node(g, nodes[which]);
}

/* With a stopped clock, and random bytes that are all the same. */
static int set_and_make(void *argument)
{
    const struct setter *setter = argument;
    guidon_generator *g = host_generator(setter->kind);

    for (int i = 0; i < 2 * ROUNDS; i++) {
        if (setter->set(g, i % 2) ||
            guidon_next_many(setter->out + i * A_SETTING, A_SETTING, g)) {
            return 1;
        }
    }
    guidon_generator_free(g);
    return 0;
}

/* R20: nothing repeats, whatever processes set, and however often. */
static void test_set_and_set_back_in_two_processes(void **state)
{
    static const struct {
        const char *why;
        guidon_status (*set)(guidon_generator *g, int which);
    } rows[] = {{"clock sequence", set_seq_a_or_b}, {"node", set_node_a_or_b}};
    guidon_id *ids = common_memory(2 * SETTER_IDS * sizeof *ids);

    (void)state;
    script.fill = 0;
    for (size_t i = 0; i < COUNT(rows) * COUNT(gregorian); i++) {
        struct setter setter = {rows[i % 2].set, gregorian[i / 2], ids};
        pid_t children[2];

        for (int k = 0; k < 2; k++, setter.out += SETTER_IDS) {
            children[k] = start(set_and_make, &setter);
        }
        for (int k = 0; k < 2; k++) {
            assert_row(rows[i % 2].why, end_of(children[k]) == 0);
        }
        assert_row(rows[i % 2].why,
                   idset_first_repeat(ids, 2 * SETTER_IDS) == 2 * SETTER_IDS);
    }
    munmap(ids, 2 * SETTER_IDS * sizeof *ids);
}

static void test_a_set_sequence_is_set_for_all(void **state)
{
    guidon_generator *g[2];
    guidon_id id;
    uint16_t seq;

    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        g[0] = host_generator(gregorian[i]);
        g[1] = host_generator(gregorian[i]);
        next_of(g[1]);
        assert_int_equal(guidon_generator_set_clock_seq(g[0], 0x1abc),
                         GUIDON_OK);
        id = next_of(g[1]);
        assert_int_equal(guidon_clock_seq_of(&seq, &id), GUIDON_OK);
        assert_int_equal(seq, 0x1abc);
        guidon_generator_free(g[0]);
        guidon_generator_free(g[1]);
    }
}

/* ---------------------------------------- another process between two steps */

static struct {
    guidon_generator *other; /* makes an id when the clock is read next */
    int64_t later;           /* how far the clock moves then */
    guidon_id made;
} meanwhile;

/* This reading is from before. */
static guidon_status interrupted_clock(void *context, guidon_time *now)
{
    guidon_generator *other = meanwhile.other;
    guidon_status status = script_clock(context, now);

    meanwhile.other = NULL;
    if (other) {
        script_move(&script, meanwhile.later);
        meanwhile.made = next_of(other);
    }
    return status;
}

/* The state was exhausted when it was read, and is not when the call acts on
 * it. */
static void test_a_failure_is_of_the_state_as_it_is(void **state)
{
    static guidon_id ids[10000];

    (void)state;
    for (size_t i = 0; i < COUNT(gregorian); i++) {
        guidon_options options = host_options(gregorian[i]);
        guidon_generator *other = host_generator(gregorian[i]);
        guidon_generator *g;

        options.clock_fn = interrupted_clock;
        g = script_generator(&options);
        assert_int_equal(guidon_next_many(ids, 10000, g), GUIDON_OK);
        assert_int_equal(guidon_next(ids, g), GUIDON_E_OVERFLOW);
        meanwhile.other = other;
        meanwhile.later = SECOND;
        assert_int_equal(guidon_next(ids, g), GUIDON_OK);
        guidon_generator_free(g);
        guidon_generator_free(other);
    }
}

/* The state was read, and then another process changed it. */
static void test_a_state_that_changed_meanwhile_is_not_used(void **state)
{
    static const guidon_kind kinds[] = {GUIDON_V1, GUIDON_V6, GUIDON_V7,
                                        GUIDON_ULID_MONOTONIC};

    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        guidon_options options = host_options(kinds[i]);
        guidon_generator *other = host_generator(kinds[i]);
        guidon_generator *g;
        guidon_id id;

        options.clock_fn = interrupted_clock;
        g = script_generator(&options);
        next_of(other);
        meanwhile.other = other;
        meanwhile.later = 0;
        id = next_of(g);
        assert_null(meanwhile.other);
        assert_true(is_below(kinds[i], &meanwhile.made, &id));
        guidon_generator_free(g);
        guidon_generator_free(other);
    }
}

/* -------------------------------------------------- files that are rejected */

static void one_byte_short(const char *path)
{
    write_sound_file(path);
    assert_int_equal(truncate(path, GDN_SHARED_SIZE - 1), 0);
}

static void one_byte_more(const char *path)
{
    write_sound_file(path);
    assert_int_equal(truncate(path, GDN_SHARED_SIZE + 1), 0);
}

static void empty(const char *path)
{
    write_file(path, "", 0);
}

static void garbage(const char *path)
{
    unsigned char bytes[GDN_SHARED_SIZE];
    uint64_t seed = 3;

    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)draw(&seed);
    }
    write_file(path, bytes, sizeof bytes);
}

static void another_node(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    page.head.node[3] ^= 1;
    write_file(path, &page, sizeof page);
}

static void group_writes(const char *path)
{
    write_sound_file(path);
    assert_int_equal(chmod(path, 0660), 0);
}

static void others_write(const char *path)
{
    write_sound_file(path);
    assert_int_equal(chmod(path, 0602), 0);
}

static void of_another_user(const char *path)
{
    write_sound_file(path);
    if (chown(path, NOBODY - 1,
              (gid_t)-1)) { /* only root can give files away */
        others_write(path);
    }
}

static void link_to_a_good_one(const char *path)
{
    write_sound_file(in_folder("good"));
    assert_int_equal(symlink("good", path), 0);
}

static void second_name(const char *path)
{
    write_sound_file(in_folder("good"));
    assert_int_equal(link(in_folder("good"), path), 0);
}

static void a_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

static const struct {
    const char *why;
    void (*put)(const char *path);
} bad_files[] = {
    {"one byte short", one_byte_short},
    {"one byte too long", one_byte_more},
    {"empty", empty},
    {"garbage of the right size", garbage},
    {"one bit of the node is wrong", another_node},
    {"its group may write it", group_writes},
    {"others may write it", others_write},
    {"another user's", of_another_user},
    {"a symbolic link to a good one", link_to_a_good_one},
    {"it has a second name", second_name},
    {"a folder", a_folder},
};

/* Everything about a file except when it was read. */
struct sight {
    ino_t inode;
    mode_t mode;
    uid_t owner;
    off_t len;
    struct timespec written;
    unsigned char bytes[GDN_SHARED_SIZE + 1];
};

static struct sight sight_of(const char *path)
{
    struct stat about;
    struct sight sight;

    memset(&sight, 0, sizeof sight);
    assert_int_equal(lstat(path, &about), 0);
    sight.inode = about.st_ino;
    sight.mode = about.st_mode;
    sight.owner = about.st_uid;
    sight.len = about.st_size;
    sight.written = about.st_mtim;
    if (!S_ISDIR(about.st_mode)) {
        read_file(sight.bytes, sizeof sight.bytes, path);
    }
    return sight;
}

/* Every kind that keeps a state, in each layout, in the order of the file's
 * slots. */
static const guidon_options keepers[] = {
    {.kind = GUIDON_V1},
    {.kind = GUIDON_V2},
    {.kind = GUIDON_V6},
    {.kind = GUIDON_V7},
    {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_COUNTER},
    {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_INCREMENT},
    {.kind = GUIDON_ULID_MONOTONIC},
    {.kind = GUIDON_V8_PREFIXED},
};

static bool is_refused(guidon_options options, const char *path)
{
    guidon_generator *mark = (guidon_generator *)(void *)&script;
    guidon_generator *g = mark;

    options.scope = GUIDON_SCOPE_HOST;
    options.state_path = path;
    return guidon_generator_new(&g, &options) == GUIDON_E_STATE && g == NULL;
}

static bool are_refused(const char *path)
{
    for (size_t i = 0; i < COUNT(keepers); i++) {
        if (!is_refused(keepers[i], path)) {
            return false;
        }
    }
    return true;
}

static void test_a_bad_file_is_refused_and_stays_as_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_files); i++) {
        struct sight before, after;
        int names;

        bad_files[i].put(in_folder("bad"));
        before = sight_of(in_folder("bad"));
        names = each_in_folder(NULL);
        assert_row(bad_files[i].why, are_refused(in_folder("bad")));
        after = sight_of(in_folder("bad"));
        assert_row(bad_files[i].why,
                   memcmp(&before, &after, sizeof before) == 0);
        assert_row(bad_files[i].why, each_in_folder(NULL) == names);
        each_in_folder(remove_one);
    }
}

/* One file, but a sequence for each kind. An id that another kind has made for
 * a later time, within the tolerance, does not delay this kind. */
static void test_each_kind_and_layout_has_its_own_order(void **state)
{
    guidon_id last;

    (void)state;
    memset(&last, 0xff, sizeof last);
    for (size_t i = 0; i < COUNT(keepers); i++) {
        guidon_options options = host_options(keepers[i].kind);
        guidon_generator *g;
        guidon_id id;

        if (keepers[i].kind != GUIDON_V7 &&
            keepers[i].kind != GUIDON_ULID_MONOTONIC) {
            continue; /* time first, in Unix milliseconds */
        }
        options.v7_layout = keepers[i].v7_layout;
        g = script_generator(&options);
        id = next_of(g);
        guidon_generator_free(g);
        assert_true(memcmp(id.bytes, last.bytes, 6) < 0);
        last = id;
        script_move(&script, -SECOND);
    }
}

/* The layout of the file, on which other versions of the library rely. */
static void test_each_kind_and_layout_has_its_own_slot(void **state)
{
    (void)state;
    assert_int_equal(COUNT(keepers), GDN_SHARED_SLOTS);
    for (size_t i = 0; i < COUNT(keepers); i++) {
        guidon_options options = host_options(keepers[i].kind);
        guidon_generator *g;

        options.v7_layout = keepers[i].v7_layout;
        g = script_generator(&options);
        assert_ptr_equal(gdn_generator_state(g),
                         gdn_shared_state(g->shared, (enum gdn_shared_slot)i));
        guidon_generator_free(g);
    }
}

/* The fast path uses neither limit nor lost time, so it serves only kinds whose
 * ids hold random bits of their own. */
static void test_which_kinds_use_the_fast_path(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(keepers); i++) {
        guidon_options options = keepers[i];
        guidon_generator *g;

        options.scope = GUIDON_SCOPE_HOST;
        options.state_path = in_folder("s");
        g = script_generator(&options);
        assert_int_equal(g->fast_ok,
                         keepers[i].kind == GUIDON_V8_PREFIXED ||
                             (keepers[i].kind == GUIDON_V7 &&
                              keepers[i].v7_layout != GUIDON_V7_INCREMENT));
        guidon_generator_free(g);
    }
}

static int try_without_a_default_path(void *argument)
{
    (void)argument;
    if (!become_nobody()) {
        return SKIPPED;
    }
    if (chmod(folder, 0500) || !are_refused(in_folder("s")) ||
        chmod(folder, 0700)) {
        return 1;
    }
    if (!are_refused(in_folder("none/s")) || !are_refused("")) {
        return 2;
    }
    unsetenv("XDG_RUNTIME_DIR");
    if (!are_refused(NULL)) {
        return 3;
    }
    return each_in_folder(NULL) == 0 ? 0 : 4;
}

static void test_no_default_path_is_an_error(void **state)
{
    int result = result_of(try_without_a_default_path, NULL);

    (void)state;
    if (result == SKIPPED) {
        print_message("skipped: no other user can be had\n");
        skip();
    }
    assert_int_equal(result, 0);
}

static void test_kinds_without_a_state_need_no_file(void **state)
{
    static const guidon_options rows[] = {
        {.kind = GUIDON_V4},
        {.kind = GUIDON_ULID},
        {.kind = GUIDON_V7, .v7_layout = GUIDON_V7_UNORDERED},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_options options = rows[i];
        guidon_generator *g;

        options.scope = GUIDON_SCOPE_HOST;
        options.state_path = in_folder("none/s");
        g = script_generator(&options);
        next_of(g);
        guidon_generator_free(g);
        options.state_path = in_folder("s");
        guidon_generator_free(script_generator(&options));
        assert_int_equal(each_in_folder(NULL), 0);
    }
}

/* -------------------------------------------------------------------- main */

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, begin, remove_folder)

/* v2 keeps what others have used in its step, whatever sequence the next
 * generator asks to begin at. */
static void test_a_sequence_to_begin_at_is_not_dealt_again(void **state)
{
    enum { GENERATORS = 3 };
    guidon_id ids[GENERATORS];

    (void)state;
    for (int i = 0; i < GENERATORS; i++) {
        const guidon_options options = {.kind = GUIDON_V2,
                                        .scope = GUIDON_SCOPE_HOST,
                                        .state_path = in_folder("s"),
                                        .clock_seq_fixed = true,
                                        .clock_seq = 5};
        guidon_generator *g;

        assert_int_equal(guidon_generator_new(&g, &options), GUIDON_OK);
        assert_int_equal(guidon_next(&ids[i], g), GUIDON_OK);
        for (int before = 0; before < i; before++) {
            assert_false(guidon_equal(&ids[before], &ids[i]));
        }
        guidon_generator_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_no_two_kinds_share_a_slot),
        in_new_folder(test_a_new_generator_goes_on),
        in_new_folder(test_clock_sequence_and_node_are_kept),
        in_new_folder(test_the_node_of_a_new_file_is_multicast),
        in_new_folder(test_kinds_share_the_node_and_no_more),
        in_new_folder(test_a_given_node_is_not_kept),
        in_new_folder(test_a_boot_changes_node_and_sequence),
        in_new_folder(test_the_lost_sequence_is_never_drawn_again),
        in_new_folder(test_a_set_sequence_does_not_undo_that),
        in_new_folder(test_a_boot_at_any_later_time_changes_them_too),
        in_new_folder(test_a_boot_changes_the_sequence_of_a_given_node),
        in_new_folder(test_order_is_kept_over_boots),
        in_new_folder(test_a_boot_with_the_clock_too_far_back_may_fail),
        in_new_folder(test_a_boot_begins_a_new_run_of_ulids),
        in_new_folder(test_a_boot_goes_on_with_v2_at_once),
        in_new_folder(test_a_given_node_of_v2_waits_for_a_step_of_its_own),
        in_new_folder(test_a_node_that_is_set_waits_too),
        in_new_folder(test_a_boot_may_wait_for_its_own_step),
        in_new_folder(test_64_in_a_step_for_all_processes),
        in_new_folder(test_more_than_are_left_are_not_made),
        in_new_folder(test_a_sequence_to_begin_at_is_not_dealt_again),
        in_new_folder(test_set_and_set_back_in_two_processes),
        in_new_folder(test_a_set_sequence_is_set_for_all),
        in_new_folder(test_a_failure_is_of_the_state_as_it_is),
        in_new_folder(test_a_state_that_changed_meanwhile_is_not_used),
        in_new_folder(test_a_bad_file_is_refused_and_stays_as_it_is),
        in_new_folder(test_each_kind_and_layout_has_its_own_order),
        in_new_folder(test_each_kind_and_layout_has_its_own_slot),
        in_new_folder(test_which_kinds_use_the_fast_path),
        in_new_folder(test_no_default_path_is_an_error),
        in_new_folder(test_kinds_without_a_state_need_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
