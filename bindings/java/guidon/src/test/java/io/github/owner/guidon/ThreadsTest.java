// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ids of many threads, platform and virtual: none comes twice, and each thread's are in order. */
class ThreadsTest {
    private static final int SCALE = Integer.getInteger("guidon.scale", 1);

    private static final List<Supplier<UUID>> ORDERED = List.of(Guidon::v7, Guidon::v6,
            Guidon::v8Append, () -> Guidon.ulidMonotonic().toUuid());
    private static final List<Supplier<UUID>> UNORDERED = List.of(Guidon::v4, Guidon::v1,
            () -> Guidon.ulid().toUuid());

    private static void makes(ExecutorService executor, int threads, int each,
            Supplier<UUID> make, boolean ordered) throws Exception {
        List<Future<UUID[]>> made = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            made.add(executor.submit((Callable<UUID[]>) () -> {
                UUID[] ids = new UUID[each];
                for (int i = 0; i < each; i++) {
                    ids[i] = make.get();
                    if (i % 10 == 0) {
                        Thread.yield(); // a virtual thread may go on elsewhere
                    }
                }
                return ids;
            }));
        }
        executor.shutdown();
        List<UUID[]> all = new ArrayList<>();
        for (Future<UUID[]> ids : made) {
            all.add(ids.get());
        }
        for (UUID[] ids : all) {
            for (int i = 1; ordered && i < ids.length; i++) {
                assertTrue(Comparators.unsigned().compare(ids[i - 1], ids[i]) < 0);
            }
        }
        UUID[] sorted = all.stream().flatMap(Stream::of).toArray(UUID[]::new);
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            assertTrue(!sorted[i].equals(sorted[i - 1]), "an id came twice");
        }
        assertEquals(threads * each, sorted.length);
    }

    @Test
    void platformThreads() throws Exception {
        for (Supplier<UUID> make : ORDERED) {
            makes(Executors.newFixedThreadPool(8), 8, 5000 * SCALE, make, true);
        }
        for (Supplier<UUID> make : UNORDERED) {
            makes(Executors.newFixedThreadPool(8), 8, 5000 * SCALE, make, false);
        }
    }

    /** 10,000 virtual threads; Java 17 to 20 have none. */
    @Test
    void virtualThreads10000() throws Exception {
        for (Supplier<UUID> make : ORDERED) {
            ExecutorService executor = Exercise.virtualThreads();
            if (executor == null) {
                return;
            }
            makes(executor, 10_000, 20 * SCALE, make, true);
        }
        for (Supplier<UUID> make : UNORDERED) {
            makes(Exercise.virtualThreads(), 10_000, 20 * SCALE, make, false);
        }
        makes(Exercise.virtualThreads(), 10_000, 1, () -> {
            long[] ids = new long[2 * 100];
            Guidon.fill(ids, Kind.V7);
            for (int i = 2; i < ids.length; i += 2) {
                assertTrue(Comparators.unsigned().compare(new UUID(ids[i - 2], ids[i - 1]),
                        new UUID(ids[i], ids[i + 1])) < 0);
            }
            return new UUID(ids[0], ids[1]);
        }, false);
    }

    /**
     * A virtual thread keeps its order when it goes on on another platform thread. The ULIDs of
     * two platform threads start at random places of a millisecond, so they would show it.
     */
    @Test
    void virtualThreadThatMoves() throws Exception {
        for (Supplier<UUID> make : ORDERED) {
            ExecutorService executor = Exercise.virtualThreads();
            if (executor == null) {
                return;
            }
            makes(executor, 100, 2000, make, true);
        }
    }

    /** In scope PROCESS an id is above every id of a call that ended before, in any thread. */
    @Test
    void orderAcrossThreads() throws Exception {
        for (Kind kind : new Kind[] {Kind.V7, Kind.V6, Kind.ULID_MONOTONIC}) {
            try (Generator generator =
                    Generator.builder(kind).scope(Generator.Scope.PROCESS).build()) {
                acrossThreads(generator::next);
            }
        }
        acrossThreads(Guidon::v8Append);
        acrossThreads(() -> Guidon.v8Sharded(9, 4));
        acrossThreads(() -> Plain.make(Kind.V7));
        acrossThreads(() -> Plain.make(Kind.V8_APPEND));
        acrossThreads(() -> Plain.make(Kind.ULID_MONOTONIC));
    }

    /** Of platform threads, and of virtual ones where Java has them. */
    private static void acrossThreads(Supplier<UUID> make) throws Exception {
        acrossThreads(Executors.newFixedThreadPool(4), make);
        ExecutorService executor = Exercise.virtualThreads();
        if (executor != null) {
            acrossThreads(executor, make);
        }
    }

    private static void acrossThreads(ExecutorService executor, Supplier<UUID> make)
            throws Exception {
        AtomicReference<UUID> greatest = new AtomicReference<>(Guidon.NIL);
        List<Future<?>> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            threads.add(executor.submit(() -> {
                for (int i = 0; i < 5000 * SCALE; i++) {
                    UUID before = greatest.get();
                    UUID id = make.get();
                    assertTrue(Comparators.unsigned().compare(before, id) < 0);
                    greatest.accumulateAndGet(id, (a, b) ->
                            Comparators.unsigned().compare(a, b) < 0 ? b : a);
                }
            }));
        }
        executor.shutdown();
        for (Future<?> thread : threads) {
            thread.get();
        }
    }

    /** One generator of scope THREAD lets one thread in at a time. */
    @Test
    void threadsTakeTurns() throws Exception {
        try (Generator generator = Generator.of(Kind.V7)) {
            makes(Executors.newFixedThreadPool(4), 4, 5000, generator::next, true);
        }
    }
}
