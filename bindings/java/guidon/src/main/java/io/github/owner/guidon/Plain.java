// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Versions 4 and 7, ULIDs and ids with a prefix where no library fits, with the promises of scope
 * PROCESS: an id of version 7, a monotonic ULID and an id with a prefix are above every one, of
 * the same prefix, that a call returned before this call began, in all threads of the process.
 */
final class Plain {
    static final Plain SYSTEM = new Plain(Clock.systemUTC(), Plain::systemRandom);

    /** An id may be so far ahead of the clock, in steps of 2^-20 ms. */
    private static final long AHEAD = 1000L << 20;
    /** A step back by more than this restarts at the time of the clock. */
    private static final long TOLERANCE_MS = 10_000;
    /** A stamp has 63 bits, which end in the year 2248. */
    private static final long MAX_STAMP_MS = (1L << 43) - 1;
    private static final long VARIANT = 0x8000000000000000L;

    /** Fills an array with random bytes. */
    interface Random {
        void fill(byte[] out);
    }

    private final InstantSource clock;
    private final Random random;
    private long lastV7; // milliseconds, and 20 bits of a fraction
    private long highestV7; // of the clock since the last restart
    private long lastMs = -1; // of the monotonic ULID, whose other bits follow
    private long highestMs;
    private long lastHi;
    private long lastLo;

    Plain(InstantSource clock, Random random) {
        this.clock = clock;
        this.random = random;
    }

    static boolean makes(Kind kind) {
        return kind == Kind.V4 || kind == Kind.V7 || kind == Kind.V8_APPEND || kind.isUlid();
    }

    static UUID make(Kind kind) {
        return SYSTEM.next(kind);
    }

    UUID next(Kind kind) {
        switch (kind) {
            case V4:
                return v4();
            case V7:
                return v7();
            case V8_APPEND:
                return prefixed(Prefixed.ones(Prefixed.APPEND_BITS), Prefixed.APPEND_BITS);
            case ULID:
                return ulid();
            case ULID_MONOTONIC:
                return monotonic();
            default:
                throw new IllegalArgumentException(kind.toString());
        }
    }

    private long[] words() {
        byte[] bytes = new byte[16];
        random.fill(bytes);
        return new long[] {word(bytes, 0), word(bytes, 8)};
    }

    private static long word(byte[] bytes, int at) {
        long word = 0;
        for (int i = 0; i < 8; i++) {
            word = word << 8 | bytes[at + i] & 0xff;
        }
        return word;
    }

    private UUID v4() {
        long[] bits = words();
        return new UUID(bits[0] & ~0xf000L | 0x4000, bits[1] >>> 2 | VARIANT);
    }

    private UUID ulid() {
        long ms = ms(now());
        long[] bits = words();
        return new UUID(ms << 16 | bits[0] & 0xffff, bits[1]);
    }

    private Instant now() {
        Instant now = clock.instant();
        long seconds = now.getEpochSecond();
        if (seconds < 0 || seconds > Fields.MAX_MS / 1000) {
            throw outOfRange(now);
        }
        return now;
    }

    private static long ms(Instant now) {
        long ms = now.toEpochMilli();
        if (ms > Fields.MAX_MS) {
            throw outOfRange(now);
        }
        return ms;
    }

    private static GuidonGenerateException outOfRange(Instant now) {
        return new GuidonGenerateException("the clock is out of range: it reads " + now);
    }

    /** The fraction of the millisecond has 20 bits, as RFC 9562 section 6.2 method 3 allows. */
    private static long stamp(Instant now) {
        long ms = now.toEpochMilli();
        if (ms > MAX_STAMP_MS) {
            throw outOfRange(now);
        }
        return ms << 20 | ((long) (now.getNano() % 1_000_000) << 20) / 1_000_000;
    }

