// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Guidon;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code version_of(id)}: the version of a UUID; null for another variant and for a ULID. */
public final class VersionOf extends Scalar {
    private static final long serialVersionUID = 1;

    VersionOf(DataType[] types) {
        super("version_of", DataTypes.IntegerType, Types.id("version_of", types[0]));
    }

    /** The version of a text. */
    public static Integer invoke(UTF8String id) {
        if (id == null) {
            return null;
        }
        String text = id.toString();
        UUID read = Guidon.parse(text);
        return Values.isUlid(text) ? null : version(read);
    }

    /** The version of 16 bytes, which are read as a UUID. */
    public static Integer invoke(byte[] id) {
        return id == null ? null : version(Values.id(id));
    }

    private static Integer version(UUID id) {
        return id.variant() == 2 ? Integer.valueOf(Guidon.versionOf(id)) : null;
    }
}
