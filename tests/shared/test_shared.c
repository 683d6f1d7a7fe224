/* SPDX-License-Identifier: MIT */
/* test_shared.c - the shared state over limits, boots and power cuts. */
#define _GNU_SOURCE
#include "shared_test.h"

#include <sys/syscall.h>

#define SECOND UINT64_C(10000000) /* in ticks */
#define V1     GDN_SHARED_V1

/* The library is linked as an archive, so it calls these functions in place of
 * the system's. The device keeps the page that was last written through, which
 * is all that certainly survives a power cut. */
static struct {
    bool fails;
    void (*meanwhile)(void); /* runs before the write is done */
    unsigned writes;
    struct gdn_shared held;
} device;

int msync(void *memory, size_t len, int flags)
{
    if (device.meanwhile) {
        device.meanwhile();
    }
    device.writes++;
    if (device.fails || len != sizeof device.held || flags != MS_SYNC) {
        errno = EIO;
        return -1;
    }
    memcpy(&device.held, memory, sizeof device.held);
    return (int)syscall(SYS_msync, memory, len, flags);
}

static uint64_t limit_on_device(enum gdn_shared_slot slot)
{
    return atomic_load(&device.held.slots[slot].limit);
}

/* What another process would read in the file. */
static uint64_t limit_in_file(enum gdn_shared_slot slot)
{
    struct gdn_shared page;

    read_file(&page, sizeof page, in_folder("s"));
    return atomic_load(&page.slots[slot].limit);
}

static int begin(void **state)
{
    memset(&device, 0, sizeof device);
    return make_folder(state);
}

/* ---------------------------------------------------------------- the head */

/* The bytes behind the node in memory do not belong to it. */
static void test_a_node_has_six_bytes(void **state)
{
    static const unsigned char node[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct gdn_shared page;

    (void)state;
    memset(&page, 0xff, sizeof page);
    gdn_shared_page_init(&page, node, &(struct gdn_shared_binding){.boot = 0});
    assert_memory_equal(page.head.node, "\1\2\3\4\5\6\0\0", 8);
    assert_true(is_sound(&page));
}

/* ------------------------------------------------------------------- limits */

static void test_the_limit_is_written_ahead(void **state)
{
    struct gdn_shared *shared = open_state("s", BOOT);
    uint64_t first;

    (void)state;
    errno = 4711;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_OK);
    assert_int_equal(device.writes, 1);
    first = limit_on_device(V1);
    assert_int_equal(first, 1000 + 10 * SECOND);

    /* As long as more than half is left, nothing is written; then one write
     * follows. */
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000 + 5 * SECOND - 1),
                     GUIDON_OK);
    assert_int_equal(device.writes, 1);
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000 + 5 * SECOND),
                     GUIDON_OK);
    assert_int_equal(device.writes, 2);
    assert_int_equal(limit_on_device(V1), 1000 + 15 * SECOND);

    /* A clock that goes back needs no write, and lowers nothing. */
    assert_int_equal(gdn_shared_reserve(shared, V1, 3), GUIDON_OK);
    assert_int_equal(device.writes, 2);
    assert_true(limit_in_file(V1) > first);
    assert_int_equal(errno, 4711);

    /* Each slot has its own limit. */
    assert_int_equal(limit_in_file(GDN_SHARED_V6), 0);
    assert_int_equal(gdn_shared_reserve(shared, GDN_SHARED_V6, 1000),
                     GUIDON_OK);
    assert_int_equal(device.writes, 3);
    gdn_shared_close(shared);
}

static void test_every_reserved_time_is_below_it_on_the_device(void **state)
{
    static const enum gdn_shared_slot reserved[] = {
        GDN_SHARED_V1, GDN_SHARED_V2, GDN_SHARED_V6};
    struct gdn_shared *shared = open_state("s", BOOT);
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        uint64_t ticks = draw(&seed) >> (4 + draw(&seed) % 40);
        enum gdn_shared_slot slot = reserved[draw(&seed) % 3];

        assert_int_equal(gdn_shared_reserve(shared, slot, ticks), GUIDON_OK);
        assert_true(limit_on_device(slot) > ticks);
        assert_true(limit_in_file(slot) >= limit_on_device(slot));
        assert_true(is_sound(shared));
    }
    gdn_shared_close(shared);
}

