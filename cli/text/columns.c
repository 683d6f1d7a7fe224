/* SPDX-License-Identifier: MIT */
/* columns.c - find the fields of a line of CSV or TSV. */
#include "columns.h"

/* Where a field ends: at a separator outside of quotes, or with the line. Only a
 * field that begins with a quote is quoted (RFC 4180, section 2); a quote inside
 * it is written twice. */
static const char *field_until(bool *quoted, const char *at, const char *end,
                               char separator)
{
    const bool opened = at < end && *at == '"';

    *quoted = false;
    while (at < end && (*quoted || *at != separator)) {
        *quoted ^= opened && *at == '"';
        at++;
    }
    return at;
}

static const char *field_end(const char *at, const char *end, char separator)
{
    bool quoted;

    return field_until(&quoted, at, end, separator);
}

bool columns_open(const char *line, size_t len, char separator)
{
    const char *at = line, *end = line + len;
    bool quoted = false;

    while (at < end) {
        at = field_until(&quoted, at, end, separator);
        at += at < end;
    }
    return quoted;
}

/* Here a field ends at the first tab or comma outside of quotes, because both may
 * be the separator. */
char columns_separator(const char *line, size_t len)
{
    const char *at = line, *end = line + len;

    while (at < end) {
        const char *comma = field_end(at, end, ',');
        const char *tab = field_end(at, end, '\t');

        if (tab < comma) {
            return '\t';
        }
        at = comma < end ? comma + 1 : end;
    }
    return ',';
}

bool column_find(struct column *out, const char *line, size_t len,
                 char separator, uint64_t n)
{
    const char *at = line, *end = line + len;

    for (uint64_t i = 1;; i++) {
        const char *from = at;

        at = field_end(at, end, separator);
        if (i == n) {
            bool bare = at - from < 2 || *from != '"' || at[-1] != '"';

            *out = bare ? (struct column){from, (size_t)(at - from)}
                        : (struct column){from + 1, (size_t)(at - from) - 2};
            return true;
        }
        if (at == end) {
            return false;
        }
        at++;
    }
}
