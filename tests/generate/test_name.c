/* SPDX-License-Identifier: MIT */
/* test_name.c - ids from names: versions 3, 5 and 8 (R28-R36, R12, X11). */
#include "random.h"
#include "vectors.h"

#include <limits.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

static const guidon_id dns = {{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1,
                               0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}};

typedef void one_name(guidon_id *out, const guidon_id *ns, const void *name,
                      size_t len);
typedef void many_names(guidon_id *out, const guidon_id *ns,
                        const void *const names[], const size_t lens[],
                        size_t n);

static const struct kind {
    guidon_name_kind kind;
    unsigned version;
    one_name *one;
    many_names *many;
    const EVP_MD *(*reference)(void);
} kinds[] = {
    {GUIDON_NAME_V3, 3, guidon_v3_make, guidon_v3_make_many, EVP_md5},
    {GUIDON_NAME_V5, 5, guidon_v5_make, guidon_v5_make_many, EVP_sha1},
    {GUIDON_NAME_V8_SHA256, 8, guidon_v8_sha256_make,
     guidon_v8_sha256_make_many, EVP_sha256},
};
#define N_KINDS (sizeof kinds / sizeof kinds[0])

/* ------------------------------------------------ the same id, by libcrypto */

/* libcrypto's digest of the namespace and the name. Returns its length. */
static size_t digest_of(unsigned char digest[EVP_MAX_MD_SIZE],
                        const EVP_MD *hash, const guidon_id *ns,
                        const void *name, size_t len)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    unsigned digest_len = 0;

    assert_non_null(context);
    assert_int_equal(EVP_DigestInit_ex(context, hash, NULL), 1);
    assert_int_equal(EVP_DigestUpdate(context, ns->bytes, 16), 1);
    assert_int_equal(EVP_DigestUpdate(context, name, len), 1);
    assert_int_equal(EVP_DigestFinal_ex(context, digest, &digest_len), 1);
    EVP_MD_CTX_free(context);
    return digest_len;
}

static guidon_id id_of_digest(const unsigned char *digest, unsigned version)
{
    guidon_id id;

    memcpy(id.bytes, digest, 16);
    id.bytes[6] = (unsigned char)(id.bytes[6] % 16 + version * 16);
    id.bytes[8] = (unsigned char)(id.bytes[8] % 64 + 128);
    return id;
}

static guidon_id reference_id(const struct kind *kind, const guidon_id *ns,
                              const void *name, size_t len)
{
    unsigned char digest[EVP_MAX_MD_SIZE];

    digest_of(digest, kind->reference(), ns, name, len);
    return id_of_digest(digest, kind->version);
}

/* --------------------------------------------------- three ways to make it */

static guidon_id by_one(const struct kind *kind, const guidon_id *ns,
                        const void *name, size_t len)
{
    guidon_id id;

    kind->one(&id, ns, name, len);
    return id;
}

static guidon_id by_many(const struct kind *kind, const guidon_id *ns,
                         const void *name, size_t len)
{
    guidon_id id;

    kind->many(&id, ns, &name, &len, 1);
    return id;
}

static guidon_name_hash begun(const struct kind *kind, const guidon_id *ns)
{
    guidon_name_hash name;

    assert_int_equal(guidon_name_hash_init(&name, ns, kind->kind), GUIDON_OK);
    return name;
}

static guidon_id id_so_far(const guidon_name_hash *name)
{
    guidon_id id;

    guidon_name_hash_id(&id, name);
    return id;
}

static guidon_id by_stream(const struct kind *kind, const guidon_id *ns,
                           const void *name, size_t len)
{
    guidon_name_hash stream = begun(kind, ns);

    guidon_name_hash_update(&stream, name, len);
    return id_so_far(&stream);
}

typedef guidon_id way(const struct kind *kind, const guidon_id *ns,
                      const void *name, size_t len);
static way *const ways[] = {by_one, by_many, by_stream};
#define N_WAYS (sizeof ways / sizeof ways[0])

/* ------------------------------------------------------- rows of names.json */