static void test_a_device_that_fails_stops_ids_in_time(void **state)
{
    struct gdn_shared *shared = open_state("s", BOOT);
    uint64_t written;

    (void)state;
    device.fails = true;
    errno = 4711;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_E_STATE);
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_E_STATE);
    assert_true(is_refused_for("device failed", gdn_shared_save(shared)));
    assert_int_equal(gdn_shared_commit(shared, V1), GUIDON_E_STATE);
    assert_int_equal(errno, 4711);

    device.fails = false;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_OK);
    written = limit_on_device(V1);

    /* Time that is already reserved may be used. */
    device.fails = true;
    assert_int_equal(gdn_shared_reserve(shared, V1, written - SECOND),
                     GUIDON_OK);
    assert_int_equal(gdn_shared_reserve(shared, V1, written - 1), GUIDON_OK);
    assert_int_equal(gdn_shared_reserve(shared, V1, written), GUIDON_E_STATE);
    device.fails = false;
    assert_int_equal(gdn_shared_reserve(shared, V1, written), GUIDON_OK);
    assert_true(limit_on_device(V1) > written);
    gdn_shared_close(shared);
}

static struct gdn_shared *in_use;
static guidon_status others;

/* Other threads make ids while one waits for the device. */
static void reserve_meanwhile(void)
{
    uint64_t reserved = limit_on_device(V1) - 1;

    device.meanwhile = NULL;
    others = gdn_shared_reserve(in_use, V1, reserved);
}

static void test_one_thread_writes_while_others_go_on(void **state)
{
    (void)state;
    in_use = open_state("s", BOOT);
    assert_int_equal(gdn_shared_reserve(in_use, V1, 1000), GUIDON_OK);
    device.meanwhile = reserve_meanwhile;
    others = GUIDON_E_STATE;
    assert_int_equal(gdn_shared_reserve(in_use, V1, 1000 + 6 * SECOND),
                     GUIDON_OK);
    assert_int_equal(others, GUIDON_OK);
    assert_int_equal(device.writes, 2);
    gdn_shared_close(in_use);
}

static void die(void)
{
    raise(SIGKILL);
}

static int cover_and_die(void *argument)
{
    device.meanwhile = die;
    return gdn_shared_reserve(argument, V1, 1000 + 6 * SECOND) != GUIDON_OK;
}

static void test_a_process_that_dies_while_writing_is_replaced(void **state)
{
    struct gdn_shared *shared = open_state("s", BOOT);
    uint64_t written;

    (void)state;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_OK);
    written = limit_on_device(V1);
    assert_int_equal(result_of(cover_and_die, shared), 128 + SIGKILL);
    assert_true(limit_in_file(V1) > written);
    assert_true(is_sound(shared));

    /* The limit of the dead process is not on the device, and the durable limit
     * does not claim that it is. */
    assert_int_equal(gdn_shared_reserve(shared, V1, written - 1), GUIDON_OK);
    assert_int_equal(device.writes, 1);
    assert_int_equal(gdn_shared_reserve(shared, V1, written), GUIDON_OK);
    assert_int_equal(device.writes, 2);
    assert_true(limit_on_device(V1) > written);
    gdn_shared_close(shared);
}

/* A process wanted to write a high limit and failed; the next one asks for a
 * low limit. */
static void test_a_limit_never_falls(void **state)
{
    struct gdn_shared *shared = open_state("s", BOOT);
    uint64_t far;

    (void)state;
    device.fails = true;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000 * SECOND),
                     GUIDON_E_STATE);
    far = limit_in_file(V1);
    device.fails = false;
    assert_int_equal(gdn_shared_reserve(shared, V1, 1000), GUIDON_OK);
    assert_int_equal(limit_in_file(V1), far);
    assert_true(is_sound(shared));
    gdn_shared_close(shared);
}

/* ------------------------------------------------------------------- boots */

#define T (1000 * SECOND)

/* The time of an id of version 2 is its step's last tick. */
#define V2_STEP (T >> 32)
#define V2_LAST (V2_STEP << 32 | UINT32_MAX)

