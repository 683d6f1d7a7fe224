/* SPDX-License-Identifier: MIT */
/* order.c - the orders of databases and languages, and their sort keys. */
#include "bytes.h"
#include "layout.h"
#include "ticks.h"
#include <guidon/id.h>
#include <guidon/order.h>

/*
 * An order is a bijection from ids to keys, which are two words. Ids compare as
 * their keys do, first word first. GUIDON_ORDER_TIME is the exception: it puts
 * the time in front of the two words, because ids of different versions hold
 * the time in different places and units.
 */
struct order_key {
    uint64_t hi, lo;
};

/* -------------------------------------------------- steps of rearrangements */

/* Exchange time_low and time_high of the first word: 0-3 4-5 6-7 becomes 6-7
 * 4-5 0-3. */
static uint64_t order_high_first(uint64_t hi)
{
    return hi << 48 | (hi & 0xffff0000) << 16 | hi >> 32;
}

static uint64_t order_low_first(uint64_t key)
{
    return key << 32 | (key >> 16 & 0xffff0000) | key >> 48;
}

/* Move octets 8 and 9 behind octets 10 to 15, and back. */
static uint64_t order_node_first(uint64_t lo)
{
    return lo << 16 | lo >> 48;
}

static uint64_t order_node_last(uint64_t key)
{
    return key >> 16 | key << 48;
}

static uint64_t order_reverse(uint64_t word)
{
    unsigned char bytes[8];

    gdn_store_be64(bytes, word);
    return gdn_load_le64(bytes);
}

/* ------------------------------------------------------------------- orders */

/*
 * SQL Server compares octets 10 to 15 of the stored image, then 8 and 9, 6 and
 * 7, 4 and 5, 0 to 3. The image is that of a Microsoft GUID, so it stores the
 * first three fields with the lowest octet first. In network order the order is
 * 10 to 15, 8, 9, and then 7 down to 0.
 */
static struct order_key to_sqlserver(struct order_key id)
{
    return (struct order_key){order_node_first(id.lo), order_reverse(id.hi)};
}

static struct order_key from_sqlserver(struct order_key key)
{
    return (struct order_key){order_reverse(key.lo), order_node_last(key.hi)};
}

static struct order_key to_mysql_swap(struct order_key id)
{
    return (struct order_key){order_high_first(id.hi), id.lo};
}

static struct order_key from_mysql_swap(struct order_key key)
{
    return (struct order_key){order_low_first(key.hi), key.lo};
}

/* Is octet 6 that of version 1 to 5 (MariaDB asks for 0x01 to 0x5f), and octet 8
 * that of a variant other than NCS? */
static bool order_is_swapped(unsigned octet_6, unsigned octet_8)
{
    return octet_6 - 1 < 0x5f && octet_8 >= 0x80;
}

/*
 * Does MariaDB rearrange this id? Its key has octet 8 at position 6 and octet 6
 * at position 8, and the key of an id that is not rearranged could look the same
 * if octet 6 were 0x80 or more and octet 8 were 0x01 to 0x5f. MariaDB rejects
 * those ids. Here they are rearranged too. The test then is the same after the
 * exchange of both octets, so it also tells which keys are rearranged.
 */
static bool order_mariadb_rearranges(struct order_key id)
{
    const unsigned octet_6 = (unsigned)(id.hi >> 8) & 0xff;
    const unsigned octet_8 = (unsigned)(id.lo >> 56);

    return order_is_swapped(octet_6, octet_8) ||
           order_is_swapped(octet_8, octet_6);
}

static struct order_key to_mariadb(struct order_key id)
{
    if (!order_mariadb_rearranges(id)) {
        return id;
    }
    return (struct order_key){order_node_first(id.lo), order_high_first(id.hi)};
}

static struct order_key from_mariadb(struct order_key key)
{
    if (!order_mariadb_rearranges(key)) {
        return key;
    }
    return (struct order_key){order_low_first(key.lo), order_node_last(key.hi)};
}

