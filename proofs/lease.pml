/* SPDX-License-Identifier: MIT */
/* lease.pml - threads that make ids by one cell, and by leases of its stamps */
/*
 * What is modelled is src/clock/lease.h and lease.c, and of src/generate/v7.c
 * one_leased, one_unleased, and the step of the cell that ends a lease. Each
 * atomic operation of the code is one step; the halves of the cell are read in
 * two, the line in four with the turn before and after.
 *
 * The wall clock is any: it reads what it likes at each look.
 * The counter goes on by itself and, which is what the code takes for granted,
 * by a stamp at least from one reading to another that was made after hearing
 * of the first: where a call ends, if not before. Two readings at the same time
 * may be equal. A lease is LEN stamps long, one for each tick.
 *
 * Holds   a call that begins after another returned gives a higher stamp
 *         (docs/decisions/0008-process-scope.md), whichever of the two went by
 *         the cell or by a lease; no two by the cell give the same; the cell
 *         rises; a stamp of a lease lies in it.
 * Left    RESTART, by which order breaks once; batches.
 * Faults  each of the names tested by #ifdef below takes one rule away.
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
#define LATEST 7 /* what the wall clock reads at most */
#endif
#ifndef TICKS
#define TICKS 2 /* how often the counter moves by itself, in all */
#endif
#ifndef LOOKS
#define LOOKS 1 /* PATIENCE */
#endif
#ifndef MET
#define MET 2 /* SWAPS_MET */
#endif

#define AHEAD 20 /* no generator here runs out of stamps */

byte lo = 2, hi = 2; /* the cell */
byte turn, l_stamp, l_tsc; /* the line; how long it may be followed is LEN */
byte tsc = 1, moves;

byte returned; /* the highest stamp of a call that returned */
byte by_cell;  /* and of one that went by the cell: its swaps come in order */

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

/* gdn_lease_timestamp: got says whether, and stamp which */
inline by_lease()
{
    got = false;
#ifndef EVEN_TURN
    atomic { seen = turn; ok = (seen % 2 == 0) };
#else
    ok = true;
#endif
    if
    :: ok -> stamp = l_stamp; begin = l_tsc
    :: else
    fi;
#ifndef EVEN_TURN
    ok = ok && turn == seen;
#endif
#ifndef NO_LOOK_AT_CELL
    if
    :: ok -> ok = (hi == stamp + LEN)
    :: else
    fi;
    if
    :: ok -> ok = (lo == stamp)
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
                stamp = stamp + (at - begin);
                got = true
            :: else
            fi
        }
    :: else
    fi;
    d_step { ok = false; seen = 0; begin = 0; at = 0 }
}

inline read_cell()
{
    last_lo = lo;
    last_hi = hi
}

/* gdn_lease_ended(last).lo */
#define ENDED (last_hi > last_lo -> last_hi : last_lo)

#ifdef BEGIN_BELOW
#define MAY_BEGIN (now + LEN > ENDED && now <= ENDED + LEN)
#else
#define MAY_BEGIN (now > ENDED && now <= ENDED + LEN)
#endif

/* gdn_atomic128_cas; what follows where it was done is for the caller */
#define HELD (lo == last_lo && hi == last_hi)

inline swap_in()
{
    met = MET;
    done = false;
    do
    :: met == 0 || done -> break
    :: else ->
        met--;
        read_cell();
        atomic { read_wall(); read_tsc(at) };
        if
        :: !MAY_BEGIN -> break
        :: else
        fi;
        l_stamp = now;
        l_tsc = at;
        atomic {
            if
            :: HELD ->
#ifndef BEGIN_BELOW
                assert(now > ENDED);
#endif
                lo = now; hi = now + LEN; done = true
            :: else -> last_lo = lo; last_hi = hi
            fi
        }
    od
}

inline begin_lease()
{
    looks = LOOKS;
    got = false;
    do
    :: looks == 0 || got -> break
    :: else ->
        looks--;
        mine = turn;
        if
        :: mine % 2 == 1 -> skip
        :: else ->
            by_lease();
            if
            :: got -> break
            :: else
            fi;
#ifdef EVEN_TURN
            taken = true;
#else
            atomic {
                taken = (turn == mine);
                if
                :: taken -> turn = mine + 1
                :: else
                fi
            };
#endif
            if
            :: taken ->
                swap_in();
#ifdef EVEN_TURN
                turn = turn + 2;
#else
                turn = mine + 2;
#endif
                if
                :: done -> by_lease()
                :: else
                fi;
                break
            :: else
            fi
        fi
    od
}

/* plan_leased and the swap, by last and now */
inline by_the_cell()
{
    do
    :: atomic {
           /* gdn_clock_relation: FRESH, or ON (the tolerance is large) */
           stamp = (now > ENDED -> now : ENDED + 1);
           high = (last_hi > last_lo -> last_lo : last_hi);
           high = (now > high -> now : high)
       };
       atomic {
           if
           :: HELD ->
               assert(stamp > ENDED && stamp > by_cell);
               lo = stamp; hi = high;
               by_cell = stamp;
               break
           :: else -> last_lo = lo; last_hi = hi
           fi
       };
       atomic { read_wall() }
    od
}

proctype thread()
{
    byte floor, seen, stamp, begin, at, last_lo, last_hi, now, met;
    byte looks, mine, high, left = CALLS;
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
        by_lease();
        if
        :: got
        :: !got ->
            read_cell();
            atomic { read_wall() };
            if
            :: MAY_BEGIN -> begin_lease()
            :: else
            fi;
            if
            :: got
            :: else -> by_the_cell()
            fi
        :: !got -> /* the long way: a batch, a thread's first call */
            read_cell();
            atomic { read_wall() };
            by_the_cell()
        fi;
        atomic {
            assert(stamp > floor);
            returned = (stamp > returned -> stamp : returned);
            /* Whoever hears of this call reads the counter later. */
            tsc++;
            floor = 0; seen = 0; stamp = 0; begin = 0; at = 0;
            last_lo = 0; last_hi = 0; now = 0; met = 0; looks = 0; mine = 0;
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