/* A state file in which the last boot, 1, made an id at T in the slot. */
static void leave_state(enum gdn_shared_slot slot, bool reserved)
{
    struct gdn_shared *shared = open_state("s", 1);
    struct gdn_u128 last = {0, 0};

    if (reserved) {
        assert_int_equal(gdn_shared_reserve(
                             shared, slot, slot == GDN_SHARED_V2 ? V2_LAST : T),
                         GUIDON_OK);
    }
    assert_true(gdn_atomic128_cas(
        gdn_shared_state(shared, slot), &last,
        (struct gdn_u128){slot == GDN_SHARED_V2 ? V2_STEP : T, 5}));
    gdn_shared_close(shared);
}

static const struct {
    const char *why;
    enum gdn_shared_slot slot;
    bool reserved;
    uint64_t boot, now;
    bool lost;
} boots[] = {
    {"the same boot: the state knows all", V1, true, 1, 1, false},
    {"another boot, before the last id", V1, true, 2, T - 1, true},
    {"at any time, because a copy does not know the others'", V1, true, 2,
     UINT64_MAX - 1, true},
    {"v6 alike", GDN_SHARED_V6, true, 2, T + 100 * SECOND, true},
    {"v2 below the limit", GDN_SHARED_V2, true, 2, V2_LAST, true},
    {"the last tick below the limit", GDN_SHARED_V2, true, 2,
     V2_LAST + 10 * SECOND - 1, true},
    {"v2 cannot change its sequences, and waits for the limit", GDN_SHARED_V2,
     true, 2, V2_LAST + 10 * SECOND, false},
    {"v2 in the same boot", GDN_SHARED_V2, true, 1, T, false},
    {"never reserved: at any time", GDN_SHARED_ULID, false, 2, 9 * T, true},
    {"never reserved, the same boot", GDN_SHARED_ULID, false, 1, T, false},
};

static void test_time_is_lost_below_the_limit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof boots / sizeof *boots; i++) {
        enum gdn_shared_slot slot = boots[i].slot;
        struct gdn_shared *shared;

        leave_state(slot, boots[i].reserved);
        shared = open_state("s", boots[i].boot);
        assert_row(boots[i].why,
                   gdn_shared_lost_time(shared, slot, boots[i].now) ==
                       boots[i].lost);
        assert_row(boots[i].why,
                   !gdn_shared_lost_time(shared, GDN_SHARED_V7_COUNTER, 0));
        assert_row(boots[i].why,
                   gdn_atomic128_load(gdn_shared_state(shared, slot)).hi == 5);
        gdn_shared_close(shared);
        remove(in_folder("s"));
    }
}

static void test_lost_time_is_committed_once_for_all_processes(void **state)
{
    struct gdn_shared *one, *other;

    (void)state;
    leave_state(V1, true);
    leave_state(GDN_SHARED_V6, true);
    one = open_state("s", 2);
    assert_true(gdn_shared_lost_time(one, V1, T));
    assert_int_equal(gdn_shared_reserve(one, V1, T), GUIDON_OK);
    other = open_state("s", 2);

    /* The same boot opened the file again: it is still lost. */
    assert_true(gdn_shared_lost_time(other, V1, T));

    device.writes = 0;
    assert_int_equal(gdn_shared_commit(one, V1), GUIDON_OK);
    assert_int_equal(device.writes, 1);
    assert_false(gdn_shared_lost_time(other, V1, T));
    assert_true(gdn_shared_lost_time(other, GDN_SHARED_V6, T));
    gdn_shared_close(one);
    gdn_shared_close(other);

    one = open_state("s", 2); /* a later process of this boot */
    assert_false(gdn_shared_lost_time(one, V1, T));
    gdn_shared_close(one);
    one = open_state("s", 3); /* and the next boot */
    assert_true(gdn_shared_lost_time(one, V1, T));
    gdn_shared_close(one);
}

/* A boot that made no ids passes its lost time on. */
static void test_lost_time_stays_lost_over_an_idle_boot(void **state)
{
    struct gdn_shared *shared;

    (void)state;
    leave_state(V1, true);
    leave_state(GDN_SHARED_ULID, false);
    gdn_shared_close(open_state("s", 2));
    shared = open_state("s", 3);
    assert_true(gdn_shared_lost_time(shared, V1, T));
    assert_true(gdn_shared_lost_time(shared, GDN_SHARED_ULID, T));
    gdn_shared_close(shared);
}

