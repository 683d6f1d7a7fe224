// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Form;
import io.github.owner.guidon.Guidon;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code format(id, form)}: the text of an id in a form. */
public final class Format extends Scalar {
    private static final long serialVersionUID = 1;

    Format(DataType[] types) {
        super("format", DataTypes.StringType, Types.id("format", types[0]),
                Types.string("format", "form", types[1]));
    }

    /** The text of a text. */
    public static UTF8String invoke(UTF8String id, UTF8String form) {
        return id == null || form == null ? null : written(Values.id(id), form);
    }

    /** The text of 16 bytes. */
    public static UTF8String invoke(byte[] id, UTF8String form) {
        return id == null || form == null ? null : written(Values.id(id), form);
    }

    private static UTF8String written(UUID id, UTF8String form) {
        String name = form.toString();
        Form wanted = name.equals("text") ? Form.UUID : Form.of(name);
        return UTF8String.fromString(Guidon.format(id, wanted));
    }
}
