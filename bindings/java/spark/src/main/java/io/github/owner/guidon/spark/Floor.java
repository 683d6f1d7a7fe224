// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code floor(kind, time)}: the first id of a kind and a time, for a range of rows. */
public final class Floor extends Scalar {
    private static final long serialVersionUID = 1;

    Floor(DataType[] types) {
        super("floor", DataTypes.StringType, Types.string("floor", "kind", types[0]),
                Types.time("floor", types[1]));
    }

    /** The first id, as the text that its kind has. */
    public static UTF8String invoke(UTF8String kind, long micros) {
        return kind == null ? null : Values.bound(kind, Values.time(micros), Guidon::floor);
    }
}
