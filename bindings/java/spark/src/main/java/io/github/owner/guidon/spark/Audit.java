// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code audit(id [, distinct])}: what the ids of a group have in common, as JSON.
 *
 * <p>The state of a group is a {@link Counts}, or the bytes of one: Spark reads a state with a
 * class loader that does not know the classes of this jar, so a {@link Counts} is serialized as
 * bytes.
 */
public final class Audit implements AggregateFunction<Serializable, UTF8String> {
    private static final long serialVersionUID = 1;

    private final DataType[] inputs;

    Audit(DataType[] types) {
        inputs = types.clone();
        inputs[0] = Types.id("audit", types[0]);
        if (types.length > 1) {
            inputs[1] = Types.integer("audit", "distinct", types[1]);
        }
    }

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public String canonicalName() {
        return "guidon.audit" + Arrays.stream(inputs).map(DataType::catalogString)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public DataType[] inputTypes() {
        return inputs.clone();
    }

    @Override
    public DataType resultType() {
        return DataTypes.StringType;
    }

    @Override
    public boolean isResultNullable() {
        return false;
    }

    @Override
    public Serializable newAggregationState() {
        return new Counts();
    }

    @Override
    public Serializable update(Serializable state, InternalRow row) {
        Counts counts = Counts.of(state);
        if (inputs.length > 1 && !row.isNullAt(1)) {
            counts.begin(row.getLong(1));
        }
        if (row.isNullAt(0)) {
            counts.addNull();
        } else if (inputs[0] instanceof BinaryType) {
            counts.add(row.getBinary(0));
        } else {
            counts.add(row.getUTF8String(0).toString());
        }
        return counts;
    }

    @Override
    public Serializable merge(Serializable one, Serializable other) {
        Counts counts = Counts.of(one);
        counts.merge(Counts.of(other));
        return counts;
    }

    @Override
    public UTF8String produceResult(Serializable state) {
        return UTF8String.fromString(Counts.of(state).json());
    }
}
