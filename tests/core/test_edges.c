/* SPDX-License-Identifier: MIT */
/* test_edges.c - what <guidon/status.h> and the comments of the headers promise at the
 * edges of ids, keys and counts: NULL with a length of 0, lengths of SIZE_MAX, an output
 * that overlaps an input, and outputs of the exact size. */
#include "core_test.h"

#include <stdlib.h>

#define N 5

static const unsigned char some[64] = {1,  2,  3,  4,  5,  6,  7,  8,
                                       9,  10, 11, 12, 13, 14, 15, 16,
                                       17, 18, 19, 20, 21, 22, 23, 24};
static const guidon_time time_2022 = {1645557742, 123456789};
static const guidon_time times[N] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}};
static const uint64_t unix_ms[N] = {1, 2, 3, 4, 5};

static struct given {
    guidon_key key;
    guidon_mask_key mask_key;
    guidon_generator *generator;
    guidon_id v1, v4, v6, v7, v8;
    guidon_audit audit;
    guidon_duplicates *duplicates;
    uint64_t memory[256];
} given;

static int set_up(void **state)
{
    const guidon_options options = {.kind = GUIDON_V4};

    (void)state;
    assert_int_equal(guidon_key_init(&given.key, some, GUIDON_KEY_LEN),
                     GUIDON_OK);
    assert_int_equal(
        guidon_mask_key_init(&given.mask_key, some, GUIDON_MASK_KEY_LEN),
        GUIDON_OK);
    assert_int_equal(guidon_generator_new(&given.generator, &options),
                     GUIDON_OK);
    assert_int_equal(guidon_v1_make(&given.v1, 12345, 77, some), GUIDON_OK);
    assert_int_equal(guidon_v6_make(&given.v6, 12345, 77, some), GUIDON_OK);
    assert_int_equal(guidon_v7_make(&given.v7, 1645557742000, some), GUIDON_OK);
    guidon_v4_make(&given.v4, some);
    assert_int_equal(guidon_encrypt(&given.v8, &given.key, &given.v7),
                     GUIDON_OK);
    assert_true(guidon_duplicates_size(8) <= sizeof given.memory);
    assert_int_equal(guidon_duplicates_init(&given.duplicates, given.memory, 8),
                     GUIDON_OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    guidon_generator_free(given.generator);
    return 0;
}

/* A function in a call, and the status that it has to give. */
struct row {
    const char *call;
    guidon_status (*run)(size_t *done);
    guidon_status want;
};

/* The calls of functions that return nothing. */
#define RUN(call) ((call), GUIDON_OK)

#define ROW_CALL(name, status, call)                                           \
  static guidon_status run_##name(size_t *done)                                \
  {                                                                            \
    (void)done;                                                                \
    return call;                                                               \
  }
#define ROW_OF(name, status, call) {#name, run_##name, GUIDON_##status},

static void check_rows(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t done = 0;
        const guidon_status status = rows[i].run(&done);

        if (status != rows[i].want) {
            fail_msg("%s: %s", rows[i].call, guidon_status_text(status));
        }
        if (done != 0) {
            fail_msg("%s: done is %zu", rows[i].call, done);
        }
    }
}

/* ------------------------------------------------- NULL, with a length of 0 */

