/* SPDX-License-Identifier: MIT */
/* value.c - clear, copy and compare ids; type, variant and namespaces. */
#include "ids.h"

#include <string.h>

void uuid_clear(uuid_t uu)
{
    memset(uu, 0, sizeof(uuid_t));
}

void uuid_copy(uuid_t dst, const uuid_t src)
{
    memmove(dst, src, sizeof(uuid_t));
}

int uuid_is_null(const uuid_t uu)
{
    static const uuid_t null;

    return memcmp(uu, null, sizeof null) == 0;
}

/* libuuid compares field by field, the most significant byte of each field
 * first. This is the order of the bytes. */
int uuid_compare(const uuid_t uu1, const uuid_t uu2)
{
    return guidon_compare(id_of(uu1), id_of(uu2));
}

int uuid_type(const uuid_t uu)
{
    return uu[6] >> UUID_TYPE_SHIFT;
}

_Static_assert((int)GUIDON_VARIANT_NCS == UUID_VARIANT_NCS &&
                   (int)GUIDON_VARIANT_RFC == UUID_VARIANT_DCE &&
                   (int)GUIDON_VARIANT_MICROSOFT == UUID_VARIANT_MICROSOFT &&
                   (int)GUIDON_VARIANT_FUTURE == UUID_VARIANT_OTHER,
               "both use the same numbers for the variants");

int uuid_variant(const uuid_t uu)
{
    return (int)guidon_variant_of(id_of(uu));
}

/* The registered namespaces differ in their fourth byte (RFC 9562, section
 * 6.6). */
#define NAMESPACE(fourth)                                                      \
  {                                                                            \
    0x6b, 0xa7, 0xb8, fourth, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0,  \
        0x4f, 0xd4, 0x30, 0xc8                                                 \
  }

static const struct {
    char alias[6];
    uuid_t id;
} templates[] = {
    {"dns", NAMESPACE(0x10)},   {"url", NAMESPACE(0x11)},
    {"oid", NAMESPACE(0x12)},   {"x500", NAMESPACE(0x14)},
    {"x.500", NAMESPACE(0x14)},
};

const uuid_t *uuid_get_template(const char *alias)
{
    for (size_t i = 0; alias && i < sizeof templates / sizeof *templates; i++) {
        /* Compare the first letter first: it decides for most names. */
        if (alias[0] == templates[i].alias[0] &&
            strcmp(alias, templates[i].alias) == 0) {
            return &templates[i].id;
        }
    }
    return NULL;
}
