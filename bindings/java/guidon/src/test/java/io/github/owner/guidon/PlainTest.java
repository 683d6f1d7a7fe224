// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Ids in plain Java keep the promises of the library's. */
class PlainTest {
    private Instant now = Instant.parse("2022-02-22T19:22:22.0004567Z");

    private Plain plain(int pattern) {
        return new Plain(() -> now, out -> Arrays.fill(out, (byte) pattern));
    }

    private static void above(UUID before, UUID id) {
        assertTrue(Comparators.unsigned().compare(before, id) < 0, before + " " + id);
    }

    @Test
    void bits() {
        assertEquals("ffffffff-ffff-4fff-bfff-ffffffffffff",
                plain(0xff).next(Kind.V4).toString());
        assertEquals("00000000-0000-4000-8000-000000000000", plain(0).next(Kind.V4).toString());
        assertEquals("017f22e2-79b0-774e-", plain(0).next(Kind.V7).toString().substring(0, 19));
        assertEquals(Ulid.ceil(now), Ulid.of(plain(0xff).next(Kind.ULID)));
        assertEquals(Ulid.floor(now), Ulid.of(plain(0).next(Kind.ULID)));
        assertEquals(54, Long.bitCount(plain(0xff).next(Kind.V7).getLeastSignificantBits()
                ^ plain(0).next(Kind.V7).getLeastSignificantBits()));
    }

    @Test
    void orderWhileTheClockStandsOrStepsBack() {
        for (Kind kind : new Kind[] {Kind.V7, Kind.ULID_MONOTONIC}) {
            Plain plain = plain(1);
            Instant start = now;
            UUID before = plain.next(kind);
            for (int step : new int[] {0, 0, 1, -1, 0, -5000, 2, -9000}) {
                now = start.plusMillis(step);
                UUID id = plain.next(kind);
                above(before, id);
                before = id;
            }
            now = start.minusSeconds(60);
            UUID restarted = plain.next(kind);
            above(restarted, before);
            assertEquals(now.toEpochMilli(), restarted.getMostSignificantBits() >>> 16);
            above(restarted, plain.next(kind));
            now = start;
        }
    }

    @Test
    void monotonicUlidsAreExhausted() {
        Plain plain = plain(0xff);
        plain.next(Kind.ULID_MONOTONIC);
        assertThrows(GuidonGenerateException.class, () -> plain.next(Kind.ULID_MONOTONIC));
        now = now.plusMillis(1);
        plain.next(Kind.ULID_MONOTONIC);
    }

    @Test
    void clocksOutOfRange() {
        for (Instant time : new Instant[] {Instant.ofEpochSecond(-1), Instant.MIN, Instant.MAX,
            Instant.ofEpochMilli(1L << 48)}) {
            now = time;
            for (Kind kind : new Kind[] {Kind.V7, Kind.ULID, Kind.ULID_MONOTONIC}) {
                assertThrows(GuidonGenerateException.class, () -> plain(0).next(kind));
            }
        }
        now = Instant.ofEpochMilli(1L << 43);
        assertThrows(GuidonGenerateException.class, () -> plain(0).next(Kind.V7));
    }

    /** A refill of the stream neither repeats bits nor loses the order. */
    @Test
    void manyIds() {
        Set<UUID> seen = new HashSet<>();
        Set<Long> random = new HashSet<>();
        UUID before = Guidon.NIL;
        for (int i = 0; i < 2000; i++) {
            UUID id = Plain.make(Kind.V7);
            above(before, id);
            before = id;
            UUID four = Plain.make(Kind.V4);
            assertTrue(seen.add(id) && seen.add(four));
            assertTrue(random.add(id.getLeastSignificantBits() << 10));
            assertEquals(4, four.version());
            assertEquals(2, four.variant());
        }
    }

    /** No id is made before the call that returns it. */
    @Test
    void idsAreNotMadeAhead() {
        Plain plain = new Plain(() -> now, new Random(1)::nextBytes);
        plain.next(Kind.V7);
        now = now.plusSeconds(3600);
        assertEquals(now.toEpochMilli(), plain.next(Kind.V7).getMostSignificantBits() >>> 16);
        assertNotEquals(plain.next(Kind.V4), plain.next(Kind.V4));
    }
}
