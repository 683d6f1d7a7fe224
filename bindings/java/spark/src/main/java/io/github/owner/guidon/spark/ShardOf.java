// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code shard_of(data, shard_bits)}: the shard of data, such as the name of a tenant. */
public final class ShardOf extends Scalar {
    private static final long serialVersionUID = 1;

    ShardOf(DataType[] types) {
        super("shard_of", DataTypes.IntegerType, Types.bytes("shard_of", "data", types[0]),
                Types.integer("shard_of", "shard_bits", types[1]));
    }

    /** The shard of a string. */
    public static Integer invoke(UTF8String data, long bits) {
        return data == null ? null : Guidon.shardOf(Values.utf8(data), Values.integer(bits));
    }

    /** The shard of bytes. */
    public static Integer invoke(byte[] data, long bits) {
        return data == null ? null : Guidon.shardOf(data, Values.integer(bits));
    }
}
