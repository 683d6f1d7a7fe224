/* SPDX-License-Identifier: MIT */
/* New ids from generators, which use the clock and random bits. */
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

/*
 * The kinds of id that a generator makes. For ids from names, see
 * guidon/make.h.
 *
 * A version is its own number, so 4 means version 4 also where a number comes
 * from a file or from another language. Kinds of version 8 begin at 0x80, and
 * kinds of ULID at 0x100. Every other number is no kind: 0 because it is what
 * zeroed memory holds, and 3 and 5 because their ids come from names.
 */
typedef enum guidon_kind {
    GUIDON_V1 = 1,
    GUIDON_V2 = 2,
    GUIDON_V4 = 4,
    GUIDON_V6 = 6,
    GUIDON_V7 = 7,
    GUIDON_V8_NODE = 0x80,     /* version 8 with a node number, from
                                  guidon_generator_new alone */
    GUIDON_V8_PREFIXED = 0x81, /* version 8 with a prefix before the time, from
                                  guidon_generator_new alone: unique in one
                                  database that checks the key, see
                                  <guidon/prefixed.h> */
    GUIDON_ULID = 0x100,       /* 80 new random bits in each id */
    GUIDON_ULID_MONOTONIC = 0x101, /* within a millisecond, the last id plus a
                                      step */
    GUIDON_KIND_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_kind;
GUIDON_ENUM_SIZE(guidon_kind);

/*
 * Make one id, or `n` ids, with a generator that belongs to the calling thread.
 * This generator has default options: every member of guidon_options except
 * `kind` is zero.
 *
 *   out  out  n ids, in order
 *   n    in   0 writes nothing and succeeds
 *
 * Order   Each id of v1 (by time), v6, v7 and ULID_MONOTONIC is above every id
 *         of its kind that this thread made before, unless the clock is more
 *         than 10 s below its highest reading.
 * Unique  Across threads and processes. A forked child starts a new state.
 * Errors  GUIDON_E_ENTROPY   the system gave no random bytes
 *         GUIDON_E_CLOCK     the clock reads a time that the kind cannot hold:
 *                            before 1970 (v1, v2, v6: 1582), or after 2527 for
 *                            v7, 5236 for v1, v2 and v6, 10889 for v7 unordered
 *                            and ULID
 *         GUIDON_E_OVERFLOW  ULID_MONOTONIC: the ids of this millisecond are
 *                            exhausted
 *         GUIDON_E_ARGUMENT  no such kind; or v2, which needs a local id; or
 *                            V8_NODE, which needs a node number; or
 *                            V8_PREFIXED, which needs options
 *         GUIDON_E_MEMORY    no memory for the state of a new thread
 *         After an error, *out is unchanged, and out[] is unchanged or all Nil.
 *         A call for more than 1024 ids may have skipped some ids then.
 * Owns    a few pages of memory per thread, freed when the thread ends.
 * Threads any, without a lock and without a write to shared memory. Do not call
 *         from a signal handler that may have interrupted such a call. A child
 *         process that the handler forked must not return into the call.
 * Source  RFC 9562, sections 5 and 6; ULID specification
 * Code    src/generate/thread_generators.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_new(guidon_id *out,
                                                      guidon_kind kind);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_new_many(guidon_id *out,
                                                           size_t n,
                                                           guidon_kind kind);

/* --------------------------------------------- ids of a time that you give */

/*
 * Make one id of a time that you give, or `n` ids of `n` times, with new random
 * bits. Use these functions for rows that are older than their ids.
 *
 * guidon_v7_at and guidon_ulid_at keep the milliseconds of the time, and draw
 * 74 (ULID: 80) random bits. guidon_v7_at_precise also keeps a fraction of the
 * millisecond in steps of 244 ns, as guidon_v7_make_precise does, and draws 62
 * random bits: its ids sort by microseconds too.
 *
 *   out    out  n ids, in the order of the times
 *   time   in   from 1970 to the year 10889, rounded towards the past
 *   times  in   n times in any order; must not overlap out[]
 *   n      in   0 writes nothing and succeeds
 *
 * Order   none among the ids of one time, and none to ids of guidon_new.
 * Unique  Across threads, processes and machines, by their random bits alone.
 *         docs/statistics.md says how likely two equal ids are.
 * Errors  GUIDON_E_RANGE     a time is before 1970 or exceeds 48 bits of
 *                            milliseconds
 *         GUIDON_E_ARGUMENT  nanoseconds above 999 999 999
 *         GUIDON_E_ENTROPY   the system gave no random bytes
 *         GUIDON_E_MEMORY    no memory for the state of a new thread
 *         After an error, *out is unchanged, and out[] is unchanged or all Nil.
 * Owns    a few pages of memory per thread, freed when the thread ends.
 * Threads any, as guidon_new.
 * Source  RFC 9562, sections 5.7 and 6.2, method 3; ULID specification
 * Code    src/generate/at.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_v7_at(guidon_id *out,
                                                        guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v7_at_precise(guidon_id *out, guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_ulid_at(guidon_id *out,
                                                          guidon_time time);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v7_at_many(guidon_id *out, const guidon_time times[], size_t n);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_v7_at_precise_many(guidon_id *out, const guidon_time times[], size_t n);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_ulid_at_many(guidon_id *out, const guidon_time times[], size_t n);

/* ------------------------------------------------- generators with options */

/* The scope: which threads and processes share a generator's order. */
typedef enum guidon_scope {
    GUIDON_SCOPE_THREAD,  /* one thread at a time */
    GUIDON_SCOPE_PROCESS, /* any thread at any time; if one call returns before
                             another call begins, the first call's id is the
                             smaller id */
    GUIDON_SCOPE_HOST,    /* the same, across all processes that use the same
                         state_path */
    GUIDON_SCOPE_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_scope;
GUIDON_ENUM_SIZE(guidon_scope);

/* How version 7 fills the 74 bits after the milliseconds (RFC 9562,
 * section 6.2). */
typedef enum guidon_v7_layout {
    GUIDON_V7_PRECISE,   /* a 20-bit fraction of the millisecond, 54 random bits
                            (method 3: its first 12 bits are floor(f * 4096)).
                            See clock_resolution_ns for a coarse clock */
    GUIDON_V7_COUNTER,   /* a 20-bit counter and 54 random bits (method 1); each
                            millisecond starts at a random count whose top bit
                            is clear */
    GUIDON_V7_INCREMENT, /* a number of 74 bits (method 2); each millisecond
                            starts at 73 random bits below a clear top bit, and
                            each id adds a random step of its own: 1 to 4 to the
                            highest 20 bits, and new bits to the other 54 */
    GUIDON_V7_UNORDERED, /* 74 new random bits in each id */
    GUIDON_V7_TRACE,     /* an 18-bit fraction of the millisecond (steps of
                            3.8 ns), 56 random bits (method 3): the last seven
                            bytes are random, as trace ids with the random flag
                            need (W3C Trace Context Level 2). Order, running
                            ahead and overflow are those of PRECISE. A generator
                            makes at most 262 ids a microsecond for long. The
                            fraction of a coarse clock begins at its reading,
                            and not at a random value */
    GUIDON_V7_LAYOUT_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_v7_layout;
GUIDON_ENUM_SIZE(guidon_v7_layout);

/* The step that ULID_MONOTONIC adds to the last id of the same millisecond. */
typedef enum guidon_ulid_step {
    GUIDON_ULID_STEP_ONE,    /* 1, as the ULID specification requires */
    GUIDON_ULID_STEP_RANDOM, /* 1 .. 2^32, drawn for each id, also within a
                                batch: 32 bits that do not follow from any other
                                id */
    GUIDON_ULID_STEP_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_ulid_step;
GUIDON_ENUM_SIZE(guidon_ulid_step);

/* The behaviour when the clock is more than rollback_tolerance_ms below its
 * highest reading since the last restart. Until then the generator continues
 * from its last time. So two steps back of 6 s are one of 12 s. */
typedef enum guidon_rollback {
    GUIDON_ROLLBACK_RESTART, /* restart at the time of the clock: the next id is
                                below the last id, but still unique: v1 and v6
                                take the next clock sequence. After at least
                                14 336 restarts a random node is drawn anew; with
                                another node, and in scope HOST, the call
                                returns GUIDON_E_CLOCK instead. So do v2 and
                                V8_NODE */
    GUIDON_ROLLBACK_WAIT,    /* wait until the clock is within the tolerance */
    GUIDON_ROLLBACK_FAIL,    /* return GUIDON_E_CLOCK */
    GUIDON_ROLLBACK_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_rollback;
GUIDON_ENUM_SIZE(guidon_rollback);

/* The behaviour when the counter of a millisecond is exhausted, or when the
 * generator cannot run further ahead of the clock. ULID_MONOTONIC always fails
 * (ULID specification, "Monotonicity"). */
typedef enum guidon_overflow {
    GUIDON_OVERFLOW_WAIT,                 /* wait for the clock */
    GUIDON_OVERFLOW_FAIL,                 /* return GUIDON_E_OVERFLOW */
    GUIDON_OVERFLOW_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_overflow;
GUIDON_ENUM_SIZE(guidon_overflow);

/* The source of random bits. */
typedef enum guidon_random {
    GUIDON_RANDOM_FAST,     /* a cipher stream of the thread; the kernel gives
                              its keys */
    GUIDON_RANDOM_KERNEL,   /* the kernel, for each id */
    GUIDON_RANDOM_CALLBACK, /* random_fn */
    GUIDON_RANDOM_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_random;
GUIDON_ENUM_SIZE(guidon_random);

/* The source of the node of v1, v2 and v6. */
typedef enum guidon_node {
    GUIDON_NODE_RANDOM, /* 47 random bits and the multicast bit (RFC 9562,
                           section 6.10). v6 draws node and clock sequence for
                           each id (section 5.6), unless clock_seq_fixed is set
                           or the scope is HOST: there, all ids of v1 and v6
                           have node and clock sequence of the state file, so
                           they have no random bits and name the file */
    GUIDON_NODE_MAC,    /* a hardware address of this host, which reveals the
                           host (RFC 9562, section 8); GUIDON_E_ARGUMENT if the
                           host has none */
    GUIDON_NODE_FIXED,  /* node_bytes */
    GUIDON_NODE_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_node;
GUIDON_ENUM_SIZE(guidon_node);

/* The size of options->state_memory. */
#define GUIDON_STATE_MEMORY 4096

/*
 * The options of a generator. Zero is a good default for every option except
 * `kind`. Set all members, with GUIDON_OPTIONS_INIT or another initializer, because
 * the generator reads all of them.
 *
 * An option that is out of its range, or that has no effect beside the others, is
 * refused, and guidon_options_reason names it. An option of what ids contain has no
 * effect on a kind whose ids contain no such thing. Options of what a generator reads
 * (scope, state, random, clock_fn, clock_resolution_ns) and of what it does when something
 * happens (rollback, overflow, not_after) fit every kind.
 */
typedef struct guidon_options {
    /* sizeof(guidon_options), so that a later library knows which members the caller
     * has. 0 means the size that the structure has in version 1.0, so a program that
     * sets only members of 1.0 may leave it out. Members that the caller does not have
     * are 0. If the caller has more members than the library knows, they have to be
     * 0. */
    size_t struct_size;
    guidon_kind kind;
    guidon_scope scope;
    /* HOST: the state file. NULL means guidon/state in /run for root, and in
     * $XDG_RUNTIME_DIR for other users; a program that has rights of its file
     * (set-user-ID, set-group-ID, capabilities) reads no environment, and must
     * name a file unless it is root. The generator creates the file if it does
     * not exist. You must own the file, and no other user may be able to
     * write to it. A process that is killed while it creates the file may leave
     * another file beside it, such as state.Xq3bT9, which you may remove.
     * The file keeps the node and the clock sequence of v1 and v6 until the
     * next boot, and the sequences of v2 in this step of 2^32 ticks (429.5 s),
     * for all local ids together. A copy of the file gets another node and
     * other sequences when it is opened; v2 with a node of yours gets none.
     * Kinds without a state (v4, v7 unordered, ULID) need no file. */
    const char *state_path;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    uint32_t rollback_tolerance_ms; /* 0 means 10 000 */
    guidon_rollback rollback;
    guidon_overflow overflow;
    guidon_random random;
    /* Fills `len` bytes and returns GUIDON_OK. Any other status is returned to
     * the caller of the generator. Every thread that makes ids may call it.
     *
     * This function, clock_fn and monotonic_fn may fork. The child may return
     * into the call, which then makes its ids with the new state of a forked
     * child, and calls these functions again.
     *
     * The three functions must return: what follows is undefined if they are
     * left by longjmp or by an exception of C++. They may use other generators,
     * and their own one if its scope is PROCESS or HOST, but not free it. */
    guidon_status (*random_fn)(void *context, void *out, size_t len);
    void *random_context;
    /* Reads the time now. NULL means the system's clock. A generator that waits
     * calls it again and again without sleeping; with GUIDON_HOST_NONE, at most
     * a million times in a call. */
    guidon_status (*clock_fn)(void *context, guidon_time *now);
    void *clock_context;
    guidon_node node;
    unsigned char node_bytes[6];
    bool clock_seq_fixed; /* start at clock_seq instead of a random value */
    uint16_t clock_seq;
    guidon_domain domain; /* of v2 */
    uint32_t local_id;    /* of v2 */
    /* The last instant at which the generator makes ids, as
     * guidon_monotonic_now counts; 0 means that it never expires. For a program
     * that holds a node number on lease. See guidon_generator_renew. */
    uint64_t not_after;
    /* Reads the clock of not_after. NULL means guidon_monotonic_now. Every
     * thread that makes ids may call it. */
    guidon_status (*monotonic_fn)(void *context, uint64_t *ns);
    void *monotonic_context;
    /* Of V8_NODE, whose scope must be PROCESS: the node number, and its length
     * of 1 to GUIDON_V8_NODE_BITS_MAX bits, as in guidon_v8_node_make.
     *
     * The number must belong to this generator alone, in all processes and on
     * all machines. Then no generator with another number of the same length
     * makes one of its ids. Numbers of different lengths do not tell ids apart.
     * A program that has its number on lease also sets not_after. If the number
     * had an owner before, create the generator when the clock is past the time
     * of that owner's last id, and do not set the clock back. A lease file
     * enforces both rules when the number passes to another owner.
     *
     * The generator makes no id in a forked child, nor after VMClock reports a
     * clone of the machine: calls return GUIDON_E_STATE there. Free the
     * generator, and create one with another number. (After a clone, you can
     * instead renew a generator that has a not_after.) */
    uint32_t node_number;
    uint32_t node_number_bits;
    /* The lease file that says how long the generator makes ids, see
     * <guidon/lease.h>; instead of not_after. NULL: none. One generator at a
     * time uses a lease file.
     *
     * The generator makes no id past the file's not_after, and none whose time
     * is before the file's first_ms or past its last_ms. guidon_lease_create
     * says what happens if the clock is below first_ms. V8_NODE takes number
     * and bits from the file if node_number and node_number_bits are 0; else
     * they have to be those of the file. In other kinds the number is the
     * program's business. v4 has no time, so it obeys not_after alone.
     *
     * The generator makes no id after the lease has ended, whatever file is at
     * the path then, and none in a forked child, whatever its kind is. If
     * VMClock reports a clone of the machine, it makes no id until the file is
     * extended past the not_after that the file had when the generator
     * noticed. */
    const char *lease_path;
#if UINTPTR_MAX <= 0xffffffff
    uint32_t reserved_after_lease_path; /* zero; keeps the offsets */
#endif
    /* The resolution of the clock in nanoseconds, at most 1 000 000 000 (one
     * second). 0 means 1 for a clock_fn, and for the system's clock its own
     * resolution: 1 on Linux, 100 on Windows, what clock_getres reports on other
     * systems, and GUIDON_HOST_CLOCK_NS if the library was compiled with that
     * macro.
     *
     * Set it if clock_fn reads whole microseconds (1000) or milliseconds
     * (1 000 000). It matters to V7_PRECISE and to V8_PREFIXED, whose fraction
     * would else have the same bits in every id that is the first of its tick. With a coarse
     * clock, the first id of each tick begins at a random fraction of the tick,
     * and the ids after it count on. So with a clock of milliseconds, 74 bits of
     * that first id are random. Its time is exact to the tick. If ids reach the
     * end of the tick, they run ahead of the clock; of n ids in a tick of a
     * millisecond, some do with a probability of about n / 2^20. */
    uint64_t clock_resolution_ns;
    /* HOST: memory that all processes share, instead of a state file: the first
     * GUIDON_STATE_MEMORY bytes at this address, which is a multiple of 16.
     * NULL: a file. Before the first generator is created on it, all bytes are
     * zero; from then on only generators change them. Processes may do so at
     * the same time, and may have the memory at different addresses. It must
     * outlive the generators, but not the boot. It serves v7,
     * ULID_MONOTONIC and V8_PREFIXED; v1, v2 and v6 need a file, because their ids are unique
     * only if what was made before is known. Kinds without a state ignore
     * it. */
    void *state_memory;
#if UINTPTR_MAX <= 0xffffffff
    uint32_t reserved_after_state_memory; /* zero; keeps the offsets */
#endif
    /* Of V8_PREFIXED: the prefix of all ids, and its length, as in
     * guidon_v8_prefixed_make. If prefix_random is set, each id has a random
     * prefix of at most GUIDON_V8_SHARD_BITS_MAX bits, and `prefix` is 0. With a
     * clock coarser than a microsecond (clock_resolution_ns), a prefix that is
     * not random has at most 20 bits.
     *
     * Order, rollback and scopes are those of V7_PRECISE; the ids of one prefix
     * rise. In scope HOST, the state holds one prefix_bits: the first that is
     * used with it. Generators with different prefixes of that length share it.
     * Another length is GUIDON_E_ARGUMENT, and guidon_state_reason names both
     * lengths. */
    uint32_t prefix, prefix_bits;
    bool prefix_random;
    unsigned char reserved_after_prefix_random[7]; /* zero */
} guidon_options;

/*
 * Create a generator with options of your own, or free one.
 *
 *   options  in  read once; the contexts of its functions must live as long as
 *                the generator
 *
 * Errors  GUIDON_E_ARGUMENT  an option is out of its range, has no effect
 *                            beside the others, or asks for what this host does
 *                            not have: guidon_options_reason names it. Or the
 *                            state holds another prefix_bits:
 *                            guidon_state_reason names both
 *         GUIDON_E_STATE     HOST: the state file cannot be used, or the state
 *                            memory holds something else; or the lease
 *                            file cannot be used, or another generator uses it;
 *                            guidon_state_reason says why. The file is
 *                            unchanged
 *         GUIDON_E_ENTROPY   no random bytes for a node
 *         GUIDON_E_MEMORY    no memory
 *         After an error, *out is NULL.
 * Owns    *out: free it with guidon_generator_free, which accepts NULL
 * Threads any; free a generator when no thread is in a call on it
 * Code    src/generate/options.c
 */
typedef struct guidon_generator guidon_generator;
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_generator_new(guidon_generator **out, const guidon_options *options);
GUIDON_API void guidon_generator_free(guidon_generator *generator);

/*
 * Return why the last call of this thread that returned GUIDON_E_STATE did so:
 * one line of English for people to read, such as "the file system is full" or
 * "the generator has expired; renew it".
 * It says what is wrong and, if there is a remedy, what to do. The text has no
 * final full stop, and stays until the thread's next call that returns such an
 * error. guidon_generator_new sets a reason for another prefix_bits too. NULL if no call of this thread has
 * returned GUIDON_E_STATE. A call that returns it because random_fn or clock_fn
 * did leaves the reason as it was.
 *
 * Threads any; each thread has a reason of its own.
 * Code    src/random/thread.c
 */
GUIDON_API const char *guidon_state_reason(void);

#define GUIDON_OPTIONS_REASON_MAX 256 /* fits every sentence */

/*
 * Say in an English sentence which option guidon_generator_new refuses with
 * GUIDON_E_ARGUMENT: the member, its value, and what would be right. For example:
 *
 *   scope is 7 (expected 0 to 2)
 *   clock_seq is 5, which has no effect without clock_seq_fixed
 *   v7_layout is 1, which has no effect on v4
 *
 * The function checks the options again, as guidon_generator_new does, and looks for
 * a hardware address or reads a lease file if they ask for one. If several options are
 * refused, it names the first. The sentence is printable ASCII on one line, without a
 * full stop. Programs should print it and decide by the status: later versions may use
 * other words.
 *
 *   out      out  the sentence, without NUL; may be NULL if out_cap is 0
 *   out_cap  in   the size of `out` in bytes; GUIDON_OPTIONS_REASON_MAX always
 *                 suffices
 *   out_len  out  the length of the sentence, also if it does not fit; 0 if the
 *                 options are right; may be NULL
 *   options  in   as for guidon_generator_new; no function of theirs is called
 *
 * Errors  GUIDON_E_SPACE  out_cap is smaller than the sentence
 * Threads any
 * Code    src/generate/options_reason.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_options_reason(
    char *out, size_t out_cap, size_t *out_len, const guidon_options *options);

/* --------------------------------------------- the next ids of a generator */

/*
 * Make the next id of a generator, or its next `n` ids. A call makes all of its
 * ids or none.
 *
 * Ids may run ahead of the clock: v7 precise and V8_PREFIXED by at most 1 s (after the end of
 * the clock's tick), v1 and v6 by at most 1 ms (10 000 ticks), the other kinds
 * not at all. After the clock stepped back within the tolerance, they run ahead
 * by that step too.
 *
 * Order   as in guidon_new, within the scope of the generator.
 * Errors  as guidon_new, and
 *         GUIDON_E_CLOCK     also: the clock stepped back too far and the
 *                            options ask to fail, the clock is too far below
 *                            first_ms of the lease file, or clock_fn returned
 *                            it
 *         GUIDON_E_OVERFLOW  also: the ticks or the counter are exhausted and
 *                            the options ask to fail
 *         GUIDON_E_STATE     HOST: the state file could not be written; or the
 *                            present instant is past not_after, or the id's
 *                            time past last_ms of the lease file; or V8_NODE in
 *                            a forked child or on a cloned machine; or a
 *                            generator with a lease file in a forked child.
 *                            guidon_state_reason says why
 *         After an error, *out is unchanged, and out[] is unchanged or all Nil.
 *         The generator is unchanged too, but in scopes PROCESS and HOST ids may be skipped.
 * Threads as the scope allows. A child process that a signal handler forked
 *         must not return into a call that the handler interrupted.
 * Code    src/generate/next.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_next(guidon_id *out, guidon_generator *generator);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_next_many(guidon_id *out, size_t n, guidon_generator *generator);

/* ------------------------------------------------ the expiry of a generator */

/*
 * Change the instant after which a generator makes no ids. The generator must
 * have been created with a not_after. A generator with a lease file reads the
 * instant there; guidon_lease_extend changes it.
 *
 *   not_after  in  the new instant, not 0; may be before the old instant
 *
 * A call for ids reads the clock before each step of at most 1024 ids, and again
 * when the step has changed the generator's state. So if a call returns ids,
 * their states were in place at an instant when the generator had not expired.
 * Reading the clock takes no system call on Linux 5.3 and later, macOS and
 * Windows.
 *
 * Past not_after, calls for ids return GUIDON_E_STATE, and a call that waits
 * for the clock ends its wait. After a renewal the generator continues where it
 * stopped. A forked child has its parent's not_after; a renewal in the child
 * does not change the parent, and does not let V8_NODE make ids in the child.
 * If VMClock reports a clone of the machine, the generator expires until you
 * renew it, because the other machine holds the same lease. Renew it after a
 * call has failed for that reason: the call that notices the clone undoes
 * earlier renewals. guidon_state_reason tells the causes apart.
 *
 * Units   nanoseconds, as guidon_monotonic_now counts
 * Errors  GUIDON_E_ARGUMENT  the generator was created without a not_after, or
 *                            the new instant is 0
 * Threads any, in every scope, while other threads make ids with it. A call
 *         for ids that begins after the renewal uses the new instant. A call
 *         that runs meanwhile uses either.
 * Code    src/generate/expiry.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_generator_renew(guidon_generator *generator, uint64_t not_after);

/*
 * Read the clock of not_after. Nobody sets this clock, and it runs while the
 * machine sleeps. All processes of a host read the same clock, until the host
 * boots again. A paused virtual machine may stop it.
 *
 * Units   nanoseconds since an instant before this process began; on Windows in
 *         steps of up to 16 ms
 * Errors  GUIDON_E_CLOCK  the system has no such clock; *out is unchanged
 * Threads any
 * Source  Linux, OpenBSD: CLOCK_BOOTTIME; Windows: GetTickCount64; other
 *         systems: CLOCK_MONOTONIC
 * Code    src/generate/expiry.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_monotonic_now(uint64_t *out);

/* ---------------------------- statistics of a generator, node and sequence */

/*
 * Counts of events in all calls that made ids with this generator.
 *
 * A forked child has the counts of its parent until its first call for an id.
 * This call resets all counts except `forks`, even if it fails.
 *
 * Threads any.
 * Code    src/generate/adjust.c
 */
typedef struct guidon_stats {
    uint64_t rollbacks; /* calls that continued after the clock stepped back */
    uint64_t restarts;  /* restarts at an earlier time; one call for more than
                           1024 ids may count several */
    uint64_t waits;     /* calls that waited for the clock */
    uint64_t forks;     /* new states after a fork, or after a virtual machine
                           was cloned */
    uint64_t reserved[4]; /* zero, until a later version counts more */
} guidon_stats;
/* Read the counts of a generator, from any thread.
 * Code src/generate/adjust.c */
GUIDON_API void guidon_generator_stats(guidon_stats *out,
                                       const guidon_generator *generator);

/*
 * Change the node of a generator of v1, v2 or v6, or its clock sequence.
 *
 *   clock_seq  in  the new clock sequence, or -1 for a random sequence that
 *                  differs from the last sequence
 *
 * A new node comes with a new random clock sequence. v2 keeps its clock
 * sequence, because the sequences already used in a step stay used.
 *
 * The time of the generator continues, so no id repeats, whatever you set and
 * however often. The exception is a restart (see guidon_rollback), which goes
 * back in time and takes the clock sequence after the current one. An id can
 * repeat if that sequence was used before the restart, or if you set such a
 * sequence after it.
 *
 * Errors  GUIDON_E_ARGUMENT  the kind has no such field; v6 has no clock
 *                            sequence of its own while it draws one for each id
 *         GUIDON_E_RANGE     clock_seq is above 14 bits (v2: 6 bits) and not -1
 *         GUIDON_E_ENTROPY   no random bytes for a clock sequence
 *         GUIDON_E_CLOCK     v2: the step of the last id used this sequence
 *         GUIDON_E_STATE     HOST: the state file could not be written
 * Threads not while another thread is in a call on the generator.
 * Source  RFC 9562, section 5.1
 * Code    src/generate/adjust.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_generator_set_node(
    guidon_generator *generator, const unsigned char node[6]);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_generator_set_clock_seq(guidon_generator *generator, int32_t clock_seq);

/* --------------------------------------- before a process enters a sandbox */

/*
 * Do now what the first ids would do, so that this process can enter a sandbox.
 *
 * For the process, the call finds the processor's features and the sources of
 * time, and maps the memory that detects forks and clones. For the calling
 * thread, it maps and locks memory, and gets a key from the kernel. After that
 * the calling thread opens no file and maps no memory to make ids.
 *
 * These system calls remain, and docs/sandbox.md lists them by moment: another
 * thread's first id maps memory, unless that thread calls guidon_prepare too; a
 * thread reads random bytes from the kernel once in 8 KiB; a thread that ends
 * unmaps its memory; a forked child locks memory. guidon_generator_new
 * allocates memory, and opens the file of scope HOST.
 *
 * A call in a prepared thread succeeds and makes no system call.
 *
 * Errors  GUIDON_E_MEMORY   no memory for the calling thread
 *         GUIDON_E_ENTROPY  the system gave no random bytes
 *         After an error, you may call it again.
 * Owns    a few pages of memory per thread, freed when the thread ends.
 * Threads any
 * Code    src/generate/prepare.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_prepare(void);

/* ------------------------------------- the library on the present machine */

/*
 * Name a part of the library and what this machine uses for it, in English for
 * people to read. Count `index` from 0 until the function says that there are no
 * more:
 *
 *   const char *key, *value;
 *
 *   for (unsigned i = 0;
 *        guidon_machine_describe(&key, &value, i) == GUIDON_OK; i++) {
 *       printf("%s: %s\n", key, value);
 *   }
 *
 * These are the keys. Later versions may add keys at the end.
 *
 *   entropy    where random bits come from: "getrandom in the vDSO", ...
 *   cipher     the cipher of GUIDON_RANDOM_FAST and its kernel
 *   fork       how the library detects a fork
 *   clone      how it detects a cloned virtual machine, or "not detected" with
 *              the reason
 *   clock      the clock of scope THREAD, and of version 7 in scope PROCESS
 *   uuid_text  the kernel for the text of UUIDs
 *   ulid_text  the kernel for the text of ULIDs
 *   sha1       the kernel for version 5, one id
 *   sha1_many  the kernel for version 5, many ids
 *   host_scope "yes" or "no": does this system support GUIDON_SCOPE_HOST?
 *
 *   out_key    out  the name of the part; a constant text
 *   out_value  out  what the machine uses; a constant text
 *   index      in   from 0 on
 *
 * Errors  GUIDON_E_ARGUMENT  there are fewer keys
 * Owns    the texts are constant; do not free them
 * Threads any; creates the state of the calling thread if it has none
 * Code    src/generate/machine.c
 */
GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_machine_describe(
    const char **out_key, const char **out_value, unsigned index);

/* ------------------------------------------------------------- short texts */

/*
 * Calculate how many hexadecimal digits at the end of ids tell the ids of a set
 * from each other. The digits are those of the canonical text without hyphens.
 *
 *   ids   in  the number of ids of the set, each made on its own
 *   p     in  the probability that no two of them end with the same digits, 0 to
 *             below 1, such as 0.999
 *   kind  in  GUIDON_V4, GUIDON_V7 or GUIDON_ULID
 *
 * Returns 1 to 20; 32, the whole id, if the random bits at the end are too few;
 * 0 if the end of the kind is not random, or p is out of its range.
 *
 * The result holds for every layout and clock. Two of n ids share d digits with a
 * probability of at most n (n - 1) / (2 * 16^d), the union bound.
 *
 * Threads any
 * Code    src/core/short_length.c
 */
GUIDON_API unsigned guidon_short_length(uint64_t ids, double p,
                                        guidon_kind kind);

#ifdef __cplusplus
}
#endif

/*
 * The default options with their size, but without a kind:
 *
 *     guidon_options options = GUIDON_OPTIONS_INIT;
 *     options.kind = GUIDON_V7;
 *
 * C, and C++ from C++20 on, can also write {.struct_size = sizeof(guidon_options),
 * .kind = GUIDON_V7}.
 */
#ifdef __cplusplus
static inline guidon_options guidon_options_init()
{
    guidon_options options = guidon_options();
    options.struct_size = sizeof options;
    return options;
}
#  define GUIDON_OPTIONS_INIT guidon_options_init()
#else
#  define GUIDON_OPTIONS_INIT                                                  \
    {                                                                          \
      .struct_size = sizeof(guidon_options)                                    \
    }
#endif

#endif
