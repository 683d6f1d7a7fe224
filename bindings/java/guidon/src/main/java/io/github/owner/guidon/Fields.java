// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.UUID;

/**
 * The fields of ids, and the first and the last id of a time, in plain Java. They need no
 * library, and a call of one would take longer. The shared vectors hold them equal to it.
 */
final class Fields {
    /** Milliseconds of version 7 and ULID have 48 bits. */
    private static final int MS_BITS = 48;
    static final long MAX_MS = (1L << MS_BITS) - 1;

    /** Seconds from 1582-10-15, where the ticks of versions 1 and 6 begin, to 1970. */
    private static final long GREGORIAN = 12_219_292_800L;
    private static final long TICKS_A_SECOND = 10_000_000;
    private static final long MAX_TICKS = (1L << 60) - 1;
    private static final long VARIANT = 0x8000000000000000L;
    private static final long AFTER_VARIANT = 0x3fffffffffffffffL;

    private Fields() {
    }

    static boolean isRfc(UUID id) {
        return id.getLeastSignificantBits() >>> 62 == 2;
    }

    /** Returns the version of an id of RFC 9562, and 0 for another variant. */
    static int version(UUID id) {
        return isRfc(id) ? id.version() : 0;
    }

    static IllegalArgumentException lacks(UUID id, String field, String versions) {
        return new IllegalArgumentException("the id " + id + " has no " + field + ": only "
                + versions + " have one");
    }

    // ------------------------------------------------------------- fields of an id

    static Instant time(UUID id) {
        switch (version(id)) {
            case 7:
                return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
            case 1:
            case 6:
                long ticks = ticks(id);
                return Instant.ofEpochSecond(ticks / TICKS_A_SECOND - GREGORIAN,
                        ticks % TICKS_A_SECOND * 100);
            default:
                throw lacks(id, "time", "versions 1, 6 and 7");
        }
    }

    static long ticks(UUID id) {
        long hi = id.getMostSignificantBits();
        switch (version(id)) {
            case 1:
                return (hi & 0xfff) << 48 | (hi & 0xffff0000L) << 16 | hi >>> 32;
            case 6:
                return hi >>> 16 << 12 | hi & 0xfff;
            default:
                throw lacks(id, "ticks", "versions 1 and 6");
        }
    }

    /** Ticks of version 1, 6 or 7, or 64 ones, which no time has. */
    static long ticksOrNone(UUID id) {
        switch (version(id)) {
            case 1:
            case 6:
                return ticks(id);
            case 7:
                return (id.getMostSignificantBits() >>> 16) * 10_000 + GREGORIAN * TICKS_A_SECOND;
            default:
                return -1;
        }
    }

    static int clockSeq(UUID id) {
        switch (version(id)) {
            case 1:
            case 6:
                return (int) (id.getLeastSignificantBits() >>> 48) & 0x3fff;
            case 2:
                return (int) (id.getLeastSignificantBits() >>> 56) & 0x3f;
            default:
                throw lacks(id, "clock sequence", "versions 1, 2 and 6");
        }
    }

    static long node(UUID id) {
        int version = version(id);
        if (version != 1 && version != 2 && version != 6) {
            throw lacks(id, "node", "versions 1, 2 and 6");
        }
        return id.getLeastSignificantBits() & 0xffffffffffffL;
    }

    // --------------------------------------------------------------------- bounds

    static UUID floor(Kind kind, Instant time) {
        return bound(kind, time, false);
    }

    static UUID ceil(Kind kind, Instant time) {
        return bound(kind, time, true);
    }

    private static UUID bound(Kind kind, Instant time, boolean last) {
        switch (kind) {
            case V7:
                return new UUID(ms(time) << 16 | 0x7000 | (last ? 0xfff : 0), rest(last));
            case ULID:
            case ULID_MONOTONIC:
                return new UUID(ms(time) << 16 | (last ? 0xffff : 0), last ? -1 : 0);
            case V6:
                return new UUID(v6High(ticksOf(time)), rest(last));
            case V1:
                return new UUID(v1High(ticksOf(time)), rest(last));
            default:
                throw new IllegalArgumentException("the kind " + kind + " has no bounds of a time; "
                        + "v1, v6, v7, ulid and ulid-monotonic have them");
        }
    }

    /** The variant, and the other 62 bits all zero or all one. */
    private static long rest(boolean last) {
        return VARIANT | (last ? AFTER_VARIANT : 0);
    }

    static long v1High(long ticks) {
        return ticks << 32 | ticks >>> 16 & 0xffff0000L | 0x1000 | ticks >>> 48;
    }

    static long v6High(long ticks) {
        return ticks >>> 12 << 16 | 0x6000 | ticks & 0xfff;
    }

    /** The milliseconds of a time, rounded towards the past. */
    static long ms(Instant time) {
        return ms(time, MS_BITS, 10889);
    }

    /** The same in a field of fewer bits. The last year that it reaches is for the message. */
    static long ms(Instant time, int bits, int lastYear) {
        long ms;
        try {
            ms = time.toEpochMilli();
        } catch (ArithmeticException exception) {
            ms = -1;
        }
        if (ms >>> bits != 0) {
            throw new IllegalArgumentException("the time " + time + " does not fit " + bits
                    + " bits of milliseconds, which reach from 1970 to " + lastYear);
        }
        return ms;
    }

    private static long ticksOf(Instant time) {
        long ticks;
        try {
            ticks = Math.addExact(
                    Math.multiplyExact(Math.addExact(time.getEpochSecond(), GREGORIAN),
                            TICKS_A_SECOND),
                    time.getNano() / 100);
        } catch (ArithmeticException | DateTimeException exception) {
            ticks = -1;
        }
        if (ticks < 0 || ticks > MAX_TICKS) {
            throw new IllegalArgumentException("the time " + time + " does not fit 60 bits of "
                    + "100 ns since 1582-10-15, which reach to 5236");
        }
        return ticks;
    }
}