static const struct kind *row_kind(json_t *row)
{
    uint64_t version = row_u64(row, "version");

    for (size_t k = 0; k < N_KINDS; k++) {
        if (kinds[k].version == version) {
            return &kinds[k];
        }
    }
    fail_msg("no such version in \"%s\"", row_text(row, "why"));
    return NULL;
}

static size_t row_name(unsigned char *name, size_t cap, json_t *row)
{
    size_t len;

    if (row_has(row, "name_hex")) {
        return row_hex(name, cap, row, "name_hex");
    }
    const char *text = row_bytes(row, "name", &len);
    assert_true(len <= cap);
    memcpy(name, text, len);
    return len;
}

static void assert_id(const char *why, guidon_id got, guidon_id want)
{
    if (memcmp(got.bytes, want.bytes, 16) != 0) {
        print_error("%s\n", why);
    }
    assert_id_equal(got, want);
}

/* Every way to make the row's id gives that id. If the row has a digest, the
 * digest gives it too. */
static void assert_row(json_t *row)
{
    const struct kind *kind = row_kind(row);
    guidon_id ns = row_id(row, "namespace");
    guidon_id want = row_id(row, "id");
    unsigned char name[64];
    size_t len = row_name(name, sizeof name, row);

    for (size_t w = 0; w < N_WAYS; w++) {
        assert_id(row_text(row, "why"), ways[w](kind, &ns, name, len), want);
    }
    if (row_has(row, "digest")) {
        unsigned char shown[EVP_MAX_MD_SIZE];
        unsigned char digest[EVP_MAX_MD_SIZE];
        size_t digest_len =
            digest_of(digest, kind->reference(), &ns, name, len);

        assert_int_equal(row_hex(shown, sizeof shown, row, "digest"),
                         digest_len);
        assert_memory_equal(shown, digest, digest_len);
        assert_id(row_text(row, "why"), id_of_digest(shown, kind->version),
                  want);
    }
}

/* -------------------------------------------------------------------- tests */

static void test_published_ids(void **unused)
{
    (void)unused;
    vectors_each("names.json", "ids", assert_row);
}

/* Every value of the three bits that a wrong variant mask would touch. */
static void test_variant_is_two_bits(void **unused)
{
    json_t *file = vectors_load("names.json");
    unsigned seen = 0;
    json_t *row;
    size_t i;

    (void)unused;
    vectors_each("names.json", "variant_bits", assert_row);
    json_array_foreach(vectors_rows(file, "variant_bits"), i, row)
    {
        unsigned char digest[16];

        row_hex(digest, sizeof digest, row, "digest");
        seen |= 1u << (digest[8] >> 5);
    }
    assert_int_equal(seen, 0xff);
    json_decref(file);
}

static void test_known_mistakes_are_not_made(void **unused)
{
    json_t *file = vectors_load("names.json");
    json_t *row;
    size_t i;

    (void)unused;
    json_array_foreach(vectors_rows(file, "wrong"), i, row)
    {
        guidon_id ns = row_id(row, "namespace");
        guidon_id wrong = row_id(row, "wrong");
        unsigned char name[64];
        size_t len = row_name(name, sizeof name, row);

        for (size_t w = 0; w < N_WAYS; w++) {
            guidon_id id = ways[w](row_kind(row), &ns, name, len);

            if (memcmp(id.bytes, wrong.bytes, 16) == 0) {
                fail_msg("made: %s", row_text(row, "why"));
            }
        }
    }
    json_decref(file);
}

/* The caller computes SHA-2 or SHA-3; the id of such a digest has version 8. */
static void test_v8_from_other_digests(void **unused)
{
    json_t *file = vectors_load("names.json");
    json_t *row;
    size_t i;

    (void)unused;
    json_array_foreach(vectors_rows(file, "digests"), i, row)
    {
        guidon_id ns = row_id(row, "namespace");
        guidon_id id;
        unsigned char name[64];
        unsigned char shown[EVP_MAX_MD_SIZE];
        unsigned char digest[EVP_MAX_MD_SIZE];
        size_t len = row_name(name, sizeof name, row);
        EVP_MD *hash = EVP_MD_fetch(NULL, row_text(row, "hash"), NULL);

        assert_non_null(hash);
        size_t digest_len = digest_of(digest, hash, &ns, name, len);
        assert_int_equal(row_hex(shown, sizeof shown, row, "digest"),
                         digest_len);
        assert_memory_equal(shown, digest, digest_len);
        assert_int_equal(guidon_v8_from_digest(&id, digest, digest_len),
                         GUIDON_OK);
        assert_id(row_text(row, "why"), id, row_id(row, "id"));
        EVP_MD_free(hash);
    }
    json_decref(file);
}

