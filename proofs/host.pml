/* SPDX-License-Identifier: MIT */
/* host.pml - one slot of a state file, and of its copy: processes, kills, power
 * cuts, clocks */
/*
 * This models src/shared/shared.c, src/shared/shared_bind.c, the loop of a generator of scope HOST that
 * src/shared/shared.h shows, and the plan of src/generate/gregorian.c for one id
 * of version 1.
 *
 * Each atomic operation of the code on the page is one step here. The halves of
 * the state are read in two steps. An msync is a step that copies the page to the
 * device, or fails. The system may copy the page at any other moment too, with
 * one half of the state from before a swap and one from after it. A process that
 * is killed starts again by opening the file. After a power cut all processes do
 * so, with the page that the device holds.
 *
 * With ORIGINALS below N, the page is copied once at any moment, and the processes
 * from number ORIGINALS on use the copy while the others use the original. The
 * copy may be torn: one half of the state or the limits are older.
 *
 * With FIXED, all ids have one node, as with a node of the options. Otherwise
 * they have the node of their file.
 *
 * The clock may read any time from EARLIEST to LATEST at any moment: it ticks,
 * and is stepped by little or much, back or forward.
 *
 * Numbers are small: a time is 0 to 15, the tolerance is 1, ids run ahead by 1,
 * and the limit rises RESERVE above a time. A clock sequence is a random draw (above
 * bit 3) plus the restarts since the draw (bits 0 to 2). No draw comes twice;
 * 14 random bits come close to that.
 *
 * Holds   no id twice, in all files; one node for each binding; order from a call that returned to a call that began
 *         later, except over restarts and power cuts; a page that
 *         gdn_shared_page_check accepts, in memory and on the device; every
 *         id that is returned has a time below the limit on the device
 * Faults  each name that an #ifdef below tests removes one rule
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

#ifndef ORIGINALS
#define ORIGINALS N
#endif

#define EARLIEST 3 /* the lowest reading of the clock */
#ifndef LATEST
#define LATEST 7
#endif
#define TOLERANCE 1
#define MAY_AHEAD 1
#define RESERVE   2
#define ALL       99 /* UINT64_MAX */

typedef page {
    byte lo, seq, ahead; /* the state; seq 0: none was drawn */
    byte bound, node;    /* the head: the boot, 0 in a copy; and the node */
    byte lost;           /* the end of the lost time */
    byte limit, durable  /* the limit, and the durable limit */
}

page mem[2], dev;        /* the original and the copy; the original's device */
bool exists[2];
byte lock[2];            /* the process that binds the file, plus 1 */
byte nodes = 0;
byte was_lo; /* the low half of the state before its last swap */
byte boot = 1;
byte draws = 0;
bool copied; /* the device keeps its page until the power is cut */
bool kill[N];

byte kills = 0, cuts = 0, fails = 0;

/* What the model knows of the ids, and no process does. */
byte watched, watched_seq, watched_node; /* an id that was returned: any, or none */
byte returned[2];          /* the highest time of a call that returned, by file, */
bool apart[N];             /* except calls during a restart or a power cut */

#define SET_APART(i)                                                           \
    i = 0;                                                                     \
    do                                                                         \
    :: i < N -> apart[i] = true; i++                                           \
    :: else -> break                                                           \
    od;                                                                        \
    i = 0;                                                                     \
    returned[0] = 0;                                                           \
    returned[1] = 0

#define FILE (me < ORIGINALS -> 0 : 1)
#define MEM  mem[FILE]

#define SOUND(p)                                                               \
    (p.durable <= p.limit && (p.limit == 0 || p.lo < p.limit))

inline copy_page(to, from)
{
    to.lo = from.lo;
    to.seq = from.seq;
    to.ahead = from.ahead;
    to.bound = from.bound;
    to.node = from.node;
    to.lost = from.lost;
    to.limit = from.limit;
    to.durable = from.durable
}

inline copy_to_device(low)
{
    assert(SOUND(mem[0]));
    copy_page(dev, mem[0]);
    dev.lo = low;
    assert(SOUND(dev))
}

