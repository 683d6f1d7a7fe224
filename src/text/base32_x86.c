/* SPDX-License-Identifier: MIT */
/* base32_x86.c - the tables of the base-32 kernels for x86-64. */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32_x86.h"

#  define EIGHT(x) x, x, x, x, x, x, x, x
#  define EVERY(x)                                                             \
    {                                                                          \
      EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x)                                   \
    }

/* The letters of the values v and v + 16. */
#  define EACH_LETTER(of)                                                      \
    of('0', 'G'), of('1', 'H'), of('2', 'J'), of('3', 'K'), of('4', 'M'),      \
        of('5', 'N'), of('6', 'P'), of('7', 'Q'), of('8', 'R'), of('9', 'S'),  \
        of('A', 'T'), of('B', 'V'), of('C', 'W'), of('D', 'X'), of('E', 'Y'),  \
        of('F', 'Z')
#  define LETTER(below_16, other)        (other)
#  define LETTER_CHANGE(below_16, other) (below_16) ^ (other)

/* The values of characters by their lower four bits: for the upper bits 3, for
 * 4 and 6, and for 5 and 7. XX if the character is no letter. */
#  define XX 0xff
#  define EACH_LOW(of)                                                         \
    of(0, XX, 22), of(1, 10, 23), of(2, 11, 24), of(3, 12, 25), of(4, 13, 26), \
        of(5, 14, XX), of(6, 15, 27), of(7, 16, 28), of(8, 17, 29),            \
        of(9, XX, 30), of(XX, 18, 31), of(XX, 19, XX), of(XX, XX, XX),         \
        of(XX, 20, XX), of(XX, 21, XX), of(XX, XX, XX)
#  define VALUE_5(in_3, in_4, in_5)  (in_5)
#  define CHANGE_4(in_3, in_4, in_5) (in_4) ^ (in_5)
#  define CHANGE_3(in_3, in_4, in_5) (in_3) ^ (in_5)

#  define TWICE(each, of)                                                      \
    {                                                                          \
      each(of), each(of)                                                       \
    }

const struct gdn_base32_x86 gdn_base32_x86 = {
    /* Added to a value, sets the upper bit from 16 on. */
    .below_16 = EVERY(0x70),
    .letters = TWICE(EACH_LETTER, LETTER),
    .letter_changes = TWICE(EACH_LETTER, LETTER_CHANGE),
    /* These bits of a letter are below 16 if its upper bits are 4 or 6. */
    .low_5 = EVERY(0x1f),
    /* Added with saturation, sets the upper bit unless the upper bits are 3. */
    .below_64 = EVERY(0x40),
    /* Characters without an entry are below this one, as signed bytes. */
    .first_letter = EVERY('0'),
    .values_5 = TWICE(EACH_LOW, VALUE_5),
    .changes_4 = TWICE(EACH_LOW, CHANGE_4),
    .changes_3 = TWICE(EACH_LOW, CHANGE_3),
};
#else
GDN_EMPTY_FILE;
#endif
