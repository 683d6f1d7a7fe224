/* SPDX-License-Identifier: MIT */
/* test_hash.c - MD5, SHA-1 and SHA-256 against vectors and libcrypto. */
#define OPENSSL_SUPPRESS_DEPRECATED /* MD5_CTX and the like */
#include "hash/hash.h"
#include "random.h"
#include "vectors.h"

#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

/*
 * libcrypto's digest of `tail`, with a padding that counts `before` more bytes,
 * a multiple of 64. It stands for a message whose first `before` bytes leave
 * the words of state unchanged. No such message is known.
 */
#define COUNTED(NAME, CTX, WORD, INIT, UPDATE, FINAL)                          \
  static void NAME(unsigned char *digest, uint64_t before,                     \
                   const unsigned char *tail, size_t len)                      \
  {                                                                            \
    CTX context;                                                               \
                                                                               \
    INIT(&context);                                                            \
    context.Nl = (WORD)(before << 3);                                          \
    context.Nh = (WORD)(before >> 29);                                         \
    UPDATE(&context, tail, len);                                               \
    FINAL(digest, &context);                                                   \
  }
COUNTED(md5_counted, MD5_CTX, MD5_LONG, MD5_Init, MD5_Update, MD5_Final)
COUNTED(sha1_counted, SHA_CTX, SHA_LONG, SHA1_Init, SHA1_Update, SHA1_Final)
COUNTED(sha256_counted, SHA256_CTX, SHA_LONG, SHA256_Init, SHA256_Update,
        SHA256_Final)

static const struct hash_row {
    const char *name; /* also the member name in hash.json */
    const struct gdn_hash_algorithm *algorithm;
    const EVP_MD *(*reference)(void);
    void (*counted)(unsigned char *digest, uint64_t before,
                    const unsigned char *tail, size_t len);
} hashes[] = {
    {"md5", &gdn_md5, EVP_md5, md5_counted},
    {"sha1", &gdn_sha1, EVP_sha1, sha1_counted},
    {"sha256", &gdn_sha256, EVP_sha256, sha256_counted},
};
#define N_HASHES (sizeof hashes / sizeof hashes[0])

static void digest_of(const struct hash_row *row, unsigned char *digest,
                      const void *message, size_t len)
{
    struct gdn_hash hash;

    gdn_hash_init(row->algorithm, &hash);
    gdn_hash_update(row->algorithm, &hash, message, len);
    gdn_hash_final(row->algorithm, digest, &hash);
}

/* The same in random pieces, some of them empty. */
static void digest_in_pieces(const struct hash_row *row, unsigned char *digest,
                             const unsigned char *message, size_t len,
                             uint64_t *seed)
{
    struct gdn_hash hash;
    size_t at = 0;

    gdn_hash_init(row->algorithm, &hash);
    while (at < len) {
        size_t piece = draw(seed) % 100;
        piece = piece < len - at ? piece : len - at;
        gdn_hash_update(row->algorithm, &hash, message + at, piece);
        at += piece;
    }
    gdn_hash_final(row->algorithm, digest, &hash);
}

static void reference_of(const struct hash_row *row, unsigned char *digest,
                         const void *message, size_t len)
{
    assert_int_equal(
        EVP_Digest(message, len, digest, NULL, row->reference(), NULL), 1);
}

static void assert_digest(const struct hash_row *row, const char *why,
                          const unsigned char *got, const unsigned char *want)
{
    if (memcmp(got, want, 4 * row->algorithm->n_words) != 0) {
        print_error("%s: %s\n", row->name, why);
    }
    assert_memory_equal(got, want, 4 * row->algorithm->n_words);
}

/* The message of a vector, in memory of exactly its size. The caller frees
 * it. */
static unsigned char *message_of(json_t *vector, size_t *len)
{
    unsigned char unit[128];
    size_t unit_len;
    size_t repeat = 1;

    if (row_has(vector, "hex")) {
        unit_len = row_hex(unit, sizeof unit, vector, "hex");
    } else {
        const char *text = row_bytes(vector, "text", &unit_len);
        assert_true(unit_len <= sizeof unit);
        memcpy(unit, text, unit_len);
    }
    if (row_has(vector, "repeat")) {
        repeat = (size_t)row_u64(vector, "repeat");
    }
    *len = unit_len * repeat;
    unsigned char *message = malloc(*len ? *len : 1);
    assert_non_null(message);
    for (size_t i = 0; i < repeat; i++) {
        memcpy(message + i * unit_len, unit, unit_len);
    }
    return message;
}

/* RFC 1321 A.5, FIPS 180, and every length at which the padding changes. */
static void test_published_vectors(void **unused)
{
    json_t *file = vectors_load("hash.json");
    json_t *vector;
    size_t i;

    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        json_array_foreach(vectors_rows(file, hashes[h].name), i, vector)
        {
            unsigned char want[GDN_HASH_DIGEST_MAX];
            unsigned char got[GDN_HASH_DIGEST_MAX];
            size_t len;
            unsigned char *message = message_of(vector, &len);

            assert_int_equal(row_hex(want, sizeof want, vector, "digest"),
                             4 * hashes[h].algorithm->n_words);
            digest_of(&hashes[h], got, message, len);
            assert_digest(&hashes[h], row_text(vector, "why"), got, want);
            free(message);
        }
    }
    json_decref(file);
}

/* Whole and in pieces. Each message has memory of exactly its size, so a
 * sanitizer sees a read past its end. */