    private UUID v7() {
        long stamp = nextStamp();
        long[] bits = words();
        return new UUID(stamp >>> 20 << 16 | 0x7000 | stamp >>> 8 & 0xfff,
                VARIANT | (stamp & 0xff) << 54 | bits[1] >>> 10);
    }

    /** Its stamps are those of version 7, so no id of either has the stamp of another. */
    UUID prefixed(int prefix, int bits) {
        return Prefixed.of(prefix, bits, nextStamp(), words()[1]);
    }

    private long nextStamp() {
        while (true) {
            long stamp = stampIfClockAllows();
            if (stamp >= 0) {
                return stamp;
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private synchronized long stampIfClockAllows() {
        long now = stamp(now());
        if (highestV7 - now > TOLERANCE_MS << 20) {
            lastV7 = now - 1; // restart: the next id is below the last one, and still unique
            highestV7 = now;
        }
        highestV7 = Math.max(highestV7, now);
        long stamp = Math.max(now, lastV7 + 1);
        if (stamp - highestV7 > AHEAD) {
            return -1;
        }
        lastV7 = stamp;
        return stamp;
    }

    private synchronized UUID monotonic() {
        long ms = ms(now());
        boolean restart = highestMs - ms > TOLERANCE_MS;
        highestMs = restart ? ms : Math.max(highestMs, ms);
        if (ms > lastMs || restart) {
            long[] bits = words();
            lastMs = ms;
            lastHi = bits[0] & 0xffff;
            lastLo = bits[1];
        } else if (lastLo == -1 && lastHi == 0xffff) {
            throw new GuidonGenerateException("a monotonic field or tick is exhausted");
        } else {
            lastLo++;
            lastHi += lastLo == 0 ? 1 : 0;
        }
        return new UUID(lastMs << 16 | lastHi, lastLo);
    }

    // ----------------------------------------------------------------- random bits

    /**
     * Pools of random bytes, so that a thread seldom waits for another one. A thread has no pool
     * of its own, because there may be millions of virtual threads.
     */
    private static final AtomicReferenceArray<Pool> POOLS = new AtomicReferenceArray<>(16);

    private static void systemRandom(byte[] out) {
        int i = (int) Thread.currentThread().getId() & POOLS.length() - 1;
        Pool pool = POOLS.get(i);
        if (pool == null) {
            POOLS.compareAndSet(i, null, new Pool());
            pool = POOLS.get(i);
        }
        pool.fill(out);
    }

    /**
     * A stream of AES-256-CTR whose key the system gives. Each refill draws the next key from
     * the stream, and bytes that were handed out are erased, so nobody computes them later.
     */
    private static final class Pool {
        private static final int KEY = 32;
        private static final int START = 16;
        private static final byte[] ZEROS = new byte[4096 + KEY + START];

        private final byte[] stream = new byte[ZEROS.length];
        private final byte[] key = new byte[KEY];
        private final byte[] start = new byte[START];
        private int at = 4096;

        Pool() {
            SecureRandom system = new SecureRandom();
            system.nextBytes(key);
            system.nextBytes(start);
        }

        synchronized void fill(byte[] out) {
            if (at + out.length > 4096) {
                refill();
            }
            System.arraycopy(stream, at, out, 0, out.length);
            Arrays.fill(stream, at, at + out.length, (byte) 0);
            at += out.length;
        }

        private void refill() {
            try {
                Cipher aes = Cipher.getInstance("AES/CTR/NoPadding");
                aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"),
                        new IvParameterSpec(start));
                aes.update(ZEROS, 0, ZEROS.length, stream, 0);
            } catch (GeneralSecurityException exception) {
                GuidonGenerateException error =
                        new GuidonGenerateException("the system gave no random bytes");
                error.initCause(exception);
                throw error;
            }
            System.arraycopy(stream, 4096, key, 0, KEY);
            System.arraycopy(stream, 4096 + KEY, start, 0, START);
            Arrays.fill(stream, 4096, stream.length, (byte) 0);
            at = 0;
        }
    }
}
