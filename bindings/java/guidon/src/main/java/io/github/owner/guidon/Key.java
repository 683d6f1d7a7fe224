// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * A key of {@link Guidon#derive}, {@link Guidon#encrypt} and {@link Guidon#decrypt}: 32 bytes
 * from a cryptographically secure source.
 *
 * <p>Threads may share a key. It lies outside the heap, where the garbage collector makes no
 * copies of it, and {@link #close} overwrites it with zeros. Neither {@link #toString} nor an
 * exception shows a key, and keys cannot be serialized.
 */
public final class Key extends Secret {
    private static final int LENGTH = 32;

    private Key(byte[] bytes) {
        super("Key", 64);
        Objects.requireNonNull(bytes, "bytes");
        int status = Native.keyInit(bytes, address);
        check();
        if (status != 0) {
            throw new IllegalArgumentException("a key has " + LENGTH + " bytes, and not "
                    + bytes.length);
        }
    }

    /**
     * Makes a key of its bytes.
     *
     * @param bytes 32 bytes; the caller overwrites them
     * @return the key
     * @throws IllegalArgumentException if there are not 32 bytes
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static Key of(byte[] bytes) {
        return new Key(bytes);
    }

    /**
     * Makes a key of hexadecimal digits, as they stand in key files.
     *
     * @param digits 64 hexadecimal digits
     * @return the key
     * @throws IllegalArgumentException if there are not 64 hexadecimal digits
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static Key parse(CharSequence digits) {
        byte[] bytes = parseDigits(digits, LENGTH);
        try {
            return new Key(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    UUID derive(long ms, byte[] data, int offset, int length) {
        if (length > ThreadMemory.ROOM || Threads.isVirtual()) {
            check();
            long[] out = new long[2];
            checkStatus(Native.derive(address, ms, data, offset, length, out));
            return new UUID(out[0], out[1]);
        }
        ByteBuffer memory = ThreadMemory.get();
        memory.put(0, data, offset, length);
        return derive(ms, memory, length);
    }

    UUID derive(long ms, long data) {
        if (Threads.isVirtual()) {
            return derive(ms, ByteBuffer.allocate(8).putLong(data).array(), 0, 8);
        }
        return derive(ms, ThreadMemory.get().putLong(0, data), 8);
    }

    /** Derives an id from the data that the thread's memory begins with. */
    private UUID derive(long ms, ByteBuffer memory, int length) {
        check();
        checkStatus(Native.deriveAt(address, ms, ThreadMemory.address(memory), length));
        return ThreadMemory.uuid(memory);
    }

    private void checkStatus(int status) {
        check();
        if (status != 0) {
            throw new IllegalArgumentException(Native.statusText(status));
        }
    }

    UUID encrypt(UUID id, boolean back) {
        check();
        long[] out = new long[2];
        int status = Native.encrypt(address, back, id.getMostSignificantBits(),
                id.getLeastSignificantBits(), out);
        check();
        if (status != 0) {
            throw new IllegalArgumentException("the id " + id + " is not of version "
                    + (back ? 8 : 7));
        }
        return new UUID(out[0], out[1]);
    }
}
