// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the shared vectors by the methods of the library. */
class VectorsTest {
    /** Files and parts whose rows no method can express. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("bits", "the library makes the ids; PlainTest has the bits of plain Java"),
            Map.entry("bounds.empty_ranges", "the library has bounds of times, not of ranges"),
            Map.entry("bounds.ranges", "the library has bounds of times, not of ranges"),
            Map.entry("causes", "the tool names and repairs causes"),
            Map.entry("cipher", "the library gives no key stream"),
            Map.entry("alias", "the tool, Python and npm replace ids in text"),
            Map.entry("find", "the library finds no fragments"),
            Map.entry("described", "the library writes no JSON"),
            Map.entry("guid.images", "guid-hex of text.texts has these bytes"),
            Map.entry("hash", "the library gives no digest"),
            Map.entry("hashed.refused_integers", "a long holds no such integer"),
            Map.entry("keys.siphash", "the library gives no hash"),
            Map.entry("keys.pseudonym", "the library makes no pseudonyms"),
            Map.entry("kinds", "the library tells versions, and no kinds"),
            Map.entry("names.digests", "version 8 of a digest is not offered"),
            Map.entry("oid.der_refused", "the library has no DER"),
            Map.entry("time_text", "java.time reads and writes times"),
            Map.entry("times.fraction", "GeneratorTest has the clock of these"),
            Map.entry("times.ticks_floor", "the bounds of version 6 have these"),
            Map.entry("times.ticks_past_60_bits", "no id has such a time"),
            Map.entry("times.unix_ns", "a row of ticks has the same time"),
            Map.entry("values.custom", "version 8 of your own bits is not offered"),
            Map.entry("values.custom_parts", "the row is one of custom, in other words"),
            Map.entry("values.random", "GeneratorTest has the random bits of these"));

    private static final Map<String, Consumer<JsonNode>> HERE = new HashMap<>();

    static {
        HERE.put("ambiguous.ambiguous", VectorsTest::ambiguous);
        HERE.put("ambiguous.shapes", row -> {
            assertEquals(Vectors.id(row, "octets"), Guidon.parse(text(row)));
            assertEquals(form(row), Guidon.detect(text(row)));
        });
        HERE.put("audit.audits", AuditTest::audits);
        HERE.put("audit.duplicates", AuditTest::duplicates);
        HERE.put("audit.documents", AuditTest::documents);
        HERE.put("key_rings.rings", VectorsTest::keyRing);
        HERE.put("key_rings.damaged", row -> assertEquals(row.get("reason").asText(),
                assertThrows(IllegalArgumentException.class, () -> KeyRing.parse(text(row)))
                        .getMessage()));
        HERE.put("bounds.bounds", VectorsTest::bounds);
        HERE.put("bounds.out_of_range", VectorsTest::outOfRange);
        HERE.put("bounds.typeids", VectorsTest::typeIdBounds);
        HERE.put("convert.v1_v6", row -> {
            assertEquals(Vectors.id(row, "v6"), Guidon.v1ToV6(Vectors.id(row, "v1")));
            assertEquals(Vectors.id(row, "v1"), Guidon.v6ToV1(Vectors.id(row, "v6")));
        });
        HERE.put("convert.ulid_increment", row -> assertEquals(
                Ulid.of(Vectors.id(row, "next")), Ulid.of(Vectors.id(row, "ulid")).next()));
        HERE.put("convert.ulid_full", row -> assertThrows(ArithmeticException.class,
                Ulid.of(Vectors.id(row, "ulid"))::next));
        HERE.put("convert.ulid_as_v7", row -> assertEquals(
                Vectors.id(row, "v7"), Ulid.of(Vectors.id(row, "ulid")).asV7()));
        HERE.put("dce.ids", row -> {
            UUID id = Vectors.id(row, "octets");
            assertEquals(row.get("clock_seq").asInt(), Guidon.clockSeqOf(id));
            assertEquals(Long.parseLong(row.get("node").asText(), 16), Guidon.nodeOf(id));
            assertThrows(IllegalArgumentException.class, () -> Guidon.timeOf(id));
        });
        HERE.put("guid.texts", VectorsTest::readAndWrite);
        HERE.put("hashed.hashed", VectorsTest::hashed);
        HERE.put("hashed.refused_texts", VectorsTest::refusedUtf16);
        HERE.put("initialisers.read", row -> assertEquals(
                Vectors.id(row, "octets"), Guidon.parse(text(row))));
        HERE.put("keys.mask", row -> {
            MaskKey key = MaskKey.of(Vectors.bytes(row, "key"));
            assertEquals(Vectors.id(row, "masked"), Guidon.mask(Vectors.id(row, "v7"), key));
            assertEquals(Vectors.id(row, "v7"), Guidon.unmask(Vectors.id(row, "masked"), key));
        });
        HERE.put("keys.derive", row -> {
            Key key = Key.of(Vectors.bytes(row, "key"));
            assertEquals(Vectors.id(row, "id"), Guidon.derive(
                    Instant.ofEpochMilli(Vectors.number(row, "unix_ms")), key,
                    Vectors.bytes(row, "data")));
        });
        HERE.put("keys.encrypt", row -> {
            Key key = Key.of(Vectors.bytes(row, "key"));
            assertEquals(Vectors.id(row, "encrypted"),
                    Guidon.encrypt(Vectors.id(row, "v7"), key));
            assertEquals(Vectors.id(row, "v7"),
                    Guidon.decrypt(Vectors.id(row, "encrypted"), key));
        });
        HERE.put("lenient.read", row -> assertEquals(
                Vectors.id(row, "octets"), Guidon.parseLenient(text(row))));
        HERE.put("lenient.refused", row -> refused(row, () -> Guidon.parseLenient(text(row))));
        HERE.put("names.ids", VectorsTest::named);
        HERE.put("names.variant_bits", VectorsTest::named);
        HERE.put("names.wrong", row -> assertNotEquals(
                Vectors.id(row, "wrong"), named(row, row.get("name").asText())));
        HERE.put("ncs.ids", row -> {
            UUID id = Vectors.id(row, "octets");
            assertEquals(id, Guidon.parse(text(row)));
            assertEquals(text(row), Guidon.format(id, Form.NCS));
        });
        HERE.put("oid.oids", row -> {
            UUID id = Vectors.id(row, "octets");
            assertEquals(row.get("oid").asText(), Guidon.format(id, Form.OID));
            assertEquals(row.get("urn").asText(), Guidon.format(id, Form.URN_OID));
            assertEquals(id, Guidon.parse(row.get("oid").asText()));
            assertEquals(id, Guidon.parse(row.get("urn").asText()));
        });
        HERE.put("orders.pairs", row -> {
            var order = Order.of(row.get("order").asText()).comparator();
            UUID below = Vectors.id(row, "below");
            UUID above = Vectors.id(row, "above");
            assertTrue(order.compare(below, above) < 0);
            assertTrue(order.compare(above, below) > 0);
            assertEquals(0, order.compare(above, Vectors.id(row, "above")));
        });
        HERE.put("orders.keys", row -> {
            byte[] key = Vectors.bytes(row, "key");
            assertArrayEquals(key, Order.of(row.get("order").asText())
                    .sortKey(Vectors.id(row, "id")));
        });
        HERE.put("reasons.reasons", VectorsTest::reasons);
        HERE.put("draft.texts", row -> row.get("texts").fields().forEachRemaining(
                text -> draft(Vectors.id(row, "octets"), Form.of(text.getKey()), text.getValue().asText())));
        HERE.put("draft.short", VectorsTest::notDrafts);
        HERE.put("draft.errors", VectorsTest::notDrafts);
        HERE.put("prefixed.ids", row -> {
            UUID id = Vectors.id(row, "octets");
            long random = Guidon.fromBytes(Arrays.copyOf(Vectors.bytes(row, "random"), 16))
                    .getMostSignificantBits();
            assertEquals(id, Prefixed.of(row.get("prefix").asInt(), prefixBits(row),
                    Prefixed.timestamp(time(row)), random));
            readsAs(row, id);
        });
        HERE.put("prefixed.fractions", row -> readsAs(row, Vectors.id(row, "octets")));
        HERE.put("prefixed.bounds", VectorsTest::prefixedBounds);
        HERE.put("prefixed.shards", row -> {
            byte[] data = Vectors.bytes(row, "data");
            int bits = row.get("shard_bits").asInt();
            String text = new String(data, StandardCharsets.UTF_8);
            assertEquals(row.get("shard").asInt(), Guidon.shardOf(data, bits));
            if (Arrays.equals(data, text.getBytes(StandardCharsets.UTF_8))) {
                assertEquals(row.get("shard").asInt(), Guidon.shardOf(text, bits));
            }
        });
        HERE.put("prefixed.refused", row -> {
            if (row.get("nanoseconds").asInt() > 999_999_999) {
                return; // no Instant has so many
            }
            int prefix = (int) Vectors.number(row, "prefix");
            int bits = prefixBits(row);
            assertThrows(IllegalArgumentException.class,
                    () -> Guidon.v8Floor(time(row), prefix, bits));
            assertThrows(IllegalArgumentException.class,
                    () -> Guidon.v8Ceil(time(row), prefix, bits));
            if (bits <= 10) {
                assertThrows(IllegalArgumentException.class,
                        () -> Guidon.v8ShardedAt(time(row), prefix, bits));
            }
        });
        HERE.put("refuse.refused", VectorsTest::refused);
        HERE.put("text.figures", row -> {
            UUID id = Vectors.id(row, "octets");
            assertEquals(id, Guidon.parse(row.get("uuid").asText()));
            assertEquals(row.get("int").asText(), Guidon.format(id, Form.INT));
        });
        HERE.put("text.names", row -> assertEquals(text(row),
                Guidon.format(Vectors.id(row, "octets"), Form.of(row.get("name").asText()))));
        HERE.put("text.texts", VectorsTest::texts);
        HERE.put("times.ticks", VectorsTest::ticks);
        HERE.put("times.ticks_range", row -> {
            assertThrows(IllegalArgumentException.class, () -> Guidon.floor(Kind.V6, time(row)));
            assertThrows(IllegalArgumentException.class, () -> Guidon.ceil(Kind.V1, time(row)));
        });
        HERE.put("times.unix_ms", row -> {
            long ms = Vectors.number(row, "unix_ms");
            assertEquals(ms, Guidon.floor(Kind.V7, time(row)).getMostSignificantBits() >>> 16);
            assertEquals(ms, Ulid.ceil(time(row)).ms());
            assertEquals(time(row), Guidon.timeOf(Guidon.v7At(time(row))));
            assertEquals(time(row), Ulid.at(time(row)).time());
        });
        HERE.put("times.unix_ms_range", row -> {
            assertThrows(IllegalArgumentException.class, () -> Guidon.floor(Kind.V7, time(row)));
            assertThrows(IllegalArgumentException.class, () -> Ulid.at(time(row)));
        });
        HERE.put("typeid.valid", row -> {
            TypeId id = TypeId.parse(text(row));
            assertEquals(row.get("prefix").asText(), id.prefix());
            assertEquals(row.get("suffix").asText(), id.suffix());
            assertEquals(Vectors.id(row, "octets"), id.uuid());
            assertEquals(text(row), id.toString());
        });
        HERE.put("typeid.invalid", row -> refused(row, () -> TypeId.parse(text(row))));
        HERE.put("typeid.refused", row -> refused(row, () -> TypeId.parse(text(row))));
        HERE.put("typeid.prefixes", row -> {
            String prefix = row.get("prefix").asText();
            if (row.has("status")) {
                refused(prefix, row, () -> new TypeId(prefix, Guidon.NIL));
            } else {
                assertEquals(prefix, new TypeId(prefix, Guidon.NIL).prefix());
            }
        });
        HERE.put("ulid.ulids", row -> {
            Ulid ulid = Ulid.parse(row.get("ulid").asText());
            assertEquals(row.get("ulid").asText().toUpperCase(), ulid.toString());
            assertArrayEquals(Vectors.bytes(row, "octets"), ulid.toBytes());
            assertEquals(Vectors.number(row, "ms"), ulid.ms());
            assertEquals(ulid, Ulid.parse(ulid.toString().toLowerCase()));
            assertEquals(ulid, Ulid.fromBytes(ulid.toBytes()));
        });
        HERE.put("ulid.monotonic", row -> { });
        HERE.put("ulid.increments", row -> {
            Ulid ulid = Ulid.parse(row.get("ulid").asText());
            if (row.get("next").isNull()) {
                assertThrows(ArithmeticException.class, ulid::next);
            } else {
                assertEquals(row.get("next").asText(), ulid.next().toString());
            }
        });
        HERE.put("ulid.refused", row -> refused(row, () -> Ulid.parse(text(row))));
        HERE.put("ulid.lenient", row -> assertEquals(
                Vectors.id(row, "octets"), Guidon.parseLenient(text(row))));
        HERE.put("ulid.lenient_refused", row -> assertThrows(
                GuidonParseException.class, () -> Guidon.parseLenient(text(row))));
        HERE.put("values.gregorian", VectorsTest::gregorian);
        HERE.put("values.namespaces", VectorsTest::namespaces);
        HERE.put("values.unix", row -> {
            UUID id = Vectors.id(row, "octets");
            assertEquals(time(row), Guidon.timeOf(id));
            assertEquals(7, Guidon.versionOf(id));
            assertTrue(Guidon.valid(id));
        });
        HERE.put("values.node", row -> assertEquals(
                8, Guidon.versionOf(Vectors.id(row, "octets"))));
        HERE.put("values.others", row -> {
            UUID id = Vectors.id(row, "octets");
            int version = row.get("version").asInt();
            assertEquals(version, Guidon.versionOf(id));
            assertEquals(version >= 1 && version <= 8 || id.equals(Guidon.NIL)
                    || id.equals(Guidon.MAX), Guidon.valid(id));
        });
    }

    // ------------------------------------------------------------------ the rows

    private static String text(JsonNode row) {
        return row.get("text").asText();
    }

    private static Form form(JsonNode row) {
        return Form.of(row.get("form").asText());
    }

    private static Instant time(JsonNode row) {
        return Instant.ofEpochSecond(Vectors.number(row, "seconds"),
                Vectors.number(row, "nanoseconds"));
    }

    /** The chars of a text before an offset in bytes of UTF-8. */
    private static int chars(String text, int bytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new String(utf8, 0, bytes, StandardCharsets.UTF_8).length();
    }

