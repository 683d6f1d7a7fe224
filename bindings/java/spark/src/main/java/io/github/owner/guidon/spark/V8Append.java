// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_append([prefix_bits])}: a new id whose prefix is all ones. */
public final class V8Append extends Scalar {
    private static final long serialVersionUID = 1;

    V8Append(DataType[] types) {
        super("v8_append", DataTypes.StringType,
                Types.integers("v8_append", types, "prefix_bits"));
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    /** A new id with the prefix that most tables need. */
    public static UTF8String invoke() {
        return Values.text(Guidon.v8Append());
    }

    /** A new id with a prefix of this length. */
    public static UTF8String invoke(long bits) {
        return Values.text(Guidon.v8Append(Values.integer(bits)));
    }
}