static struct order_key exchange_halves(struct order_key id)
{
    return (struct order_key){id.lo, id.hi};
}

/* Adding 2^63 makes signed numbers compare as unsigned ones. */
static struct order_key flip_signs(struct order_key id)
{
    const uint64_t sign = UINT64_C(1) << 63;

    return (struct order_key){id.hi ^ sign, id.lo ^ sign};
}

static struct order_key order_unchanged(struct order_key id)
{
    return id;
}

typedef struct order_key order_fn(struct order_key from);

static const struct order_row {
    order_fn *to_key, *from_key;
} order_rows[GUIDON_ORDERS] = {
    [GUIDON_ORDER_RFC] = {order_unchanged, order_unchanged},
    [GUIDON_ORDER_SQLSERVER] = {to_sqlserver, from_sqlserver},
    [GUIDON_ORDER_MYSQL_SWAP] = {to_mysql_swap, from_mysql_swap},
    [GUIDON_ORDER_MARIADB] = {to_mariadb, from_mariadb},
    [GUIDON_ORDER_CLICKHOUSE] = {exchange_halves, exchange_halves},
    [GUIDON_ORDER_JAVA] = {flip_signs, flip_signs},
    [GUIDON_ORDER_TIME] = {order_unchanged, order_unchanged},
};

static bool is_order(guidon_order order)
{
    return (unsigned)order < GUIDON_ORDERS;
}

static const struct order_row *order_row(guidon_order order)
{
    return &order_rows[is_order(order) ? order : GUIDON_ORDER_RFC];
}

static struct order_key order_load(const unsigned char *bytes)
{
    return (struct order_key){gdn_load_be64(bytes), gdn_load_be64(bytes + 8)};
}

static void order_store(unsigned char *bytes, struct order_key key)
{
    gdn_store_be64(bytes, key.hi);
    gdn_store_be64(bytes + 8, key.lo);
}

/* ---------------------------------------------------------------- functions */

int guidon_compare_as(const guidon_id *a, const guidon_id *b,
                      guidon_order order)
{
    order_fn *const to_key = order_row(order)->to_key;
    struct order_key x = to_key(order_load(a->bytes));
    struct order_key y = to_key(order_load(b->bytes));

    if (order == GUIDON_ORDER_TIME) {
        const uint64_t s = gdn_ticks_of_any(a);
        const uint64_t t = gdn_ticks_of_any(b);

        if (s != t) {
            return s < t ? -1 : 1;
        }
    }
    if (x.hi == y.hi) {
        x.hi = x.lo;
        y.hi = y.lo;
    }
    return (x.hi > y.hi) - (x.hi < y.hi);
}

size_t guidon_sort_key(unsigned char *out, const guidon_id *id,
                       guidon_order order)
{
    const struct order_key key =
        order_row(order)->to_key(order_load(id->bytes));

    if (order != GUIDON_ORDER_TIME) {
        order_store(out, key);
        return 16;
    }
    gdn_store_be64(out, gdn_ticks_of_any(id)); /* before it overwrites the id */
    order_store(out + 8, key);
    return GUIDON_SORT_KEY_MAX;
}

guidon_id guidon_sort_key_inverse(const unsigned char *key, guidon_order order)
{
    const size_t skip = order == GUIDON_ORDER_TIME ? 8 : 0;
    guidon_id id;

    order_store(id.bytes, order_row(order)->from_key(order_load(key + skip)));
    return id;
}

#define ORDER_NAME(order, name) name,
static const char *const order_names[] = {GUIDON_ORDER_LIST(ORDER_NAME)};

const char *guidon_order_name(guidon_order order)
{
    return is_order(order) ? order_names[order] : "unknown";
}

guidon_status guidon_order_from_name(guidon_order *out, const char *name)
{
    for (size_t i = 0; i < GUIDON_ORDERS; i++) {
        if (strcmp(order_names[i], name) == 0) {
            *out = (guidon_order)i;
            return GUIDON_OK;
        }
    }
    return GUIDON_E_ARGUMENT;
}
