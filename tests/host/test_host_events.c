/* SPDX-License-Identifier: MIT */
/* test_host_events.c - scope HOST when a clock restarts, or the machine is
 * cloned. */
#define _GNU_SOURCE
#include "host_test.h"
#include "random/epoch.h"
#include "shared_test.h"

#include <sys/syscall.h>

#define T0     1700000000
#define SECOND INT64_C(1000000000)

static const guidon_kind gregorian[] = {GUIDON_V1, GUIDON_V6};

/* The library is linked as an archive, so it calls this function in place of
 * the system's. */
static struct {
    bool fails, is_left_out;
    unsigned writes;
} device;

int msync(void *memory, size_t len, int flags)
{
    device.writes++;
    if (device.fails) {
        errno = EIO;
        return -1;
    }
    return device.is_left_out ? 0 : (int)syscall(SYS_msync, memory, len, flags);
}

/* The test's own VM generation word. */
static _Atomic(uint64_t) machine;
static const _Atomic(uint64_t) *watched;

static struct script script;

static int begin(void **state)
{
    script = script_at(T0, 0);
    memset(&device, 0, sizeof device);
    watched = atomic_load(&gdn_epoch_watch.vm_generation);
    atomic_store(&gdn_epoch_watch.vm_generation, &machine);
    return make_folder(state);
}

static int end(void **state)
{
    atomic_store(&gdn_epoch_watch.vm_generation, watched);
    return remove_folder(state);
}

static guidon_generator *host_generator(guidon_kind kind)
{
    guidon_options options = script_options(&script, kind);

    options.scope = GUIDON_SCOPE_HOST;
    options.state_path = in_folder("s");
    return script_generator(&options);
}

static guidon_id next_of(guidon_generator *g)
{
    guidon_id id;

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    return id;
}

/* All processes of the host have the file's node, so a new one cannot be drawn. */
static void test_a_clock_that_swings_uses_up_the_sequences(void **state)
{
    enum { SEQS = 16384 };

    (void)state;
    device.is_left_out = true;
    for (size_t i = 0; i < 2; i++) {
        guidon_generator *g = host_generator(gregorian[i]);
        guidon_id first = next_of(g), id;
        unsigned n = 1;

        script_move(&script, -11 * SECOND);
        while (guidon_next(&id, g) == GUIDON_OK) {
            assert_memory_equal(id.bytes + 10, first.bytes + 10, 6);
            assert_memory_not_equal(id.bytes + 8, first.bytes + 8, 2);
            script_move(&script, 11 * SECOND);
            id = next_of(g);
            assert_true(n++ < SEQS);
            script_move(&script, -11 * SECOND);
        }
        assert_true(n > SEQS - 2048);
        assert_int_equal(guidon_next(&id, g), GUIDON_E_CLOCK);
        script_move(&script, 11 * SECOND);
        next_of(g);
        guidon_generator_free(g);
    }
}

/* A raised clock sequence must survive a power cut, because its ids would
 * otherwise come again. So it is written through before any id is returned. */
static void test_a_new_beginning_is_written_through(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        guidon_generator *g = host_generator(gregorian[i]);
        guidon_id before = next_of(g), after;
        unsigned writes = device.writes;

        script_move(&script, -60 * SECOND);
        after = next_of(g);
        assert_false(same_seq(&before, &after));
        assert_int_equal(device.writes, writes + 1);
        before = next_of(g);
        assert_true(same_seq(&before, &after));
        assert_int_equal(device.writes, writes + 1);

        script_move(&script, -60 * SECOND);
        device.fails = true;
        memset(&after, 0xaa, sizeof after);
        assert_int_equal(guidon_next(&after, g), GUIDON_E_STATE);
        assert_int_equal(after.bytes[0], 0xaa);
        device.fails = false;
        after = next_of(g);
        assert_false(same_seq(&before, &after));
        guidon_generator_free(g);
    }
}

/* A clone of the machine has a clone of the file. Each draws another node, and
 * another clock sequence in the file, while time goes on. The clock stands
 * still. */
static void test_on_a_cloned_machine_node_and_sequence_are_drawn(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        guidon_generator *g = host_generator(gregorian[i]);
        guidon_generator *other = host_generator(gregorian[i]);
        guidon_id before = next_of(g), after, next;
        uint64_t ticks = 0, later = 0;

        atomic_fetch_add(&machine, 1);
        after = next_of(g);
        assert_false(same_seq(&before, &after));
        assert_false(same_node(&before, &after));
        assert_int_equal(guidon_ticks_of(&ticks, &before), GUIDON_OK);
        assert_int_equal(guidon_ticks_of(&later, &after), GUIDON_OK);
        assert_int_equal(later, ticks + 1);
        next = next_of(other);
        assert_true(is_below(gregorian[i], &after, &next));
        guidon_generator_free(g);
        guidon_generator_free(other);
    }
}

static void test_on_a_cloned_machine_the_file_s_ulids_skip(void **state)
{
    guidon_generator *g = host_generator(GUIDON_ULID_MONOTONIC);
    guidon_id before = next_of(g), after;

    (void)state;
    atomic_fetch_add(&machine, 1);
    after = next_of(g);
    assert_true(guidon_compare(&before, &after) < 0);
    assert_memory_not_equal(before.bytes + 6, after.bytes + 6, 9);
    before = next_of(g);
    assert_memory_equal(before.bytes, after.bytes, 15);
    guidon_generator_free(g);
}

/* Version 2 must not use any value twice, and version 7 needs nothing. */
static void test_on_a_cloned_machine_others_go_on(void **state)
{
    guidon_generator *v2 = host_generator(GUIDON_V2);
    guidon_generator *v7 = host_generator(GUIDON_V7);
    guidon_id before = next_of(v2), after;

    (void)state;
    atomic_fetch_add(&machine, 1);
    after = next_of(v2);
    assert_int_equal(after.bytes[8], 0x80 | ((before.bytes[8] + 1) & 0x3f));
    before = next_of(v7);
    atomic_fetch_add(&machine, 1);
    after = next_of(v7);
    assert_memory_equal(before.bytes, after.bytes, 8);
    assert_true(guidon_compare(&before, &after) < 0);
    guidon_generator_free(v2);
    guidon_generator_free(v7);
}

#define in_new_folder(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_a_clock_that_swings_uses_up_the_sequences),
        in_new_folder(test_a_new_beginning_is_written_through),
        in_new_folder(test_on_a_cloned_machine_node_and_sequence_are_drawn),
        in_new_folder(test_on_a_cloned_machine_the_file_s_ulids_skip),
        in_new_folder(test_on_a_cloned_machine_others_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
