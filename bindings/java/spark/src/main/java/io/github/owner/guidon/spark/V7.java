// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code v7()}: a new id. A task that Spark repeats makes other ids. */
public final class V7 extends Scalar {
    private static final long serialVersionUID = 1;

    V7(DataType[] types) {
        super("v7", DataTypes.StringType);
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }

    @Override
    public boolean isResultNullable() {
        return false;
    }

    /** A new id. */
    public static UTF8String invoke() {
        return Values.text(Guidon.v7());
    }
}
