/* SPDX-License-Identifier: MIT */
/* The orders in which databases and languages sort ids. */
#ifndef GUIDON_ORDER_H
#define GUIDON_ORDER_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * These functions depend on their arguments only. They allocate nothing and may
 * be called from any thread. docs/guides/sorting.md says what each order means
 * for the keys of a table.
 */

/*
 * The orders. "Octets" are those of the id in network order, 0 .. 15.
 *
 * GUIDON_ORDER_TIME reads the time of versions 1, 6 and 7 (guidon_time_of). Ids
 * of the same time sort by their bytes. Ids without such a time come after all
 * others and sort by their bytes too. A ULID is one of these, because its bytes
 * do not show that it is a ULID; the bytes of ULIDs sort by time anyway.
 *
 * GUIDON_ORDER_MARIADB is the order of a column. MariaDB stores no id with octet
 * 6 of 0x80 or more and octet 8 of 0x01 .. 0x80; such an id has a place in the
 * order here, but it has no meaning.
 *
 * Source  rfc         RFC 9562, section 6.11
 *         sqlserver   Microsoft, System.Data.SqlTypes.SqlGuid
 *         mysql-swap  MySQL, function UUID_TO_BIN
 *         mariadb     MariaDB, plugin/type_uuid/sql_type_uuid.h
 *         clickhouse  ClickHouse, data type UUID
 *         java        Java SE, java.util.UUID.compareTo
 */
typedef enum guidon_order {
    GUIDON_ORDER_RFC,        /* unsigned bytes, as guidon_compare: PostgreSQL,
                                SQLite, DuckDB, BINARY(16), texts */
    GUIDON_ORDER_SQLSERVER,  /* uniqueidentifier: octets 10 .. 15, then 8 and 9,
                                then 7 down to 0 */
    GUIDON_ORDER_MYSQL_SWAP, /* UUID_TO_BIN(id, 1): octets 6 and 7, 4 and 5,
                                0 .. 3, then 8 .. 15 */
    GUIDON_ORDER_MARIADB,    /* type UUID since 10.10.6 and 10.11.5: ids with
                                octet 6 of 0x01 .. 0x5f (versions 1 to 5) and
                                octet 8 of 0x80 or more compare octets 10 .. 15,
                                8 and 9, 6 and 7, 4 and 5, 0 .. 3; all other ids
                                compare bytes */
    GUIDON_ORDER_CLICKHOUSE, /* type UUID: octets 8 .. 15, then 0 .. 7 */
    GUIDON_ORDER_JAVA,       /* UUID.compareTo: two signed 64-bit numbers */
    GUIDON_ORDER_TIME,       /* the time that the id holds, then bytes */
    GUIDON_ORDER_ENUM_MAX = 0x7fffffff /* no value: 4 bytes */
} guidon_order;
GUIDON_ENUM_SIZE(guidon_order);

/* Every order, in the order of the enumeration. X is a macro with two
 * parameters: the constant without GUIDON_ORDER_, and the name of the order. */
#define GUIDON_ORDER_LIST(X)                                                   \
  X(RFC, "rfc")                                                                \
  X(SQLSERVER, "sqlserver")                                                    \
  X(MYSQL_SWAP, "mysql-swap")                                                  \
  X(MARIADB, "mariadb")                                                        \
  X(CLICKHOUSE, "clickhouse")                                                  \
  X(JAVA, "java")                                                              \
  X(TIME, "time")

/* The number of orders. Their values are 0 .. GUIDON_ORDERS - 1. */
#define GUIDON_ORDER_COUNT_ONE(order, name) +1
#define GUIDON_ORDERS                       (0 GUIDON_ORDER_LIST(GUIDON_ORDER_COUNT_ONE))

/*
 * Return the name of an order, or find the order of a name.
 *
 * The names are those of GUIDON_ORDER_LIST, and constant. For a value that is not
 * an order, the name is "unknown".
 *
 *   name  in  ends with NUL; must match exactly, in lower case
 *
 * Errors  GUIDON_E_ARGUMENT  no order has this name; *out is unchanged
 * Code    src/core/order.c
 */
GUIDON_API const char *guidon_order_name(guidon_order order);
GUIDON_API GUIDON_MUST_CHECK guidon_status
guidon_order_from_name(guidon_order *out, const char *name);

/*
 * Compare two ids in an order. The result is below, equal to or above 0 if `a`
 * is below, equal to or above `b`. It is 0 only if the ids are equal.
 *
 * A value that is not an order counts as GUIDON_ORDER_RFC.
 *
 * Code src/core/order.c
 */
GUIDON_API int guidon_compare_as(const guidon_id *a, const guidon_id *b,
                                 guidon_order order);

/* The length of the longest sort key in bytes. */
#define GUIDON_SORT_KEY_MAX 24

/*
 * Write the sort key of an id. memcmp of two keys of an order compares their ids
 * in that order, so a store that knows only bytes can keep it.
 *
 *   out  out  16 bytes; for GUIDON_ORDER_TIME 24. It may be id->bytes itself if
 *             the memory has room for the key
 *
 * Returns the length of the key. For GUIDON_ORDER_SQLSERVER,
 * GUIDON_ORDER_MYSQL_SWAP, GUIDON_ORDER_MARIADB and GUIDON_ORDER_CLICKHOUSE the
 * key is a rearrangement of the id's bytes. With GUIDON_ORDER_MYSQL_SWAP these
 * are the bytes of UUID_TO_BIN(id, 1), and with GUIDON_ORDER_MARIADB those that
 * MariaDB stores. A value that is not an order counts as GUIDON_ORDER_RFC.
 *
 * Code src/core/order.c
 */
GUIDON_API size_t guidon_sort_key(unsigned char *out, const guidon_id *id,
                                  guidon_order order);

/*
 * Return the id of a sort key. The key must come from guidon_sort_key with the
 * same order; for every order but GUIDON_ORDER_TIME, any 16 bytes are a key.
 *
 *   key  in  16 bytes; for GUIDON_ORDER_TIME 24
 *
 * Code src/core/order.c
 */
GUIDON_API guidon_id guidon_sort_key_inverse(const unsigned char *key,
                                             guidon_order order);

#ifdef __cplusplus
}
#endif

#endif