/* R31: SHA-256 is never labelled 5, and neither MD5 nor SHA-1 is 8. */
static void test_version_follows_the_hash(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t w = 0; w < N_WAYS; w++) {
            guidon_id id = ways[w](&kinds[k], &dns, "x", 1);

            assert_int_equal(id.bytes[6] >> 4, kinds[k].version);
            assert_int_equal(id.bytes[8] >> 6, 2);
        }
    }
}

/* Each digest lies in memory of exactly its size, so that a sanitizer detects a
 * read past its end. */
static void test_digest_has_128_bits_or_more(void **unused)
{
    static const struct {
        const char *why;
        size_t len;
        guidon_status want;
    } rows[] = {
        {"no digest", 0, GUIDON_E_ARGUMENT},
        {"an XOF asked for 15 bytes", 15, GUIDON_E_ARGUMENT},
        {"an XOF asked for 16 bytes", 16, GUIDON_OK},
        {"bytes past 128 bits are not read", 17, GUIDON_OK},
        {"SHA-512", 64, GUIDON_OK},
    };

    (void)unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        unsigned char *digest = malloc(rows[r].len + !rows[r].len);
        guidon_id id = marked_id();

        assert_non_null(digest);
        memset(digest, 0xff, rows[r].len);
        assert_int_equal(guidon_v8_from_digest(&id, digest, rows[r].len),
                         rows[r].want);
        assert_id(rows[r].why, id,
                  rows[r].want ? marked_id() : id_of_digest(digest, 8));
        free(digest);
    }
}

static void test_same_input_same_id(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_id first = by_one(&kinds[k], &dns, "example.org", 11);

        by_one(&kinds[k], &first, "something else", 14);
        assert_id("asked again", by_one(&kinds[k], &dns, "example.org", 11),
                  first);
    }
}

/* R34, R35, R92: any namespace and any bytes as a name, at any alignment and
 * with any length up to four blocks, compared with the reference. */
static void test_any_namespace_any_name(void **unused)
{
    unsigned char memory[15 + 256]; /* an offset, and the longest name */
    uint64_t seed = 1;

    (void)unused;
    for (size_t round = 0; round < 1500; round++) {
        const struct kind *kind = &kinds[round % N_KINDS];
        const unsigned char *name = memory + round % 16;
        size_t len = round % 257;
        guidon_id ns;

        draw_bytes(memory, sizeof memory, &seed);
        draw_bytes(ns.bytes, sizeof ns.bytes, &seed);
        guidon_id want = reference_id(kind, &ns, name, len);
        for (size_t w = 0; w < N_WAYS; w++) {
            assert_id("random", ways[w](kind, &ns, name, len), want);
        }
    }
}

/* R35: a NUL is a byte of the name at any offset. */
static void test_embedded_nul_counts(void **unused)
{
    static const struct {
        const char *name;
        size_t len;
    } rows[] = {{"a", 1}, {"a\0", 2}, {"a\0b", 3}, {"\0a", 2}, {"\0", 1}};

    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            guidon_id want =
                reference_id(&kinds[k], &dns, rows[r].name, rows[r].len);

            for (size_t w = 0; w < N_WAYS; w++) {
                assert_id("NUL",
                          ways[w](&kinds[k], &dns, rows[r].name, rows[r].len),
                          want);
            }
        }
    }
}

/* R35: an empty name may be NULL. A sanitizer detects NULL in memcpy. */
static void test_null_name_of_no_length(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_id want = reference_id(&kinds[k], &dns, "", 0);

        for (size_t w = 0; w < N_WAYS; w++) {
            assert_id("NULL", ways[w](&kinds[k], &dns, NULL, 0), want);
        }
    }
}

