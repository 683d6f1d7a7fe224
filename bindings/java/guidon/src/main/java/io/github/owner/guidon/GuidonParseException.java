// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

/** A text is not an id. The message says what is wrong, where, and what would be right. */
public final class GuidonParseException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int offset;

    GuidonParseException(String message, int offset) {
        super(message);
        this.offset = offset;
    }

    /**
     * Returns where the text is wrong.
     *
     * @return the index of the first wrong {@code char}; the length of the text if the text is
     *     too short
     */
    public int offset() {
        return offset;
    }
}
