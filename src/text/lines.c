/* SPDX-License-Identifier: MIT */
/* lines.c - reads lines that end in LF, in CR LF or with the text. */
#include "lines.h"
#include "../core/memory.h"
#include "base32.h"
#include "hex.h"
#include "parse_error.h"
#include <guidon/text.h>

/* Read one text, or the piece of it that the end of the whole text leaves. */
static guidon_status lines_read_text(guidon_id *out, const char *text,
                                     size_t len, size_t *bad_at, bool is_ulid)
{
    const size_t text_len = is_ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN;
    char padded[GUIDON_UUID_LEN] = {0}; /* NUL is wrong in every text */
    guidon_status status;

    if (len < text_len) {
        text = memcpy(padded, text, len);
    }
    status = is_ulid ? guidon_ulid_parse(out, text, text_len, bad_at)
                     : guidon_uuid_parse(out, text, text_len, bad_at);
    return status && *bad_at >= len ? GUIDON_E_LENGTH : status;
}

/* Read right lines that end in LF, up to some other line. Returns how many. */
static size_t read_right_lines(guidon_id *out, const char *text, size_t n,
                               bool is_ulid)
{
#ifdef __OPTIMIZE_SIZE__ /* one reader suffices */
    (void)out, (void)text, (void)n, (void)is_ulid;
    return 0;
#else
    return n == 0    ? 0
           : is_ulid ? GDN_TEXT(base32, parse_lines)(out, text, n)
                     : GDN_TEXT(hex, parse_lines)(out, text, n);
#endif
}

guidon_status gdn_lines_read(guidon_id *out, const char *text, size_t len,
                             size_t n, size_t *done, size_t *bad_at,
                             bool is_ulid)
{
    const size_t text_len = is_ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN;
    guidon_status status = GUIDON_OK;
    size_t at = 0, made = 0;

    while (at < len) {
        size_t wrong = 0, lines = (len - at) / (text_len + 1);
        guidon_id id;

        lines = read_right_lines(out + made, text + at,
                                 lines < n - made ? lines : n - made, is_ulid);
        made += lines;
        at += lines * (text_len + 1);
        if (at == len) {
            break;
        }
        status = made == n ? GUIDON_E_SPACE
                           : lines_read_text(&id, text + at, len - at, &wrong,
                                             is_ulid);
        at += wrong;
        if (status != GUIDON_OK) {
            break;
        }
        at += text_len;
        at += len - at >= 2 && text[at] == '\r' && text[at + 1] == '\n';
        if (at < len && text[at] != '\n') {
            status = GUIDON_E_CHAR;
            break;
        }
        at++;
        out[made++] = id;
    }
    *done = made;
    return status ? gdn_parse_error(bad_at, at, status) : GUIDON_OK;
}
