/* SPDX-License-Identifier: MIT */
/* Clocks that go wrong: the wall clock of all processes, and a clock for a
 * single generator. */
#ifndef WALL_H
#define WALL_H

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SECOND INT64_C(1000000000) /* in ns, like all times here */
#define HOUR   (3600 * SECOND)
#define DAY    (24 * HOUR)

/* The day of a round. Clocks stay within ten hours of its noon, so that its ids
 * are of that day. */
#define ROUND_0 (INT64_C(1735689600) * SECOND) /* 2025-01-01T00:00:00Z */
#define ROAM    (10 * HOUR)

/* The settings of this program's clock_gettime, in memory that all processes
 * share. */
struct wall {
    _Atomic int64_t offset; /* from the system's clock */
    _Atomic int64_t
        frozen; /* the time at which the clock stands still; 0: it runs */
    _Atomic int64_t grain; /* the clock's resolution; 0: the system's */
    /* The monotonic time of the last change; INT64_MAX during a change. */
    _Atomic int64_t set_at;
};
extern struct wall *wall; /* NULL: the system's clock */

static inline int64_t noon_of(uint64_t round)
{
    return ROUND_0 + (int64_t)round * DAY + DAY / 2;
}

int64_t monotonic_now(void);
void wall_set(int64_t now);
/* Is the wall clock unchanged since then? Then it did not step back. */
bool wall_is_unchanged(int64_t since);

/* FAULT_OTHER is any fault but a step forward or a large step back. */
enum fault { FAULT_OTHER, FAULT_FAR_BACK, FAULT_FORWARD };
/* Disturb the wall clock in a random way that depends on *seed. */
enum fault wall_fault(uint64_t *seed, int64_t noon);

/* The context of a clock_fn for one generator. Each reading moves the clock;
 * one in 64 disturbs it. */
struct script {
    uint64_t seed;
    int64_t now, noon;
    int64_t tick;           /* the most that a reading moves the clock */
    unsigned stands_for;    /* for so many more readings */
    unsigned far_back_left; /* remaining steps back beyond the tolerance */
};
guidon_status script_clock(void *context, guidon_time *now);

#endif
