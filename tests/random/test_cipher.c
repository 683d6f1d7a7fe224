/* SPDX-License-Identifier: MIT */
/* test_cipher.c - compare every keystream kernel that this processor can run
 * with published keystream and with libcrypto. */
#include "cpu/pick.h"
#include "random/cipher.h"
#include "vectors.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

/* The name of a kernel begins with its cipher, and the members of cipher.json
 * have the same names. */
static const struct cipher_row {
    const char *name;
    const EVP_CIPHER *(*reference)(void);
} ciphers[] = {
    {"aes256ctr", EVP_aes_256_ctr},
    {"chacha20", EVP_chacha20},
};
#define N_CIPHERS (sizeof ciphers / sizeof ciphers[0])

static uint64_t random_state;

/* splitmix64. */
static uint64_t random_next(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void random_fill(unsigned char *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        out[i] = (unsigned char)random_next();
    }
}

static const struct cipher_row *cipher_of(
    const struct gdn_cipher_kernel *kernel)
{
    for (size_t i = 0; i < N_CIPHERS; i++) {
        size_t len = strlen(ciphers[i].name);

        if (strncmp(kernel->name, ciphers[i].name, len) == 0 &&
            kernel->name[len] == '_') {
            return &ciphers[i];
        }
    }
    fail_msg("%s: of no cipher that is known here", kernel->name);
    return NULL;
}

static bool runs_here(const struct gdn_cipher_kernel *kernel)
{
    return (kernel->needs & gdn_cpu_features()) == kernel->needs;
}

/* The kernels that run here, one after another; NULL after the last. */
static const struct gdn_cipher_kernel *next_kernel(
    const struct gdn_cipher_kernel *kernel)
{
    const struct gdn_cipher_kernel *end =
        gdn_cipher_kernels + gdn_n_cipher_kernels;

    kernel = kernel ? kernel + 1 : gdn_cipher_kernels;
    while (kernel < end && !runs_here(kernel)) {
        kernel++;
    }
    return kernel < end ? kernel : NULL;
}

/* libcrypto's keystream, which is its encryption of zeros. */
static void reference_of(const struct cipher_row *cipher, unsigned char *out,
                         size_t len, const unsigned char *key,
                         const unsigned char *start)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0;

    assert_non_null(context);
    memset(out, 0, len);
    assert_int_equal(
        EVP_EncryptInit_ex(context, cipher->reference(), NULL, key, start), 1);
    assert_int_equal(EVP_EncryptUpdate(context, out, &written, out, (int)len),
                     1);
    assert_int_equal(written, len);
    EVP_CIPHER_CTX_free(context);
}

static const struct gdn_cipher_bits no_bits;

/* The key, and behind it 32 bytes that a kernel must not read. */
static void set_head(unsigned char head[GDN_CIPHER_HEAD],
                     const unsigned char *key)
{
    memcpy(head, key, GDN_CIPHER_KEY);
    memset(head + GDN_CIPHER_KEY, 0x5a, GDN_CIPHER_HEAD - GDN_CIPHER_KEY);
}

/* The keystream of a kernel with its head. The kernel writes the part after the
 * head to memory of exactly its size. The caller frees the result. */
static unsigned char *keystream_of(const struct gdn_cipher_kernel *kernel,
                                   size_t len, const unsigned char *key,
                                   const unsigned char *start)
{
    size_t rest = len > GDN_CIPHER_HEAD ? len - GDN_CIPHER_HEAD : 0;
    unsigned char head[GDN_CIPHER_HEAD];
    unsigned char *out = malloc(rest ? rest : 1);
    unsigned char *all = malloc(GDN_CIPHER_HEAD + rest);

    assert_true(out && all);
    memset(out, 0xa5, rest);
    set_head(head, key);
    kernel->keystream(out, rest, head, start, &no_bits);
    memcpy(all, head, sizeof head);
    memcpy(all + sizeof head, out, rest);
    free(out);
    return all;
}

static void assert_keystream(const struct gdn_cipher_kernel *kernel,
                             const char *why, const unsigned char *got,
                             const unsigned char *want, size_t len)
{
    if (memcmp(got, want, len) != 0) {
        print_error("%s: %s, %zu bytes\n", kernel->name, why, len);
    }
    assert_memory_equal(got, want, len);
}

