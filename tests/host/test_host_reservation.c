/* SPDX-License-Identifier: MIT */
/* test_host_reservation.c - reservations that processes share: killed and
 * stopped at each step */
/*
 * The test compiles src/reserve/reservation.c itself, with a counter, a wall
 * clock and atomic operations that call step() first. So a test can do anything
 * between two steps of the code: let another process make ids, pass time, or
 * end the process for ever.
 */
#define _GNU_SOURCE
#include "clock/atomic128.h"
#include "clock/tsc.h"

#if GDN_HAVE_TSC && defined(__linux__)

static void step(void);
static uint64_t scripted_counter(void);
static guidon_status scripted_clock(uint64_t *out);

static bool stepped_cas(struct gdn_atomic128 *at, struct gdn_u128 *last,
                        struct gdn_u128 next)
{
    step();
    return gdn_atomic128_cas(at, last, next);
}

/* The library keeps its own functions, for the generators. */
#  define gdn_reservation_agrees    stepped_agrees
#  define gdn_reservation_begin     stepped_begin
#  define gdn_reservation_calibrate stepped_calibrate
#  define gdn_reservation_withdraw  stepped_withdraw
#  define gdn_reservation_write     stepped_write

#  pragma push_macro("atomic_load_explicit")
#  pragma push_macro("__rdtsc")
#  undef atomic_load_explicit
#  undef __rdtsc
#  define atomic_load_explicit(at, order) (step(), *(at))
#  define __rdtsc                         scripted_counter
#  define gdn_clock_timestamp             scripted_clock
#  define gdn_atomic128_cas               stepped_cas
#  include "reserve/reservation.c"
#  undef gdn_atomic128_cas
#  undef gdn_clock_timestamp
#  pragma pop_macro("__rdtsc")
#  pragma pop_macro("atomic_load_explicit")

#  include "generate/generator.h"
#  include "generate/kinds.h"
#  include "host_test.h"
#  include "shared_test.h"

#  include <setjmp.h>

#  define LEN          GDN_RESERVATION_LEN
#  define WALL_NOW     (UINT64_C(1645557742000) << GDN_TIMESTAMP_FRACTION_BITS)
#  define RATE         UINT64_C(1732283000) /* a counter of 2.6 GHz */
#  define TSC_NOW      UINT64_C(987654321987)
#  define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ------------------------------------------------------------------- world */

/* Time passes by some ticks at each reading of a clock. */
#  define TICKS_OF_STEP 200

static struct {
    uint64_t tsc, wall;
    uint64_t stepped; /* how far the wall clock was stepped */
    struct gdn_atomic128 state, published;
    unsigned steps, act_at; /* the step before which `act` runs; 0: none */
    void (*act)(void);
} world;

static void pass_ticks(uint64_t ticks)
{
    world.tsc += ticks;
    world.wall =
        WALL_NOW + world.stepped + ((world.tsc - TSC_NOW) * RATE >> 32);
}

static void pass_reservations(uint64_t reservations)
{
    pass_ticks(reservations * ((LEN << 32) / RATE));
}

static void step(void)
{
    if (world.act && ++world.steps == world.act_at) {
        void (*act)(void) = world.act;

        world.act = NULL;
        act();
    }
}

static uint64_t scripted_counter(void)
{
    step();
    pass_ticks(TICKS_OF_STEP);
    return world.tsc;
}

static guidon_status scripted_clock(uint64_t *out)
{
    step();
    pass_ticks(TICKS_OF_STEP);
    *out = world.wall;
    return GUIDON_OK;
}

/* --------------------------------------------------------------- processes */

struct process {
    struct gdn_reservation reservation;
    struct gdn_tsc_clock clock;
    struct gdn_reservation_share share;
    size_t by_reservation, by_swap;
};

/* A process that knows the counter's rate, more or less. */
static struct process new_process(int64_t off)
{
    return (struct process){
        .clock = {.valid_ticks = UINT64_MAX, .rate = RATE + (uint64_t)off},
        .share = {.published = &world.published, .key = 77}};
}

/* The timestamp of the first of `n` ids: the steps of v7.c. */
static uint64_t plan_and_swap(struct process *p, uint64_t n)
{
    static const struct gdn_rules rules = {.tolerance = UINT64_MAX};
    struct gdn_u128 last = gdn_atomic128_load(&world.state);
    struct gdn_plan plan;

    do {
        uint64_t now;

        assert_int_equal(scripted_clock(&now), GUIDON_OK);
        plan = (struct gdn_plan){.n = 0};
        assert_int_equal(
            gdn_kind_v7_reserving.plan(&plan, &last, now, n, &rules),
            GDN_PLAN_OK);
    } while (!stepped_cas(&world.state, &last, plan.next));
    p->by_swap++;
    return plan.first.lo;
}

