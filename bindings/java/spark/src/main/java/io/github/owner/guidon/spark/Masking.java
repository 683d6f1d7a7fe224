// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.MaskKey;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** What {@code mask} and {@code unmask} have in common: an id and the key of a mask. */
abstract class Masking extends Scalar {
    private static final long serialVersionUID = 1;

    Masking(String name, DataType[] types) {
        super(name, DataTypes.StringType, Types.id(name, types[0]),
                Secrets.type(name, types[1]));
    }

    @Override
    int keyAt() {
        return 1;
    }

    @Override
    Secrets<?> secrets() {
        return Secrets.MASK_KEYS;
    }

    static UTF8String made(UUID id, MaskKey key, BiFunction<UUID, MaskKey, UUID> change) {
        return Values.text(change.apply(id, key));
    }
}
