/* SPDX-License-Identifier: MIT */
/* test_hash_kernels.c - compare every kernel of the hashes that this processor
 * can run with its scalar reference and with libcrypto. */
/*
 *   test_hash_kernels        the short version
 *   test_hash_kernels long   ten million names for each kernel
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cpu/arch.h"
#include "cpu/cpu.h"
#include "hash/kernels.h"
#include "random.h"
#include "vectors.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct hash_row {
    const struct gdn_hash_algorithm *algorithm;
    const EVP_MD *(*reference)(void);
    gdn_compress_fn *scalar;
} hashes[] = {
    {&gdn_md5, EVP_md5, gdn_md5_scalar},
    {&gdn_sha1, EVP_sha1, gdn_sha1_scalar},
    {&gdn_sha256, EVP_sha256, gdn_sha256_scalar},
};
#define N_HASHES (sizeof hashes / sizeof hashes[0])

static bool runs_here(unsigned needs)
{
    return (needs & gdn_cpu_features()) == needs;
}

/* ------------------------------------------- messages, and what they digest */

#define PREFIX    GDN_HASH_PREFIX
#define TRUNCATED GDN_HASH_TRUNCATED
#define MOST      301   /* messages at once */
#define LONG      10000 /* the longest tail, in bytes */

/*
 * Each tail ends at the end of a slot, before a page that must not be touched.
 * So a read past the end of a tail ends the test.
 */
static unsigned char *tail_memory; /* MOST slots of slot_len bytes */
static size_t slot_len, guard_len;

static int make_slots(void **unused)
{
    (void)unused;
    guard_len = (size_t)sysconf(_SC_PAGESIZE);
    slot_len = (LONG + guard_len - 1) / guard_len * guard_len + guard_len;
    tail_memory = mmap(NULL, MOST * slot_len, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (tail_memory == MAP_FAILED) {
        return 1;
    }
    for (size_t i = 1; i <= MOST; i++) {
        if (mprotect(tail_memory + i * slot_len - guard_len, guard_len,
                     PROT_NONE) != 0) {
            return 1;
        }
    }
    return 0;
}

struct batch {
    unsigned char prefix[PREFIX];
    const void *tails[MOST];
    size_t lens[MOST];
    size_t n;
};

/* Add a message with a random tail. Every second empty tail is NULL. */
static void add_tail(struct batch *batch, size_t len, uint64_t *seed)
{
    unsigned char *end = tail_memory + (batch->n + 1) * slot_len - guard_len;

    assert_true(batch->n < MOST && len <= LONG);
    draw_bytes(end - len, len, seed);
    batch->tails[batch->n] = len == 0 && draw(seed) % 2 ? NULL : end - len;
    batch->lens[batch->n] = len;
    batch->n++;
}

static struct batch begun(uint64_t *seed)
{
    struct batch batch = {.n = 0};

    draw_bytes(batch.prefix, sizeof batch.prefix, seed);
    return batch;
}

/* libcrypto's digests, truncated. */
static void reference_of(const struct hash_row *row, unsigned char *out,
                         const struct batch *batch)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();

    assert_non_null(context);
    for (size_t i = 0; i < batch->n; i++) {
        unsigned char digest[EVP_MAX_MD_SIZE];

        assert_int_equal(EVP_DigestInit_ex(context, row->reference(), NULL), 1);
        assert_int_equal(EVP_DigestUpdate(context, batch->prefix, PREFIX), 1);
        assert_int_equal(
            EVP_DigestUpdate(context, batch->tails[i], batch->lens[i]), 1);
        assert_int_equal(EVP_DigestFinal_ex(context, digest, NULL), 1);
        memcpy(out + i * TRUNCATED, digest, TRUNCATED);
    }
    EVP_MD_CTX_free(context);
}

/* Check the digests of a kernel, in memory of exactly their size at an odd
 * address.
 */
