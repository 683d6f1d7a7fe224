/* SPDX-License-Identifier: MIT */
/* key_ring.c - keys with numbers, so that a key can be changed. */
#include "../core/memory.h"
#include "../core/sentence.h"
#include "../core/wipe.h"
#include <guidon/keys.h>
#include <stdbool.h>

/* The content of a ring: how many keys, their length, and for each key its
 * number and four words of memory for its bytes. */
enum { RING_N, RING_KEY_LEN, RING_KEYS };
#define RING_KEY_WORDS 5

_Static_assert(GUIDON_KEY_LEN <= 8 * (RING_KEY_WORDS - 1) &&
                   GUIDON_MASK_KEY_LEN < GUIDON_KEY_LEN,
               "each key has room for its bytes");

static inline size_t ring_n(const guidon_key_ring *ring)
{
    return (size_t)ring->opaque[RING_N];
}

static inline size_t ring_key_at(size_t i)
{
    return RING_KEYS + RING_KEY_WORDS * i;
}

/* The place of the key of a number, or the number of keys. */
static size_t ring_index(const guidon_key_ring *ring, uint32_t number)
{
    size_t i = 0;

    while (i < ring_n(ring) && ring->opaque[ring_key_at(i)] != number) {
        i++;
    }
    return i;
}

static void ring_append(guidon_key_ring *ring, uint32_t number,
                        const void *bytes, size_t len)
{
    uint64_t *key = ring->opaque + ring_key_at(ring_n(ring));

    key[0] = number;
    memcpy(key + 1, bytes, len);
    ring->opaque[RING_KEY_LEN] = len;
    ring->opaque[RING_N]++;
}

static inline bool is_key_len(size_t len)
{
    return len == GUIDON_MASK_KEY_LEN || len == GUIDON_KEY_LEN;
}

guidon_status guidon_key_ring_add(guidon_key_ring *ring, uint32_t number,
                                  const void *bytes, size_t len)
{
    const size_t n = ring_n(ring);

    if (number > GUIDON_KEY_NUMBER_MAX || ring_index(ring, number) < n) {
        return GUIDON_E_RANGE;
    }
    if (!bytes || !is_key_len(len) ||
        (n > 0 && len != ring->opaque[RING_KEY_LEN])) {
        return GUIDON_E_ARGUMENT;
    }
    if (n >= GUIDON_KEY_RING_MAX) {
        return GUIDON_E_SPACE;
    }
    ring_append(ring, number, bytes, len);
    return GUIDON_OK;
}

guidon_status guidon_key_ring_current(uint32_t *out,
                                      const guidon_key_ring *ring)
{
    return guidon_key_ring_number(out, ring, 0);
}

guidon_status guidon_key_ring_number(uint32_t *out, const guidon_key_ring *ring,
                                     unsigned index)
{
    if (index >= ring_n(ring)) {
        return GUIDON_E_ARGUMENT;
    }
    *out = (uint32_t)ring->opaque[ring_key_at(index)];
    return GUIDON_OK;
}

guidon_status guidon_key_ring_find(unsigned char *out, size_t out_cap,
                                   size_t *out_len, const guidon_key_ring *ring,
                                   uint32_t number)
{
    const size_t i = ring_index(ring, number);
    const size_t len = (size_t)ring->opaque[RING_KEY_LEN];

    if (i == ring_n(ring)) {
        return GUIDON_E_ARGUMENT;
    }
    if (out_len) {
        *out_len = len;
    }
    if (out_cap < len) {
        return GUIDON_E_SPACE;
    }
    memcpy(out, ring->opaque + ring_key_at(i) + 1, len);
    return GUIDON_OK;
}

void guidon_key_ring_wipe(guidon_key_ring *ring)
{
    gdn_wipe(ring, sizeof *ring);
}

/* ------------------------------------------------------------------- the text */

enum ring_fault {
    RING_FINE,
    RING_EMPTY,       /* no line */
    RING_NO_NUMBER,   /* not a decimal digit where the number begins */
    RING_ZERO_BEFORE, /* a number that begins with a zero */
    RING_LARGE,       /* a number above 65535 */
    RING_TWICE,       /* a number that an earlier line has */
    RING_NO_BLANK,    /* something else behind the number */
    RING_NO_DIGIT,    /* a byte of a key that is not a hexadecimal digit */
    RING_NO_KEY_LEN,  /* digits of no length that a key has */
    RING_OTHER_LEN,   /* another length than the key of the first line */
    RING_TOO_MANY     /* one line too many */
};

