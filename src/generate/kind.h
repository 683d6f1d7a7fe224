/* SPDX-License-Identifier: MIT */
/* The steps of each kind of id: pure functions from one state to the next. */
#ifndef GDN_GENERATE_KIND_H
#define GDN_GENERATE_KIND_H

#include "../clock/atomic128.h"
#include "../clock/clock.h"
#include "../core/layout.h"
#include "../core/private.h"
#include "../shared/shared_slot.h"
#include <guidon/generate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/*
 * A generator keeps everything that it must remember in a state of 16 bytes,
 * struct gdn_u128. A kind is a table of pure functions of that state; each kind
 * packs its 16 bytes in its own way. A call makes ids in four steps:
 *
 *   plan    Decide from the state, the clock and the caller's rules whether
 *           ids can be made, how many, and which state comes next. A plan uses
 *           no random bytes.
 *   seed    If the plan asks for a seed, choose a random start. The seed comes
 *           from random bytes that were read before, so this cannot fail. A kind
 *           whose ids rise by random steps then adds up the steps, which come
 *           from the random bytes of the ids.
 *   swap    Replace the state that the plan started from by the next state, in
 *           one atomic compare-and-swap. If another thread or process changed
 *           the state in between, plan again from the new state.
 *   write   Write the ids. This cannot fail.
 *
 * Everything that can fail comes before the swap, so a step that fails leaves
 * the generator as it was. Two cases are exceptions:
 *
 *   scope HOST      After some swaps, the call writes the state file through to
 *                   the device, which may fail.
 *   long batches    A batch takes a step for every 1024 ids at most. If a later
 *                   step fails, the earlier steps have swapped.
 *
 * In both cases the call returns no id. In scope THREAD the state returns to
 * its value before the call; in the wider scopes the planned ids are skipped.
 *
 * No step holds a lock, so a thread that is stopped, killed or forked anywhere
 * leaves a complete state behind. A processor without a 16-byte
 * compare-and-swap is the exception: there a flag locks the state during the
 * swap (clock/atomic128.h). A reservation has a sequence lock, for which a
 * thread waits only a bounded number of attempts (reserve/reservation.h).
 *
 * Example: version 7 keeps {lo: the last sort key, hi: the highest clock
 * reading}. The state is {1000, 990}, the clock reads 995, and the caller wants
 * three ids.
 *
 *   plan    The clock is not above 1000, so the ids continue at 1001:
 *           first = 1001, n = 3, next = {1003, 995}.
 *   seed    This plan needs none.
 *   swap    {1000, 990} -> {1003, 995} fails, because another thread has just
 *           made an id: the state is {1001, 995}. The second plan has first =
 *           1002 and next = {1004, 995}, and its swap succeeds.
 *   write   Three ids with the sort keys 1002, 1003 and 1004, each followed by
 *           random bits of its own.
 *
 * The state of a generator that has made no id is all zero.
 */

/* The unit in which a kind counts time. */
enum gdn_unit {
    GDN_UNIT_NONE,      /* the kind has no time */
    GDN_UNIT_MS,        /* Unix milliseconds */
    GDN_UNIT_TIMESTAMP, /* 2^-20 ms, see clock/timestamp.h */
    GDN_UNIT_TICKS,     /* Gregorian ticks of 100 ns */
};

static inline uint64_t gdn_unit_of_timestamp(uint64_t timestamp,
                                             enum gdn_unit unit)
{
    return unit == GDN_UNIT_MS      ? gdn_ms_of_timestamp(timestamp)
           : unit == GDN_UNIT_TICKS ? gdn_ticks_of_timestamp(timestamp)
                                    : timestamp;
}

/* The caller's options, in the kind's unit of time. */
struct gdn_rules {
    uint64_t tolerance; /* after a larger step back, obey `rollback` */
    guidon_rollback rollback;
    guidon_overflow overflow;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    guidon_domain domain;
    union {                  /* each for one kind */
        uint32_t local_id;   /* v2 */
        uint32_t clock_span; /* v7 with a key: the timestamps in a tick of the
                                clock */
    };
    union {      /* each for one kind */
        struct { /* V8_NODE */
            uint32_t node_number, node_number_bits;
        };
        struct gdn_v8_prefix prefix; /* V8_PREFIXED */
    };
    bool may_draw_node; /* a new random node may replace the node */
};