#define WITHOUT(ROW)                                                           \
  ROW(new_many, OK, guidon_new_many(NULL, 0, GUIDON_V7))                       \
  ROW(next_many, OK, guidon_next_many(NULL, 0, given.generator))               \
  ROW(v7_at_many, OK, guidon_v7_at_many(NULL, NULL, 0))                        \
  ROW(v7_at_precise_many, OK, guidon_v7_at_precise_many(NULL, NULL, 0))        \
  ROW(ulid_at_many, OK, guidon_ulid_at_many(NULL, NULL, 0))                    \
  ROW(v8_append_many, OK, guidon_v8_append_many(NULL, 0, 20))                  \
  ROW(v8_sharded_many, OK, guidon_v8_sharded_many(NULL, 0, 1, 4))              \
  ROW(v8_append_at_many, OK, guidon_v8_append_at_many(NULL, NULL, 0, 20))      \
  ROW(v8_sharded_at_many, OK, guidon_v8_sharded_at_many(NULL, NULL, 0, 1, 4))  \
  ROW(mask_many, OK, guidon_mask_many(NULL, &given.mask_key, NULL, 0, done))   \
  ROW(unmask_many, OK,                                                         \
      guidon_unmask_many(NULL, &given.mask_key, NULL, 0, done))                \
  ROW(encrypt_many, OK, guidon_encrypt_many(NULL, &given.key, NULL, 0, done))  \
  ROW(decrypt_many, OK, guidon_decrypt_many(NULL, &given.key, NULL, 0, done))  \
  ROW(pseudonym_many, OK, guidon_pseudonym_many(NULL, &given.key, NULL, 0))    \
  ROW(v7_derive_many, OK,                                                      \
      guidon_v7_derive_many(NULL, NULL, &given.key, NULL, 0, 0, 0))            \
  ROW(v3_make_many, OK,                                                        \
      RUN(guidon_v3_make_many(NULL, &given.v4, NULL, NULL, 0)))                \
  ROW(v5_make_many, OK,                                                        \
      RUN(guidon_v5_make_many(NULL, &given.v4, NULL, NULL, 0)))                \
  ROW(v8_sha256_make_many, OK,                                                 \
      RUN(guidon_v8_sha256_make_many(NULL, &given.v4, NULL, NULL, 0)))         \
  ROW(audit_add_many, OK, RUN(guidon_audit_add_many(&given.audit, NULL, 0)))   \
  ROW(audit_add_ulid_many, OK,                                                 \
      RUN(guidon_audit_add_ulid_many(&given.audit, NULL, 0)))                  \
  ROW(duplicates_add_many, OK,                                                 \
      RUN(guidon_duplicates_add_many(given.duplicates, NULL, 0)))              \
  ROW(duplicates_check, OK,                                                    \
      guidon_duplicates_check(NULL, 0) == 0 ? GUIDON_OK : GUIDON_E_STATE)      \
  ROW(wipe, OK, RUN(guidon_wipe(NULL, 0)))                                     \
  ROW(data_check_text, OK, guidon_data_check_text(NULL, 0, NULL))              \
  ROW(key_init, E_ARGUMENT, guidon_key_init(&(guidon_key){{0}}, NULL, 0))      \
  ROW(mask_key_init, E_ARGUMENT,                                               \
      guidon_mask_key_init(&(guidon_mask_key){{0}}, NULL, 0))                  \
  ROW(v8_from_digest, E_ARGUMENT,                                              \
      guidon_v8_from_digest(&(guidon_id){{0}}, NULL, 0))
WITHOUT(ROW_CALL)

static void test_null_with_nothing(void **state)
{
    static const struct row rows[] = {WITHOUT(ROW_OF)};

    (void)state;
    check_rows(rows, sizeof rows / sizeof *rows);
}

static void assert_same(const guidon_id *a, const guidon_id *b)
{
    assert_memory_equal(a->bytes, b->bytes, 16);
}

/* No bytes at NULL are the same as no bytes elsewhere. */
static void test_null_is_an_empty_name(void **state)
{
    const void *const names[] = {NULL, "", NULL};
    const size_t lens[] = {0, 0, 0};
    guidon_name_hash hash;
    guidon_id ids[3], id, want;
    uint32_t shard = 1, want_shard = 2;

    (void)state;
    guidon_v5_make(&want, &given.v4, "", 0);
    guidon_v5_make(&id, &given.v4, NULL, 0);
    assert_same(&id, &want);
    guidon_v5_make_many(ids, &given.v4, names, lens, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_same(&ids[i], &want);
    }
    assert_int_equal(guidon_name_hash_init(&hash, &given.v4, GUIDON_NAME_V5),
                     GUIDON_OK);
    guidon_name_hash_update(&hash, NULL, 0);
    guidon_name_hash_id(&id, &hash);
    assert_same(&id, &want);
    guidon_v3_make(&want, &given.v4, "", 0);
    guidon_v3_make(&id, &given.v4, NULL, 0);
    assert_same(&id, &want);
    guidon_v8_sha256_make(&want, &given.v4, "", 0);
    guidon_v8_sha256_make(&id, &given.v4, NULL, 0);
    assert_same(&id, &want);
    assert_int_equal(guidon_v7_derive(&want, 7, &given.key, "", 0), GUIDON_OK);
    assert_int_equal(guidon_v7_derive(&id, 7, &given.key, NULL, 0), GUIDON_OK);
    assert_same(&id, &want);
    assert_int_equal(guidon_shard_of(&want_shard, "", 0, 10), GUIDON_OK);
    assert_int_equal(guidon_shard_of(&shard, NULL, 0, 10), GUIDON_OK);
    assert_int_equal(shard, want_shard);
}

