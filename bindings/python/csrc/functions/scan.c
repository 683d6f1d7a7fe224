/* SPDX-License-Identifier: MIT */
/*
 * Ids and aliases in text, for guidon.alias, and ranks of ids, for guidon.idset. The functions keep no scanner between
 * calls: each call has a piece of the text with the bytes before it.
 */
#include "../guidon_py.h"

#define EVERY_FORM                                                             \
  (GUIDON_SCAN_UUID | GUIDON_SCAN_ULID | GUIDON_SCAN_ULID_LOWER |              \
   GUIDON_SCAN_HEX | GUIDON_SCAN_TYPEID | GUIDON_SCAN_ANY_TIME)

/* Return 0, or -1 with ValueError. */
static int begin(guidon_scanner *scanner, const char *word, Py_ssize_t len,
                 int kind, unsigned flags)
{
    if (guidon_scanner_init(scanner, word, (size_t)len, (guidon_alias_kind)kind,
                            flags) == GUIDON_OK) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError,
                 "no alias of this kind begins with '%.40s'; expected a letter "
                 "and at most 30 letters, digits and '_'",
                 word);
    return -1;
}

/* Return the guidon_id_kind of a span; of a word, a number that is none. Only the text
 * shows that an id is a ULID. */
static int kind_of(const guidon_span *span)
{
    return span->form == GUIDON_SPAN_WORD   ? GUIDON_ID_KINDS
           : span->form == GUIDON_FORM_ULID ? (int)GUIDON_KIND_ULID
                                            : (int)guidon_kind_of(&span->id);
}

/* Return a tuple of a span, or NULL with an exception. */
static PyObject *span_object(const guidon_span *span)
{
    const bool is_word = span->form == GUIDON_SPAN_WORD;
    PyObject *id = is_word ? Py_None : gpy_bytes(&span->id);

    if (is_word) {
        Py_INCREF(id);
    }
    return id ? Py_BuildValue("nnNnKNi", (Py_ssize_t)span->at,
                              (Py_ssize_t)span->len, id,
                              (Py_ssize_t)span->prefix_len,
                              (unsigned long long)span->number,
                              PyBool_FromLong(span->stays), kind_of(span))
              : NULL;
}

/* Return the list of all spans of a piece, or NULL with an exception. */
static PyObject *list_spans(guidon_scanner *scanner)
{
    PyObject *found = PyList_New(0);
    guidon_span span;

    while (found && guidon_scanner_next(&span, scanner)) {
        PyObject *one = span_object(&span);

        if (!one || PyList_Append(found, one) < 0) {
            Py_CLEAR(found);
        }
        Py_XDECREF(one);
    }
    return found;
}

static PyObject *scan_spans(PyObject *module, PyObject *args)
{
    guidon_scanner scanner;
    Py_buffer data;
    Py_ssize_t from, word_len;
    const char *word;
    int last, kind;
    unsigned flags;
    PyObject *found = NULL;

    (void)module;
    if (!PyArg_ParseTuple(args, "y*nps#iI", &data, &from, &last, &word,
                          &word_len, &kind, &flags)) {
        return NULL;
    }
    if (from < 0 || from > data.len) {
        PyErr_SetString(PyExc_ValueError, "the piece begins outside the data");
    } else if (begin(&scanner, word, word_len, kind, flags) == 0) {
        guidon_scanner_piece(&scanner, data.buf, (size_t)data.len, (size_t)from,
                             last != 0);
        found = list_spans(&scanner);
    }
    PyBuffer_Release(&data);
    return found ? Py_BuildValue("Nn", found,
                                 (Py_ssize_t)guidon_scanner_done(&scanner))
                 : NULL;
}

/* Find the span that a whole text is. Return 0, or -1 with ValueError. */
static int whole(guidon_span *out, guidon_scanner *scanner, const char *text,
                 Py_ssize_t len)
{
    guidon_scanner_piece(scanner, text, (size_t)len, 0, true);
    if (guidon_scanner_next(out, scanner) && out->at == 0 &&
        out->len == (size_t)len) {
        return 0;
    }
    PyErr_SetString(PyExc_ValueError, "the text is neither an id nor an alias");
    return -1;
}

