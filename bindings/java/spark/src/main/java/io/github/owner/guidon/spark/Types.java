// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * The types that arguments have. Spark would cast an INT to a string where a function asks for a
 * string, so each function says itself what it takes.
 */
final class Types {
    private Types() {
    }

    static UnsupportedOperationException refused(String function, String argument, DataType type,
            String expected) {
        return new UnsupportedOperationException(function + ": " + argument + " has the type "
                + type.catalogString() + ", expected " + expected);
    }

    /** An instant. Another type would give other ids in another time zone, or in another unit. */
    static DataType time(String function, DataType type) {
        if (type instanceof TimestampType || type instanceof NullType) {
            return DataTypes.TimestampType;
        }
        throw refused(function, "time", type, type instanceof TimestampNTZType
                ? "timestamp: a timestamp_ntz is no instant; cast it in a session whose time "
                        + "zone is that of the column"
                : "timestamp");
    }

    static DataType string(String function, String argument, DataType type) {
        return textOr(function, argument, type, "string");
    }

    /** An id: a string in any form, or a binary of 16 bytes. */
    static DataType id(String function, DataType type) {
        return type instanceof BinaryType ? type : textOr(function, "id", type,
                "string, or binary with 16 bytes");
    }

    private static boolean isInteger(DataType type) {
        return type instanceof ByteType || type instanceof ShortType || type instanceof IntegerType
                || type instanceof LongType;
    }

    static DataType integer(String function, String argument, DataType type) {
        if (isInteger(type) || type instanceof NullType) {
            return DataTypes.LongType;
        }
        throw refused(function, argument, type, "an integer");
    }

    /** The integers of arguments that a call has. The last of them may be missing. */
    static DataType[] integers(String function, DataType[] types, String... arguments) {
        DataType[] found = types.clone();
        for (int i = 0; i < types.length; i++) {
            found[i] = integer(function, arguments[i], types[i]);
        }
        return found;
    }

    /** A time, and the integers behind it. */
    static DataType[] timeAndIntegers(String function, DataType[] types, String... arguments) {
        DataType[] found = types.clone();
        found[0] = time(function, types[0]);
        for (int i = 1; i < types.length; i++) {
            found[i] = integer(function, arguments[i - 1], types[i]);
        }
        return found;
    }

    static DataType bytes(String function, String argument, DataType type) {
        return type instanceof BinaryType ? type
                : textOr(function, argument, type, "string or binary");
    }

    /** What is hashed: an integer of any size is its 8 bytes, as in every language. */
    static DataType data(String function, DataType type) {
        if (isInteger(type)) {
            return DataTypes.LongType;
        }
        return type instanceof BinaryType ? type : textOr(function, "data", type,
                "string, binary or an integer: other values are not hashed, cast them to one of "
                        + "these first");
    }

    private static DataType textOr(String function, String argument, DataType type,
            String expected) {
        if (type instanceof StringType) {
            return type;
        }
        if (type instanceof NullType) {
            return DataTypes.StringType;
        }
        throw refused(function, argument, type, expected);
    }
}
