// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v8_sharded(shard, shard_bits)}: a new id that begins with a shard. */
public final class V8Sharded extends Scalar {
    private static final long serialVersionUID = 1;

    V8Sharded(DataType[] types) {
        super("v8_sharded", DataTypes.StringType,
                Types.integers("v8_sharded", types, "shard", "shard_bits"));
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    /** A new id of a shard. */
    public static UTF8String invoke(long shard, long bits) {
        return Values.text(Guidon.v8Sharded(Values.integer(shard), Values.integer(bits)));
    }
}
