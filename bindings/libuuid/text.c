/* SPDX-License-Identifier: MIT */
/* text.c - the functions that read and write text. */
#include "ids.h"

#include <string.h>

static int read_text(uuid_t uu, const char *text)
{
    return guidon_uuid_parse(id_at(uu), text, GUIDON_UUID_LEN, NULL) ==
                   GUIDON_OK
               ? 0
               : -1;
}

/* This reads no byte after the NUL, and at most UUID_STR_LEN bytes. */
int uuid_parse(const char *in, uuid_t uu)
{
    return strnlen(in, UUID_STR_LEN) == GUIDON_UUID_LEN ? read_text(uu, in)
                                                        : -1;
}

int uuid_parse_range(const char *in_start, const char *in_end, uuid_t uu)
{
    return in_end - in_start == GUIDON_UUID_LEN ? read_text(uu, in_start) : -1;
}

static void write_text(char *out, const uuid_t uu)
{
    guidon_uuid_format(out, id_of(uu));
    out[GUIDON_UUID_LEN] = '\0';
}

void uuid_unparse(const uuid_t uu, char *out)
{
    write_text(out, uu);
}

void uuid_unparse_lower(const uuid_t uu, char *out)
{
    write_text(out, uu);
}

void uuid_unparse_upper(const uuid_t uu, char *out)
{
    write_text(out, uu);
    for (size_t i = 0; i < GUIDON_UUID_LEN; i++) {
        out[i] = (char)(out[i] >= 'a' ? out[i] - 'a' + 'A' : out[i]);
    }
}
