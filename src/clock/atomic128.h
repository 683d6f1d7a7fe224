/* SPDX-License-Identifier: MIT */
/* A generator's state: sixteen bytes that change all at once. */
#ifndef GDN_CLOCK_ATOMIC128_H
#define GDN_CLOCK_ATOMIC128_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Can the processor swap a cell by itself? Then a cell works between processes
 * too, and a thread that dies or is forked away in the midst of a swap leaves
 * it whole. Elsewhere a flag guards it, for the threads of one process; a test
 * may ask for that with 0.
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

/*
 * The halves are read one after the other, so a reading may be of two states.
 * Whoever acts on one offers it to gdn_atomic128_cas, which answers with the truth;
 * so does swapping a reading for itself.
 */
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

static inline struct gdn_u128 gdn_atomic128_load(
    const struct gdn_atomic128 *cell)
{
    return (struct gdn_u128){
        atomic_load_explicit(&cell->lo, memory_order_relaxed),
        atomic_load_explicit(&cell->hi, memory_order_relaxed)};
}

static inline void gdn_atomic128_store_halves(struct gdn_atomic128 *cell,
                                              struct gdn_u128 pair)
{
    atomic_store_explicit(&cell->lo, pair.lo, memory_order_relaxed);
    atomic_store_explicit(&cell->hi, pair.hi, memory_order_relaxed);
}

/* For one thread alone: a new cell, or one whose other users are gone, such as
 * the threads that a fork left behind, in a swap perhaps. */
static inline void gdn_atomic128_store(struct gdn_atomic128 *cell,
                                       struct gdn_u128 pair)
{
    gdn_atomic128_store_halves(cell, pair);
#if !GDN_ATOMIC128_LOCK_FREE
    atomic_flag_clear_explicit(&cell->busy, memory_order_release);
#endif
}

/*
 * If the cell holds *last, make it hold `next` and return true; else set *last
 * to what it holds. One step for every observer, in one order with all others.
 * What a thread did before its swap is seen by whoever sees the swap's outcome
 * in one of their own.
 */
#if GDN_ATOMIC128_LOCK_FREE && defined(__x86_64__)
/* Every x86-64 processor has the instruction, but for AMD's first, to 2006. */
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *cell,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    bool done;

    __asm__ volatile("lock cmpxchg16b %1\n\t"
                     "sete %0"
                     : "=q"(done), "+m"(*cell), "+a"(last->lo), "+d"(last->hi)
                     : "b"(next.lo), "c"(next.hi)
                     : "cc", "memory");
    return done;
}
#elif GDN_ATOMIC128_LOCK_FREE && defined(__aarch64__)
/*
 * A pair that was loaded exclusively is known to be one state only when a store
 * to it succeeds: so what differs is stored back as it is. All of it is one
 * piece of assembly, for a compiler might put loads and stores of its own
 * between the two, and the exclusive store may then fail for ever.
 */
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *cell,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    struct gdn_u128 held, put;
    uint32_t failed;
    bool done;

    __asm__ volatile("1: ldaxp %[held_lo], %[held_hi], %[cell]\n\t"
                     "cmp %[held_lo], %[last_lo]\n\t"
                     "ccmp %[held_hi], %[last_hi], #0, eq\n\t"
                     "csel %[put_lo], %[next_lo], %[held_lo], eq\n\t"
                     "csel %[put_hi], %[next_hi], %[held_hi], eq\n\t"
                     "stlxp %w[failed], %[put_lo], %[put_hi], %[cell]\n\t"
                     "cbnz %w[failed], 1b"
                     : [cell] "+Q"(*cell), [held_lo] "=&r"(held.lo),
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
static inline bool gdn_atomic128_cas(struct gdn_atomic128 *cell,
                                     struct gdn_u128 *last,
                                     struct gdn_u128 next)
{
    struct gdn_u128 held;
    bool done;

    while (
        atomic_flag_test_and_set_explicit(&cell->busy, memory_order_acquire)) {
    }
    held = gdn_atomic128_load(cell);
    done = held.lo == last->lo && held.hi == last->hi;
    if (done) {
        gdn_atomic128_store_halves(cell, next);
    }
    atomic_flag_clear_explicit(&cell->busy, memory_order_release);
    *last = held;
    return done;
}
#endif

#endif
