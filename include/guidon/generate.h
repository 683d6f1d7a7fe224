/* SPDX-License-Identifier: MIT */
/* Ids made by a generator: from the clock, from randomness, and in order. */
#ifndef GUIDON_GENERATE_H
#define GUIDON_GENERATE_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------- new ids from the thread's own generator */

/* What a generator makes. Names make ids too: see guidon/make.h. */
typedef enum guidon_kind {
    GUIDON_V1,
    GUIDON_V2,
    GUIDON_V4,
    GUIDON_V6,
    GUIDON_V7,
    GUIDON_ULID,          /* 80 fresh random bits in each */
    GUIDON_ULID_MONOTONIC /* in one millisecond, the one before plus a step */
} guidon_kind;

/*
 * Make one id, or `n` of them, with the calling thread's own generator: that
 * of guidon_options with nothing set but `kind`.
 *
 *   out  out  n ids, in order
 *   n    in   0 writes nothing and succeeds
 *
 * Order   v1 (by time), v6, v7 and ULID_MONOTONIC: each above every one that
 *         this thread made of the kind before, as long as the clock does not
 *         step back by more than 10 s.
 * Unique  across threads and processes; a forked child begins afresh.
 * Errors  GUIDON_E_ENTROPY   the system gave no random bytes
 *         GUIDON_E_CLOCK     the clock reads before 1970 (v1, v2, v6: 1582) or
 *                            past the kind's end: 2527 for v7, 5236 for v1, v2
 *                            and v6, 10889 for v7 unordered and ULID
 *         GUIDON_E_OVERFLOW  ULID_MONOTONIC: this millisecond is full
 *         GUIDON_E_ARGUMENT  no such kind, or v2, which needs a local id
 *         GUIDON_E_MEMORY    no memory for a new thread's state
 *         On any, no id is handed out: out[] is as it was, or all Nil. A call
 *         for more than 512 ids may then have skipped some.
 * Owns    a few pages a thread, given back when it ends.
 * Threads any, without a lock or a shared write. Not from a signal handler that
 *         may have interrupted a call; nor may a child that such a handler
 *         forked return into the call.
 * Source  RFC 9562, 5 and 6; ULID specification
 * Code    src/generate/thread_generators.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_new(guidon_id *out,
                                                      guidon_kind kind);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_new_many(guidon_id *out,
                                                           size_t n,
                                                           guidon_kind kind);

/* ------------------------------------------------- generators with options */

/* Who may call a generator, and across whom its ids are in order. */
typedef enum guidon_scope {
    GUIDON_SCOPE_THREAD,  /* one thread at a time */
    GUIDON_SCOPE_PROCESS, /* any thread at any time: if one call returned before
                             another began, its id is the smaller */
    GUIDON_SCOPE_HOST /* the same across all processes that share state_path */
} guidon_scope;

/* How version 7 fills the 74 bits after the milliseconds (RFC 9562, 6.2). */
typedef enum guidon_v7_layout {
    GUIDON_V7_PRECISE,   /* 20 bits of the millisecond's fraction, 54 random
                            (method 3: the first twelve are floor(f * 4096)) */
    GUIDON_V7_COUNTER,   /* a 20-bit counter, seeded at random with its top bit
                            clear in each millisecond, 54 random (method 1) */
    GUIDON_V7_INCREMENT, /* 74 random bits, seeded with the top bit clear, then
                            raised by a random step (method 2) */
    GUIDON_V7_UNORDERED  /* 74 fresh random bits */
} guidon_v7_layout;

typedef enum guidon_ulid_step {
    GUIDON_ULID_STEP_ONE,   /* as the specification has it */
    GUIDON_ULID_STEP_RANDOM /* 1 .. 2^32, so that neighbours are not guessed */
} guidon_ulid_step;