/* The lines of a text, up to the first that is wrong. */
struct ring_text {
    const char *text;
    size_t len;
    size_t n; /* right lines */
    uint32_t numbers[GUIDON_KEY_RING_MAX];
    size_t keys_at[GUIDON_KEY_RING_MAX]; /* where their digits begin */
    size_t digits;                       /* of each key */
    enum ring_fault fault;
    size_t bad_at;
    size_t line_at;    /* where the wrong line begins */
    size_t bad_digits; /* of the key of a wrong length */
    size_t twin;       /* the line that has the number already, from 0 */
};

/* The value of a hexadecimal digit, or 16, without a branch or an address that
 * depends on it. */
static inline unsigned ring_digit(char c)
{
    const uint32_t digit = (uint32_t)(unsigned char)c - '0';
    const uint32_t letter = ((uint32_t)(unsigned char)c | 32) - 'a';
    const uint32_t is_digit = 0 - ((digit - 10) >> 31 & ~(digit >> 31) & 1);
    const uint32_t is_letter = 0 - ((letter - 6) >> 31 & ~(letter >> 31) & 1);

    return (is_digit & digit) | (is_letter & (letter + 10)) |
           (~(is_digit | is_letter) & 16);
}

static inline bool ring_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Note a fault. Returns false, so that a caller can return the call. */
static bool ring_wrong(struct ring_text *in, enum ring_fault fault, size_t at)
{
    in->fault = fault;
    in->bad_at = at;
    return false;
}

/* Read the number of a line at *at, and go behind it. */
static bool ring_read_number(struct ring_text *in, size_t *at)
{
    const size_t from = *at;
    uint32_t number = 0;
    size_t i = from;

    while (i < in->len && in->text[i] >= '0' && in->text[i] <= '9') {
        number = number * 10 + (uint32_t)(in->text[i] - '0');
        if (number > GUIDON_KEY_NUMBER_MAX) {
            return ring_wrong(in, RING_LARGE, from);
        }
        i++;
    }
    if (i == from) {
        return ring_wrong(in, RING_NO_NUMBER, from);
    }
    if (in->text[from] == '0' && i - from > 1) {
        return ring_wrong(in, RING_ZERO_BEFORE, from);
    }
    for (size_t line = 0; line < in->n; line++) {
        if (in->numbers[line] == number) {
            in->twin = line;
            return ring_wrong(in, RING_TWICE, from);
        }
    }
    in->numbers[in->n] = number;
    *at = i;
    return true;
}

/* Is the end of a line at `at`? Its length goes to *end: 0 at the end of the
 * text. */
static bool ring_line_ends(size_t *end, const struct ring_text *in, size_t at)
{
    const bool cr = at < in->len && in->text[at] == '\r';
    const size_t lf = cr ? at + 1 : at;

    *end = lf - at + (lf < in->len ? 1 : 0);
    return lf == in->len || in->text[lf] == '\n';
}

/* Check the digits of a key at *at, and go behind the end of the line. */
static bool ring_read_key(struct ring_text *in, size_t *at)
{
    const size_t from = *at;
    size_t i = from, end;

    while (i < in->len && ring_digit(in->text[i]) < 16) {
        i++;
    }
    if (!ring_line_ends(&end, in, i)) {
        return ring_wrong(in, RING_NO_DIGIT, i);
    }
    in->bad_digits = i - from;
    if ((i - from) % 2 != 0 || !is_key_len((i - from) / 2)) {
        return ring_wrong(in, RING_NO_KEY_LEN, from);
    }
    if (in->n > 0 && i - from != in->digits) {
        return ring_wrong(in, RING_OTHER_LEN, from);
    }
    in->digits = i - from;
    in->keys_at[in->n] = from;
    *at = i + end;
    return true;
}

static bool ring_read_line(struct ring_text *in, size_t *at)
{
    in->line_at = *at;
    if (in->n == GUIDON_KEY_RING_MAX) {
        return ring_wrong(in, RING_TOO_MANY, *at);
    }
    if (!ring_read_number(in, at)) {
        return false;
    }
    if (*at == in->len || !ring_is_blank(in->text[*at])) {
        return ring_wrong(in, RING_NO_BLANK, *at);
    }
    while (*at < in->len && ring_is_blank(in->text[*at])) {
        ++*at;
    }
    if (!ring_read_key(in, at)) {
        return false;
    }
    in->n++;
    return true;
}

static void ring_read(struct ring_text *in, const char *text, size_t len)
{
    size_t at = 0;
    bool right = true;

    in->text = text;
    in->len = len;
    in->n = 0;
    in->fault = RING_FINE;
    in->line_at = 0;
    if (len == 0) {
        right = ring_wrong(in, RING_EMPTY, 0);
    }
    while (right && at < len) {
        right = ring_read_line(in, &at);
    }
}

