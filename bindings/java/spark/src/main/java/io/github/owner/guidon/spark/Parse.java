// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code parse(text)}: the 16 bytes of a text in any form; null if it is no id. */
public final class Parse extends Scalar {
    private static final long serialVersionUID = 1;

    Parse(DataType[] types) {
        super("parse", DataTypes.BinaryType, Types.string("parse", "text", types[0]));
    }

    /** The bytes of a text. */
    public static byte[] invoke(UTF8String text) {
        UUID id = text == null ? null : Values.idOrNull(text.toString());
        return id == null ? null : Values.bytes(id);
    }
}
