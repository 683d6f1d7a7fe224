// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An audit counts as the library does, however its ids arrive. */
class AuditTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MILLION = 1_000_000;

    // ------------------------------------------------- rows of the vectors, for VectorsTest

    /** The ids of the runs of a row. */
    private static List<UUID> ids(JsonNode row) {
        List<UUID> ids = new ArrayList<>();
        row.get("runs").forEach(run -> ids.addAll(
                Collections.nCopies(run.get(1).asInt(), Vectors.id(run.get(0).asText()))));
        return ids;
    }

    /** Three audits of the same ids: one by one, by one call, and merged of parts. */
    private static List<Audit> audits(List<UUID> ids, int distinct, boolean ulid) {
        Audit single = new Audit(distinct);
        Audit merged = new Audit(distinct);
        List<Audit> parts = List.of(new Audit(distinct), new Audit(distinct), new Audit(distinct));
        long[] words = new long[2 * ids.size()];
        for (int i = 0; i < ids.size(); i++) {
            UUID id = ids.get(i);
            words[2 * i] = id.getMostSignificantBits();
            words[2 * i + 1] = id.getLeastSignificantBits();
            for (Audit audit : List.of(single, parts.get(i % 3))) {
                if (ulid) {
                    audit.add(Ulid.of(id));
                } else {
                    audit.add(id);
                }
            }
        }
        parts.forEach(merged::merge);
        List<Audit> audits = new ArrayList<>(List.of(merged, single));
        if (!ulid) {
            audits.add(new Audit(distinct));
            audits.get(2).addMany(words);
        }
        return audits;
    }

    private static JsonNode json(Audit audit) {
        try {
            return JSON.readTree(audit.json());
        } catch (java.io.IOException exception) {
            throw new java.io.UncheckedIOException(exception);
        }
    }

    static void audits(JsonNode row) {
        List<UUID> ids = ids(row);
        for (Audit audit : audits(ids, MILLION, row.get("ulid").asBoolean())) {
            JsonNode found = json(audit);
            assertEquals(ids.size(), audit.ids());
            assertEquals(row.get("kinds").size(), found.get("kinds").size());
            row.get("kinds").properties().forEach(kind -> assertEquals(kind.getValue(),
                    found.get("kinds").get(kind.getKey())));
            assertEquals(row.get("duplicates"), found.get("duplicates"));
            for (String name : new String[] {"earliest", "latest"}) {
                JsonNode due = row.get(name);
                if (due.isNull() || Vectors.number(due, "seconds") < 253_402_300_800L) {
                    assertEquals(due.isNull() ? null : micros(due), time(found.get(name)));
                }
            }
            for (String kind : new String[] {"v4", "v7"}) {
                assertEquals(Vectors.id(row, "weak_" + kind), weak(found, kind));
            }
            if (found.get("parts").asInt() < 2) {
                assertEquals(row.get("out_of_order"), found.get("out_of_order"));
            }
        }
    }

    private static Instant time(JsonNode text) {
        return text.isNull() ? null : Instant.parse(text.asText());
    }

    private static Instant micros(JsonNode time) {
        return Instant.ofEpochSecond(Vectors.number(time, "seconds"),
                Vectors.number(time, "nanoseconds") / 1000 * 1000);
    }

    /** The weak bits of a kind, as an id in which these bits are 1. */
    private static UUID weak(JsonNode found, String kind) {
        BigInteger bits = BigInteger.ZERO;
        for (JsonNode bit : found.get("weak_bits")) {
            if (bit.get("kind").asText().equals(kind)) {
                bits = bits.setBit(127 - bit.get("bit").asInt());
            }
        }
        return new UUID(bits.shiftRight(64).longValue(), bits.longValue());
    }

    static void duplicates(JsonNode row) {
        int slots = row.get("slots").asInt();
        for (Audit audit : audits(ids(row), slots - slots / 4, false)) {
            JsonNode found = json(audit);
            assertEquals(row.get("ids"), found.get("ids"));
            assertEquals(row.get("seen"), found.get("duplicates_seen"));
            assertEquals(row.get("one_in"), found.get("sampled_1_in"));
            assertEquals(row.get("at_most"), found.get("duplicates_at_most"));
            assertEquals(row.get("duplicates"), found.get("duplicates"));
            assertEquals(row.get("explanation"), found.get("duplicates_note"));
        }
    }

    static void documents(JsonNode row) {
        Audit audit = new Audit(row.get("counted").asBoolean() ? MILLION : 0);
        row.get("ids").forEach(id -> audit.add(Vectors.id(id.asText())));
        assertEquals(row.get("json").asText(), audit.json());
    }

    // -------------------------------------------------------------------- other promises

    /** Ids and ULIDs by turns, over several chunks and several sizes of the state. */
    @Test
    void manyIdsOfTwoKinds() {
        Audit audit = new Audit();
        for (int i = 0; i < 5000; i++) {
            audit.add(new UUID(7 << 12, i));
            audit.add(new Ulid(i, i / 2));
            if (i % 1000 == 999) {
                assertEquals(2 * (i + 1), audit.ids());
            }
        }
        JsonNode found = json(audit);
        assertEquals(5000, found.get("kinds").get("ulid").asInt());
        assertEquals(10_000, audit.ids());
        assertEquals(0, found.get("duplicates").asInt());
        assertEquals(1, found.get("parts").asInt());
    }

    @Test
    void duplicatesAreExactUpToTheNumber() {
        long[] ids = new long[2 * 6144];
        new Random(1).longs(ids.length).forEach(new java.util.function.LongConsumer() {
            private int at;

            @Override
            public void accept(long word) {
                ids[at++] = word;
            }
        });
        Audit exact = new Audit(6144);
        exact.addMany(ids);
        exact.addMany(ids);
        assertEquals(6144, json(exact).get("duplicates").asInt());
        Audit none = new Audit(0);
        none.merge(exact);
        assertEquals(2 * 6144, none.ids());
        assertTrue(json(none).get("duplicates").isNull());
        assertThrows(IllegalArgumentException.class, () -> exact.merge(none));
        assertEquals(2 * 6144, exact.ids());
        exact.merge(new Audit(0));      // without ids
        exact.merge(exact);
        assertEquals(4 * 6144, exact.ids());
        assertEquals(3 * 6144, json(exact).get("duplicates").asInt());
    }

    @Test
    void wrongArguments() {
        assertThrows(IllegalArgumentException.class, () -> new Audit(-1));
        assertThrows(IllegalArgumentException.class, () -> new Audit(Audit.DISTINCT_MAX + 1));
        assertThrows(IllegalArgumentException.class, () -> new Audit().addMany(new long[3]));
        assertEquals(0, new Audit(Audit.DISTINCT_MAX).ids());
    }

    private static byte[] written(Audit audit) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(audit);
        }
        return bytes.toByteArray();
    }

    private static Audit read(byte[] bytes) throws Exception {
        return (Audit) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    @Test
    void serializedAuditsCountOn() throws Exception {
        for (int distinct : new int[] {0, 6, MILLION}) {
            Audit audit = new Audit(distinct);
            assertEquals(audit.json(), read(written(audit)).json());
            for (int i = 0; i < 3000; i++) {
                audit.add(new UUID(i * 0x9e3779b97f4a7c15L, i));
            }
            Audit copy = read(written(audit));
            assertEquals(audit.json(), copy.json());
            for (Audit one : List.of(audit, copy)) {
                one.add(new UUID(0, 0));
                one.add(new Ulid(3, 4));
            }
            assertEquals(audit.json(), copy.json());
        }
    }

    /** Each byte of a small audit is changed: it is refused, or is an audit of other ids. */
    @Test
    void damagedBytesAreRefusedOrOfOtherIds() throws Exception {
        Audit audit = new Audit(6);
        audit.add(new UUID(1, 2));
        audit.add(new UUID(1, 2));
        byte[] good = written(audit);
        int refused = 0;
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (i % 2 == 0 ? 0x80 : 1);
            try {
                Audit found = read(bad);
                found.add(new UUID(5, 6));
                assertTrue(found.json().startsWith("{\"ids\":"));
            } catch (Exception | Error error) {
                refused++;
            }
        }
        assertTrue(refused > good.length / 2, refused + " of " + good.length);
    }

    /** A stream may have another reference to the counts, by which they change after the check. */
    @Test
    void anAuditDoesNotShareItsCountsWithTheStream() throws Exception {
        Audit audit = new Audit(6);
        audit.add(new UUID(1, 2));
        var replace = Audit.class.getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        Object saved = replace.invoke(audit);
        var counts = saved.getClass().getDeclaredMethod("counts");
        counts.setAccessible(true);
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Object[] {saved, counts.invoke(saved)});
        }
        var found = (Object[]) new ObjectInputStream(
                new ByteArrayInputStream(bytes.toByteArray())).readObject();
        java.util.Arrays.fill((long[]) found[1], -1);
        assertEquals(audit.json(), ((Audit) found[0]).json());
    }

    @Test
    void auditsOfAnotherVersionAreRefused() throws Exception {
        String text = new String(written(new Audit()), java.nio.charset.StandardCharsets.ISO_8859_1);
        String other = text.replace(Native.version(), Native.version().replace('.', ','));
        var error = assertThrows(java.io.InvalidObjectException.class,
                () -> read(other.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
        assertTrue(error.getMessage().contains(Native.version()), error.getMessage());
    }

    /** Two audits that merge each other at once do not wait for each other. */
    @Test
    void auditsThatMergeEachOther() throws Exception {
        Audit one = new Audit();
        Audit other = new Audit();
        one.add(Guidon.v7());
        other.add(Guidon.v7());
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                one.merge(other);
            }
        });
        thread.start();
        for (int i = 0; i < 10; i++) {
            other.merge(one);
        }
        thread.join();
        assertTrue(one.ids() >= 11 && other.ids() >= 11);
        assertTrue(json(one).get("duplicates").asLong() >= one.ids() - 2);
    }

    /** Threads share audits that merge each other, and no id is lost. */
    @Test
    void threads() throws Exception {
        Audit one = new Audit();
        Audit other = new Audit();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                for (int k = 0; k < 2000; k++) {
                    one.add(new UUID(number, k));
                    other.add(new UUID(number, k));
                }
                Audit empty = new Audit();
                one.merge(empty);
                other.merge(empty);
                empty.merge(number % 2 == 0 ? one : other);
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(8000, one.ids());
        assertEquals(one.json().replaceAll("\"out_of_order\":\\d+", ""),
                other.json().replaceAll("\"out_of_order\":\\d+", ""));
    }
}
