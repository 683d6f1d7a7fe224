/* SPDX-License-Identifier: MIT */
/* Texts to ids: parse and detect. */
#include "guidon_py.h"

/* Add a bit of GUIDON_ACCEPT if an option is true. Returns 0, or -1. */
static int add_option(uint64_t *accept, PyObject *option, uint64_t bit)
{
    int is_true = option ? PyObject_IsTrue(option) : 0;

    if (is_true > 0) {
        *accept |= bit;
    }
    return is_true < 0 ? -1 : 0;
}

/* Read the text of a call function(text, accept, *, lenient, exact_case). */
static int read_call(const char *function, const gpy_state *state,
                     guidon_id *out, guidon_form *form, PyObject *const *args,
                     Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"text", "accept", "lenient",
                                        "exact_case"};
    const gpy_parameters parameters = {function, names, 4, 2, 1};
    PyObject *values[4];
    uint64_t accept;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_accept(&accept, values[1]) < 0 ||
        add_option(&accept, values[2], GUIDON_ACCEPT_LENIENT) < 0 ||
        add_option(&accept, values[3], GUIDON_ACCEPT_EXACT_CASE) < 0) {
        return -1;
    }
    return gpy_read_text(state, out, form, values[0], accept);
}

#define READING_PARAMETERS                                                     \
  "text: a str.\n"                                                             \
  "accept: the name of a form, or several names. `forms` has all names.\n"     \
  "    None and 'any' stand for the forms that need no name: 'uuid', 'hex'\n"  \
  "    and 'ulid' in both cases, 'braces', 'parens', 'urn', 'oid',\n"          \
  "    'urn-oid', 'c', 'guid-x' and 'ncs'. 32 hexadecimal digits are 'hex',\n" \
  "    and 26 characters of Crockford's alphabet are a ULID. A text of any\n"  \
  "    other form is a ParseError whose `reason` says which forms it could\n"  \
  "    have.\n"                                                                \
  "lenient: if true, skip blanks at the ends, and read the aliases and\n"      \
  "    hyphens of Crockford's base32 in ULIDs and the looser UUIDs of\n"       \
  "    PostgreSQL, .NET and Go.\n"                                             \
  "exact_case: if true, read 'uuid', 'hex' and 'ulid-lower' in lower case\n"   \
  "    alone, and 'uuid-upper', 'hex-upper' and 'ulid' in upper case.\n\n"     \
  "Raise ParseError, a ValueError with `reason` and `offset`, if the text\n"   \
  "is not an id; ValueError if accept names an unknown form; TypeError if\n"   \
  "the text is not a str.\n\n"

PyDoc_STRVAR(
    parse_doc,
    "parse(text, accept=None, *, lenient=False, exact_case=False)\n--\n\n"
    "Return the uuid.UUID of a text.\n\n" READING_PARAMETERS
    ">>> parse('01FWHE4YDGFK1SHH6W1G60EECF')\n"
    "UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')\n"
    ">>> parse('1BihbxwwQ4NZZpKRH9JDCz', accept='base58')\n"
    "UUID('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')");
static PyObject *read_parse(PyObject *module, PyObject *const *args,
                            Py_ssize_t n, PyObject *keywords)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_id id;
    int result =
        n == 1 && !keywords
            ? gpy_read_text(state, &id, NULL, args[0], GUIDON_ACCEPT_ANY)
            : read_call("parse", state, &id, NULL, args, n, keywords);

    return result < 0 ? NULL : gpy_uuid_new(state, &id);
}

PyDoc_STRVAR(
    detect_doc,
    "detect(text, accept=None, *, lenient=False, exact_case=False)\n--\n\n"
    "Return the name of the form of a text, which is a name in `forms`.\n\n" READING_PARAMETERS
    ">>> detect('01FWHE4YDGFK1SHH6W1G60EECF')\n"
    "'ulid'\n"
    ">>> detect('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}')\n"
    "'braces'");
static PyObject *read_detect(PyObject *module, PyObject *const *args,
                             Py_ssize_t n, PyObject *keywords)
{
    guidon_id id;
    guidon_form form;

    return read_call("detect", gpy_state_of(module), &id, &form, args, n,
                     keywords) < 0
               ? NULL
               : PyUnicode_InternFromString(guidon_form_name(form));
}

static PyMethodDef readers[] = {
    {"detect", GPY_FASTCALL(read_detect), METH_FASTCALL | METH_KEYWORDS,
     detect_doc},
    {"parse", GPY_FASTCALL(read_parse), METH_FASTCALL | METH_KEYWORDS,
     parse_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_reading(PyObject *module)
{
    return PyModule_AddFunctions(module, readers);
}
