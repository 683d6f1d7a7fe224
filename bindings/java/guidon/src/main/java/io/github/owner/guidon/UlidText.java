// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.charset.StandardCharsets;

/** The canonical text of a ULID, in plain Java: Crockford's base32 without aliases. */
final class UlidText {
    static final int LENGTH = 26;
    static final String DIGIT = "digit of Crockford's base32 (0-9, A-Z without I, L, O and U)";

    private static final byte[] UPPER =
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] LOWER =
            "0123456789abcdefghjkmnpqrstvwxyz".getBytes(StandardCharsets.ISO_8859_1);
    /** The value of each character, or -1 for one that is not a digit. */
    private static final byte[] VALUES = new byte[256];

    static {
        java.util.Arrays.fill(VALUES, (byte) -1);
        for (int value = 0; value < 32; value++) {
            VALUES[UPPER[value]] = (byte) value;
            VALUES[LOWER[value]] = (byte) value;
        }
    }

    private UlidText() {
    }

    /** Returns the value of a character, or -1 if it is not a digit. */
    static int value(char c, boolean lowerOnly) {
        return c > 0xff || lowerOnly && c >= 'A' && c <= 'Z' ? -1 : VALUES[c];
    }

    /**
     * Reads 26 digits from an offset on.
     *
     * @param words receives the id as two numbers
     * @param lowerOnly whether letters must be in lower case, as in a TypeID
     * @return -1, or the offset of the first wrong character; the offset itself if the number
     *     has more than 128 bits
     */
    static int parse(CharSequence text, int offset, boolean lowerOnly, long[] words) {
        long hi = 0;
        long lo = 0;
        for (int i = 0; i < LENGTH; i++) {
            int value = value(text.charAt(offset + i), lowerOnly);
            if (value < 0) {
                return offset + i;
            }
            hi = hi << 5 | lo >>> 59;
            lo = lo << 5 | value;
        }
        if (value(text.charAt(offset), lowerOnly) > 7) {
            return offset;
        }
        words[0] = hi;
        words[1] = lo;
        return -1;
    }

    static String format(long hi, long lo, boolean upper) {
        byte[] digits = upper ? UPPER : LOWER;
        byte[] text = new byte[LENGTH];
        // The first digit has three bits, and digit 13 has the last bit of the first number.
        for (int i = 0; i < 13; i++) {
            text[i] = digits[(int) (hi >>> (61 - 5 * i)) & 31];
        }
        text[13] = digits[(int) (hi << 4 | lo >>> 60) & 31];
        for (int i = 14; i < LENGTH; i++) {
            text[i] = digits[(int) (lo >>> (125 - 5 * i)) & 31];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Says why {@link #parse} has not read a text of its own. */
    static GuidonParseException error(CharSequence text) {
        if (text.length() != LENGTH) {
            return ParseErrors.length(text, LENGTH, "a ULID");
        }
        return error(text, 0, false);
    }

    /** Says why {@link #parse} has not read the 26 characters from an offset on. */
    static GuidonParseException error(CharSequence text, int offset, boolean lowerOnly) {
        for (int i = offset; i < offset + LENGTH; i++) {
            if (value(text.charAt(i), lowerOnly) < 0) {
                return ParseErrors.character(text, i, lowerOnly
                        ? "a " + DIGIT.replace("A-Z", "a-z").replace("I, L, O and U",
                                "i, l, o and u")
                        : "a " + DIGIT);
            }
        }
        return new GuidonParseException("the text is above the largest ULID, "
                + (lowerOnly ? "7zzzzzzzzzzzzzzzzzzzzzzzzz" : "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
                + ParseErrors.at(offset, text), offset);
    }
}
