// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;

/** Checks the memory of a batch, and fills a buffer of any sort by way of an array. */
final class Batch {
    private static final int CHUNK = 512;

    private Batch() {
    }

    /** Fills n ids into an array, from an offset on. */
    interface Source {
        void fill(byte[] out, int offset, int n);
    }

    /** Returns how many ids of two numbers an array holds. */
    static int count(long[] out) {
        if (out.length % 2 != 0) {
            throw new IllegalArgumentException("an array of " + out.length
                    + " numbers does not hold whole ids, which have two numbers each");
        }
        return out.length / 2;
    }

    static void check(byte[] out, int offset, int n) {
        Objects.requireNonNull(out, "out");
        if (n < 0 || n > Integer.MAX_VALUE / 16) {
            throw new IndexOutOfBoundsException("n is " + n);
        }
        Objects.checkFromIndexSize(offset, 16 * n, out.length);
    }

    /**
     * Fills a buffer from its position to its limit. The bytes pass through an array, and the
     * buffer checks itself that its memory is still there: memory that another thread closes, or
     * a mapped file that shrinks, then ends in an exception.
     */
    static void fill(ByteBuffer out, Source source) {
        int left = out.remaining();
        if (out.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (left % 16 != 0) {
            throw new IllegalArgumentException("the " + left
                    + " bytes from position to limit do not hold whole ids, which have 16 bytes");
        }
        byte[] ids = new byte[Math.min(left, 16 * CHUNK)];
        while (left > 0) {
            int some = Math.min(left, ids.length);
            source.fill(ids, 0, some / 16);
            out.put(ids, 0, some);
            left -= some;
        }
    }
}
