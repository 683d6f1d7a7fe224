/* SPDX-License-Identifier: MIT */
/* test_der.c - object identifiers 2.25.N in DER. */
#include "text_oracle.h"

/* An id whose lowest `bits` bits are set. */
static guidon_id ones(unsigned bits)
{
    guidon_id id = {{0}};

    for (unsigned i = 0; i < bits; i++) {
        id.bytes[15 - i / 8] |= (unsigned char)(1u << i % 8);
    }
    return id;
}

_Static_assert(GUIDON_OID_DER_MAX == 22,
               "tag, length, arcs and 19 octets of seven bits");

/* The octets of the reference: seven bits of the id each, bit by bit. */
static size_t oracle_der(unsigned char out[GUIDON_OID_DER_MAX],
                         const guidon_id *id)
{
    char groups[19];
    static char values[128];
    size_t zeros = 0;

    for (unsigned v = 0; v < 128; v++) {
        values[v] = (char)v;
    }
    oracle_bits(groups, id, 7, 5, values);
    while (zeros < 18 && groups[zeros] == 0) {
        zeros++;
    }
    out[0] = 6;
    out[1] = (unsigned char)(20 - zeros);
    out[2] = 2 * 40 + 25;
    for (size_t i = zeros; i < 19; i++) {
        out[3 + i - zeros] = (unsigned char)(groups[i] + (i < 18 ? 128 : 0));
    }
    return 22 - zeros;
}

static void check_both_ways(const guidon_id *id, const unsigned char *want,
                            size_t want_len)
{
    unsigned char out[24];
    size_t len = 777;
    size_t bad_at = 777;
    guidon_id back = marked_id();

    mark(out, sizeof out);
    guidon_to_oid_der(out, &len, id);
    assert_int_equal(len, want_len);
    assert_memory_equal(out, want, len);
    assert_true(is_marked(out + len, sizeof out - len));
    char *exact = exact_copy((const char *)out, len);
    assert_int_equal(
        guidon_from_oid_der(&back, (const unsigned char *)exact, len, &bad_at),
        GUIDON_OK);
    assert_id_equal(back, *id);
    assert_int_equal(bad_at, 777);
    free(exact);
}

