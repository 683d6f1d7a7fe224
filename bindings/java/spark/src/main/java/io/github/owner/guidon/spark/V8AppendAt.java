// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_append_at(time [, prefix_bits])}: an id of a time whose prefix is all ones. */
public final class V8AppendAt extends Scalar {
    private static final long serialVersionUID = 1;

    V8AppendAt(DataType[] types) {
        super("v8_append_at", DataTypes.StringType,
                Types.timeAndIntegers("v8_append_at", types, "prefix_bits"));
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    /** An id with the prefix that most tables need. */
    public static UTF8String invoke(long micros) {
        return Values.text(Guidon.v8AppendAt(Values.time(micros)));
    }

    /** An id with a prefix of this length. */
    public static UTF8String invoke(long micros, long bits) {
        return Values.text(Guidon.v8AppendAt(Values.time(micros), Values.integer(bits)));
    }
}