/* R35: a name of 200 bytes spans several blocks wherever it is cut in two. */
static void test_pieces_equal_the_whole(void **unused)
{
    unsigned char name[200];
    uint64_t seed = 2;

    (void)unused;
    draw_bytes(name, sizeof name, &seed);
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_id want = by_one(&kinds[k], &dns, name, sizeof name);

        for (size_t cut = 0; cut <= sizeof name; cut++) {
            guidon_name_hash stream = begun(&kinds[k], &dns);

            guidon_name_hash_update(&stream, name, cut);
            guidon_name_hash_update(&stream, name + cut, sizeof name - cut);
            assert_id("two pieces", id_so_far(&stream), want);
        }
    }
}

/* The id can be read after every byte, and the name can continue. */
static void test_id_of_the_name_so_far(void **unused)
{
    unsigned char name[200];
    uint64_t seed = 3;

    (void)unused;
    draw_bytes(name, sizeof name, &seed);
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_name_hash stream = begun(&kinds[k], &dns);

        for (size_t len = 0; len < sizeof name; len++) {
            guidon_id want = by_one(&kinds[k], &dns, name, len);

            assert_id("first", id_so_far(&stream), want);
            assert_id("again", id_so_far(&stream), want);
            guidon_name_hash_update(&stream, name + len, 1);
        }
    }
}

/* A copy of a guidon_name_hash continues with another name, and the original is
 * erased. The copy must not point into the original. */
static void test_name_copied_by_assignment(void **unused)
{
    static const char head[] = "a head that is longer than what is left of the "
                               "first block after the namespace, ";

    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t len = 0; len < sizeof head; len++) {
            char whole[sizeof head + 1];
            guidon_name_hash left = begun(&kinds[k], &dns);

            guidon_name_hash_update(&left, head, len);
            guidon_name_hash right = left;
            guidon_name_hash_update(&left, "L", 1);
            memcpy(whole, head, len);
            whole[len] = 'L';
            assert_id("left", id_so_far(&left),
                      by_one(&kinds[k], &dns, whole, len + 1));
            mark(&left, sizeof left);
            guidon_name_hash_update(&right, "R", 1);
            whole[len] = 'R';
            assert_id("right", id_so_far(&right),
                      by_one(&kinds[k], &dns, whole, len + 1));
        }
    }
}

static void test_unknown_kind_is_refused(void **unused)
{
    static const int wrong[] = {0, 1, 2, 4, 8, 0x81, -1, INT_MAX, INT_MIN};

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        guidon_name_hash name;

        mark(&name, sizeof name);
        assert_int_equal(
            guidon_name_hash_init(&name, &dns, (guidon_name_kind)wrong[i]),
            GUIDON_E_ARGUMENT);
        assert_true(is_marked(&name, sizeof name));
    }
}

/* `out` may be the namespace itself: for one name, and for the first or the
 * last of many, whose namespace must outlive the ids written before. */
static void test_out_may_be_the_namespace(void **unused)
{
    static const void *const names[] = {"first", "second", "third"};
    static const size_t lens[] = {5, 6, 5};

    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_id id = dns;

        kinds[k].one(&id, &id, "first", 5);
        assert_id("one", id, reference_id(&kinds[k], &dns, "first", 5));
        for (size_t at = 0; at < 3; at++) {
            guidon_id out[3];

            out[at] = dns;
            kinds[k].many(out, &out[at], names, lens, 3);
            for (size_t i = 0; i < 3; i++) {
                assert_id("many", out[i],
                          reference_id(&kinds[k], &dns, names[i], lens[i]));
            }
        }
    }
}

/* The namespace lies in the first, the last or a middle part of the output.
 * Names are hashed in groups. */
static void test_out_of_very_many_may_hold_the_namespace(void **unused)
{
    enum { N = 2500 };
    static guidon_id out[N];
    static const void *names[N];
    static size_t lens[N];
    unsigned char memory[N];
    uint64_t seed = 6;

    (void)unused;
    draw_bytes(memory, sizeof memory, &seed);
    for (size_t i = 0; i < N; i++) {
        names[i] = memory + i;
        lens[i] = i % 50 < N - i ? i % 50 : 0;
    }
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t at = 0; at < N; at += 357) { /* the last is 2499 */
            out[at] = dns;
            kinds[k].many(out, &out[at], names, lens, N);
            for (size_t i = 0; i < N; i++) {
                assert_id("one of very many", out[i],
                          by_one(&kinds[k], &dns, names[i], lens[i]));
            }
        }
    }
}

