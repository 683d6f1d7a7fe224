/* SPDX-License-Identifier: MIT */
/* The functions of a base-32 kernel that takes the ids one by one. */
/*
 * A template, included once by each such kernel, after these:
 *
 *   KERNEL    its name, as in gdn_base32_format_KERNEL
 *   TARGET    the attribute of its functions, or nothing
 *   base32_KERNEL_write_id  void (char out[26], const guidon_id *id)
 *   base32_KERNEL_read_id   bool (guidon_id *out, const char text[26]), as
 *                           gdn_base32_read
 *
 * Compilers inline both into each of the functions here.
 */
#include "base32.h"

#define PUBLIC_(name, kernel) gdn_base32_##name##_##kernel
#define PUBLIC(name, kernel)  PUBLIC_(name, kernel)
#define NAME(name)            PUBLIC(name, KERNEL)
#define OWN_(kernel, name)    base32_##kernel##_##name
#define OWN(kernel, name)     OWN_(kernel, name)
#define WRITE_ID              OWN(KERNEL, write_id)
#define READ_ID               OWN(KERNEL, read_id)

TARGET void NAME(format)(char out[26], const guidon_id *id)
{
    WRITE_ID(out, id);
}

TARGET guidon_status NAME(parse)(guidon_id *out, const char text[26],
                                 size_t *bad_at)
{
    return READ_ID(out, text) ? GUIDON_OK
                              : gdn_base32_parse_error(bad_at, text);
}

TARGET void NAME(format_many)(char *out, size_t stride, const guidon_id *in,
                              size_t n)
{
    for (size_t i = 0; i < n; i++) {
        WRITE_ID(out + i * stride, &in[i]);
    }
}

TARGET void NAME(format_lines)(char *out, const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += GDN_BASE32_LINE) {
        WRITE_ID(out, &in[i]);
        out[GDN_BASE32_LEN] = '\n';
    }
}

TARGET size_t NAME(parse_many)(guidon_id *out, const char *text, size_t stride,
                               size_t n)
{
    size_t i = 0;

    while (i < n && READ_ID(&out[i], text + i * stride)) {
        i++;
    }
    return i;
}

TARGET size_t NAME(parse_lines)(guidon_id *out, const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && text[GDN_BASE32_LEN] == '\n' && READ_ID(&out[i], text)) {
        i++;
        text += GDN_BASE32_LINE;
    }
    return i;
}
