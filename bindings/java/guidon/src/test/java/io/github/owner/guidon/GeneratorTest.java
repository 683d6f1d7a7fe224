// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generators with scripted clocks and random bits, and callbacks that misbehave. */
class GeneratorTest {
    private static final Instant NOW = Instant.parse("2022-02-22T19:22:22Z");

    /** Gives bytes of a pattern. */
    private static RandomGenerator pattern(int value) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError("only nextBytes is called");
            }

            @Override
            public void nextBytes(byte[] out) {
                java.util.Arrays.fill(out, (byte) value);
            }
        };
    }

    @Test
    void clockAndRandomBitsDecideTheId() {
        InstantSource clock = InstantSource.fixed(NOW.plusNanos(456_700));
        try (Generator generator =
                Generator.builder(Kind.V7).clock(clock).random(pattern(0xff)).build()) {
            UUID id = generator.next();
            assertEquals("017f22e2-79b0-774e-", id.toString().substring(0, 19));
            assertEquals(NOW, Guidon.timeOf(id));
            assertTrue(Comparators.unsigned().compare(id, generator.next()) < 0);
        }
        try (Generator generator = Generator.builder(Kind.V4).random(pattern(0)).build()) {
            assertEquals("00000000-0000-4000-8000-000000000000", generator.next().toString());
        }
        try (Generator generator =
                Generator.builder(Kind.ULID).clock(clock).random(pattern(0xff)).build()) {
            assertEquals(Ulid.ceil(NOW), generator.nextUlid());
        }
    }

    /** The fraction of the millisecond begins with floor(fraction * 4096). */
    @Test
    void fractions() {
        for (JsonNode row : Vectors.rows("times.fraction")) {
            int nanos = row.get("nanoseconds").asInt();
            InstantSource clock = InstantSource.fixed(NOW.plusNanos(nanos));
            try (Generator generator = Generator.builder(Kind.V7).clock(clock).build()) {
                assertEquals(row.get("rand_a").asInt(),
                        generator.next().getMostSignificantBits() & 0xfff, row.toString());
            }
            assertEquals(row.get("rand_a").asInt(),
                    new Plain(clock, new Random(1)::nextBytes).next(Kind.V7)
                            .getMostSignificantBits() & 0xfff, row.toString());
        }
    }

    @Test
    void fieldsOfVersions1And2And6() {
        for (Kind kind : new Kind[] {Kind.V1, Kind.V6}) {
            try (Generator generator = Generator.builder(kind).clock(InstantSource.fixed(NOW))
                    .node(0x9f6bdeced846L).clockSeq(0x33c8).build()) {
                UUID id = generator.next();
                assertEquals(0x9f6bdeced846L, Guidon.nodeOf(id));
                assertEquals(0x33c8, Guidon.clockSeqOf(id));
                assertEquals(NOW, Guidon.timeOf(id));
            }
        }
        try (Generator generator = Generator.builder(Kind.V2).clock(InstantSource.fixed(NOW))
                .node(0x9f6bdeced846L).clockSeq(0x33).localId(0, 1000).build()) {
            assertEquals("000003e8-9414-21ec-b300-9f6bdeced846", generator.next().toString());
        }
    }

    @Test
    void nodeNumbers() {
        try (Generator generator = Generator.builder(Kind.V8_NODE).nodeNumber(677, 10)
                .scope(Generator.Scope.PROCESS).clock(InstantSource.fixed(NOW)).build()) {
            UUID id = generator.next();
            assertEquals(8, id.version());
            // 48 bits of the time, the version, and the first ten bits of the data.
            assertEquals(677, id.getMostSignificantBits() >>> 2 & 0x3ff);
        }
    }

    @Test
    void clockThatStepsBack() {
        Deque<Instant> times = new ArrayDeque<>(List.of(NOW, NOW.minusSeconds(1),
                NOW.minusSeconds(60)));
        InstantSource clock = () -> times.size() > 1 ? times.poll() : times.peek();
        try (Generator generator = Generator.builder(Kind.V7).clock(clock)
                .rollback(Generator.Rollback.FAIL, Duration.ofSeconds(10)).build()) {
            UUID first = generator.next();
            UUID second = generator.next();
            assertTrue(Comparators.unsigned().compare(first, second) < 0);
            var error = assertThrows(GuidonGenerateException.class, generator::next);
            assertTrue(error.getMessage().contains("clock"), error.getMessage());
        }
    }

    @Test
    void clockBefore1970() {
        try (Generator generator = Generator.builder(Kind.V7)
                .clock(InstantSource.fixed(Instant.ofEpochSecond(-1))).build()) {
            assertThrows(GuidonGenerateException.class, generator::next);
        }
        for (Instant time : new Instant[] {Instant.MIN, Instant.MAX}) {
            for (Kind kind : new Kind[] {Kind.V1, Kind.V7, Kind.ULID}) {
                try (Generator generator = Generator.builder(kind)
                        .clock(InstantSource.fixed(time)).build()) {
                    assertThrows(GuidonGenerateException.class, generator::next);
                }
            }
        }
    }

    // --------------------------------------------------- callbacks that misbehave

    private static final class Mine extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    void whatACallbackThrowsComesOut() {
        Mine mine = new Mine();
        List<Generator> generators = new ArrayList<>();
        for (Generator.Scope scope : new Generator.Scope[] {Generator.Scope.THREAD,
            Generator.Scope.PROCESS}) {
            for (Kind kind : new Kind[] {Kind.V1, Kind.V6, Kind.V7, Kind.ULID,
                Kind.ULID_MONOTONIC}) {
                generators.add(Generator.builder(kind).scope(scope).clock(() -> {
                    throw mine;
                }).build());
            }
        }
        for (Generator generator : generators) {
            assertSame(mine, assertThrows(Mine.class, generator::next));
            assertSame(mine, assertThrows(Mine.class, () -> generator.fill(new long[3000])));
            generator.close();
        }
        RandomGenerator random = () -> {
            throw mine;
        };
        try (Generator generator = Generator.builder(Kind.V4).random(random).build()) {
            assertSame(mine, assertThrows(Mine.class, generator::next));
        }
        assertSame(mine, assertThrows(Mine.class,
                () -> Generator.builder(Kind.V1).random(random).build().next()));
    }

    @Test
    void clockThatThrowsOnceIsForgiven() {
        int[] calls = new int[1];
        try (Generator generator = Generator.builder(Kind.V7).clock(() -> {
            if (calls[0]++ == 1) {
                throw new IllegalStateException("now");
            }
            return NOW.plusMillis(calls[0]);
        }).build()) {
            UUID first = generator.next();
            assertEquals("now", assertThrows(IllegalStateException.class, generator::next)
                    .getMessage());
            assertTrue(Comparators.unsigned().compare(first, generator.next()) < 0);
        }
    }

    @Test
    void nullOfAClock() {
        try (Generator generator = Generator.builder(Kind.V7).clock(() -> null).build()) {
            assertThrows(NullPointerException.class, generator::next);
        }
    }

    @Test
    void callbackThatUsesItsGenerator() {
        AtomicReference<Generator> self = new AtomicReference<>();
        boolean[] inside = new boolean[1];
        List<UUID> inner = new ArrayList<>();
        InstantSource clock = () -> {
            if (!inside[0] && self.get() != null) {
                inside[0] = true;
                inner.add(self.get().next());
            }
            return NOW;
        };
        try (Generator generator = Generator.builder(Kind.V7).scope(Generator.Scope.PROCESS)
                .clock(clock).build()) {
            self.set(generator);
            assertNotEquals(generator.next(), inner.get(0));
        }
        inside[0] = false;
        self.set(null);
        try (Generator generator = Generator.builder(Kind.V7).clock(clock).build()) {
            self.set(generator);
            var error = assertThrows(IllegalStateException.class, generator::next);
            assertTrue(error.getMessage().contains("scope THREAD"));
        }
    }

    /** The call goes on to its own random bits after the clock has made a generator. */
    @Test
    void callbackThatCreatesAGenerator() {
        int[] calls = new int[1];
        for (Kind kind : List.of(Kind.V1, Kind.V6, Kind.V7, Kind.ULID_MONOTONIC)) {
            try (Generator generator = Generator.builder(kind).random(pattern(0x55)).clock(() -> {
                try (Generator other = Generator.builder(Kind.V7)
                        .clock(InstantSource.fixed(NOW)).random(new Random(1)).build()) {
                    assertEquals(NOW, Guidon.timeOf(other.next()));
                }
                return NOW.plusMillis(calls[0]++);
            }).build()) {
                long[] ids = new long[2 * 3000];
                generator.next();
                generator.fill(ids);
                generator.next();
            }
        }
        assertTrue(calls[0] >= 12);
    }

    @Test
    void callbackThatUsesAnotherGenerator() {
        try (Generator other = Generator.builder(Kind.V7).clock(InstantSource.fixed(NOW)).build();
                Generator generator = Generator.builder(Kind.V7)
                        .clock(() -> Guidon.timeOf(other.next()).plusSeconds(1)).build()) {
            assertEquals(NOW.plusSeconds(1), Guidon.timeOf(generator.next()));
            assertEquals(NOW.plusSeconds(1), Guidon.timeOf(generator.next()));
        }
    }

    @Test
    void callbackThatClosesItsGenerator() {
        AtomicReference<Generator> self = new AtomicReference<>();
        Generator generator = Generator.builder(Kind.V7).clock(() -> {
            if (self.get() != null) {
                self.get().close();
            }
            return NOW;
        }).build();
        self.set(generator);
        assertEquals(7, generator.next().version());
        assertThrows(IllegalStateException.class, generator::next);
    }

    // ------------------------------------------------------------------ closing

    @Test
    void closedGenerators() {
        Generator generator = Generator.of(Kind.ULID);
        generator.close();
        generator.close();
        assertThrows(IllegalStateException.class, generator::next);
        assertThrows(IllegalStateException.class, generator::nextUlid);
        assertThrows(IllegalStateException.class, () -> generator.fill(new long[2]));
        assertThrows(IllegalStateException.class, () -> generator.fill(new byte[16], 0, 1));
        assertThrows(IllegalStateException.class,
                () -> generator.fill(java.nio.ByteBuffer.allocate(16)));
    }

    /**
     * A call that is on its way when another thread closes the generator ends with its id, and
     * then frees the generator: its state file is mapped no longer.
     */
    @Test
    void closingWhileAnotherThreadIsInACall(@TempDir Path folder) throws Exception {
        for (Generator.Scope scope : Generator.Scope.values()) {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            var builder = Generator.builder(Kind.V7).scope(scope).clock(() -> {
                inside.countDown();
                try {
                    closed.await();
                } catch (InterruptedException exception) {
                    throw new AssertionError(exception);
                }
                return NOW;
            });
            if (scope == Generator.Scope.HOST) {
                builder.stateFile(folder.resolve("state-of-the-test"));
            }
            Generator generator = builder.build();
            AtomicReference<UUID> made = new AtomicReference<>();
            Thread thread = new Thread(() -> made.set(generator.next()));
            thread.start();
            inside.await();
            generator.close();
            assertEquals(scope == Generator.Scope.HOST, isMapped("state-of-the-test"));
            closed.countDown();
            thread.join();
            assertEquals(NOW, Guidon.timeOf(made.get()));
            assertFalse(isMapped("state-of-the-test"));
            assertThrows(IllegalStateException.class, generator::next);
        }
    }

    private static boolean isMapped(String name) throws Exception {
        return Files.readString(Path.of("/proc/self/maps")).contains(name);
    }

    /** Nothing of the library keeps a generator, not even one whose clock knows it. */
    @Test
    void forgottenGeneratorsAreCollected() throws Exception {
        WeakReference<Generator> forgotten = new WeakReference<>(knowsItself());
        for (int i = 0; i < 100 && forgotten.get() != null; i++) {
            System.gc();
            Thread.yield();
        }
        assertSame(null, forgotten.get());
    }

    private static Generator knowsItself() {
        AtomicReference<Generator> self = new AtomicReference<>();
        Generator generator = Generator.builder(Kind.V7).clock(() -> {
            self.get();
            return NOW;
        }).build();
        self.set(generator);
        generator.next();
        return generator;
    }

    // ------------------------------------------------------------------- options

    @Test
    void wrongOptions() {
        var builder = Generator.builder(Kind.V7);
        List<Runnable> wrong = List.of(
                () -> builder.node(1L << 48), () -> builder.node(-1),
                () -> builder.clockSeq(1 << 14), () -> builder.clockSeq(-1),
                () -> builder.nodeNumber(0, 0), () -> builder.nodeNumber(0, 25),
                () -> builder.nodeNumber(1024, 10), () -> builder.nodeNumber(-1, 10),
                () -> builder.localId(256, 0), () -> builder.localId(0, 1L << 32),
                () -> builder.rollback(Generator.Rollback.WAIT, Duration.ZERO),
                () -> builder.rollback(Generator.Rollback.WAIT, Duration.ofDays(60)),
                () -> builder.clockResolution(Duration.ZERO),
                () -> builder.clockResolution(Duration.ofSeconds(2)),
                () -> builder.clockResolution(Duration.ofSeconds(Long.MAX_VALUE)),
                () -> Generator.of(Kind.V8_NODE),
                () -> Generator.builder(Kind.V4).kernelRandom().random(new Random()).build());
        for (Runnable call : wrong) {
            assertThrows(IllegalArgumentException.class, call::run);
        }
        try (Generator generator = Generator.of(Kind.V7)) {
            assertThrows(IllegalStateException.class, generator::nextUlid);
        }
    }

    @Test
    void stateFiles(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("Zustand-\u00fc");
        try (Generator a = host(file); Generator b = host(file)) {
            UUID before = Guidon.NIL;
            for (int i = 0; i < 100; i++) {
                UUID id = (i % 2 == 0 ? a : b).next();
                assertTrue(Comparators.unsigned().compare(before, id) < 0);
                before = id;
            }
        }
        assertTrue(Files.exists(file));
        var error = assertThrows(GuidonGenerateException.class,
                () -> host(folder.resolve("none/state")));
        assertTrue(error.getMessage().length() > 10, error.getMessage());
        Path other = Files.writeString(folder.resolve("other"), "not a state file");
        assertThrows(GuidonGenerateException.class, () -> host(other));
        assertEquals("not a state file", Files.readString(other));
    }

    private static Generator host(Path file) {
        return Generator.builder(Kind.V7).scope(Generator.Scope.HOST).stateFile(file).build();
    }
}
