// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code mask(id, key)}: the id of version 4 that hides one of version 7. */
public final class Mask extends Masking {
    private static final long serialVersionUID = 1;

    Mask(DataType[] types) {
        super("mask", types);
    }

    /** The result of a text. */
    public static UTF8String invoke(UTF8String id, UTF8String key) {
        return id == null || key == null ? null
                : made(Values.id(id), Secrets.MASK_KEYS.of(key), Guidon::mask);
    }

    /** The result of 16 bytes. */
    public static UTF8String invoke(byte[] id, UTF8String key) {
        return id == null || key == null ? null
                : made(Values.id(id), Secrets.MASK_KEYS.of(key), Guidon::mask);
    }

    /** The result of a text, with a key in the query. */
    public static UTF8String invoke(UTF8String id, byte[] key) {
        return id == null || key == null ? null
                : made(Values.id(id), Secrets.MASK_KEYS.of(key), Guidon::mask);
    }

    /** The result of 16 bytes, with a key in the query. */
    public static UTF8String invoke(byte[] id, byte[] key) {
        return id == null || key == null ? null
                : made(Values.id(id), Secrets.MASK_KEYS.of(key), Guidon::mask);
    }
}
