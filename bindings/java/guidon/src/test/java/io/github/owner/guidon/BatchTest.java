// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many ids in one call, into memory of every sort. */
class BatchTest {
    private static final Instant NOW = Instant.parse("2022-02-22T19:22:22.123456Z");

    /** A generator whose ids are the same in every run. */
    private static Generator scripted() {
        return Generator.builder(Kind.V7).clock(InstantSource.fixed(NOW)).random(new Random(1))
                .overflow(Generator.Overflow.FAIL).build();
    }

    private static void assertIds(ByteBuffer ids, int version) {
        Set<UUID> seen = new HashSet<>();
        UUID before = Guidon.NIL;
        while (ids.hasRemaining()) {
            UUID id = new UUID(ids.getLong(), ids.getLong());
            assertEquals(version, Guidon.versionOf(id));
            assertTrue(seen.add(id));
            if (version == 7) {
                assertTrue(Comparators.unsigned().compare(before, id) < 0);
            }
            before = id;
        }
    }

    @Test
    void everyLengthAroundTheChunk() {
        for (int n : new int[] {0, 1, 2, 511, 512, 513, 1024, 1025, 5000}) {
            long[] words = new long[2 * n];
            Guidon.fill(words, Kind.V7);
            ByteBuffer ids = ByteBuffer.allocate(16 * n);
            ids.asLongBuffer().put(words);
            assertIds(ids, 7);

            byte[] bytes = new byte[16 * n + 7];
            Guidon.fill(bytes, 5, n, Kind.V4);
            assertIds(ByteBuffer.wrap(bytes, 5, 16 * n).slice(), 4);
            for (int i : new int[] {0, 1, 2, 3, 4, bytes.length - 2, bytes.length - 1}) {
                assertEquals(0, bytes[i], "a byte beside the ids");
            }
        }
    }

    @Test
    void allWaysGiveTheSameIds() {
        int n = 1300;
        long[] words = new long[2 * n];
        byte[] bytes = new byte[16 * n];
        ByteBuffer direct = ByteBuffer.allocateDirect(16 * n);
        byte[] single = new byte[16 * n];
        try (Generator a = scripted(); Generator b = scripted(); Generator c = scripted()) {
            a.fill(words);
            b.fill(bytes, 0, n);
            c.fill(direct);
        }
        ByteBuffer ofWords = ByteBuffer.allocate(16 * n);
        ofWords.asLongBuffer().put(words);
        direct.flip().get(single);
        assertArrayEquals(bytes, ofWords.array());
        assertArrayEquals(bytes, single);
    }

    @Test
    void buffersOfEverySort(@TempDir Path folder) throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(16 * 100 + 3);
        direct.position(3); // unaligned
        ByteBuffer sliced = direct.slice().order(ByteOrder.LITTLE_ENDIAN);
        Guidon.fill(sliced, Kind.V7);
        assertEquals(1600, sliced.position());
        assertEquals(3, direct.position());
        assertIds(sliced.flip().order(ByteOrder.BIG_ENDIAN), 7);
        assertEquals(0, direct.get(0) | direct.get(1) | direct.get(2));

        ByteBuffer heap = ByteBuffer.wrap(new byte[1000], 100, 320);
        Guidon.fill(heap, Kind.V6);
        assertEquals(heap.limit(), heap.position());
        assertIds(heap.position(100), 6);
        assertEquals(0, heap.array()[99] | heap.array()[420]);

