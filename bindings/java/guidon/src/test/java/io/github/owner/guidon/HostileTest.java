// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arguments that nobody should give. */
class HostileTest {
    private static final Map<Class<?>, Object> VALUES = Map.ofEntries(
            Map.entry(UUID.class, Guidon.floor(Kind.V7, Instant.EPOCH)),
            Map.entry(String.class, "x"),
            Map.entry(CharSequence.class, "x"), Map.entry(byte[].class, new byte[16]),
            Map.entry(long[].class, new long[2]), Map.entry(ByteBuffer.class,
                    ByteBuffer.allocate(16)),
            Map.entry(Kind.class, Kind.V7), Map.entry(Form.class, Form.UUID),
            Map.entry(Form[].class, new Form[0]),
            Map.entry(Instant.class, Instant.EPOCH), Map.entry(Key.class, Key.of(new byte[32])),
            Map.entry(MaskKey.class, MaskKey.of(new byte[16])),
            Map.entry(Generator.Scope.class, Generator.Scope.THREAD),
            Map.entry(Generator.V7Layout.class, Generator.V7Layout.PRECISE),
            Map.entry(Generator.UlidStep.class, Generator.UlidStep.ONE),
            Map.entry(Generator.Rollback.class, Generator.Rollback.FAIL),
            Map.entry(Generator.Overflow.class, Generator.Overflow.FAIL),
            Map.entry(Duration.class, Duration.ofSeconds(1)), Map.entry(Path.class, Path.of("x")),
            Map.entry(RandomGenerator.class, new Random()),
            Map.entry(InstantSource.class, InstantSource.fixed(Instant.EPOCH)),
            Map.entry(Ulid.class, new Ulid(1, 2)), Map.entry(Audit.class, new Audit()),
            Map.entry(TypeId.class, new TypeId("x", Guidon.NIL)),
            Map.entry(int.class, 0), Map.entry(long.class, 0L), Map.entry(Object.class, "x"));

