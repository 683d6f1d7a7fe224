/* SPDX-License-Identifier: MIT */
/* Letters that each stand for five or six bits, as in RFC 4648. */
#ifndef GDN_TEXT_LETTERS_H
#define GDN_TEXT_LETTERS_H

#include "../core/private.h"
#include "runs.h"

#include <stddef.h>
#include <stdint.h>

struct gdn_letters {
    const char *letters;      /* in order of value */
    unsigned bits;            /* of a letter: 5 or 6 */
    unsigned char value[256]; /* see runs.h */
};

GDN_PRIVATE_BEGIN

/* RFC 4648: section 6, section 7, section 5 and section 4. Base 32 is read in
 * either case. rfc4648.c */
extern const struct gdn_letters gdn_letters_32, gdn_letters_32hex;
extern const struct gdn_letters gdn_letters_64url, gdn_letters_64;

GDN_PRIVATE_END

/* Write n letters of the lowest bits, the highest letter first. */
static inline void gdn_letters_write(char *out, size_t n, uint64_t bits,
                                     const char *letters, unsigned width)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = letters[bits >> width * (n - 1 - i) & ((1u << width) - 1)];
    }
}

/* The bits of n letters. Sets a bit of GDN_NO_VALUE in *wrong if one is no
 * letter; the result is then undefined. */
static inline uint64_t gdn_letters_read(const char *text, size_t n,
                                        unsigned *wrong,
                                        const unsigned char value[256],
                                        unsigned width)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned letter = GDN_VALUE_OF(value, text[i]);
        *wrong |= letter;
        bits = bits << width | letter;
    }
    return bits;
}

#endif
