/* SPDX-License-Identifier: MIT */
/* The names of kinds and forms. */
#include "batch.h"

/* The kinds. Those that need an option are at the end. Functions of Python are called
 * uuid7 and so on, so these names are taken too. */
static const struct {
    const char *name, *alias;
    guidon_kind kind;
} kinds[] = {
    {"v1", "uuid1", GUIDON_V1},
    {"v4", "uuid4", GUIDON_V4},
    {"v6", "uuid6", GUIDON_V6},
    {"v7", "uuid7", GUIDON_V7},
    {"ulid", "ulid", GUIDON_ULID},
    {"ulid-monotonic", "ulid-monotonic", GUIDON_ULID_MONOTONIC},
    {"v2", "uuid2", GUIDON_V2},
    {"v8-node", "v8-node", GUIDON_V8_NODE},
    {"v8-append", "v8-append", GUIDON_V8_PREFIXED},
    {"v8-sharded", "v8-sharded", GUIDON_V8_PREFIXED},
};
#define KINDS       (sizeof kinds / sizeof kinds[0])
#define PLAIN_KINDS (KINDS - 4)

static const char *find_kind(guidon_kind *out, const char *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(kinds[i].name, name) == 0 ||
            strcmp(kinds[i].alias, name) == 0) {
            *out = kinds[i].kind;
            return kinds[i].name;
        }
    }
    PyErr_Format(
        PyExc_ValueError,
        "unknown kind '%s' (expected v1, v4, v6, v7, ulid or "
        "ulid-monotonic%s)",
        name, count == KINDS ? ", v8-append, v8-sharded, v2 or v8-node" : "");
    return NULL;
}

const char *gpy_find_kind(guidon_kind *out, const char *name)
{
    return find_kind(out, name, KINDS);
}

int gpy_find_plain_kind(guidon_kind *out, const char *name)
{
    return find_kind(out, name, PLAIN_KINDS) ? 0 : -1;
}

int gpy_find_form(guidon_form *out, const char *name)
{
    if (guidon_form_from_name(out, name) == GUIDON_OK) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError,
                 "unknown form '%s' (guidon.forms has the names)", name);
    return -1;
}

int gpy_find_fixed_form(guidon_form *out, const char *name)
{
    if (gpy_find_form(out, name) < 0) {
        return -1;
    }
    if (guidon_form_len(*out) == 0) {
        PyErr_Format(PyExc_ValueError,
                     "the texts of form '%s' have several lengths; a buffer "
                     "needs a form of one length, such as 'uuid'",
                     name);
        return -1;
    }
    return 0;
}