static uint64_t call(struct process *p)
{
    struct gdn_u128 last;
    uint64_t now, timestamp;

    p->by_reservation++;
    if (gdn_reservation_timestamp(&timestamp, &p->reservation, &world.state)) {
        return timestamp;
    }
    last = gdn_atomic128_load(&world.state);
    assert_int_equal(scripted_clock(&now), GUIDON_OK);
    if ((gdn_reservation_may_begin(last, now) ||
         gdn_reservation_may_join(last, now)) &&
        gdn_reservation_begin(&timestamp, &p->reservation, &p->clock,
                              &world.state, &p->share)) {
        return timestamp;
    }
    p->by_reservation--;
    return plan_and_swap(p, 1);
}

static uint64_t highest; /* timestamp of a call that returned */

/* A whole call, which nothing interrupts or which something does. Every call
 * that began after another had returned must give a higher timestamp. */
static void make_id(struct process *p)
{
    uint64_t floor = highest;
    uint64_t timestamp = call(p);

    assert_true(timestamp > floor);
    assert_true(world.stepped || timestamp < world.wall + 3 * LEN);
    highest = timestamp > highest ? timestamp : highest;
}

/* So many that their timestamps run ahead of the clock. */
#  define BATCH 9000

static void make_batch(struct process *p)
{
    uint64_t floor = highest;
    uint64_t first = plan_and_swap(p, BATCH);
    uint64_t last = first + BATCH - 1;

    assert_true(first > floor);
    highest = last > highest ? last : highest;
}

static void begin_world(void)
{
    world.act = NULL;
    world.tsc = TSC_NOW;
    world.stepped = 0;
    pass_ticks(0);
    highest = WALL_NOW - 5;
    gdn_atomic128_store(&world.state, (struct gdn_u128){highest, highest});
    gdn_atomic128_store(&world.published, (struct gdn_u128){0, 0});
}

/* ------------------------------------------------ two processes, undisturbed */

static void test_a_reservation_is_shared(void **state)
{
    struct process one = new_process(0), other = new_process(900);

    (void)state;
    begin_world();
    make_id(&one);
    assert_int_equal(one.by_reservation, 1);
    for (int i = 0; i < 100; i++) {
        make_id(&other);
        make_id(&one);
    }
    assert_int_equal(one.by_reservation, 101);
    assert_int_equal(other.by_reservation, 100);
    /* Its rate, not the process's own. */
    assert_int_equal(other.reservation.rate, RATE);
    assert_int_equal(other.reservation.tsc, one.reservation.tsc);
    assert_int_equal(world.published.lo, one.reservation.tsc + 77);
}

static void test_the_next_reservation_is_of_either(void **state)
{
    struct process one = new_process(0), other = new_process(900);

    (void)state;
    begin_world();
    for (int i = 0; i < 20000; i++) {
        make_id(&one);
        make_id(&other);
        if (i % 4096 == 4095) {
            make_batch(&one);
        }
    }
    /* A batch ends a reservation early; calls then swap for at most its
     * length. */
    assert_true(one.by_reservation > 16000 && other.by_reservation > 16000);
    assert_true(one.by_swap > 4 && other.by_swap > 0);
}

/* -------------------------------------------- killed or stopped at each step */

static struct process first, second;
static jmp_buf dead;

static void die(void)
{
    longjmp(dead, 1);
}

static void act_at(unsigned at, void (*act)(void))
{
    world.steps = 0;
    world.act_at = at;
    world.act = act;
}

/* Where the first process is when it begins the call that is interrupted. */
static const struct {
    const char *why;
    bool reserved, joins;
} starts[] = {
    {"it begins the first reservation", false, false},
    {"it begins the next reservation", true, false},
    {"it joins a reservation", true, true},
};

static void begin_at(size_t start)
{
    begin_world();
    first = new_process(0);
    second = new_process(-700);
    if (starts[start].reserved) {
        make_id(&second);
        if (!starts[start].joins) {
            make_id(&first);
            pass_reservations(1);
            pass_ticks(9);
        }
    }
}

/* A call by the first process, which dies before a step. False if the call has
 * fewer steps. */
static bool is_killed_at(unsigned at)
{
    if (setjmp(dead) == 0) {
        act_at(at, die);
        make_id(&first);
        return world.act == NULL;
    }
    return true;
}

