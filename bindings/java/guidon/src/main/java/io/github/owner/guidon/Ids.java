// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * New ids of the default options.
 *
 * <p>A platform thread gets its ids from the state that the library keeps for it. A virtual
 * thread moves between platform threads, so that state would not keep its order: it gets ids
 * with a state from a generator of scope PROCESS. Ids without a state come from any thread.
 */
final class Ids {
    private Ids() {
    }

    /** Generators that all virtual threads share; created when one needs them. */
    private static final class Shared {
        static final long[] GENERATORS = new long[Kind.values().length];

        static {
            for (Kind kind : new Kind[] {Kind.V1, Kind.V6, Kind.V7, Kind.ULID_MONOTONIC}) {
                GENERATORS[kind.ordinal()] = Native.generatorNew(null,
                        Generator.builder(kind).scope(Generator.Scope.PROCESS).numbers(), null, null);
            }
        }

        private Shared() {
        }
    }

    /** The next id of a generator, whose memory the caller keeps. */
    static UUID next(long handle, Generator generator) {
        if (Threads.isVirtual()) {
            long[] words = new long[2];
            Native.generatorNext(handle, generator, words);
            return new UUID(words[0], words[1]);
        }
        ByteBuffer memory = ThreadMemory.get();
        Native.generatorNextAt(handle, generator, ThreadMemory.address(memory));
        return ThreadMemory.uuid(memory);
    }

    static UUID uuid(Kind kind) {
        if (!Native.LOADED) {
            return plain(kind);
        }
        if (Threads.isVirtual()) {
            long[] words = virtual(kind);
            return new UUID(words[0], words[1]);
        }
        ByteBuffer memory = ThreadMemory.get();
        Native.makeAt(ThreadMemory.address(memory), kind.number());
        return ThreadMemory.uuid(memory);
    }

    static Ulid ulid(Kind kind) {
        if (!Native.LOADED) {
            return Ulid.of(plain(kind));
        }
        if (Threads.isVirtual()) {
            long[] words = virtual(kind);
            return new Ulid(words[0], words[1]);
        }
        ByteBuffer memory = ThreadMemory.get();
        Native.makeAt(ThreadMemory.address(memory), kind.number());
        return new Ulid(ThreadMemory.high(memory), ThreadMemory.low(memory));
    }

    private static long[] virtual(Kind kind) {
        long[] words = new long[2];
        if (kind == Kind.V4 || kind == Kind.ULID) {
            Native.make(words, kind.number());
        } else {
            Native.generatorNext(Shared.GENERATORS[kind.ordinal()], null, words);
        }
        return words;
    }

    /** An id whose prefix is all ones. */
    static UUID append(int bits) {
        return Native.LOADED ? prefixed(-1, bits) : plain(Prefixed.ones(bits), bits);
    }

    static UUID sharded(int shard, int bits) {
        return Native.LOADED ? prefixed(shard, bits) : plain(shard, bits);
    }

    /** All threads share the generators of these ids, so a virtual thread needs no others. */
    private static UUID prefixed(int shard, int bits) {
        if (Threads.isVirtual()) {
            long[] words = new long[2];
            Native.prefixed(words, shard, bits);
            return new UUID(words[0], words[1]);
        }
        ByteBuffer memory = ThreadMemory.get();
        Native.prefixedAt(ThreadMemory.address(memory), shard, bits);
        return ThreadMemory.uuid(memory);
    }

    private static UUID plain(int prefix, int bits) {
        if (!Native.isPlain()) {
            throw new AssertionError();
        }
        return Plain.SYSTEM.prefixed(prefix, bits);
    }

    private static UUID plain(Kind kind) {
        if (Native.isPlain() && Plain.makes(kind)) {
            return Plain.make(kind);
        }
        Native.require("kind " + kind);
        throw new AssertionError();
    }

    // -------------------------------------------------------------------- batches

    static void fill(long[] out, int offset, int n, Kind kind) {
        check(kind);
        if (!Native.LOADED) {
            for (int i = 0; i < n; i++) {
                UUID id = plain(kind);
                out[offset + 2 * i] = id.getMostSignificantBits();
                out[offset + 2 * i + 1] = id.getLeastSignificantBits();
            }
        } else if (isShared(kind)) {
            Native.generatorFillLongs(Shared.GENERATORS[kind.ordinal()], null, out, offset, n);
        } else {
            Native.fillLongs(out, offset, n, kind.number());
        }
    }

    static void fill(byte[] out, int offset, int n, Kind kind) {
        check(kind);
        if (!Native.LOADED) {
            ByteBuffer bytes = ByteBuffer.wrap(out);
            for (int i = 0; i < n; i++) {
                UUID id = plain(kind);
                bytes.putLong(offset + 16 * i, id.getMostSignificantBits());
                bytes.putLong(offset + 16 * i + 8, id.getLeastSignificantBits());
            }
        } else if (isShared(kind)) {
            Native.generatorFillBytes(Shared.GENERATORS[kind.ordinal()], null, out, offset, n);
        } else {
            Native.fillBytes(out, offset, n, kind.number());
        }
    }

    private static boolean isShared(Kind kind) {
        return kind != Kind.V4 && kind != Kind.ULID && kind != Kind.V8_APPEND
                && Threads.isVirtual();
    }

    static void check(Kind kind) {
        if (kind == Kind.V2 || kind == Kind.V8_NODE || kind == Kind.V8_SHARDED) {
            throw new IllegalArgumentException("the kind " + kind
                    + " needs options; create it with Generator.builder");
        }
    }
}
