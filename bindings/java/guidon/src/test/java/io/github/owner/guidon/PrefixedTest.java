// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** New ids with a prefix. VectorsTest has their layout, and ThreadsTest their order. */
class PrefixedTest {
    private static final Instant NOW = Instant.parse("2022-02-22T19:22:22.000456789Z");

    private static void above(UUID before, UUID id) {
        assertTrue(Comparators.unsigned().compare(before, id) < 0, before + " " + id);
    }

    /** An id has the prefix and the present time, and is above the one before. */
    private static void check(IntFunction<UUID> make, int prefix, int bits) {
        UUID before = Guidon.NIL;
        for (int i = 0; i < 50; i++) {
            Instant start = Instant.now().minusMillis(1);
            UUID id = make.apply(i);
            above(before, id);
            assertEquals(8, id.version());
            assertEquals(prefix, Guidon.v8PrefixOf(id, bits));
            Instant time = Guidon.prefixedTimeOf(id, bits);
            assertTrue(time.isAfter(start) && time.isBefore(start.plusSeconds(60)), () -> "" + time);
            before = id;
        }
    }

    @Test
    void newIds() {
        check(i -> Guidon.v8Append(), 0xfffff, 20);
        for (int bits = 0; bits <= 28; bits++) {
            int length = bits;
            check(i -> Guidon.v8Append(length), (1 << bits) - 1, bits);
            check(i -> Plain.SYSTEM.prefixed((1 << length) - 1, length), (1 << bits) - 1, bits);
        }
        for (int bits = 0; bits <= 10; bits++) {
            int shard = ((1 << bits) - 1) / 3;
            int length = bits;
            check(i -> Guidon.v8Sharded(shard, length), shard, bits);
            check(i -> Plain.SYSTEM.prefixed(shard, length), shard, bits);
        }
    }

    @Test
    void manyNewIds() {
        long[] ids = new long[2 * 3000];
        Guidon.fill(ids, Kind.V8_APPEND);
        for (int i = 2; i < ids.length; i += 2) {
            UUID id = new UUID(ids[i], ids[i + 1]);
            above(new UUID(ids[i - 2], ids[i - 1]), id);
            assertEquals(0xfffff, Guidon.v8PrefixOf(id, 20));
        }
        above(new UUID(ids[ids.length - 2], ids[ids.length - 1]), Guidon.v8Append());
    }

    /** Ids of a given time have new random bits in every place. */
    @Test
    void idsOfATime() {
        for (int bits : new int[] {0, 4, 10}) {
            long ones = 0;
            long zeros = 0;
            for (int i = 0; i < 200; i++) {
                UUID id = Guidon.v8ShardedAt(NOW, 0, bits);
                assertEquals(NOW, Guidon.prefixedTimeOf(id, bits));
                ones |= id.getLeastSignificantBits();
                zeros |= ~id.getLeastSignificantBits();
            }
            assertEquals((1L << 57 - bits) - 1, ones & zeros);
        }
        assertEquals(0xfffff, Guidon.v8PrefixOf(Guidon.v8AppendAt(NOW), 20));
        assertEquals(0xffffff, Guidon.v8PrefixOf(Guidon.v8AppendAt(NOW, 24), 24));
        assertEquals(Guidon.v8Floor(NOW, 0xfffff, 20), Guidon.v8AppendFloor(NOW));
        assertEquals(9, Guidon.v8PrefixOf(Guidon.v8ShardedAt(NOW, 9, 4), 4));
    }

    @Test
    void rangesHoldTheIdsOfEveryShard() {
        List<IdRange> ranges = Guidon.v8Ranges(NOW, NOW.plusNanos(1), 3);
        assertEquals(8, ranges.size());
        for (int shard = 0; shard < 8; shard++) {
            UUID inside = Guidon.v8ShardedAt(NOW.plusNanos(1), shard, 3);
            UUID after = Guidon.v8ShardedAt(NOW.plusNanos(2), shard, 3);
            above(ranges.get(shard).low(), inside);
            above(inside, ranges.get(shard).high());
            above(ranges.get(shard).high(), after);
        }
    }

    private static void refused(String due, Executable call) {
        var error = assertThrows(IllegalArgumentException.class, call);
        assertTrue(error.getMessage().contains(due), error.getMessage());
    }