enum gdn_verdict {
    GDN_PLAN_OK,
    GDN_PLAN_CLOCK_BACK,     /* too far back, and the rules do not restart */
    GDN_PLAN_EXHAUSTED_WAIT, /* no id is left until the clock moves on */
    GDN_PLAN_EXHAUSTED_FAIL, /* the same, but the kind must not wait */
};

#define GDN_EVENT_ROLLBACK 1u
#define GDN_EVENT_RESTART  2u
#define GDN_EVENT_WAIT     4u /* set by next.c, never by a plan */

/* A plan is all zero before plan() fills it in, except for the two inputs,
 * which only after_loss sets. */
struct gdn_plan {
    struct gdn_u128 next;  /* the state once the ids are made */
    struct gdn_u128 first; /* the sort key of the first id */
    uint64_t step;         /* from one id's sort key to the next; of a kind
                              with random steps, the least step */
    size_t n;              /* how many ids: 1 to the number asked for */
    bool new_sequence;     /* a sequence starts here; seed chooses its start */
    bool needs_seed;
    bool needs_node;  /* of a kind with a node: the ids need a new random one */
    bool random_skip; /* input: the first id must lie a random step ahead */
    bool avoids_seq;  /* input: seed must not choose avoided_seq */
    uint16_t avoided_seq;
    unsigned events; /* GDN_EVENT_... */
    uint64_t node;   /* 48 bits; set by the caller of plan(), read by write() */
};

#define GDN_SEED_LEN 16

/* A slot of the state file, as a number above 0. */
#define GDN_FILE_SLOT(slot) ((unsigned)(slot) + 1)

struct gdn_stream;

/* One kind of id. NULL in an optional member means that the kind has nothing to
 * do there. No member leads to another table: kinds.h chooses tables, so that a
 * program has only those that it may choose. */
struct gdn_kind {
    enum gdn_unit unit;
    size_t random_len; /* random bytes that write uses for each id: 0 to 16; but
                          not 1 to 7 if the kind has next_fast, because of
                          gdn_stream_consume_buffered */
    bool has_state;    /* false: each id is independent of the one before */
    bool has_node;     /* the ids contain the generator's node */
    bool has_prefix;   /* the ids begin with the rules' prefix */

    /* ------ making ids */

    enum gdn_verdict (*plan)(struct gdn_plan *plan, const struct gdn_u128 *last,
                             uint64_t now, size_t n,
                             const struct gdn_rules *rules);
    /* Optional: without it no plan of the kind needs a seed. */
    void (*seed)(struct gdn_plan *plan,
                 const unsigned char random[GDN_SEED_LEN],
                 const struct gdn_rules *rules);
    /*
     * For a kind in which each id lies a random step above the id before: set
     * plan->first and plan->next from the steps of the ids. The first id of a
     * sequence has no step; the plan has raised another first id by the least
     * step already. `random` holds random_len bytes for each id, the same as in
     * write(). Such a kind has no fast path, because the fast paths replace the
     * state before they read the random bytes of an id. Optional.
     */
    void (*add_steps)(struct gdn_plan *plan, const unsigned char *random);
    /*
     * `random` holds random_len bytes for each id. They may lie at the end of out[],
     * so that a batch needs no other memory: write the ids in order, and read the
     * bytes of each id before you write to it. Example: of four ids with 8 bytes
     * each, the bytes of the first lie where the third id goes.
     */
    void (*write)(guidon_id *out, const struct gdn_plan *plan,
                  const unsigned char *random, const struct gdn_rules *rules);
    /*
     * The fast path: one id through the same steps, for a generator whose
     * `fast_ok` is true. If anything is in the way (a seed, an event, a wait,
     * another thread), the fast path returns false and changes nothing.
     * Optional.
     */
    bool (*next_fast)(guidon_id *out, guidon_generator *g,
                      struct gdn_stream *stream);
    /* One id for a generator of guidon_new's, in its thread, which is current.
     * See gdn_next_thread. Optional. */
    guidon_status (*next_thread)(guidon_id *out, guidon_generator *g,
                                 struct gdn_stream *stream);

