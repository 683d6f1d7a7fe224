// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The plain readers and writers are equal to those of the library. */
class TextTest {
    private final Random random = new Random(1);

    private UUID any() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    /** Each character of a canonical text, changed to each char below 0x180 and some above. */
    @Test
    void everyCharacter() {
        String uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
        String ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
        for (int at = 0; at < 36; at++) {
            for (int c = 0; c < 0x180; c++) {
                same(change(uuid, at, (char) c));
                if (at < 26) {
                    same(change(ulid, at, (char) c));
                }
            }
            for (char c : new char[] {'\u0130', '\uff11', '\ud83d', '\ude00', '\ufffd', '\uffff'}) {
                same(change(uuid, at, c));
            }
        }
    }

    private static String change(String text, int at, char c) {
        return text.substring(0, at) + c + text.substring(at + 1);
    }

    @Test
    void randomTexts() {
        String characters = "0123456789abcdefABCDEF-{}(): .ghjkILOU\u00e9";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(any().toString());
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                text.setCharAt(random.nextInt(36),
                        characters.charAt(random.nextInt(characters.length())));
            }
            text.setLength(random.nextInt(8) == 0 ? random.nextInt(36) : 36);
            same(text.toString());
        }
    }

    /** What the library says of a text as this one form: the id, or the offset. */
    private static Object byLibrary(String chars, Form form) {
        NativeText text = new NativeText(chars);
        long[] out = new long[3];
        int status = Native.parse(text.bytes, form.bit(), 0, out);
        return status == 0 ? new UUID(out[0], out[1]) : (Object) text.index(out[2]);
    }

    private static Object byJava(Runnable error, UUID read) {
        if (read != null) {
            return read;
        }
        return assertThrows(GuidonParseException.class, error::run).offset();
    }

    private static void same(String text) {
        UUID uuid = UuidText.parseOrNull(text);
        Object found = byJava(() -> Guidon.parseUuid(text), uuid);
        Object due = byLibrary(text, Form.UUID);
        // The library counts bytes, so a text of 36 chars may be too long for it.
        if (text.chars().allMatch(c -> c < 0x80)) {
            assertEquals(due, found, text);
        } else {
            assertTrue(!(found instanceof UUID) && !(due instanceof UUID), text);
        }
        if (text.length() == UlidText.LENGTH && text.chars().allMatch(c -> c < 0x80)) {
            long[] words = new long[2];
            boolean read = UlidText.parse(text, 0, false, words) < 0;
            assertEquals(byLibrary(text, Form.ULID), byJava(() -> Ulid.parse(text),
                    read ? new UUID(words[0], words[1]) : null), text);
        }
    }

    @Test
    void writersAreEqual() {
        for (int i = 0; i < 5000; i++) {
            UUID id = i == 0 ? Guidon.NIL : i == 1 ? Guidon.MAX : any();
            for (Form form : new Form[] {Form.UUID, Form.ULID, Form.ULID_LOWER}) {
                byte[] text = Native.format(id.getMostSignificantBits(),
                        id.getLeastSignificantBits(), form.ordinal());
                assertEquals(new String(text, java.nio.charset.StandardCharsets.ISO_8859_1),
                        Guidon.format(id, form));
            }
            assertEquals(id, Ulid.parse(Ulid.of(id).toString()).toUuid());
            assertEquals(id, Guidon.parse(id.toString()));
        }
    }

    @Test
    void namesAreThoseOfTheLibrary() {
        for (Form form : Form.values()) {
            assertEquals(Native.formName(form.ordinal()), form.toString());
            assertEquals(form, Form.of(form.toString()));
        }
        assertNull(Native.formName(Form.values().length));
        assertNull(Native.formName(-1));
        assertEquals(System.getProperty("guidon.version"), Native.version());
        for (Kind kind : Kind.values()) {
            assertEquals(kind, Kind.of(kind.toString()));
        }
        for (Order order : Order.values()) {
            assertEquals(order, Order.of(order.toString()));
        }
        assertThrows(IllegalArgumentException.class, () -> Kind.of("V7"));
        assertThrows(IllegalArgumentException.class, () -> Form.of(""));
        assertThrows(IllegalArgumentException.class, () -> Order.of("x"));
    }

    @Test
    void messages() {
        assertEquals("'g' is not a hexadecimal digit (0-9, a-f), at offset 35 of "
                + "'017f22e2-79b0-7cc3-98c4-dc0c0c07398g'", assertThrows(GuidonParseException.class,
                () -> Guidon.parseUuid("017f22e2-79b0-7cc3-98c4-dc0c0c07398g")).getMessage());
        assertEquals("'0' is not '-', at offset 8 of '017f22e2079b0-7cc3-98c4-dc0c0c07398f'",
                assertThrows(GuidonParseException.class,
                () -> Guidon.parseUuid("017f22e2079b0-7cc3-98c4-dc0c0c07398f")).getMessage());
        assertEquals("3 characters are not the 36 of a canonical UUID, at offset 3 of '1\\u000a2'",
                assertThrows(GuidonParseException.class,
                () -> Guidon.parseUuid("1\n2")).getMessage());
        assertEquals("the text is above the largest ULID, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, at offset 0 "
                + "of '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'", assertThrows(GuidonParseException.class,
                () -> Ulid.parse("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")).getMessage());
        assertTrue(assertThrows(GuidonParseException.class,
                () -> Guidon.parse("x".repeat(1_000_000))).getMessage().length() < 300);
    }

    /** An offset in a message counts chars, also behind a character of two bytes. */
    @Test
    void offsetsInMessagesCountChars() {
        String message = assertThrows(GuidonParseException.class, () -> Guidon.parse(
                "\u00e9\u00e9 017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).getMessage();
        assertTrue(message.contains("at offset 3 "), message);
    }

    @Test
    void valuesCompareHashAndSerialize() throws Exception {
        TreeSet<Ulid> sorted = new TreeSet<>();
        TreeSet<String> texts = new TreeSet<>();
        TreeSet<Integer> hashes = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            Ulid ulid = Ulid.of(any());
            sorted.add(ulid);
            texts.add(ulid.toString());
            hashes.add(new Ulid(7, i).hashCode() & 1023);
            assertEquals(ulid, copy(ulid));
            assertEquals(new TypeId("user", ulid.toUuid()), copy(new TypeId("user",
                    ulid.toUuid())));
        }
        assertEquals(texts.stream().toList(), sorted.stream().map(Ulid::toString).toList());
        assertTrue(hashes.size() > 550, "the hash of ULIDs that follow one another is poor");
    }

    private static Object copy(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}
