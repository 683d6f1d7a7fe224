/* SPDX-License-Identifier: MIT */
/* test_keys.c - masked and derived ids against the vectors, what is hashed, and
 * what keys and arguments are refused. */
#include "core/bytes.h"
#include "keys/siphash.h"
#include "random.h"
#include "vectors.h"

#include <string.h>

/* ----------------------------------------------------------------- SipHash */

static uint64_t siphash_of(const unsigned char key[16],
                           const unsigned char *data, size_t len)
{
    struct gdn_siphash hash =
        gdn_siphash_init(gdn_load_le64(key), gdn_load_le64(key + 8));
    unsigned char last[8] = {0};
    size_t whole = len - len % 8;

    for (size_t at = 0; at < whole; at += 8) {
        gdn_siphash_absorb(&hash, gdn_load_le64(data + at));
    }
    memcpy(last, data + whole, len % 8);
    last[7] = (unsigned char)len;
    gdn_siphash_absorb(&hash, gdn_load_le64(last));
    return gdn_siphash_final(&hash);
}

static void siphash_row(json_t *row)
{
    unsigned char key[16], data[64], want[8], got[8];
    size_t len = row_hex(data, sizeof data, row, "data");

    row_hex(key, sizeof key, row, "key");
    row_hex(want, sizeof want, row, "hash");
    gdn_store_le64(got, siphash_of(key, data, len));
    assert_memory_equal(got, want, sizeof got);
}

static void test_siphash_gives_the_published_hashes(void **unused)
{
    (void)unused;
    vectors_each("keys.json", "siphash", siphash_row);
}

/* ------------------------------------------------------- there and back again */

/* Change an id in place by the key of some bytes. */
typedef void in_place_fn(guidon_id *id, const unsigned char *bytes);
#define IN_PLACE(call, key_type, key_from)                                     \
  static void call##_in_place(guidon_id *id, const unsigned char *bytes)       \
  {                                                                            \
    const key_type key = key_from(bytes);                                      \
                                                                               \
    assert_int_equal(call(id, &key, id), GUIDON_OK);                           \
  }

/* A row with a version 7 id, a key, and the id that the key makes of it. */
static void check_both_ways(json_t *row, const char *hidden, size_t key_len,
                            in_place_fn *hide, in_place_fn *show)
{
    unsigned char bytes[32];
    const guidon_id v7 = row_id(row, "v7");
    const guidon_id want = row_id(row, hidden);
    guidon_id got = v7;

    assert_int_equal(row_hex(bytes, sizeof bytes, row, "key"), key_len);
    hide(&got, bytes);
    assert_id_equal(got, want);
    show(&got, bytes);
    assert_id_equal(got, v7);
}

/* -------------------------------------------------------------------- mask */

static guidon_mask_key mask_key_of(const unsigned char bytes[16])
{
    guidon_mask_key key;

    assert_int_equal(guidon_mask_key_init(&key, bytes, 16), GUIDON_OK);
    return key;
}

IN_PLACE(guidon_mask, guidon_mask_key, mask_key_of)
IN_PLACE(guidon_unmask, guidon_mask_key, mask_key_of)

static void mask_row(json_t *row)
{
    check_both_ways(row, "masked", GUIDON_MASK_KEY_LEN, guidon_mask_in_place,
                    guidon_unmask_in_place);
}

static void test_masked_as_by_uuidv47(void **unused)
{
    (void)unused;
    vectors_each("keys.json", "mask", mask_row);
}

static guidon_id with_version(guidon_id id, unsigned version)
{
    id.bytes[6] = (unsigned char)((id.bytes[6] & 15) | version << 4);
    id.bytes[8] = (unsigned char)((id.bytes[8] & 63) | 128);
    return id;
}

/* Any time and any 74 bits come back, and the 74 bits are the same meanwhile:
 * every version and variant but the right one is refused, and nothing is
 * written. */
