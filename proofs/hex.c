/* SPDX-License-Identifier: MIT */
/* hex.c - hex-and-dash text by the scalar kernel, from any id and any text */
#include "shim.h"

#include "any.h"

/* In this room's headers the word has its type in brackets. */
#include <stdatomic.h>
#undef _Atomic
#define _Atomic(type) type

#include "../src/text/hex_scalar.c"

#define CODEC(name)        gdn_hex_##name
#define LEN                GDN_HEX_LEN
#define LINE               GDN_HEX_LINE
#define LAST               36
#define IS_REFUSED(status) ((status) == GUIDON_E_CHAR)
#include "codec.h"
