// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_append_floor(time [, prefix_bits])}: the first id of a time. */
public final class V8AppendFloor extends Scalar {
    private static final long serialVersionUID = 1;

    V8AppendFloor(DataType[] types) {
        super("v8_append_floor", DataTypes.StringType,
                Types.timeAndIntegers("v8_append_floor", types, "prefix_bits"));
    }

    /** The first id with the prefix that most tables need. */
    public static UTF8String invoke(long micros) {
        return Values.text(Guidon.v8AppendFloor(Values.time(micros)));
    }

    /** The first id with a prefix of this length. */
    public static UTF8String invoke(long micros, long bits) {
        return Values.text(Guidon.v8AppendFloor(Values.time(micros), Values.integer(bits)));
    }
}
