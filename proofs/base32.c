/* SPDX-License-Identifier: MIT */
/* base32.c - Crockford base 32 by the scalar kernel, from any id and any text */
#include "shim.h"

#include "any.h"

/* In this room's headers the word has its type in brackets. */
#include <stdatomic.h>
#undef _Atomic
#define _Atomic(type) type

#include "../src/text/base32_scalar.c"

#define ROOM 3 /* texts */

static guidon_id ids[ROOM];
static char text[ROOM * GDN_BASE32_LINE];

static void one(void)
{
    size_t bad_at = 77;
    guidon_id id;
    guidon_status status;

    any_bytes(&id, sizeof id);
    gdn_base32_format_scalar(text, &id);
    any_bytes(text, GDN_BASE32_LEN);
    status = gdn_base32_parse_scalar(&id, text, any_bit() ? &bad_at : NULL);
    /*@ check status == GUIDON_OK || status == GUIDON_E_CHAR || status == GUIDON_E_RANGE; */
    /*@ check bad_at <= 25 || bad_at == 77; */
}

static void many(void)
{
    size_t n = any_size(ROOM);
    size_t stride = GDN_BASE32_LEN + any_size(1);
    size_t done;

    any_bytes(ids, sizeof ids);
    gdn_base32_format_many_scalar(text, stride, ids, n);
    gdn_base32_format_lines_scalar(text, ids, n);
    any_bytes(text, sizeof text);
    done = gdn_base32_parse_many_scalar(ids, text, stride, n);
    /*@ check done <= ROOM; */
    done = gdn_base32_parse_lines_scalar(ids, text, n);
    /*@ check done <= ROOM; */
}

void main(void)
{
    one();
    many();
}