/* NULL with a length is a mistake where the functions can say so. */
static void test_null_with_a_length_is_refused(void **state)
{
    guidon_id id;
    uint32_t shard;
    guidon_duplicates *made;

    (void)state;
    assert_int_equal(guidon_v7_derive(&id, 7, &given.key, NULL, 1),
                     GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_shard_of(&shard, NULL, 1, 10), GUIDON_E_ARGUMENT);
    assert_int_equal(guidon_duplicates_init(&made, NULL, 8), GUIDON_E_ARGUMENT);
    assert_null(made);
    guidon_generator_free(NULL);
    guidon_lease_end(NULL);
    assert_int_equal(guidon_duplicates_held(NULL), 0);
    assert_int_equal(guidon_duplicates_slots_for(NULL, 0, 0),
                     GUIDON_DUPLICATES_SLOTS_MIN);
    assert_int_equal(guidon_validate(&given.v7, NULL, NULL), GUIDON_OK);
}

/* ------------------------------------------------------------------- SIZE_MAX */

static const guidon_key no_key;
static const guidon_mask_key no_mask_key;
static guidon_id out[N];

/* Calls that have to be refused before they read or write anything. */
#define TOO_MANY(ROW)                                                          \
  ROW(huge_key, E_ARGUMENT,                                                    \
      guidon_key_init(&(guidon_key){{0}}, some, SIZE_MAX))                     \
  ROW(huge_mask_key, E_ARGUMENT,                                               \
      guidon_mask_key_init(&(guidon_mask_key){{0}}, some, SIZE_MAX))           \
  ROW(huge_mask, E_ARGUMENT,                                                   \
      guidon_mask_many(out, &no_mask_key, out, SIZE_MAX, done))                \
  ROW(huge_unmask, E_ARGUMENT,                                                 \
      guidon_unmask_many(out, &no_mask_key, out, SIZE_MAX, done))              \
  ROW(huge_encrypt, E_ARGUMENT,                                                \
      guidon_encrypt_many(out, &no_key, out, SIZE_MAX, done))                  \
  ROW(huge_decrypt, E_ARGUMENT,                                                \
      guidon_decrypt_many(out, &no_key, out, SIZE_MAX, done))                  \
  ROW(huge_pseudonym, E_ARGUMENT,                                              \
      guidon_pseudonym_many(out, &no_key, out, SIZE_MAX))                      \
  ROW(huge_derive, E_ARGUMENT,                                                 \
      guidon_v7_derive_many(out, unix_ms, &no_key, some, SIZE_MAX, SIZE_MAX,   \
                            SIZE_MAX))                                         \
  ROW(huge_shard, E_RANGE,                                                     \
      guidon_shard_of(&(uint32_t){0}, some, SIZE_MAX, 11))                     \
  ROW(huge_duplicates, E_ARGUMENT,                                             \
      guidon_duplicates_init(&(guidon_duplicates *){NULL}, given.memory,       \
                             SIZE_MAX))                                        \
  ROW(huge_new_append, E_RANGE, guidon_v8_append_many(out, SIZE_MAX, 29))      \
  ROW(huge_new_sharded, E_RANGE, guidon_v8_sharded_many(out, SIZE_MAX, 2, 1))  \
  ROW(huge_append, E_RANGE,                                                    \
      guidon_v8_append_at_many(out, times, SIZE_MAX, 29))                      \
  ROW(huge_sharded, E_RANGE,                                                   \
      guidon_v8_sharded_at_many(out, times, SIZE_MAX, 2, 1))
TOO_MANY(ROW_CALL)

static void test_a_huge_length_is_refused(void **state)
{
    static const struct row rows[] = {TOO_MANY(ROW_OF)};
    static guidon_id was[N];

    (void)state;
    memset(out, 0xa5, sizeof out);
    memcpy(was, out, sizeof out);
    check_rows(rows, sizeof rows / sizeof *rows);
    assert_memory_equal(out, was, sizeof out);
    assert_int_equal(guidon_duplicates_size(SIZE_MAX), 0);
    assert_int_equal(guidon_duplicates_check(given.memory, SIZE_MAX), 0);
}

