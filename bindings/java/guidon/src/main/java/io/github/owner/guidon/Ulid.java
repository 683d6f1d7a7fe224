// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/**
 * A ULID. Objects never change, sort as their texts do, and are not equal to any {@link UUID}:
 * compare {@link #toUuid}.
 *
 * @param mostSignificantBits the 48 bits of the time, and 16 random bits
 * @param leastSignificantBits 64 random bits
 */
public record Ulid(long mostSignificantBits, long leastSignificantBits)
        implements Comparable<Ulid>, Serializable {
    /**
     * Reads the canonical text of a ULID: 26 characters in either case, without aliases and
     * hyphens, at most {@code 7ZZZZZZZZZZZZZZZZZZZZZZZZZ}. {@link Guidon#parse(CharSequence)}
     * reads other forms.
     *
     * @param text the text
     * @return the ULID
     * @throws GuidonParseException if the text is not a ULID
     */
    public static Ulid parse(CharSequence text) {
        String chars = text.toString();
        long[] words = new long[2];
        if (chars.length() != UlidText.LENGTH || UlidText.parse(chars, 0, false, words) >= 0) {
            throw UlidText.error(chars);
        }
        return new Ulid(words[0], words[1]);
    }

    /**
     * The same as {@link #parse}, under the name for which Jackson, JAX-RS and Spring look.
     *
     * @param text the text
     * @return the ULID
     * @throws GuidonParseException if the text is not a ULID
     */
    public static Ulid fromString(String text) {
        return parse(text);
    }

    /**
     * Returns the ULID with the 128 bits of a UUID.
     *
     * @param id any UUID
     * @return the ULID
     */
    public static Ulid of(UUID id) {
        return new Ulid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /**
     * Returns the ULID of 16 bytes.
     *
     * @param bytes 16 bytes, the most significant one first
     * @return the ULID
     * @throws IllegalArgumentException if there are not 16 bytes
     */
    public static Ulid fromBytes(byte[] bytes) {
        return of(Guidon.fromBytes(bytes));
    }

    /**
     * Makes a ULID of a time with 80 new random bits.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @return a new ULID
     * @throws IllegalArgumentException if the time is out of range
     * @throws GuidonGenerateException if the system gave no random bytes
     */
    public static Ulid at(Instant time) {
        long ms = Fields.ms(time);
        Ulid random = Guidon.ulid();
        return new Ulid(ms << 16 | random.mostSignificantBits & 0xffff,
                random.leastSignificantBits);
    }

    /**
     * Returns the smallest ULID of the millisecond of a time.
     *
     * @param time from 1970 to the year 10889
     * @return the ULID
     * @throws IllegalArgumentException if the time is out of range
     */
    public static Ulid floor(Instant time) {
        return of(Fields.floor(Kind.ULID, time));
    }

    /**
     * Returns the largest ULID of the millisecond of a time.
     *
     * @param time from 1970 to the year 10889
     * @return the ULID
     * @throws IllegalArgumentException if the time is out of range
     */
    public static Ulid ceil(Instant time) {
        return of(Fields.ceil(Kind.ULID, time));
    }

    /**
     * Returns the time of this ULID.
     *
     * @return the milliseconds since 1970-01-01T00:00:00Z
     */
    public long ms() {
        return mostSignificantBits >>> 16;
    }

    /**
     * Returns the time of this ULID.
     *
     * @return the time, exact to the millisecond
     */
    public Instant time() {
        return Instant.ofEpochMilli(ms());
    }

    /**
     * Returns the UUID with the same 128 bits.
     *
     * @return the UUID, whose version and variant bits are those that the ULID happens to have
     */
    public UUID toUuid() {
        return new UUID(mostSignificantBits, leastSignificantBits);
    }

    /**
     * Returns the 16 bytes of this ULID.
     *
     * @return a new array, the most significant byte first
     */
    public byte[] toBytes() {
        return ByteBuffer.allocate(16).putLong(mostSignificantBits).putLong(leastSignificantBits)
                .array();
    }

    /**
     * Returns the next ULID of the same millisecond.
     *
     * @return this ULID plus 1
     * @throws ArithmeticException if the 80 bits after the time are all one
     */
    public Ulid next() {
        if (leastSignificantBits == -1 && (mostSignificantBits & 0xffff) == 0xffff) {
            throw new ArithmeticException("the millisecond of " + this + " has no further ULID");
        }
        long lo = leastSignificantBits + 1;
        return new Ulid(mostSignificantBits + (lo == 0 ? 1 : 0), lo);
    }

    /**
     * Converts this ULID to a UUID of version 7: version and variant overwrite six random bits,
     * which are lost.
     *
     * @return a UUID of version 7 with the time of this ULID
     */
    public UUID asV7() {
        return new UUID(mostSignificantBits & ~0xf000L | 0x7000,
                leastSignificantBits & 0x3fffffffffffffffL | 0x8000000000000000L);
    }

    /** Compares two ULIDs as unsigned numbers, which is the order of their texts. */
    @Override
    public int compareTo(Ulid other) {
        int order = Long.compareUnsigned(mostSignificantBits, other.mostSignificantBits);
        return order != 0 ? order
                : Long.compareUnsigned(leastSignificantBits, other.leastSignificantBits);
    }

    /** Returns a hash in which every bit of the ULID counts. */
    @Override
    public int hashCode() {
        long hash = (mostSignificantBits ^ Long.rotateLeft(leastSignificantBits, 32))
                * 0x9e3779b97f4a7c15L;
        hash = (hash ^ leastSignificantBits) * 0xbf58476d1ce4e5b9L;
        return (int) (hash >>> 32);
    }

    /** Returns the canonical text: 26 characters in upper case. */
    @Override
    public String toString() {
        return UlidText.format(mostSignificantBits, leastSignificantBits, true);
    }
}
