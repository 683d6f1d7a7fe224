// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.Serializable;
import java.util.Objects;
import java.util.UUID;

/**
 * A TypeID: an id as text with a prefix that names its type, such as
 * {@code user_01h455vb4pex5vsknk084sn02q}. Specification: TypeID 0.3.0. Objects sort by the
 * prefix, and those of one prefix as their texts do.
 *
 * @param prefix at most 63 characters a-z and {@code _}, the first and the last of them a-z; or
 *     empty
 * @param uuid the id; those that a program makes are of version 7
 */
public record TypeId(String prefix, UUID uuid) implements Comparable<TypeId>, Serializable {
    private static final int PREFIX_MAX = 63;
    private static final String PREFIX_CHARACTER = "a character of a prefix (a-z, and _ between)";

    /**
     * Makes a TypeID of its parts.
     *
     * @param prefix the prefix
     * @param uuid the id
     * @throws IllegalArgumentException if a TypeID cannot have the prefix; a
     *     {@link GuidonParseException} with the offset in it
     */
    public TypeId {
        Objects.requireNonNull(uuid, "uuid");
        checkPrefix(prefix, prefix.length());
    }

    /**
     * Reads a TypeID with any prefix, strictly. The last {@code _} ends the prefix; a text
     * without one is a suffix alone.
     *
     * @param text the text
     * @return the TypeID, whose id is of any version
     * @throws GuidonParseException if the text is not a TypeID
     */
    public static TypeId parse(CharSequence text) {
        String chars = text.toString();
        int suffix = chars.lastIndexOf('_') + 1;
        int prefix = Math.max(suffix - 1, 0);
        checkLengths(chars, prefix, suffix);
        if (suffix == 1) {
            throw ParseErrors.character(chars, 0, PREFIX_CHARACTER);
        }
        checkPrefix(chars, prefix);
        long[] words = new long[2];
        if (UlidText.parse(chars, suffix, true, words) >= 0) {
            throw UlidText.error(chars, suffix, true);
        }
        return new TypeId(chars.substring(0, prefix), new UUID(words[0], words[1]));
    }

    /**
     * The same as {@link #parse}, under the name for which Jackson, JAX-RS and Spring look.
     *
     * @param text the text
     * @return the TypeID
     * @throws GuidonParseException if the text is not a TypeID
     */
    public static TypeId fromString(String text) {
        return parse(text);
    }

    private static void checkLengths(String chars, int prefix, int suffix) {
        if (prefix > PREFIX_MAX) {
            throw prefixTooLong(chars, prefix);
        }
        int length = chars.length() - suffix;
        if (length != UlidText.LENGTH) {
            int offset = Math.min(chars.length(), suffix + UlidText.LENGTH);
            throw new GuidonParseException(length + " characters are not the " + UlidText.LENGTH
                    + " of the suffix" + ParseErrors.at(offset, chars), offset);
        }
    }

    private static GuidonParseException prefixTooLong(String chars, int length) {
        return new GuidonParseException("a prefix has at most " + PREFIX_MAX
                + " characters, and this one has " + length + ParseErrors.at(PREFIX_MAX, chars),
                PREFIX_MAX);
    }

    private static void checkPrefix(String chars, int length) {
        if (length > PREFIX_MAX) {
            throw prefixTooLong(chars, length);
        }
        for (int i = 0; i < length; i++) {
            char c = chars.charAt(i);
            boolean between = i > 0 && i < length - 1;
            if (!(c >= 'a' && c <= 'z' || c == '_' && between)) {
                throw ParseErrors.character(chars, i, PREFIX_CHARACTER);
            }
        }
    }

    /**
     * Returns the id as text.
     *
     * @return 26 characters of Crockford's base32 in lower case
     */
    public String suffix() {
        return UlidText.format(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(),
                false);
    }

    /** Compares the prefixes, and then the ids as unsigned numbers. */
    @Override
    public int compareTo(TypeId other) {
        int order = prefix.compareTo(other.prefix);
        return order != 0 ? order : Order.compareUnsigned(uuid, other.uuid);
    }

    /** Returns the text of the TypeID. */
    @Override
    public String toString() {
        return prefix.isEmpty() ? suffix() : prefix + '_' + suffix();
    }
}
