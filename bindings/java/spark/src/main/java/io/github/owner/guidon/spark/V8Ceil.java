// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_ceil(time, prefix, prefix_bits)}: the last id of a time and a prefix. */
public final class V8Ceil extends Scalar {
    private static final long serialVersionUID = 1;

    V8Ceil(DataType[] types) {
        super("v8_ceil", DataTypes.StringType,
                Types.timeAndIntegers("v8_ceil", types, "prefix", "prefix_bits"));
    }

    /** The last id: it is at the end of the microsecond. */
    public static UTF8String invoke(long micros, long prefix, long bits) {
        return Values.text(Guidon.v8Ceil(Values.endOf(micros), Values.integer(prefix),
                Values.integer(bits)));
    }
}
