/* SPDX-License-Identifier: MIT */
/* The SHA-256 compression function (FIPS 180-4, 6.2.2) of several lanes: the
 * rounds of a kernel, see lanes_names.h. */
#define N_WORDS         8
#define BIG_ENDIAN_HASH true
#define INTERLEAVE      1

/* 4.1.2. A rotation right by n is a rotation left by 32 - n. */
TARGET static inline lanes_word big_sigma_0(lanes_word x)
{
    return xor3(ROTATE_LEFT(x, 30), ROTATE_LEFT(x, 19), ROTATE_LEFT(x, 10));
}

TARGET static inline lanes_word big_sigma_1(lanes_word x)
{
    return xor3(ROTATE_LEFT(x, 26), ROTATE_LEFT(x, 21), ROTATE_LEFT(x, 7));
}

TARGET static inline lanes_word small_sigma_0(lanes_word x)
{
    return xor3(ROTATE_LEFT(x, 25), ROTATE_LEFT(x, 14), SHIFT_RIGHT(x, 3));
}

TARGET static inline lanes_word small_sigma_1(lanes_word x)
{
    return xor3(ROTATE_LEFT(x, 15), ROTATE_LEFT(x, 13), SHIFT_RIGHT(x, 10));
}

/* W_t. Call this once for each t, in order. w has the sixteen words before. */
TARGET static GDN_INLINE lanes_word word(lanes_word w[16], size_t t)
{
    lanes_word *at = &w[t % 16];

    if (t >= 16) {
        *at =
            add(add(*at, w[(t - 7) % 16]), add(small_sigma_0(w[(t - 15) % 16]),
                                               small_sigma_1(w[(t - 2) % 16])));
    }
    return *at;
}

/* Step 3 for one t. The standard moves the words a, b, c and so on; here the
 * arguments move. */
#define STEP(a, b, c, d, e, f, g, h, t)                                        \
  do {                                                                         \
    h = add(add(h, word(w, t)), every(gdn_sha256_roots[t]));                   \
    h = add(h, add(big_sigma_1(e), choose(e, f, g)));                          \
    d = add(d, h);                                                             \
    h = add(h, add(big_sigma_0(a), majority(a, b, c)));                        \
  } while (0)

/* Absorb one block in each lane: the words `blocks` into the words of state.
 * The hash uses one group of lanes. */
TARGET static inline void rounds(lanes_word states[][N_WORDS],
                                 lanes_word blocks[][16], size_t groups)
{
    lanes_word *v = states[0];
    lanes_word *w = blocks[0];
    lanes_word a = v[0], b = v[1], c = v[2], d = v[3];
    lanes_word e = v[4], f = v[5], g = v[6], h = v[7];

    (void)groups;
    GDN_UNROLL
    for (size_t t = 0; t < 64; t += 8) {
        STEP(a, b, c, d, e, f, g, h, t);
        STEP(h, a, b, c, d, e, f, g, t + 1);
        STEP(g, h, a, b, c, d, e, f, t + 2);
        STEP(f, g, h, a, b, c, d, e, t + 3);
        STEP(e, f, g, h, a, b, c, d, t + 4);
        STEP(d, e, f, g, h, a, b, c, t + 5);
        STEP(c, d, e, f, g, h, a, b, t + 6);
        STEP(b, c, d, e, f, g, h, a, t + 7);
    }
    v[0] = add(v[0], a);
    v[1] = add(v[1], b);
    v[2] = add(v[2], c);
    v[3] = add(v[3], d);
    v[4] = add(v[4], e);
    v[5] = add(v[5], f);
    v[6] = add(v[6], g);
    v[7] = add(v[7], h);
}
