// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Audit;
import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.GuidonParseException;
import io.github.owner.guidon.Ulid;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.UUID;

/** What {@code audit} has counted of some rows. It is serialized as bytes: see {@link #of}. */
final class Counts implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int ID_BYTES = 16;

    private transient long rows;
    private transient long nulls;
    private transient long malformed;
    /** Null before the first row. */
    private transient Audit ids;

    // ---------------------------------------------------------------------------- rows

    /** The number of different ids of the first row counts, as in every database. */
    void begin(long distinct) {
        if (ids == null) {
            if (distinct < 0 || distinct > Audit.DISTINCT_MAX) {
                throw new IllegalArgumentException("audit: distinct is " + distinct
                        + ", and not 0 to " + Audit.DISTINCT_MAX);
            }
            ids = new Audit((int) distinct);
        }
    }

    private Audit row() {
        rows++;
        if (ids == null) {
            ids = new Audit();
        }
        return ids;
    }

    void addNull() {
        row();
        nulls++;
    }

    void add(byte[] bytes) {
        Audit to = row();
        if (bytes.length == ID_BYTES) {
            to.add(Guidon.fromBytes(bytes));
        } else {
            malformed++;
        }
    }

    void add(String text) {
        Audit to = row();
        UUID id;
        try {
            id = Guidon.parse(text);
        } catch (GuidonParseException exception) {
            malformed++;
            return;
        }
        if (Values.isUlid(text)) {
            to.add(Ulid.of(id));
        } else {
            to.add(id);
        }
    }

    void merge(Counts other) {
        rows += other.rows;
        nulls += other.nulls;
        malformed += other.malformed;
        if (ids == null) {
            ids = other.ids;
        } else if (other.ids != null) {
            ids.merge(other.ids);
        }
    }

    /** The rows, and then the text of the library about their ids. */
    String json() {
        String text = (ids == null ? new Audit() : ids).json();
        return "{\"rows\":" + rows + ",\"nulls\":" + nulls + ",\"malformed\":" + malformed + ","
                + text.substring(1);
    }

    // ------------------------------------------------------------------- serialization

    private Object writeReplace() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeLong(rows);
            out.writeLong(nulls);
            out.writeLong(malformed);
            out.writeObject(ids);
        }
        return bytes.toByteArray();
    }

    /** The counts of a state, which is counts or their bytes. */
    static Counts of(Serializable state) {
        if (state instanceof Counts counts) {
            return counts;
        }
        Counts counts = new Counts();
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream((byte[]) state))) {
            counts.rows = in.readLong();
            counts.nulls = in.readLong();
            counts.malformed = in.readLong();
            counts.ids = (Audit) in.readObject();
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        } catch (ClassNotFoundException exception) {
            throw new IllegalStateException(exception);
        }
        return counts;
    }
}
