// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.UUID;

/**
 * The canonical text of a UUID, in plain Java: a call of the library would take longer than
 * reading the 36 characters. RFC 9562, section 4.
 */
final class UuidText {
    static final int LENGTH = 36;

    /** The value of each character, or 0xff for one that is not a hexadecimal digit. */
    private static final byte[] DIGITS = new byte[256];

    static {
        java.util.Arrays.fill(DIGITS, (byte) -1);
        for (int value = 0; value < 16; value++) {
            DIGITS[Character.forDigit(value, 16)] = (byte) value;
            DIGITS[Character.toUpperCase(Character.forDigit(value, 16))] = (byte) value;
        }
    }

    private UuidText() {
    }

    /** Reads four digits. The result is negative if one of them is wrong. */
    private static long four(CharSequence text, int at) {
        char a = text.charAt(at);
        char b = text.charAt(at + 1);
        char c = text.charAt(at + 2);
        char d = text.charAt(at + 3);
        if ((a | b | c | d) > 0xff) {
            return -1;
        }
        // A wrong digit is -1, whose sign survives the shift and the OR.
        return DIGITS[a] << 12 | DIGITS[b] << 8 | DIGITS[c] << 4 | DIGITS[d];
    }

    /** Reads a canonical text of either case, or returns null. */
    static UUID parseOrNull(CharSequence text) {
        if (text.length() != LENGTH || text.charAt(8) != '-' || text.charAt(13) != '-'
                || text.charAt(18) != '-' || text.charAt(23) != '-') {
            return null;
        }
        long a = four(text, 0);
        long b = four(text, 4);
        long c = four(text, 9);
        long d = four(text, 14);
        long e = four(text, 19);
        long f = four(text, 24);
        long g = four(text, 28);
        long h = four(text, 32);
        if ((a | b | c | d | e | f | g | h) < 0) {
            return null;
        }
        return new UUID(a << 48 | b << 32 | c << 16 | d, e << 48 | f << 32 | g << 16 | h);
    }

    /** Says why {@link #parseOrNull} has not read a text. */
    static GuidonParseException error(CharSequence text) {
        if (text.length() != LENGTH) {
            return ParseErrors.length(text, LENGTH, "a canonical UUID");
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            boolean hyphen = i == 8 || i == 13 || i == 18 || i == 23;
            if (hyphen ? c != '-' : c > 0xff || DIGITS[c] < 0) {
                return ParseErrors.character(text, i,
                        hyphen ? "'-'" : "a hexadecimal digit (0-9, a-f)");
            }
        }
        throw new IllegalStateException("the text changed while it was read");
    }
}