static void test_random_messages_equal_libcrypto(void **unused)
{
    uint64_t seed = 1;

    (void)unused;
    for (int round = 0; round < 10000; round++) {
        size_t len = draw(&seed) % 301;
        unsigned char *message = malloc(len + 1);

        assert_non_null(message);
        draw_bytes(message + 1, len, &seed);
        for (size_t h = 0; h < N_HASHES; h++) {
            unsigned char want[EVP_MAX_MD_SIZE];
            unsigned char got[GDN_HASH_DIGEST_MAX];

            reference_of(&hashes[h], want, message + 1, len);
            digest_of(&hashes[h], got, message + 1, len);
            assert_digest(&hashes[h], "whole", got, want);
            digest_in_pieces(&hashes[h], got, message + 1, len, &seed);
            assert_digest(&hashes[h], "in pieces", got, want);
        }
        free(message);
    }
}

/* A digest writes exactly its own bytes. */
static void test_digest_writes_its_own_bytes(void **unused)
{
    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        unsigned char digest[GDN_HASH_DIGEST_MAX + 1];
        size_t len = 4 * hashes[h].algorithm->n_words;

        mark(digest, sizeof digest);
        digest_of(&hashes[h], digest, "abc", 3);
        assert_int_equal(len, EVP_MD_get_size(hashes[h].reference()));
        assert_true(is_marked(digest + len, sizeof digest - len));
    }
}

/* 0 to 15 bytes past an aligned address, over several blocks. */
static void test_any_alignment(void **unused)
{
    _Alignas(16) unsigned char memory[16 + 200];
    uint64_t seed = 2;

    (void)unused;
    for (size_t offset = 0; offset < 16; offset++) {
        draw_bytes(memory, sizeof memory, &seed);
        for (size_t h = 0; h < N_HASHES; h++) {
            unsigned char want[EVP_MAX_MD_SIZE];
            unsigned char got[GDN_HASH_DIGEST_MAX];

            reference_of(&hashes[h], want, memory + offset, 200);
            digest_of(&hashes[h], got, memory + offset, 200);
            assert_digest(&hashes[h], "alignment", got, want);
        }
    }
}

/* Call final twice after every byte, and continue the message: at each length
 * up to three blocks, the result is the digest of the message so far. */
static void test_final_lets_the_message_go_on(void **unused)
{
    unsigned char message[3 * GDN_HASH_BLOCK];
    uint64_t seed = 3;

    (void)unused;
    draw_bytes(message, sizeof message, &seed);
    for (size_t h = 0; h < N_HASHES; h++) {
        struct gdn_hash hash;

        gdn_hash_init(hashes[h].algorithm, &hash);
        for (size_t len = 0; len < sizeof message; len++) {
            unsigned char want[EVP_MAX_MD_SIZE];
            unsigned char got[GDN_HASH_DIGEST_MAX];

            reference_of(&hashes[h], want, message, len);
            gdn_hash_final(hashes[h].algorithm, got, &hash);
            assert_digest(&hashes[h], "first final", got, want);
            gdn_hash_final(hashes[h].algorithm, got, &hash);
            assert_digest(&hashes[h], "second final", got, want);
            gdn_hash_update(hashes[h].algorithm, &hash, message + len, 1);
        }
    }
}

/* Appending no bytes, from NULL or not, changes nothing, even inside a
 * block. */
static void test_nothing_appended(void **unused)
{
    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        unsigned char want[EVP_MAX_MD_SIZE];
        unsigned char got[GDN_HASH_DIGEST_MAX];
        struct gdn_hash hash;

        gdn_hash_init(hashes[h].algorithm, &hash);
        gdn_hash_update(hashes[h].algorithm, &hash, NULL, 0);
        gdn_hash_update(hashes[h].algorithm, &hash, "abc", 3);
        gdn_hash_update(hashes[h].algorithm, &hash, NULL, 0);
        gdn_hash_update(hashes[h].algorithm, &hash, "", 0);
        gdn_hash_final(hashes[h].algorithm, got, &hash);
        reference_of(&hashes[h], want, "abc", 3);
        assert_digest(&hashes[h], "nothing appended", got, want);
    }
}

/* R35: lengths that take too long to hash. Both counters are set to the same
 * number of bytes, and both messages continue from there. */
static void test_counts_bits_of_long_messages(void **unused)
{
    static const struct {
        const char *why;
        uint64_t before;
    } rows[] = {
        {"the count of bits reaches 2^32", (UINT64_C(1) << 29) - 64},
        {"the count of bytes reaches 2^32", (UINT64_C(1) << 32) - 64},
        {"bytes past 2^32", UINT64_C(5) << 32},
        {"bits with every byte in use", UINT64_C(0x0123456789abcdc0)},
        {"the longest message ends at 2^61 - 1", (UINT64_C(1) << 61) - 128},
    };
    static const size_t lens[] = {0, 1, 55, 56, 63, 64, 65, 127};
    unsigned char tail[127];
    uint64_t seed = 4;

    (void)unused;
    draw_bytes(tail, sizeof tail, &seed);
    for (size_t h = 0; h < N_HASHES; h++) {
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
                unsigned char want[GDN_HASH_DIGEST_MAX];
                unsigned char got[GDN_HASH_DIGEST_MAX];
                struct gdn_hash hash;

                hashes[h].counted(want, rows[r].before, tail, lens[i]);
                gdn_hash_init(hashes[h].algorithm, &hash);
                hash.len = rows[r].before;
                gdn_hash_update(hashes[h].algorithm, &hash, tail, lens[i]);
                gdn_hash_final(hashes[h].algorithm, got, &hash);
                assert_digest(&hashes[h], rows[r].why, got, want);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_vectors),
        cmocka_unit_test(test_random_messages_equal_libcrypto),
        cmocka_unit_test(test_digest_writes_its_own_bytes),
        cmocka_unit_test(test_any_alignment),
        cmocka_unit_test(test_final_lets_the_message_go_on),
        cmocka_unit_test(test_nothing_appended),
        cmocka_unit_test(test_counts_bits_of_long_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
