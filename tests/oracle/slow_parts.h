/* SPDX-License-Identifier: MIT */
/* Numbers, characters and answers, for the slow readers and writers of all
 * families of forms. */
#ifndef SLOW_PARTS_H
#define SLOW_PARTS_H

#include "slow_text.h"

#include <stdint.h>

/* A number of 128 bits, its most significant part first. */
struct slow_big {
    uint32_t parts[4];
};

/* big = big * base + digit. False if that exceeds 128 bits; big is then
 * invalid. */
bool slow_grow(struct slow_big *big, unsigned base, unsigned digit);
/* big = big / base. Returns the remainder. */
unsigned slow_shrink(struct slow_big *big, unsigned base);
bool slow_is_zero(const struct slow_big *big);
struct slow_big slow_big_of(const guidon_id *id);
guidon_id slow_id_of(const struct slow_big *big);

/* Alphabets of more than one family. */
extern const char slow_base32[], slow_base64url[];

char slow_lower(char c);
char slow_upper(char c);
/* The value of a digit in an alphabet; -1 if it is not there. */
int slow_value_of(char c, const char *letters);
bool slow_same_mark(char c, char want, bool any_case);

/* The answer for a wrong text, and for one of a wrong length. */
struct slow_answer slow_no(guidon_status status, size_t bad_at);
struct slow_answer slow_wrong_length(size_t len, size_t want);

#endif
