// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/**
 * ULIDs by the methods of the class {@code ULID} of {@code de.huxhorn.sulky.ulid}, for programs
 * that used it: they change the import and the name of the class. New programs use {@link Ulid}.
 *
 * <p>Two things differ. Values compare as their texts do, so also after the year 6429. A text that
 * is not a ULID throws {@link GuidonParseException}, an {@link IllegalArgumentException} with the
 * offset.
 */
public final class GuidonUlid {
    private final Random random;

    /** Makes ULIDs with cryptographically secure random bits. */
    public GuidonUlid() {
        random = null;
    }

    /**
     * Makes ULIDs with random bits of your own. Each draws two numbers of 64 bits.
     *
     * @param random the source; ULIDs are unique and unpredictable only if its bits are
     */
    public GuidonUlid(Random random) {
        this.random = Objects.requireNonNull(random, "random");
    }

    /**
     * Appends a new ULID to a text.
     *
     * @param stringBuilder the text
     */
    public void appendULID(StringBuilder stringBuilder) {
        Objects.requireNonNull(stringBuilder, "stringBuilder");
        stringBuilder.append(nextValue());
    }

    /**
     * Makes a new ULID as text.
     *
     * @return 26 characters in upper case
     */
    public String nextULID() {
        return nextValue().toString();
    }

    /**
     * Makes a new ULID of a time as text.
     *
     * @param timestamp milliseconds since 1970, below 2^48
     * @return 26 characters in upper case
     * @throws IllegalArgumentException if the time has more bits
     */
    public String nextULID(long timestamp) {
        return nextValue(timestamp).toString();
    }

    /**
     * Makes a new ULID.
     *
     * @return the ULID
     */
    public Value nextValue() {
        return random == null ? new Value(Guidon.ulid()) : nextValue(System.currentTimeMillis());
    }

    /**
     * Makes a new ULID of a time.
     *
     * @param timestamp milliseconds since 1970, below 2^48
     * @return the ULID
     * @throws IllegalArgumentException if the time has more bits
     */
    public Value nextValue(long timestamp) {
        Instant time = Instant.ofEpochMilli(timestamp);
        if (random == null) {
            return new Value(Ulid.at(time));
        }
        long ms = Fields.ms(time);
        return new Value(ms << 16 | random.nextLong() & 0xffff, random.nextLong());
    }

    /**
     * Makes the ULID after another one: that plus 1 if the clock still reads its millisecond, and
     * a new one otherwise. The 80 bits after the time wrap to zero.
     *
     * @param previousUlid the ULID before
     * @return the ULID
     */
    public Value nextMonotonicValue(Value previousUlid) {
        return nextMonotonicValue(previousUlid, System.currentTimeMillis());
    }

    /**
     * Makes the ULID after another one at a time. See {@link #nextMonotonicValue(Value)}.
     *
     * @param previousUlid the ULID before
     * @param timestamp milliseconds since 1970, below 2^48
     * @return the ULID
     * @throws IllegalArgumentException if the time has more bits
     */
    public Value nextMonotonicValue(Value previousUlid, long timestamp) {
        Objects.requireNonNull(previousUlid, "previousUlid");
        return previousUlid.timestamp() == timestamp ? previousUlid.increment()
                : nextValue(timestamp);
    }

    /**
     * Makes the ULID after another one, or none if it would not be above that one.
     *
     * @param previousUlid the ULID before
     * @return the ULID; empty if the 80 bits are exhausted, or the clock stepped back
     */
    public Optional<Value> nextStrictlyMonotonicValue(Value previousUlid) {
        return nextStrictlyMonotonicValue(previousUlid, System.currentTimeMillis());
    }

    /**
     * Makes the ULID after another one at a time, or none if it would not be above that one.
     *
     * @param previousUlid the ULID before
     * @param timestamp milliseconds since 1970, below 2^48
     * @return the ULID; empty if the 80 bits are exhausted, or the time is before
     * @throws IllegalArgumentException if the time has more bits
     */
    public Optional<Value> nextStrictlyMonotonicValue(Value previousUlid, long timestamp) {
        Value next = nextMonotonicValue(previousUlid, timestamp);
        return next.compareTo(previousUlid) > 0 ? Optional.of(next) : Optional.empty();
    }

    /**
     * Reads a ULID of 26 characters in either case, with I and L for 1 and O for 0.
     *
     * @param ulidString the text
     * @return the ULID
     * @throws IllegalArgumentException if the text is not a ULID
     */
    public static Value parseULID(String ulidString) {
        return new Value(Ulid.parse(withoutAliases(ulidString)));
    }

    private static String withoutAliases(String text) {
        return text.replace('I', '1').replace('i', '1').replace('L', '1').replace('l', '1')
                .replace('O', '0').replace('o', '0');
    }

    /**
     * Returns the ULID of 16 bytes.
     *
     * @param data 16 bytes, the most significant one first
     * @return the ULID
     * @throws IllegalArgumentException if there are not 16 bytes
     */
    public static Value fromBytes(byte[] data) {
        return new Value(Ulid.fromBytes(data));
    }

    /** A ULID. Objects never change. */
    public static final class Value implements Comparable<Value>, Serializable {
        private static final long serialVersionUID = 1;

        private final Ulid ulid;

        /**
         * Makes a ULID of its bits.
         *
         * @param mostSignificantBits the first 64 bits
         * @param leastSignificantBits the last 64 bits
         */
        public Value(long mostSignificantBits, long leastSignificantBits) {
            this(new Ulid(mostSignificantBits, leastSignificantBits));
        }

        private Value(Ulid ulid) {
            this.ulid = ulid;
        }

        /**
         * Returns the first 64 bits.
         *
         * @return the time and 16 random bits
         */
        public long getMostSignificantBits() {
            return ulid.mostSignificantBits();
        }

        /**
         * Returns the last 64 bits.
         *
         * @return 64 random bits
         */
        public long getLeastSignificantBits() {
            return ulid.leastSignificantBits();
        }

        /**
         * Returns the time.
         *
         * @return milliseconds since 1970
         */
        public long timestamp() {
            return ulid.ms();
        }

        /**
         * Returns the 16 bytes.
         *
         * @return a new array, the most significant byte first
         */
        public byte[] toBytes() {
            return ulid.toBytes();
        }

        /**
         * Returns the next ULID of the millisecond.
         *
         * @return this ULID plus 1; after the last one of the millisecond, the first one
         */
        public Value increment() {
            return new Value(ulid.equals(Ulid.ceil(ulid.time())) ? Ulid.floor(ulid.time())
                    : ulid.next());
        }

        /**
         * Returns this ULID as an object of the class that new programs use.
         *
         * @return the same 128 bits
         */
        public Ulid toUlid() {
            return ulid;
        }

        @Override
        public int compareTo(Value other) {
            return ulid.compareTo(other.ulid);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Value && ulid.equals(((Value) other).ulid);
        }

        @Override
        public int hashCode() {
            return ulid.hashCode();
        }

        /** Returns the canonical text: 26 characters in upper case. */
        @Override
        public String toString() {
            return ulid.toString();
        }
    }
}