static void test_vectors_both_ways(void **state)
{
    json_t *file = vectors_load("oid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "oids"), i, row)
    {
        unsigned char want[22];
        char text[GUIDON_TEXT_MAX];
        size_t len = 0;
        guidon_id id = row_id(row, "octets");
        check_both_ways(&id, want, row_hex(want, sizeof want, row, "der"));
        assert_int_equal(
            guidon_format(text, sizeof text, &len, &id, GUIDON_FORM_OID),
            GUIDON_OK);
        assert_int_equal(len, strlen(row_text(row, "oid")));
        assert_memory_equal(text, row_text(row, "oid"), len);
        assert_int_equal(
            guidon_format(text, sizeof text, &len, &id, GUIDON_FORM_URN_OID),
            GUIDON_OK);
        assert_int_equal(len, strlen(row_text(row, "urn")));
        assert_memory_equal(text, row_text(row, "urn"), len);
    }
    json_decref(file);
}

/* 2^k and 2^k - 1: the smallest and the largest number of each length. */
static void test_every_length(void **state)
{
    (void)state;

    for (unsigned bits = 0; bits <= 128; bits++) {
        unsigned char want[22];
        guidon_id id = ones(bits);
        check_both_ways(&id, want, oracle_der(want, &id));
        if (bits < 128) {
            memset(id.bytes, 0, 16);
            id.bytes[15 - bits / 8] = (unsigned char)(1u << bits % 8);
            check_both_ways(&id, want, oracle_der(want, &id));
        }
    }
}

static void test_random_ids_both_ways(void **state)
{
    uint64_t seed = 6;
    (void)state;

    for (int n = 0; n < 20000; n++) {
        unsigned char want[22];
        guidon_id id = random_id(&seed);
        check_both_ways(&id, want, oracle_der(want, &id));
    }
}

/* ------------------------------------------------------------------- errors */

static void check_refused(const unsigned char *der, size_t len,
                          guidon_status want, size_t at, const char *why)
{
    guidon_id id = marked_id();
    guidon_id sentinel = marked_id();
    size_t bad_at = 777;
    char *exact = exact_copy((const char *)der, len);
    guidon_status status =
        guidon_from_oid_der(&id, (const unsigned char *)exact, len, &bad_at);

    if (status != want || bad_at != at) {
        fail_msg("%s: %s at %zu", why, guidon_status_text(status), bad_at);
    }
    assert_int_equal(
        guidon_from_oid_der(&id, (const unsigned char *)exact, len, NULL),
        want);
    assert_id_equal(id, sentinel);
    free(exact);
}

static void test_refused_vectors(void **state)
{
    json_t *file = vectors_load("oid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "der_refused"), i, row)
    {
        unsigned char der[256];
        size_t len = row_hex(der, sizeof der, row, "der");
        check_refused(der, len, row_status(row), row_u64(row, "bad_at"),
                      row_text(row, "why"));
    }
    json_decref(file);
}

static void test_null_input_of_length_0(void **state)
{
    guidon_id id = marked_id();
    size_t bad_at = 777;
    (void)state;

    assert_int_equal(guidon_from_oid_der(&id, NULL, 0, &bad_at),
                     GUIDON_E_LENGTH);
    assert_int_equal(bad_at, 0);
}

/* Texts cut at every octet, and with one more octet. */
static void test_every_cut(void **state)
{
    (void)state;

    for (unsigned bits = 0; bits <= 128; bits += 8) {
        unsigned char der[23] = {0};
        guidon_id id = ones(bits);
        size_t len = oracle_der(der, &id);
        for (size_t cut = 0; cut < len; cut++) {
            check_refused(der, cut, GUIDON_E_LENGTH, cut, "cut");
        }
        check_refused(der, len + 1, GUIDON_E_LENGTH, len, "one octet more");
    }
}

/* Max is 22 octets, 06 14 69 83 ff ... ff 7f. The expected result with the
 * value `v` at offset `i`. */
static guidon_status max_with(size_t *at, size_t i, unsigned v)
{
    const size_t len = 22;

    *at = i;
    if (i == 0 || i == 2) {
        return v == (i ? 0x69 : 0x06) ? GUIDON_OK : GUIDON_E_CHAR;
    }
    if (i == 1 && (v < 2 || v > 127)) {
        return GUIDON_E_CHAR;
    }
    if (i == 1) {
        *at = v < 20 ? v + 2 : len;
        return v == 20 ? GUIDON_OK : GUIDON_E_LENGTH;
    }
    if (i == len - 1) {
        return v < 128 ? GUIDON_OK : GUIDON_E_CHAR; /* does not end */
    }
    if (v < 128) {
        *at = i + 1; /* the number ends here, and another arc follows */
        return GUIDON_E_CHAR;
    }
    if (i == 3 && v == 128) {
        return GUIDON_E_CHAR; /* not the shortest encoding */
    }
    return i == 3 && v > 0x83 ? GUIDON_E_RANGE : GUIDON_OK;
}

static void test_every_byte_at_every_offset(void **state)
{
    const guidon_id max = ones(128);
    unsigned char right[22];
    size_t len = oracle_der(right, &max);
    (void)state;

    for (size_t i = 0; i < len; i++) {
        for (unsigned v = 0; v < 256; v++) {
            unsigned char der[22];
            unsigned char again[22];
            guidon_id id = marked_id();
            size_t at;
            guidon_status want = max_with(&at, i, v);
            memcpy(der, right, len);
            der[i] = (unsigned char)v;
            if (want) {
                check_refused(der, len, want, at, "one octet differs");
                continue;
            }
            assert_int_equal(guidon_from_oid_der(&id, der, len, NULL),
                             GUIDON_OK);
            assert_int_equal(oracle_der(again, &id), len);
            assert_memory_equal(again, der, len);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors_both_ways),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_random_ids_both_ways),
        cmocka_unit_test(test_refused_vectors),
        cmocka_unit_test(test_null_input_of_length_0),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_every_byte_at_every_offset),
    };

    return cmocka_run_group_tests_name("der", tests, NULL, NULL);
}
