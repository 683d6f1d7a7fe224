/* SPDX-License-Identifier: MIT */
/* test_order.c - the orders of engines, against a slow model of each and against
 * what the engines themselves gave. */
#include "core_test.h"
#include "slow_order.h"

#include <string.h>

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* ---------------------------------------------------------------- the pairs */

static int key_compare(guidon_order order, const guidon_id *a,
                       const guidon_id *b)
{
    unsigned char x[GUIDON_SORT_KEY_MAX];
    unsigned char y[GUIDON_SORT_KEY_MAX];
    const size_t len = guidon_sort_key(x, a, order);

    assert_int_equal(len, order == GUIDON_ORDER_TIME ? 24 : 16);
    assert_int_equal(guidon_sort_key(y, b, order), len);
    return sign(memcmp(x, y, len));
}

/* MariaDB gives an order only to ids that it stores. */
static bool has_model(guidon_order order, const guidon_id *id)
{
    return order != GUIDON_ORDER_MARIADB || !slow_order_is_rejected(id);
}

static void check_pair(const guidon_id *a, const guidon_id *b)
{
    for (guidon_order order = 0; order < GUIDON_ORDERS; order++) {
        const char *name = guidon_order_name(order);
        const int got = guidon_compare_as(a, b, order);

        assert_row(name, got == key_compare(order, a, b));
        assert_row(name, guidon_compare_as(b, a, order) == -got);
        assert_row(name, (got == 0) == guidon_equal(a, b));
        if (has_model(order, a) && has_model(order, b)) {
            assert_row(name, got == slow_order_compare(order, a, b));
        }
    }
}

/* The id with another value of one octet. */
static guidon_id with_octet(guidon_id id, unsigned octet, unsigned value)
{
    id.bytes[octet] = (unsigned char)value;
    return id;
}

/* Pairs that differ in one octet, and pairs that differ there and oppositely in
 * another octet, so that one of the two must decide. */
static void check_octets(guidon_id id, uint64_t *seed)
{
    static const unsigned values[] = {0x00, 0x01, 0x5f, 0x60,
                                      0x7f, 0x80, 0x81, 0xff};

    for (unsigned i = 0; i < 16; i++) {
        const guidon_id low = with_octet(id, i, values[draw(seed) % 8]);
        const guidon_id high = with_octet(id, i, values[draw(seed) % 8]);

        check_pair(&low, &high);
        for (unsigned j = 0; j < 16; j++) {
            const guidon_id x = with_octet(low, j, low.bytes[j] ^ 1u);

            check_pair(&x, &high);
        }
    }
}

static void test_keys_and_model_agree_on_pairs(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (unsigned version = 0; version < 16; version++) {
        for (size_t end = 0; end < VARIANT_ENDS; end++) {
            const unsigned octet_8 = variant_ends[end].octet_8;
            const guidon_id id = shaped(draw_id(&seed), version, octet_8);

            check_octets(id, &seed);
            for (unsigned n = 0; n < 50; n++) {
                const guidon_id other =
                    shaped(draw_id(&seed), (unsigned)draw(&seed) & 15,
                           variant_ends[draw(&seed) % VARIANT_ENDS].octet_8);

                check_pair(&id, &other);
            }
        }
    }
}

/* Times that differ by the least, or are equal, among versions. */
static void test_times_of_versions_meet(void **state)
{
    static const unsigned char random[10] = {1};

    (void)state;
    for (uint64_t ms = 0; ms < 3; ms++) {
        for (int64_t step = -1; step <= 1; step++) {
            const uint64_t at = 1645557742000 + ms;
            guidon_time time = {(int64_t)(at / 1000),
                                (uint32_t)(at % 1000) * 1000000};
            guidon_id v1;
            guidon_id v6;
            guidon_id v7;
            uint64_t ticks;

            assert_int_equal(guidon_time_to_ticks(&ticks, time), GUIDON_OK);
            ticks += (uint64_t)step;
            assert_int_equal(guidon_v1_make(&v1, ticks, 1, random), GUIDON_OK);
            assert_int_equal(guidon_v6_make(&v6, ticks, 1, random), GUIDON_OK);
            assert_int_equal(guidon_v7_make(&v7, at, random), GUIDON_OK);
            check_pair(&v1, &v7);
            check_pair(&v6, &v7);
            check_pair(&v1, &v6);
            if (step != 0) {
                assert_int_equal(guidon_compare_as(&v1, &v7, GUIDON_ORDER_TIME),
                                 step);
                assert_int_equal(guidon_compare_as(&v6, &v7, GUIDON_ORDER_TIME),
                                 step);
            }
        }
    }
}

/* Of any three ids, a <= b and b <= c give a <= c. Some of the ids are those
 * that MariaDB rejects, and those whose bytes it rearranges. */
static void test_orders_are_transitive(void **state)
{
    static const unsigned ends[] = {0x00, 0x01, 0x5f, 0x60, 0x80, 0x8f, 0xff};
    uint64_t seed = 2;

    (void)state;
    for (unsigned n = 0; n < 200000; n++) {
        const guidon_order order = (guidon_order)(n % GUIDON_ORDERS);
        guidon_id id[3];

        for (unsigned i = 0; i < 3; i++) {
            id[i] = n % 2 ? draw_id(&seed) : guidon_nil();
            id[i].bytes[6] = (unsigned char)ends[draw(&seed) % 7];
            id[i].bytes[8] = (unsigned char)ends[draw(&seed) % 7];
            id[i].bytes[15] &= 1;
        }
        if (guidon_compare_as(&id[0], &id[1], order) <= 0 &&
            guidon_compare_as(&id[1], &id[2], order) <= 0) {
            assert_row(guidon_order_name(order),
                       guidon_compare_as(&id[0], &id[2], order) <= 0);
        }
    }
}