/* The second process gets reservations again by the end of the reservation that
 * was to be. */
static void test_a_killed_process_costs_one_reservation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(starts); i++) {
        unsigned at = 1;

        for (;; at++) {
            bool killed;
            uint64_t from;

            begin_at(i);
            killed = is_killed_at(at);
            world.act = NULL;
            if (!killed) {
                break;
            }
            from = world.tsc;
            second.by_reservation = 0;
            while (second.by_reservation < 50) {
                make_id(&second);
                assert_row(starts[i].why,
                           world.tsc - from < (3 * LEN << 32) / RATE);
            }
        }
        assert_row(starts[i].why, at > 15); /* all steps were met */
    }
}

static void make_one(void)
{
    make_id(&second);
}

static void make_some(void)
{
    for (int i = 0; i < 40; i++) {
        make_id(&second);
    }
}

static void make_a_batch(void)
{
    make_batch(&second);
    make_id(&second);
}

/* Through the ends of reservations. */
static void make_many(void)
{
    for (int i = 0; i < 10; i++) {
        make_some();
        pass_reservations(1);
    }
    make_some();
}

static void sleep_long(void)
{
    pass_reservations(1000);
}

/* The wall clock shows the same time again, and another process begins a
 * reservation there. */
static void step_back(void)
{
    uint64_t wall = world.wall;

    make_many();
    world.stepped = wall - world.wall;
    make_some();
}

/* The first process is stopped before each of its steps, while the second does
 * any of these, and continues. Order holds among all calls. */
static void test_a_stopped_process_breaks_nothing(void **state)
{
    static void (*const meanwhile[])(void) = {
        make_one, make_some, make_a_batch, make_many, sleep_long, step_back};

    (void)state;
    for (size_t i = 0; i < COUNT(starts) * COUNT(meanwhile); i++) {
        for (unsigned at = 1, met = 1; met; at++) {
            begin_at(i / COUNT(meanwhile));
            act_at(at, meanwhile[i % COUNT(meanwhile)]);
            make_id(&first);
            met = world.act == NULL;
            world.act = NULL;
            for (int n = 0; n < 20; n++) {
                make_id(&second);
                make_id(&first);
            }
            pass_reservations(2);
            for (int n = 0; n < 20; n++) {
                make_id(&first);
                make_id(&second);
            }
        }
    }
}

/* The first process loads what is published in two steps. Before any step,
 * another process publishes a reservation and dies. */
static void publish_and_die(void)
{
    gdn_atomic128_store(&world.published,
                        (struct gdn_u128){world.tsc + 78, RATE / 2});
}

static void test_a_reservation_has_one_rate(void **state)
{
    (void)state;
    for (unsigned at = 1, met = 1; met; at++) {
        begin_at(2);
        act_at(at, publish_and_die);
        make_id(&first);
        met = world.act == NULL;
        world.act = NULL;
        make_id(&first);
        if (first.reservation.name == second.reservation.name) {
            assert_int_equal(first.reservation.rate, second.reservation.rate);
        }
    }
}

/* The first process is stopped before any step, while another begins a
 * reservation. That reservation stays published, so that others can join it. */
static struct gdn_u128 theirs;

static void begin_theirs(void)
{
    struct gdn_u128 before = gdn_atomic128_load(&world.published);

    make_id(&second);
    theirs = gdn_atomic128_load(&world.published);
    if (theirs.lo == before.lo) {
        theirs.lo = 0; /* the first had published its own */
    }
}

static void test_a_late_process_publishes_nothing(void **state)
{
    unsigned begun = 0;

    (void)state;
    for (unsigned at = 1, met = 1; met; at++) {
        begin_at(0);
        theirs.lo = 0;
        act_at(at, begin_theirs);
        make_id(&first);
        met = world.act == NULL;
        world.act = NULL;
        if (theirs.lo != 0) {
            assert_int_equal(gdn_atomic128_load(&world.published).lo,
                             theirs.lo);
            begun++;
        }
    }
    assert_true(begun > 10);
}

/* A process that is about to swap its reservation in is waited for, and not
 * replaced. */
static void swap_in(void)
{
    gdn_atomic128_store(
        &world.state,
        (struct gdn_u128){first.reservation.timestamp, first.reservation.name});
}

