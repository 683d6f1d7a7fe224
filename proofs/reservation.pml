/* SPDX-License-Identifier: MIT */
/* reservation.pml - threads that make ids from one state, and from reservations
 * of it */
/*
 * This models src/reserve/reservation.h and reservation.c, and three parts of
 * src/generate/v7.c: the fast path of a reserved generator, its slow path, and
 * the swap of the state that ends a reservation. reservation.h has the table of
 * states.
 *
 * Each atomic operation of the code is one step here. The halves of the state
 * are read in two steps, and the reservation's clock in five, between two
 * readings of the sequence number.
 *
 * The wall clock may read any value at any time. The counter rises by itself.
 * The code takes one fact for granted: if a reading of the counter is made
 * after its thread has learned of another reading, it is later by at least one
 * timestamp. In the model the counter therefore rises at the end of each call.
 * Two readings at the same time may be equal. A reservation has LEN timestamps,
 * one for each tick.
 *
 * Holds   a call that begins after another call returned gives a higher
 *         timestamp (docs/decisions/0008-process-scope.md), whether each of them
 *         swapped the state or used a reservation; no two swaps give the same
 *         timestamp; the state rises; a reservation's timestamps lie within the reservation
 * Left    RESTART, which breaks order once; batches
 * Faults  each name that an #ifdef below tests removes one rule
 */
#ifndef N
#define N 2
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef LEN
#define LEN 2
#endif
#ifndef LATEST
#define LATEST 7 /* the highest reading of the wall clock */
#endif
#ifndef TICKS
#define TICKS 2 /* how often the counter rises by itself, in all */
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 1 /* RESERVATION_ATTEMPTS_MAX */
#endif
#ifndef SWAPS
#define SWAPS 2 /* RESERVATION_SWAPS_MAX */
#endif
#define NAME 128 /* GDN_RESERVATION_NAME */

byte lo = 2, hi = 2; /* the state */
byte sequence, l_timestamp, l_tsc, l_name; /* struct gdn_reservation; ticks is LEN */
byte tsc = 1, moves;

byte returned; /* the highest timestamp of a call that returned */
byte swapped;  /* the last timestamp that came from a swap of the state */

inline read_tsc(out)
{
    atomic {
        do
        :: moves < TICKS -> moves++; tsc++
        :: break
        od;
        out = tsc
    }
}

inline read_wall()
{
    now = 1;
    do
    :: now < LATEST -> now++
    :: break
    od
}

/* gdn_reservation_timestamp: its result is `got`, and `timestamp` */
inline take_from_reservation()
{
    got = false;
#ifndef NO_SEQUENCE_LOCK
    atomic { seen = sequence; ok = (seen % 2 == 0) };
#else
    ok = true;
#endif
    if
    :: ok -> timestamp = l_timestamp; begin = l_tsc; name = l_name
    :: else
    fi;
#ifndef NO_SEQUENCE_LOCK
    ok = ok && sequence == seen;
#endif
#ifndef NO_STATE_CHECK
    if
    :: ok -> ok = (hi == name)
    :: else
    fi;
    if
    :: ok -> ok = (lo == timestamp)
    :: else
    fi;
#endif
    if
    :: ok ->
        atomic {
#ifdef EARLY_COUNTER
            at = early;
#else
            read_tsc(at);
#endif
            if
            :: at >= begin && at - begin < LEN ->
                timestamp = timestamp + (at - begin);
                got = true
            :: else
            fi
        }
    :: else
    fi;
    d_step { ok = false; seen = 0; begin = 0; at = 0; name = 0 }
}

inline read_state()
{
    last_lo = lo;
    last_hi = hi
}

/* gdn_reservation_ended(last).lo */
#define ENDED (last_hi > last_lo -> last_lo + LEN : last_lo)