inline power_cut()
{
    cuts++;
    boot++;
    copy_page(mem[0], dev);
    was_lo = mem[0].lo;
    copied = false;
    SET_APART(who)
}

/* cp, at any moment */
inline copy_file()
{
    copy_page(mem[1], mem[0]);
    mem[1].bound = 0;
    exists[1] = true;
    if
    :: mem[1].lo = was_lo
    :: mem[1].limit = 0; mem[1].durable = 0
    :: mem[1].lost = 0
    :: true
    fi
}

/* ok: the device holds the page as it was at some moment of the call */
inline save(ok)
{
    atomic {
        if
        :: FILE == 1 -> ok = true
        :: FILE == 0 && ORIGINALS < N -> ok = true
        :: FILE == 0 && ORIGINALS == N && !copied ->
            copy_to_device(mem[0].lo); ok = true
        :: fails < FAILS -> fails++; ok = false
        fi
    }
}

/* The plan for one id: from last_* and now to first, seq and ahead. */
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

/* The id counts as returned, and so does the call, as soon as nothing can prevent
 * that any more. A process that dies before that makes fewer ids. */
inline return_id()
{
    assert(first != watched || seq != watched_seq || my_node != watched_node);
    assert(ORIGINALS < N || first < dev.limit);
    assert(first < MEM.limit);
#ifndef FIXED
    assert(my_node == MEM.node || my_boot != boot);
#endif
    if
    :: watched == 0 ->
        watched = first; watched_seq = seq; watched_node = my_node
    :: true
    fi;
    if
    :: !apart[me] && first > returned[FILE] -> returned[FILE] = first
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
    :: word < first + RESERVE -> word = first + RESERVE
    :: else
    fi
}

#ifdef NO_COMPARE
#define HELD true
#else
#define HELD                                                                   \
    (MEM.lo == last_lo && MEM.seq == last_seq && MEM.ahead == last_ahead)
#endif

/*
 * The numbers at the right are the steps of a generator:
 *
 *   1  load the state                5  swap the state (gdn_shared_step)
 *   2  read the clock; lost time?    6  commit, or save a new clock sequence
 *   3  plan                             (gdn_shared_step)
 *   4  reserve (gdn_shared_step)     7  write the ids
 *
 * Each step of the model reads the page once, and ends with all that the process
 * does by itself.
 */
