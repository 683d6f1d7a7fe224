/* SPDX-License-Identifier: MIT */
/* order.c - compare every order of two ids, and its sort keys, with slow ones */
#include "../support/fuzz.h"

#include <guidon.h>

/* Compare the octets of two ids in the order of a list. */
static int by_list(const guidon_id *a, const guidon_id *b,
                   const unsigned char list[16])
{
    for (unsigned i = 0; i < 16; i++) {
        const int x = a->bytes[list[i]], y = b->bytes[list[i]];

        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

static const unsigned char list_rfc[16] = {0, 1, 2,  3,  4,  5,  6,  7,
                                           8, 9, 10, 11, 12, 13, 14, 15};
static const unsigned char list_sqlserver[16] = {10, 11, 12, 13, 14, 15, 8, 9,
                                                 7,  6,  5,  4,  3,  2,  1, 0};
static const unsigned char list_mysql[16] = {6, 7, 4,  5,  0,  1,  2,  3,
                                             8, 9, 10, 11, 12, 13, 14, 15};
static const unsigned char list_mariadb[16] = {10, 11, 12, 13, 14, 15, 8, 9,
                                               6,  7,  4,  5,  0,  1,  2, 3};
static const unsigned char list_clickhouse[16] = {8, 9, 10, 11, 12, 13, 14, 15,
                                                  0, 1, 2,  3,  4,  5,  6,  7};

/* The bytes that MariaDB stores: it rearranges ids of versions 1 to 5. */
static guidon_id as_mariadb(const guidon_id *id)
{
    const bool moves =
        id->bytes[6] >= 0x01 && id->bytes[6] <= 0x5f && id->bytes[8] >= 0x80;
    guidon_id out;

    for (unsigned i = 0; i < 16; i++) {
        out.bytes[i] = id->bytes[moves ? list_mariadb[i] : i];
    }
    return out;
}

/* MariaDB stores no such id, so it has no order there. */
static bool no_mariadb(const guidon_id *id)
{
    return id->bytes[6] >= 0x80 && id->bytes[8] >= 0x01 && id->bytes[8] <= 0x80;
}

/* The id with both halves as numbers from 0 on instead of from -2^63 on. */
static guidon_id as_java(guidon_id id)
{
    id.bytes[0] = (unsigned char)(id.bytes[0] + 128);
    id.bytes[8] = (unsigned char)(id.bytes[8] + 128);
    return id;
}

static int by_time(const guidon_id *a, const guidon_id *b)
{
    guidon_time s = {INT64_MAX, 0}, t = {INT64_MAX, 0};

    CHECK(guidon_time_of(&s, a) == GUIDON_OK || s.seconds == INT64_MAX);
    CHECK(guidon_time_of(&t, b) == GUIDON_OK || t.seconds == INT64_MAX);
    if (s.seconds != t.seconds) {
        return s.seconds < t.seconds ? -1 : 1;
    }
    if (s.nanoseconds != t.nanoseconds) {
        return s.nanoseconds < t.nanoseconds ? -1 : 1;
    }
    return by_list(a, b, list_rfc);
}

static int slow_order(guidon_order order, const guidon_id *a,
                      const guidon_id *b)
{
    guidon_id x = *a, y = *b;

    switch (order) {
    case GUIDON_ORDER_SQLSERVER:
        return by_list(a, b, list_sqlserver);
    case GUIDON_ORDER_MYSQL_SWAP:
        return by_list(a, b, list_mysql);
    case GUIDON_ORDER_CLICKHOUSE:
        return by_list(a, b, list_clickhouse);
    case GUIDON_ORDER_TIME:
        return by_time(a, b);
    case GUIDON_ORDER_MARIADB:
        x = as_mariadb(a);
        y = as_mariadb(b);
        break;
    case GUIDON_ORDER_JAVA:
        x = as_java(*a);
        y = as_java(*b);
        break;
    default:
        break;
    }
    return by_list(&x, &y, list_rfc);
}

/* The key in its own memory, and over the id itself. It gives the id again. */
static size_t key_of(guidon_order order, unsigned char *key,
                     const guidon_id *id)
{
    const size_t due = order == GUIDON_ORDER_TIME ? 24 : 16;
    unsigned char *out = (unsigned char *)fuzz_marked(due);
    const size_t len = guidon_sort_key(order, out, id);
    const guidon_id back = guidon_sort_key_inverse(order, out);

    CHECK(len == due);
    CHECK(guidon_equal(&back, id));
    memcpy(key, out, len);
    return len;
}

static void check_order(guidon_order order, const guidon_id *a,
                        const guidon_id *b)
{
    unsigned char x[GUIDON_SORT_KEY_MAX], y[GUIDON_SORT_KEY_MAX];
    const int got = guidon_compare_as(order, a, b);
    const size_t len = key_of(order, x, a);
    const int keys = memcmp(x, y, key_of(order, y, b));

    CHECK(len <= sizeof x);
    CHECK(got == (keys > 0) - (keys < 0));
    CHECK(got == -guidon_compare_as(order, b, a));
    CHECK((got == 0) == guidon_equal(a, b));
    if (order != GUIDON_ORDER_MARIADB || !(no_mariadb(a) || no_mariadb(b))) {
        CHECK(got == slow_order(order, a, b));
    }
}

/* An id, and another one that begins or ends as it does: the octets that differ
 * then decide. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    const unsigned differ = (unsigned)fuzz_take(&rest, 2);
    guidon_id a, b;

    fuzz_take_bytes(a.bytes, sizeof a.bytes, &rest);
    b = a;
    for (unsigned i = 0; i < 16; i++) {
        if (differ >> i & 1) {
            b.bytes[i] = (unsigned char)fuzz_take(&rest, 1);
        }
    }
    for (guidon_order order = 0; order < GUIDON_ORDERS; order++) {
        check_order(order, &a, &b);
    }
    return 0;
}
