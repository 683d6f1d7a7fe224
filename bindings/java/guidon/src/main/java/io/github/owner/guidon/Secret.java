// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Arrays;
import java.util.HexFormat;

/** What the keys have in common: a structure of the library, and what happens at its end. */
abstract sealed class Secret implements AutoCloseable permits Key, MaskKey {
    /** A guidon_key or a guidon_mask_key of the library. */
    final long[] words;
    private volatile boolean closed;

    Secret(int length) {
        words = new long[length];
    }

    /** A result counts only if the key is open behind it: close() sets the flag first. */
    final void check() {
        if (closed) {
            throw new IllegalStateException("the key is closed");
        }
    }

    /** Overwrites the key with zeros. Every later use throws {@link IllegalStateException}. */
    @Override
    public final void close() {
        closed = true;
        Arrays.fill(words, 0);
    }

    /** Returns a text that does not depend on the key. */
    @Override
    public final String toString() {
        return getClass().getSimpleName();
    }

    /** Reads the hexadecimal digits of a key, without a message that shows them. */
    static byte[] parseDigits(CharSequence digits, int length) {
        try {
            if (digits.length() == 2 * length) {
                return HexFormat.of().parseHex(digits);
            }
        } catch (IllegalArgumentException exception) {
            // Its message shows the digits.
        }
        throw new IllegalArgumentException("a key of " + length + " bytes is written as "
                + 2 * length + " hexadecimal digits; this text is not");
    }
}
