/* SPDX-License-Identifier: MIT */
/* wall.c - clocks that step, stand still and jump */
#define _DEFAULT_SOURCE
#include "wall.h"
#include "random.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct wall *wall;

static int64_t system_now(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec;
}

int64_t monotonic_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec;
}

static int64_t wall_now(void)
{
    int64_t frozen = atomic_load(&wall->frozen);
    int64_t grain = atomic_load(&wall->grain);
    int64_t now;

    if (frozen != 0) {
        return frozen;
    }
    now = system_now() + atomic_load(&wall->offset);
    return grain ? now - now % grain : now;
}

/* Replaces the system's clock_gettime. The static library calls this function
 * because the linker finds it first. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    int64_t now;

    if (!wall || clock != CLOCK_REALTIME) {
        return (int)syscall(SYS_clock_gettime, clock, out);
    }
    now = wall_now();
    out->tv_sec = (time_t)(now / SECOND);
    out->tv_nsec = (long)(now % SECOND);
    return 0;
}

static void set(_Atomic int64_t *what, int64_t value)
{
    atomic_store(&wall->set_at, INT64_MAX);
    atomic_store(what, value);
    atomic_store(&wall->set_at, monotonic_now());
}

void wall_set(int64_t now)
{
    set(&wall->frozen, 0);
    set(&wall->grain, 0);
    set(&wall->offset, now - system_now());
}

bool wall_is_unchanged(int64_t since)
{
    return atomic_load(&wall->set_at) < since;
}

/* A random duration up to `most`. Each power of two is equally likely. */
static int64_t draw_length(uint64_t *seed, int64_t most)
{
    unsigned bits = 1;

    while (most >> bits > 0) {
        bits++;
    }
    return (int64_t)(draw(seed) & ((UINT64_C(2) << draw(seed) % bits) - 1)) %
           (most + 1);
}

static int64_t within(int64_t now, int64_t noon)
{
    return now < noon - ROAM || now > noon + ROAM ? noon : now;
}

/* The time to which a fault sets the clock, and the name of the fault. Steps
 * back by less than nine seconds are within every tolerance. One fault in four
 * sets the clock to a full hour near noon, so that the same instants return
 * often. */
static int64_t draw_time(uint64_t *seed, int64_t now, int64_t noon,
                         enum fault *fault)
{
    int64_t to = noon;

    switch (draw(seed) % 8) {
    case 0:
    case 1:
        to = now - draw_length(seed, 9 * SECOND);
        break;
    case 2:
        to = now - 11 * SECOND - draw_length(seed, 2 * HOUR);
        break;
    case 3:
        to = now + draw_length(seed, 2 * HOUR);
        break;
    case 4:
    case 5:
        to = now + draw_length(seed, SECOND);
        break;
    default:
        to = noon + (int64_t)(draw(seed) % 4) * HOUR;
    }
    to = within(to, noon);
    *fault = to < now - 10 * SECOND ? FAULT_FAR_BACK
             : to > now             ? FAULT_FORWARD
                                    : FAULT_OTHER;
    return to;
}

enum fault wall_fault(uint64_t *seed, int64_t noon)
{
    static const int64_t grains[] = {0, 0, 0, 100, 1000, 1000000, 4000000};
    int64_t now = wall_now();
    enum fault fault = FAULT_OTHER;
    int64_t to;

    switch (draw(seed) % 8) {
    case 0:
        set(&wall->frozen, now);
        break;
    case 1:
        set(&wall->grain,
            grains[draw(seed) % (sizeof grains / sizeof grains[0])]);
        break;
    default:
        to = draw_time(seed, now, noon, &fault);
        set(&wall->frozen, 0);
        set(&wall->offset, to - system_now());
    }
    return fault;
}

guidon_status script_clock(void *context, guidon_time *now)
{
    struct script *script = context;
    uint64_t *seed = &script->seed;
    enum fault fault = FAULT_OTHER;
    int64_t to = script->now;

    if (script->stands_for > 0) {
        script->stands_for--;
    } else if (draw(seed) % 64 == 0) {
        to = draw_time(seed, script->now, script->noon, &fault);
        script->stands_for = (unsigned)(draw(seed) % 64);
    } else {
        to = within(to + draw_length(seed, script->tick), script->noon);
    }
    if (fault != FAULT_FAR_BACK || script->far_back_left > 0) {
        script->far_back_left -= fault == FAULT_FAR_BACK;
        script->now = to;
    }
    now->seconds = script->now / SECOND;
    now->nanoseconds = (uint32_t)(script->now % SECOND);
    return GUIDON_OK;
}
