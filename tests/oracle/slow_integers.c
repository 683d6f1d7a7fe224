/* SPDX-License-Identifier: MIT */
/* slow_integers.c - two integers with a sign, one character at a time */
#include "slow_families.h"
#include "slow_parts.h"

/* A number with a sign at the end of `at`. Is it too large for 64 bits? */
struct half {
    uint64_t bits;
    bool too_large;
};

static bool read_half(struct half *half, struct slow_answer *fault, size_t *at,
                      const char *text, size_t len)
{
    bool sign = *at < len && text[*at] == '-';
    size_t start = *at + sign, end = start;
    struct slow_big number = {{0}};
    bool fits = true;

    for (; end < len && text[end] >= '0' && text[end] <= '9'; end++) {
        fits = fits && slow_grow(&number, 10, (unsigned)(text[end] - '0'));
    }
    if (end == start) {
        *fault = slow_no(start == len ? GUIDON_E_LENGTH : GUIDON_E_CHAR, start);
        return false;
    }
    if (text[start] == '0' && (sign || end - start > 1)) {
        *fault = slow_no(GUIDON_E_CHAR, start);
        return false;
    }
    half->bits = (uint64_t)number.parts[2] << 32 | number.parts[3];
    half->too_large = !fits || number.parts[0] || number.parts[1] ||
                      half->bits > (UINT64_C(1) << 63) - !sign;
    half->bits = sign ? 0 - half->bits : half->bits;
    *at = end;
    return true;
}

/* Two integers of 64 bits with a sign, and ':' between them. */
struct slow_answer slow_read_integers(const char *text, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK,
                                 .form = GUIDON_FORM_INT64X2};
    struct half high, low;
    size_t at = 0, second;

    if (!read_half(&high, &answer, &at, text, len)) {
        return answer;
    }
    if (at == len || text[at] != ':') {
        return slow_no(at == len ? GUIDON_E_LENGTH : GUIDON_E_CHAR, at);
    }
    second = ++at;
    if (!read_half(&low, &answer, &at, text, len)) {
        return answer;
    }
    if (at < len) {
        return slow_no(GUIDON_E_CHAR, at);
    }
    if (high.too_large || low.too_large) {
        return slow_no(GUIDON_E_RANGE, high.too_large ? 0 : second);
    }
    for (unsigned i = 0; i < 8; i++) {
        answer.id.bytes[i] = (unsigned char)(high.bits >> (56 - 8 * i));
        answer.id.bytes[8 + i] = (unsigned char)(low.bits >> (56 - 8 * i));
    }
    return answer;
}

/* Half an id as an integer with a sign. */
static size_t write_half(char *out, uint64_t bits)
{
    bool sign = bits >= UINT64_C(1) << 63;
    char reversed[20];
    size_t n = 0, len = 0;

    bits = sign ? 0 - bits : bits;
    do {
        reversed[n++] = (char)('0' + bits % 10);
        bits /= 10;
    } while (bits > 0);
    if (sign) {
        out[len++] = '-';
    }
    while (n > 0) {
        out[len++] = reversed[--n];
    }
    return len;
}

size_t slow_write_integers(char *out, const guidon_id *id)
{
    struct slow_big number = slow_big_of(id);
    size_t len =
        write_half(out, (uint64_t)number.parts[0] << 32 | number.parts[1]);

    out[len++] = ':';
    return len + write_half(out + len,
                            (uint64_t)number.parts[2] << 32 | number.parts[3]);
}