static void assert_digests(const struct gdn_digests_kernel *kernel,
                           const struct gdn_hash_algorithm *algorithm,
                           const struct batch *batch, const unsigned char *want)
{
    unsigned char *memory = malloc(1 + batch->n * TRUNCATED + 1);
    unsigned char *out = memory + 1;

    assert_non_null(memory);
    mark(memory, 1 + batch->n * TRUNCATED + 1);
    kernel->digests(algorithm, out, batch->prefix, batch->tails, batch->lens,
                    batch->n);
    for (size_t i = 0; i < batch->n; i++) {
        if (memcmp(out + i * TRUNCATED, want + i * TRUNCATED, TRUNCATED) != 0) {
            fail_msg("%s: message %zu of %zu, with %zu bytes", kernel->name, i,
                     batch->n, batch->lens[i]);
        }
    }
    assert_true(is_marked(memory, 1));
    assert_true(is_marked(out + batch->n * TRUNCATED, 1));
    free(memory);
}

/* Check every kernel of a hash, and the function for one message. */
static void assert_every_kernel(const struct hash_row *row,
                                const struct batch *batch)
{
    static unsigned char want[MOST * TRUNCATED];
    const struct gdn_hash_algorithm *algorithm = row->algorithm;

    reference_of(row, want, batch);
    for (size_t k = 0; k < algorithm->n_digests; k++) {
        if (runs_here(algorithm->digests[k].needs)) {
            assert_digests(&algorithm->digests[k], algorithm, batch, want);
        }
    }
    for (size_t i = 0; i < batch->n; i++) {
        unsigned char got[TRUNCATED];

        gdn_hash_digest(algorithm, got, batch->prefix, batch->tails[i],
                        batch->lens[i]);
        assert_memory_equal(got, want + i * TRUNCATED, TRUNCATED);
    }
}

/* -------------------------------------------------------------------- tests */

/* From any state, any number of blocks, at any alignment. The memory has
 * exactly the size of the blocks, so a sanitizer sees a read past it. */
static void test_compress_equals_its_reference(void **unused)
{
    uint64_t seed = 1;

    (void)unused;
    for (size_t round = 0; round < 2000; round++) {
        size_t n = draw(&seed) % 9;
        size_t offset = draw(&seed) % 64;
        unsigned char *memory = malloc(offset + n * GDN_HASH_BLOCK + 1);

        assert_non_null(memory);
        draw_bytes(memory, offset + n * GDN_HASH_BLOCK, &seed);
        for (size_t h = 0; h < N_HASHES; h++) {
            const struct gdn_hash_algorithm *algorithm = hashes[h].algorithm;
            uint32_t from[GDN_HASH_WORDS_MAX];
            uint32_t want[GDN_HASH_WORDS_MAX];

            draw_bytes(from, sizeof from, &seed);
            memcpy(want, from, sizeof want);
            hashes[h].scalar(want, memory + offset, n);
            for (size_t k = 0; k < algorithm->n_compress; k++) {
                uint32_t got[GDN_HASH_WORDS_MAX];

                if (!runs_here(algorithm->compress[k].needs)) {
                    continue;
                }
                memcpy(got, from, sizeof got);
                algorithm->compress[k].compress(got, memory + offset, n);
                assert_memory_equal(got, want, sizeof got);
            }
        }
        free(memory);
    }
}

/* Several blocks at once give the same as one after another, and no blocks
 * change nothing. This holds for the reference too. */
static void test_compress_takes_any_number_of_blocks(void **unused)
{
    unsigned char blocks[5 * GDN_HASH_BLOCK];
    uint64_t seed = 2;

    (void)unused;
    draw_bytes(blocks, sizeof blocks, &seed);
    for (size_t h = 0; h < N_HASHES; h++) {
        const struct gdn_hash_algorithm *algorithm = hashes[h].algorithm;

        for (size_t k = 0; k < algorithm->n_compress; k++) {
            gdn_compress_fn *compress = algorithm->compress[k].compress;
            uint32_t single[GDN_HASH_WORDS_MAX];

            if (!runs_here(algorithm->compress[k].needs)) {
                continue;
            }
            memcpy(single, algorithm->initial, sizeof single);
            for (size_t n = 0; n <= 5; n++) {
                uint32_t together[GDN_HASH_WORDS_MAX];

                memcpy(together, algorithm->initial, sizeof together);
                compress(together, blocks, n);
                assert_memory_equal(together, single, sizeof single);
                if (n < 5) {
                    compress(single, blocks + n * GDN_HASH_BLOCK, 1);
                }
            }
        }
    }
}

