// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Objects;

/** The kinds of id that {@link Guidon} and a {@link Generator} make. */
public enum Kind {
    /** Version 1: the time in steps of 100 ns, a clock sequence and a node. */
    V1("v1", 1),
    /** Version 2: version 1 with a local id. Only a {@link Generator} makes it. */
    V2("v2", 2),
    /** Version 4: 122 random bits. */
    V4("v4", 4),
    /** Version 6: the fields of version 1 in an order in which ids sort by time. */
    V6("v6", 6),
    /** Version 7: the time in milliseconds, a fraction of it, and random bits. */
    V7("v7", 7),
    /** A ULID with 80 new random bits. */
    ULID("ulid", 0x100),
    /** A ULID that is, within a millisecond, the one before plus a step. */
    ULID_MONOTONIC("ulid-monotonic", 0x101),
    /** Version 8 with a node number. Only a {@link Generator} makes it. */
    V8_NODE("v8-node", 0x80),
    /** Version 8 with a prefix of ones: unique in one database that checks the key. */
    V8_APPEND("v8-append", 0x81),
    /** Version 8 that begins with the number of a shard. Only a {@link Generator} makes many. */
    V8_SHARDED("v8-sharded", 0x81);

    private final String text;
    private final int number;

    Kind(String text, int number) {
        this.text = text;
        this.number = number;
    }

    /**
     * Returns the kind of a name.
     *
     * @param name a name as {@link #toString} returns it, such as {@code "v7"}
     * @return the kind
     * @throws IllegalArgumentException if no kind has this name
     */
    public static Kind of(String name) {
        Objects.requireNonNull(name, "name");
        for (Kind kind : values()) {
            if (kind.text.equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind \"" + name + "\"; the kinds are v1, v2, v4, "
                + "v6, v7, ulid, ulid-monotonic, v8-node, v8-append and v8-sharded");
    }

    /** The value of {@code guidon_kind}. */
    int number() {
        return number;
    }

    boolean hasPrefix() {
        return this == V8_APPEND || this == V8_SHARDED;
    }

    boolean isUlid() {
        return this == ULID || this == ULID_MONOTONIC;
    }

    /** Returns the name of the kind that every part of Guidon uses, such as {@code "v7"}. */
    @Override
    public String toString() {
        return text;
    }
}
