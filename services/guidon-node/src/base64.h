/* SPDX-License-Identifier: MIT */
/* base64.h - keys and values as etcd's JSON writes them (RFC 4648, section 4) */
#ifndef GUIDON_NODE_BASE64_H
#define GUIDON_NODE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* The text of `len` bytes, with a NUL; `out` has room for it. */
#define BASE64_SIZE(len) (((len) + 2) / 3 * 4 + 1)
void base64_write(char *out, const void *in, size_t len);

/* The number of bytes that a text stands for, if it is base64. */
size_t base64_bytes(const char *text);

/* In place of a NUL that another program has written. No key and no value of
 * guidon-node has this byte, so they differ from such a text, and it is whole. */
#define BASE64_NUL '\1'

/* Reads text into at most `size` - 1 bytes and a NUL. Returns false if the text
 * is not base64, or the bytes are too many. */
bool base64_read(char *out, size_t size, const char *text);

#endif
