// SPDX-License-Identifier: MIT
package io.github.owner.guidon.spark;

import io.github.owner.guidon.Key;
import io.github.owner.guidon.MaskKey;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The keys of functions. A query has the name of a key, and the settings of Spark have the key
 * itself, as hexadecimal digits: {@code spark.guidon.secret.NAME}. Spark does not show the value
 * of a setting whose name has the word {@code secret}, while it shows every literal of a query in
 * its plans, its log of events and the names of columns.
 *
 * @param <K> the class of the keys
 */
final class Secrets<K> {
    /** What stands before the name of a key. */
    static final String PREFIX = "spark.guidon.secret.";
    /** The setting that allows keys in queries. */
    static final String LITERALS = "spark.guidon.allowLiteralKeys";

    static final Secrets<Key> KEYS = new Secrets<>(Key::parse, Key::of, 64);
    static final Secrets<MaskKey> MASK_KEYS = new Secrets<>(MaskKey::parse, MaskKey::of, 32);

    private final Function<String, K> parse;
    private final Function<byte[], K> make;
    private final int digits;
    private final ThreadLocal<Last<K>> last = ThreadLocal.withInitial(Last::new);

    /**
     * The key that a thread used last: the rows of a task have one key. A task that has ended is
     * not kept, because it holds memory of Spark.
     */
    private static final class Last<K> {
        Reference<TaskContext> task = new WeakReference<>(null);
        UTF8String name;
        byte[] bytes;
        K key;
    }

    private Secrets(Function<String, K> parse, Function<byte[], K> make, int digits) {
        this.parse = parse;
        this.make = make;
        this.digits = digits;
    }

    // -------------------------------------------------------------------- analysis

    /** The type of an argument that is a key: a name, or bytes if the settings allow them. */
    static DataType type(String function, DataType type) {
        if (!(type instanceof BinaryType)) {
            return Types.string(function, "key", type);
        }
        if (setting(LITERALS, "false").equalsIgnoreCase("true")) {
            return type;
        }
        throw new UnsupportedOperationException(function + ": a key in a query would be seen in "
                + "Spark's plans, logs and pages; set " + PREFIX + "NAME to the hexadecimal digits "
                + "of the key, and give 'NAME' to the function (or set " + LITERALS + " to true)");
    }

    private static String setting(String name, String without) {
        SQLConf settings = SQLConf.get();
        return settings.contains(name) ? settings.getConfString(name) : without;
    }

    /** Reads the key of a name, or throws an exception that says what is wrong. */
    K require(UTF8String name) {
        String digitsOfKey = setting(PREFIX + name, null);
        if (digitsOfKey == null) {
            // A text that is as long as a key may be one, and no message shows it.
            String shown = name.numChars() >= 2 * 16 ? "NAME" : name.toString();
            throw new IllegalArgumentException("the key is unknown: set " + PREFIX + shown + " to "
                    + digits + " hexadecimal digits, for example with --conf or in "
                    + "spark-defaults.conf");
        }
        try {
            return parse.apply(digitsOfKey);
        } catch (IllegalArgumentException exception) {
            throw new IllegalArgumentException(PREFIX + name + ": " + exception.getMessage(),
                    exception);
        }
    }

    // ------------------------------------------------------------------------ rows

    /** The key of a name. Within a task the settings stay the same. */
    K of(UTF8String name) {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return require(name);
        }
        Last<K> used = last.get();
        if (used.task.get() != task || !name.equals(used.name)) {
            used.key = require(name);
            used.task = new WeakReference<>(task);
            used.name = name.clone();
            used.bytes = null;
        }
        return used.key;
    }

    /** The key of its bytes. */
    K of(byte[] bytes) {
        Last<K> used = last.get();
        if (!Arrays.equals(bytes, used.bytes)) {
            used.key = make.apply(bytes);
            used.bytes = bytes.clone();
            used.task.clear();
        }
        return used.key;
    }
}
