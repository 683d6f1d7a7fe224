// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A function before the types of its arguments are known, and the list of all functions. */
final class Definition implements UnboundFunction {
    private static final long serialVersionUID = 1;

    /** Makes a function for types, or says which type is wrong. */
    interface Binder extends Serializable {
        BoundFunction bind(DataType[] types);
    }

    static final List<Definition> ALL = List.of(
            new Definition("audit", "id [, distinct]",
                    "an aggregate: what ids have in common, as JSON", Audit::new),
            new Definition("ceil", "kind, time", "the last id of a kind and a time", Ceil::new),
            new Definition("derive", "time, key, data",
                    "the id of version 7 of a time, a key and data", Derive::new),
            new Definition("floor", "kind, time", "the first id of a kind and a time", Floor::new),
            new Definition("format", "id, form", "the text of an id in a form", Format::new),
            new Definition("mask", "id, key",
                    "the id of version 4 that hides one of version 7", Mask::new),
            new Definition("parse", "text",
                    "the 16 bytes of a text in any form; null if it is no id", Parse::new),
            new Definition("prefixed_time_of", "id, prefix_bits",
                    "the time of an id with a prefix; null for others", PrefixedTimeOf::new),
            new Definition("shard_of", "data, shard_bits",
                    "the shard of data, such as the name of a tenant", ShardOf::new),
            new Definition("time_of", "id", "the time of an id; null if it has none",
                    TimeOf::new),
            new Definition("unmask", "id, key",
                    "the id of version 7 that one of version 4 hides", Unmask::new),
            new Definition("v7", "",
                    "a new id of version 7; a task that Spark repeats makes other ids", V7::new),
            new Definition("v8_append", "[prefix_bits]",
                    "a new id whose prefix is all ones", V8Append::new),
            new Definition("v8_append_at", "time [, prefix_bits]",
                    "an id of a time whose prefix is all ones", V8AppendAt::new),
            new Definition("v8_append_floor", "time [, prefix_bits]",
                    "the first id of a time whose prefix is all ones", V8AppendFloor::new),
            new Definition("v8_ceil", "time, prefix, prefix_bits",
                    "the last id of a time and a prefix", V8Ceil::new),
            new Definition("v8_floor", "time, prefix, prefix_bits",
                    "the first id of a time and a prefix", V8Floor::new),
            new Definition("v8_prefix_of", "id, prefix_bits",
                    "the prefix of an id; null if it has none", V8PrefixOf::new),
            new Definition("v8_ranges", "from, to, shard_bits",
                    "the bounds of a span of time in each shard, for inline", V8Ranges::new),
            new Definition("v8_sharded", "shard, shard_bits",
                    "a new id that begins with a shard", V8Sharded::new),
            new Definition("v8_sharded_at", "time, shard, shard_bits",
                    "an id of a time that begins with a shard", V8ShardedAt::new),
            new Definition("version_of", "id",
                    "the version of a UUID; null for another variant and for a ULID",
                    VersionOf::new));

    private final String name;
    private final String arguments;
    private final String purpose;
    private final Binder binder;

    private Definition(String name, String arguments, String purpose, Binder binder) {
        this.name = name;
        this.arguments = arguments;
        this.purpose = purpose;
        this.binder = binder;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return usage(name) + ": " + purpose;
    }

    /** The function and its arguments. */
    String usage(String called) {
        return called + "(" + arguments + ")";
    }

    String purpose() {
        return purpose;
    }

    @Override
    public BoundFunction bind(StructType types) {
        int most = arguments.isEmpty() ? 0 : arguments.split(",").length;
        int least = arguments.endsWith("]") ? most - 1 : most;
        StructField[] fields = types.fields();
        if (fields.length < least || fields.length > most) {
            throw new UnsupportedOperationException(usage(name) + " has "
                    + (least < most ? least + " or " : "") + most
                    + " arguments, and not " + fields.length);
        }
        return binder.bind(Arrays.stream(fields).map(StructField::dataType)
                .toArray(DataType[]::new));
    }
}