/* The power failed after the limit was written, and before the state was. */
static void test_an_empty_state_below_a_limit_has_lost_time(void **state)
{
    struct gdn_shared *shared = open_state("s", 1);

    (void)state;
    assert_int_equal(gdn_shared_reserve(shared, V1, T), GUIDON_OK);
    gdn_shared_close(shared);
    shared = open_state("s", 2);
    assert_true(gdn_shared_lost_time(shared, V1, T));
    gdn_shared_close(shared);
}

/* ------------------------------------------ a generator, and its ids so far */

/* A small version 1: lo is the last tick, hi the clock sequence. A lost clock
 * sequence is replaced with one of `fresh`. */
struct id {
    uint64_t ticks;
    uint64_t seq;
};

static bool make_one(struct id *out, struct gdn_shared *shared, uint64_t now,
                     uint64_t (*fresh)(void))
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_shared_state(shared, V1));
    struct gdn_shared_change change = {.lost = false};
    bool done;

    do {
        change.lost = gdn_shared_lost_time(shared, V1, now);
        change.next.lo = now > last.lo ? now : last.lo + 1;
        change.next.hi = change.lost || last.hi == 0 ? fresh() : last.hi;
        change.last_tick = change.next.lo;
        if (gdn_shared_step(&done, shared, V1, &last, &change)) {
            return false;
        }
    } while (!done);
    *out = (struct id){change.next.lo, change.next.hi};
    return true;
}

static uint64_t next_seq;
static uint64_t count_seq(void)
{
    return ++next_seq;
}

static int by_value(const void *a, const void *b)
{
    const struct id *x = a, *y = b;
    uint64_t p = x->seq != y->seq ? x->seq : x->ticks;
    uint64_t q = x->seq != y->seq ? y->seq : y->ticks;

    return (p > q) - (p < q);
}

static void assert_all_differ(struct id *ids, size_t n)
{
    qsort(ids, n, sizeof *ids, by_value);
    for (size_t i = 1; i < n; i++) {
        assert_true(ids[i].seq != ids[i - 1].seq ||
                    ids[i].ticks != ids[i - 1].ticks);
    }
}

/* What the device holds after a power cut: any page since the last write-
 * through. Here that is the page of that write, the page in memory, or one of
 * them with half of the other's state. */
static void cut_power(const struct gdn_shared *memory, uint64_t *seed)
{
    const struct gdn_shared *old = &device.held;
    struct gdn_shared left;

    switch (draw(seed) % 4) {
    case 0:
        left = *old;
        break;
    case 1:
        left = *memory;
        break;
    case 2:
        left = *memory;
        left.slots[V1].state.lo = old->slots[V1].state.lo;
        break;
    default:
        left = *memory;
        left.slots[V1].state.hi = old->slots[V1].state.hi;
        break;
    }
    write_file(in_folder("s"), &left, sizeof left);
    device.held = left;
}

static void test_no_id_twice_over_power_cuts(void **state)
{
    enum { BOOTS = 400, IDS = 50 };
    static struct id ids[BOOTS * IDS];
    size_t n = 0;
    uint64_t seed = 5;
    uint64_t now = T;
    unsigned changed = 0, used = 0;

    (void)state;
    next_seq = 0;
    for (uint64_t boot = 1; boot <= BOOTS; boot++) {
        struct gdn_shared *shared = open_state("s", boot);
        uint64_t seq = next_seq;
        uint64_t count = draw(&seed) % IDS;

        for (uint64_t i = 0; i < count; i++, n++) {
            now += draw(&seed) % (2 * SECOND);
            assert_true(make_one(&ids[n], shared, now, count_seq));
        }
        changed += (unsigned)(next_seq - seq);
        used += count > 0;
        if (boot == 1) {
            gdn_shared_save(shared);
        }
        cut_power(shared, &seed);
        gdn_shared_close(shared);
        /* The clock goes on by more or less, or is wrong after the boot. */
        now = draw(&seed) % 4 ? now + draw(&seed) % (20 * SECOND)
                              : now - draw(&seed) % (20 * SECOND);
    }
    assert_all_differ(ids, n);
    assert_int_equal(changed, used); /* once in each boot with ids */
}

/* ----------------------------------------- processes that start with a boot */

#define PROCESSES 8
#define EACH      500

