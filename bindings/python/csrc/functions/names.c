/* SPDX-License-Identifier: MIT */
/* Ids from a namespace and a name: uuid3, uuid5 and version 8. */
#include "makers.h"

/* A name of this length or more is hashed without the interpreter's lock. */
#define LONG_NAME 65536

typedef void name_function(guidon_id *out, const guidon_id *ns,
                           const void *name, size_t len);

static void make_name(name_function *make, guidon_id *out, const guidon_id *ns,
                      const gpy_data *name)
{
    if (name->len < LONG_NAME) {
        make(out, ns, name->bytes, name->len);
        return;
    }
    Py_BEGIN_ALLOW_THREADS make(out, ns, name->bytes, name->len);
    Py_END_ALLOW_THREADS
}

/* Read the word of a registered namespace, such as "dns". Returns 1, or 0 if the object
 * is none. */
static int read_word(guidon_id *out, PyObject *object)
{
    static const struct {
        const char *word;
        guidon_id (*id)(void);
    } known[] = {
#define NAMESPACE_ROW(word, id) {word, id},
        GUIDON_NAMESPACE_LIST(NAMESPACE_ROW)
#undef NAMESPACE_ROW
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (PyUnicode_CompareWithASCIIString(object, known[i].word) == 0) {
            *out = known[i].id();
            return 1;
        }
    }
    return 0;
}

/* Read a namespace: an id, or the word of a registered one. Returns 0, or -1. */
static int read_namespace(const gpy_state *state, guidon_id *out,
                          PyObject *object)
{
    return PyUnicode_Check(object) && read_word(out, object)
               ? 0
               : gpy_read_id(state, out, object);
}

/* Make the id of a call function(namespace, name). Returns 0, or -1. */
static int make_named(const gpy_state *state, guidon_id *out,
                      name_function *make, const char *function,
                      PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"namespace", "name"};
    const gpy_parameters parameters = {function, names, 2, 2, 2};
    PyObject *values[2];
    guidon_id ns;
    gpy_data name;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        read_namespace(state, &ns, values[0]) < 0 ||
        gpy_name_open(&name, values[1]) < 0) {
        return -1;
    }
    make_name(make, out, &ns, &name);
    gpy_data_close(&name);
    return 0;
}

static int uuid3(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return make_named(state, out, guidon_v3_make, "uuid3", args, n, keywords);
}

static int uuid5(const gpy_state *state, guidon_id *out, PyObject *const *args,
                 Py_ssize_t n, PyObject *keywords)
{
    return make_named(state, out, guidon_v5_make, "uuid5", args, n, keywords);
}

static int uuid8_sha256(const gpy_state *state, guidon_id *out,
                        PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    return make_named(state, out, guidon_v8_sha256_make, "uuid8_sha256", args,
                      n, keywords);
}

static int uuid8_from_digest(const gpy_state *state, guidon_id *out,
                             PyObject *const *args, Py_ssize_t n,
                             PyObject *keywords)
{
    static const char *const names[] = {"digest"};
    static const gpy_parameters parameters = {"uuid8_from_digest", names, 1, 1,
                                              1};
    PyObject *values[1];
    gpy_data digest;
    guidon_status status;

    (void)state;
    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_data_open(&digest, values[0]) < 0) {
        return -1;
    }
    status = guidon_v8_from_digest(out, digest.bytes, digest.len);
    if (status) {
        PyErr_Format(PyExc_ValueError, "a digest has 16 bytes or more, not %zu",
                     digest.len);
    }
    gpy_data_close(&digest);
    return status ? -1 : 0;
}

GPY_DEFINE_MAKER(uuid3)
GPY_DEFINE_MAKER(uuid5)
GPY_DEFINE_MAKER(uuid8_from_digest)
GPY_DEFINE_MAKER(uuid8_sha256)

static PyMethodDef makers[] = {
    GPY_MAKER_METHODS(uuid3),
    GPY_MAKER_METHODS(uuid5),
    GPY_MAKER_METHODS(uuid8_from_digest),
    GPY_MAKER_METHODS(uuid8_sha256),
    {NULL, NULL, 0, NULL},
};

int gpy_add_names(PyObject *module)
{
    return PyModule_AddFunctions(module, makers);
}