static void test_a_reservation_is_waited_for(void **state)
{
    uint64_t counter;

    (void)state;
    begin_at(0);
    make_id(&first);
    counter = world.published.lo;
    gdn_atomic128_store(&world.state,
                        (struct gdn_u128){WALL_NOW - 5, WALL_NOW - 5});
    highest = WALL_NOW - 5;
    act_at(60, swap_in);
    make_id(&second);
    assert_null(world.act);
    assert_int_equal(second.by_reservation, 1);
    assert_int_equal(world.published.lo, counter);
}

/* ---------------------------------------------------- what is not to be joined
 */

static void test_what_is_not_joined(void **state)
{
    static const struct {
        const char *why;
        struct gdn_u128 published_off, state_off;
        uint64_t key;
        int64_t wall_off;
        bool joins;
    } rows[] = {
        {"the reservation", {0, 0}, {0, 0}, 77, 0, true},
        {"a process of another boot", {0, 0}, {0, 0}, 78, 0, true},
        {"the counter of another machine",
         {0, 0},
         {0, 0},
         UINT64_C(0x9e3779b97f4a7c15),
         0,
         false},
        {"another reservation is published", {1, 0}, {0, 0}, 77, 0, false},
        {"the state has another reservation", {0, 0}, {0, 1}, 77, 0, false},
        {"no rate", {0, 0 - RATE}, {0, 0}, 77, 0, false},
        {"a rate that no counter has",
         {0, GDN_RESERVATION_RATE_MIN - 1 - RATE},
         {0, 0},
         77,
         0,
         false},
        {"the rate of the fastest counter",
         {0, GDN_RESERVATION_RATE_MIN - RATE},
         {0, 0},
         77,
         0,
         true},
        {"a rate that no reservation has",
         {0, LEN << 32},
         {0, 0},
         77,
         0,
         false},
        {"the state is far ahead", {0, 0}, {LEN * 8, 0}, 77, 0, false},
        {"the state is far back", {0, 0}, {0 - LEN * 8, 0}, 77, 0, false},
        {"the clock was stepped by less than a reservation",
         {0, 0},
         {0, 0},
         77,
         (int64_t)LEN / 2,
         true},
        {"the clock was stepped", {0, 0}, {0, 0}, 77, (int64_t)LEN * 2, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct process one = new_process(0), other = new_process(0);
        uint64_t timestamp = 0;

        begin_world();
        make_id(&one);
        world.published.lo += rows[i].published_off.lo;
        world.published.hi += rows[i].published_off.hi;
        world.state.lo += rows[i].state_off.lo;
        world.state.hi += rows[i].state_off.hi;
        world.stepped += (uint64_t)rows[i].wall_off;
        other.share.key = rows[i].key;
        other.clock.rate = 0; /* begins none of its own */
        other.clock.tsc = world.tsc;
        assert_row(rows[i].why,
                   gdn_reservation_begin(&timestamp, &other.reservation,
                                         &other.clock, &world.state,
                                         &other.share) == rows[i].joins);
    }
}

static void test_what_is_withdrawn_is_not_joined(void **state)
{
    struct process one = new_process(0), other = new_process(0);

    (void)state;
    begin_world();
    make_id(&one);
    gdn_reservation_withdraw(&world.published);
    assert_int_equal(gdn_atomic128_load(&world.published).lo, 0);
    assert_int_equal(gdn_atomic128_load(&world.published).hi, 0);
    make_id(&other);
    assert_int_equal(other.by_reservation, 0);
}

/* -------------------------------------------------------------- generators */

static guidon_options host_options(void)
{
    return (guidon_options){.kind = GUIDON_V7,
                            .scope = GUIDON_SCOPE_HOST,
                            .state_path = in_folder("s")};
}

static void test_which_generators_reserve(void **state)
{
    struct script script = script_at(1700000000, 0);
    guidon_options options = host_options();
    guidon_generator *g = script_generator(&options);

    (void)state;
    assert_int_equal(g->kind == &gdn_kind_v7_reserving, gdn_tsc_is_sound());
    assert_ptr_equal(g->reserving.share.published,
                     &g->shared->slots[3].reservation);
    assert_int_equal(g->reserving.share.key, g->shared->head.binding.boot);
    guidon_generator_free(g);
    options.clock_fn = script_clock;
    options.clock_context = &script;
    g = script_generator(&options);
    assert_ptr_not_equal(g->kind, &gdn_kind_v7_reserving);
    guidon_generator_free(g);
}

/* A generator that makes no reservations ends those of others. */
static void test_a_reservation_of_others_is_respected(void **state)
{
    struct script script = script_at(1700000000, 0);
    guidon_options options = host_options();
    struct gdn_u128 reservation;
    guidon_generator *g;
    guidon_id id;

    (void)state;
    options.clock_fn = script_clock;
    options.clock_context = &script;
    g = script_generator(&options);
    assert_int_equal(gdn_timestamp_of(&reservation.lo, script.now), GUIDON_OK);
    reservation.hi = GDN_RESERVATION_NAME | TSC_NOW;
    gdn_atomic128_store(g->shared_state, reservation);
    script_move(&script, 100000); /* within the reservation */
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    assert_int_equal(gdn_atomic128_load(g->shared_state).lo,
                     reservation.lo + LEN + 1);
    guidon_generator_free(g);
}

/* A thread of the parent held the sequence lock, and was calibrating. */
static int next_in_child(void *argument)
{
    guidon_generator *g = argument;
    guidon_id id;

    return guidon_next(&id, g) != GUIDON_OK ||
           atomic_load(&g->reserving.reservation.sequence) % 2 ||
           g->reserving.clock.valid_ticks == UINT64_MAX ||
           !g->reserving.share.published;
}

static void test_a_child_begins_without_a_reservation(void **state)
{
    guidon_options options = host_options();
    guidon_generator *g = script_generator(&options);
    guidon_id id;

    (void)state;
    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    g->reserving.clock =
        (struct gdn_tsc_clock){.valid_ticks = UINT64_MAX, .rate = 1};
    atomic_store(&g->reserving.reservation.sequence, 1);
    assert_int_equal(result_of(next_in_child, g), 0);
    guidon_generator_free(g);
}

/* ------------------------------------------------------------- handing over */

/* How often two processes hand a baton over. Each id must be above the last id
 * of the other process. The long test sets its own number. */
#  ifndef BATONS
#    define BATONS 100000
#  endif

struct baton {
    char path[600];
    _Atomic uint64_t turn;
    guidon_id last;
    atomic_uint disordered, refused, by_reservation;
};

static int hand_over(struct baton *baton, uint64_t odd)
{
    guidon_options options = {.kind = GUIDON_V7,
                              .scope = GUIDON_SCOPE_HOST,
                              .state_path = baton->path};
    guidon_generator *g;
    guidon_id id;

    if (guidon_generator_new(&g, &options)) {
        baton->refused++;
        atomic_store(&baton->turn, BATONS);
        return 1;
    }
    for (uint64_t turn; (turn = atomic_load(&baton->turn)) < BATONS;) {
        if (turn % 2 != odd) {
            sched_yield();
            continue;
        }
        baton->refused += guidon_next(&id, g) != GUIDON_OK;
        baton->disordered += guidon_compare(&baton->last, &id) >= 0;
        baton->by_reservation += g->shared_state->hi > g->shared_state->lo;
        baton->last = id;
        atomic_store(&baton->turn, turn + 1);
    }
    guidon_generator_free(g);
    return 0;
}

static int hand_over_odd(void *argument)
{
    return hand_over(argument, 1);
}

static void test_two_processes_hand_over(void **state)
{
    struct baton *baton = common_memory(sizeof *baton);
    pid_t child;

    (void)state;
    alarm(3000);
    strcpy(baton->path, in_folder("s"));
    child = start(hand_over_odd, baton);
    assert_int_equal(hand_over(baton, 0), 0);
    assert_int_equal(end_of(child), 0);
    print_message("%u of %u ids while the state held a reservation\n",
                  baton->by_reservation, (unsigned)BATONS);
    assert_int_equal(baton->refused, 0);
    assert_int_equal(baton->disordered, 0);
    munmap(baton, sizeof *baton);
}

#  define in_new_folder(test)                                                  \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_reservation_is_shared),
        cmocka_unit_test(test_the_next_reservation_is_of_either),
        cmocka_unit_test(test_a_killed_process_costs_one_reservation),
        cmocka_unit_test(test_a_stopped_process_breaks_nothing),
        cmocka_unit_test(test_a_reservation_has_one_rate),
        cmocka_unit_test(test_a_late_process_publishes_nothing),
        cmocka_unit_test(test_a_reservation_is_waited_for),
        cmocka_unit_test(test_what_is_not_joined),
        cmocka_unit_test(test_what_is_withdrawn_is_not_joined),
        in_new_folder(test_which_generators_reserve),
        in_new_folder(test_a_reservation_of_others_is_respected),
        in_new_folder(test_a_child_begins_without_a_reservation),
        in_new_folder(test_two_processes_hand_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77; /* no reservations here */
}

#endif