static void test_mask_takes_one_version_and_loses_nothing(void **unused)
{
    uint64_t seed = 1;

    (void)unused;
    for (int round = 0; round < 100000; round++) {
        unsigned char bytes[16];
        const guidon_id id = draw_id(&seed);
        guidon_id masked = marked_id(), back = marked_id();

        draw_bytes(bytes, sizeof bytes, &seed);
        const guidon_mask_key key = mask_key_of(bytes);
        const guidon_id v7 = with_version(id, 7);
        const guidon_status due =
            memcmp(&id, &v7, sizeof id) == 0 ? GUIDON_OK : GUIDON_E_VERSION;

        assert_int_equal(guidon_mask(&masked, &key, &id), due);
        assert_int_equal(is_marked(&masked, sizeof masked), due != GUIDON_OK);
        assert_int_equal(guidon_mask(&masked, &key, &v7), GUIDON_OK);
        assert_int_equal(guidon_version_of(&masked), 4);
        assert_memory_equal(masked.bytes + 9, v7.bytes + 9, 7);
        assert_int_equal(guidon_unmask(&back, &key, &v7), GUIDON_E_VERSION);
        assert_true(is_marked(&back, sizeof back));
        assert_int_equal(guidon_unmask(&back, &key, &masked), GUIDON_OK);
        assert_id_equal(back, v7);
    }
}

/* The batch does what single calls do, up to the first bad id. */
static void test_mask_many_stops_at_the_first_bad_id(void **unused)
{
    static const unsigned char bytes[16] = "a key of a test";
    const guidon_mask_key key = mask_key_of(bytes);
    uint64_t seed = 2;

    (void)unused;
    for (size_t n = 0; n < 20; n++) {
        for (size_t bad = 0; bad <= n; bad++) {
            guidon_id in[20], out[20];
            size_t done = 99;
            const guidon_status due = bad < n ? GUIDON_E_VERSION : GUIDON_OK;

            mark(out, sizeof out);
            for (size_t i = 0; i < n; i++) {
                in[i] = with_version(draw_id(&seed), i == bad ? 6 : 7);
            }
            assert_int_equal(guidon_mask_many(out, &key, in, n, &done), due);
            assert_int_equal(done, bad);
            for (size_t i = 0; i < bad; i++) {
                guidon_id one;

                assert_int_equal(guidon_mask(&one, &key, &in[i]), GUIDON_OK);
                assert_id_equal(out[i], one);
            }
            assert_true(is_marked(out + bad, (20 - bad) * sizeof *out));
            assert_int_equal(guidon_unmask_many(out, &key, out, bad, &done),
                             GUIDON_OK);
            assert_memory_equal(out, in, bad * sizeof *out);
        }
    }
}

/* ------------------------------------------------------------------ derive */

static guidon_key key_of(const unsigned char bytes[32])
{
    guidon_key key;

    assert_int_equal(guidon_key_init(&key, bytes, 32), GUIDON_OK);
    return key;
}

static void derive_row(json_t *row)
{
    unsigned char bytes[32], data[300];
    size_t len = row_hex(data, sizeof data, row, "data");
    const guidon_id want = row_id(row, "id");
    guidon_id got;

    row_hex(bytes, sizeof bytes, row, "key");
    const guidon_key key = key_of(bytes);
    assert_int_equal(guidon_v7_derive(&got, (uint64_t)row_i64(row, "unix_ms"),
                                      &key, len > 0 ? data : NULL, len),
                     GUIDON_OK);
    assert_id_equal(got, want);
}

static void test_derived_as_by_hashlib(void **unused)
{
    (void)unused;
    vectors_each("keys.json", "derive", derive_row);
}

static void test_derive_refuses_times_that_do_not_fit(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    static const uint64_t bad[] = {UINT64_MAX, UINT64_C(1) << 63,
                                   UINT64_C(1) << 48, INT64_MAX};
    const guidon_key key = key_of(bytes);

    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        uint64_t times[3] = {0, 1, 2};
        guidon_id out[3];

        mark(out, sizeof out);
        assert_int_equal(guidon_v7_derive(out, bad[i], &key, "x", 1),
                         GUIDON_E_RANGE);
        for (size_t at = 0; at < 3; at++) {
            times[at] = bad[i];
            assert_int_equal(
                guidon_v7_derive_many(out, times, &key, "x", 1, 0, 3),
                GUIDON_E_RANGE);
            times[at] = 0;
        }
        assert_true(is_marked(out, sizeof out));
    }
    guidon_id out = marked_id();
    assert_int_equal(guidon_v7_derive(&out, 0, &key, NULL, 1),
                     GUIDON_E_ARGUMENT);
    assert_true(is_marked(&out, sizeof out));
}