    private static void refused(JsonNode row, Runnable call) {
        refused(text(row), row, call);
    }

    private static void refused(String text, JsonNode row, Runnable call) {
        var error = assertThrows(GuidonParseException.class, call::run);
        // A text that has the wrong length in bytes may have the right one in chars.
        if (text.chars().allMatch(c -> c < 0x80) || !row.get("status").asText().equals("LENGTH")) {
            assertEquals(chars(text, row.get("bad_at").asInt()), error.offset(),
                    error.getMessage());
        }
        assertTrue(error.getMessage().contains("offset "));
    }

    /** The message begins with the sentence of the library. */
    private static void reasons(JsonNode row) {
        String reason = row.get("reason").asText();
        Form[] forms = new Form[row.has("forms") ? row.get("forms").size() : 0];
        for (int i = 0; i < forms.length; i++) {
            forms[i] = Form.of(row.get("forms").get(i).asText());
        }
        if (row.has("lenient") && forms.length > 0) {
            return; // parseLenient takes no form
        }
        Supplier<UUID> call = row.has("lenient") ? () -> Guidon.parseLenient(text(row))
                : forms.length == 0 ? () -> Guidon.parse(text(row))
                : () -> Guidon.parse(text(row), forms[0],
                        Arrays.copyOfRange(forms, 1, forms.length));
        if (reason.isEmpty()) {
            call.get();
            return;
        }
        String message = assertThrows(GuidonParseException.class, call::get).getMessage();
        assertTrue(message.startsWith(reason), message);
    }

