/* SPDX-License-Identifier: MIT */
/*
 * A str as characters of one byte.
 *
 * No text of an id has a character outside ASCII. So each such character becomes
 * the byte 0x80, which every form rejects. Then lengths and offsets count
 * characters, as Python does, and lone surrogates need no care.
 */
#include "guidon_py.h"

/* Copy the characters. Returns 0, or -1 with an exception. */
static int copy_characters(gpy_text *out, PyObject *text)
{
    Py_ssize_t length = PyUnicode_GetLength(text);

    out->copy = (char *)PyMem_Malloc(length > 0 ? (size_t)length : 1);
    if (!out->copy) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < length; i++) {
        Py_UCS4 character = PyUnicode_ReadChar(text, i);

        out->copy[i] = (char)(character < 0x80 ? character : 0x80);
    }
    out->chars = out->copy;
    out->len = (size_t)length;
    return 0;
}

int gpy_text_open(gpy_text *out, PyObject *text)
{
    Py_ssize_t length;

    out->copy = NULL;
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "expected str, not %R",
                     (PyObject *)Py_TYPE(text));
        return -1;
    }
    out->chars = PyUnicode_AsUTF8AndSize(text, &length);
    if (out->chars && length == PyUnicode_GetLength(text)) {
        out->len = (size_t)length;
        return 0;
    }
    if (!out->chars && !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        return -1;
    }
    PyErr_Clear();
    return copy_characters(out, text);
}

void gpy_text_close(gpy_text *text)
{
    PyMem_Free(text->copy);
    text->copy = NULL;
}