/* Every length to 300: in one batch of all lengths, so that lanes end in
 * different turns, and in batches of one length, so that they end together. */
static void test_every_length(void **unused)
{
    uint64_t seed = 3;

    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        struct batch all = begun(&seed);

        for (size_t len = 0; len <= 300; len++) {
            struct batch equal = begun(&seed);

            for (size_t i = 0; i < 33; i++) {
                add_tail(&equal, len, &seed);
            }
            assert_every_kernel(&hashes[h], &equal);
        }
        for (size_t len = 0; len <= 300; len++) {
            add_tail(&all, len, &seed);
        }
        assert_every_kernel(&hashes[h], &all);
    }
}

/* Lengths around those at which a lane takes another branch, and any length. */
static size_t some_len(unsigned kind, uint64_t *seed)
{
    switch (kind) {
    case 0: /* one block */
        return draw(seed) % 40;
    case 1: /* one block or two */
        return draw(seed) % 104;
    case 2: /* around the ends of blocks, with and without space for the padding */
        return draw(seed) % 5 * GDN_HASH_BLOCK + 36 + draw(seed) % 16;
    case 3:
        return draw(seed) % 1000;
    default: /* a long one among short ones */
        return draw(seed) % 16 ? draw(seed) % 40 : draw(seed) % (LONG + 1);
    }
}

/* Every count to 70: idle lanes, one group, two groups, and a remainder. */
static void test_every_count_of_any_lengths(void **unused)
{
    uint64_t seed = 4;

    (void)unused;
    for (size_t n = 0; n <= 70; n++) {
        for (unsigned kind = 0; kind < 5; kind++) {
            for (size_t h = 0; h < N_HASHES; h++) {
                struct batch batch = begun(&seed);

                while (batch.n < n) {
                    add_tail(&batch, some_len(kind, &seed), &seed);
                }
                assert_every_kernel(&hashes[h], &batch);
            }
        }
    }
}

/* All kinds of lengths within one batch. */
static void test_mixed_lengths(void **unused)
{
    uint64_t seed = 5;

    (void)unused;
    for (size_t round = 0; round < 40; round++) {
        for (size_t h = 0; h < N_HASHES; h++) {
            struct batch batch = begun(&seed);

            while (batch.n < 200) {
                unsigned kind = (unsigned)(draw(&seed) % 5);
                size_t until = batch.n + draw(&seed) % 50;

                while (batch.n < until) {
                    add_tail(&batch, some_len(kind, &seed), &seed);
                }
            }
            assert_every_kernel(&hashes[h], &batch);
        }
    }
}

/* One long message at each position continues when all others have ended. */
static void test_a_long_one_among_none(void **unused)
{
    uint64_t seed = 6;

    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        for (size_t at = 0; at < 33; at++) {
            struct batch batch = begun(&seed);

            while (batch.n < 33) {
                add_tail(&batch, batch.n == at ? LONG : 0, &seed);
            }
            assert_every_kernel(&hashes[h], &batch);
        }
    }
}

/* The names of the rows that the features call for, without the tables. */
static const char *compress_due(const struct gdn_hash_algorithm *algorithm)
{
    bool sha = runs_here(GDN_CPU_SHA);

    if (algorithm == &gdn_md5) {
        return "md5_scalar";
    }
    if (algorithm == &gdn_sha1) {
        return !sha              ? "sha1_scalar"
               : GDN_ARCH_X86_64 ? "sha1_shani"
                                 : "sha1_arm";
    }
    return !sha              ? "sha256_scalar"
           : GDN_ARCH_X86_64 ? "sha256_shani"
                             : "sha256_arm";
}

static const char *digests_due(const struct gdn_hash_algorithm *algorithm)
{
    bool is_x86 = GDN_ARCH_X86_64;
    bool avx512 = is_x86 && runs_here(GDN_CPU_AVX512);
    bool avx2 = is_x86 && runs_here(GDN_CPU_AVX2);
    bool sha = is_x86 && runs_here(GDN_CPU_SHA);

    if (algorithm == &gdn_md5) {
        return avx512 ? "md5_avx512" : avx2 ? "md5_avx2" : "md5_sequential";
    }
    if (algorithm == &gdn_sha1) {
        return avx512 ? "sha1_avx512" : avx2 ? "sha1_avx2" : "sha1_sequential";
    }
    return avx512 ? "sha256_avx512"
           : sha  ? "sha256_sequential_shani"
           : avx2 ? "sha256_avx2"
                  : "sha256_sequential";
}

