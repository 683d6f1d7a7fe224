// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code mask(id, key)}: the id of version 4 that hides one of version 7. */
public final class Mask extends Scalar {
    private static final long serialVersionUID = 1;

    Mask(DataType[] types) {
        super("mask", DataTypes.StringType, Types.id("mask", types[0]),
                Secrets.type("mask", types[1]));
    }

    @Override
    int keyAt() {
        return 1;
    }

    @Override
    Secrets<?> secrets() {
        return Secrets.MASK_KEYS;
    }

    /** The result of a text. */
    public static UTF8String invoke(UTF8String id, UTF8String key) {
        return id == null || key == null ? null
                : Values.text(Guidon.mask(Values.id(id), Secrets.MASK_KEYS.of(key)));
    }

    /** The result of 16 bytes. */
    public static UTF8String invoke(byte[] id, UTF8String key) {
        return id == null || key == null ? null
                : Values.text(Guidon.mask(Values.id(id), Secrets.MASK_KEYS.of(key)));
    }

    /** The result of a text, with a key in the query. */
    public static UTF8String invoke(UTF8String id, byte[] key) {
        return id == null || key == null ? null
                : Values.text(Guidon.mask(Values.id(id), Secrets.MASK_KEYS.of(key)));
    }

    /** The result of 16 bytes, with a key in the query. */
    public static UTF8String invoke(byte[] id, byte[] key) {
        return id == null || key == null ? null
                : Values.text(Guidon.mask(Values.id(id), Secrets.MASK_KEYS.of(key)));
    }
}
