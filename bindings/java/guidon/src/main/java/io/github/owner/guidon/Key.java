// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * A key of {@link Guidon#derive}, {@link Guidon#encrypt} and {@link Guidon#decrypt}: 32 bytes
 * from a cryptographically secure source.
 *
 * <p>Threads may share a key. {@link #close} overwrites it with zeros; the garbage collector may
 * have left copies in memory. Neither {@link #toString} nor an exception shows a key, and keys
 * cannot be serialized.
 */
public final class Key extends Secret {
    private static final int LENGTH = 32;

    private Key(byte[] bytes) {
        super(8);
        Objects.requireNonNull(bytes, "bytes");
        Native.require("Key");
        int status = Native.keyInit(bytes, words);
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
        check();
        long[] out = new long[2];
        int status = Native.derive(words, ms, data, offset, length, out);
        check();
        if (status != 0) {
            throw new IllegalArgumentException(Native.statusText(status));
        }
        return new UUID(out[0], out[1]);
    }

    UUID encrypt(UUID id, boolean back) {
        check();
        long[] out = new long[2];
        int status = Native.encrypt(words, back, id.getMostSignificantBits(),
                id.getLeastSignificantBits(), out);
        check();
        if (status != 0) {
            throw new IllegalArgumentException("the id " + id + " is not of version "
                    + (back ? 8 : 7));
        }
        return new UUID(out[0], out[1]);
    }
}