static void test_published_keystream(void **unused)
{
    json_t *file = vectors_load("cipher.json");
    const struct gdn_cipher_kernel *kernel = NULL;
    json_t *row;
    size_t i;

    (void)unused;
    while ((kernel = next_kernel(kernel)) != NULL) {
        json_array_foreach(vectors_rows(file, cipher_of(kernel)->name), i, row)
        {
            unsigned char key[GDN_CIPHER_KEY];
            unsigned char start[GDN_CIPHER_START];
            unsigned char want[256];
            size_t len = row_hex(want, sizeof want, row, "keystream");

            assert_int_equal(row_hex(key, sizeof key, row, "key"), sizeof key);
            assert_int_equal(row_hex(start, sizeof start, row, "start"),
                             sizeof start);
            unsigned char *got = keystream_of(kernel, len, key, start);
            assert_keystream(kernel, row_text(row, "why"), got, want, len);
            free(got);
        }
    }
    json_decref(file);
}

/* Every length to 300, which includes every tail of a block and of a vector,
 * and some lengths for which the widest loop runs several times. Each has
 * another key and start. */
static void test_random_keys_equal_libcrypto(void **unused)
{
    static const size_t longer[] = {511,  512,  513,  575,  576,  1023, 1024,
                                    1087, 1600, 2047, 4111, 8192, 20000};
    static unsigned char want[20000];
    const struct gdn_cipher_kernel *kernel = NULL;

    (void)unused;
    random_state = 1;
    while ((kernel = next_kernel(kernel)) != NULL) {
        for (size_t i = 0; i <= 300 + sizeof longer / sizeof longer[0]; i++) {
            size_t len = i <= 300 ? i : longer[i - 301];
            unsigned char key[GDN_CIPHER_KEY];
            unsigned char start[GDN_CIPHER_START];

            random_fill(key, sizeof key);
            random_fill(start, sizeof start);
            reference_of(cipher_of(kernel), want, len, key, start);
            unsigned char *got = keystream_of(kernel, len, key, start);
            assert_keystream(kernel, "random key", got, want, len);
            free(got);
        }
    }
}

/* The library counts from zero, so carries do occur. Here each byte of the
 * count except the highest carries, at each position within a vector. */
static void test_count_carries(void **unused)
{
    const struct gdn_cipher_kernel *kernel = NULL;
    unsigned char want[1024];
    unsigned char key[GDN_CIPHER_KEY];

    (void)unused;
    random_state = 2;
    random_fill(key, sizeof key);
    while ((kernel = next_kernel(kernel)) != NULL) {
        bool big_endian = cipher_of(kernel) == &ciphers[0];

        for (unsigned carried = 1; carried < 8; carried++) {
            for (unsigned before = 1; before <= 33; before++) {
                /* Set the count to 256^carried - before. */
                uint64_t count = (UINT64_C(1) << (8 * carried)) - before;
                unsigned char start[GDN_CIPHER_START];

                random_fill(start, sizeof start);
                for (unsigned i = 0; i < 8; i++) {
                    start[big_endian ? 15 - i : i] =
                        (unsigned char)(count >> (8 * i));
                }
                reference_of(cipher_of(kernel), want, sizeof want, key, start);
                unsigned char *got =
                    keystream_of(kernel, sizeof want, key, start);
                assert_keystream(kernel, "carry", got, want, sizeof want);
                free(got);
            }
        }
    }
}

/* At every offset in a cache line, no byte is written past the end: neither by
 * a masked store nor by a last block in part. */
