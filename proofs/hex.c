/* SPDX-License-Identifier: MIT */
/* hex.c - hex-and-dash text by the scalar kernel, from any id and any text */
#include "shim.h"

#include "any.h"

#include "../src/text/hex_scalar.c"

#define ROOM 3 /* texts */

static guidon_id ids[ROOM];
static char text[ROOM * GDN_HEX_LINE];

static void one(void)
{
    size_t bad_at = 77;
    guidon_id id;
    guidon_status status;

    any_bytes(&id, sizeof id);
    gdn_hex_format_scalar(text, &id);
    any_bytes(text, GDN_HEX_LEN);
    status = gdn_hex_parse_scalar(&id, text, any_bit() ? &bad_at : NULL);
    /*@ check status == GUIDON_OK || status == GUIDON_E_CHAR; */
    /*@ check bad_at <= 36 || bad_at == 77; */
}

static void many(void)
{
    size_t n = any_size(ROOM);
    size_t stride = GDN_HEX_LEN + any_size(1);
    size_t done;

    any_bytes(ids, sizeof ids);
    gdn_hex_format_many_scalar(text, stride, ids, n);
    gdn_hex_format_lines_scalar(text, ids, n);
    any_bytes(text, sizeof text);
    done = gdn_hex_parse_many_scalar(ids, text, stride, n);
    /*@ check done <= ROOM; */
    done = gdn_hex_parse_lines_scalar(ids, text, n);
    /*@ check done <= ROOM; */
}

void main(void)
{
    one();
    many();
}
