/* SPDX-License-Identifier: MIT */
/* key_ring.c - compare the reader of key rings with a slow one, line by line, and ask
 * for the reason if it refuses the text */
#include "../support/fuzz.h"

#include <ctype.h>
#include <guidon.h>
#include <string.h>

/* A right line: its number and key, and how many bytes it has with its end. */
struct slow_line {
    unsigned long number;
    unsigned char key[GUIDON_KEY_LEN];
    size_t key_len, len;
};

static unsigned slow_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

    return at ? (unsigned)(at - digits) : 16;
}

/* Read the line that begins a text. False if it is not right. */
static bool slow_read(struct slow_line *line, const char *text, size_t len)
{
    static char copy[FUZZ_BUFFER_MAX + 1];
    size_t end = 0, at = 0;

    while (end < len && text[end] != '\n') {
        end++;
    }
    line->len = end < len ? end + 1 : end;
    if (end > 0 && text[end - 1] == '\r') {
        end--;
    }
    memcpy(copy, text, end);
    copy[end] = '\0';
    line->number = 0;
    while (isdigit((unsigned char)copy[at]) && at < 6) {
        line->number = 10 * line->number + slow_digit(copy[at++]);
    }
    if (at == 0 || line->number > 65535 || (copy[0] == '0' && at > 1) ||
        (copy[at] != ' ' && copy[at] != '\t')) {
        return false;
    }
    at += strspn(copy + at, " \t");
    line->key_len = (end - at) / 2;
    if (end - at != 32 && end - at != 64) {
        return false;
    }
    for (size_t i = 0; i < 2 * line->key_len; i++) {
        unsigned digit = slow_digit(copy[at + i]);

        if (digit == 16) {
            return false;
        }
        line->key[i / 2] =
            (unsigned char)((unsigned)line->key[i / 2] << 4 | digit);
    }
    return true;
}

/* Has the ring this key at this place? */
static void check_key(const guidon_key_ring *ring, unsigned i,
                      const struct slow_line *line)
{
    unsigned char *key = (unsigned char *)fuzz_marked(line->key_len);
    uint32_t number = 0;
    size_t len = 0;

    CHECK(guidon_key_ring_number(&number, ring, i) == GUIDON_OK);
    CHECK(number == line->number);
    CHECK(guidon_key_ring_find(key, line->key_len, &len, ring, number) ==
          GUIDON_OK);
    CHECK(len == line->key_len && memcmp(key, line->key, len) == 0);
}

/* Add the lines of a text to a ring. False if a line is not right; *at is its place. */
static bool slow_ring(guidon_key_ring *ring, size_t *at, const char *text,
                      size_t len)
{
    *at = 0;
    while (*at < len) {
        struct slow_line line;

        if (!slow_read(&line, text + *at, len - *at) ||
            guidon_key_ring_add(ring, (uint32_t)line.number, line.key,
                                line.key_len) != GUIDON_OK) {
            return false;
        }
        *at += line.len;
    }
    return len > 0;
}

static void check_reason(const char *text, size_t len, bool right)
{
    char *out = fuzz_marked(GUIDON_KEY_RING_REASON_MAX);
    size_t n = 0;

    CHECK(guidon_key_ring_reason(out, GUIDON_KEY_RING_REASON_MAX, &n, text,
                                 len) == GUIDON_OK);
    CHECK((n == 0) == right);
    CHECK(right || memcmp(out, "line ", 5) == 0);
    for (size_t i = 0; i < n; i++) {
        CHECK(out[i] >= ' ' && out[i] <= '~');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    guidon_key_ring ring, slow = {{0}};
    size_t bad_at, at;
    const char *text;
    bool right;

    if (size > FUZZ_BUFFER_MAX) {
        return 0;
    }
    text = fuzz_copy(data, size);
    mark(&ring, sizeof ring);
    mark(&bad_at, sizeof bad_at);
    right = slow_ring(&slow, &at, text, size);
    CHECK((guidon_key_ring_parse(&ring, text, size, &bad_at) == GUIDON_OK) ==
          right);
    if (right) {
        CHECK(memcmp(&ring, &slow, sizeof ring) == 0);
        at = 0;
        for (unsigned i = 0; at < size; i++) {
            struct slow_line line;

            CHECK(slow_read(&line, text + at, size - at));
            check_key(&ring, i, &line);
            at += line.len;
        }
    } else {
        CHECK(is_marked(&ring, sizeof ring));
        CHECK(bad_at >= at && bad_at <= size);
    }
    check_reason(text, size, right);
    return 0;
}
