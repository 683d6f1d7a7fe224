/* SPDX-License-Identifier: MIT */
/* An id as two numbers in the order of ids. The same as guidon_to_words, but
 * inline for short loops. */
#ifndef CLI_ID_WORDS_H
#define CLI_ID_WORDS_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

static inline void id_to_words(uint64_t words[2], const guidon_id *id)
{
    for (size_t word = 0; word < 2; word++) {
        const unsigned char *at = id->bytes + word * 8;

        words[word] = (uint64_t)at[0] << 56 | (uint64_t)at[1] << 48 |
                      (uint64_t)at[2] << 40 | (uint64_t)at[3] << 32 |
                      (uint64_t)at[4] << 24 | (uint64_t)at[5] << 16 |
                      (uint64_t)at[6] << 8 | (uint64_t)at[7];
    }
}

static inline void id_from_words(guidon_id *id, const uint64_t words[2])
{
    for (size_t word = 0; word < 2; word++) {
        unsigned char *at = id->bytes + word * 8;

        for (unsigned i = 0; i < 8; i++) {
            at[i] = (unsigned char)(words[word] >> (56 - 8 * i));
        }
    }
}

#endif
