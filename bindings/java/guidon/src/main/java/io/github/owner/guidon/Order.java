// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Objects;
import java.util.UUID;

/** The orders in which databases and languages sort ids. */
public enum Order {
    /** Unsigned bytes: RFC 9562, PostgreSQL, SQLite, DuckDB, and the canonical texts. */
    RFC("rfc"),
    /** SQL Server's type {@code uniqueidentifier}. */
    SQLSERVER("sqlserver"),
    /** The bytes of MySQL's {@code UUID_TO_BIN(id, 1)}. */
    MYSQL_SWAP("mysql-swap"),
    /** MariaDB's type {@code UUID} since 10.10.6 and 10.11.5. */
    MARIADB("mariadb"),
    /** ClickHouse's type {@code UUID}. */
    CLICKHOUSE("clickhouse"),
    /** {@link UUID#compareTo}: two signed numbers. */
    JAVA("java"),
    /**
     * The time of versions 1, 6 and 7, then unsigned bytes. Ids without such a time come after
     * all others.
     */
    TIME("time");

    private final String text;
    private final Comparator<UUID> comparator = this::compare;

    Order(String text) {
        this.text = text;
    }

    /**
     * Returns the order of a name.
     *
     * @param name a name as {@link #toString} returns it, such as {@code "sqlserver"}
     * @return the order
     * @throws IllegalArgumentException if no order has this name
     */
    public static Order of(String name) {
        Objects.requireNonNull(name, "name");
        for (Order order : values()) {
            if (order.text.equals(name)) {
                return order;
            }
        }
        throw new IllegalArgumentException("no order \"" + name + "\"; the orders are rfc, "
                + "sqlserver, mysql-swap, mariadb, clickhouse, java and time");
    }

    /**
     * Returns the comparator of this order.
     *
     * @return a comparator that is consistent with equals and that threads may share
     */
    public Comparator<UUID> comparator() {
        return comparator;
    }

    /**
     * Returns the sort key of an id: bytes that compare, unsigned, as the ids do in this order.
     * With MYSQL_SWAP these are the bytes of {@code UUID_TO_BIN(id, 1)}.
     *
     * @param id the id
     * @return 16 bytes; 24 bytes for TIME
     */
    public byte[] sortKey(UUID id) {
        if (this == TIME) {
            return ByteBuffer.allocate(24).putLong(Fields.ticksOrNone(id))
                    .putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits())
                    .array();
        }
        return ByteBuffer.allocate(16).putLong(high(id)).putLong(low(id)).array();
    }

    /** Returns the name of the order that every part of Guidon uses, such as {@code "rfc"}. */
    @Override
    public String toString() {
        return text;
    }

    private int compare(UUID a, UUID b) {
        int order = this == TIME
                ? Long.compareUnsigned(Fields.ticksOrNone(a), Fields.ticksOrNone(b)) : 0;
        if (order == 0) {
            order = Long.compareUnsigned(high(a), high(b));
        }
        return order != 0 ? order : Long.compareUnsigned(low(a), low(b));
    }

    static int compareUnsigned(UUID a, UUID b) {
        int order = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return order != 0 ? order
                : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    /** The first eight bytes of the sort key. */
    private long high(UUID id) {
        long hi = id.getMostSignificantBits();
        long lo = id.getLeastSignificantBits();
        switch (this) {
            case SQLSERVER:
                return lo << 16 | lo >>> 48;
            case MYSQL_SWAP:
                return swapped(hi);
            case MARIADB:
                return isSwappedByMariaDb(hi, lo) ? lo << 16 | lo >>> 48 : hi;
            case CLICKHOUSE:
                return lo;
            case JAVA:
                return hi ^ Long.MIN_VALUE;
            default:
                return hi;
        }
    }

    /** The last eight bytes of the sort key. */
    private long low(UUID id) {
        long hi = id.getMostSignificantBits();
        long lo = id.getLeastSignificantBits();
        switch (this) {
            case SQLSERVER:
                return Long.reverseBytes(hi);
            case MARIADB:
                return isSwappedByMariaDb(hi, lo) ? swapped(hi) : lo;
            case CLICKHOUSE:
                return hi;
            case JAVA:
                return lo ^ Long.MIN_VALUE;
            default:
                return lo;
        }
    }

    /** Octets 6 and 7, 4 and 5, 0 to 3. */
    private static long swapped(long hi) {
        return hi << 48 | (hi & 0xffff0000L) << 16 | hi >>> 32;
    }

    /** Octet 6 is 0x01 .. 0x5f, and octet 8 is 0x80 or more. */
    private static boolean isSwappedByMariaDb(long hi, long lo) {
        long six = hi >>> 8 & 0xff;
        return six >= 0x01 && six <= 0x5f && lo < 0;
    }
}
