// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.util.Locale;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The functions below the name of a catalog. Set {@code spark.sql.catalog.guidon} to the name of
 * this class, and call {@code guidon.derive(time, 'customers', data)}. This needs only what Spark
 * promises to keep. {@link GuidonExtensions} gives the functions names of their own, and finds an
 * unknown key before the query runs.
 */
public final class GuidonCatalog implements FunctionCatalog {
    private String name;

    /** Makes a catalog; Spark calls {@link #initialize}. */
    public GuidonCatalog() {
    }

    @Override
    public void initialize(String called, CaseInsensitiveStringMap options) {
        name = called;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) {
        return namespace.length > 0 ? new Identifier[0]
                : Definition.ALL.stream().map(one -> Identifier.of(new String[0], one.name()))
                        .toArray(Identifier[]::new);
    }

    @Override
    public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
        String wanted = identifier.name().toLowerCase(Locale.ROOT);
        for (Definition one : Definition.ALL) {
            if (identifier.namespace().length == 0 && one.name().equals(wanted)) {
                return one;
            }
        }
        throw new NoSuchFunctionException(identifier);
    }
}
