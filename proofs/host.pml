/* SPDX-License-Identifier: MIT */
/* host.pml - one slot of the shared file: processes, kills, power cuts, clocks */
/*
 * What is modelled is src/clock/shared.c, the steps that src/clock/shared.h
 * numbers, and the plan of src/generate/gregorian.c for one id (version 1). Each
 * atomic operation of the code on the page is one step here; a cell's halves are
 * read in two. An msync is a step that copies the page to the device, or fails.
 * The system may copy it at any other moment too, with the halves of the cell
 * from before and after a swap. A killed process begins again at its opening of
 * the file; so do all after a power cut, with the page as the device has it.
 *
 * The clock reads any time from EARLIEST to LATEST at each look: it ticks, and
 * is stepped by little and much, back and forth, at any moment.
 *
 * Numbers are small: a time is 0 .. 15, the tolerance 1, ids run ahead by 1, the
 * horizon is moved AHEAD on. A clock sequence is a draw (above bit 3) and the
 * restarts since (bits 0 .. 2); no draw comes twice, which is what 14 random bits
 * nearly give.
 *
 * Holds   no id twice; order from a call that returned to one that began later,
 *         but for restarts and power cuts; a page that gdn_shared_sound takes,
 *         in memory and on the device; times below the device's horizon when
 *         their id is handed out.
 * Faults  each of the names tested by #ifdef below takes one rule away.
 */
#ifndef N
#define N 2
#endif
#ifndef CALLS
#define CALLS 2
#endif
#ifndef KILLS
#define KILLS 1
#endif
#ifndef CUTS
#define CUTS 1
#endif
#ifndef FAILS
#define FAILS 1 /* msyncs that fail */
#endif

#define EARLIEST 3 /* what the clock may read */
#ifndef LATEST
#define LATEST 7
#endif
#define TOLERANCE 1
#define MAY_AHEAD 1
#define AHEAD     2
#define ALL       99 /* UINT64_MAX */

typedef page {
    byte lo, seq, ahead;  /* the cell; seq 0: none was drawn */
    byte boot, lost;      /* the era */
    byte horizon, durable
}

page mem, dev;
byte was_lo; /* the cell's low half before its last swap */
byte boot = 1;
byte draws = 0;
bool copied; /* the device keeps what it has until the power is cut */
bool kill[N];

byte kills = 0, cuts = 0, fails = 0;

/* What is known of the ids, by nobody in the model. */
byte watched, watched_seq; /* an id that was handed out; any one, or none */
byte returned;             /* the highest time of a call that returned, */
bool apart[N];             /* but for calls that a restart or cut came upon */

#define SET_APART(i)                                                           \
    i = 0;                                                                     \
    do                                                                         \
    :: i < N -> apart[i] = true; i++                                           \
    :: else -> break                                                           \
    od;                                                                        \
    i = 0;                                                                     \
    returned = 0

#define SOUND(p)                                                               \
    (p.durable <= p.horizon && (p.horizon == 0 || p.lo < p.horizon))

inline copy_to_device(low)
{
    assert(SOUND(mem));
    dev.lo = low;
    dev.seq = mem.seq;
    dev.ahead = mem.ahead;
    dev.boot = mem.boot;
    dev.lost = mem.lost;
    dev.horizon = mem.horizon;
    dev.durable = mem.durable;
    assert(SOUND(dev))
}

inline power_cut()
{
    cuts++;
    boot++;
    mem.lo = dev.lo;
    mem.seq = dev.seq;
    mem.ahead = dev.ahead;
    mem.boot = dev.boot;
    mem.lost = dev.lost;
    mem.horizon = dev.horizon;
    mem.durable = dev.durable;
    was_lo = mem.lo;
    copied = false;
    SET_APART(who)
}

/* ok: the page is on the device as it was at one moment of the call */
inline save(ok)
{
    atomic {
        if
        :: !copied -> copy_to_device(mem.lo); ok = true
        :: fails < FAILS -> fails++; ok = false
        fi
    }
}

/* The plan for one id: from last_* and now, to first, seq, ahead. */
inline plan()
{
    d_step {
        go = true;
        restart = false;
        held = false;
        seq = last_seq;
        high = last_lo - last_ahead;
        if
        :: now > last_lo -> first = now; high = now
        :: now <= last_lo && now >= high -> first = last_lo + 1
        :: now <= last_lo && now < high && high - now <= TOLERANCE ->
            first = last_lo + 1; held = true
        :: now <= last_lo && now < high && high - now > TOLERANCE ->
            restart = true;
#ifndef KEEP_SEQ
            seq = seq + 1;
#endif
            first = now; high = now
        fi;
        if
        :: first > high + MAY_AHEAD && !(held && first <= now + TOLERANCE) ->
            go = false
        :: else
        fi;
        ahead = first - high;
        if
        :: go && (lost || last_seq == 0) && drawn == 0 ->
            draws++; drawn = draws * 8
        :: else
        fi;
        if
        :: go && (lost || last_seq == 0) -> seq = drawn
        :: else
        fi;
        high = 0;
        held = false;
        now = 0
    }
}

/* The id counts as handed out, and the call as returned, as soon as nothing can
 * keep it from that: dying before that makes fewer ids. */
inline hand_out()
{
    assert(first != watched || seq != watched_seq);
    assert(first < dev.horizon);
    if
    :: watched == 0 -> watched = first; watched_seq = seq
    :: true
    fi;
    if
    :: !apart[me] && first > returned -> returned = first
    :: else
    fi;
    forget()
}

