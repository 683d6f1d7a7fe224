/* SPDX-License-Identifier: MIT */
/* Clocks that go wrong: the wall clock of all processes, and one of a
 * generator's own. */
#ifndef WALL_H
#define WALL_H

#include <guidon/id.h>
#include <guidon/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SECOND INT64_C(1000000000) /* in ns, as all times here */
#define HOUR   (3600 * SECOND)
#define DAY    (24 * HOUR)

/* A round's day: clocks stay within ten hours of its noon, and ids within it. */
#define ROUND_0 (INT64_C(1735689600) * SECOND) /* 2025-01-01T00:00:00Z */
#define ROAM    (10 * HOUR)

/* What clock_gettime of this program answers from, in memory that all processes
 * share. */
struct wall {
    _Atomic int64_t offset; /* on the system's clock */
    _Atomic int64_t frozen; /* where it stands still; 0: it goes */
    _Atomic int64_t grain;  /* it goes by leaps of so much; 0: it goes */
    /* When one of these was set last, by monotonic_now; INT64_MAX: it is being
     * set. */
    _Atomic int64_t set_at;
};
extern struct wall *wall; /* NULL: the system's clock */

static inline int64_t noon_of(uint64_t round)
{
    return ROUND_0 + (int64_t)round * DAY + DAY / 2;
}

int64_t monotonic_now(void);
void wall_set(int64_t now);
/* Was the wall clock left alone from then until now? Then it did not go back. */
bool wall_was_left_alone(int64_t since);

/* Faults that are not a step forward or a far one back are told by 0. */
enum fault { FAULT_OTHER, FAULT_FAR_BACK, FAULT_FORWARD };
/* One fault by chance, of *seed. */
enum fault wall_fault(uint64_t *seed, int64_t noon);

/* A clock_fn of one generator, and its context: each reading moves it, and one
 * in many goes wrong. */
struct script {
    uint64_t seed;
    int64_t now, noon;
    int64_t tick;         /* at most so much a reading */
    unsigned stands_for;  /* readings */
    unsigned far_is_left; /* steps back beyond the tolerance */
};
guidon_status script_clock(void *context, guidon_time *now);

#endif