    @Test
    void whatIsOutOfRange() {
        UUID id = Guidon.v8Append();
        refused("prefixBits is 29; it must be from 0 to 28", () -> Guidon.v8Append(29));
        refused("prefixBits is -1", () -> Guidon.v8AppendAt(NOW, -1));
        refused("prefixBits is 29", () -> Guidon.v8AppendFloor(NOW, 29));
        refused("prefixBits is 29", () -> Guidon.v8PrefixOf(id, 29));
        refused("prefixBits is -1", () -> Guidon.prefixedTimeOf(id, -1));
        refused("shardBits is 11; it must be from 0 to 10", () -> Guidon.v8Sharded(0, 11));
        refused("shard is 16; it must be from 0 to 15", () -> Guidon.v8Sharded(16, 4));
        refused("shard is -1", () -> Guidon.v8Sharded(-1, 4));
        refused("shardBits is -1", () -> Guidon.v8Ranges(NOW, NOW, -1));
        refused("shardBits is 11", () -> Guidon.shardOf("acme", 11));
        refused("prefix is 16", () -> Guidon.v8Floor(NOW, 16, 4));
        for (Instant time : new Instant[] {Instant.MIN, Instant.MAX, Instant.ofEpochMilli(-1),
            Instant.ofEpochMilli(1L << 44)}) {
            refused("1970 to 2527", () -> Guidon.v8AppendAt(time));
            refused("1970 to 2527", () -> Guidon.v8Ranges(time, NOW, 0));
            refused("1970 to 2527", () -> Guidon.v8Ranges(NOW, time, 0));
        }
        for (UUID other : new UUID[] {Guidon.v7(), Guidon.NIL, Guidon.MAX,
            new UUID(0x8000, 0x8000000000000000L), new UUID(0x8000, -1)}) {
            refused("prefix", () -> Guidon.v8PrefixOf(other, 20));
            refused("prefix", () -> Guidon.prefixedTimeOf(other, 20));
        }
    }

    // ----------------------------------------------------------------- generators

    private static Generator.Builder builder(Kind kind) {
        return Generator.builder(kind).clock(InstantSource.fixed(NOW)).random(new Random(1));
    }

    @Test
    void generatorsHaveAPrefix() {
        try (Generator append = builder(Kind.V8_APPEND).build();
                Generator longer = builder(Kind.V8_APPEND).prefixBits(24).build();
                Generator sharded = builder(Kind.V8_SHARDED).shard(9, 4).build()) {
            assertEquals(0xfffff, Guidon.v8PrefixOf(append.next(), 20));
            assertEquals(0xffffff, Guidon.v8PrefixOf(longer.next(), 24));
            UUID first = sharded.next();
            assertEquals(9, Guidon.v8PrefixOf(first, 4));
            assertEquals(3, Guidon.v8PrefixOf(sharded.nextPrefixed(3), 4));
            assertEquals(15, Guidon.v8PrefixOf(sharded.nextPrefixed(15), 4));
            above(first, sharded.next());
            refused("prefix is 16", () -> sharded.nextPrefixed(16));
            refused("prefix is -1", () -> sharded.nextPrefixed(-1));
        }
        try (Generator v7 = Generator.of(Kind.V7)) {
            assertThrows(IllegalStateException.class, () -> v7.nextPrefixed(0));
        }
    }

    @Test
    void randomShards() {
        Set<Integer> shards = new HashSet<>();
        try (Generator generator = builder(Kind.V8_SHARDED).randomShard(3).build()) {
            byte[] ids = new byte[16 * 500];
            generator.fill(ids, 0, 500);
            for (int i = 0; i < 500; i++) {
                shards.add(Guidon.v8PrefixOf(
                        Guidon.fromBytes(Arrays.copyOfRange(ids, 16 * i, 16 * i + 16)), 3));
            }
        }
        assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6, 7), shards);
    }

    @Test
    void optionsThatDoNotFit() {
        refused("v8-sharded needs", () -> Generator.of(Kind.V8_SHARDED));
        refused("of the kind v8-append", () -> Generator.builder(Kind.V7).prefixBits(4));
        refused("of the kind v8-sharded", () -> Generator.builder(Kind.V8_APPEND).shard(1, 4));
        refused("of the kind v8-sharded", () -> Generator.builder(Kind.V7).randomShard(4));
        refused("prefixBits is 29", () -> Generator.builder(Kind.V8_APPEND).prefixBits(29));
        refused("shard is 16", () -> Generator.builder(Kind.V8_SHARDED).shard(16, 4));
        refused("shardBits is 11", () -> Generator.builder(Kind.V8_SHARDED).randomShard(11));
    }
}