struct boot {
    atomic_int there, next, lost;
    uint64_t now;
    _Atomic uint64_t fresh; /* the next clock sequence */
    struct id ids[(1 + PROCESSES) * EACH];
};

static struct boot *boot;

static uint64_t fresh_in_boot(void)
{
    boot->lost++;
    return atomic_fetch_add(&boot->fresh, 1);
}

static int begin_boot(void *argument)
{
    int me = boot->next++;
    struct gdn_shared *shared;
    uint64_t number = *(uint64_t *)argument;

    meet(&boot->there, PROCESSES);
    if (open_in_boot(&shared, in_folder("s"), number)) {
        return 1;
    }
    for (int i = 0; i < EACH; i++) {
        if (!make_one(&boot->ids[(1 + me) * EACH + i], shared,
                      boot->now + (uint64_t)i, fresh_in_boot)) {
            return 2;
        }
    }
    return gdn_shared_lost_time(shared, V1, boot->now) ? 3 : 0;
}

/* How many clock sequences were drawn in a boot that begins at `now`, after a
 * boot that made ids from T on. */
static int drawn_in_boot(uint64_t now, uint64_t number)
{
    pid_t children[PROCESSES];
    struct gdn_shared *shared = open_state("s", 1);

    memset(boot, 0, sizeof *boot);
    boot->fresh = 100;
    boot->now = now;
    for (int i = 0; i < EACH; i++) {
        assert_true(
            make_one(&boot->ids[i], shared, T + (uint64_t)i, fresh_in_boot));
    }
    gdn_shared_close(shared);
    assert_int_equal(boot->lost, 1); /* the very first one */
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = start(begin_boot, &number);
    }
    for (int i = 0; i < PROCESSES; i++) {
        assert_int_equal(end_of(children[i]), 0);
    }
    assert_all_differ(boot->ids, (1 + PROCESSES) * EACH);
    return boot->lost - 1;
}

static void test_processes_that_begin_a_boot_at_once(void **state)
{
    (void)state;
    boot = common_memory(sizeof *boot);
    for (int round = 0; round < 5; round++) {
        /* Processes that run at once may draw one each, but no more. */
        int drawn = drawn_in_boot(T - 9, 2);

        assert_in_range(drawn, 1, 10 * PROCESSES);
        remove(in_folder("s"));
        drawn = drawn_in_boot(T + 11 * SECOND, 2);
        assert_in_range(drawn, 1, 10 * PROCESSES);
        remove(in_folder("s"));
        assert_int_equal(drawn_in_boot(T - 9, 1), 0);
        remove(in_folder("s"));
    }
    munmap(boot, sizeof *boot);
}

/* A child continues with the state of its parent, and changes it for both. */
static int make_in_child(void *argument)
{
    struct id id;

    return !make_one(&id, argument, 5, count_seq) || id.ticks != T + 1;
}

static void test_a_forked_child_shares_the_state(void **state)
{
    struct gdn_shared *shared = open_state("s", BOOT);
    struct id id;

    (void)state;
    assert_true(make_one(&id, shared, T, count_seq));
    assert_int_equal(result_of(make_in_child, shared), 0);
    assert_true(make_one(&id, shared, 5, count_seq));
    assert_int_equal(id.ticks, T + 2);
    gdn_shared_close(shared);
}

#define in_new_folder(test)                                                    \
  cmocka_unit_test_setup_teardown(test, begin, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_new_folder(test_a_node_has_six_bytes),
        in_new_folder(test_the_limit_is_written_ahead),
        in_new_folder(test_every_reserved_time_is_below_it_on_the_device),
        in_new_folder(test_a_device_that_fails_stops_ids_in_time),
        in_new_folder(test_one_thread_writes_while_others_go_on),
        in_new_folder(test_a_process_that_dies_while_writing_is_replaced),
        in_new_folder(test_a_limit_never_falls),
        in_new_folder(test_time_is_lost_below_the_limit),
        in_new_folder(test_lost_time_is_committed_once_for_all_processes),
        in_new_folder(test_lost_time_stays_lost_over_an_idle_boot),
        in_new_folder(test_an_empty_state_below_a_limit_has_lost_time),
        in_new_folder(test_no_id_twice_over_power_cuts),
        in_new_folder(test_processes_that_begin_a_boot_at_once),
        in_new_folder(test_a_forked_child_shares_the_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
