/* SPDX-License-Identifier: MIT */
/* host_reservation.pml - processes that share a state, and reservations of
 * it */
/*
 * This models what reservation.pml leaves out: src/reserve/reservation.c in
 * scope HOST, where a process publishes a reservation in the state file and the
 * others join it. Each process has one thread, so it needs no sequence lock;
 * reservation.pml has the threads of one process.
 *
 * Each atomic operation of the code on the file is one step here. The halves of
 * the state are read in two steps, and so are the halves of what is published.
 * A process may stop for ever, or for any time, at each of its steps, because
 * the search covers all orders of steps and properties must hold in each
 * prefix. So a process that is killed is covered too. Before a call, a process
 * may forget its reservation, and so becomes a new process. A process may
 * publish at any time, without the LEN of time that the code leaves to others;
 * and it may join a reservation or not, whatever the wall clock reads.
 *
 * The wall clock may read any value at any time. The counter rises by itself.
 * The code takes one fact for granted: if a reading of the counter is made
 * after its thread has learned of another reading, it is later. In the model
 * the counter therefore rises at the end of each call, and when a process
 * publishes its reading. A reservation has LEN timestamps, and 1 or 2 of them
 * for each tick: its rate, which differs between processes.
 *
 * With BOOTS, the machine begins a new boot at any moment: its processes are
 * gone, the file stays as it is, and the counter starts again. A process of the
 * new boot binds the file. The code also adds a key to the counter, which this
 * model does not.
 *
 * Holds   a call that begins after another call returned gives a higher
 *         timestamp, in whatever processes and boots; no two swaps give the same
 *         timestamp; all processes that join a reservation have its rate; no process
 *         waits for another
 * Left    RESTART, which breaks order once; batches; binding, see host.pml
 * Faults  each name that an #ifdef below tests removes one rule
 */
#ifndef N
#define N 2
#endif
#ifndef CALLS
#define CALLS 1
#endif
#ifndef BOOTS
#define BOOTS 0 /* new boots */
#endif
#ifndef LEN
#define LEN 3
#endif
#ifndef LATEST
#define LATEST 5 /* the highest reading of the wall clock */
#endif
#ifndef TICKS
#define TICKS 1 /* how often the counter rises by itself, in all */
#endif
#ifndef SWAPS
#define SWAPS 1 /* RESERVATION_SWAPS_MAX */
#endif
#define NAME 128 /* GDN_RESERVATION_NAME */

byte lo = 2, hi = 2;   /* the state */
byte p_name, p_rate;   /* what is published */
byte tsc = 1, moves;
byte boot, bound;

byte returned; /* the highest timestamp of a call that returned */
byte swapped;  /* the last timestamp that came from a swap of the state */
byte true_rate; /* of the reservation in the state */

inline read_tsc(out)
{
    do
    :: moves < TICKS -> moves++; tsc++
    :: break
    od;
    out = tsc
}

inline read_wall()
{
    now = 1;
    do
    :: now < LATEST -> now++
    :: break
    od
}

/* gdn_reservation_timestamp, from the process's own reservation: `got`, and
 * `timestamp` */
inline take_from_reservation()
{
    got = false;
    ok = (my_name != 0 && hi == my_name);
    if
    :: ok -> ok = (lo == my_s)
    :: else
    fi;
    if
    :: ok ->
        atomic {
            read_tsc(at);
            if
            :: NAME + at >= my_name && (NAME + at - my_name) * my_rate < LEN ->
                timestamp = my_s + (NAME + at - my_name) * my_rate;
                got = true
            :: else
            fi;
            at = 0; ok = false
        }
    :: else
    fi
}

/* reservation_find and reservation_join */
inline join_reservation()
{
    last_hi = hi;
    last_lo = lo;
    name = p_name;
    rate = p_rate;
    ok = (last_hi > last_lo && rate != 0);
#ifndef NO_OWNER_CHECK
    ok = ok && name == last_hi;
#endif
#ifndef ONE_LOOK
    ok = ok && p_name == name;
#endif
    d_step {
        if
        :: ok ->
            my_s = last_lo; my_name = last_hi; my_rate = rate;
            assert(hi != my_name || (my_rate == true_rate && my_s == lo))
        :: else
        fi;
        name = 0; rate = 0; last_hi = 0; last_lo = 0
    }
}

