// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * A key of {@link Guidon#mask} and {@link Guidon#unmask}: 16 bytes from a cryptographically
 * secure source, the key of UUIDv47. What {@link Key} says of its objects holds here too.
 */
public final class MaskKey extends Secret {
    private static final int LENGTH = 16;

    private MaskKey(byte[] bytes) {
        super("MaskKey", 32);
        Objects.requireNonNull(bytes, "bytes");
        int status = Native.maskKeyInit(bytes, address);
        check();
        if (status != 0) {
            throw new IllegalArgumentException("a key of mask has " + LENGTH + " bytes, and not "
                    + bytes.length);
        }
    }

    /**
     * Makes a key of its bytes.
     *
     * @param bytes 16 bytes; the caller overwrites them
     * @return the key
     * @throws IllegalArgumentException if there are not 16 bytes
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static MaskKey of(byte[] bytes) {
        return new MaskKey(bytes);
    }

    /**
     * Makes a key of hexadecimal digits.
     *
     * @param digits 32 hexadecimal digits
     * @return the key
     * @throws IllegalArgumentException if there are not 32 hexadecimal digits
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static MaskKey parse(CharSequence digits) {
        byte[] bytes = parseDigits(digits, LENGTH);
        try {
            return new MaskKey(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    UUID mask(UUID id, boolean back) {
        check();
        long[] out = new long[2];
        int status = Native.mask(address, back, id.getMostSignificantBits(),
                id.getLeastSignificantBits(), out);
        check();
        if (status != 0) {
            throw new IllegalArgumentException("the id " + id + " is not of version "
                    + (back ? 4 : 7));
        }
        return new UUID(out[0], out[1]);
    }
}