static void test_any_alignment_and_nothing_past_the_end(void **unused)
{
    static const size_t lens[] = {0,   1,   15,  16,  17,  63,  64,  65, 130,
                                  511, 512, 513, 600, 767, 768, 769, 800};
    enum { MOST = 800 };
    const struct gdn_cipher_kernel *kernel = NULL;
    _Alignas(64) unsigned char memory[64 + MOST + 64];
    unsigned char key[GDN_CIPHER_KEY], head[GDN_CIPHER_HEAD];
    unsigned char start[GDN_CIPHER_START];
    unsigned char want[GDN_CIPHER_HEAD + MOST];

    (void)unused;
    random_state = 3;
    random_fill(key, sizeof key);
    random_fill(start, sizeof start);
    while ((kernel = next_kernel(kernel)) != NULL) {
        reference_of(cipher_of(kernel), want, sizeof want, key, start);
        for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
            for (size_t offset = 0; offset < 64; offset++) {
                memset(memory, 0xa5, sizeof memory);
                set_head(head, key);
                kernel->keystream(memory + offset, lens[i], head, start,
                                  &no_bits);
                assert_keystream(kernel, "alignment", memory + offset,
                                 want + GDN_CIPHER_HEAD, lens[i]);
                assert_keystream(kernel, "head", head, want, sizeof head);
                for (size_t at = 0; at < sizeof memory; at++) {
                    if (at < offset || at >= offset + lens[i]) {
                        assert_int_equal(memory[at], 0xa5);
                    }
                }
            }
        }
    }
}

/* In each block after the head, whole or in part, bits are cleared and then
 * set, in the order of memory. */
static void test_bits_are_laid_over_each_block(void **unused)
{
    const struct gdn_cipher_kernel *kernel = NULL;
    enum { MOST = 1300 };
    unsigned char want[GDN_CIPHER_HEAD + MOST], got[MOST];
    unsigned char key[GDN_CIPHER_KEY], head[GDN_CIPHER_HEAD];
    unsigned char start[GDN_CIPHER_START];
    unsigned char clear[16], set[16];
    struct gdn_cipher_bits bits;

    (void)unused;
    random_state = 5;
    random_fill(key, sizeof key);
    random_fill(start, sizeof start);
    random_fill(clear, sizeof clear);
    random_fill(set, sizeof set);
    memcpy(bits.clear, clear, sizeof clear);
    memcpy(bits.set, set, sizeof set);
    while ((kernel = next_kernel(kernel)) != NULL) {
        for (size_t len = 0; len <= MOST; len++) {
            reference_of(cipher_of(kernel), want, GDN_CIPHER_HEAD + len, key,
                         start);
            for (size_t i = 0; i < len; i++) {
                unsigned char *byte = &want[GDN_CIPHER_HEAD + i];

                *byte = (unsigned char)((*byte & ~clear[i % 16]) | set[i % 16]);
            }
            set_head(head, key);
            kernel->keystream(got, len, head, start, &bits);
            assert_keystream(kernel, "bits", got, want + GDN_CIPHER_HEAD, len);
            assert_keystream(kernel, "head with bits", head, want, sizeof head);
        }
    }
}

/* The table's order decides: the first row whose needs are met runs, and the
 * last row runs everywhere. */
static void test_the_best_kernel_is_chosen(void **unused)
{
    const struct gdn_cipher_kernel *best = next_kernel(NULL);
    unsigned char key[GDN_CIPHER_KEY];
    unsigned char start[GDN_CIPHER_START];
    unsigned char got[GDN_CIPHER_HEAD + 100];

    (void)unused;
    random_state = 4;
    random_fill(key, sizeof key);
    random_fill(start, sizeof start);
    assert_true(
        GDN_CPU_ALWAYS(gdn_cipher_kernels[gdn_n_cipher_kernels - 1].needs));
    assert_non_null(best);
    unsigned char *want = keystream_of(best, sizeof got, key, start);
    for (int call = 0; call < 2; call++) { /* the search, then its result */
        memset(got, 0, sizeof got);
        set_head(got, key);
        gdn_cipher()->keystream(got + GDN_CIPHER_HEAD,
                                sizeof got - GDN_CIPHER_HEAD, got, start,
                                &no_bits);
        assert_memory_equal(got, want, sizeof got);
    }
    free(want);
}

static int print_kernels(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < gdn_n_cipher_kernels; i++) {
        print_message("%s: %s\n", gdn_cipher_kernels[i].name,
                      runs_here(&gdn_cipher_kernels[i])
                          ? "tested"
                          : "skipped, not on this processor");
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_keystream),
        cmocka_unit_test(test_random_keys_equal_libcrypto),
        cmocka_unit_test(test_count_carries),
        cmocka_unit_test(test_any_alignment_and_nothing_past_the_end),
        cmocka_unit_test(test_bits_are_laid_over_each_block),
        cmocka_unit_test(test_the_best_kernel_is_chosen),
    };
    return cmocka_run_group_tests(tests, print_kernels, NULL);
}