static guidon_status ring_status(enum ring_fault fault)
{
    switch (fault) {
    case RING_FINE:
        return GUIDON_OK;
    case RING_ZERO_BEFORE:
    case RING_LARGE:
    case RING_TWICE:
        return GUIDON_E_RANGE;
    case RING_EMPTY:
    case RING_NO_KEY_LEN:
    case RING_OTHER_LEN:
        return GUIDON_E_LENGTH;
    case RING_TOO_MANY:
        return GUIDON_E_SPACE;
    case RING_NO_NUMBER:
    case RING_NO_BLANK:
    case RING_NO_DIGIT:
    default:
        return GUIDON_E_CHAR;
    }
}

/* Put the keys of right lines into an erased ring. */
static void ring_take(guidon_key_ring *ring, const struct ring_text *in)
{
    unsigned char bytes[GUIDON_KEY_LEN];

    for (size_t line = 0; line < in->n; line++) {
        const char *digits = in->text + in->keys_at[line];

        for (size_t i = 0; i < in->digits / 2; i++) {
            bytes[i] = (unsigned char)(ring_digit(digits[2 * i]) << 4 |
                                       ring_digit(digits[2 * i + 1]));
        }
        ring_append(ring, in->numbers[line], bytes, in->digits / 2);
    }
    gdn_wipe(bytes, sizeof bytes);
}

guidon_status guidon_key_ring_parse(guidon_key_ring *ring, const char *text,
                                    size_t len, size_t *bad_at)
{
    struct ring_text in;

    ring_read(&in, text, len);
    if (in.fault == RING_FINE) {
        guidon_key_ring_wipe(ring);
        ring_take(ring, &in);
    } else if (bad_at) {
        *bad_at = in.bad_at;
    }
    return ring_status(in.fault);
}

/* ----------------------------------------------------------------- the reason */

static void ring_say_numbered(struct gdn_sentence *to, const char *before,
                              uint64_t number, const char *after)
{
    gdn_add(to, before);
    gdn_add_number(to, number);
    gdn_add(to, after);
}

/* Say that a byte of the line is not what is due there. */
static void ring_say_byte(struct gdn_sentence *to, const struct ring_text *in,
                          const char *due)
{
    ring_say_numbered(to, "column ", in->bad_at - in->line_at + 1,
                      in->bad_at == in->len ? ": the text ends"
                                            : ": this byte is wrong");
    gdn_add(to, " (expected ");
    gdn_add(to, due);
    gdn_add(to, ")");
}

static void ring_say_len(struct gdn_sentence *to, const struct ring_text *in)
{
    ring_say_numbered(to, "the key has ", in->bad_digits,
                      in->bad_digits == 1 ? " hexadecimal digit"
                                          : " hexadecimal digits");
    if (in->fault == RING_OTHER_LEN) {
        ring_say_numbered(to, " (expected ", in->digits, ", as on line 1)");
    } else {
        gdn_add(to, " (expected 32 or 64)");
    }
}

static void ring_say(struct gdn_sentence *to, const struct ring_text *in)
{
    switch (in->fault) {
    case RING_FINE:
        break;
    case RING_EMPTY:
        gdn_add(to, "the key ring has no line");
        break;
    case RING_NO_NUMBER:
        ring_say_byte(to, in, "the number of a key, 0 to 65535");
        break;
    case RING_ZERO_BEFORE:
        gdn_add(to, "the number begins with a zero that it does not need");
        break;
    case RING_LARGE:
        gdn_add(to, "the number is above 65535");
        break;
    case RING_TWICE:
        ring_say_numbered(to, "line ", in->twin + 1, " has the same number");
        break;
    case RING_NO_BLANK:
        ring_say_byte(to, in, "a blank or a tab behind the number");
        break;
    case RING_NO_DIGIT:
        ring_say_byte(to, in, "a hexadecimal digit");
        break;
    case RING_NO_KEY_LEN:
    case RING_OTHER_LEN:
        ring_say_len(to, in);
        break;
    case RING_TOO_MANY:
        ring_say_numbered(to, "a key ring has at most ", GUIDON_KEY_RING_MAX,
                          " keys");
        break;
    }
}

guidon_status guidon_key_ring_reason(char *out, size_t out_cap, size_t *out_len,
                                     const char *text, size_t len)
{
    char room[GUIDON_KEY_RING_REASON_MAX];
    struct gdn_sentence words = {room, sizeof room, 0};
    struct ring_text in;

    ring_read(&in, text, len);
    if (in.fault != RING_FINE) {
        ring_say_numbered(&words, "line ", in.n + 1, ": ");
        ring_say(&words, &in);
    }
    return gdn_give_sentence(out, out_cap, out_len, &words);
}
