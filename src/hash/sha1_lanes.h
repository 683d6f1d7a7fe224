/* SPDX-License-Identifier: MIT */
/* The SHA-1 compression function (FIPS 180-4, 6.1.2) of several lanes: the
 * rounds of a kernel, see lanes_names.h. */
#define N_WORDS         5
#define BIG_ENDIAN_HASH true
#define INTERLEAVE      1

/* W_t. Call this once for each t, in order. w has the sixteen words before. */
TARGET static GDN_INLINE lanes_word word(lanes_word w[16], size_t t)
{
    lanes_word *at = &w[t % 16];

    if (t >= 16) {
        lanes_word x = xor3(w[(t - 3) % 16], w[(t - 8) % 16], w[(t - 14) % 16]);

        x = xor2(x, *at);
        *at = ROTATE_LEFT(x, 1);
    }
    return *at;
}

/* Step 3 for one t. The standard moves the words a, b, c and so on; here the
 * arguments move. */
#define STEP(MIX, a, b, c, d, e, k, t)                                         \
  do {                                                                         \
    e = add(add(e, word(w, t)), every(k));                                     \
    e = early(add(e, MIX(b, c, d)));                                           \
    e = add(e, ROTATE_LEFT(a, 5));                                             \
    b = ROTATE_LEFT(b, 30);                                                    \
  } while (0)

#define TWENTY_STEPS(MIX, k, first)                                            \
  do {                                                                         \
    GDN_UNROLL                                                                 \
    for (size_t t = (first); t < (first) + 20; t += 5) {                       \
      STEP(MIX, a, b, c, d, e, k, t);                                          \
      STEP(MIX, e, a, b, c, d, k, t + 1);                                      \
      STEP(MIX, d, e, a, b, c, k, t + 2);                                      \
      STEP(MIX, c, d, e, a, b, k, t + 3);                                      \
      STEP(MIX, b, c, d, e, a, k, t + 4);                                      \
    }                                                                          \
  } while (0)

/* Absorb one block in each lane: the words `blocks` into the words of state.
 * The hash uses one group of lanes. */
TARGET static inline void rounds(lanes_word states[][N_WORDS],
                                 lanes_word blocks[][16], size_t groups)
{
    lanes_word *v = states[0];
    lanes_word *w = blocks[0];
    lanes_word a = v[0], b = v[1], c = v[2], d = v[3], e = v[4];

    (void)groups;
    TWENTY_STEPS(choose, 0x5a827999, 0);
    TWENTY_STEPS(xor3, 0x6ed9eba1, 20);
    TWENTY_STEPS(majority, 0x8f1bbcdc, 40);
    TWENTY_STEPS(xor3, 0xca62c1d6, 60);
    v[0] = add(v[0], a);
    v[1] = add(v[1], b);
    v[2] = add(v[2], c);
    v[3] = add(v[3], d);
    v[4] = add(v[4], e);
}