    private static void refused(JsonNode row) {
        String name = row.get("form").asText();
        if (name.equals("any")) {
            refused(row, () -> Guidon.parse(text(row)));
            return;
        }
        Form form = Form.of(name);
        refused(row, () -> Guidon.parse(text(row), form));
        if (form == Form.UUID) {
            refusedByPlainCode(row, () -> Guidon.parseUuid(text(row)));
        } else if (form == Form.ULID) {
            refusedByPlainCode(row, () -> Ulid.parse(text(row)));
        }
    }

    /** Plain Java counts chars, and the library bytes. */
    private static void refusedByPlainCode(JsonNode row, Runnable call) {
        if (text(row).chars().allMatch(c -> c < 0x80)) {
            refused(row, call);
        } else {
            assertThrows(GuidonParseException.class, call::run);
        }
    }

    /** The draft prints some forms in the other case. */
    private static void draft(UUID id, Form form, String text) {
        String written = Guidon.format(id, form);
        assertEquals(id, Guidon.parse(text, form));
        assertTrue(written.equals(text) || written.equals(text.toLowerCase(Locale.ROOT)), written);
    }

    private static void notDrafts(JsonNode row) {
        UUID id = Vectors.id(row, "octets");
        UUID read = null;
        try {
            read = Guidon.parse(row.get("draft").asText(), form(row));
        } catch (GuidonParseException error) {
            assertTrue(error.getMessage().contains("offset "));
        }
        assertNotEquals(id, read);
        draft(id, form(row), text(row));
    }

