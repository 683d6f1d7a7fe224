// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;

/**
 * A function for given types of arguments. Spark calls the static method {@code invoke} of the
 * subclass whose parameters fit these types. A null argument gives a null.
 */
public abstract class Scalar implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1;

    private final String name;
    private final DataType result;
    private final DataType[] inputs;

    Scalar(String name, DataType result, DataType... inputs) {
        this.name = name;
        this.result = result;
        this.inputs = inputs.clone();
    }

    /** The position of the argument that is the name of a key; negative if there is none. */
    int keyAt() {
        return -1;
    }

    /** Where the function finds its keys. */
    Secrets<?> secrets() {
        return Secrets.KEYS;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String canonicalName() {
        return "guidon." + name + Arrays.stream(inputs).map(DataType::catalogString)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    @Override
    public final DataType[] inputTypes() {
        return inputs.clone();
    }

    @Override
    public final DataType resultType() {
        return result;
    }

    @Override
    public boolean isResultNullable() {
        return true;
    }

    @Override
    public boolean isDeterministic() {
        return true;
    }
}
