// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** What the keys have in common: a structure of the library, and what happens at its end. */
abstract sealed class Secret implements AutoCloseable permits Key, MaskKey {
    /**
     * A guidon_key or a guidon_mask_key of the library. Outside the heap, the garbage collector
     * makes no copies of it. The memory lives as long as this object, also behind close(), so a
     * native method never finds it gone.
     */
    private final ByteBuffer memory;
    /** The address of the memory. Who passes it to a native method calls {@link #check} then. */
    final long address;
    private volatile boolean closed;

    /**
     * Allocates the memory.
     *
     * @param what names the class, if there is no library
     * @param length of the structure, in bytes
     */
    Secret(String what, int length) {
        Native.require(what);
        memory = ByteBuffer.allocateDirect(length);
        address = Native.address(memory);
    }

    /**
     * A result counts only if the key is open behind it: close() sets the flag first, and then
     * changes the memory. A call behind a native method also keeps this object until then.
     */
    final void check() {
        if (closed) {
            throw new IllegalStateException("the key is closed");
        }
    }

    /** Overwrites the key with zeros. Every later use throws {@link IllegalStateException}. */
    @Override
    public final void close() {
        closed = true;
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) 0);
        }
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
