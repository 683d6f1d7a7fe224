/* SPDX-License-Identifier: MIT */
/* reason.c - adds to the reason of the library what concerns files and the tool. */
#include "reason.h"
#include "utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_printable(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && text[n] >= ' ' && text[n] <= '~') {
        n++;
    }
    return n == len;
}

/* Name an encoding or line end that makes many ids one text, such as UTF-16.
 * False if the text has none. */
static bool say_file(char *out, size_t cap, size_t *bad_at, const char *text,
                     size_t len)
{
    const char *cr = memchr(text, '\r', len);

    if (utf8_is_utf16(text, len)) {
        *bad_at = 0;
        snprintf(out, cap, "%s", UTF16_HINT);
        return true;
    }
    if (!cr || cr == text || cr == text + len - 1 || cr[1] == '\n' ||
        !is_printable(text, (size_t)(cr - text))) {
        return false;
    }
    *bad_at = (size_t)(cr - text);
    snprintf(out, cap,
             "a carriage return at offset %zu ends the line (expected line "
             "feeds: tr '\\r' '\\n')",
             *bad_at);
    return true;
}

/* What stands after `part` in the words, or NULL. */
static const char *after_part(const char *words, const char *part)
{
    const size_t len = strlen(part);

    for (; strlen(words) >= len; words++) {
        if (memcmp(words, part, len) == 0) {
            return words + len;
        }
    }
    return NULL;
}

/* The offset that a sentence names, or `otherwise`. */
static size_t offset_of(const char *words, size_t otherwise)
{
    const char *digit = after_part(words, " at offset ");
    size_t offset = 0;

    if (!digit) {
        return otherwise;
    }
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        offset = 10 * offset + (size_t)(*digit - '0');
    }
    return offset;
}

const char *reason_in_place(char out[REASON_MAX], const char *words)
{
    const char *digit = after_part(words, " at offset ");
    const size_t before =
        digit ? (size_t)(digit - words) - strlen(" at offset ") : strlen(words);

    while (digit && *digit >= '0' && *digit <= '9') {
        digit++;
    }
    snprintf(out, REASON_MAX, "%.*s%s", (int)before, words, digit ? digit : "");
    return out;
}

/* What the tool can do with a text of which the library says `words`. */
static const char *hint_for(const char *words, guidon_status status)
{
    return status == GUIDON_E_AMBIGUOUS ? " with --from"
           : after_part(words, "ends as a TypeID")
               ? "; --from typeid reads TypeIDs"
           : after_part(words, "text with an id")
               ? "; 'guidon scan -o' writes the ids alone"
               : "";
}

const char *reason_text(char out[REASON_MAX], size_t *bad_at, const char *text,
                        size_t len, guidon_accept accept, unsigned flags,
                        guidon_status status)
{
    size_t n = 0;
    const char *hint;

    if (len > 0 && say_file(out, REASON_MAX, bad_at, text, len)) {
        return out;
    }
    if (guidon_parse_reason(out, GUIDON_REASON_MAX, &n, text, len, accept,
                            flags) != GUIDON_OK) {
        n = 0; /* cannot be: the sentence fits */
    }
    out[n] = '\0';
    *bad_at = offset_of(out, *bad_at);
    hint = hint_for(out, status);
    snprintf(out + n, REASON_MAX - n, "%s", hint);
    return out;
}
