// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Makes ids with options of your own: a scope of the order, a layout, a clock and random bits for
 * tests, a state file, a node.
 *
 * <p>Every method may be called from every thread. A generator of scope {@link Scope#THREAD}
 * lets one thread in at a time, and those of other scopes let in all. A generator that nobody
 * closes is freed when it is collected.
 *
 * <p>A clock and a source of random bits are called by the thread that asks for an id. What they
 * throw comes out of that call, and no id is made. They may use this generator, unless its scope
 * is THREAD: then the inner call throws {@link IllegalStateException}.
 */
public final class Generator implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Kind kind;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final ReentrantLock turn; // null if threads need not wait for one another
    private final int prefixBits; // of V8_APPEND and V8_SHARDED
    private final long handle;
    private final Cleaner.Cleanable memory;
    /** Null in scope PROCESS, where the collector frees a closed generator. */
    private final Calls calls;
    private volatile boolean closed;

    /** Which threads and processes share the order of a generator. */
    public enum Scope {
        /** One thread at a time. */
        THREAD,
        /** All threads: if a call returns before another one begins, its id is the smaller. */
        PROCESS,
        /** The same, across all processes that use the same state file. */
        HOST
    }

    /** How version 7 fills the 74 bits after the milliseconds (RFC 9562, section 6.2). */
    public enum V7Layout {
        /** A 20-bit fraction of the millisecond and 54 random bits. */
        PRECISE,
        /** A 20-bit counter and 54 random bits. */
        COUNTER,
        /** A number of 74 bits to which each id adds a random step. */
        INCREMENT,
        /** 74 new random bits in each id. */
        UNORDERED,
        /** An 18-bit fraction of the millisecond and 56 random bits, for trace ids. */
        TRACE
    }

    /** The step of a monotonic ULID within a millisecond. */
    public enum UlidStep {
        /** 1, as the ULID specification requires. */
        ONE,
        /** 1 to 2^32, new for each id. */
        RANDOM
    }

    /** The behaviour when the clock has stepped back by more than the tolerance. */
    public enum Rollback {
        /** Restart at the time of the clock: the next id is below the last one, but unique. */
        RESTART,
        /** Wait until the clock is within the tolerance. */
        WAIT,
        /** Throw {@link GuidonGenerateException}. */
        FAIL
    }

    /** The behaviour when the ids of an instant are exhausted. */
    public enum Overflow {
        /** Wait for the clock. */
        WAIT,
        /** Throw {@link GuidonGenerateException}. */
        FAIL
    }

    /** Frees the generator of the library. Holds no reference to the object of Java. */
    private record Memory(long handle) implements Runnable {
        @Override
        public void run() {
            Native.generatorFree(handle);
        }
    }

    private Generator(Builder builder) {
        Native.require("Generator");
        kind = builder.kind;
        prefixBits = builder.prefixBits;
        clock = builder.clock;
        random = builder.random;
        turn = builder.scope == Scope.THREAD ? new ReentrantLock() : null;
        calls = builder.scope == Scope.PROCESS ? null : new Calls();
        handle = Native.generatorNew(this, builder.numbers(), builder.path(builder.stateFile),
                builder.path(builder.leaseFile));
        memory = CLEANER.register(this, new Memory(handle));
    }

    /**
     * Creates a generator with the default options of a kind: scope THREAD, the clock and the
     * random bits of the system.
     *
     * @param kind a kind other than v2, v8-node and v8-sharded
     * @return a new generator
     * @throws IllegalArgumentException if the kind needs more options
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public static Generator of(Kind kind) {
        return builder(kind).build();
    }

    /**
     * Begins the options of a generator.
     *
     * @param kind the kind of its ids
     * @return a builder with the default options
     */
    public static Builder builder(Kind kind) {
        return new Builder(kind);
    }

    // ------------------------------------------------------------------ next ids

    /**
     * Makes the next id.
     *
     * @return the id; for a ULID the UUID with the same 128 bits, see {@link #nextUlid}
     * @throws GuidonGenerateException if the clock, a counter, the random bits or a file do not
     *     allow one
     * @throws IllegalStateException if the generator is closed
     */
    public UUID next() {
        int call = enter();
        try {
            return Ids.next(handle, this);
        } finally {
            leave(call);
        }
    }

    /**
     * Makes the next id with another prefix than that of the options, such as the shard of a row.
     * All ids of the generator share one order of time.
     *
     * @param prefix below 2 to the power of the length that the options have
     * @return the id
     * @throws IllegalArgumentException if the prefix is out of range
     * @throws GuidonGenerateException as {@link #next}
     * @throws IllegalStateException if the generator is closed, or its ids have no prefix
     */
    public UUID nextPrefixed(int prefix) {
        if (!kind.hasPrefix()) {
            throw new IllegalStateException("this generator makes ids of the kind " + kind
                    + ", which have no prefix");
        }
        Builder.between(prefix, 0, Prefixed.ones(prefixBits), "prefix");
        long[] words = new long[2];
        int call = enter();
        try {
            Native.generatorNextPrefixed(handle, this, prefix, words);
        } finally {
            leave(call);
        }
        return new UUID(words[0], words[1]);
    }

    /**
     * Makes the next ULID of a generator of ULIDs.
     *
     * @return the ULID
     * @throws GuidonGenerateException as {@link #next}
     * @throws IllegalStateException if the generator is closed, or makes another kind
     */
    public Ulid nextUlid() {
        if (!kind.isUlid()) {
            throw new IllegalStateException("this generator makes ids of the kind " + kind
                    + ", and not ULIDs");
        }
        return Ulid.of(next());
    }

    /**
     * Fills an array with the next ids. See {@link Guidon#fill(long[], Kind)}.
     *
     * @param out an array of even length
     * @throws IllegalArgumentException if the length is odd
     * @throws GuidonGenerateException as {@link #next}; ids before the fault are written
     * @throws IllegalStateException if the generator is closed
     */
    public void fill(long[] out) {
        int n = Batch.count(out);
        int call = enter();
        try {
            Native.generatorFillLongs(handle, this, out, 0, n);
        } finally {
            leave(call);
        }
    }

    /**
     * Fills a part of an array with the next ids. See
     * {@link Guidon#fill(byte[], int, int, Kind)}.
     *
     * @param out the array
     * @param offset where the first id begins
     * @param n how many ids
     * @throws IndexOutOfBoundsException if the array is too short
     * @throws GuidonGenerateException as {@link #next}; ids before the fault are written
     * @throws IllegalStateException if the generator is closed
     */
    public void fill(byte[] out, int offset, int n) {
        Batch.check(out, offset, n);
        int call = enter();
        try {
            Native.generatorFillBytes(handle, this, out, offset, n);
        } finally {
            leave(call);
        }
    }

    /**
     * Fills a buffer with the next ids. See {@link Guidon#fill(ByteBuffer, Kind)}.
     *
     * @param out a buffer with a multiple of 16 bytes left
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     * @throws IllegalArgumentException if the bytes left are not a multiple of 16
     * @throws GuidonGenerateException as {@link #next}; ids before the fault are written
     * @throws IllegalStateException if the generator is closed
     */
    public void fill(ByteBuffer out) {
        Batch.fill(out, this::fill);
    }

    /**
     * Frees the generator. A call that another thread has begun ends first. Every later call
     * throws {@link IllegalStateException}; closing again does nothing.
     */
    @Override
    public void close() {
        closed = true;
        if (calls != null && calls.close()) {
            memory.clean();
        }
    }

    /**
     * Begins a call. In scope PROCESS it costs nothing: threads would wait for a counter, and
     * such a generator holds no file, so its memory may stay until the object is collected.
     *
     * @return for {@link #leave}
     */
    private int enter() {
        if (turn != null) {
            takeTurn();
        }
        int call = calls == null ? 0 : calls.enter();
        if (closed || call < 0) {
            if (call >= 0) {
                leave(call);
            } else if (turn != null) {
                turn.unlock();
            }
            throw new IllegalStateException("the generator is closed");
        }
        return call;
    }

    private void takeTurn() {
        if (turn.isHeldByCurrentThread()) {
            throw new IllegalStateException("the clock or the random source of a generator of "
                    + "scope THREAD has used that generator");
        }
        turn.lock();
    }

    /** The last call that leaves a closed generator frees it. */
    private void leave(int call) {
        if (calls != null && calls.leave(call)) {
            memory.clean(); // the first time only
        }
        if (turn != null) {
            turn.unlock();
        }
        Reference.reachabilityFence(this);
    }

    // -------------------------------------------------- what the library calls

    /** The time of the clock: seconds and nanoseconds. */
    private long[] readClock() {
        Instant now = Objects.requireNonNull(clock.instant(), "the clock has returned null");
        return new long[] {now.getEpochSecond(), now.getNano()};
    }

    private byte[] drawRandom(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The options of a generator. One thread at a time uses a builder. */
    public static final class Builder {
        private final Kind kind;
        private Scope scope = Scope.THREAD;
        private V7Layout layout = V7Layout.PRECISE;
        private UlidStep step = UlidStep.ONE;
        private long toleranceMs;
        private Rollback rollback = Rollback.RESTART;
        private Overflow overflow = Overflow.WAIT;
        private RandomGenerator random;
        private boolean kernelRandom;
        private InstantSource clock;
        private long resolutionNs;
        private int node; // guidon_node
        private long nodeBytes;
        private int clockSeq = -1;
        private int domain;
        private long localId;
        private int nodeNumber;
        private int nodeNumberBits;
        private int prefix;
        private int prefixBits;
        private boolean prefixRandom;
        private boolean needsShard;
        private Path stateFile;
        private Path leaseFile;

        private Builder(Kind kind) {
            this.kind = Objects.requireNonNull(kind, "kind");
            if (kind == Kind.V8_APPEND) {
                prefixBits(Prefixed.APPEND_BITS);
            }
            needsShard = kind == Kind.V8_SHARDED;
        }

        /**
         * Sets which threads and processes share the order. The default is THREAD.
         *
         * @param scope the scope; {@link Kind#V8_NODE} needs PROCESS
         * @return this
         */
        public Builder scope(Scope scope) {
            this.scope = Objects.requireNonNull(scope, "scope");
            return this;
        }

        /**
         * Sets the state file of scope HOST. The default is {@code guidon/state} in {@code /run}
         * for root, and in {@code $XDG_RUNTIME_DIR} for other users.
         *
         * @param file the file, which the generator creates if it does not exist
         * @return this
         */
        public Builder stateFile(Path file) {
            stateFile = Objects.requireNonNull(file, "file");
            return this;
        }

        /**
         * Sets the lease file that says how long the generator makes ids.
         *
         * @param file a file that guidon-node or the C library has created
         * @return this
         */
        public Builder leaseFile(Path file) {
            leaseFile = Objects.requireNonNull(file, "file");
            return this;
        }

        /**
         * Sets the layout of version 7. The default is PRECISE.
         *
         * @param layout the layout
         * @return this
         */
        public Builder layout(V7Layout layout) {
            this.layout = Objects.requireNonNull(layout, "layout");
            return this;
        }

        /**
         * Sets the step of monotonic ULIDs. The default is ONE.
         *
         * @param step the step
         * @return this
         */
        public Builder ulidStep(UlidStep step) {
            this.step = Objects.requireNonNull(step, "step");
            return this;
        }

        /**
         * Sets what happens when the clock has stepped back. The default is RESTART, with a
         * tolerance of ten seconds.
         *
         * @param rollback the behaviour
         * @param tolerance a smaller step back only continues from the last time; from 1 ms to
         *     49 days
         * @return this
         * @throws IllegalArgumentException if the tolerance is out of range
         */
        public Builder rollback(Rollback rollback, Duration tolerance) {
            this.rollback = Objects.requireNonNull(rollback, "rollback");
            toleranceMs = between(tolerance.toMillis(), 1, 0xffffffffL,
                    "the tolerance in milliseconds");
            return this;
        }

        /**
         * Sets what happens when the ids of an instant are exhausted. The default is WAIT.
         *
         * @param overflow the behaviour
         * @return this
         */
        public Builder overflow(Overflow overflow) {
            this.overflow = Objects.requireNonNull(overflow, "overflow");
            return this;
        }

        /**
         * Sets the source of random bits, such as {@code new java.util.Random(1)} in a test. The
         * default is a cryptographically secure one. Ids are unique and unpredictable only if the
         * bits of the source are.
         *
         * @param random must be safe for threads if several use the generator
         * @return this
         */
        public Builder random(RandomGenerator random) {
            this.random = Objects.requireNonNull(random, "random");
            return this;
        }

        /**
         * Takes random bits from the kernel for each id, instead of from a stream whose keys the
         * kernel gives.
         *
         * @return this
         */
        public Builder kernelRandom() {
            kernelRandom = true;
            return this;
        }

        /**
         * Sets the clock, such as {@code InstantSource.fixed(time)} in a test. The default is
         * that of the system.
         *
         * @param clock must be safe for threads if several use the generator
         * @return this
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * Sets the resolution of the clock. With a coarse clock, the first id of each tick of
         * version 7 begins at a random fraction of the tick.
         *
         * @param resolution from 1 ns to 1 s
         * @return this
         * @throws IllegalArgumentException if the resolution is out of range
         */
        public Builder clockResolution(Duration resolution) {
            resolutionNs = between(resolution.compareTo(Duration.ofSeconds(1)) > 0 ? -1
                    : resolution.toNanos(), 1, 1_000_000_000, "the resolution in nanoseconds");
            return this;
        }

        /**
         * Sets the node of versions 1, 2 and 6. The default is random.
         *
         * @param node 48 bits
         * @return this
         * @throws IllegalArgumentException if the node has more bits
         */
        public Builder node(long node) {
            nodeBytes = between(node, 0, 0xffffffffffffL, "the node");
            this.node = 2;
            return this;
        }

        /**
         * Takes a hardware address of this host as the node, which reveals the host.
         *
         * @return this
         */
        public Builder nodeOfHost() {
            node = 1;
            return this;
        }

        /**
         * Sets the first clock sequence of versions 1, 2 and 6. The default is random.
         *
         * @param clockSeq 14 bits (version 2: 6 bits)
         * @return this
         * @throws IllegalArgumentException if the sequence has more bits
         */
        public Builder clockSeq(int clockSeq) {
            this.clockSeq = (int) between(clockSeq, 0, kind == Kind.V2 ? 0x3f : 0x3fff,
                    "the clock sequence");
            return this;
        }

        /**
         * Sets the domain and the local id of version 2 (DCE 1.1).
         *
         * @param domain 0 for a user, 1 for a group, 2 for an organisation; at most 255
         * @param localId 32 bits, such as a user id
         * @return this
         * @throws IllegalArgumentException if a number has more bits
         */
        public Builder localId(int domain, long localId) {
            this.domain = (int) between(domain, 0, 255, "the domain");
            this.localId = between(localId, 0, 0xffffffffL, "the local id");
            return this;
        }

        /**
         * Sets the node number of {@link Kind#V8_NODE}. It must belong to this generator alone,
         * on all machines.
         *
         * @param number the number, below 2 to the power of bits
         * @param bits the length of all numbers, 1 to 24
         * @return this
         * @throws IllegalArgumentException if a number is out of range
         */
        public Builder nodeNumber(int number, int bits) {
            nodeNumberBits = (int) between(bits, 1, 24, "the length of the node number");
            nodeNumber = (int) between(number, 0, (1L << bits) - 1, "the node number");
            return this;
        }

        /**
         * Sets the length of the prefix of {@link Kind#V8_APPEND}. The default is 20.
         *
         * @param bits 0 to 28: always the same for a table
         * @return this
         * @throws IllegalArgumentException if the length is out of range, or the kind is another
         */
        public Builder prefixBits(int bits) {
            only(Kind.V8_APPEND, "prefixBits");
            prefixBits = Prefixed.bits(bits);
            prefix = Prefixed.ones(bits);
            return this;
        }

        /**
         * Sets the shard of all ids of {@link Kind#V8_SHARDED}. {@link Generator#nextPrefixed}
         * makes an id of another shard.
         *
         * @param shard the number of the shard, below 2 to the power of bits
         * @param bits the length of that number, 0 to 10: always the same for a table
         * @return this
         * @throws IllegalArgumentException if a number is out of range, or the kind is another
         */
        public Builder shard(int shard, int bits) {
            only(Kind.V8_SHARDED, "shard");
            prefix = Prefixed.shard(shard, bits);
            return sharded(bits, false);
        }

        /**
         * Gives each id of {@link Kind#V8_SHARDED} a random shard.
         *
         * @param bits the length of the number of a shard, 0 to 10: always the same for a table
         * @return this
         * @throws IllegalArgumentException if the length is out of range, or the kind is another
         */
        public Builder randomShard(int bits) {
            only(Kind.V8_SHARDED, "randomShard");
            prefix = 0;
            return sharded(Prefixed.shardBits(bits), true);
        }

        private Builder sharded(int bits, boolean random) {
            prefixBits = bits;
            prefixRandom = random;
            needsShard = false;
            return this;
        }

        private void only(Kind due, String option) {
            if (kind != due) {
                throw new IllegalArgumentException("the option " + option + " is of the kind "
                        + due + ", and not of " + kind);
            }
        }

        /**
         * Creates the generator.
         *
         * @return a new generator
         * @throws IllegalArgumentException if the options do not fit the kind or this machine
         * @throws GuidonGenerateException if the state file or the lease file cannot be used
         * @throws UnsupportedOperationException if Guidon has no native library for this system
         */
        public Generator build() {
            if (random != null && kernelRandom) {
                throw new IllegalArgumentException(
                        "a generator has random() or kernelRandom(), and not both");
            }
            if (needsShard) {
                throw new IllegalArgumentException(
                        "a generator of the kind v8-sharded needs shard() or randomShard()");
            }
            return new Generator(this);
        }

        static long between(long value, long least, long most, String what) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(what + " is " + value + "; it must be from "
                        + least + " to " + most);
            }
            return value;
        }

        /** The order is that of an enumeration in native/jni_generator.c. */
        long[] numbers() {
            return new long[] {kind.number(), scope.ordinal(), layout.ordinal(), step.ordinal(),
                    toleranceMs, rollback.ordinal(), overflow.ordinal(),
                    random != null ? 2 : kernelRandom ? 1 : 0, clock != null ? 1 : 0, node,
                    nodeBytes, clockSeq, nodeNumber, nodeNumberBits, resolutionNs, domain,
                    localId, prefix, prefixBits, prefixRandom ? 1 : 0};
        }

        /** The encoding in which the JDK itself writes names of files. */
        private static final Charset FILE_NAMES =
                Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

        /** A path as C takes it, with a NUL behind. */
        private byte[] path(Path path) {
            if (path == null) {
                return null;
            }
            byte[] bytes = path.toString().getBytes(FILE_NAMES);
            return Arrays.copyOf(bytes, bytes.length + 1);
        }
    }
}
