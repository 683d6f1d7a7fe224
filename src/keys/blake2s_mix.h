/* SPDX-License-Identifier: MIT */
/* The rounds of BLAKE2s on any kind of word (RFC 7693, 3.1 and 3.2). */
/*
 * A template. The file that includes it defines, for its words:
 *
 *   ADD(x, y), XOR(x, y), RIGHT_16(x), RIGHT_12(x), RIGHT_8(x), RIGHT_7(x)
 *   BLAKE2S_WORD    their type
 *   BLAKE2S_TARGET  the attribute of functions that use their instructions
 *   BLAKE2S_LOOPS   1: the eight steps of a round are a loop, in a function
 *
 * BLAKE2S_ROUND uses the sixteen words v[] of the working vector and x[] of the
 * block.
 */
#define BLAKE2S_G(a, b, c, d, x, y)                                            \
  do {                                                                         \
    a = ADD(ADD(a, x), b);                                                     \
    d = RIGHT_16(XOR(d, a));                                                   \
    c = ADD(c, d);                                                             \
    b = RIGHT_12(XOR(b, c));                                                   \
    a = ADD(ADD(a, y), b);                                                     \
    d = RIGHT_8(XOR(d, a));                                                    \
    c = ADD(c, d);                                                             \
    b = RIGHT_7(XOR(b, c));                                                    \
  } while (0)

#if BLAKE2S_LOOPS
/* Columns first. A diagonal turns the rows below the first by 1, 2 and 3. */
BLAKE2S_TARGET static void blake2s_round(BLAKE2S_WORD v[16],
                                         const BLAKE2S_WORD x[16],
                                         const unsigned char s[16])
{
    for (size_t i = 0; i < 8; i++) {
        const size_t turn = i / 4;
        BLAKE2S_WORD *a = &v[i % 4];
        BLAKE2S_WORD *b = &v[4 + (i + turn) % 4];
        BLAKE2S_WORD *c = &v[8 + (i + 2 * turn) % 4];
        BLAKE2S_WORD *d = &v[12 + (i + 3 * turn) % 4];

        BLAKE2S_G(*a, *b, *c, *d, x[s[2 * i]], x[s[2 * i + 1]]);
    }
}

#  define BLAKE2S_ROUND(...)                                                   \
    do {                                                                       \
      static const unsigned char s[16] = {__VA_ARGS__};                        \
      blake2s_round(v, x, s);                                                  \
    } while (0)
#else
/* Columns, then diagonals. */
#  define BLAKE2S_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, \
                        s13, s14, s15)                                         \
    do {                                                                       \
      BLAKE2S_G(v[0], v[4], v[8], v[12], x[s0], x[s1]);                        \
      BLAKE2S_G(v[1], v[5], v[9], v[13], x[s2], x[s3]);                        \
      BLAKE2S_G(v[2], v[6], v[10], v[14], x[s4], x[s5]);                       \
      BLAKE2S_G(v[3], v[7], v[11], v[15], x[s6], x[s7]);                       \
      BLAKE2S_G(v[0], v[5], v[10], v[15], x[s8], x[s9]);                       \
      BLAKE2S_G(v[1], v[6], v[11], v[12], x[s10], x[s11]);                     \
      BLAKE2S_G(v[2], v[7], v[8], v[13], x[s12], x[s13]);                      \
      BLAKE2S_G(v[3], v[4], v[9], v[14], x[s14], x[s15]);                      \
    } while (0)
#endif
