// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code ceil(kind, time)}: the last id of a kind and a time, for a range of rows. */
public final class Ceil extends Scalar {
    private static final long serialVersionUID = 1;

    Ceil(DataType[] types) {
        super("ceil", DataTypes.StringType, Types.string("ceil", "kind", types[0]),
                Types.time("ceil", types[1]));
    }

    /** The last id, as the text that its kind has: it is at the end of the microsecond. */
    public static UTF8String invoke(UTF8String kind, long micros) {
        return kind == null ? null
                : Values.bound(kind, Values.endOf(micros), Guidon::ceil);
    }
}