        try (FileChannel file = FileChannel.open(folder.resolve("ids"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            Guidon.fill(mapped, Kind.V1);
            assertIds(mapped.flip(), 1);
        }
    }

    @Test
    void slicesAndDuplicatesOfAnArray() {
        byte[] bytes = new byte[200];
        ByteBuffer slice = ByteBuffer.wrap(bytes, 21, 32).slice();
        Guidon.fill(slice.duplicate().order(ByteOrder.LITTLE_ENDIAN), Kind.V7);
        assertEquals(0, slice.position());
        assertIds(slice, 7);
        for (int i = 0; i < bytes.length; i++) {
            assertTrue(i >= 21 && i < 53 || bytes[i] == 0, "a byte beside the ids");
        }
    }

    /** The memory of a buffer goes away: that is an error, and the JVM goes on. */
    @Test
    void aFileThatShrinks(@TempDir Path folder) throws Exception {
        try (FileChannel file = FileChannel.open(folder.resolve("ids"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 64 * 1024);
            file.truncate(0);
            assertThrows(InternalError.class, () -> Guidon.fill(mapped, Kind.V4));
            try (Generator generator = scripted()) {
                assertThrows(InternalError.class, () -> generator.fill(mapped.clear()));
            }
        }
    }

    /** Java 22 and later can close the memory of a buffer. */
    @Test
    void memoryThatIsClosed() throws Exception {
        Class<?> type;
        try {
            type = Class.forName("java.lang.foreign.Arena");
            Assumptions.assumeTrue(Runtime.version().feature() >= 22);
        } catch (ClassNotFoundException exception) {
            Assumptions.abort("no arenas before Java 22");
            return;
        }
        ByteBuffer buffer;
        try (AutoCloseable arena = (AutoCloseable) type.getMethod("ofShared").invoke(null)) {
            Object segment = type.getMethod("allocate", long.class).invoke(arena, 160L);
            buffer = (ByteBuffer) Class.forName("java.lang.foreign.MemorySegment")
                    .getMethod("asByteBuffer").invoke(segment);
            Guidon.fill(buffer, Kind.V7);
            assertIds(buffer.flip(), 7);
        }
        buffer.clear();
        assertThrows(IllegalStateException.class, () -> Guidon.fill(buffer, Kind.V7));
    }

    @Test
    void wrongMemory() {
        assertThrows(ReadOnlyBufferException.class,
                () -> Guidon.fill(ByteBuffer.allocate(16).asReadOnlyBuffer(), Kind.V4));
        assertThrows(ReadOnlyBufferException.class,
                () -> Guidon.fill(ByteBuffer.allocateDirect(16).asReadOnlyBuffer(), Kind.V4));
        assertThrows(IllegalArgumentException.class,
                () -> Guidon.fill(ByteBuffer.allocate(17), Kind.V4));
        assertThrows(IllegalArgumentException.class, () -> Guidon.fill(new long[3], Kind.V4));
        int[][] wrong = {{-1, 1}, {0, -1}, {1, 2}, {32, 1}, {17, 1}, {Integer.MAX_VALUE, 1},
            {0, Integer.MAX_VALUE}, {Integer.MIN_VALUE, 0}, {0, 1 << 28}, {16, 1 << 27}};
        for (int[] range : wrong) {
            byte[] out = new byte[32];
            assertThrows(IndexOutOfBoundsException.class,
                    () -> Guidon.fill(out, range[0], range[1], Kind.V4));
            try (Generator generator = scripted()) {
                assertThrows(IndexOutOfBoundsException.class,
                        () -> generator.fill(out, range[0], range[1]));
            }
            assertArrayEquals(new byte[32], out);
        }
        Guidon.fill(new byte[0], 0, 0, Kind.V4);
        Guidon.fill(new byte[32], 32, 0, Kind.V4);
        Guidon.fill(ByteBuffer.allocate(0), Kind.V4);
    }

    @Test
    void kindsThatNeedAGenerator() {
        for (Kind kind : new Kind[] {Kind.V2, Kind.V8_NODE, Kind.V8_SHARDED}) {
            assertThrows(IllegalArgumentException.class, () -> Guidon.fill(new long[2], kind));
            assertThrows(IllegalArgumentException.class,
                    () -> Guidon.fill(new byte[16], 0, 1, kind));
            assertThrows(IllegalArgumentException.class,
                    () -> Guidon.fill(ByteBuffer.allocate(16), kind));
        }
    }
}
