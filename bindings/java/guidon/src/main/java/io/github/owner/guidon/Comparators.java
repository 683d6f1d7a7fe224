// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Comparator;
import java.util.UUID;

/**
 * Comparators of {@link UUID}. The order of {@link UUID#compareTo} is that of two signed
 * numbers, so it puts ids whose first bit is set before all others, and no database sorts so.
 */
public final class Comparators {
    private Comparators() {
    }

    /**
     * Compares ids as unsigned bytes, as RFC 9562 asks and as their texts sort.
     *
     * @return the comparator of {@link Order#RFC}
     */
    public static Comparator<UUID> unsigned() {
        return Order.RFC.comparator();
    }

    /**
     * Compares ids as SQL Server's {@code uniqueidentifier}.
     *
     * @return the comparator of {@link Order#SQLSERVER}
     */
    public static Comparator<UUID> sqlServer() {
        return Order.SQLSERVER.comparator();
    }

    /**
     * Compares ids as the bytes of MySQL's {@code UUID_TO_BIN(id, 1)}.
     *
     * @return the comparator of {@link Order#MYSQL_SWAP}
     */
    public static Comparator<UUID> mysqlSwap() {
        return Order.MYSQL_SWAP.comparator();
    }

    /**
     * Compares ids as MariaDB's type {@code UUID}.
     *
     * @return the comparator of {@link Order#MARIADB}
     */
    public static Comparator<UUID> mariaDb() {
        return Order.MARIADB.comparator();
    }

    /**
     * Compares ids as ClickHouse's type {@code UUID}.
     *
     * @return the comparator of {@link Order#CLICKHOUSE}
     */
    public static Comparator<UUID> clickHouse() {
        return Order.CLICKHOUSE.comparator();
    }

    /**
     * Compares ids by the time of versions 1, 6 and 7.
     *
     * @return the comparator of {@link Order#TIME}
     */
    public static Comparator<UUID> time() {
        return Order.TIME.comparator();
    }
}
