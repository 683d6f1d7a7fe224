// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.Ulid;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code time_of(id)}: the time of an id; null if it has none. */
public final class TimeOf extends Scalar {
    private static final long serialVersionUID = 1;

    TimeOf(DataType[] types) {
        super("time_of", DataTypes.TimestampType, Types.id("time_of", types[0]));
    }

    /** The microseconds of a text. */
    public static Long invoke(UTF8String id) {
        if (id == null) {
            return null;
        }
        String text = id.toString();
        UUID read = Guidon.parse(text);
        return Values.isUlid(text) ? Values.micros(Ulid.of(read).time()) : micros(read);
    }

    /** The microseconds of 16 bytes, which are read as a UUID. */
    public static Long invoke(byte[] id) {
        return id == null ? null : micros(Values.id(id));
    }

    private static Long micros(UUID id) {
        switch (Guidon.versionOf(id)) {
            case 1:
            case 6:
            case 7:
                return Values.micros(Guidon.timeOf(id));
            default:
                return null;
        }
    }
}
