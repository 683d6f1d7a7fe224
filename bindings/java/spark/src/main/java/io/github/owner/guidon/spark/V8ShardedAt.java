// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_sharded_at(time, shard, shard_bits)}: an id of a time and a shard. */
public final class V8ShardedAt extends Scalar {
    private static final long serialVersionUID = 1;

    V8ShardedAt(DataType[] types) {
        super("v8_sharded_at", DataTypes.StringType,
                Types.timeAndIntegers("v8_sharded_at", types, "shard", "shard_bits"));
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    /** An id of a shard. */
    public static UTF8String invoke(long micros, long shard, long bits) {
        return Values.text(Guidon.v8ShardedAt(Values.time(micros), Values.integer(shard),
                Values.integer(bits)));
    }
}