/* Counts around 2^8 and above it. The names are bytes of one buffer. */
static void test_many_of_large_counts(void **unused)
{
    static const size_t counts[] = {255, 256, 257, 1000};
    unsigned char memory[1000];
    const void *names[1000];
    size_t lens[1000];
    uint64_t seed = 5;

    (void)unused;
    draw_bytes(memory, sizeof memory, &seed);
    for (size_t i = 0; i < 1000; i++) {
        names[i] = memory + i;
        lens[i] = (1000 - i) % 9;
    }
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            size_t n = counts[c];
            guidon_id out[1001];

            mark(out, sizeof out);
            kinds[k].many(out, &dns, names, lens, n);
            for (size_t i = 0; i < n; i++) {
                assert_id("one of many", out[i],
                          by_one(&kinds[k], &dns, names[i], lens[i]));
            }
            assert_true(is_marked(&out[n], sizeof out[n]));
        }
    }
}

/* A name or a digest may be the sixteen bytes that the id is written to. */
static void test_an_input_may_be_the_output(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < N_KINDS; k++) {
        guidon_id id = dns;

        kinds[k].one(&id, &dns, id.bytes, sizeof id.bytes);
        assert_id("name", id, reference_id(&kinds[k], &dns, dns.bytes, 16));
    }
    guidon_id id = dns;
    assert_int_equal(guidon_v8_from_digest(&id, id.bytes, sizeof id.bytes),
                     GUIDON_OK);
    assert_id("digest", id, id_of_digest(dns.bytes, 8));
}

/* A batch of n names of different lengths, some of them NULL, gives the same
 * ids as single calls, in their order. out[n] is unchanged. */
static void test_many_equal_one_by_one(void **unused)
{
    enum { MOST = 40 };
    unsigned char memory[MOST][160];
    const void *names[MOST];
    size_t lens[MOST];
    uint64_t seed = 4;

    (void)unused;
    draw_bytes(memory[0], sizeof memory, &seed);
    for (size_t i = 0; i < MOST; i++) {
        lens[i] = i * 67 % 160;
        names[i] = lens[i] ? memory[i] : NULL;
    }
    for (size_t k = 0; k < N_KINDS; k++) {
        for (size_t n = 0; n <= MOST; n++) {
            guidon_id out[MOST + 1];

            mark(out, sizeof out);
            kinds[k].many(out, &dns, names, lens, n);
            for (size_t i = 0; i < n; i++) {
                assert_id("one of many", out[i],
                          by_one(&kinds[k], &dns, names[i], lens[i]));
            }
            assert_true(is_marked(&out[n], sizeof out[n]));
        }
        kinds[k].many(NULL, &dns, NULL, NULL, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_ids),
        cmocka_unit_test(test_variant_is_two_bits),
        cmocka_unit_test(test_known_mistakes_are_not_made),
        cmocka_unit_test(test_v8_from_other_digests),
        cmocka_unit_test(test_version_follows_the_hash),
        cmocka_unit_test(test_digest_has_128_bits_or_more),
        cmocka_unit_test(test_same_input_same_id),
        cmocka_unit_test(test_any_namespace_any_name),
        cmocka_unit_test(test_embedded_nul_counts),
        cmocka_unit_test(test_null_name_of_no_length),
        cmocka_unit_test(test_pieces_equal_the_whole),
        cmocka_unit_test(test_id_of_the_name_so_far),
        cmocka_unit_test(test_name_copied_by_assignment),
        cmocka_unit_test(test_unknown_kind_is_refused),
        cmocka_unit_test(test_out_may_be_the_namespace),
        cmocka_unit_test(test_an_input_may_be_the_output),
        cmocka_unit_test(test_many_equal_one_by_one),
        cmocka_unit_test(test_many_of_large_counts),
        cmocka_unit_test(test_out_of_very_many_may_hold_the_namespace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
