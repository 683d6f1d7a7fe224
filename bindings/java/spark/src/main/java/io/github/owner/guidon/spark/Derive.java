// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.Key;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code derive(time, key, data)}: the id of version 7 of a time, a key and data. */
public final class Derive extends Scalar {
    private static final long serialVersionUID = 1;

    Derive(DataType[] types) {
        super("derive", DataTypes.StringType, Types.time("derive", types[0]),
                Secrets.type("derive", types[1]), Types.data("derive", types[2]));
    }

    @Override
    int keyAt() {
        return 1;
    }

    /** An id of a string. */
    public static UTF8String invoke(long micros, UTF8String key, UTF8String data) {
        return key == null || data == null ? null
                : derived(micros, Secrets.KEYS.of(key), Values.utf8(data));
    }

    /** An id of bytes. */
    public static UTF8String invoke(long micros, UTF8String key, byte[] data) {
        return key == null || data == null ? null
                : derived(micros, Secrets.KEYS.of(key), data);
    }

    /** An id of an integer. */
    public static UTF8String invoke(long micros, UTF8String key, long data) {
        return key == null ? null : Values.text(
                Guidon.derive(Values.milliseconds(micros), Secrets.KEYS.of(key), data));
    }

    /** An id of a string, with a key in the query. */
    public static UTF8String invoke(long micros, byte[] key, UTF8String data) {
        return key == null || data == null ? null
                : derived(micros, Secrets.KEYS.of(key), Values.utf8(data));
    }

    /** An id of bytes, with a key in the query. */
    public static UTF8String invoke(long micros, byte[] key, byte[] data) {
        return key == null || data == null ? null
                : derived(micros, Secrets.KEYS.of(key), data);
    }

    /** An id of an integer, with a key in the query. */
    public static UTF8String invoke(long micros, byte[] key, long data) {
        return key == null ? null : Values.text(
                Guidon.derive(Values.milliseconds(micros), Secrets.KEYS.of(key), data));
    }

    private static UTF8String derived(long micros, Key key, byte[] data) {
        return Values.text(Guidon.derive(Values.milliseconds(micros), key, data));
    }
}