/* When the clock is further back than the tolerance. */
typedef enum guidon_rollback {
    GUIDON_ROLLBACK_RESTART, /* begin anew at the clock's time: order is lost
                                once, uniqueness is not (v1, v6: the clock
                                sequence changes). v2 cannot: it fails */
    GUIDON_ROLLBACK_WAIT,    /* wait until the clock is within it */
    GUIDON_ROLLBACK_FAIL     /* GUIDON_E_CLOCK */
} guidon_rollback;

/* When a millisecond's counter, or the ticks that a generator may run ahead of
 * the clock, are used up. ULID_MONOTONIC always fails (U7). */
typedef enum guidon_overflow {
    GUIDON_OVERFLOW_WAIT, /* wait for the clock */
    GUIDON_OVERFLOW_FAIL  /* GUIDON_E_OVERFLOW */
} guidon_overflow;

typedef enum guidon_random {
    GUIDON_RANDOM_FAST,    /* the thread's stream, keyed by the kernel */
    GUIDON_RANDOM_KERNEL,  /* every id's bits from the kernel */
    GUIDON_RANDOM_CALLBACK /* random_fn */
} guidon_random;

typedef enum guidon_node {
    GUIDON_NODE_RANDOM, /* 47 random bits and the multicast bit (R99). v6,
                           unless clock_seq_fixed: drawn with the clock sequence
                           for each id (R41) */
    GUIDON_NODE_MAC,    /* this host's hardware address: it tells who made the
                           id (R111); GUIDON_E_VERSION where there is none */
    GUIDON_NODE_FIXED   /* node_bytes */
} guidon_node;

/* All zero but `kind` is a good default. */
typedef struct guidon_options {
    guidon_kind kind;
    guidon_scope scope;
    /* HOST: the file that holds the shared state. NULL: guidon/state in /run
     * for root, in $XDG_RUNTIME_DIR for others. It is made if it is not there,
     * and must be the user's own, and nobody else's to write. It keeps the node
     * and the clock sequence of v1 and v6, and what of v2's step was used, for
     * all local ids together. Kinds that keep no state need no file. */
    const char *state_path;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    uint32_t rollback_tolerance_ms; /* 0 means 10 000 */
    guidon_rollback rollback;
    guidon_overflow overflow;
    guidon_random random;
    /* Fill `len` bytes and return GUIDON_OK, or a status that the call that
     * asked then returns. May be called from every thread that makes ids. */
    guidon_status (*random_fn)(void *context, void *out, size_t len);
    void *random_context;
    /* The time now; NULL: the system's clock. A generator that waits asks again
     * and again, without sleeping. */
    guidon_status (*clock_fn)(void *context, guidon_time *now);
    void *clock_context;
    guidon_node node;
    unsigned char node_bytes[6];
    bool clock_seq_fixed; /* start at clock_seq; otherwise at random (R21) */
    uint16_t clock_seq;
    guidon_domain domain; /* v2 */
    uint32_t local_id;    /* v2 */
} guidon_options;

/*
 * A generator of one's own.
 *
 *   options  in  read once; what the functions' contexts point to must live as
 *                long as the generator
 *
 * Errors  GUIDON_E_ARGUMENT  an option out of its range, a callback missing, or
 *                            HOST on a processor that cannot (other than
 *                            x86-64 and AArch64)
 *         GUIDON_E_VERSION   GUIDON_NODE_MAC on a host without one
 *         GUIDON_E_STATE     HOST: the file is not safe, not whole, or has no
 *                            place; it stays as it is
 *         GUIDON_E_ENTROPY   no random bytes for a node
 *         GUIDON_E_MEMORY    no memory
 * Owns    *out: give it back with guidon_generator_free (NULL is fine there)
 * Code    src/generate/options.c
 */
typedef struct guidon_generator guidon_generator;
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_generator_new(guidon_generator **out, const guidon_options *options);
GUIDON_API void guidon_generator_free(guidon_generator *g);

/* --------------------------------------------- the next ids of a generator */

