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
};
#define KINDS       (sizeof kinds / sizeof kinds[0])
#define PLAIN_KINDS (KINDS - 2)

static int find_kind(guidon_kind *out, const char *name, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(kinds[i].name, name) == 0 ||
            strcmp(kinds[i].alias, name) == 0) {
            *out = kinds[i].kind;
            return 0;
        }
    }
    PyErr_Format(PyExc_ValueError,
                 "unknown kind '%s' (expected v1, v4, v6, v7, ulid or "
                 "ulid-monotonic%s)",
                 name, count == KINDS ? ", v2 or v8-node" : "");
    return -1;
}

int gpy_find_kind(guidon_kind *out, const char *name)
{
    return find_kind(out, name, KINDS);
}

int gpy_find_plain_kind(guidon_kind *out, const char *name)
{
    return find_kind(out, name, PLAIN_KINDS);
}

const char *gpy_kind_name(guidon_kind kind)
{
    for (size_t i = 0; i < KINDS; i++) {
        if (kinds[i].kind == kind) {
            return kinds[i].name;
        }
    }
    return "unknown";
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