    private static void withNull(Object object, Executable call) throws Exception {
        Class<?>[] types = call.getParameterTypes();
        for (int wrong = 0; wrong < types.length; wrong++) {
            if (types[wrong].isPrimitive()) {
                continue;
            }
            Object[] arguments = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                arguments[i] = i == wrong ? null : VALUES.get(types[i]);
                assertTrue(i == wrong || arguments[i] != null, "no value of " + types[i]);
            }
            var error = assertThrows(InvocationTargetException.class,
                    () -> ((Method) call).invoke(object, arguments), call + " " + wrong);
            assertEquals(NullPointerException.class, error.getCause().getClass(), call.toString());
        }
    }

    /** Every public method throws NullPointerException for every null. */
    @Test
    void nulls() throws Exception {
        try (Generator generator = Generator.of(Kind.V7)) {
            Object[] objects = {null, generator, Generator.builder(Kind.V7), new Ulid(1, 2),
                new TypeId("x", Guidon.NIL), Order.RFC, new Audit()};
            Class<?>[] classes = {Guidon.class, Generator.class, Generator.Builder.class,
                Ulid.class, TypeId.class, Order.class, Key.class, MaskKey.class, Kind.class,
                Form.class, Audit.class};
            int calls = 0;
            for (Class<?> type : classes) {
                for (Method method : type.getDeclaredMethods()) {
                    if (!Modifier.isPublic(method.getModifiers()) || method.isBridge()
                            || method.getName().equals("equals")
                            || method.getName().equals("valueOf")) {
                        continue;
                    }
                    Object object = null;
                    for (Object one : objects) {
                        object = type.isInstance(one) ? one : object;
                    }
                    withNull(Modifier.isStatic(method.getModifiers()) ? null : object, method);
                    calls++;
                }
            }
            assertTrue(calls > 90, "only " + calls + " methods");
        }
    }

    @Test
    void ringsShowNoKeyAndNameTheFile(@TempDir Path folder) throws IOException {
        String digits = "0102".repeat(16);
        KeyRing ring = KeyRing.parse("7 " + digits + "\n3 " + digits);
        assertEquals("KeyRing[7, 3]", ring.toString());
        assertThrows(IllegalArgumentException.class, () -> ring.key(8));
        ring.close();
        assertThrows(IllegalStateException.class, () -> ring.key(7));
        Path file = Files.writeString(folder.resolve("ring"), "7 " + digits + "\n3 0102\n");
        assertEquals(file + ": line 2: the key has 4 hexadecimal digits (expected 32 or 64)",
                assertThrows(IllegalArgumentException.class, () -> KeyRing.read(file))
                        .getMessage());
    }

    @Test
    void keysThatAreClosed() {
        Key key = Key.of(new byte[32]);
        MaskKey mask = MaskKey.of(new byte[16]);
        UUID id = Guidon.v7();
        key.close();
        key.close();
        mask.close();
        assertThrows(IllegalStateException.class,
                () -> Guidon.derive(Instant.EPOCH, key, new byte[0]));
        assertThrows(IllegalStateException.class, () -> Guidon.encrypt(id, key));
        assertThrows(IllegalStateException.class, () -> Guidon.mask(id, mask));
    }

    /** Short data lies in the memory of the thread, and longer data in an array. */
    @Test
    void derivedFromDataOfEveryLength() {
        Key key = Key.of(new byte[32]);
        byte[] data = new byte[ThreadMemory.ROOM + 10];
        new Random(1).nextBytes(data);
        for (int length = 0; length < data.length; length++) {
            long[] due = new long[2];
            assertEquals(0, Native.derive(key.address, length, data, 3, Math.min(length,
                    data.length - 3), due));
            assertEquals(new UUID(due[0], due[1]), key.derive(length, data, 3,
                    Math.min(length, data.length - 3)), "length " + length);
        }
        assertThrows(IndexOutOfBoundsException.class,
                () -> key.derive(0, new byte[ThreadMemory.ROOM], 1, ThreadMemory.ROOM));
        assertThrows(IndexOutOfBoundsException.class, () -> key.derive(0, data, -1, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> key.derive(0, data, 0, -1));
    }

    /** A call during which another thread closes the key gives the right id or an exception. */
    @Test
    void keysThatAnotherThreadCloses() throws Exception {
        UUID due = Guidon.derive(Instant.EPOCH, Key.of(new byte[32]), 7);
        for (int round = 0; round < 200; round++) {
            Key key = Key.of(new byte[32]);
            Thread other = new Thread(key::close);
            other.start();
            assertThrows(IllegalStateException.class, () -> {
                while (true) {
                    assertEquals(due, Guidon.derive(Instant.EPOCH, key, 7));
                }
            });
            other.join();
        }
    }

    /** No text that Guidon makes shows a key. */
    @Test
    void keysStaySecret() {
        String digits = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        assertFalse(Key.parse(digits).toString().contains("0102"));
        for (String wrong : new String[] {digits + "0", digits.substring(1), digits.replace('f',
                'g'), digits.toUpperCase().replace('F', '\u0660')}) {
            var error = assertThrows(IllegalArgumentException.class, () -> Key.parse(wrong));
            assertFalse(error.toString().toLowerCase().contains("0102"), error.toString());
            assertEquals(null, error.getCause());
            assertThrows(IllegalArgumentException.class, () -> MaskKey.parse(wrong));
        }
        assertThrows(NotSerializableException.class,
                () -> new ObjectOutputStream(new ByteArrayOutputStream())
                        .writeObject(Key.parse(digits)));
    }

    /** A text whose characters change between two reads is read once. */
    @Test
    void textThatChanges() {
        char[] chars = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".toCharArray();
        CharBuffer buffer = CharBuffer.wrap(chars);
        assertEquals(7, Guidon.parse(buffer).version());
        CharSequence changes = new CharSequence() {
            private int calls;

            @Override
            public int length() {
                return calls++ % 2 == 0 ? 36 : 1000;
            }

            @Override
            public char charAt(int index) {
                return (char) ('0' + calls++ % 100);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return this;
            }

            @Override
            public String toString() {
                return "x";
            }
        };
        assertThrows(GuidonParseException.class, () -> Guidon.parse(changes));
        assertThrows(GuidonParseException.class, () -> Guidon.parseUuid(changes));
        assertThrows(GuidonParseException.class, () -> Ulid.parse(changes));
        assertThrows(GuidonParseException.class, () -> TypeId.parse(changes));
    }

    @Test
    void bytesOfOtherLengths() {
        for (int length : new int[] {0, 1, 15, 17, 32}) {
            assertThrows(IllegalArgumentException.class,
                    () -> Guidon.fromBytes(new byte[length]));
            assertThrows(IllegalArgumentException.class, () -> Ulid.fromBytes(new byte[length]));
        }
    }

    /** An interrupted thread makes ids, and stays interrupted. */
    @Test
    void interrupts() {
        Thread.currentThread().interrupt();
        try (Generator generator = Generator.of(Kind.V7)) {
            assertEquals(7, Guidon.v7().version());
            assertEquals(7, generator.next().version());
        }
        assertTrue(Thread.interrupted());
    }
}