/*
 * The next id, or the next `n`: all of them, or none.
 *
 * How far ids run ahead of the clock: v7 at most a second, v1 and v6 a
 * millisecond (10 000 ticks), v2 and the other kinds not at all; after a clock
 * that stepped back within the tolerance, as far as that.
 *
 * Order   as in guidon_new, within the generator's scope.
 * Errors  as guidon_new, and
 *         GUIDON_E_CLOCK     also: the clock stepped back too far, and the
 *                            options ask to fail; or what clock_fn returned
 *         GUIDON_E_OVERFLOW  also: a tick or counter is used up, and the
 *                            options ask to fail
 *         GUIDON_E_STATE     HOST: the file could not be written
 *         On any, no id is handed out, out[] as in guidon_new. The generator is
 *         as it was before the call; only in scopes PROCESS and HOST may ids be
 *         skipped.
 * Threads by scope.
 * Code    src/generate/generator.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_next(guidon_id *out,
                                                       guidon_generator *g);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_next_many(guidon_id *out, size_t n, guidon_generator *g);

/* -------------------------------------- what a generator met, and its node */

/*
 * What a generator met since it was made, in calls that gave ids. In a forked
 * child, the first call for one begins all counts but `forks` anew, even where
 * it fails then; until that they are the parent's.
 *
 * Threads any.
 * Code    src/generate/adjust.c
 */
typedef struct guidon_stats {
    uint64_t rollbacks; /* calls that found the clock back, and went on */
    uint64_t restarts;  /* times that it began anew at an earlier time: in a
                           call for more than 256 ids there may be several */
    uint64_t waits;     /* calls that waited for the clock */
    uint64_t forks;     /* found itself in a new process, and began afresh, or
                           on a cloned machine, and stood apart from its twin */
} guidon_stats;
GUIDON_API void guidon_generator_stats(guidon_stats *out,
                                       const guidon_generator *g);

/*
 * Change the node (v1, v2, v6), which draws a fresh clock sequence, or the
 * clock sequence alone: -1 draws one that differs from the last. Time goes on
 * from where it was, so no id is made twice whatever is set, and how often
 * (R20; traps 10, 12); only a restart (see guidon_rollback) may bring ids back:
 * with a sequence set after it that was used before it, or where the sequence
 * that it takes, the one after that in use, was used before. v2 takes no fresh
 * sequence with a node: what was dealt in a step stays dealt.
 *
 * Errors  GUIDON_E_VERSION   the kind has no such field; so v6 has no clock
 *                            sequence of its own while each id draws one
 *         GUIDON_E_ARGUMENT  clock_seq is past 14 bits (v2: 6) and not -1
 *         GUIDON_E_ENTROPY   no random bytes to draw one from
 *         GUIDON_E_CLOCK     v2: a sequence used in the step of the last id
 *         GUIDON_E_STATE     HOST: the file could not be written
 * Threads not while another thread is in a call on `g`.
 * Code    src/generate/adjust.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_set_node(guidon_generator *g, const unsigned char node[6]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_set_clock_seq(guidon_generator *g, int32_t clock_seq);

/* -------------------------------- what the library goes by on this machine */

/*
 * What the library goes by on this machine, in a few English words each: for a
 * person to read. The strings are constant.
 *
 * Threads any; asks for the calling thread's own state.
 * Code    src/generate/machine.c
 */
typedef struct guidon_machine {
    const char *entropy; /* "getrandom in the vDSO", "getrandom", ... */
    const char *cipher;  /* of GUIDON_RANDOM_FAST */
    const char *fork;    /* how a forked process is told */
    const char *clone;   /* how a cloned virtual machine is told, or "not" */
    const char *clock;   /* what scope THREAD, and version 7 in scope PROCESS,
                            read the time from */
    const char *uuid_text, *ulid_text; /* kernels: UUIDs and ULIDs as text */
    const char *sha1, *sha1_many;      /* of version 5, one and many */
    bool host_scope; /* can this processor share state between processes? */
} guidon_machine;
GUIDON_API void guidon_machine_describe(guidon_machine *out);

#ifdef __cplusplus
}
#endif

#endif
