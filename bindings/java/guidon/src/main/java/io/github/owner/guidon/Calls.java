// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Counts the calls that are on their way, so that memory is freed when none is. Threads that share
 * one counter would wait for its cache line, so there are several, and a call uses the same one
 * from its beginning to its end.
 *
 * <p>A call raises a counter before it looks whether the gate is closed, and {@link #close} closes
 * the gate before it reads the counters. So a call that has found the gate open is counted until
 * it ends, and counters that are all zero behind a closed gate mean that no call is on its way.
 */
final class Calls {
    private static final int COUNTERS = 8;
    /** A cache line, and the one that processors fetch with it. */
    private static final int DISTANCE = 32;

    private final AtomicIntegerArray counts = new AtomicIntegerArray((COUNTERS + 1) * DISTANCE);
    private volatile boolean closed;

    /**
     * Begins a call.
     *
     * @return the counter, for {@link #leave}; negative if the gate is closed
     */
    int enter() {
        int counter = ((int) Thread.currentThread().getId() & COUNTERS - 1) * DISTANCE + DISTANCE;
        counts.incrementAndGet(counter);
        if (!closed) {
            return counter;
        }
        counts.decrementAndGet(counter);
        return -1;
    }

    /**
     * Ends a call.
     *
     * @return is the gate closed and no call on its way? Several calls may learn so
     */
    boolean leave(int counter) {
        counts.decrementAndGet(counter);
        return closed && isZero();
    }

    /**
     * Closes the gate for later calls.
     *
     * @return is no call on its way?
     */
    boolean close() {
        closed = true;
        return isZero();
    }

    private boolean isZero() {
        for (int i = 1; i <= COUNTERS; i++) {
            if (counts.get(i * DISTANCE) != 0) {
                return false;
            }
        }
        return true;
    }
}
