/* SPDX-License-Identifier: MIT */
/* The functions of a base-32 kernel that takes the ids one by one. */
/*
 * A template, included once by each such kernel, after these:
 *
 *   KERNEL    its name, as in gdn_base32_format_KERNEL
 *   TARGET    the attribute that its functions have, or nothing
 *   write_id  void (char out[26], const guidon_id *id)
 *   read_id   bool (guidon_id *out, const char text[26]): gdn_base32_read's
 *
 * Both are inlined into each of the functions here.
 */
#include "base32.h"

#define JOIN_(name, kernel) gdn_base32_##name##_##kernel
#define JOIN(name, kernel)  JOIN_(name, kernel)
#define NAME(name)          JOIN(name, KERNEL)

TARGET void NAME(format)(char out[26], const guidon_id *id)
{
    write_id(out, id);
}

TARGET guidon_status NAME(parse)(guidon_id *out, const char text[26],
                                 size_t *bad_at)
{
    return read_id(out, text) ? GUIDON_OK : gdn_base32_refuse(bad_at, text);
}

TARGET void NAME(format_many)(char *out, size_t stride, const guidon_id *in,
                              size_t n)
{
    for (size_t i = 0; i < n; i++) {
        write_id(out + i * stride, &in[i]);
    }
}

TARGET void NAME(format_lines)(char *out, const guidon_id *in, size_t n)
{
    for (size_t i = 0; i < n; i++, out += GDN_BASE32_LINE) {
        write_id(out, &in[i]);
        out[GDN_BASE32_LEN] = '\n';
    }
}

TARGET size_t NAME(parse_many)(guidon_id *out, const char *text, size_t stride,
                               size_t n)
{
    size_t i = 0;

    while (i < n && read_id(&out[i], text + i * stride)) {
        i++;
    }
    return i;
}

TARGET size_t NAME(parse_lines)(guidon_id *out, const char *text, size_t n)
{
    size_t i = 0;

    while (i < n && text[GDN_BASE32_LEN] == '\n' && read_id(&out[i], text)) {
        i++;
        text += GDN_BASE32_LINE;
    }
    return i;
}

#undef NAME
#undef JOIN
#undef JOIN_
