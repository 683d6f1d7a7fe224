// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.owner.guidon.GuidonUlid.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What the tests of sulky's class ULID show of its public methods. Those of its package-private
 * methods, whose names begin with "internal", and of the number of random draws do not apply.
 */
class GuidonUlidTest {
    private static final long PAST = 1481195424879L;
    private static final String PAST_TEXT = "01B3F2133F";
    private static final long MAX = 0xffffffffffffL;

    private static Random always(long bits) {
        return new Random() {
            private static final long serialVersionUID = 1;

            @Override
            public long nextLong() {
                return bits;
            }
        };
    }

    @Test
    void publicMethodsAreThere() {
        TreeSet<String> found = new TreeSet<>();
        for (Class<?> type : new Class<?>[] {GuidonUlid.class, Value.class}) {
            for (var method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isBridge()) {
                    found.add((Modifier.isStatic(method.getModifiers()) ? "static " : "")
                            + method.getName() + Arrays.toString(Arrays.stream(
                                    method.getParameterTypes()).map(Class::getSimpleName)
                                    .toArray()));
                }
            }
        }
        assertEquals(new TreeSet<>(Arrays.asList("appendULID[StringBuilder]", "nextULID[]",
                "nextULID[long]", "nextValue[]", "nextValue[long]", "nextMonotonicValue[Value]",
                "nextMonotonicValue[Value, long]", "nextStrictlyMonotonicValue[Value]",
                "nextStrictlyMonotonicValue[Value, long]", "static parseULID[String]",
                "static fromBytes[byte[]]", "getMostSignificantBits[]",
                "getLeastSignificantBits[]", "timestamp[]", "toBytes[]", "increment[]",
                "compareTo[Value]", "equals[Object]", "hashCode[]", "toString[]", "toUlid[]")),
                found);
    }

    @Test
    void randomBitsAreThoseOfTheSource() {
        for (var row : Map.of(0L, "0000000000000000", -1L, "ZZZZZZZZZZZZZZZZ").entrySet()) {
            GuidonUlid ulids = new GuidonUlid(always(row.getKey()));
            StringBuilder appended = new StringBuilder("x");
            ulids.appendULID(appended);
            for (String text : new String[] {ulids.nextULID(), ulids.nextValue().toString(),
                appended.substring(1)}) {
                assertEquals(26, text.length());
                assertEquals(row.getValue(), text.substring(10));
                assertTrue(PAST_TEXT.compareTo(text) < 0);
            }
            assertEquals(PAST_TEXT + row.getValue(), ulids.nextULID(PAST));
            assertEquals(PAST_TEXT + row.getValue(), ulids.nextValue(PAST).toString());
        }
    }

    @Test
    void ofRealRandomBits() {
        GuidonUlid ulids = new GuidonUlid();
        String text = ulids.nextULID();
        assertEquals(26, text.length());
        assertNotEquals(text.substring(10), ulids.nextULID().substring(10));
        assertEquals(PAST, ulids.nextValue(PAST).timestamp());
    }

    @Test
    void timesThatDoNotFit() {
        for (GuidonUlid ulids : new GuidonUlid[] {new GuidonUlid(), new GuidonUlid(always(0))}) {
            assertEquals("7ZZZZZZZZZ", ulids.nextULID(MAX).substring(0, 10));
            assertEquals("0000000000", ulids.nextULID(0).substring(0, 10));
            for (long wrong : new long[] {MAX + 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> ulids.nextULID(wrong));
                assertThrows(IllegalArgumentException.class, () -> ulids.nextValue(wrong));
                assertThrows(IllegalArgumentException.class,
                        () -> ulids.nextMonotonicValue(new Value(0, 0), wrong));
            }
        }
    }

    @Test
    void monotonicValues() {
        GuidonUlid ulids = new GuidonUlid(always(0));
        Value last = new Value(PAST << 16 | 0xffff, -1);
        assertEquals(new Value(PAST << 16, 1),
                ulids.nextMonotonicValue(new Value(PAST << 16, 0), PAST));
        assertEquals(new Value(PAST << 16 | 1, 0),
                ulids.nextMonotonicValue(new Value(PAST << 16, -1), PAST));
        assertEquals(new Value(PAST << 16, 0), ulids.nextMonotonicValue(last, PAST));
        assertEquals(new Value(PAST + 1 << 16, 0), ulids.nextMonotonicValue(last, PAST + 1));
        assertTrue(ulids.nextMonotonicValue(last).timestamp() > PAST);

        assertEquals(Optional.of(new Value(PAST << 16, 1)),
                ulids.nextStrictlyMonotonicValue(new Value(PAST << 16, 0), PAST));
        assertEquals(Optional.empty(), ulids.nextStrictlyMonotonicValue(last, PAST));
        assertEquals(Optional.empty(), ulids.nextStrictlyMonotonicValue(last, PAST - 1));
        assertTrue(ulids.nextStrictlyMonotonicValue(last).isPresent());
    }

    @Test
    void textsAreRead() {
        for (String text : new String[] {PAST_TEXT + "0000000000000000",
            "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "00000000000000000000000000"}) {
            Value value = GuidonUlid.parseULID(text);
            assertEquals(text, value.toString());
            assertEquals(value, GuidonUlid.parseULID(text.toLowerCase()));
        }
        assertEquals(GuidonUlid.parseULID("01100000000000000000000111"),
                GuidonUlid.parseULID("Oil0000000000000000000oILl".toUpperCase()));
        assertEquals(PAST, GuidonUlid.parseULID(PAST_TEXT + "0000000000000000").timestamp());
        for (String wrong : new String[] {"", PAST_TEXT, PAST_TEXT + "00000000000000000",
            PAST_TEXT + "000000000000000U", "80000000000000000000000000",
            PAST_TEXT + "00000000000000\u00e9\u00e9"}) {
            assertThrows(IllegalArgumentException.class, () -> GuidonUlid.parseULID(wrong), wrong);
        }
    }

    @Test
    void bytes() {
        byte[] pattern = new byte[16];
        for (int i = 0; i < 16; i++) {
            pattern[i] = (byte) (0x11 * i);
        }
        Value value = GuidonUlid.fromBytes(pattern);
        assertEquals(0x0011223344556677L, value.getMostSignificantBits());
        assertEquals(0x8899aabbccddeeffL, value.getLeastSignificantBits());
        assertArrayEquals(pattern, value.toBytes());
        assertThrows(IllegalArgumentException.class, () -> GuidonUlid.fromBytes(new byte[15]));
        assertThrows(IllegalArgumentException.class, () -> GuidonUlid.fromBytes(new byte[17]));
    }

    @Test
    void valuesCompareHashAndSerialize() throws Exception {
        Value[] ascending = {new Value(0, 0), new Value(0, 1), new Value(0, -1), new Value(1, 0),
            new Value(PAST << 16, 0), new Value(-1, 0), new Value(-1, -1)};
        for (int i = 0; i < ascending.length; i++) {
            for (int j = 0; j < ascending.length; j++) {
                Value a = ascending[i];
                Value b = ascending[j];
                assertEquals(Integer.signum(i - j), Integer.signum(a.compareTo(b)));
                assertEquals(Integer.signum(a.toString().compareTo(b.toString())),
                        Integer.signum(a.compareTo(b)));
                assertEquals(i == j, a.equals(b));
            }
            assertEquals(ascending[i].hashCode(), GuidonUlid.fromBytes(ascending[i].toBytes())
                    .hashCode());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(ascending[i]);
            }
            assertEquals(ascending[i], new ObjectInputStream(
                    new ByteArrayInputStream(bytes.toByteArray())).readObject());
        }
        assertNotEquals(ascending[0], null);
        assertNotEquals(ascending[0], "00000000000000000000000000");
    }

    @Test
    void nulls() {
        assertThrows(NullPointerException.class, () -> new GuidonUlid(null));
        assertThrows(NullPointerException.class, () -> new GuidonUlid().appendULID(null));
        assertThrows(NullPointerException.class, () -> GuidonUlid.parseULID(null));
        assertThrows(NullPointerException.class, () -> GuidonUlid.fromBytes(null));
        assertThrows(NullPointerException.class, () -> new GuidonUlid().nextMonotonicValue(null));
        assertThrows(NullPointerException.class,
                () -> new GuidonUlid().nextStrictlyMonotonicValue(null, 0));
        assertThrows(NullPointerException.class, () -> new Value(0, 0).compareTo(null));
    }
}