    /** The keys themselves are secret, so the ids that they make are compared. */
    private static void keyRing(JsonNode row) {
        UUID id = Vectors.id("017f22e279b07cc398c4dc0c0c07398f");
        try (KeyRing ring = KeyRing.parse(text(row))) {
            assertEquals(row.get("current").asInt(), ring.current());
            assertEquals(row.get("numbers").size(), ring.numbers().size());
            for (int i = 0; i < ring.numbers().size(); i++) {
                int number = ring.numbers().get(i);
                String digits = row.get("keys").get(i).asText();
                assertEquals(row.get("numbers").get(i).asInt(), number);
                if (digits.length() == 32) {
                    assertEquals(Guidon.mask(id, MaskKey.parse(digits)),
                            Guidon.mask(id, ring.maskKey(number)));
                    assertThrows(IllegalArgumentException.class, () -> ring.key(number));
                } else {
                    assertEquals(Guidon.encrypt(id, Key.parse(digits)),
                            Guidon.encrypt(id, ring.key(number)));
                    assertThrows(IllegalArgumentException.class, () -> ring.maskKey(number));
                }
            }
        }
    }

    private static int prefixBits(JsonNode row) {
        return row.get("prefix_bits").asInt();
    }

    private static void readsAs(JsonNode row, UUID id) {
        assertEquals(row.get("prefix").asInt(), Guidon.v8PrefixOf(id, prefixBits(row)));
        assertEquals(time(row), Guidon.prefixedTimeOf(id, prefixBits(row)));
    }

