// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_floor(time, prefix, prefix_bits)}: the first id of a time and a prefix. */
public final class V8Floor extends Scalar {
    private static final long serialVersionUID = 1;

    V8Floor(DataType[] types) {
        super("v8_floor", DataTypes.StringType,
                Types.timeAndIntegers("v8_floor", types, "prefix", "prefix_bits"));
    }

    /** The first id. */
    public static UTF8String invoke(long micros, long prefix, long bits) {
        return Values.text(Guidon.v8Floor(Values.time(micros), Values.integer(prefix),
                Values.integer(bits)));
    }
}
