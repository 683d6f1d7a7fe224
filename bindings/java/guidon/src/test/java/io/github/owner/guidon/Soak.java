// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Long runs, which run.py starts with --long. {@code threads N} makes N ids of version 7 in eight
 * platform threads, and {@code virtual N} in 10,000 virtual ones; both look for one that comes
 * twice or out of order. {@code memory N} makes N calls, and fails if the heap or the memory of the
 * process grows.
 */
final class Soak {
    private Soak() {
    }

    public static void main(String[] words) throws Exception {
        long n = Long.parseLong(words[1]);
        switch (words[0]) {
            case "threads" -> threads(Executors.newFixedThreadPool(8), 8, n);
            case "virtual" -> threads(Exercise.virtualThreads(), 10_000, n);
            default -> memory(n);
        }
    }

    private static void threads(ExecutorService executor, int threads, long n) throws Exception {
        int each = (int) (n / threads);
        List<Future<long[]>> made = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            made.add(executor.submit(() -> make(each)));
        }
        executor.shutdown();
        PriorityQueue<Ids> ids = new PriorityQueue<>(threads);
        for (Future<long[]> one : made) {
            ids.add(new Ids(one.get()));
        }
        merge(ids);
        System.out.println((long) threads * each + " ids of " + threads
                + " threads, none twice, each thread's in order");
    }

    private static long[] make(int each) {
        long[] words = new long[2 * each];
        for (int i = 0; i < each; i++) {
            UUID id = Guidon.v7();
            words[2 * i] = id.getMostSignificantBits();
            words[2 * i + 1] = id.getLeastSignificantBits();
            if (i % 50 == 0) {
                Thread.yield(); // a virtual thread may go on elsewhere
            }
        }
        return words;
    }

    /** The ids of a thread, of which those before {@code at} have been compared. */
    private static final class Ids implements Comparable<Ids> {
        final long[] words;
        int at;

        Ids(long[] words) {
            this.words = words;
        }

        UUID id() {
            return new UUID(words[at], words[at + 1]);
        }

        @Override
        public int compareTo(Ids other) {
            return Order.compareUnsigned(id(), other.id());
        }
    }

    /** Goes through all ids in order. An id twice is two equal ones in sequence. */
    private static void merge(PriorityQueue<Ids> ids) {
        UUID before = Guidon.NIL;
        while (!ids.isEmpty()) {
            Ids least = ids.poll();
            UUID id = least.id();
            if (Order.compareUnsigned(before, id) >= 0) {
                throw new AssertionError(before + " " + id);
            }
            before = id;
            least.at += 2;
            if (least.at < least.words.length) {
                ids.add(least);
            }
        }
    }

    private static void memory(long n) throws IOException {
        long first = 0;
        for (int tenth = 1; tenth <= 10; tenth++) {
            calls(n / 10);
            System.gc();
            long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            long now = resident();
            System.out.println(tenth + "/10: heap " + heap / 1024 + " KiB, resident " + now
                    + " KiB");
            if (tenth == 3) {
                first = now;
            }
            if (heap > 20 << 20 || tenth > 3 && now > first + 8192) {
                throw new AssertionError("the memory grows");
            }
        }
    }

    /** Of 1000 calls, most make ids, and each other way through the library has its share. */
    private static void calls(long n) {
        Key key = Key.of(new byte[32]);
        byte[] bytes = new byte[16 * 100];
        for (long i = 0; i < n; i += 1000) {
            for (int k = 0; k < 400; k++) {
                Guidon.v4();
                Guidon.v7();
            }
            for (int k = 0; k < 50; k++) {
                UUID id = Guidon.v7();
                Guidon.parse(Guidon.format(id, Form.BASE58), Form.BASE58);
                Guidon.derive(Instant.EPOCH, key, bytes);
            }
            Guidon.fill(bytes, 0, 100, Kind.V7);
            try {
                Guidon.parse("not an id");
            } catch (GuidonParseException exception) {
                bytes[0] = (byte) exception.offset();
            }
            if (i % 100_000 == 0) {
                Generator closed = Generator.builder(Kind.V7).random(new Random(i)).build();
                closed.next();
                closed.close();
                Generator.of(Kind.ULID).nextUlid(); // nobody closes this one
            }
        }
    }

    private static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("/proc/self/status has no VmRSS");
    }
}