static PyObject *scan_alias_format(PyObject *module, PyObject *args)
{
    char out[GUIDON_ALIAS_MAX];
    guidon_scanner scanner;
    guidon_span span;
    const char *text, *word;
    Py_ssize_t len, word_len;
    size_t out_len = 0;
    int kind;
    unsigned long long number;
    unsigned spelling;

    (void)module;
    if (!PyArg_ParseTuple(args, "y#s#iKI", &text, &len, &word, &word_len, &kind,
                          &number, &spelling) ||
        begin(&scanner, word, word_len, kind, EVERY_FORM) < 0 ||
        whole(&span, &scanner, text, len) < 0) {
        return NULL;
    }
    if (guidon_alias_format(out, sizeof out, &out_len, &scanner, &span, text,
                            number, spelling) != GUIDON_OK) {
        PyErr_SetString(PyExc_ValueError, "no alias has these numbers");
        return NULL;
    }
    return PyBytes_FromStringAndSize(out, (Py_ssize_t)out_len);
}

static PyObject *scan_span_format(PyObject *module, PyObject *args)
{
    char out[GUIDON_ALIAS_MAX];
    guidon_scanner scanner;
    guidon_span span;
    guidon_id id;
    const char *text, *bytes;
    Py_ssize_t len, n;
    size_t out_len = 0;

    (void)module;
    if (!PyArg_ParseTuple(args, "y#y#", &bytes, &n, &text, &len) ||
        begin(&scanner, "", 0, GUIDON_ALIAS_NONE, EVERY_FORM) < 0 ||
        whole(&span, &scanner, text, len) < 0) {
        return NULL;
    }
    if (n != (Py_ssize_t)sizeof id.bytes) {
        PyErr_SetString(PyExc_ValueError, "an id has 16 bytes");
        return NULL;
    }
    memcpy(id.bytes, bytes, sizeof id.bytes);
    if (guidon_span_format(out, sizeof out, &out_len, &id, &span, text) !=
        GUIDON_OK) {
        PyErr_SetString(PyExc_ValueError, "the text is no id");
        return NULL;
    }
    return PyBytes_FromStringAndSize(out, (Py_ssize_t)out_len);
}

static PyObject *scan_rank(PyObject *module, PyObject *args)
{
    guidon_query query;
    guidon_id id;
    Py_buffer ids, whole;
    const char *text;
    Py_ssize_t len;
    int kind;
    PyObject *ranks = NULL;

    (void)module;
    if (!PyArg_ParseTuple(args, "s#iy*z*", &text, &len, &kind, &ids, &whole)) {
        return NULL;
    }
    if (ids.len % 16 != 0 || (whole.buf && whole.len != 16)) {
        PyErr_SetString(PyExc_ValueError, "an id has 16 bytes");
    } else {
        if (whole.buf) {
            memcpy(id.bytes, whole.buf, sizeof id.bytes);
        }
        if (guidon_query_init(&query, text, (size_t)len, whole.buf ? &id : NULL,
                              (guidon_query_kind)kind) != GUIDON_OK) {
            Py_INCREF(Py_None);
            ranks = Py_None;
        } else if ((ranks = PyBytes_FromStringAndSize(NULL, ids.len / 16))) {
            unsigned char *const out = (void *)PyBytes_AsString(ranks);

            Py_BEGIN_ALLOW_THREADS guidon_query_rank_many(
                out, &query, ids.buf, (size_t)(ids.len / 16));
            Py_END_ALLOW_THREADS
        }
    }
    PyBuffer_Release(&ids);
    PyBuffer_Release(&whole);
    return ranks;
}

static PyObject *scan_short_length(PyObject *module, PyObject *args)
{
    unsigned long long ids;
    double p;
    int kind;

    (void)module;
    if (!PyArg_ParseTuple(args, "Kdi", &ids, &p, &kind)) {
        return NULL;
    }
    return PyLong_FromUnsignedLong(
        guidon_short_length(ids, p, (guidon_kind)kind));
}

static PyMethodDef scans[] = {
    {"_rank", scan_rank, METH_VARARGS, GPY_DOC__rank},
    {"_scan", scan_spans, METH_VARARGS, GPY_DOC__scan},
    {"_alias_format", scan_alias_format, METH_VARARGS, GPY_DOC__alias_format},
    {"_short_length", scan_short_length, METH_VARARGS, GPY_DOC__short_length},
    {"_span_format", scan_span_format, METH_VARARGS, GPY_DOC__span_format},
    {NULL, NULL, 0, NULL},
};

static const char *kind_name(int kind)
{
    return guidon_kind_name((guidon_id_kind)kind);
}

int gpy_add_scan(PyObject *module)
{
    return gpy_add_object(module, "_kinds",
                          gpy_names(kind_name, GUIDON_ID_KINDS)) < 0
               ? -1
               : PyModule_AddFunctions(module, scans);
}
