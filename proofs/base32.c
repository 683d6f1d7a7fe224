/* SPDX-License-Identifier: MIT */
/* base32.c - Crockford base 32 by the scalar kernel, from any id and any
 * text */
#include "shim.h"

#include "any.h"

/* In this room's headers the word has its type in brackets. */
#include <stdatomic.h>
#undef _Atomic
#define _Atomic(type) type

#include "../src/text/base32_scalar.c"

#define CODEC(name) gdn_base32_##name
#define LEN         GDN_BASE32_LEN
#define LINE        GDN_BASE32_LINE
#define LAST        25
#define IS_REFUSED(status)                                                     \
  ((status) == GUIDON_E_CHAR || (status) == GUIDON_E_RANGE)
#include "codec.h"