/* Version 4 keys become version 7 keys in the place where they stand, for any
 * count, and give the ids that single calls give. */
static void test_derive_many_in_place(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    const guidon_key key = key_of(bytes);
    uint64_t seed = 3;

    (void)unused;
    for (size_t n = 0; n < 600; n = n < 40 ? n + 1 : n + 111) {
        guidon_id ids[600], want[600];
        uint64_t times[600];

        for (size_t i = 0; i < n; i++) {
            ids[i] = draw_id(&seed);
            times[i] = draw(&seed) >> 16;
            assert_int_equal(
                guidon_v7_derive(&want[i], times[i], &key, &ids[i], 16),
                GUIDON_OK);
        }
        assert_int_equal(
            guidon_v7_derive_many(ids, times, &key, ids, 16, 16, n), GUIDON_OK);
        assert_memory_equal(ids, want, n * sizeof *ids);
    }
}

/* ----------------------------------------------------------------- encrypt */

IN_PLACE(guidon_encrypt, guidon_key, key_of)
IN_PLACE(guidon_decrypt, guidon_key, key_of)

static void encrypt_row(json_t *row)
{
    check_both_ways(row, "encrypted", GUIDON_KEY_LEN, guidon_encrypt_in_place,
                    guidon_decrypt_in_place);
}

static void test_encrypted_as_by_hashlib(void **unused)
{
    (void)unused;
    vectors_each("keys.json", "encrypt", encrypt_row);
}

/* Any version 7 id comes back. Any version 8 id is the encrypted form of some
 * version 7 id, so no two ids share theirs. */
static void test_encrypt_is_a_permutation(void **unused)
{
    uint64_t seed = 4;

    (void)unused;
    for (int round = 0; round < 10000; round++) {
        unsigned char bytes[32];
        const guidon_id id = draw_id(&seed);
        guidon_id there, back = marked_id();

        draw_bytes(bytes, sizeof bytes, &seed);
        const guidon_key key = key_of(bytes);
        const guidon_id v7 = with_version(id, 7), v8 = with_version(id, 8);

        assert_int_equal(guidon_encrypt(&there, &key, &v7), GUIDON_OK);
        assert_int_equal(guidon_version_of(&there), 8);
        assert_int_equal(guidon_encrypt(&back, &key, &v8), GUIDON_E_VERSION);
        assert_int_equal(guidon_decrypt(&back, &key, &v7), GUIDON_E_VERSION);
        assert_true(is_marked(&back, sizeof back));
        assert_int_equal(guidon_decrypt(&back, &key, &there), GUIDON_OK);
        assert_id_equal(back, v7);
        assert_int_equal(guidon_decrypt(&back, &key, &v8), GUIDON_OK);
        assert_int_equal(guidon_version_of(&back), 7);
        assert_int_equal(guidon_encrypt(&there, &key, &back), GUIDON_OK);
        assert_id_equal(there, v8);
    }
}

/* The batch does what single calls do, for any count, in place, up to the first
 * bad id. */
static void test_encrypt_many_stops_at_the_first_bad_id(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    static const size_t counts[] = {0, 1, 2, 20, 63, 64, 65, 128, 256, 300};
    const guidon_key key = key_of(bytes);
    uint64_t seed = 5;

    (void)unused;
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        const size_t n = counts[c];

        for (size_t bad = 0; bad <= n; bad += n < 30 ? 1 : 43) {
            guidon_id in[300], ids[300], want[300];
            size_t done = 999;
            const guidon_status due = bad < n ? GUIDON_E_VERSION : GUIDON_OK;

            for (size_t i = 0; i < n; i++) {
                in[i] = with_version(draw_id(&seed), i == bad ? 4 : 7);
            }
            memcpy(ids, in, n * sizeof *ids);
            memcpy(want, in, n * sizeof *ids);
            for (size_t i = 0; i < bad; i++) {
                assert_int_equal(guidon_encrypt(&want[i], &key, &in[i]),
                                 GUIDON_OK);
            }
            assert_int_equal(guidon_encrypt_many(ids, &key, ids, n, &done),
                             due);
            assert_int_equal(done, bad);
            assert_memory_equal(ids, want, n * sizeof *ids);
            assert_int_equal(guidon_decrypt_many(ids, &key, ids, bad, &done),
                             GUIDON_OK);
            assert_memory_equal(ids, in, n * sizeof *ids);
        }
    }
}

