// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_prefix_of(id, prefix_bits)}: the prefix of an id; null if it has none. */
public final class V8PrefixOf extends Scalar {
    private static final long serialVersionUID = 1;

    V8PrefixOf(DataType[] types) {
        super("v8_prefix_of", DataTypes.IntegerType, Types.id("v8_prefix_of", types[0]),
                Types.integer("v8_prefix_of", "prefix_bits", types[1]));
    }

    /** The prefix of a text. */
    public static Integer invoke(UTF8String id, long bits) {
        return id == null ? null : prefix(Values.id(id), Values.integer(bits));
    }

    /** The prefix of 16 bytes. */
    public static Integer invoke(byte[] id, long bits) {
        return id == null ? null : prefix(Values.id(id), Values.integer(bits));
    }

    private static Integer prefix(UUID id, int bits) {
        return Values.hasPrefix(id, bits) ? Integer.valueOf(Guidon.v8PrefixOf(id, bits)) : null;
    }
}
