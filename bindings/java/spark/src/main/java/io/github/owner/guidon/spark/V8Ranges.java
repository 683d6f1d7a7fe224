// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.IdRange;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * {@code v8_ranges(from, to, shard_bits)}: the bounds of a span of time in each shard. Spark's
 * {@code inline} makes rows of them.
 */
public final class V8Ranges extends Scalar {
    private static final long serialVersionUID = 1;

    private static final StructType RANGE = new StructType()
            .add("shard", DataTypes.IntegerType, false)
            .add("low", DataTypes.StringType, false)
            .add("high", DataTypes.StringType, false);

    V8Ranges(DataType[] types) {
        super("v8_ranges", DataTypes.createArrayType(RANGE, false),
                Types.time("v8_ranges", types[0]), Types.time("v8_ranges", types[1]),
                Types.integer("v8_ranges", "shard_bits", types[2]));
    }

    /** A range for each shard, in the order of their numbers. */
    public static ArrayData invoke(long from, long to, long bits) {
        List<IdRange> ranges = Guidon.v8Ranges(Values.time(from), Values.endOf(to),
                Values.integer(bits));
        Object[] rows = new Object[ranges.size()];
        for (int shard = 0; shard < rows.length; shard++) {
            IdRange range = ranges.get(shard);
            rows[shard] = new GenericInternalRow(new Object[] {
                shard, Values.text(range.low()), Values.text(range.high())});
        }
        return new GenericArrayData(rows);
    }
}
