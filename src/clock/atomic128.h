/* SPDX-License-Identifier: MIT */
/* A generator's 16-byte atomic state: two words that change at once. */
#ifndef GDN_CLOCK_ATOMIC128_H
#define GDN_CLOCK_ATOMIC128_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * 1 if the processor has a 16-byte compare-and-swap. Then processes can share
 * the state, and a thread that dies or is lost in a fork during a swap leaves
 * the state whole. Otherwise a flag guards the state, which serves the threads
 * of one process. A test may define 0 to get the flag.
 */
#if defined(GDN_ATOMIC128_LOCK_FREE)
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__aarch64__))
#  define GDN_ATOMIC128_LOCK_FREE 1
#else
#  define GDN_ATOMIC128_LOCK_FREE 0
#endif

struct gdn_u128 {
    uint64_t lo, hi;
};

struct gdn_atomic128 {
#if GDN_ATOMIC128_LOCK_FREE
    _Alignas(16) _Atomic uint64_t lo;
    _Atomic uint64_t hi;
#else
    _Atomic uint64_t lo;
    _Atomic uint64_t hi;
    atomic_flag busy;
#endif
};

/*
 * Load the halves one after the other. Because another thread may swap in
 * between, the result may mix two states. A caller that acts on the result
 * passes it to gdn_atomic128_cas, which succeeds only if the state is that.
 */
static inline struct gdn_u128 gdn_atomic128_load(
    const struct gdn_atomic128 *state)
{
    return (struct gdn_u128){
        atomic_load_explicit(&state->lo, memory_order_relaxed),
        atomic_load_explicit(&state->hi, memory_order_relaxed)};
}

static inline void gdn_atomic128_store_halves(struct gdn_atomic128 *state,
                                              struct gdn_u128 value)
{
    atomic_store_explicit(&state->lo, value.lo, memory_order_relaxed);
    atomic_store_explicit(&state->hi, value.hi, memory_order_relaxed);
}

/* Store without a comparison. Only one thread may use the state: it is new, or
 * its other users are gone, such as the threads that a fork left behind,
 * perhaps during a swap. */
static inline void gdn_atomic128_store(struct gdn_atomic128 *state,
                                       struct gdn_u128 value)
{
    gdn_atomic128_store_halves(state, value);
#if !GDN_ATOMIC128_LOCK_FREE
    atomic_flag_clear_explicit(&state->busy, memory_order_release);
#endif
}

/*
 * Compare and swap: if the state equals *last, set it to `next` and return
 * true; else set *last to the state and return false.
 *
 * All threads see all swaps in one order. A thread that sees the result of a
 * swap in a swap of its own also sees what the other thread did before.
 */
#if GDN_ATOMIC128_LOCK_FREE && defined(__x86_64__)
/* Every x86-64 processor has the instruction, except AMD's first, until
 * 2006. */
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *state,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    bool done;

    __asm__ volatile("lock cmpxchg16b %1\n\t"
                     "sete %0"
                     : "=q"(done), "+m"(*state), "+a"(last->lo), "+d"(last->hi)
                     : "b"(next.lo), "c"(next.hi)
                     : "cc", "memory");
    return done;
}
#elif GDN_ATOMIC128_LOCK_FREE && defined(__aarch64__)
/*
 * Two words that were loaded exclusively are known to be one state only after
 * an exclusive store succeeds. So a state that differs from *last is stored
 * back unchanged. Load and store are one piece of assembly, because loads and
 * stores that a compiler puts between them may make the store fail forever.
 */
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *state,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    struct gdn_u128 held, put;
    uint32_t failed;
    bool done;

    __asm__ volatile("1: ldaxp %[held_lo], %[held_hi], %[state]\n\t"
                     "cmp %[held_lo], %[last_lo]\n\t"
                     "ccmp %[held_hi], %[last_hi], #0, eq\n\t"
                     "csel %[put_lo], %[next_lo], %[held_lo], eq\n\t"
                     "csel %[put_hi], %[next_hi], %[held_hi], eq\n\t"
                     "stlxp %w[failed], %[put_lo], %[put_hi], %[state]\n\t"
                     "cbnz %w[failed], 1b"
                     : [state] "+Q"(*state), [held_lo] "=&r"(held.lo),
                       [held_hi] "=&r"(held.hi), [put_lo] "=&r"(put.lo),
                       [put_hi] "=&r"(put.hi), [failed] "=&r"(failed)
                     : [last_lo] "r"(last->lo), [last_hi] "r"(last->hi),
                       [next_lo] "r"(next.lo), [next_hi] "r"(next.hi)
                     : "cc", "memory");
    done = held.lo == last->lo && held.hi == last->hi;
    *last = held;
    return done;
}
#else
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *state,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    struct gdn_u128 held;
    bool done;

    while (
        atomic_flag_test_and_set_explicit(&state->busy, memory_order_acquire)) {
    }
    held = gdn_atomic128_load(state);
    done = held.lo == last->lo && held.hi == last->hi;
    if (done) {
        gdn_atomic128_store_halves(state, next);
    }
    atomic_flag_clear_explicit(&state->busy, memory_order_release);
    *last = held;
    return done;
}
#endif

#endif
