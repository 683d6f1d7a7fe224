// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A program that calls every native method, also so that it fails. LoadTest starts it in a JVM of
 * its own, with options that a test in this JVM cannot set. It needs no other class of the tests.
 */
final class Exercise {
    private Exercise() {
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("v7")) {
            System.out.println(Guidon.v7());
            return;
        }
        for (int i = 0; i < Integer.parseInt(words[1]); i++) {
            makers();
            texts();
            keys();
            audits();
            generators(words.length > 2 ? Path.of(words[2]) : null);
            virtualThread();
        }
        System.out.println("done");
    }

    private static void check(boolean right) {
        if (!right) {
            throw new AssertionError();
        }
    }

    private static void fails(Class<? extends Throwable> type, Runnable call) {
        try {
            call.run();
        } catch (Throwable error) {
            if (type.isInstance(error)) {
                return;
            }
            throw new AssertionError(error);
        }
        throw new AssertionError("no " + type);
    }

    private static void makers() {
        Set<UUID> ids = new HashSet<>();
        check(ids.add(Guidon.v1()) && ids.add(Guidon.v4()) && ids.add(Guidon.v6())
                && ids.add(Guidon.v7()) && ids.add(Guidon.ulid().toUuid())
                && ids.add(Guidon.ulidMonotonic().toUuid()) && ids.add(Guidon.v7At(Instant.EPOCH))
                && ids.add(Guidon.typeId("user").uuid()));
        check(ids.add(Guidon.v8Append()) && ids.add(Guidon.v8Sharded(9, 4))
                && Guidon.shardOf("acme", 4) == Guidon.shardOf("acme", 10) >> 6);
        Guidon.fill(new long[3000], Kind.V7);
        Guidon.fill(new long[3000], Kind.V8_APPEND);
        Guidon.fill(new byte[16 * 1000 + 5], 3, 1000, Kind.V4);
        Guidon.fill(ByteBuffer.allocateDirect(32), Kind.ULID);
        fails(IndexOutOfBoundsException.class, () -> Native.fillBytes(new byte[20], 5, 1, 4));
        fails(IndexOutOfBoundsException.class, () -> Native.fillLongs(new long[3], 2, 1, 4));
        fails(IndexOutOfBoundsException.class, () -> Native.make(new long[1], 4));
        fails(IllegalArgumentException.class, () -> Native.make(new long[2], 99));
        fails(IndexOutOfBoundsException.class, () -> Native.prefixed(new long[1], 9, 4));
        fails(IllegalArgumentException.class, () -> Native.prefixed(new long[2], 16, 4));
        fails(IllegalArgumentException.class, () -> Native.shardOf(new byte[1000], 11));
        Guidon.v3(Guidon.NIL, "x");
        Guidon.v5(Guidon.NIL, new byte[1000]);
        Guidon.v8Sha256(Guidon.NIL, "");
    }

    private static void texts() {
        UUID id = Guidon.v7();
        for (Form form : Form.values()) {
            if (form != Form.NCS) {
                check(Guidon.parse(Guidon.format(id, form), form).equals(id));
            }
        }
        fails(IllegalArgumentException.class, () -> Guidon.format(id, Form.NCS));
        fails(GuidonParseException.class, () -> Guidon.parse("x".repeat(5000)));
        fails(GuidonParseException.class, () -> Guidon.parse(""));
        fails(GuidonParseException.class, () -> Guidon.parse("1BihbxwwQ4NZZpKRH9JDCz"));
        check(Guidon.detect("{" + id + "}") == Form.BRACES);
        check(Native.formName(99) == null && Native.version().contains("."));
    }

    private static void keys() {
        UUID id = Guidon.v7();
        try (Key key = Key.of(new byte[32]); MaskKey mask = MaskKey.of(new byte[16])) {
            check(Guidon.unmask(Guidon.mask(id, mask), mask).equals(id));
            check(Guidon.decrypt(Guidon.encrypt(id, key), key).equals(id));
            for (int length : new int[] {0, 1, 255, 256, 257, 100_000}) {
                check(Guidon.derive(Instant.EPOCH, key, new byte[length]).version() == 7);
            }
            check(Guidon.derive(Instant.EPOCH, key, 1L).equals(
                    Guidon.derive(Instant.EPOCH, key, new byte[] {0, 0, 0, 0, 0, 0, 0, 1})));
            fails(IllegalArgumentException.class, () -> Guidon.mask(Guidon.v4(), mask));
            fails(IllegalArgumentException.class, () -> Guidon.decrypt(id, key));
            fails(IndexOutOfBoundsException.class,
                    () -> key.derive(0, new byte[10], 5, 10));
        }
        fails(IllegalArgumentException.class, () -> Key.of(new byte[31]));
        fails(IllegalArgumentException.class, () -> MaskKey.of(new byte[17]));
    }

    private static void audits() {
        long[] many = new long[2 * 5000];
        Guidon.fill(many, Kind.V7);
        Audit audit = new Audit();
        Audit other = new Audit(100);
        audit.addMany(many);
        other.add(Guidon.v4());
        other.add(Guidon.ulid());
        audit.merge(other);
        audit.merge(audit);
        check(audit.ids() == 10_004 && audit.json().contains("\"duplicates\":5002,"));
        check(other.json().startsWith("{\"ids\":2,"));
        long[] counts = new long[Native.auditLength()];
        long[] ids = new long[4];
        fails(IndexOutOfBoundsException.class,
                () -> Native.auditAdd(counts, null, ids, 2, 2, false));
        fails(IllegalArgumentException.class,
                () -> Native.auditAdd(counts, null, many, 0, 4000, false));
        fails(IndexOutOfBoundsException.class, () -> Native.auditIds(ids));
        fails(IndexOutOfBoundsException.class, () -> Native.auditJson(ids, null));
        check(!Native.auditCheck(ids, null) && !Native.auditCheck(counts, ids));
        check(!Native.duplicatesInit(ids, 3) && Native.duplicatesHeld(null) == 0);
    }

    private static void generators(Path folder) {
        InstantSource now = InstantSource.fixed(Instant.EPOCH.plusSeconds(1_000_000_000));
        for (Kind kind : new Kind[] {Kind.V1, Kind.V4, Kind.V6, Kind.V7, Kind.ULID,
            Kind.ULID_MONOTONIC}) {
            try (Generator generator = Generator.builder(kind).clock(now).random(new Random(1))
                    .overflow(Generator.Overflow.FAIL).build()) {
                generator.next();
                generator.fill(new long[10]);
                generator.fill(new byte[32], 0, 2);
                fails(IndexOutOfBoundsException.class, () ->
                        Native.generatorFillBytes(handleOf(generator), generator, new byte[1], 0,
                                1));
            }
        }
        try (Generator generator = Generator.builder(Kind.V8_SHARDED).shard(9, 4).clock(now)
                .build()) {
            check(Guidon.v8PrefixOf(generator.nextPrefixed(3), 4) == 3);
            fails(IllegalArgumentException.class, () -> Native.generatorNextPrefixed(
                    handleOf(generator), generator, 16, new long[2]));
        }
        fails(IllegalStateException.class, () -> {
            try (Generator generator = Generator.builder(Kind.V7).clock(() -> {
                throw new IllegalStateException("no time");
            }).build()) {
                generator.fill(new long[2000]);
            }
        });
        if (folder != null) {
            try (Generator generator = Generator.builder(Kind.V7).scope(Generator.Scope.HOST)
                    .stateFile(folder.resolve("state")).build()) {
                generator.next();
            }
            fails(GuidonGenerateException.class, () -> Generator.builder(Kind.V7)
                    .leaseFile(folder.resolve("none")).build());
        }
    }

    private static long handleOf(Generator generator) {
        try {
            var field = Generator.class.getDeclaredField("handle");
            field.setAccessible(true);
            return field.getLong(generator);
        } catch (ReflectiveOperationException exception) {
            throw new AssertionError(exception);
        }
    }

    /** Null on Java 17, which has no virtual threads; the reflection goes when 21 is the oldest Java. */
    static ExecutorService virtualThreads() {
        try {
            return (ExecutorService) Executors.class
                    .getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException exception) {
            return null;
        } catch (ReflectiveOperationException exception) {
            throw new AssertionError(exception);
        }
    }

    private static void virtualThread() throws Exception {
        ExecutorService executor = virtualThreads();
        if (executor == null) {
            return;
        }
        check(executor.submit(() -> {
            makers();
            keys();
            return Guidon.v7();
        }).get().version() == 7);
        executor.shutdown();
    }
}
