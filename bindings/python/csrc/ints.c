/* SPDX-License-Identifier: MIT */
/*
 * Ids as ints of Python.
 *
 * An int is a sequence of digits of 30 bits, least significant first, without zeros
 * at the top. Writing the five digits of an id takes a third of the instructions of
 * the function that converts bytes of any length, and reading them spares the function
 * for the other way. An id below 2^120 has fewer digits and takes the functions for any
 * length, as do interpreters with digits of 15 bits.
 */
#include "guidon_py.h"

#if !defined(Py_LIMITED_API) && PY_VERSION_HEX < 0x030b0000
#  include <longintrepr.h>
#endif

static PyObject *int_from_bytes(const guidon_id *id)
{
#ifdef Py_LIMITED_API
    return PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s",
                               (const char *)id->bytes, (Py_ssize_t)16, "big");
#elif PY_VERSION_HEX >= 0x030d0000
    return PyLong_FromUnsignedNativeBytes(id->bytes, 16,
                                          Py_ASNATIVEBYTES_BIG_ENDIAN);
#else
    return _PyLong_FromByteArray(id->bytes, 16, 0, 0);
#endif
}

#if !defined(Py_LIMITED_API) && PYLONG_BITS_IN_DIGIT == 30

#  define DIGITS     5
#  define DIGIT_MASK 0x3fffffffu

/* Write the digits of an id: 30 bits each, and 8 bits in the last one. */
static void write_digits(digit out[DIGITS], const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    out[0] = (digit)(lo & DIGIT_MASK);
    out[1] = (digit)(lo >> 30 & DIGIT_MASK);
    out[2] = (digit)((lo >> 60 | hi << 4) & DIGIT_MASK);
    out[3] = (digit)(hi >> 26 & DIGIT_MASK);
    out[4] = (digit)(hi >> 56);
}

static PyObject *int_from_digits(const guidon_id *id)
{
#  if PY_VERSION_HEX >= 0x030e0000
    void *digits;
    PyLongWriter *writer = PyLongWriter_Create(0, DIGITS, &digits);

    if (!writer) {
        return NULL;
    }
    write_digits(digits, id);
    return PyLongWriter_Finish(writer);
#  else
    PyLongObject *number = _PyLong_New(DIGITS);

    if (number) {
#    if PY_VERSION_HEX >= 0x030c0000
        write_digits(number->long_value.ob_digit, id);
#    else
        write_digits(number->ob_digit, id);
#    endif
    }
    return (PyObject *)number;
#  endif
}

PyObject *gpy_int_new(const guidon_id *id)
{
    return id->bytes[0] ? int_from_digits(id) : int_from_bytes(id);
}

/* Read the digits of an id, as write_digits writes them. Returns false if they have more
 * than 128 bits. */
static bool read_digits(guidon_id *out, const digit digits[DIGITS])
{
    const uint64_t d1 = digits[1], d2 = digits[2], d3 = digits[3],
                   d4 = digits[4];

    if (d4 > 0xff) {
        return false;
    }
    *out = guidon_from_words(d4 << 56 | d3 << 26 | d2 >> 4,
                             d2 << 60 | d1 << 30 | digits[0]);
    return true;
}

/* Read an int of five digits that is not negative. Returns false for every other one,
 * which may still be an id. */
static bool read_five_digits(guidon_id *out, PyObject *number)
{
#  if PY_VERSION_HEX >= 0x030e0000
    PyLongExport found;
    bool is_read;

    if (PyLong_Export(number, &found) < 0) {
        PyErr_Clear();
        return false;
    }
    is_read = found.digits && !found.negative && found.ndigits == DIGITS &&
              read_digits(out, found.digits);
    PyLong_FreeExport(&found);
    return is_read;
#  elif PY_VERSION_HEX >= 0x030c0000
    const _PyLongValue *value = &((const PyLongObject *)number)->long_value;

    return value->lv_tag == (uintptr_t)DIGITS << _PyLong_NON_SIZE_BITS &&
           read_digits(out, value->ob_digit);
#  else
    return Py_SIZE(number) == DIGITS &&
           read_digits(out, ((const PyLongObject *)number)->ob_digit);
#  endif
}

#else

static bool read_five_digits(guidon_id *out, PyObject *number)
{
    (void)out, (void)number;
    return false;
}

PyObject *gpy_int_new(const guidon_id *id)
{
    return int_from_bytes(id);
}

#endif

/* Replace the exception of a number that is not 128 bits. Returns -1. */
static int int_out_of_range(void)
{
    PyErr_SetString(PyExc_ValueError,
                    "int is out of range (need a 128-bit value)");
    return -1;
}

/* A class derived from int may have methods of its own, so the method is that of
 * int itself. */
static int read_any_int(guidon_id *out, PyObject *number)
{
#ifdef Py_LIMITED_API
    PyObject *bytes = PyObject_CallMethod((PyObject *)&PyLong_Type, "to_bytes",
                                          "Ois", number, 16, "big");

    if (!bytes) {
        return PyErr_ExceptionMatches(PyExc_OverflowError) ? int_out_of_range()
                                                           : -1;
    }
    memcpy(out->bytes, PyBytes_AsString(bytes), 16);
    Py_DECREF(bytes);
    return 0;
#elif PY_VERSION_HEX >= 0x030d0000
    Py_ssize_t size = PyLong_AsNativeBytes(
        number, out->bytes, 16,
        Py_ASNATIVEBYTES_BIG_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER |
            Py_ASNATIVEBYTES_REJECT_NEGATIVE);

    return size < 0 || size > 16 ? int_out_of_range() : 0;
#else
    unsigned char bytes[16];

    if (_PyLong_AsByteArray((PyLongObject *)number, bytes, 16, 0, 0) < 0) {
        return int_out_of_range();
    }
    memcpy(out->bytes, bytes, sizeof bytes);
    return 0;
#endif
}

int gpy_int_read(guidon_id *out, PyObject *number)
{
    return read_five_digits(out, number) ? 0 : read_any_int(out, number);
}