/* Lengths that only bound what is read. */
static void test_a_huge_length_that_is_not_reached(void **state)
{
    guidon_id id, want;

    (void)state;
    assert_int_equal(guidon_v8_from_digest(&want, some, 16), GUIDON_OK);
    assert_int_equal(guidon_v8_from_digest(&id, some, SIZE_MAX), GUIDON_OK);
    assert_same(&id, &want);
    /* The only data are those of the first id. */
    assert_int_equal(guidon_v7_derive(&want, 1, &given.key, some, 8),
                     GUIDON_OK);
    assert_int_equal(
        guidon_v7_derive_many(&id, unix_ms, &given.key, some, 8, SIZE_MAX, 1),
        GUIDON_OK);
    assert_same(&id, &want);
    assert_true(guidon_duplicates_slots_for(NULL, SIZE_MAX, UINT64_MAX) <=
                GUIDON_DUPLICATES_SLOTS_MAX);
}

/* ---------------------------------------------- an output that is an input */

typedef guidon_status (*one)(guidon_id *to, const guidon_id *from);

#define IN_PLACE(ROW)                                                          \
  ROW(mask, v7, guidon_mask(to, &given.mask_key, from))                        \
  ROW(unmask, v4, guidon_unmask(to, &given.mask_key, from))                    \
  ROW(encrypt, v7, guidon_encrypt(to, &given.key, from))                       \
  ROW(decrypt, v8, guidon_decrypt(to, &given.key, from))                       \
  ROW(pseudonym, v4, guidon_pseudonym(to, &given.key, from))                   \
  ROW(v1_to_v6, v1, guidon_v1_to_v6(to, from))                                 \
  ROW(v6_to_v1, v6, guidon_v6_to_v1(to, from))                                 \
  ROW(v1_make, v4, guidon_v1_make(to, 5, 6, from->bytes + 3))                  \
  ROW(v6_make, v4, guidon_v6_make(to, 5, 6, from->bytes + 10))                 \
  ROW(v2_make, v4,                                                             \
      guidon_v2_make(to, 5, 6, from->bytes + 9, GUIDON_DOMAIN_ORG, 8))         \
  ROW(v4_make, v7, RUN(guidon_v4_make(to, from->bytes)))                       \
  ROW(v7_make, v4, guidon_v7_make(to, 5, from->bytes + 6))                     \
  ROW(v7_make_first, v4, guidon_v7_make(to, 5, from->bytes))                   \
  ROW(v7_make_precise, v4,                                                     \
      guidon_v7_make_precise(to, time_2022, from->bytes + 1))                  \
  ROW(v8_make, v4, RUN(guidon_v8_make(to, from->bytes)))                       \
  ROW(v8_node_make, v4, guidon_v8_node_make(to, 5, 6, 10, 7, from->bytes + 7)) \
  ROW(v8_prefixed_make, v4,                                                    \
      guidon_v8_prefixed_make(to, time_2022, 6, 10, from->bytes + 8))          \
  ROW(ulid_make, v4, guidon_ulid_make(to, 5, from->bytes + 6))                 \
  ROW(v8_from_digest, v4, guidon_v8_from_digest(to, from->bytes, 16))          \
  ROW(v3_make, v4, RUN(guidon_v3_make(to, from, some, 9)))                     \
  ROW(v5_make, v4, RUN(guidon_v5_make(to, from, some, 9)))                     \
  ROW(v8_sha256_make, v4, RUN(guidon_v8_sha256_make(to, from, some, 9)))       \
  ROW(v7_derive, v4, guidon_v7_derive(to, 5, &given.key, from->bytes, 16))     \
  ROW(v7_derive_part, v4,                                                      \
      guidon_v7_derive(to, 5, &given.key, from->bytes + 9, 7))                 \
  ROW(to_guid_bytes, v4, RUN(guidon_to_guid_bytes(to->bytes, from)))           \
  ROW(sort_key, v1,                                                            \
      guidon_sort_key(to->bytes, from, GUIDON_ORDER_SQLSERVER) == 16           \
          ? GUIDON_OK                                                          \
          : GUIDON_E_LENGTH)

#define PLACE_CALL(name, from_id, call)                                        \
  static guidon_status place_##name(guidon_id *to, const guidon_id *from)      \
  {                                                                            \
    return call;                                                               \
  }
IN_PLACE(PLACE_CALL)
#define PLACE_OF(name, from_id, call) {#name, place_##name, &given.from_id},

