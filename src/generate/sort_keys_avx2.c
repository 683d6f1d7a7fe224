/* SPDX-License-Identifier: MIT */
/*
 * sort_keys_avx2.c - version 7 of many places with AVX2
 *
 * Needs   AVX2 and OS-saved YMM state; src/cpu/x86.c has checked both.
 * Shapes  random n x 8 bytes, out n x 16 bytes, any alignment.
 * Bounds  reads end at random + 8n, writes end at out + 16n, exactly.
 * Idea    places that differ in their last eight bits alone have one first word.
 *         So of such a run, a register is two ids: that word, which stands, and
 *         a second one, whose random bytes go where they lie in memory. Above
 *         them are the place's eight bits: six fill an octet beside the
 *         variant, so that from an id to the fourth after it, that octet rises
 *         by the step, and no other bit changes.
 * Twin    gdn_sort_keys_scalar; test_v7.c holds the two equal.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "sort_keys.h"

#  include <immintrin.h>

#  define TARGET __attribute__((target("avx2")))

/* How many ids go through the loop together. */
#  define FLIGHT 4

/* Two ids without random bits; by way of registers, since what was just stored
 * in pieces is read back as a whole with a wait. */
TARGET static inline __m256i two_ids(uint64_t place, uint64_t step)
{
    static const unsigned char no_random[8];
    uint64_t words[4];
    guidon_id id;

    gdn_sort_keys_scalar(&id, place, step, no_random, 1);
    memcpy(words, &id, sizeof id);
    gdn_sort_keys_scalar(&id, place + step, step, no_random, 1);
    memcpy(words + 2, &id, sizeof id);
    return _mm256_set_epi64x((long long)words[3], (long long)words[2],
                             (long long)words[1], (long long)words[0]);
}

/* Two ids of two times eight random bytes, each of which goes to both halves of
 * an id, and is masked out of the first. */
TARGET static inline void put_two(guidon_id *out, __m256i ids,
                                  const unsigned char *random)
{
    const unsigned char in_id[32] = {
        [9] = 0x3f,  255, 255, 255, 255, 255, 255, /* 54 bits */
        [25] = 0x3f, 255, 255, 255, 255, 255, 255};
    const __m256i mask =
        _mm256_loadu_si256((const __m256i *)(const void *)in_id);
    __m256i drawn =
        _mm256_permute4x64_epi64(_mm256_castsi128_si256(_mm_loadu_si128(
                                     (const __m128i *)(const void *)random)),
                                 _MM_SHUFFLE(1, 1, 0, 0));

    _mm256_storeu_si256((__m256i *)(void *)out,
                        _mm256_or_si256(ids, _mm256_and_si256(drawn, mask)));
}

/* The ids of a run, as many as the loop takes; the count of them. */
TARGET static inline size_t put_run(guidon_id *out, uint64_t place,
                                    uint64_t step, const unsigned char *random,
                                    size_t n)
{
    /* The octet is the lowest of its word, and the sum stays in it. */
    const __m256i rise =
        _mm256_set_epi64x((long long)step, 0, (long long)step, 0);
    __m256i even = two_ids(place, step);
    __m256i odd = two_ids(place + 2 * step, step);
    size_t i = 0;

    for (; n - i >= FLIGHT; i += FLIGHT) {
        put_two(out + i, even, random + 8 * i);
        put_two(out + i + 2, odd, random + 8 * i + 16);
        even = _mm256_add_epi64(even, rise);
        odd = _mm256_add_epi64(odd, rise);
    }
    return i;
}

/* How many of `n` places, the first of them `place`, are of one run. */
static size_t run_of(uint64_t place, uint64_t step, size_t n)
{
    uint64_t to_next = 256 - (place & 255);

    return (n - 1) * step < to_next ? n : (size_t)((to_next - 1) / step + 1);
}

TARGET void gdn_sort_keys_avx2(guidon_id *out, uint64_t place, uint64_t step,
                               const unsigned char *random, size_t n)
{
    while (n > 0) {
        size_t run = run_of(place, step, n);
        size_t done = run < FLIGHT ? 0 : put_run(out, place, step, random, run);

        gdn_sort_keys_scalar(out + done, place + done * step, step,
                             random + 8 * done, run - done);
        place += run * step;
        out += run;
        random += 8 * run;
        n -= run;
    }
}
#else
GDN_EMPTY_FILE;
#endif