proctype process(byte me)
{
    byte last_lo, last_seq, last_ahead, now, first, seq, ahead, drawn, high;
    byte floor, mark, left, my_boot, my_node;
    bool lost, go, restart, held, ok;

    left = CALLS;
open:
    atomic {
        exists[FILE];
        forget(); my_boot = boot; my_node = 0; kill[me] = false;
        if
        :: lock[FILE] == me + 1 -> lock[FILE] = 0 /* a kill releases it */
        :: else
        fi
    };
    {
        if
        :: atomic { MEM.bound == boot -> goto bound }
        :: atomic { MEM.bound != boot -> skip }
        fi;
#ifndef NO_LOCK
        atomic { lock[FILE] == 0 -> lock[FILE] = me + 1 };
        if
        :: atomic { MEM.bound == boot -> lock[FILE] = 0; goto bound }
        :: atomic { MEM.bound != boot -> skip }
        fi;
#endif
#ifdef HEAD_FIRST
        atomic { nodes++; MEM.node = nodes; MEM.bound = boot };
#endif
        /* the durable limit, and then the state, raise the limit */
        atomic {
            if
            :: MEM.limit < MEM.durable -> MEM.limit = MEM.durable
            :: else
            fi
        };
        atomic {
            mark = MEM.lo;
            if
            :: MEM.lo == 0 && MEM.seq == 0 -> mark = 0
            :: else -> mark = mark + 1
            fi
        };
        atomic {
            if
            :: MEM.limit < mark -> MEM.limit = mark
            :: else
            fi;
            mark = 0
        };
        atomic {
#ifndef NO_LOST_TIME
            if
            :: MEM.lo != 0 || MEM.seq != 0 || MEM.limit != 0 -> MEM.lost = ALL
            :: else
            fi
#else
            skip
#endif
        };
        atomic {
            save(ok);
            if
            :: !ok -> lock[FILE] = 0; goto open
            :: ok -> ok = false
            fi
        };
#ifndef HEAD_FIRST
        atomic {
#ifndef KEEP_NODE
            nodes++;
            MEM.node = nodes;
#endif
            MEM.bound = boot
        };
#endif
        atomic {
            save(ok);
            ok = false;
            lock[FILE] = 0
        };
bound:
#ifndef FIXED
        my_node = MEM.node;
#else
        skip;
#endif
next:
        atomic {
            left > 0; left--;
            floor = returned[FILE]; apart[me] = false;
            last_lo = MEM.lo                                      /* 1 */
        };
        atomic { last_seq = MEM.seq; last_ahead = MEM.ahead };
attempt:
        atomic {
            now = EARLIEST;                                       /* 2 */
            do
            :: now < LATEST -> now++
            :: break
            od;
            lost = (now < MEM.lost);
            plan();                                               /* 3 */
            if
            :: go
            :: !go -> false /* it waits; that equals a clock that reads later */
            fi
        };
#ifdef COMMIT_FIRST
        if
        :: atomic { lost -> MEM.lost = 0 }
        :: atomic { else }
        fi;
#endif
        atomic {                                                  /* 4 */
            mark = MEM.durable;
            if
            :: first < mark && mark - first > RESERVE / 2 ->
                mark = 0; goto swap
            :: first < mark && mark - first <= RESERVE / 2
            :: first >= mark -> mark = 0; goto raise_limit
            fi
        };
        atomic {
            if
            :: MEM.limit == mark ->
                MEM.limit = first + RESERVE; goto write_through
            :: else -> mark = 0; goto swap
            fi
        };
raise_limit:
        atomic { raise(MEM.limit) };
write_through:
#ifdef DURABLE_LIMIT_FIRST
        atomic { raise(MEM.durable) };
#endif
#ifdef NO_WRITE_THROUGH
        ok = true;
#else
        atomic {
            save(ok);
            if
            :: !ok && mark == 0 -> forget(); goto next
            :: !ok && mark != 0 -> mark = 0; goto swap /* reserved before */
            :: ok
            fi
        };
#endif
        atomic { ok = false; mark = 0; raise(MEM.durable) };
swap:
        atomic {                                                  /* 5 */
            if
            :: HELD ->
                was_lo = (FILE == 0 -> MEM.lo : was_lo);
                MEM.lo = first; MEM.seq = seq; MEM.ahead = ahead;
                if
                :: restart -> SET_APART(high); high = 0
                :: !restart && !apart[me] -> assert(first > floor)
                :: else
                fi;
                apart[me] = false;
                last_lo = 0; last_seq = 0; last_ahead = 0; floor = 0;
                ahead = 0; drawn = 0;
                if
#ifndef COMMIT_FIRST
                :: lost -> skip
#endif
                :: !lost && restart -> goto committed
                :: else -> return_id(); goto next                  /* 7 */
                fi
            :: else ->
                last_lo = MEM.lo; last_seq = MEM.seq; last_ahead = MEM.ahead;
                goto attempt
            fi
        };
        MEM.lost = 0;                                             /* 6 */
committed:
        atomic {
            save(ok);
            if
            :: ok -> return_id()                                   /* 7 */
            :: !ok -> forget()
            fi;
            goto next
        }
    } unless { kill[me] || my_boot != boot };
    atomic { left = (left > 0 -> left : 1); goto open }
}

/* The kernel, the mains supply, and all that send signals. Of the copies that the
 * kernel makes by itself, only a copy that no msync follows matters, because any
 * later copy replaces it. */
proctype world()
{
    byte who;

end:
    do
    :: atomic { cuts < CUTS -> power_cut() }
    :: atomic { ORIGINALS < N && !exists[1] -> copy_file() }
    :: atomic { cuts < CUTS && !copied -> copied = true; copy_to_device(mem[0].lo) }
    :: atomic {
           cuts < CUTS && !copied && was_lo != mem[0].lo -> copied = true;
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
        exists[0] = true;
        i = 0;
        do
        :: i < N -> run process(i); i++
        :: else -> break
        od;
        run world()
    }
}
