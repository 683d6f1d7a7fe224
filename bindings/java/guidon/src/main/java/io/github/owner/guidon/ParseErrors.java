// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.StringJoiner;

/** The messages of {@link GuidonParseException}. */
final class ParseErrors {
    /** No more of a text than this stands in a message. */
    private static final int SHOWN = 100;

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

    /** What the library says: a status other than OK, and a text that it has refused. */
    static GuidonParseException of(int status, NativeText text, long accept, int offset) {
        String reason = Native.statusText(status);
        long forms = Native.candidates(text.bytes, accept);
        if (forms != 0) {
            StringJoiner names = new StringJoiner(", ");
            for (Form form : Form.values()) {
                if ((forms & form.bit()) != 0) {
                    names.add(form.toString());
                }
            }
            reason = "the text could be " + names + "; name the form: parse(text, form)";
        } else if (text.chars.length() == 0) {
            reason = "the text is empty";
        }
        return new GuidonParseException(reason + at(offset, text.chars), offset);
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