    /* ------ scope HOST: a kind with a state shares it in a file */

    /* GDN_FILE_SLOT(slot) of the kind's slot. 0: the kind has no slot, so scope
     * HOST keeps its state, if any, in the process. */
    unsigned file_slot;
    /*
     * An earlier boot of the host, or another copy of the file, may have made
     * ids that *last does not know. Change *last, or set the inputs of *plan,
     * so that a plan cannot repeat such an id. false: no such change exists, so
     * no id can be made until the clock is past the lost time. NULL: the random
     * bits of each id suffice.
     */
    bool (*after_loss)(struct gdn_plan *plan, struct gdn_u128 *last);
    /* after_loss is only for a generator with a node of its own. The file draws
     * a new node whenever time is lost, and that suffices. */
    bool file_node_suffices;
    /* The last tick that `next` uses. The file reserves time up to this tick
     * before the ids exist. NULL: the kind reserves no time. */
    uint64_t (*last_tick)(const struct gdn_u128 *next);

    /* ------ a cloned machine */

    /*
     * Change the state so that this machine's ids and its clone's differ.
     * Threads may be in a call, so every later id must still be above every
     * earlier id. `random` holds clone_random_len bytes. NULL: the random bits
     * of each id suffice, or the kind has no values to spare.
     */
    void (*after_clone)(struct gdn_u128 *state, const unsigned char *random);
    size_t clone_random_len; /* at most GDN_SEED_LEN */

    /* ------ a forked process, or a cloned machine */

    /* The ids contain a number that only one generator may hold. So a copy of
     * the generator makes no id: neither in a forked child nor on a cloned
     * machine. There, a generator that can expire makes ids again once its
     * lease is renewed. */
    bool single_owner;

    /* ------ node and clock sequence: all four, or none */

    uint16_t seq_max;
    bool (*has_seq)(const struct gdn_u128 *state);
    /* Change the clock sequence but not the time, so that no id repeats. If
     * `seq` is already used, return false and leave the state unchanged. */
    bool (*set_seq)(struct gdn_u128 *state, uint16_t seq);
    /* The same with a clock sequence chosen by `random`. Cannot fail. */
    void (*random_seq)(struct gdn_u128 *state, uint16_t random);

    bool new_seq_with_node; /* a new node comes with a new clock sequence */

    /* ------ a lease file */

    /* The last Unix millisecond in the ids of a plan, after seed. NULL: the ids
     * have no time. */
    uint64_t (*last_ms)(const struct gdn_plan *plan);
    /* Ids omit this many low bits of the time, so their times are rounded
     * down. */
    unsigned char omitted_bits;
    /* next_fast makes an id only in the millisecond of the id before. So if the
     * lease file allowed that id's time, it allows this one's. */
    bool fast_keeps_ms;
};

/* The slot of a kind that has one. */
static inline enum gdn_shared_slot gdn_kind_slot(const struct gdn_kind *kind)
{
    return (enum gdn_shared_slot)(kind->file_slot - GDN_FILE_SLOT(0));
}

/* How the clock's reading relates to the last id. */
enum gdn_clock_relation {
    GDN_RELATION_AHEAD,        /* the clock is ahead of the last id */
    GDN_RELATION_CONTINUE,     /* continue above the last id */
    GDN_RELATION_RESTART,      /* restart at the clock's time */
    GDN_RELATION_TOO_FAR_BACK, /* too far back */
};
/*
 *   last     the time of the last id
 *   highest  the highest clock reading so far, at most `last`. If `now` is
 *            below `highest`, the clock stepped back. If `now` lies between
 *            `highest` and `last`, the ids only ran ahead of the clock.
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

/* The highest sort key that may be made: `ahead` above the highest reading.
 * After a rollback within the tolerance, the key may also be above the clock by
 * the tolerance, because the ids continue above the last id. */
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

GDN_PRIVATE_END

#endif
