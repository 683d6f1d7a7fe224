// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/**
 * Long runs, which run.py starts with --long. {@code threads N} makes N ids of version 7 in eight
 * threads, and looks for one that comes twice or out of order. {@code memory N} makes N calls, and
 * fails if the heap or the memory of the process grows.
 */
final class Soak {
    private static final int THREADS = 8;

    private Soak() {
    }

    public static void main(String[] words) throws Exception {
        long n = Long.parseLong(words[1]);
        if (words[0].equals("threads")) {
            threads((int) (n / THREADS));
        } else {
            memory(n);
        }
    }

    private static void threads(int each) throws Exception {
        long[][] made = new long[THREADS][];
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int at = t;
            threads[t] = new Thread(() -> made[at] = make(each));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        merge(made, each);
        System.out.println((long) THREADS * each + " ids, none twice, each thread's in order");
    }

    private static long[] make(int each) {
        long[] words = new long[2 * each];
        for (int i = 0; i < each; i++) {
            UUID id = Guidon.v7();
            words[2 * i] = id.getMostSignificantBits();
            words[2 * i + 1] = id.getLeastSignificantBits();
        }
        return words;
    }

    /** Goes through all ids in order. An id twice is two equal ones in sequence. */
    private static void merge(long[][] made, int each) {
        int[] next = new int[THREADS];
        UUID before = Guidon.NIL;
        for (long i = 0; i < (long) THREADS * each; i++) {
            int least = -1;
            UUID id = null;
            for (int t = 0; t < THREADS; t++) {
                if (next[t] < each) {
                    UUID one = new UUID(made[t][2 * next[t]], made[t][2 * next[t] + 1]);
                    if (id == null || Order.compareUnsigned(one, id) < 0) {
                        id = one;
                        least = t;
                    }
                }
            }
            if (Order.compareUnsigned(before, id) >= 0) {
                throw new AssertionError(before + " " + id);
            }
            next[least]++;
            before = id;
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
