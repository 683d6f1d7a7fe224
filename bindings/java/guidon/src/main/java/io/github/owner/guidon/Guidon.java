// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Makes, reads, writes and hides ids. Every method may be called from every thread, platform or
 * virtual.
 *
 * <p>Ids are {@link UUID} of the JDK, {@link Ulid} and {@link TypeId}. Ids of {@link #v1},
 * {@link #v6}, {@link #v7} and {@link #ulidMonotonic} are each above every one of their kind
 * that the same thread made before (v1: by its time), unless the clock stepped back by more than
 * ten seconds. For an order across threads, create a {@link Generator} of scope
 * {@link Generator.Scope#PROCESS}.
 *
 * <p>The native library is loaded when the first method needs it. Where there is none for the
 * system, {@link #v4}, {@link #v7}, {@link #ulid}, {@link #ulidMonotonic}, {@link #typeId}, ids
 * with a prefix, canonical texts, fields, bounds and orders work in plain Java, and all other
 * methods, {@link #shardOf(byte[], int)} among them, throw
 * {@link UnsupportedOperationException}. Where the library cannot be loaded, they throw
 * {@link IllegalStateException}, whose message names the property to set.
 */
public final class Guidon {
    /** The namespace of domain names, RFC 9562 section 6.6. */
    public static final UUID NAMESPACE_DNS = namespace(0x10);
    /** The namespace of URLs, RFC 9562 section 6.6. */
    public static final UUID NAMESPACE_URL = namespace(0x11);
    /** The namespace of object identifiers, RFC 9562 section 6.6. */
    public static final UUID NAMESPACE_OID = namespace(0x12);
    /** The namespace of X.500 names, RFC 9562 section 6.6. */
    public static final UUID NAMESPACE_X500 = namespace(0x14);
    /** All bits are zero. */
    public static final UUID NIL = new UUID(0, 0);
    /** All bits are one. */
    public static final UUID MAX = new UUID(-1, -1);

    private Guidon() {
    }

    private static UUID namespace(long last) {
        return new UUID(0x6ba7b800_9dad_11d1L | last << 32, 0x80b400c04fd430c8L);
    }

    // ------------------------------------------------------------------- new ids

    /**
     * Makes an id of version 1: the time, a clock sequence and a random node.
     *
     * @return a new id
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v1() {
        return Ids.uuid(Kind.V1);
    }

    /**
     * Makes an id of version 4: 122 random bits from a cryptographically secure source.
     *
     * @return a new id
     * @throws GuidonGenerateException if there are no random bytes
     */
    public static UUID v4() {
        return Ids.uuid(Kind.V4);
    }

    /**
     * Makes an id of version 6, whose time sorts.
     *
     * @return a new id
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v6() {
        return Ids.uuid(Kind.V6);
    }

    /**
     * Makes an id of version 7: 48 bits of milliseconds, a 20-bit fraction of the millisecond
     * (RFC 9562 section 6.2, method 3) and 54 random bits.
     *
     * @return a new id
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v7() {
        return Ids.uuid(Kind.V7);
    }

    /**
     * Makes an id of version 7 of a time, with 74 new random bits.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @return a new id
     * @throws IllegalArgumentException if the time is out of range
     * @throws GuidonGenerateException if there are no random bytes
     */
    public static UUID v7At(Instant time) {
        return Ulid.at(time).asV7();
    }

    /**
     * Makes a ULID with 80 new random bits.
     *
     * @return a new ULID
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static Ulid ulid() {
        return Ids.ulid(Kind.ULID);
    }

    /**
     * Makes a ULID that is, within a millisecond, the one before plus 1. Who knows one knows its
     * neighbours.
     *
     * @return a new ULID
     * @throws GuidonGenerateException if the clock is out of range, there are no random bytes, or
     *     the ULIDs of the millisecond are exhausted
     */
    public static Ulid ulidMonotonic() {
        return Ids.ulid(Kind.ULID_MONOTONIC);
    }

    /**
     * Makes a TypeID of version 7.
     *
     * @param prefix at most 63 characters a-z and {@code _}; or empty
     * @return a new TypeID
     * @throws IllegalArgumentException if a TypeID cannot have the prefix
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static TypeId typeId(String prefix) {
        return new TypeId(prefix, v7());
    }

    // -------------------------------------------------------------- ids of a name

    /**
     * Makes an id of version 3: MD5 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as its UTF-8
     * @return the id, the same for the same arguments
     * @throws IllegalArgumentException if the name has half of a surrogate pair
     */
    public static UUID v3(UUID namespace, String name) {
        return named(3, namespace, utf8(name));
    }

    /**
     * Makes an id of version 3: MD5 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as it is
     * @return the id, the same for the same arguments
     */
    public static UUID v3(UUID namespace, byte[] name) {
        return named(3, namespace, name);
    }

    /**
     * Makes an id of version 5: SHA-1 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as its UTF-8
     * @return the id, the same for the same arguments
     * @throws IllegalArgumentException if the name has half of a surrogate pair
     */
    public static UUID v5(UUID namespace, String name) {
        return named(5, namespace, utf8(name));
    }

    /**
     * Makes an id of version 5: SHA-1 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as it is
     * @return the id, the same for the same arguments
     */
    public static UUID v5(UUID namespace, byte[] name) {
        return named(5, namespace, name);
    }

    /**
     * Makes an id of version 8: SHA-256 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as its UTF-8
     * @return the id, the same for the same arguments
     * @throws IllegalArgumentException if the name has half of a surrogate pair
     */
    public static UUID v8Sha256(UUID namespace, String name) {
        return named(8, namespace, utf8(name));
    }

    /**
     * Makes an id of version 8: SHA-256 of a namespace and a name.
     *
     * @param namespace any id, such as {@link #NAMESPACE_DNS}
     * @param name hashed as it is
     * @return the id, the same for the same arguments
     */
    public static UUID v8Sha256(UUID namespace, byte[] name) {
        return named(8, namespace, name);
    }

    private static UUID named(int version, UUID namespace, byte[] name) {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(name, "name");
        Native.require("an id of a name");
        long[] out = new long[2];
        Native.named(version, namespace.getMostSignificantBits(),
                namespace.getLeastSignificantBits(), name, out);
        return new UUID(out[0], out[1]);
    }

    /** The bytes as which a text is hashed. */
    private static byte[] utf8(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer out = ByteBuffer.allocate(Math.multiplyExact(text.length(), 3));
        CoderResult result = encoder.encode(in, out, true);
        if (result.isError()) {
            throw new IllegalArgumentException("the text has half of a surrogate pair at offset "
                    + in.position() + ", so it has no UTF-8");
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    // ---------------------------------------------------------------------- text

    /**
     * Reads an id in any form that needs no name: UUID in either case, with or without hyphens,
     * braces, parentheses or {@code urn:uuid:}; ULID; OID; initialisers of C; and NCS.
     *
     * @param text the text
     * @return the id; for a ULID the UUID with the same 128 bits
     * @throws GuidonParseException if the text is not an id, or if only by its name a form may
     *     read it
     */
    public static UUID parse(CharSequence text) {
        String chars = text.toString();
        UUID id = UuidText.parseOrNull(chars);
        if (id != null) {
            return id;
        }
        if (!Native.LOADED) {
            return parsePlain(chars);
        }
        return parse(chars, NativeText.ANY, 0);
    }

    /**
     * Reads an id in one of the forms that you name. If you name several forms without a prefix
     * or a length of their own, a text that they read differently is refused.
     *
     * @param text the text; its digits may have either case if the form's may
     * @param form the form
     * @param others more forms
     * @return the id
     * @throws GuidonParseException if the text is not an id of these forms
     */
    public static UUID parse(CharSequence text, Form form, Form... others) {
        String chars = text.toString();
        long forms = form.bit();
        for (Form other : others) {
            forms |= other.bit();
        }
        if (!Native.LOADED && others.length == 0 && form.name().startsWith("UUID")) {
            return parseUuid(chars);
        }
        if (!Native.LOADED && others.length == 0 && form.name().startsWith("ULID")) {
            return Ulid.parse(chars).toUuid();
        }
        Native.require("the form " + form);
        return parse(chars, forms, 0);
    }

    /**
     * Reads an id as people write it: blanks at both ends, ULIDs with hyphens and with I, L and O
     * for 1 and 0, and what PostgreSQL, .NET and Go take beside the forms of
     * {@link #parse(CharSequence)}.
     *
     * @param text the text
     * @return the id; for a ULID the UUID with the same 128 bits
     * @throws GuidonParseException if the text is not an id
     */
    public static UUID parseLenient(CharSequence text) {
        String chars = text.toString();
        Native.require("parseLenient");
        return parse(chars, NativeText.ANY, NativeText.LENIENT);
    }

    private static UUID parse(String chars, long forms, int flags) {
        NativeText text = new NativeText(chars);
        long[] out = new long[3];
        int status = Native.parse(text.bytes, forms, flags, out);
        if (status != 0) {
            throw ParseErrors.of(status, text, forms, flags, text.index(out[2]));
        }
        return new UUID(out[0], out[1]);
    }

    private static UUID parsePlain(String chars) {
        if (chars.length() == UlidText.LENGTH) {
            return Ulid.parse(chars).toUuid();
        }
        if (chars.length() == UuidText.LENGTH) {
            throw UuidText.error(chars);
        }
        Native.require("a text of " + chars.length() + " characters");
        throw new AssertionError();
    }

    /**
     * Reads the canonical text of a UUID: 36 characters with hyphens at offsets 8, 13, 18 and
     * 23, and hexadecimal digits in either case. {@link UUID#fromString} also takes texts whose
     * hyphens stand elsewhere.
     *
     * @param text the text
     * @return the id
     * @throws GuidonParseException if the text is not a canonical UUID
     */
    public static UUID parseUuid(CharSequence text) {
        String chars = text.toString();
        UUID id = UuidText.parseOrNull(chars);
        if (id == null) {
            throw UuidText.error(chars);
        }
        return id;
    }

    /**
     * Tells the form of a text, as {@link #parse(CharSequence)} reads it.
     *
     * @param text the text
     * @return the form
     * @throws GuidonParseException if {@link #parse(CharSequence)} does not read the text
     */
    public static Form detect(CharSequence text) {
        Native.require("detect");
        NativeText read = new NativeText(text);
        long[] out = new long[3];
        int status = Native.parse(read.bytes, NativeText.ANY, 0, out);
        if (status != 0) {
            throw ParseErrors.of(status, read, NativeText.ANY, 0, read.index(out[2]));
        }
        return Form.of((int) out[2]);
    }

    /**
     * Writes an id in a form.
     *
     * @param id the id
     * @param form the form
     * @return the text
     * @throws IllegalArgumentException if the id has no text in the form, which happens with
     *     {@link Form#NCS} alone
     */
    public static String format(UUID id, Form form) {
        long hi = id.getMostSignificantBits();
        long lo = id.getLeastSignificantBits();
        switch (form) {
            case UUID:
                return id.toString();
            case ULID:
            case ULID_LOWER:
                return UlidText.format(hi, lo, form == Form.ULID);
            default:
                return formatByLibrary(id, form);
        }
    }

    private static String formatByLibrary(UUID id, Form form) {
        Native.require("the form " + form);
        byte[] text = Native.format(id.getMostSignificantBits(), id.getLeastSignificantBits(),
                form.ordinal());
        if (text == null) {
            throw new IllegalArgumentException("the id " + id + " has no text in the form "
                    + form);
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the 16 bytes of an id.
     *
     * @param id the id
     * @return a new array, the most significant byte first
     */
    public static byte[] toBytes(UUID id) {
        return ByteBuffer.allocate(16).putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits()).array();
    }

    /**
     * Returns the id of 16 bytes.
     *
     * @param bytes 16 bytes, the most significant one first
     * @return the id
     * @throws IllegalArgumentException if there are not 16 bytes
     */
    public static UUID fromBytes(byte[] bytes) {
        if (bytes.length != 16) {
            throw new IllegalArgumentException("an id has 16 bytes, and not " + bytes.length);
        }
        ByteBuffer words = ByteBuffer.wrap(bytes);
        return new UUID(words.getLong(), words.getLong());
    }

    // ------------------------------------------------------- fields and bounds

    /**
     * Checks whether an id is valid by RFC 9562: the Nil or the Max UUID, or version 1 to 8.
     *
     * @param id any id
     * @return whether it is valid; the UUID of a ULID mostly is not
     */
    public static boolean valid(UUID id) {
        int version = Fields.version(id);
        return version >= 1 && version <= 8 || id.equals(NIL) || id.equals(MAX);
    }

    /**
     * Returns the version of an id.
     *
     * @param id any id
     * @return 0 to 15, and 0 if the id is not of the variant of RFC 9562
     */
    public static int versionOf(UUID id) {
        return Fields.version(id);
    }

    /**
     * Returns the time of an id of version 1, 6 or 7. {@link Ulid#time} returns that of a ULID.
     *
     * @param id the id
     * @return the time, exact to 100 ns (version 7: to the millisecond)
     * @throws IllegalArgumentException if the id is of another version
     */
    public static Instant timeOf(UUID id) {
        return Fields.time(id);
    }

    /**
     * Returns the ticks of an id of version 1 or 6.
     *
     * @param id the id
     * @return the steps of 100 ns since 1582-10-15T00:00:00Z, below 2^60
     * @throws IllegalArgumentException if the id is of another version
     */
    public static long ticksOf(UUID id) {
        return Fields.ticks(id);
    }

    /**
     * Returns the clock sequence of an id of version 1, 2 or 6.
     *
     * @param id the id
     * @return 14 bits (version 2: 6 bits)
     * @throws IllegalArgumentException if the id is of another version
     */
    public static int clockSeqOf(UUID id) {
        return Fields.clockSeq(id);
    }

    /**
     * Returns the node of an id of version 1, 2 or 6.
     *
     * @param id the id
     * @return 48 bits
     * @throws IllegalArgumentException if the id is of another version
     */
    public static long nodeOf(UUID id) {
        return Fields.node(id);
    }

    /**
     * Returns the smallest id of a time: of its millisecond for v7 and ULID, of its 100 ns for v1
     * and v6. The ids from {@code floor(kind, a)} to {@code ceil(kind, b)} are those of the times
     * from a to b. Compare them with {@link Comparators#unsigned}; ids of version 1 do not sort
     * by time.
     *
     * @param kind v1, v6, v7 or ulid
     * @param time the time
     * @return the id; for a ULID the UUID with the same 128 bits, see {@link Ulid#floor}
     * @throws IllegalArgumentException if the kind cannot hold the time, or is another one
     */
    public static UUID floor(Kind kind, Instant time) {
        return Fields.floor(kind, time);
    }

    /**
     * Returns the largest id of a time. See {@link #floor}.
     *
     * @param kind v1, v6, v7 or ulid
     * @param time the time
     * @return the id; for a ULID the UUID with the same 128 bits, see {@link Ulid#ceil}
     * @throws IllegalArgumentException if the kind cannot hold the time, or is another one
     */
    public static UUID ceil(Kind kind, Instant time) {
        return Fields.ceil(kind, time);
    }

    /**
     * Converts version 1 to version 6, which has the same fields and sorts by time.
     *
     * @param id an id of version 1
     * @return the id of version 6
     * @throws IllegalArgumentException if the id is not of version 1
     */
    public static UUID v1ToV6(UUID id) {
        if (Fields.version(id) != 1) {
            throw new IllegalArgumentException("the id " + id + " is not of version 1");
        }
        return new UUID(Fields.v6High(Fields.ticks(id)), id.getLeastSignificantBits());
    }

    /**
     * Converts version 6 to version 1, which has the same fields.
     *
     * @param id an id of version 6
     * @return the id of version 1
     * @throws IllegalArgumentException if the id is not of version 6
     */
    public static UUID v6ToV1(UUID id) {
        if (Fields.version(id) != 6) {
            throw new IllegalArgumentException("the id " + id + " is not of version 6");
        }
        return new UUID(Fields.v1High(Fields.ticks(id)), id.getLeastSignificantBits());
    }

    // ------------------------------------------------------- ids with a prefix

    /**
     * Makes an id of version 8 whose prefix is 20 ones. See {@link #v8Append(int)}.
     *
     * @return a new id
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v8Append() {
        return v8Append(Prefixed.APPEND_BITS);
    }

    /**
     * Makes an id of version 8 whose prefix is all ones, so that it sorts after nearly all random
     * ids. It is unique in one database that checks the key, because the prefix replaces random
     * bits. All threads share the order of the ids of one length of prefixes.
     *
     * @param prefixBits the length of the prefix, 0 to 28: always the same for a table
     * @return a new id
     * @throws IllegalArgumentException if prefixBits is out of range
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v8Append(int prefixBits) {
        return Ids.append(Prefixed.bits(prefixBits));
    }

    /**
     * Makes an id of version 8 that begins with the number of a shard. It is unique in one database
     * that checks the key. All threads share the order of the ids of one shard.
     *
     * @param shard the number of the shard, below 2 to the power of shardBits
     * @param shardBits the length of that number, 0 to 10: always the same for a table
     * @return a new id
     * @throws IllegalArgumentException if a number is out of range
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes
     */
    public static UUID v8Sharded(int shard, int shardBits) {
        return Ids.sharded(Prefixed.shard(shard, shardBits), shardBits);
    }

    /**
     * Makes an id of a time whose prefix is 20 ones. See {@link #v8AppendAt(Instant, int)}.
     *
     * @param time from 1970 to the year 2527
     * @return a new id
     * @throws IllegalArgumentException if the time is out of range
     * @throws GuidonGenerateException if there are no random bytes
     */
    public static UUID v8AppendAt(Instant time) {
        return v8AppendAt(time, Prefixed.APPEND_BITS);
    }

    /**
     * Makes an id of a time whose prefix is all ones, with new random bits. Ids of one time are in
     * no order.
     *
     * @param time from 1970 to the year 2527
     * @param prefixBits the length of the prefix, 0 to 28
     * @return a new id
     * @throws IllegalArgumentException if the time or prefixBits is out of range
     * @throws GuidonGenerateException if there are no random bytes
     */
    public static UUID v8AppendAt(Instant time, int prefixBits) {
        return prefixedAt(time, Prefixed.ones(Prefixed.bits(prefixBits)), prefixBits);
    }

    /**
     * Makes an id of a time that begins with the number of a shard, with new random bits. Ids of one
     * time are in no order.
     *
     * @param time from 1970 to the year 2527
     * @param shard the number of the shard, below 2 to the power of shardBits
     * @param shardBits the length of that number, 0 to 10
     * @return a new id
     * @throws IllegalArgumentException if the time or a number is out of range
     * @throws GuidonGenerateException if there are no random bytes
     */
    public static UUID v8ShardedAt(Instant time, int shard, int shardBits) {
        return prefixedAt(time, Prefixed.shard(shard, shardBits), shardBits);
    }

    private static UUID prefixedAt(Instant time, int prefix, int bits) {
        long timestamp = Prefixed.timestamp(time);
        return Prefixed.of(prefix, bits, timestamp, v4().getLeastSignificantBits());
    }

    /**
     * Returns the smallest id of a time whose prefix is 20 ones. See
     * {@link #v8Floor(Instant, int, int)}.
     *
     * @param time from 1970 to the year 2527
     * @return the id
     * @throws IllegalArgumentException if the time is out of range
     */
    public static UUID v8AppendFloor(Instant time) {
        return v8AppendFloor(time, Prefixed.APPEND_BITS);
    }

    /**
     * Returns the smallest id of a time whose prefix is all ones. See
     * {@link #v8Floor(Instant, int, int)}.
     *
     * @param time from 1970 to the year 2527
     * @param prefixBits the length of the prefix, 0 to 28
     * @return the id
     * @throws IllegalArgumentException if the time or prefixBits is out of range
     */
    public static UUID v8AppendFloor(Instant time, int prefixBits) {
        return Prefixed.floor(time, Prefixed.ones(Prefixed.bits(prefixBits)), prefixBits);
    }

    /**
     * Returns the smallest id of a nanosecond with a prefix. The ids between
     * {@code v8Floor(a, ...)} and {@code v8Ceil(b, ...)} are those that {@link #prefixedTimeOf}
     * reads as times from a to b, and every other id that lies between them. Beside ids of another
     * layout, a query also asks for version 8.
     *
     * @param time from 1970 to the year 2527
     * @param prefix below 2 to the power of prefixBits
     * @param prefixBits the length of the prefix, 0 to 28
     * @return the id
     * @throws IllegalArgumentException if the time or a number is out of range
     */
    public static UUID v8Floor(Instant time, int prefix, int prefixBits) {
        return Prefixed.floor(time, Prefixed.prefix(prefix, prefixBits), prefixBits);
    }

    /**
     * Returns the largest id of a nanosecond with a prefix. See
     * {@link #v8Floor(Instant, int, int)}.
     *
     * @param time from 1970 to the year 2527
     * @param prefix below 2 to the power of prefixBits
     * @param prefixBits the length of the prefix, 0 to 28
     * @return the id
     * @throws IllegalArgumentException if the time or a number is out of range
     */
    public static UUID v8Ceil(Instant time, int prefix, int prefixBits) {
        return Prefixed.ceil(time, Prefixed.prefix(prefix, prefixBits), prefixBits);
    }

    /**
     * Returns the bounds of a span of time in every shard.
     *
     * @param from the first time, from 1970
     * @param to the last time, to the year 2527; if it is before {@code from}, no id lies in a range
     * @param shardBits the length of the number of a shard, 0 to 10
     * @return a range for each shard, in the order of their numbers; the list cannot be changed
     * @throws IllegalArgumentException if a time or shardBits is out of range
     */
    public static List<IdRange> v8Ranges(Instant from, Instant to, int shardBits) {
        int bits = Prefixed.shardBits(shardBits);
        IdRange[] ranges = new IdRange[1 << bits];
        for (int shard = 0; shard < ranges.length; shard++) {
            ranges[shard] = new IdRange(Prefixed.floor(from, shard, bits),
                    Prefixed.ceil(to, shard, bits));
        }
        return List.of(ranges);
    }

    /**
     * Returns the prefix of an id. The id does not hold the length of its prefix.
     *
     * @param id an id of version 8 with a prefix
     * @param prefixBits the length of the prefix, 0 to 28
     * @return the prefix, such as the number of a shard
     * @throws IllegalArgumentException if the id has no prefix, or prefixBits is out of range
     */
    public static int v8PrefixOf(UUID id, int prefixBits) {
        return Prefixed.prefixOf(id, Prefixed.bits(prefixBits));
    }

    /**
     * Returns the time of an id with a prefix. The id does not hold the length of its prefix.
     *
     * @param id an id of version 8 with a prefix
     * @param prefixBits the length of the prefix, 0 to 28
     * @return the time, exact to the nanosecond
     * @throws IllegalArgumentException if the id has no prefix, or prefixBits is out of range
     */
    public static Instant prefixedTimeOf(UUID id, int prefixBits) {
        return Prefixed.timeOf(id, Prefixed.bits(prefixBits));
    }

    /**
     * Returns the shard of a text, such as the name of a tenant: the same in every language.
     *
     * @param data hashed as its UTF-8
     * @param shardBits the length of the number of a shard, 0 to 10
     * @return the number of the shard
     * @throws IllegalArgumentException if shardBits is out of range, or the text has half of a
     *     surrogate pair
     */
    public static int shardOf(String data, int shardBits) {
        return shardOf(utf8(data), shardBits);
    }

    /**
     * Returns the shard of bytes: the first bits of their BLAKE2s hash behind the label
     * {@code shard/1}.
     *
     * @param data hashed as it is
     * @param shardBits the length of the number of a shard, 0 to 10
     * @return the number of the shard
     * @throws IllegalArgumentException if shardBits is out of range
     */
    public static int shardOf(byte[] data, int shardBits) {
        Objects.requireNonNull(data, "data");
        int bits = Prefixed.shardBits(shardBits);
        Native.require("shardOf");
        return Native.shardOf(data, bits);
    }

    // ---------------------------------------------------------------------- keys

    /**
     * Derives an id of version 7 from a time, data and a key. The same arguments give the same id
     * in every language and on every machine; without the key, nobody can predict its 74 bits.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @param key the key
     * @param data hashed as it is
     * @return the id
     * @throws IllegalArgumentException if the time is out of range
     * @throws IllegalStateException if the key is closed
     */
    public static UUID derive(Instant time, Key key, byte[] data) {
        return key.derive(Fields.ms(time), data, 0, data.length);
    }

    /**
     * Derives an id from a time, a key and a text. See {@link #derive(Instant, Key, byte[])}.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @param key the key
     * @param data hashed as its UTF-8
     * @return the id
     * @throws IllegalArgumentException if the time is out of range, or the text has half of a
     *     surrogate pair
     * @throws IllegalStateException if the key is closed
     */
    public static UUID derive(Instant time, Key key, String data) {
        return derive(time, key, utf8(data));
    }

    /**
     * Derives an id from a time, a key and an integer. See
     * {@link #derive(Instant, Key, byte[])}.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @param key the key
     * @param data hashed as 8 bytes, the most significant one first
     * @return the id
     * @throws IllegalArgumentException if the time is out of range
     * @throws IllegalStateException if the key is closed
     */
    public static UUID derive(Instant time, Key key, long data) {
        return key.derive(Fields.ms(time), data);
    }

    /**
     * Derives an id from a time, a key and another id. See
     * {@link #derive(Instant, Key, byte[])}.
     *
     * @param time from 1970 to the year 10889; rounded down to the millisecond
     * @param key the key
     * @param data hashed as its 16 bytes
     * @return the id
     * @throws IllegalArgumentException if the time is out of range
     * @throws IllegalStateException if the key is closed
     */
    public static UUID derive(Instant time, Key key, UUID data) {
        return derive(time, key, toBytes(data));
    }

    /**
     * Hides the time of an id of version 7: the result looks like version 4 (UUIDv47).
     *
     * @param id an id of version 7
     * @param key the key
     * @return an id of version 4
     * @throws IllegalArgumentException if the id is not of version 7
     * @throws IllegalStateException if the key is closed
     */
    public static UUID mask(UUID id, MaskKey key) {
        return key.mask(id, false);
    }

    /**
     * Returns the id of version 7 that {@link #mask} has hidden. Nothing detects a wrong key.
     *
     * @param id a result of mask
     * @param key the key
     * @return the id of version 7
     * @throws IllegalArgumentException if the id is not of version 4
     * @throws IllegalStateException if the key is closed
     */
    public static UUID unmask(UUID id, MaskKey key) {
        return key.mask(id, true);
    }

    /**
     * Encrypts an id of version 7: the result is an id of version 8 that shows neither time nor
     * order.
     *
     * @param id an id of version 7
     * @param key the key
     * @return an id of version 8
     * @throws IllegalArgumentException if the id is not of version 7
     * @throws IllegalStateException if the key is closed
     */
    public static UUID encrypt(UUID id, Key key) {
        return key.encrypt(id, false);
    }

    /**
     * Returns the id of version 7 that {@link #encrypt} has encrypted. Nothing detects a wrong
     * key.
     *
     * @param id a result of encrypt
     * @param key the key
     * @return the id of version 7
     * @throws IllegalArgumentException if the id is not of version 8
     * @throws IllegalStateException if the key is closed
     */
    public static UUID decrypt(UUID id, Key key) {
        return key.encrypt(id, true);
    }

    // ------------------------------------------------------------- many new ids

    /**
     * Fills an array with new ids in order, each as two numbers: the most significant bits, then
     * the least significant ones.
     *
     * @param out an array of even length
     * @param kind a kind other than v2, v8-node and v8-sharded; v8-append has 20 bits
     * @throws IllegalArgumentException if the length is odd, or the kind needs a generator
     * @throws GuidonGenerateException if the clock is out of range or there are no random bytes;
     *     ids before the fault are written
     */
    public static void fill(long[] out, Kind kind) {
        Ids.fill(out, 0, Batch.count(out), kind);
    }

    /**
     * Fills a part of an array with new ids in order, 16 bytes each.
     *
     * @param out the array
     * @param offset where the first id begins
     * @param n how many ids
     * @param kind a kind other than v2, v8-node and v8-sharded; v8-append has 20 bits
     * @throws IndexOutOfBoundsException if the array is too short
     * @throws IllegalArgumentException if the kind needs a generator
     * @throws GuidonGenerateException as in {@link #fill(long[], Kind)}
     */
    public static void fill(byte[] out, int offset, int n, Kind kind) {
        Batch.check(out, offset, n);
        Ids.fill(out, offset, n, kind);
    }

    /**
     * Fills a buffer with new ids from its position to its limit, 16 bytes each, and moves the
     * position. The buffer may be direct, sliced or mapped, and of either byte order.
     *
     * @param out a buffer with a multiple of 16 bytes left
     * @param kind a kind other than v2, v8-node and v8-sharded; v8-append has 20 bits
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     * @throws IllegalArgumentException if the bytes left are not a multiple of 16, or the kind
     *     needs a generator
     * @throws GuidonGenerateException as in {@link #fill(long[], Kind)}
     */
    public static void fill(ByteBuffer out, Kind kind) {
        Ids.check(kind);
        Batch.fill(out, (ids, offset, n) -> Ids.fill(ids, offset, n, kind));
    }
}