inline forget()
{
    last_lo = 0; last_seq = 0; last_ahead = 0; now = 0; lost = false;
    first = 0; seq = 0; ahead = 0; go = false; restart = false;
    drawn = 0; held = false; high = 0; floor = 0; ok = false; mark = 0
}

inline raise(word)
{
    if
    :: word < first + AHEAD -> word = first + AHEAD
    :: else
    fi
}

#ifdef NO_COMPARE
#define HELD true
#else
#define HELD                                                                   \
    (mem.lo == last_lo && mem.seq == last_seq && mem.ahead == last_ahead)
#endif

/* Step numbers are those of src/clock/shared.h. Each step looks at the page
 * once, and ends with all that a process does by itself. */
proctype process(byte me)
{
    byte last_lo, last_seq, last_ahead, now, first, seq, ahead, drawn, high;
    byte floor, mark, left, my_boot;
    bool lost, go, restart, held, ok;

    left = CALLS;
open:
    atomic { forget(); my_boot = boot; kill[me] = false };
    {
        skip;
enter:
        atomic {
            seq = mem.boot; ahead = mem.lost;
            if
            :: seq == boot -> seq = 0; ahead = 0; goto next
            :: else
            fi
        };
        atomic {
            mark = mem.horizon;
            if
            :: mark != 0 -> goto swap_era
            :: else
            fi
        };
        mark = (mem.lo != 0 || mem.seq != 0 -> ALL : 0);
swap_era:
        atomic {
#ifdef NO_LOST_TIME
            mark = 0;
#endif
            if
            :: mem.boot == seq && mem.lost == ahead ->
                mem.boot = boot; mem.lost = mark;
                mark = 0; seq = 0; ahead = 0
            :: else -> mark = 0; seq = 0; ahead = 0; goto enter
            fi
        };
next:
        atomic {
            left > 0; left--;
            floor = returned; apart[me] = false;
            last_lo = mem.lo                                      /* 1 */
        };
        atomic { last_seq = mem.seq; last_ahead = mem.ahead };
look:
        atomic {
            now = EARLIEST;                                       /* 2 */
            do
            :: now < LATEST -> now++
            :: break
            od;
            lost = (now < mem.lost);
            plan();                                               /* 3 */
            if
            :: go
            :: !go -> false /* it waits: as with a clock that reads later */
            fi
        };
#ifdef SETTLE_FIRST
        if
        :: atomic { lost -> mem.lost = 0 }
        :: atomic { else }
        fi;
#endif
        atomic {                                                  /* 4 */
            mark = mem.durable;
            if
            :: first < mark && mark - first > AHEAD / 2 ->
                mark = 0; goto swap
            :: first < mark && mark - first <= AHEAD / 2
            :: first >= mark -> mark = 0; goto raise_horizon
            fi
        };
        atomic {
            if
            :: mem.horizon == mark ->
                mem.horizon = first + AHEAD; goto write_through
            :: else -> mark = 0; goto swap
            fi
        };
raise_horizon:
        atomic { raise(mem.horizon) };
write_through:
#ifdef DURABLE_FIRST
        atomic { raise(mem.durable) };
#endif
#ifdef NO_WRITE_THROUGH
        ok = true;
#else
        atomic {
            save(ok);
            if
            :: !ok && mark == 0 -> forget(); goto next
            :: !ok && mark != 0 -> mark = 0; goto swap /* covered before */
            :: ok
            fi
        };
#endif
        atomic { ok = false; mark = 0; raise(mem.durable) };
swap:
        atomic {                                                  /* 5 */
            if
            :: HELD ->
                was_lo = mem.lo;
                mem.lo = first; mem.seq = seq; mem.ahead = ahead;
                if
                :: restart -> SET_APART(high); high = 0
                :: !restart && !apart[me] -> assert(first > floor)
                :: else
                fi;
                apart[me] = false;
                last_lo = 0; last_seq = 0; last_ahead = 0; floor = 0;
                ahead = 0; drawn = 0;
                if
#ifndef SETTLE_FIRST
                :: lost -> skip
#endif
                :: !lost && restart -> goto settled
                :: else -> hand_out(); goto next                  /* 7 */
                fi
            :: else ->
                last_lo = mem.lo; last_seq = mem.seq; last_ahead = mem.ahead;
                goto look
            fi
        };
        mem.lost = 0;                                             /* 6 */
settled:
        atomic {
            save(ok);
            if
            :: ok -> hand_out()                                   /* 7 */
            :: !ok -> forget()
            fi;
            goto next
        }
    } unless { kill[me] || my_boot != boot };
    atomic { left = (left > 0 -> left : 1); goto open }
}

/* The kernel, the mains, and whoever sends signals. Of the copies that the
 * kernel makes unasked, only one after which none is asked for matters: any
 * later one takes its place. */
proctype world()
{
    byte who;

end:
    do
    :: atomic { cuts < CUTS -> power_cut() }
    :: atomic { cuts < CUTS && !copied -> copied = true; copy_to_device(mem.lo) }
    :: atomic {
           cuts < CUTS && !copied && was_lo != mem.lo -> copied = true;
           copy_to_device(was_lo)
       }
    :: atomic {
           kills < KILLS -> kills++; who = 0;
           do
           :: who < N - 1 -> who++
           :: break
           od;
           kill[who] = true; who = 0
       }
    od
}

init {
    byte i;

    atomic {
        i = 0;
        do
        :: i < N -> run process(i); i++
        :: else -> break
        od;
        run world()
    }
}
