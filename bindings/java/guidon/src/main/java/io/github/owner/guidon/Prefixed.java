// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.time.Instant;
import java.util.UUID;

/**
 * The layout of version 8 with a prefix, in plain Java: the prefix, a timestamp of 64 bits, and 57
 * random bits less the prefix. The bit after the variant is one. {@code <guidon/prefixed.h>} of
 * the library has the layout in full, and the shared vectors hold both equal.
 *
 * <p>A timestamp is a number of milliseconds above 20 bits of a fraction of the millisecond.
 */
final class Prefixed {
    /** The bits of append for a table of up to about 2 * 10^7 random keys. */
    static final int APPEND_BITS = 20;

    private static final int PREFIX_BITS_MAX = 28;
    private static final int SHARD_BITS_MAX = 10;
    private static final int RANDOM_BITS = 57;
    private static final int FRACTION_BITS = 20;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;
    private static final int MS_BITS = 44;
    private static final int LAST_YEAR = 2527;
    private static final int NS = 1_000_000; // in a millisecond
    private static final long VARIANT = 0x8000000000000000L;
    private static final long MARK = 1L << 61; // the bit after the variant

    private Prefixed() {
    }

    // ------------------------------------------------------------------ arguments

    static int ones(int bits) {
        return (1 << bits) - 1;
    }

    static int bits(int prefixBits) {
        return number(prefixBits, PREFIX_BITS_MAX, "prefixBits");
    }

    static int shardBits(int shardBits) {
        return number(shardBits, SHARD_BITS_MAX, "shardBits");
    }

    static int prefix(int prefix, int prefixBits) {
        return number(prefix, ones(bits(prefixBits)), "prefix");
    }

    static int shard(int shard, int shardBits) {
        return number(shard, ones(shardBits(shardBits)), "shard");
    }

    private static int number(int number, int most, String what) {
        return (int) Generator.Builder.between(number, 0, most, what);
    }

    // ------------------------------------------------------------------ timestamps

    /** The timestamp of a time, rounded down. Numbers of 64 bits without a sign. */
    static long timestamp(Instant time) {
        long ms = Fields.ms(time, MS_BITS, LAST_YEAR);
        return ms << FRACTION_BITS | ((long) (time.getNano() % NS) << FRACTION_BITS) / NS;
    }

    /** The first timestamp that reads as the time: that of the nanosecond before, plus 1. */
    private static long first(Instant time) {
        long timestamp = timestamp(time);
        return time.getNano() % NS == 0 ? timestamp : timestamp(time.minusNanos(1)) + 1;
    }

    /** The last timestamp that reads as the time. */
    private static long last(Instant time) {
        long timestamp = timestamp(time);
        return time.getNano() % NS == NS - 1 ? timestamp | FRACTION : timestamp;
    }

    /** The first nanosecond with a fraction at least as large; the last one has two of them. */
    private static Instant time(long timestamp) {
        long ns = (timestamp & FRACTION) * NS + FRACTION >> FRACTION_BITS;
        return Instant.ofEpochMilli(timestamp >>> FRACTION_BITS).plusNanos(Math.min(ns, NS - 1));
    }

    // ------------------------------------------------------------------------ ids

    /** The id of its fields, which fit. Of the random number, the last bits are used. */
    static UUID of(long prefix, int bits, long timestamp, long random) {
        int rest = RANDOM_BITS - bits;
        long first = prefix << 60 - bits | timestamp >>> bits + 4;
        long low = timestamp << rest & MARK - 1;
        return new UUID(first >>> 12 << 16 | 0x8000 | first & 0xfff,
                VARIANT | MARK | low | random & (1L << rest) - 1);
    }

    static UUID floor(Instant time, int prefix, int bits) {
        return of(prefix, bits, first(time), 0);
    }

    static UUID ceil(Instant time, int prefix, int bits) {
        return of(prefix, bits, last(time), -1);
    }

    private static void check(UUID id) {
        if (Fields.version(id) != 8 || (id.getLeastSignificantBits() & MARK) == 0) {
            throw Fields.lacks(id, "prefix", "ids of version 8 with a prefix");
        }
    }

    static int prefixOf(UUID id, int bits) {
        check(id);
        return (int) (id.getMostSignificantBits() >>> 32 >>> 32 - bits);
    }

    static Instant timeOf(UUID id, int bits) {
        check(id);
        long high = id.getMostSignificantBits();
        long first = high >>> 16 << 12 | high & 0xfff;
        long low = id.getLeastSignificantBits() & MARK - 1;
        return time(first << bits + 4 | low >>> RANDOM_BITS - bits);
    }
}
