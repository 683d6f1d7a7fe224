// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code prefixed_time_of(id, prefix_bits)}: the time of an id with a prefix; null for others. */
public final class PrefixedTimeOf extends Scalar {
    private static final long serialVersionUID = 1;

    PrefixedTimeOf(DataType[] types) {
        super("prefixed_time_of", DataTypes.TimestampType, Types.id("prefixed_time_of", types[0]),
                Types.integer("prefixed_time_of", "prefix_bits", types[1]));
    }

    /** The microseconds of a text. */
    public static Long invoke(UTF8String id, long bits) {
        return id == null ? null : micros(Values.id(id), Values.integer(bits));
    }

    /** The microseconds of 16 bytes. */
    public static Long invoke(byte[] id, long bits) {
        return id == null ? null : micros(Values.id(id), Values.integer(bits));
    }

    private static Long micros(UUID id, int bits) {
        return Values.hasPrefix(id, bits) ? Values.micros(Guidon.prefixedTimeOf(id, bits)) : null;
    }
}
