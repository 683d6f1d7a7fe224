/* SPDX-License-Identifier: MIT */
/* slow_order.c - the orders of engines, octet by octet. */
#include "slow_order.h"

#include "octet_orders.h"
#include <stdlib.h>

static const unsigned char octets_of_sqlserver[16] = {
    10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0};
static const unsigned char octets_of_mariadb[16] = {
    10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3};
static const unsigned char octets_of_clickhouse[16] = {
    8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7};

/* Compare the octets of two ids in the order that a list names. */
static int by_octets(const guidon_id *a, const guidon_id *b,
                     const unsigned char octets[16])
{
    for (unsigned i = 0; i < 16; i++) {
        const int x = a->bytes[octets[i]], y = b->bytes[octets[i]];

        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

/* Each half is a number with a sign, the highest octet first. */
static int by_signed_halves(const guidon_id *a, const guidon_id *b)
{
    for (unsigned i = 0; i < 16; i++) {
        int x = a->bytes[i], y = b->bytes[i];

        if (i % 8 == 0) {
            x = x < 128 ? x : x - 256;
            y = y < 128 ? y : y - 256;
        }
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

/* The time of an id. An id without a time comes after all others. */
static guidon_time time_or_last(const guidon_id *id)
{
    guidon_time time = {INT64_MAX, 0};

    if (guidon_time_of(&time, id) != GUIDON_OK && time.seconds != INT64_MAX) {
        abort(); /* an error changes no output */
    }
    return time;
}

static int by_time(const guidon_id *a, const guidon_id *b)
{
    const guidon_time s = time_or_last(a), t = time_or_last(b);

    if (s.seconds != t.seconds) {
        return s.seconds < t.seconds ? -1 : 1;
    }
    if (s.nanoseconds != t.nanoseconds) {
        return s.nanoseconds < t.nanoseconds ? -1 : 1;
    }
    return by_octets(a, b, octets_in_place);
}

/* Octet 6 and 8 of an id that MariaDB rearranges, and of one that it rejects:
 * mem_need_swap and ascii_to_fbt of its source. */
static bool is_rearranged(const guidon_id *id)
{
    return id->bytes[6] >= 0x01 && id->bytes[6] <= 0x5f && id->bytes[8] > 0x7f;
}

bool slow_order_is_rejected(const guidon_id *id)
{
    return id->bytes[6] > 0x7f && id->bytes[8] >= 0x01 && id->bytes[8] <= 0x80;
}

/* The bytes that MariaDB stores. */
static guidon_id as_stored(const guidon_id *id)
{
    guidon_id out = *id;

    for (unsigned i = 0; i < 16 && is_rearranged(id); i++) {
        out.bytes[i] = id->bytes[octets_of_mariadb[i]];
    }
    return out;
}

int slow_order_compare(guidon_order order, const guidon_id *a,
                       const guidon_id *b)
{
    const guidon_id x = as_stored(a), y = as_stored(b);

    switch (order) {
    case GUIDON_ORDER_RFC:
        return by_octets(a, b, octets_in_place);
    case GUIDON_ORDER_SQLSERVER:
        return by_octets(a, b, octets_of_sqlserver);
    case GUIDON_ORDER_MYSQL_SWAP:
        return by_octets(a, b, octets_of_mysql_swap);
    case GUIDON_ORDER_MARIADB:
        return by_octets(&x, &y, octets_in_place);
    case GUIDON_ORDER_CLICKHOUSE:
        return by_octets(a, b, octets_of_clickhouse);
    case GUIDON_ORDER_JAVA:
        return by_signed_halves(a, b);
    case GUIDON_ORDER_TIME:
        return by_time(a, b);
    case GUIDON_ORDER_ENUM_MAX:
        break;
    }
    abort();
}