static void test_one_id_in_place(void **state)
{
    const struct {
        const char *name;
        one run;
        const guidon_id *from;
    } rows[] = {IN_PLACE(PLACE_OF)};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        guidon_id apart, place = *rows[i].from;

        assert_row(rows[i].name,
                   rows[i].run(&apart, rows[i].from) == GUIDON_OK);
        assert_row(rows[i].name, rows[i].run(&place, &place) == GUIDON_OK);
        assert_row(rows[i].name, guidon_equal(&apart, &place));
    }
}

typedef guidon_status (*many)(guidon_id *to, const guidon_id *from, size_t n,
                              size_t *done);

static guidon_status many_mask(guidon_id *to, const guidon_id *from, size_t n,
                               size_t *done)
{
    return guidon_mask_many(to, &given.mask_key, from, n, done);
}

static guidon_status many_unmask(guidon_id *to, const guidon_id *from, size_t n,
                                 size_t *done)
{
    return guidon_unmask_many(to, &given.mask_key, from, n, done);
}

static guidon_status many_encrypt(guidon_id *to, const guidon_id *from,
                                  size_t n, size_t *done)
{
    return guidon_encrypt_many(to, &given.key, from, n, done);
}

static guidon_status many_decrypt(guidon_id *to, const guidon_id *from,
                                  size_t n, size_t *done)
{
    return guidon_decrypt_many(to, &given.key, from, n, done);
}

static guidon_status many_pseudonym(guidon_id *to, const guidon_id *from,
                                    size_t n, size_t *done)
{
    *done = n;
    return guidon_pseudonym_many(to, &given.key, from, n);
}

static guidon_status many_derive(guidon_id *to, const guidon_id *from, size_t n,
                                 size_t *done)
{
    *done = n;
    return guidon_v7_derive_many(to, unix_ms, &given.key, from, 16, 16, n);
}

/* `ns` may be one of the ids that are written. */
static guidon_status many_names(guidon_id *to, const guidon_id *from, size_t n,
                                size_t *done)
{
    static const void *const names[N] = {"a", "bc", "def", "", "g"};
    static const size_t lens[N] = {1, 2, 3, 0, 1};

    *done = n;
    guidon_v5_make_many(to, from + (n - 1), names, lens, n);
    return GUIDON_OK;
}

static void test_many_ids_in_place(void **state)
{
    const struct {
        const char *name;
        many run;
        unsigned version;
    } rows[] = {
        {"mask_many", many_mask, 7},
        {"unmask_many", many_unmask, 4},
        {"encrypt_many", many_encrypt, 7},
        {"decrypt_many", many_decrypt, 8},
        {"pseudonym_many", many_pseudonym, 1},
        {"v7_derive_many", many_derive, 4},
        {"v5_make_many", many_names, 4},
    };
    uint64_t seed = 1;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t n = 1; n <= N; n++) {
            guidon_id from[N], apart[N], place[N];
            size_t done = 0;

            for (size_t k = 0; k < n; k++) {
                from[k] = shaped(draw_id(&seed), rows[i].version, 0x80);
            }
            memcpy(place, from, n * sizeof *from);
            assert_row(rows[i].name,
                       rows[i].run(apart, from, n, &done) == GUIDON_OK);
            assert_int_equal(done, n);
            assert_row(rows[i].name,
                       rows[i].run(place, place, n, &done) == GUIDON_OK);
            assert_int_equal(done, n);
            assert_row(rows[i].name, !memcmp(apart, place, n * sizeof *apart));
        }
    }
}

/* ------------------------------------------------ outputs of the exact size */

/* Memory of `size` bytes. Builds with sanitizers, and Valgrind, report a write behind
 * it. The caller frees it. */
static void *exactly(size_t size)
{
    void *made = malloc(size);

    assert_non_null(made);
    return made;
}

/* Does a call write its whole output and no byte behind it? The memory has a margin
 * whose bytes stay. */
static void assert_writes(const char *why, size_t size,
                          void (*write)(unsigned char *to))
{
    static unsigned char memory[4096], other[4096];
    unsigned char *exact = exactly(size);
    bool is_written = true;

    assert_true(size + 64 <= sizeof memory);
    memset(memory, 0xa5, sizeof memory);
    memset(other, 0x5a, sizeof other);
    write(memory);
    write(other);
    write(exact);
    for (size_t i = 0; i < 64; i++) {
        assert_row(why, memory[size + i] == 0xa5 && other[size + i] == 0x5a);
    }
    for (size_t i = 0; i < size; i++) {
        is_written =
            is_written && memory[i] == other[i] && memory[i] == exact[i];
    }
    assert_row(why, is_written);
    free(exact);
}

