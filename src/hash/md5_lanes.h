/* SPDX-License-Identifier: MIT */
/* The MD5 compression function (RFC 1321, 3.4) of several lanes: the rounds of
 * a kernel, see lanes_names.h. */
#define N_WORDS         4
#define BIG_ENDIAN_HASH false
/* A step waits for the step before longer than it works, so the steps of two
 * groups of lanes are interleaved. A check of each access takes longer than both,
 * and a single group needs no array, whose accesses gcc would check. */
#if GDN_GCC_CHECKS
#  define INTERLEAVE 1
#  define EACH_GROUP g = 0;
#else
#  define INTERLEAVE 2
#  define EACH_GROUP GDN_UNROLL for (g = 0; g < groups; g++)
#endif

/* Operation t of each group, [abcd k s t] in the notation of the standard. MIX
 * is the function of b, c and d. */
#define STEP(MIX, a, b, c, d, k, s, t)                                         \
  do {                                                                         \
    EACH_GROUP                                                                 \
    {                                                                          \
      a[g] = add(add(a[g], x[g][(k) % 16]), every(gdn_md5_sines[t]));          \
      a[g] = add(early(a[g]), MIX(b[g], c[g], d[g]));                          \
      a[g] = add(b[g], ROTATE_LEFT(a[g], s));                                  \
    }                                                                          \
  } while (0)

/* 3.4: G is F with the arguments in another order. */
#define CHOOSE_BY_LAST(x, y, z) choose(z, x, y)

/*
 * Absorb one block in each lane: the words x into the words of state v. The
 * number of lanes is `groups` times LANES. `groups` is 1 or INTERLEAVE, a
 * constant after inlining.
 */
TARGET static inline void rounds(lanes_word v[][N_WORDS], lanes_word x[][16],
                                 size_t groups)
{
    lanes_word a[INTERLEAVE], b[INTERLEAVE], c[INTERLEAVE], d[INTERLEAVE];
    size_t g;

    (void)groups;
    EACH_GROUP
    {
        a[g] = v[g][0];
        b[g] = v[g][1];
        c[g] = v[g][2];
        d[g] = v[g][3];
    }
    GDN_UNROLL
    for (size_t t = 0; t < 16; t += 4) {
        STEP(choose, a, b, c, d, t, 7, t);
        STEP(choose, d, a, b, c, t + 1, 12, t + 1);
        STEP(choose, c, d, a, b, t + 2, 17, t + 2);
        STEP(choose, b, c, d, a, t + 3, 22, t + 3);
    }
    GDN_UNROLL
    for (size_t t = 16; t < 32; t += 4) {
        STEP(CHOOSE_BY_LAST, a, b, c, d, 5 * t + 1, 5, t);
        STEP(CHOOSE_BY_LAST, d, a, b, c, 5 * t + 6, 9, t + 1);
        STEP(CHOOSE_BY_LAST, c, d, a, b, 5 * t + 11, 14, t + 2);
        STEP(CHOOSE_BY_LAST, b, c, d, a, 5 * t + 16, 20, t + 3);
    }
    GDN_UNROLL
    for (size_t t = 32; t < 48; t += 4) {
        STEP(xor3, a, b, c, d, 3 * t + 5, 4, t);
        STEP(xor3, d, a, b, c, 3 * t + 8, 11, t + 1);
        STEP(xor3, c, d, a, b, 3 * t + 11, 16, t + 2);
        STEP(xor3, b, c, d, a, 3 * t + 14, 23, t + 3);
    }
    GDN_UNROLL
    for (size_t t = 48; t < 64; t += 4) {
        STEP(md5_i, a, b, c, d, 7 * t, 6, t);
        STEP(md5_i, d, a, b, c, 7 * t + 7, 10, t + 1);
        STEP(md5_i, c, d, a, b, 7 * t + 14, 15, t + 2);
        STEP(md5_i, b, c, d, a, 7 * t + 21, 21, t + 3);
    }
    EACH_GROUP
    {
        v[g][0] = add(v[g][0], a[g]);
        v[g][1] = add(v[g][1], b[g]);
        v[g][2] = add(v[g][2], c[g]);
        v[g][3] = add(v[g][3], d[g]);
    }
}
