/* SPDX-License-Identifier: MIT */
/* test_blake2s.c - every kernel of keyed BLAKE2s that this processor can run
 * against libcrypto, and how derived ids spread. */
/*
 *   test_blake2s        the short version
 *   test_blake2s long   collisions among 10^8 derived ids
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cpu/arch.h"
#include "cpu/baseline.h"
#include "cpu/cpu.h"
#include "keys/blake2s.h"
#include "random.h"
#include "vectors.h"

#include <math.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAD GDN_BLAKE2S_HEAD
#define OUT  GDN_BLAKE2S_OUT
#define MOST 70    /* messages at once */
#define LONG 10000 /* the longest data, in bytes */

static bool runs_here(unsigned needs)
{
    return (needs & gdn_cpu_features()) == needs;
}

/* Memory that ends before a page that must not be touched. */
static unsigned char *walled;
static size_t walled_len;

static int make_wall(void **unused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    (void)unused;
    walled_len = ((size_t)MOST * 1200 + LONG + page - 1) / page * page;
    walled = mmap(NULL, walled_len + page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return walled == MAP_FAILED ||
           mprotect(walled + walled_len, page, PROT_NONE) != 0;
}

/* The truncated digest of a message, by libcrypto. */
static void reference_of(unsigned char out[OUT], const unsigned char key[32],
                         const unsigned char head[HEAD],
                         const unsigned char *data, size_t len)
{
    static EVP_MAC *mac;
    unsigned char digest[32];
    size_t digest_len = 0;

    mac = mac ? mac : EVP_MAC_fetch(NULL, "BLAKE2SMAC", NULL);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    assert_non_null(context);
    assert_int_equal(EVP_MAC_init(context, key, 32, NULL), 1);
    assert_int_equal(EVP_MAC_update(context, head, HEAD), 1);
    assert_int_equal(EVP_MAC_update(context, data, len), 1);
    assert_int_equal(EVP_MAC_final(context, digest, &digest_len, sizeof digest),
                     1);
    assert_int_equal(digest_len, 32);
    memcpy(out, digest, OUT);
    EVP_MAC_CTX_free(context);
}

/* Check every kernel for n messages of one length, the last of which ends
 * before the wall. The output has exactly its size, at an odd address. */
static void assert_every_kernel(size_t len, size_t stride, size_t n,
                                uint64_t *seed)
{
    unsigned char key[32], heads[MOST * HEAD], want[MOST * OUT];
    uint32_t keyed[GDN_BLAKE2S_WORDS];
    const size_t span = n > 0 ? (n - 1) * stride + len : 0;
    unsigned char *data = walled + walled_len - span;
    const struct gdn_blake2s_messages messages = {
        heads, len == 0 && draw(seed) % 2 ? NULL : data, len, stride};

    assert_true(span <= walled_len && n <= MOST);
    draw_bytes(key, sizeof key, seed);
    draw_bytes(heads, sizeof heads, seed);
    draw_bytes(data, span, seed);
    gdn_blake2s_key(keyed, key);
    for (size_t i = 0; i < n; i++) {
        reference_of(want + i * OUT, key, heads + i * HEAD, data + i * stride,
                     len);
    }
    for (size_t k = 0; k < gdn_n_blake2s_kernels; k++) {
        unsigned char *memory = malloc(1 + n * OUT + 1);

        assert_non_null(memory);
        mark(memory, 1 + n * OUT + 1);
        if (runs_here(gdn_blake2s_kernels[k].needs)) {
            gdn_blake2s_kernels[k].digests(memory + 1, keyed, &messages, n);
            if (memcmp(memory + 1, want, n * OUT) != 0) {
                fail_msg("%s: %zu messages of %zu bytes",
                         gdn_blake2s_kernels[k].name, n, len);
            }
        }
        assert_true(is_marked(memory, 1));
        assert_true(is_marked(memory + 1 + n * OUT, 1));
        free(memory);
    }
}

/* Every length, at every alignment of the data, because the end is fixed. */
static void test_every_length(void **unused)
{
    uint64_t seed = 1;

    (void)unused;
    for (size_t len = 0; len <= 300; len++) {
        assert_every_kernel(len, len, 33, &seed);
    }
    assert_every_kernel(LONG, 0, 3, &seed);
}

/* Every count, at any stride: smaller than the data too. */
static void test_every_count_and_stride(void **unused)
{
    uint64_t seed = 2;

    (void)unused;
    for (size_t n = 0; n <= MOST; n++) {
        assert_every_kernel(16, 16, n, &seed);
        assert_every_kernel(draw(&seed) % 200, draw(&seed) % 1000, n, &seed);
        assert_every_kernel(draw(&seed) % 1000, draw(&seed) % 10, n, &seed);
    }
}

static void test_the_best_kernel_is_first(void **unused)
{
    bool is_x86 = GDN_ARCH_X86_64;
    const char *due = is_x86 && runs_here(GDN_CPU_AVX512) ? "blake2s_avx512"
                      : is_x86 && runs_here(GDN_CPU_AVX2) ? "blake2s_avx2"
                                                          : "blake2s_scalar";
    size_t k = 0;

    (void)unused;
    while (!runs_here(gdn_blake2s_kernels[k].needs)) {
        k++;
    }
    print_message("chosen: %s\n", gdn_blake2s_kernels[k].name);
    assert_string_equal(gdn_blake2s_kernels[k].name, due);
    assert_true(
        GDN_CPU_ALWAYS(gdn_blake2s_kernels[gdn_n_blake2s_kernels - 1].needs));
}

/* ---------------------------------------- collisions of parts of the 74 bits */

/* `width` of the 74 bits of an id, at most 40, from the bit number `from` on. */
static uint64_t some_bits(const guidon_id *id, unsigned from, unsigned width)
{
    uint64_t hi = 0, lo = 0, top;

    for (int i = 0; i < 8; i++) {
        hi = hi << 8 | id->bytes[i];
        lo = lo << 8 | id->bytes[8 + i];
    }
    lo &= UINT64_MAX >> 2;
    top = (hi & 0xfff) << 52 | lo >> 10; /* the first 64 of the 74 bits */
    top = from + width <= 64 ? top >> (64 - from - width)
                             : lo >> (74 - from - width);
    return top & ((UINT64_C(1) << width) - 1);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/*
 * Derive `n` ids in one millisecond from the numbers 0, 1, .. and count the
 * pairs of equal bits among the ids whose first of these bits are `part`.
 * Counting in parts keeps the memory small.
 */
struct bits {
    unsigned from, width, part_bits;
};
static double pairs_of_part(uint64_t *values, size_t cap, size_t n,
                            struct bits bits, unsigned part)
{
    static const unsigned char bytes[32] = "a key of a test";
    static const uint64_t times[1024];
    static uint64_t numbers[1024];
    static guidon_id ids[1024];
    guidon_key key;
    size_t kept = 0;
    double pairs = 0;

    assert_int_equal(guidon_key_init(&key, bytes, 32), GUIDON_OK);
    for (size_t at = 0; at < n; at += 1024) {
        for (size_t i = 0; i < 1024; i++) {
            numbers[i] = at + i;
        }
        assert_int_equal(
            guidon_v7_derive_many(ids, times, &key, numbers, 8, 8, 1024),
            GUIDON_OK);
        for (size_t i = 0; i < 1024; i++) {
            uint64_t value = some_bits(&ids[i], bits.from, bits.width);

            if (value >> (bits.width - bits.part_bits) == part) {
                assert_true(kept < cap);
                values[kept++] = value;
            }
        }
    }
    qsort(values, kept, sizeof *values, compare_u64);
    for (size_t i = 1, run = 0; i < kept; i++) {
        run = values[i] == values[i - 1] ? run + 1 : 0;
        pairs += (double)run;
    }
    return pairs;
}

/* Count the pairs of all parts. Among n random values of w bits, n^2 / 2^(w + 1)
 * pairs are equal on average, and the deviation is the square root of that. */
static void assert_collisions(size_t n, unsigned width, unsigned part_bits)
{
    const unsigned froms[] = {0, (74 - width) / 2, 74 - width};
    const size_t cap = (n >> part_bits) + (n >> part_bits) / 2 + 4096;
    uint64_t *values = malloc(cap * sizeof *values);
    const double mean = ldexp((double)n * (double)n, -(int)width - 1);

    assert_non_null(values);
    for (size_t f = 0; f < 3; f++) {
        const struct bits bits = {froms[f], width, part_bits};
        double pairs = 0;

        for (unsigned part = 0; part < 1u << part_bits; part++) {
            pairs += pairs_of_part(values, cap, n, bits, part);
        }
        print_message("%u bits from %u: %.0f pairs, %.1f on average\n", width,
                      froms[f], pairs, mean);
        assert_true(fabs(pairs - mean) < 4 * sqrt(mean));
    }
    free(values);
}

/* 2^19 ids: 32 pairs on average. */
static void test_collisions_of_half_a_million_ids(void **unused)
{
    (void)unused;
    assert_collisions((size_t)1 << 19, 32, 0);
}

/* 10^8 ids: 4,548 pairs on average. */
static void test_collisions_of_100_million_ids(void **unused)
{
    (void)unused;
    assert_collisions((size_t)97657 * 1024, 40, 2);
}

static int print_kernels(void **unused)
{
    for (size_t k = 0; k < gdn_n_blake2s_kernels; k++) {
        print_message("%s: %s\n", gdn_blake2s_kernels[k].name,
                      runs_here(gdn_blake2s_kernels[k].needs)
                          ? "tested"
                          : "skipped, not here");
    }
    return make_wall(unused);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_every_count_and_stride),
        cmocka_unit_test(test_the_best_kernel_is_first),
        cmocka_unit_test(test_collisions_of_half_a_million_ids),
    };
    const struct CMUnitTest long_tests[] = {
        cmocka_unit_test(test_collisions_of_100_million_ids),
    };

    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        return cmocka_run_group_tests(long_tests, print_kernels, NULL);
    }
    return cmocka_run_group_tests(tests, print_kernels, NULL);
}
