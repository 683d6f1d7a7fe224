// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.regex.Pattern;

/** The messages of {@link GuidonParseException}. */
final class ParseErrors {
    /** No more of a text than this stands in a message. */
    private static final int SHOWN = 100;
    /** A sentence of the library names at most one offset, in bytes of UTF-8. */
    private static final Pattern OFFSET = Pattern.compile("at offset (\\d{1,10})");

    private ParseErrors() {
    }

    static GuidonParseException length(CharSequence text, int length, String what) {
        int offset = Math.min(text.length(), length);
        return new GuidonParseException(text.length() + " characters are not the " + length
                + " of " + what + at(offset, text), offset);
    }

    static GuidonParseException character(CharSequence text, int offset, String due) {
        return new GuidonParseException(shown(text, offset, 1) + " is not " + due
                + at(offset, text), offset);
    }

    /** What the library says of a text that it has refused with this status. */
    static GuidonParseException of(int status, NativeText text, long forms, int flags,
            int offset) {
        String reason = Native.parseReason(text.bytes, forms, flags);
        if (reason == null || reason.isEmpty()) {
            reason = Native.statusText(status);
        } else if (reason.endsWith("; name the form")) {
            reason += ", as in parse(text, form)";
        }
        reason = OFFSET.matcher(reason).replaceFirst(
                found -> "at offset " + text.index(Long.parseLong(found.group(1))));
        String place = reason.contains(" at offset ")
                ? ": " + shown(text.chars, 0, text.chars.length()) : at(offset, text.chars);
        return new GuidonParseException(reason + place, offset);
    }

    /** Says where in a text. */
    static String at(int offset, CharSequence text) {
        return ", at offset " + offset + " of " + shown(text, 0, text.length());
    }

    /** A part of a text between quotation marks, with escapes for what nobody can see. */
    private static String shown(CharSequence text, int from, int length) {
        StringBuilder shown = new StringBuilder("'");
        int end = from + Math.min(length, SHOWN);
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                shown.append(c);
            } else {
                shown.append(String.format("\\u%04x", (int) c));
            }
        }
        return shown.append(length > SHOWN ? "...'" : "'").toString();
    }
}
