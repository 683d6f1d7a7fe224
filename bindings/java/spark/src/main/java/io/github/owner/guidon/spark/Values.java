// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Form;
import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.GuidonParseException;
import io.github.owner.guidon.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Values of Spark to those of Guidon and back. A string of Spark may lie in a page of its memory
 * or outside the heap, so its bytes are copied before they are used.
 */
final class Values {
    private static final int ID_BYTES = 16;
    private static final int UUID_LENGTH = 36;
    private static final int ULID_LENGTH = 26;
    private static final int MICROS_A_MS = 1000;

    private Values() {
    }

    // ------------------------------------------------------------------------ ids

    static UUID id(UTF8String text) {
        return Guidon.parse(text.toString());
    }

    static UUID id(byte[] bytes) {
        if (bytes.length != ID_BYTES) {
            throw new IllegalArgumentException("a binary of " + bytes.length
                    + " bytes is no id, which has " + ID_BYTES);
        }
        return Guidon.fromBytes(bytes);
    }

    /** The id of a text, or null if it is none. */
    static UUID idOrNull(String text) {
        try {
            return Guidon.parse(text);
        } catch (GuidonParseException exception) {
            return null;
        }
    }

    /** Is a text, which is an id, the text of a ULID? The bytes of an id do not show that. */
    static boolean isUlid(String text) {
        if (text.length() < ULID_LENGTH) {
            return false;
        }
        Form form = Guidon.detect(text);
        return form == Form.ULID || form == Form.ULID_LOWER;
    }

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The canonical text, without a string of Java on the way. RFC 9562, section 4. */
    static UTF8String text(UUID id) {
        byte[] text = new byte[UUID_LENGTH];
        long hi = id.getMostSignificantBits();
        long lo = id.getLeastSignificantBits();
        long middle = digits((int) hi);
        long next = digits((int) (lo >>> 32));
        LONG.set(text, 0, digits((int) (hi >>> 32)));
        INT.set(text, 9, (int) (middle >>> 32));
        INT.set(text, 14, (int) middle);
        INT.set(text, 19, (int) (next >>> 32));
        INT.set(text, 24, (int) next);
        LONG.set(text, 28, digits((int) lo));
        text[8] = '-';
        text[13] = '-';
        text[18] = '-';
        text[23] = '-';
        return UTF8String.fromBytes(text);
    }

    /** The eight hexadecimal digits of 32 bits as eight bytes, the first the most significant. */
    private static long digits(int bits) {
        long each = bits & 0xffff_ffffL;
        each = (each | each << 16) & 0x0000_ffff_0000_ffffL;
        each = (each | each << 8) & 0x00ff_00ff_00ff_00ffL;
        each = (each | each << 4) & 0x0f0f_0f0f_0f0f_0f0fL; // a digit in each byte
        long letters = (each + 0x0606_0606_0606_0606L) >>> 4 & 0x0101_0101_0101_0101L;
        return each + 0x3030_3030_3030_3030L + letters * ('a' - '0' - 10);
    }

    static byte[] bytes(UUID id) {
        return Guidon.toBytes(id);
    }

    // ---------------------------------------------------------------------- times

    /** The time of microseconds, rounded down to milliseconds as in every language. */
    static Instant milliseconds(long micros) {
        return Instant.ofEpochMilli(Math.floorDiv(micros, MICROS_A_MS));
    }

    static Instant time(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L),
                Math.floorMod(micros, 1_000_000L) * 1000L);
    }

    /** The last time of versions 1 and 6, in the middle of a microsecond. RFC 9562, 5.1. */
    private static final Instant LAST_TICK = Instant.parse("5236-03-31T21:21:00.6846975Z");

    /** The end of a microsecond, which has ten ticks of versions 1 and 6. */
    static Instant endOf(long micros) {
        Instant begin = time(micros);
        Instant end = begin.plusNanos(999);
        return end.isAfter(LAST_TICK) && !begin.isAfter(LAST_TICK) ? LAST_TICK : end;
    }

    /** The last microsecond that a timestamp of SQL can show. */
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999Z");

    /** The microseconds of a time, rounded down; null after the year 9999. */
    static Long micros(Instant time) {
        return time.isAfter(LAST) ? null
                : time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    /**
     * The first or the last id of a kind and a time, as the text by which ids of that kind
     * compare: 26 characters for ULIDs, and 36 for all others.
     */
    static UTF8String bound(UTF8String name, Instant time, BiFunction<Kind, Instant, UUID> bound) {
        Kind kind = Kind.of(name.toString());
        UUID id = bound.apply(kind, time);
        boolean ulid = kind == Kind.ULID || kind == Kind.ULID_MONOTONIC;
        return UTF8String.fromString(Guidon.format(id, ulid ? Form.ULID : Form.UUID));
    }

    // -------------------------------------------------------------- ids with a prefix

    /** A number of bits, a prefix or a shard; the library checks that it fits. */
    static int integer(long number) {
        if ((int) number != number) {
            throw new IllegalArgumentException("the number " + number + " is out of range");
        }
        return (int) number;
    }

    /**
     * Does an id have a prefix? Then it is of version 8, and the bit after the variant is 1. A
     * wrong number of bits is an error for all other ids too.
     */
    static boolean hasPrefix(UUID id, int bits) {
        if (Guidon.versionOf(id) == 8 && (id.getLeastSignificantBits() >>> 61 & 1) == 1) {
            return true;
        }
        Guidon.v8AppendFloor(Instant.EPOCH, bits); // the error of a wrong number
        return false;
    }

    // ----------------------------------------------------------------------- data

    /** The UTF-8 of a string, which Spark does not check. */
    static byte[] utf8(UTF8String text) {
        byte[] bytes = text.getBytes();
        for (byte one : bytes) {
            if (one < 0) {
                check(bytes);
                break;
            }
        }
        return bytes;
    }

    private static void check(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException exception) {
            throw new IllegalArgumentException("the string is not UTF-8; cast it to binary to hash "
                    + "its bytes", exception);
        }
    }
}