/* gdn_reservation_ended(last).lo */
#define ENDED     (last_hi > last_lo -> last_lo + LEN : last_lo)
#define MAY_BEGIN (now > ENDED && now <= ENDED + LEN)
#define MAY_JOIN  (last_hi > last_lo && now >= last_lo && now < last_lo + LEN)
#define HELD      (lo == last_lo && hi == last_hi)

inline begin_by_swap()
{
    swaps = SWAPS;
    do
    :: swaps == 0 || ok -> break
    :: else ->
        swaps--;
        last_lo = lo;
        last_hi = hi;
        name = p_name;
        rate = p_rate;
        atomic { read_wall(); read_tsc(at) };
        if
        :: !MAY_BEGIN -> break
        :: else
        fi;
        /* reservation_publish */
#ifdef PLAIN_PUBLISH
        p_name = NAME + at;
        atomic {
            ok = true; tsc++;
            if
            :: my_rate = 1
            :: my_rate = 2
            fi;
            p_rate = my_rate
        };
#else
        atomic {
            ok = (p_name == name && p_rate == rate);
            if
            :: ok ->
                if
                :: my_rate = 1
                :: my_rate = 2
                fi;
                p_name = NAME + at;
                p_rate = my_rate;
                tsc++
            :: else
            fi
        };
#endif
        if
        :: !ok -> break
        :: else
        fi;
        atomic {
            my_s = now; my_name = NAME + at;
#ifdef PLAIN_SWAP
            ok = true;
#else
            ok = HELD;
#endif
            if
            :: ok ->
                lo = now; hi = my_name; true_rate = my_rate
            :: else -> my_name = 0; my_s = 0; my_rate = 0
            fi
        }
    od;
    atomic { ok = false; name = 0; rate = 0; at = 0; swaps = 0 }
}

/* The plan of a reserved generator from last and now, and the swap */
inline swap_the_state()
{
    do
    :: atomic {
           timestamp = (now > ENDED -> now : ENDED + 1);
           high = (last_hi > last_lo -> last_lo : last_hi);
           high = (now > high -> now : high);
           if
           :: HELD ->
               assert(timestamp > ENDED && timestamp > swapped);
               lo = timestamp; hi = high; true_rate = 0;
               swapped = timestamp;
               break
           :: else -> last_lo = lo; last_hi = hi; timestamp = 0; high = 0
           fi
       };
       atomic { read_wall() }
    od
}

/* The processes of boot 0 have the first N numbers after init, and do not end,
 * so that no other process gets their numbers. */
proctype process(byte in) provided ((_pid - 1) / N == boot)
{
    byte my_s, my_name, my_rate; /* struct gdn_reservation; tsc is in the name */
    byte floor, timestamp, at, last_lo, last_hi, now, swaps, high, name, rate;
    byte left = CALLS;
    bool ok, got;

    /* gdn_shared_bind, under the lock of the file */
    atomic {
        if
        :: bound != in ->
#ifndef NO_WIPE
            p_name = 0; p_rate = 0;
#endif
            bound = in
        :: else
        fi
    };
    do
    :: left == 0 -> break
    :: else ->
        left--;
        atomic {
            floor = returned;
            if
            :: true
            :: my_name != 0 -> my_name = 0; my_s = 0; my_rate = 0
            fi
        };
        take_from_reservation();
        if
        :: got
        :: !got ->
            last_lo = lo;
            last_hi = hi;
            read_wall();
            if
            :: MAY_BEGIN || MAY_JOIN ->
                join_reservation();
                take_from_reservation();
                if
                :: got
                :: !got -> begin_by_swap(); take_from_reservation()
                fi
            :: else
            fi;
            if
            :: got
            :: else -> last_lo = lo; last_hi = hi; swap_the_state()
            fi
        :: !got -> /* the slow path: a batch, or a thread's first call */
            last_lo = lo;
            last_hi = hi;
            read_wall();
            swap_the_state()
        fi;
        atomic {
            assert(timestamp > floor);
            returned = (timestamp > returned -> timestamp : returned);
            /* A process that learns of this call reads the counter later. */
            tsc++;
            floor = 0; timestamp = 0; at = 0; last_lo = 0; last_hi = 0; now = 0;
            high = 0; ok = false; got = false
        }
    od;
    false
}

init {
    byte i;

    atomic {
        do
        :: i < N -> run process(0); i++
        :: else -> break
        od
    }
#if BOOTS > 0
    atomic {
        boot = 1; tsc = 1; i = 0;
        do
        :: i < N -> run process(1); i++
        :: else -> break
        od
    }
#endif
}
