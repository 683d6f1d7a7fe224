// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Memory of a platform thread outside the heap. A native method reads data from its beginning,
 * and writes an id to its beginning. That takes less time than to pass arrays.
 *
 * <p>A virtual thread may move to another platform thread between two steps, so it has no such
 * memory: callers ask {@link Threads#isVirtual} first.
 */
final class ThreadMemory {
    /** How many bytes of data there is room for. */
    static final int ROOM = 256;

    /**
     * The bytes, and behind them their address. The value is a class of the JDK, so a thread that
     * lives on keeps no class loader of an application.
     */
    private static final ThreadLocal<ByteBuffer> OF_THREAD =
            ThreadLocal.withInitial(ThreadMemory::allocate);

    private ThreadMemory() {
    }

    private static ByteBuffer allocate() {
        ByteBuffer memory = ByteBuffer.allocateDirect(ROOM + Long.BYTES); // big-endian
        return memory.putLong(ROOM, Native.address(memory));
    }

    /** The memory of this thread, which is a platform thread. */
    static ByteBuffer get() {
        return OF_THREAD.get();
    }

    static long address(ByteBuffer memory) {
        return memory.getLong(ROOM);
    }

    /** The most significant number of the id that a native method has written. */
    static long high(ByteBuffer memory) {
        return memory.getLong(0);
    }

    static long low(ByteBuffer memory) {
        return memory.getLong(Long.BYTES);
    }

    static UUID uuid(ByteBuffer memory) {
        return new UUID(high(memory), low(memory));
    }
}
