/* SPDX-License-Identifier: MIT */
/* The rounds of BLAKE2s on any kind of word (RFC 7693, 3.1 and 3.2). */
/*
 * A template. The file that includes it defines, for its words:
 *
 *   ADD(x, y), XOR(x, y), RIGHT_16(x), RIGHT_12(x), RIGHT_8(x), RIGHT_7(x)
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

/* Columns, then diagonals. */
#define BLAKE2S_ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12,   \
                      s13, s14, s15)                                           \
  do {                                                                         \
    BLAKE2S_G(v[0], v[4], v[8], v[12], x[s0], x[s1]);                          \
    BLAKE2S_G(v[1], v[5], v[9], v[13], x[s2], x[s3]);                          \
    BLAKE2S_G(v[2], v[6], v[10], v[14], x[s4], x[s5]);                         \
    BLAKE2S_G(v[3], v[7], v[11], v[15], x[s6], x[s7]);                         \
    BLAKE2S_G(v[0], v[5], v[10], v[15], x[s8], x[s9]);                         \
    BLAKE2S_G(v[1], v[6], v[11], v[12], x[s10], x[s11]);                       \
    BLAKE2S_G(v[2], v[7], v[8], v[13], x[s12], x[s13]);                        \
    BLAKE2S_G(v[3], v[4], v[9], v[14], x[s14], x[s15]);                        \
  } while (0)
