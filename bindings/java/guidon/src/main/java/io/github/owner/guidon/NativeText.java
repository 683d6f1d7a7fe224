// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Arrays;

/** A text as the library reads it: bytes of UTF-8, whose offsets differ from those of chars. */
final class NativeText {
    /** GUIDON_ANY_FORMS. */
    static final long ANY = 0x3c6ff;
    /** GUIDON_PARSE_LENIENT. */
    static final int LENIENT = 1;

    final String chars;
    final byte[] bytes;

    NativeText(CharSequence text) {
        chars = text.toString();
        bytes = utf8(chars);
    }

    /** A half of a surrogate pair becomes U+FFFD, which no form has. */
    private static byte[] utf8(String chars) {
        byte[] out = new byte[chars.length()];
        for (int i = 0; i < out.length; i++) {
            char c = chars.charAt(i);
            if (c > 0x7f) {
                return withOthers(chars);
            }
            out[i] = (byte) c;
        }
        return out;
    }

    private static byte[] withOthers(String chars) {
        byte[] out = new byte[Math.multiplyExact(chars.length(), 3)];
        int len = 0;
        for (int i = 0; i < chars.length(); i++) {
            len = put(out, len, chars, i);
        }
        return Arrays.copyOf(out, len);
    }

    /** Writes the char at an index; the second half of a pair writes nothing. */
    private static int put(byte[] out, int at, String chars, int i) {
        int c = chars.charAt(i);
        if (isSecond(chars, i)) {
            return at;
        }
        if (Character.isSurrogate((char) c)) {
            c = i + 1 < chars.length() && isSecond(chars, i + 1) ? chars.codePointAt(i) : 0xfffd;
        }
        if (c <= 0x7f) {
            out[at] = (byte) c;
            return at + 1;
        }
        int more = c <= 0x7ff ? 1 : c <= 0xffff ? 2 : 3;
        out[at] = (byte) (0xff00 >> more + 1 | c >> 6 * more);
        for (int k = 1; k <= more; k++) {
            out[at + k] = (byte) (0x80 | c >> 6 * (more - k) & 0x3f);
        }
        return at + more + 1;
    }

    private static boolean isSecond(String chars, int i) {
        return i > 0 && Character.isSurrogatePair(chars.charAt(i - 1), chars.charAt(i));
    }

    /** The index of the char to which the byte at an offset belongs. */
    int index(long offset) {
        if (bytes.length == chars.length()) {
            return (int) offset;
        }
        byte[] space = new byte[4];
        long at = 0;
        for (int i = 0; i < chars.length(); i++) {
            at += put(space, 0, chars, i);
            if (offset < at) {
                return i;
            }
        }
        return chars.length();
    }
}