#ifdef BEGIN_BELOW
#define MAY_BEGIN (now + LEN > ENDED && now <= ENDED + LEN)
#else
#define MAY_BEGIN (now > ENDED && now <= ENDED + LEN)
#endif

/* gdn_atomic128_cas; the caller does the swap itself */
#define HELD (lo == last_lo && hi == last_hi)

inline begin_by_swap()
{
    swaps = SWAPS;
    done = false;
    do
    :: swaps == 0 || done -> break
    :: else ->
        swaps--;
        read_state();
        atomic { read_wall(); read_tsc(at) };
        if
        :: !MAY_BEGIN -> break
        :: else
        fi;
        l_timestamp = now;
        l_tsc = at;
        l_name = NAME + at;
        atomic {
            if
            :: HELD ->
#ifndef BEGIN_BELOW
                assert(now > ENDED);
#endif
                lo = now; hi = NAME + at; done = true
            :: else -> last_lo = lo; last_hi = hi
            fi
        }
    od
}

inline begin_reservation()
{
    attempts = ATTEMPTS;
    got = false;
    do
    :: attempts == 0 || got -> break
    :: else ->
        attempts--;
        mine = sequence;
        if
        :: mine % 2 == 1 -> skip
        :: else ->
            take_from_reservation();
            if
            :: got -> break
            :: else
            fi;
#ifdef NO_SEQUENCE_LOCK
            taken = true;
#else
            atomic {
                taken = (sequence == mine);
                if
                :: taken -> sequence = mine + 1
                :: else
                fi
            };
#endif
            if
            :: taken ->
                begin_by_swap();
#ifdef NO_SEQUENCE_LOCK
                sequence = sequence + 2;
#else
                sequence = mine + 2;
#endif
                if
                :: done -> take_from_reservation()
                :: else
                fi;
                break
            :: else
            fi
        fi
    od
}

/* The plan of a reserved generator from last and now, and the swap */
inline swap_the_state()
{
    do
    :: atomic {
           /* gdn_clock_relation: AHEAD, or CONTINUE (the tolerance is large) */
           timestamp = (now > ENDED -> now : ENDED + 1);
           high = (last_hi > last_lo -> last_lo : last_hi);
           high = (now > high -> now : high)
       };
       atomic {
           if
           :: HELD ->
               assert(timestamp > ENDED && timestamp > swapped);
               lo = timestamp; hi = high;
               swapped = timestamp;
               break
           :: else -> last_lo = lo; last_hi = hi
           fi
       };
       atomic { read_wall() }
    od
}

proctype thread()
{
    byte floor, seen, timestamp, begin, at, name, last_lo, last_hi, now, swaps;
    byte attempts, mine, high, left = CALLS;
#if defined(EARLY_COUNTER)
    byte early;
#endif
    bool ok, got, done, taken;

    do
    :: left == 0 -> break
    :: else ->
        left--;
#if defined(EARLY_COUNTER)
        early = tsc; /* before the call has begun */
#endif
        floor = returned;
        take_from_reservation();
        if
        :: got
        :: !got ->
            read_state();
            atomic { read_wall() };
            if
            :: MAY_BEGIN -> begin_reservation()
            :: else
            fi;
            if
            :: got
            :: else -> swap_the_state()
            fi
        :: !got -> /* the slow path: a batch, or a thread's first call */
            read_state();
            atomic { read_wall() };
            swap_the_state()
        fi;
        atomic {
            assert(timestamp > floor);
            returned = (timestamp > returned -> timestamp : returned);
            /* A thread that learns of this call reads the counter later. */
            tsc++;
            floor = 0; seen = 0; timestamp = 0; begin = 0; at = 0; name = 0;
            last_lo = 0; last_hi = 0; now = 0; swaps = 0; attempts = 0; mine = 0;
            high = 0; ok = false; got = false; done = false; taken = false
        }
    od
}

init {
    byte i;

    atomic {
        do
        :: i < N -> run thread(); i++
        :: else -> break
        od
    }
}
