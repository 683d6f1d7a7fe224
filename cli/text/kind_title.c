/* SPDX-License-Identifier: MIT */
/* kind_title.c - what people call a kind of id, by the names of RFC 9562. */
#include "kind_title.h"
#include "../common/decimal.h"

#include <string.h>

/* Append a text. Returns its end. */
static char *put(char *at, const char *text)
{
    const size_t len = strlen(text);

    memcpy(at, text, len + 1);
    return at + len;
}

const char *kind_title(char out[KIND_TITLE_MAX], guidon_id_kind kind)
{
    char *at = out;

    switch (kind) {
    case GUIDON_KIND_ULID:
        put(out, "ULID");
        break;
    case GUIDON_KIND_NIL:
        put(out, "Nil UUID: no id, all bits zero");
        break;
    case GUIDON_KIND_MAX:
        put(out, "Max UUID: above every id, all bits one");
        break;
    case GUIDON_KIND_NCS:
        put(out, "UUID of the Apollo NCS variant");
        break;
    case GUIDON_KIND_MICROSOFT:
        put(out, "UUID of the early Microsoft variant");
        break;
    case GUIDON_KIND_FUTURE:
        put(out, "UUID of a variant not yet defined");
        break;
    default:
        at = number_put(put(at, "UUID version "), (uint64_t)kind);
        at = put(at, " (");
        put(put(at, guidon_version_name((unsigned)kind)), ")");
    }
    return out;
}