    private static void prefixedBounds(JsonNode row) {
        int prefix = row.get("prefix").asInt();
        int bits = prefixBits(row);
        UUID floor = Vectors.id(row, "floor");
        UUID ceil = Vectors.id(row, "ceil");
        assertEquals(floor, Guidon.v8Floor(time(row), prefix, bits));
        assertEquals(ceil, Guidon.v8Ceil(time(row), prefix, bits));
        readsAs(row, floor);
        readsAs(row, ceil);
        if (prefix == (1 << bits) - 1) {
            assertEquals(floor, Guidon.v8AppendFloor(time(row), bits));
        }
        if (bits <= 10) {
            IdRange range = Guidon.v8Ranges(time(row), time(row), bits).get(prefix);
            assertEquals(new IdRange(floor, ceil), range);
            assertEquals(1 << bits, Guidon.v8Ranges(time(row), time(row), bits).size());
        }
    }

    private static void ambiguous(JsonNode row) {
        var error = assertThrows(GuidonParseException.class, () -> Guidon.parse(text(row)));
        assertEquals(0, error.offset());
        TreeSet<String> reading = new TreeSet<>();
        for (Form form : Form.values()) {
            try {
                Guidon.parse(text(row), form);
                reading.add(form.toString());
            } catch (GuidonParseException exception) {
                continue;
            }
        }
        TreeSet<String> due = new TreeSet<>();
        row.get("forms").forEach(form -> due.add(form.asText()));
        assertEquals(due, reading);
        for (String form : due) {
            assertTrue(error.getMessage().contains(form), error.getMessage());
        }
    }

    private static void readAndWrite(JsonNode row) {
        UUID id = Vectors.id(row, "octets");
        assertEquals(id, Guidon.parse(text(row), form(row)));
        // Of braces, .NET writes the lower case and Guidon the upper.
        assertEquals(text(row).toLowerCase(), Guidon.format(id, form(row)).toLowerCase());
    }

    private static void texts(JsonNode row) {
        UUID id = Vectors.id(row, "octets");
        for (Form form : Form.values()) {
            if (!row.has(form.toString())) {
                assertEquals(Form.NCS, form);
                assertThrows(IllegalArgumentException.class, () -> Guidon.format(id, form));
                continue;
            }
            String text = row.get(form.toString()).asText();
            assertEquals(text, Guidon.format(id, form));
            assertEquals(id, Guidon.parse(text, form));
            assertEquals(id, Guidon.parse(new StringBuilder(text), form));
        }
    }