/* A table's order decides: the first row whose needs are met runs, and the last
 * row runs everywhere. */
static void test_the_best_kernels_are_chosen(void **unused)
{
    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        const struct gdn_hash_algorithm *algorithm = hashes[h].algorithm;
        const struct gdn_compress_kernel *compress = algorithm->compress;
        const struct gdn_digests_kernel *digests = algorithm->digests;
        const unsigned char prefix[PREFIX] = {0};
        const void *tail = "x";
        const size_t len = 1;
        unsigned char out[TRUNCATED];

        assert_true(GDN_CPU_ALWAYS(compress[algorithm->n_compress - 1].needs));
        assert_true(GDN_CPU_ALWAYS(digests[algorithm->n_digests - 1].needs));
        while (!runs_here(compress->needs)) {
            compress++;
        }
        while (!runs_here(digests->needs)) {
            digests++;
        }
        print_message("chosen: %s, %s\n", compress->name, digests->name);
        assert_string_equal(compress->name, compress_due(algorithm));
        assert_string_equal(digests->name, digests_due(algorithm));
        for (int call = 0; call < 2; call++) { /* the search, then its result */
            assert_ptr_equal(gdn_hash_one(algorithm), compress);
        }
        gdn_hash_digests(algorithm, out, prefix, &tail, &len, 1);
        assert_ptr_equal(atomic_load(&algorithm->digests_pick->row), digests);
        assert_ptr_equal(gdn_hash_many(algorithm), digests);
    }
}

/* Ten million names of up to 103 bytes for each kernel, and some longer
 * ones. */
static void test_ten_million_names(void **unused)
{
    static unsigned char want[MOST * TRUNCATED];
    uint64_t seed = 7;

    (void)unused;
    for (size_t h = 0; h < N_HASHES; h++) {
        const struct gdn_hash_algorithm *algorithm = hashes[h].algorithm;

        for (size_t made = 0; made < 10000000;) {
            struct batch batch = begun(&seed);
            unsigned kind = (unsigned)(draw(&seed) % 64);
            size_t n = 1 + draw(&seed) % MOST;

            while (batch.n < n) {
                add_tail(&batch, some_len(kind < 5 ? kind : kind % 2, &seed),
                         &seed);
            }
            gdn_hash_sequential(algorithm, want, batch.prefix, batch.tails,
                                batch.lens, batch.n);
            for (size_t k = 0; k < algorithm->n_digests; k++) {
                if (runs_here(algorithm->digests[k].needs)) {
                    assert_digests(&algorithm->digests[k], algorithm, &batch,
                                   want);
                }
            }
            made += batch.n;
        }
    }
}

static void print_kernel(const char *name, unsigned needs)
{
    print_message("%s: %s\n", name,
                  runs_here(needs) ? "tested" : "skipped, not here");
}

static int print_kernels(void **unused)
{
    for (size_t h = 0; h < N_HASHES; h++) {
        const struct gdn_hash_algorithm *algorithm = hashes[h].algorithm;

        for (size_t k = 0; k < algorithm->n_compress; k++) {
            print_kernel(algorithm->compress[k].name,
                         algorithm->compress[k].needs);
        }
        for (size_t k = 0; k < algorithm->n_digests; k++) {
            print_kernel(algorithm->digests[k].name,
                         algorithm->digests[k].needs);
        }
    }
    return make_slots(unused);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compress_equals_its_reference),
        cmocka_unit_test(test_compress_takes_any_number_of_blocks),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_every_count_of_any_lengths),
        cmocka_unit_test(test_mixed_lengths),
        cmocka_unit_test(test_a_long_one_among_none),
        cmocka_unit_test(test_the_best_kernels_are_chosen),
    };
    const struct CMUnitTest long_tests[] = {
        cmocka_unit_test(test_ten_million_names),
    };

    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        return cmocka_run_group_tests(long_tests, print_kernels, NULL);
    }
    return cmocka_run_group_tests(tests, print_kernels, NULL);
}
