// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Keys with numbers from 0 to 65535, so that a program can change its key. The first key is
 * the current one.
 *
 * <p>A masked or encrypted id does not say which key it has. Store the number of the key beside
 * it, and get the key by its number. Threads may share a ring that none of them closes.
 */
public final class KeyRing implements AutoCloseable {
    private static final int MOST = 64;
    private static final int LONGEST = 32;

    private final int[] numbers;
    private final byte[] keys = new byte[MOST * LONGEST];
    private final int length;
    private volatile boolean closed;

    /** Reads a ring. The place is "", or the name of a file and a colon. */
    private KeyRing(byte[] text, String place) {
        Native.require("KeyRing");
        int[] found = new int[MOST];
        int[] size = new int[2];
        if (Native.keyRing(text, found, keys, size) != 0) {
            throw new IllegalArgumentException(place + Native.keyRingReason(text));
        }
        numbers = Arrays.copyOf(found, size[0]);
        length = size[1];
    }

    /**
     * Reads the text of a ring: on each line the number of a key, blanks, and 32 or 64
     * hexadecimal digits. {@code guidon mask --key-ring} reads the same text.
     *
     * @param text the text
     * @return the ring
     * @throws IllegalArgumentException if the text is not a key ring; the message names the line,
     *         and shows no digit of a key
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static KeyRing parse(CharSequence text) {
        ByteBuffer buffer = StandardCharsets.UTF_8.encode(text.toString());
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        Arrays.fill(buffer.array(), (byte) 0);
        return of(bytes, "");
    }

    /**
     * Reads the ring of a file.
     *
     * @param file the file
     * @return the ring
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if the file is damaged; the message names file and line
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static KeyRing read(Path file) throws IOException {
        return of(Files.readAllBytes(file), file + ": ");
    }

    private static KeyRing of(byte[] text, String place) {
        try {
            return new KeyRing(text, place);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /**
     * Returns the number of the current key, which hides new ids.
     *
     * @return the number
     */
    public int current() {
        return numbers[0];
    }

    /**
     * Returns all numbers, the current one first.
     *
     * @return the numbers
     */
    public List<Integer> numbers() {
        return Arrays.stream(numbers).boxed().toList();
    }

    /**
     * Returns the key of a number, of a ring of keys of 32 bytes.
     *
     * @param number the number
     * @return the key, which the caller closes
     * @throws IllegalArgumentException if the ring has no key of this number, or keys of 16 bytes
     * @throws IllegalStateException if the ring is closed
     */
    public Key key(int number) {
        byte[] bytes = bytes(number);
        try {
            return Key.of(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /**
     * Returns the key of a number, of a ring of keys of 16 bytes.
     *
     * @param number the number
     * @return the key, which the caller closes
     * @throws IllegalArgumentException if the ring has no key of this number, or keys of 32 bytes
     * @throws IllegalStateException if the ring is closed
     */
    public MaskKey maskKey(int number) {
        byte[] bytes = bytes(number);
        try {
            return MaskKey.of(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private byte[] bytes(int number) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == number) {
                byte[] bytes = Arrays.copyOfRange(keys, i * LONGEST, i * LONGEST + length);
                if (closed) {
                    Arrays.fill(bytes, (byte) 0);
                    throw new IllegalStateException("the key ring is closed");
                }
                return bytes;
            }
        }
        throw new IllegalArgumentException("the key ring has no key of number " + number);
    }

    /** Overwrites the keys with zeros. Keys that the ring gave stay open. */
    @Override
    public void close() {
        closed = true;
        Arrays.fill(keys, (byte) 0);
    }

    /** Returns a text that does not depend on the keys. */
    @Override
    public String toString() {
        return "KeyRing" + numbers();
    }
}