    private static UUID named(JsonNode row, Object name) {
        UUID namespace = Vectors.id(row, "namespace");
        boolean bytes = name instanceof byte[];
        switch (row.get("version").asInt()) {
            case 3:
                return bytes ? Guidon.v3(namespace, (byte[]) name)
                        : Guidon.v3(namespace, (String) name);
            case 5:
                return bytes ? Guidon.v5(namespace, (byte[]) name)
                        : Guidon.v5(namespace, (String) name);
            default:
                return bytes ? Guidon.v8Sha256(namespace, (byte[]) name)
                        : Guidon.v8Sha256(namespace, (String) name);
        }
    }

    private static void named(JsonNode row) {
        if (row.has("name_hex")) {
            assertEquals(Vectors.id(row, "id"), named(row, Vectors.bytes(row, "name_hex")));
            return;
        }
        String name = row.get("name").asText();
        assertEquals(Vectors.id(row, "id"), named(row, name));
        assertEquals(Vectors.id(row, "id"), named(row, name.getBytes(StandardCharsets.UTF_8)));
    }

    private static void hashed(JsonNode row) {
        Instant time = Instant.ofEpochMilli(Vectors.number(row, "unix_ms"));
        Key key = Key.of(Vectors.bytes(row, "key"));
        UUID namespace = Vectors.id(row, "namespace");
        byte[] data = Vectors.bytes(row, "data");
        UUID derived = Vectors.id(row, "derived");
        assertEquals(derived, Guidon.derive(time, key, data));
        assertEquals(Vectors.id(row, "v5"), Guidon.v5(namespace, data));
        switch (row.get("type").asText()) {
            case "integer":
                assertEquals(derived, Guidon.derive(time, key, Vectors.number(row, "value")));
                break;
            case "text":
                assertEquals(derived, Guidon.derive(time, key, row.get("value").asText()));
                assertEquals(Vectors.id(row, "v5"),
                        Guidon.v5(namespace, row.get("value").asText()));
                break;
            default:
                if (data.length == 16) {
                    assertEquals(derived, Guidon.derive(time, key, Guidon.fromBytes(data)));
                }
        }
    }