#define EXACT(ROW)                                                             \
  ROW(node_of, 6, assert_int_equal(guidon_node_of(to, &given.v1), GUIDON_OK))  \
  ROW(data_from_integer, GUIDON_INTEGER_LEN,                                   \
      guidon_data_from_integer(to, INT64_MIN))                                 \
  ROW(to_guid_bytes, 16, guidon_to_guid_bytes(to, &given.v4))                  \
  ROW(sort_key_rfc, 16,                                                        \
      assert_int_equal(guidon_sort_key(to, &given.v7, GUIDON_ORDER_RFC), 16))  \
  ROW(sort_key_java, 16,                                                       \
      assert_int_equal(guidon_sort_key(to, &given.v7, GUIDON_ORDER_JAVA), 16)) \
  ROW(sort_key_time, 24,                                                       \
      assert_int_equal(guidon_sort_key(to, &given.v7, GUIDON_ORDER_TIME), 24)) \
  ROW(mask_many, N * 16, derive_and(to, mask))                                 \
  ROW(encrypt_many, N * 16, derive_and(to, encrypt))                           \
  ROW(v7_derive_many, N * 16,                                                  \
      assert_int_equal(guidon_v7_derive_many((guidon_id *)(void *)to, unix_ms, \
                                             &given.key, some, 9, 1, N),       \
                       GUIDON_OK))                                             \
  ROW(v8_ranges, 2 * 8 * 16,                                                   \
      assert_int_equal(guidon_v8_ranges((guidon_id *)(void *)to,               \
                                        (guidon_id *)(void *)to + 8, times[0], \
                                        times[1], 3),                          \
                       GUIDON_OK))

/* N ids of version 7, and what a key makes of them. */
#define derive_and(to, way)                                                    \
  do {                                                                         \
    guidon_id from[N];                                                         \
    size_t done;                                                               \
                                                                               \
    assert_int_equal(                                                          \
        guidon_v7_derive_many(from, unix_ms, &given.key, some, 9, 1, N),       \
        GUIDON_OK);                                                            \
    assert_int_equal(many_##way((guidon_id *)(void *)(to), from, N, &done),    \
                     GUIDON_OK);                                               \
  } while (0)

#define EXACT_CALL(name, size, call)                                           \
  static void exact_##name(unsigned char *to)                                  \
  {                                                                            \
    call;                                                                      \
  }
EXACT(EXACT_CALL)
#define EXACT_OF(name, size, call) {#name, size, exact_##name},

static void test_outputs_of_the_exact_size(void **state)
{
    const struct {
        const char *name;
        size_t size;
        void (*write)(unsigned char *to);
    } rows[] = {EXACT(EXACT_OF)};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_writes(rows[i].name, rows[i].size, rows[i].write);
    }
}

/* Batches of new ids write n ids, whatever n is. */
static void test_batches_of_new_ids_write_no_more(void **state)
{
    static const size_t counts[] = {1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 65};

    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t n = counts[i];
        guidon_id *ids = exactly(n * sizeof *ids);
        guidon_id more[66];

        memset(more, 0xa5, sizeof more);
        assert_int_equal(guidon_new_many(ids, n, GUIDON_V7), GUIDON_OK);
        assert_int_equal(guidon_new_many(more, n, GUIDON_ULID), GUIDON_OK);
        assert_int_equal(more[n].bytes[0], 0xa5);
        assert_int_equal(guidon_next_many(ids, n, given.generator), GUIDON_OK);
        assert_int_equal(guidon_next_many(more, n, given.generator), GUIDON_OK);
        assert_int_equal(more[n].bytes[0], 0xa5);
        free(ids);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_with_nothing),
        cmocka_unit_test(test_null_is_an_empty_name),
        cmocka_unit_test(test_null_with_a_length_is_refused),
        cmocka_unit_test(test_a_huge_length_is_refused),
        cmocka_unit_test(test_a_huge_length_that_is_not_reached),
        cmocka_unit_test(test_one_id_in_place),
        cmocka_unit_test(test_many_ids_in_place),
        cmocka_unit_test(test_outputs_of_the_exact_size),
        cmocka_unit_test(test_batches_of_new_ids_write_no_more),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