/* --------------------------------------------------------------------- keys */

static void test_a_key_gives_its_id_again(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (unsigned n = 0; n < 65536; n++) {
        guidon_id id = draw_id(&seed);

        id.bytes[6] = (unsigned char)n; /* each pair of these two octets */
        id.bytes[8] = (unsigned char)(n >> 8);
        for (guidon_order order = 0; order < GUIDON_ORDERS; order++) {
            unsigned char key[GUIDON_SORT_KEY_MAX];
            const size_t len = guidon_sort_key(key, &id, order);
            const guidon_id back = guidon_sort_key_inverse(key, order);

            assert_id_equal(back, id);
            if (len == 16) { /* and any 16 bytes are a key */
                unsigned char again[GUIDON_SORT_KEY_MAX];
                const guidon_id of = guidon_sort_key_inverse(id.bytes, order);

                assert_int_equal(guidon_sort_key(again, &of, order), 16);
                assert_memory_equal(again, id.bytes, 16);
            }
        }
    }
}

static void test_a_key_may_be_written_over_its_id(void **state)
{
    uint64_t seed = 4;

    (void)state;
    for (guidon_order order = 0; order < GUIDON_ORDERS; order++) {
        unsigned char want[GUIDON_SORT_KEY_MAX];
        unsigned char got[GUIDON_SORT_KEY_MAX + 1];
        const guidon_id id = draw_id(&seed);
        const size_t len = guidon_sort_key(want, &id, order);

        mark(got, sizeof got);
        memcpy(got, id.bytes, 16);
        assert_int_equal(guidon_sort_key(got, (guidon_id *)got, order), len);
        assert_memory_equal(got, want, len);
        assert_true(is_marked(got + (len > 16 ? len : 16),
                              sizeof got - (len > 16 ? len : 16)));
    }
}

static void test_names_are_those_of_the_list(void **state)
{
    guidon_order order = GUIDON_ORDER_JAVA;

    (void)state;
    for (guidon_order each = 0; each < GUIDON_ORDERS; each++) {
        assert_int_equal(
            guidon_order_from_name(&order, guidon_order_name(each)), GUIDON_OK);
        assert_int_equal(order, each);
    }
    assert_string_equal(guidon_order_name(GUIDON_ORDER_MYSQL_SWAP),
                        "mysql-swap");
    assert_string_equal(guidon_order_name((guidon_order)GUIDON_ORDERS),
                        "unknown");
    assert_int_equal(guidon_order_from_name(&order, "Java"), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_order_from_name(&order, ""), GUIDON_E_ARGUMENT);
    assert_int_equal(order, GUIDON_ORDER_TIME);
}

/* A value that is no order counts as rfc. */
static void test_no_order_is_that_of_bytes(void **state)
{
    const guidon_order none = (guidon_order)GUIDON_ORDERS;
    uint64_t seed = 5;
    unsigned char key[16];
    const guidon_id a = draw_id(&seed);
    const guidon_id b = draw_id(&seed);

    (void)state;
    assert_int_equal(guidon_compare_as(&a, &b, none), guidon_compare(&a, &b));
    assert_int_equal(guidon_sort_key(key, &a, none), 16);
    assert_memory_equal(key, a.bytes, 16);
    const guidon_id back = guidon_sort_key_inverse(key, none);
    assert_id_equal(back, a);
}

/* ------------------------------------------------------------------ vectors */

static guidon_order row_order(json_t *row)
{
    guidon_order order = GUIDON_ORDER_RFC;

    assert_int_equal(guidon_order_from_name(&order, row_text(row, "order")),
                     GUIDON_OK);
    return order;
}

static void test_vectors_of_pairs(void **state)
{
    json_t *file = vectors_load("orders.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "pairs"), i, row)
    {
        const guidon_order order = row_order(row);
        const guidon_id below = row_id(row, "below");
        const guidon_id above = row_id(row, "above");

        assert_row(row_text(row, "why"),
                   guidon_compare_as(&below, &above, order) == -1);
        assert_row(row_text(row, "why"),
                   slow_order_compare(order, &below, &above) == -1);
        check_pair(&below, &above);
    }
    json_decref(file);
}

static void test_vectors_of_keys(void **state)
{
    json_t *file = vectors_load("orders.json");
    json_t *row;
    size_t i;

    (void)state;
    json_array_foreach(vectors_rows(file, "keys"), i, row)
    {
        const guidon_id id = row_id(row, "id");
        unsigned char want[GUIDON_SORT_KEY_MAX];
        unsigned char got[GUIDON_SORT_KEY_MAX];
        const size_t len = row_hex(want, sizeof want, row, "key");

        assert_int_equal(guidon_sort_key(got, &id, row_order(row)), len);
        assert_memory_equal(got, want, len);
    }
    json_decref(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_and_model_agree_on_pairs),
        cmocka_unit_test(test_times_of_versions_meet),
        cmocka_unit_test(test_orders_are_transitive),
        cmocka_unit_test(test_a_key_gives_its_id_again),
        cmocka_unit_test(test_a_key_may_be_written_over_its_id),
        cmocka_unit_test(test_names_are_those_of_the_list),
        cmocka_unit_test(test_no_order_is_that_of_bytes),
        cmocka_unit_test(test_vectors_of_pairs),
        cmocka_unit_test(test_vectors_of_keys),
    };

    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