    private static void refusedUtf16(JsonNode row) {
        if (!row.has("utf16")) {
            return; // bytes that no String holds
        }
        byte[] units = HexFormat.of().parseHex(row.get("utf16").asText());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < units.length; i += 2) {
            text.append((char) ((units[i] & 0xff) << 8 | units[i + 1] & 0xff));
        }
        Key key = Key.of(new byte[32]);
        String chars = text.toString();
        assertThrows(IllegalArgumentException.class,
                () -> Guidon.derive(Instant.EPOCH, key, chars));
        assertThrows(IllegalArgumentException.class, () -> Guidon.v5(Guidon.NIL, chars));
    }

    private static final Map<String, Long> A_SECOND =
            Map.of("ms", 1000L, "us", 1_000_000L, "100ns", 10_000_000L, "ns", 1_000_000_000L);

    private static Instant instant(long count, long aSecond) {
        return Instant.ofEpochSecond(Math.floorDiv(count, aSecond),
                Math.floorMod(count, aSecond) * (1_000_000_000 / aSecond));
    }

    private static final UUID LAST_V6 = new UUID(0xffffffffffff6fffL, 0xbfffffffffffffffL);
    private static final UUID LAST_V1 = Guidon.v6ToV1(LAST_V6);

    /** The last id of a unit is that of its last nanosecond. */
    private static void bounds(JsonNode row) {
        long aSecond = A_SECOND.get(row.get("unit").asText());
        Instant first = instant(Vectors.number(row, "time"), aSecond);
        Instant end = first.plusNanos(1_000_000_000 / aSecond - 1);
        Instant last = end;
        Kind kind = Kind.of(row.get("kind").asText());
        assertEquals(Vectors.id(row, "first"), Guidon.floor(kind, first));
        boolean isLast = List.of(LAST_V6, LAST_V1).contains(Vectors.id(row, "last"));
        if (isLast && aSecond < A_SECOND.get("100ns")) {
            // The last microsecond of the 60 bits of ticks is not whole.
            assertThrows(IllegalArgumentException.class, () -> Guidon.ceil(kind, end));
            last = Guidon.timeOf(LAST_V6);
        }
        assertEquals(Vectors.id(row, "last"), Guidon.ceil(kind, last));
    }

    private static void typeIdBounds(JsonNode row) {
        Instant time = instant(Vectors.number(row, "time"), A_SECOND.get(row.get("unit").asText()));
        String prefix = row.get("prefix").asText();
        assertEquals(row.get("first_text").asText(),
                new TypeId(prefix, Guidon.floor(Kind.V7, time)).toString());
        assertEquals(row.get("last_text").asText(),
                new TypeId(prefix, Guidon.ceil(Kind.V7, time)).toString());
    }

    private static void outOfRange(JsonNode row) {
        Instant time = instant(Vectors.number(row, "time"), A_SECOND.get(row.get("unit").asText()));
        Kind kind = Kind.of(row.get("kind").asText());
        var error = assertThrows(IllegalArgumentException.class, () -> Guidon.floor(kind, time));
        assertThrows(IllegalArgumentException.class, () -> Guidon.ceil(kind, time));
        assertTrue(error.getMessage().contains(time.toString()));
    }

    private static void ticks(JsonNode row) {
        UUID id = Guidon.floor(Kind.V6, time(row));
        assertEquals(Vectors.number(row, "ticks"), Guidon.ticksOf(id));
        assertEquals(time(row), Guidon.timeOf(id));
        assertEquals(Guidon.v6ToV1(id), Guidon.floor(Kind.V1, time(row)));
    }

    private static void gregorian(JsonNode row) {
        UUID id = Vectors.id(row, "octets");
        assertEquals(Vectors.number(row, "ticks"), Guidon.ticksOf(id));
        assertEquals(time(row), Guidon.timeOf(id));
        assertEquals(row.get("clock_seq").asInt(), Guidon.clockSeqOf(id));
        assertEquals(Long.parseLong(row.get("node").asText(), 16), Guidon.nodeOf(id));
        assertEquals(row.get("version").asInt(), Guidon.versionOf(id));
    }

    private static void namespaces(JsonNode row) {
        gregorian(row);
        Map<String, UUID> names = Map.of("dns", Guidon.NAMESPACE_DNS, "url", Guidon.NAMESPACE_URL,
                "oid", Guidon.NAMESPACE_OID, "x500", Guidon.NAMESPACE_X500);
        assertEquals(Vectors.id(row, "octets"), names.get(row.get("name").asText()));
    }

    // ----------------------------------------------------------------- the tests

    @Test
    void everyPartIsRunOrExcused() {
        TreeSet<String> known = new TreeSet<>(HERE.keySet());
        for (String file : Vectors.files()) {
            for (String part : Vectors.parts(file)) {
                boolean excused = ELSEWHERE.containsKey(file) || ELSEWHERE.containsKey(part);
                assertTrue(excused != known.remove(part), part + " is run and excused, or neither");
            }
        }
        assertEquals(new TreeSet<>(), known, "parts that no file has");
    }

    @TestFactory
    Stream<DynamicTest> rows() {
        return HERE.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(part -> DynamicTest.dynamicTest(part.getKey(), () -> {
                    int rows = 0;
                    for (JsonNode row : Vectors.rows(part.getKey())) {
                        try {
                            part.getValue().accept(row);
                        } catch (Throwable error) {
                            throw new AssertionError(row + ": " + error.getMessage(), error);
                        }
                        rows++;
                    }
                    assertFalse(rows == 0, "no rows");
                }));
    }

    /**
     * The ULIDs of the reference, by its clock and the bits that it drew. It counts on however far
     * the clock steps back, and Guidon only within the tolerance.
     */
    @Test
    void monotonicUlids() {
        var rows = Vectors.rows("ulid.monotonic");
        Instant[] now = new Instant[1];
        Ulid first = Ulid.parse(rows.get(0).get("ulid").asText());
        byte[] bits = Arrays.copyOfRange(first.toBytes(), 6, 16);
        InstantSource clock = () -> now[0];
        RandomGenerator random = new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError();
            }

            @Override
            public void nextBytes(byte[] out) {
                System.arraycopy(bits, 0, out, 0, bits.length);
            }
        };
        try (Generator generator = Generator.builder(Kind.ULID_MONOTONIC).clock(clock)
                .random(random).rollback(Generator.Rollback.FAIL, Duration.ofSeconds(10)).build()) {
            for (JsonNode row : rows) {
                Instant before = now[0];
                now[0] = Instant.ofEpochMilli(Vectors.number(row, "clock_ms"));
                if (before != null && now[0].isBefore(before.minusSeconds(10))) {
                    assertThrows(GuidonGenerateException.class, generator::nextUlid);
                    return;
                }
                assertEquals(row.get("ulid").asText(), generator.nextUlid().toString());
            }
        }
    }
}
