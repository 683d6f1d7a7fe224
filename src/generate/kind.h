/* SPDX-License-Identifier: MIT */
/* What a kind of generated id is: pure steps from one state to the next. */
#ifndef GDN_GENERATE_KIND_H
#define GDN_GENERATE_KIND_H

#include "../clock/atomic128.h"
#include "../clock/clock.h"
#include "../core/private.h"
#include <guidon/generate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * Making ids goes in three steps, so that a failure changes nothing:
 *
 *   plan    from the state and the clock: may ids be made, how many, and which
 *           state follows? No randomness is looked at.
 *   seed    where the plan begins a new run: its random start.
 *   write   the ids, with random bytes of their own.
 *
 * Between seed and write the state is swapped for the next one. A state of all
 * zero is that of a generator that has made nothing.
 */

/* In which numbers a kind counts time. */
enum gdn_unit {
    GDN_UNIT_NONE,      /* it does not */
    GDN_UNIT_MS,        /* Unix milliseconds */
    GDN_UNIT_TIMESTAMP, /* see clock/clock.h */
    GDN_UNIT_TICKS,     /* Gregorian, 100 ns */
};

static inline uint64_t gdn_unit_of_timestamp(uint64_t stamp, enum gdn_unit unit)
{
    return unit == GDN_UNIT_MS      ? gdn_ms_of_timestamp(stamp)
           : unit == GDN_UNIT_TICKS ? gdn_ticks_of_timestamp(stamp)
                                    : stamp;
}

/* The caller's wishes, in the kind's own units. */
struct gdn_rules {
    uint64_t tolerance; /* how far back a clock is followed in order */
    guidon_rollback rollback;
    guidon_overflow overflow;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    guidon_domain domain;
    uint32_t local_id;
};

enum gdn_verdict {
    GDN_PLAN_OK,
    GDN_PLAN_CLOCK_BACK, /* the clock is too far back, and the rules do not restart */
    GDN_PLAN_EXHAUSTED_WAIT, /* no id is left until the clock has moved on */
    GDN_PLAN_EXHAUSTED_FAIL, /* the same, and waiting is against the kind's own rules */
};

#define GDN_EVENT_ROLLBACK 1u
#define GDN_EVENT_RESTART  2u
#define GDN_EVENT_WAIT     4u /* noted by the generator, by no plan */

struct gdn_plan {
    struct gdn_u128 next;  /* the state when the ids are made */
    struct gdn_u128 first; /* the first id's place, as the kind writes it */
    uint64_t step;         /* from one id's place to the next */
    size_t n;              /* how many: 1 to what was asked */
    bool begins;           /* a run begins here, at a place that seed chooses */
    bool needs_seed;
    bool leap; /* in: ids above `last` may exist, of a run that goes on there */
    unsigned events;
    uint64_t node; /* for write alone: 48 bits */
};

#define GDN_SEED_LEN 16

struct gdn_stream;

struct gdn_kind {
    enum gdn_unit unit;
    size_t random_len; /* bytes that write uses for each id: at most 16 */
    bool has_state;    /* or each id stands for itself */
    enum gdn_verdict (*plan)(struct gdn_plan *plan, const struct gdn_u128 *last,
                             uint64_t now, size_t n,
                             const struct gdn_rules *rules);
    /* NULL: the kind has no runs. */
    void (*seed)(struct gdn_plan *plan,
                 const unsigned char random[GDN_SEED_LEN],
                 const struct gdn_rules *rules);
    void (*write)(guidon_id *out, const struct gdn_plan *plan,
                  const unsigned char *random, const struct gdn_rules *rules);
    /* One id by the same three steps, where nothing stands in the way: no seed,
     * no event, no wait, no other thread. Else false, and nothing has changed.
     * For a generator that is `plain`. */
    bool (*one)(guidon_id *out, guidon_generator *g, struct gdn_stream *stream);
};

/* How a time-ordered kind goes on from `last` when the clock reads `now`. */
enum gdn_clock_relation {
    GDN_RELATION_AHEAD,        /* the clock is ahead of the last id */
    GDN_RELATION_CONTINUE,     /* go on above it */
    GDN_RELATION_RESTART,      /* begin anew at the clock's time */
    GDN_RELATION_TOO_FAR_BACK, /* too far back */
};
/*
 *   last     the time of the last id
 *   highest  the highest reading before it, at most `last`; where `now` is
 *            below it the clock went back, else the ids merely ran ahead
 */
static inline enum gdn_clock_relation gdn_clock_relation(
    unsigned *events, uint64_t last, uint64_t highest, uint64_t now,
    const struct gdn_rules *rules)
{
    if (now > last) {
        return GDN_RELATION_AHEAD;
    }
    if (now >= highest) {
        return GDN_RELATION_CONTINUE;
    }
    if (highest - now <= rules->tolerance) {
        *events |= GDN_EVENT_ROLLBACK;
        return GDN_RELATION_CONTINUE;
    }
    if (rules->rollback == GUIDON_ROLLBACK_RESTART) {
        *events |= GDN_EVENT_RESTART;
        return GDN_RELATION_RESTART;
    }
    return GDN_RELATION_TOO_FAR_BACK;
}

static inline uint64_t gdn_add_saturated(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* The highest place that may be made: `ahead` above the highest reading; while
 * a clock that went back is held, also as far above it as it may be back. */
static inline uint64_t gdn_limit(unsigned events, uint64_t highest,
                                 uint64_t now, uint64_t ahead,
                                 const struct gdn_rules *rules)
{
    uint64_t limit = gdn_add_saturated(highest, ahead);
    uint64_t held = events & GDN_EVENT_ROLLBACK
                        ? gdn_add_saturated(now, rules->tolerance)
                        : 0;

    return limit > held ? limit : held;
}

static inline size_t gdn_at_most(size_t n, uint64_t limit)
{
    return n < limit ? n : (size_t)limit;
}

/* The state of v1 and v6 with another clock sequence, its time as it was. */
struct gdn_u128 gdn_gregorian_with_seq(struct gdn_u128 state, uint16_t seq);
/* The same with none drawn yet. */
struct gdn_u128 gdn_gregorian_undrawn(struct gdn_u128 state);
/* The clock sequence in a state; false where none was drawn yet. */
bool gdn_gregorian_seq(uint16_t *seq, struct gdn_u128 state);

/* The state of monotonic ULID raised by `by` and, where that is more than its
 * millisecond holds, to its end. */
struct gdn_u128 gdn_ulid_random_skip(struct gdn_u128 state, uint64_t by);

/* Move the ring of a state of v2 on to `seq`, or to one that `random` chooses.
 * What is passed over counts as dealt. False, and *state as it was, where `seq`
 * was dealt in the step. */
bool gdn_v2_move_to(struct gdn_u128 *state, uint16_t seq);
void gdn_v2_move_anywhere(struct gdn_u128 *state, unsigned char random);

/* The last tick of the step that a state of v2 is in. */
uint64_t gdn_v2_last_tick(const struct gdn_u128 *state);

extern const struct gdn_kind gdn_kind_v1, gdn_kind_v2, gdn_kind_v4;
extern const struct gdn_kind gdn_kind_v6,
    gdn_kind_v6_fresh; /* rules: R42, R41 */
extern const struct gdn_kind gdn_kind_v7_precise, gdn_kind_v7_run,
    gdn_kind_v7_unordered; /* _run: layouts COUNTER and INCREMENT */
extern const struct gdn_kind gdn_kind_v7_leased; /* precise: clock/lease.h */
extern const struct gdn_kind gdn_kind_ulid, gdn_kind_ulid_monotonic;

GDN_PRIVATE_END

#endif