/* A change of any bit of an id changes about half of the 122 bits: over all
 * bits, 61 on average, with a deviation of 5.5 for one pair. */
static void test_encrypt_changes_half_of_the_bits(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    const guidon_key key = key_of(bytes);
    const guidon_id v7 = with_version(marked_id(), 7);
    guidon_id base;
    int sum = 0, bits = 0;

    (void)unused;
    assert_int_equal(guidon_encrypt(&base, &key, &v7), GUIDON_OK);
    for (unsigned bit = 0; bit < 128; bit++) {
        guidon_id id = v7;
        int differ = 0;

        id.bytes[bit / 8] ^= (unsigned char)(0x80 >> bit % 8);
        if (guidon_encrypt(&id, &key, &id) != GUIDON_OK) {
            continue; /* a bit of the version or the variant */
        }
        for (int i = 0; i < 16; i++) {
            for (unsigned x = id.bytes[i] ^ base.bytes[i]; x; x &= x - 1) {
                differ++;
            }
        }
        assert_in_range(differ, 30, 92);
        sum += differ;
        bits++;
    }
    assert_int_equal(bits, 122);
    assert_in_range(sum, 122 * 61 - 300, 122 * 61 + 300);
}

/* --------------------------------------------------------------- pseudonyms */

static void pseudonym_row(json_t *row)
{
    unsigned char bytes[32];
    const guidon_id id = row_id(row, "id");
    guidon_id got = id;

    assert_int_equal(row_hex(bytes, sizeof bytes, row, "key"), GUIDON_KEY_LEN);
    const guidon_key key = key_of(bytes);
    assert_int_equal(guidon_pseudonym(&got, &key, &got), GUIDON_OK);
    assert_id_equal(got, row_id(row, "pseudonym"));
}

static void test_pseudonyms_as_by_hashlib(void **unused)
{
    (void)unused;
    vectors_each("keys.json", "pseudonym", pseudonym_row);
}

/* The batch does what single calls do, for any count and in place. */
static void test_pseudonym_many_in_place(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    static const size_t counts[] = {0, 1, 2, 63, 64, 65, 128, 200};
    const guidon_key key = key_of(bytes);
    uint64_t seed = 6;

    (void)unused;
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        const size_t n = counts[c];
        guidon_id ids[201], want[201], out[201];

        for (size_t i = 0; i <= n; i++) {
            ids[i] = want[i] = out[i] = draw_id(&seed);
        }
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(guidon_pseudonym(&want[i], &key, &ids[i]),
                             GUIDON_OK);
            assert_int_equal(guidon_version_of(&want[i]), 8);
        }
        assert_int_equal(guidon_pseudonym_many(out, &key, ids, n), GUIDON_OK);
        assert_memory_equal(out, want, (n + 1) * sizeof *ids);
        assert_int_equal(guidon_pseudonym_many(ids, &key, ids, n), GUIDON_OK);
        assert_memory_equal(ids, want, (n + 1) * sizeof *ids);
    }
}

/* -------------------------------------------------------------------- keys */

/* Are all the bytes zero? */
static bool is_zero(const void *memory, size_t len)
{
    const unsigned char *bytes = memory;

    while (len > 0 && bytes[len - 1] == 0) {
        len--;
    }
    return len == 0;
}

