/* SPDX-License-Identifier: MIT */
/*
 * sort_keys_avx2.c - many ids in order with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c has checked both.
 * Shapes  random n x 8 bytes, out n x 16 bytes, any alignment.
 * Bounds  reads end at random + 8n, writes end at out + 16n, exactly.
 * Idea    A run of keys that differ only in their last eight bits gives ids
 *         with the same first word. A register holds two such ids: the first
 *         words stay, and the random bytes go into the second words in memory
 *         order. The key's last eight bits stand above them; six of the eight
 *         share an octet with the variant. So from an id to the fourth after
 *         it, this octet rises by the step, and no other bit changes.
 * Reference  gdn_sort_keys_scalar; test_v7.c compares the two.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "sort_keys.h"

#  include <immintrin.h>

#  define AVX2_TARGET __attribute__((target("avx2")))

/* How many ids the loop makes at once. */
#  define AVX2_IDS 4

/* Two ids without random bits. They are put together in registers, because the
 * processor stalls when it loads a whole that was just stored in pieces. */
AVX2_TARGET static inline __m256i avx2_two_ids(uint64_t key, uint64_t step)
{
    static const unsigned char no_random[8];
    uint64_t words[4];
    guidon_id id;

    gdn_sort_keys_scalar(&id, key, step, no_random, 1);
    memcpy(words, &id, sizeof id);
    gdn_sort_keys_scalar(&id, key + step, step, no_random, 1);
    memcpy(words + 2, &id, sizeof id);
    return _mm256_set_epi64x((long long)words[3], (long long)words[2],
                             (long long)words[1], (long long)words[0]);
}

/* Store two ids with two times eight random bytes. Each eight bytes are copied
 * to both halves of an id, then masked out of the first half. */
AVX2_TARGET static inline void avx2_put_masked(guidon_id *out, __m256i ids,
                                               __m256i mask,
                                               const unsigned char *random)
{
    __m256i spread =
        _mm256_permute4x64_epi64(_mm256_castsi128_si256(_mm_loadu_si128(
                                     (const __m128i *)(const void *)random)),
                                 _MM_SHUFFLE(1, 1, 0, 0));

    _mm256_storeu_si256((__m256i *)(void *)out,
                        _mm256_or_si256(ids, _mm256_and_si256(spread, mask)));
}

AVX2_TARGET static inline void avx2_put_two(guidon_id *out, __m256i ids,
                                            const unsigned char *random)
{
    const unsigned char in_id[32] = {
        [9] = 0x3f,  255, 255, 255, 255, 255, 255, /* 54 bits */
        [25] = 0x3f, 255, 255, 255, 255, 255, 255};

    avx2_put_masked(out, ids,
                    _mm256_loadu_si256((const __m256i *)(const void *)in_id),
                    random);
}

/* Write a multiple of AVX2_IDS ids of a run, and return their number. */
AVX2_TARGET static inline size_t avx2_put_run(guidon_id *out, uint64_t key,
                                              uint64_t step,
                                              const unsigned char *random,
                                              size_t n)
{
    /* The octet is the lowest of its word, and the sum does not carry. */
    const __m256i rise =
        _mm256_set_epi64x((long long)step, 0, (long long)step, 0);
    __m256i even = avx2_two_ids(key, step);
    __m256i odd = avx2_two_ids(key + 2 * step, step);
    size_t i = 0;

    for (; n - i >= AVX2_IDS; i += AVX2_IDS) {
        avx2_put_two(out + i, even, random + 8 * i);
        avx2_put_two(out + i + 2, odd, random + 8 * i + 16);
        even = _mm256_add_epi64(even, rise);
        odd = _mm256_add_epi64(odd, rise);
    }
    return i;
}

AVX2_TARGET void gdn_sort_keys_avx2(guidon_id *out, uint64_t key, uint64_t step,
                                    const unsigned char *random, size_t n)
{
    while (n > 0) {
        size_t run = gdn_sort_keys_run(key, step, n);
        size_t done =
            run < AVX2_IDS ? 0 : avx2_put_run(out, key, step, random, run);

        gdn_sort_keys_scalar(out + done, key + done * step, step,
                             random + 8 * done, run - done);
        key += run * step;
        out += run;
        random += 8 * run;
        n -= run;
    }
}

/* ------------------------------------------------- version 8 with a prefix */

/* Two words twice. */
AVX2_TARGET static inline __m256i avx2_words(uint64_t hi, uint64_t lo)
{
    return _mm256_set_epi64x((long long)lo, (long long)hi, (long long)lo,
                             (long long)hi);
}

/*
 * Write a multiple of AVX2_IDS ids of a run, and return their number. The timestamps
 * of a run differ only in the bits behind the variant. The words are numbers until
 * they are stored, because their sums carry from octet to octet.
 */
AVX2_TARGET static inline size_t avx2_put_prefixed_run(
    guidon_id *out, uint64_t timestamp, const struct gdn_v8_prefix *prefix,
    const unsigned char *random, size_t n)
{
    const __m256i swap =
        avx2_words(UINT64_C(0x0001020304050607), UINT64_C(0x08090a0b0c0d0e0f));
    const uint64_t step = UINT64_C(1)
                          << (GDN_V8_PREFIX_REST_BITS - prefix->bits);
    const uint64_t in_prefix =
        prefix->is_random ? ~(UINT64_MAX >> prefix->bits) : 0;
    const __m256i mask =
        _mm256_shuffle_epi8(avx2_words(in_prefix, step - 1), swap);
    const __m256i rise = avx2_words(0, AVX2_IDS * step);
    __m256i even, odd;
    uint64_t hi, lo;
    size_t i = 0;

    gdn_v8_prefixed_words(&hi, &lo, (uint64_t)prefix->first << 32, prefix->bits,
                          timestamp, 0);
    even = _mm256_add_epi64(avx2_words(hi, lo),
                            _mm256_set_epi64x((long long)step, 0, 0, 0));
    odd = _mm256_add_epi64(even, avx2_words(0, 2 * step));
    for (; n - i >= AVX2_IDS; i += AVX2_IDS) {
        avx2_put_masked(out + i, _mm256_shuffle_epi8(even, swap), mask,
                        random + 8 * i);
        avx2_put_masked(out + i + 2, _mm256_shuffle_epi8(odd, swap), mask,
                        random + 8 * i + 16);
        even = _mm256_add_epi64(even, rise);
        odd = _mm256_add_epi64(odd, rise);
    }
    return i;
}

AVX2_TARGET void gdn_prefixed_keys_avx2(guidon_id *out, uint64_t timestamp,
                                        const struct gdn_v8_prefix *prefix,
                                        const unsigned char *random, size_t n)
{
    while (n > 0) {
        const size_t run = gdn_prefixed_run(timestamp, prefix, n);
        const size_t done =
            run < AVX2_IDS
                ? 0
                : avx2_put_prefixed_run(out, timestamp, prefix, random, run);

        gdn_prefixed_keys_scalar(out + done, timestamp + done, prefix,
                                 random + 8 * done, run - done);
        timestamp += run;
        out += run;
        random += 8 * run;
        n -= run;
    }
}
#else
GDN_EMPTY_FILE;
#endif