/* A wiped key is zeros, and no function takes it. */
static void test_wiped_keys_are_zeros_and_refused(void **unused)
{
    static const unsigned char bytes[32] = "a key of a test";
    guidon_mask_key mask_key = mask_key_of(bytes);
    guidon_key key = key_of(bytes);
    const guidon_id v7 = with_version(marked_id(), 7);
    const guidon_id v4 = with_version(marked_id(), 4);
    const uint64_t time = 0;
    guidon_id out = marked_id();
    size_t done = 1;

    (void)unused;
    guidon_mask_key_wipe(&mask_key);
    guidon_key_wipe(&key);
    assert_true(is_zero(&mask_key, sizeof mask_key));
    assert_true(is_zero(&key, sizeof key));
    assert_int_equal(guidon_mask(&out, &mask_key, &v7), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_unmask(&out, &mask_key, &v4), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_mask_many(&out, &mask_key, &v7, 1, &done),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(done, 0);
    assert_int_equal(guidon_v7_derive(&out, 0, &key, "x", 1),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_v7_derive_many(&out, &time, &key, "x", 1, 0, 1),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_encrypt(&out, &key, &v7), GUIDON_E_ARGUMENT);
    done = 1;
    assert_int_equal(guidon_decrypt_many(&out, &key, &v7, 1, &done),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(done, 0);
    assert_int_equal(guidon_unmask_many(&out, &mask_key, &v4, 1, &done),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_encrypt_many(&out, &key, &v7, 1, &done),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_decrypt(&out, &key, &v7), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_pseudonym(&out, &key, &v7), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_pseudonym_many(&out, &key, &v7, 1),
                     GUIDON_E_ARGUMENT);
    assert_true(is_marked(&out, sizeof out));
}

/* Just the given bytes become zeros. */
static void test_wipe_erases_just_the_given_bytes(void **unused)
{
    unsigned char bytes[48];

    (void)unused;
    for (size_t len = 0; len <= 40; len++) {
        memset(bytes, 'x', sizeof bytes);
        guidon_wipe(bytes + 4, len);
        assert_int_equal(bytes[3], 'x');
        assert_true(is_zero(bytes + 4, len));
        assert_int_equal(bytes[4 + len], 'x');
    }
    guidon_wipe(NULL, 0);
}

/* The structure of such a key is not zero. */
static void test_a_key_may_have_zero_bytes(void **unused)
{
    static const unsigned char bytes[32] = {0};
    const guidon_mask_key mask_key = mask_key_of(bytes);
    const guidon_key key = key_of(bytes);
    const guidon_id v7 = with_version(marked_id(), 7);
    guidon_id out, back;

    (void)unused;
    assert_int_equal(guidon_mask(&out, &mask_key, &v7), GUIDON_OK);
    assert_int_equal(guidon_unmask(&back, &mask_key, &out), GUIDON_OK);
    assert_true(guidon_equal(&back, &v7));
    assert_int_equal(guidon_encrypt(&out, &key, &v7), GUIDON_OK);
    assert_int_equal(guidon_decrypt(&back, &key, &out), GUIDON_OK);
    assert_true(guidon_equal(&back, &v7));
    assert_int_equal(guidon_v7_derive(&out, 0, &key, "x", 1), GUIDON_OK);
}

/* ------------------------------------------------------ what is hashed */

/* The bytes of the value of a row of hashed.json. */
static size_t hashed_value(unsigned char out[64], json_t *row)
{
    const char *type = row_text(row, "type"), *text;
    size_t len;

    if (strcmp(type, "integer") == 0) {
        guidon_data_from_integer(out, row_i64(row, "value"));
        return GUIDON_INTEGER_LEN;
    }
    if (strcmp(type, "bytes") == 0) {
        return row_hex(out, 64, row, "value");
    }
    text = row_bytes(row, "value", &len);
    assert_true(len <= 64);
    assert_int_equal(guidon_data_check_text(text, len, NULL), GUIDON_OK);
    memcpy(out, text, len);
    return len;
}

static void hashed_row(json_t *row)
{
    unsigned char bytes[32], data[64], want[64];
    const guidon_id ns = row_id(row, "namespace");
    size_t len = hashed_value(data, row);
    guidon_key key;
    guidon_id id;

    assert_int_equal(row_hex(want, sizeof want, row, "data"), len);
    assert_memory_equal(data, want, len);
    assert_int_equal(row_hex(bytes, sizeof bytes, row, "key"), sizeof bytes);
    key = key_of(bytes);
    assert_int_equal(guidon_v7_derive(&id, (uint64_t)row_i64(row, "unix_ms"),
                                      &key, data, len),
                     GUIDON_OK);
    assert_id_equal(id, row_id(row, "derived"));
    guidon_v5_make(&id, &ns, data, len);
    assert_id_equal(id, row_id(row, "v5"));
}

static void refused_text_row(json_t *row)
{
    unsigned char bytes[64];
    size_t bad_at = 99, len = row_hex(bytes, sizeof bytes, row, "octets");

    assert_int_equal(guidon_data_check_text(bytes, len, NULL), GUIDON_E_CHAR);
    assert_int_equal(guidon_data_check_text(bytes, len, &bad_at),
                     GUIDON_E_CHAR);
    assert_int_equal(bad_at, row_u64(row, "bad_at"));
}

static void test_values_are_hashed_by_one_rule(void **unused)
{
    size_t bad_at = 99;

    (void)unused;
    vectors_each("hashed.json", "hashed", hashed_row);
    vectors_each("hashed.json", "refused_texts", refused_text_row);
    assert_int_equal(guidon_data_check_text(NULL, 0, &bad_at), GUIDON_OK);
    assert_int_equal(bad_at, 99);
}

/* A character in one, two, three or four bytes, as RFC 3629 writes it. */
static size_t write_utf8(unsigned char out[4], uint32_t point)
{
    const size_t n = point < 0x80      ? 1
                     : point < 0x800   ? 2
                     : point < 0x10000 ? 3
                                       : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};

    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (unsigned char)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    out[0] = (unsigned char)(first[n] | point);
    return n;
}

/* Every character is taken whole, and no part of it. */
static void test_every_character_is_text_but_surrogates(void **unused)
{
    (void)unused;
    for (uint32_t point = 0; point < 0x110000; point++) {
        unsigned char text[4];
        const size_t len = write_utf8(text, point);
        const bool half = point >= 0xd800 && point < 0xe000;

        assert_int_equal(guidon_data_check_text(text, len, NULL),
                         half ? GUIDON_E_CHAR : GUIDON_OK);
        for (size_t part = 1; part < len; part++) {
            assert_int_equal(guidon_data_check_text(text, part, NULL),
                             GUIDON_E_CHAR);
        }
    }
}

static void test_keys_have_one_length(void **unused)
{
    static const unsigned char bytes[64] = {1};
    guidon_mask_key mask_key;
    guidon_key key;

    (void)unused;
    mark(&mask_key, sizeof mask_key);
    mark(&key, sizeof key);
    for (size_t len = 0; len <= 64; len++) {
        if (len != GUIDON_MASK_KEY_LEN) {
            assert_int_equal(guidon_mask_key_init(&mask_key, bytes, len),
                             GUIDON_E_ARGUMENT);
        }
        if (len != GUIDON_KEY_LEN) {
            assert_int_equal(guidon_key_init(&key, bytes, len),
                             GUIDON_E_ARGUMENT);
        }
    }
    assert_true(is_marked(&mask_key, sizeof mask_key));
    assert_true(is_marked(&key, sizeof key));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_siphash_gives_the_published_hashes),
        cmocka_unit_test(test_masked_as_by_uuidv47),
        cmocka_unit_test(test_mask_takes_one_version_and_loses_nothing),
        cmocka_unit_test(test_mask_many_stops_at_the_first_bad_id),
        cmocka_unit_test(test_derived_as_by_hashlib),
        cmocka_unit_test(test_derive_refuses_times_that_do_not_fit),
        cmocka_unit_test(test_derive_many_in_place),
        cmocka_unit_test(test_encrypted_as_by_hashlib),
        cmocka_unit_test(test_encrypt_is_a_permutation),
        cmocka_unit_test(test_encrypt_many_stops_at_the_first_bad_id),
        cmocka_unit_test(test_encrypt_changes_half_of_the_bits),
        cmocka_unit_test(test_pseudonyms_as_by_hashlib),
        cmocka_unit_test(test_pseudonym_many_in_place),
        cmocka_unit_test(test_wiped_keys_are_zeros_and_refused),
        cmocka_unit_test(test_wipe_erases_just_the_given_bytes),
        cmocka_unit_test(test_a_key_may_have_zero_bytes),
        cmocka_unit_test(test_values_are_hashed_by_one_rule),
        cmocka_unit_test(test_every_character_is_text_but_surrogates),
        cmocka_unit_test(test_keys_have_one_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
