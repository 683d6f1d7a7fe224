/* SPDX-License-Identifier: MIT */
/* Fields of many ids in the layout of Apache Arrow, for guidon.arrow. */
#include "batch.h"

#define MICROS    1000000
#define MICROS_NS 1000
#define MILLIS_US 1000

struct fields {
    const guidon_id *ids;
    gpy_bits valid;
    gpy_bits ulids;       /* the rows that are ULIDs, if `has_ulids` */
    bool has_ulids;       /* else no row is one */
    char *out;            /* an item for each row */
    unsigned char *there; /* a bitmap of the rows with the field */
};

static bool is_ulid(const struct fields *fields, size_t row)
{
    return fields->has_ulids && gpy_bit(&fields->ulids, row);
}

/* Write the microseconds since 1970 of a row, rounded towards the past. False: the
 * id has no time. */
static bool write_time(const struct fields *fields, size_t row)
{
    const guidon_id *id = &fields->ids[row];
    guidon_time time;
    int64_t micros = 0;
    bool has_time = true;

    if (is_ulid(fields, row)) {
        micros = (int64_t)guidon_ulid_ms_of(id) * MILLIS_US;
    } else if (guidon_time_of(&time, id) == GUIDON_OK) {
        micros = time.seconds * MICROS + time.nanoseconds / MICROS_NS;
    } else {
        has_time = false;
    }
    memcpy(fields->out + row * sizeof micros, &micros, sizeof micros);
    return has_time;
}

/* Write the version of a row as a byte. False: the id is a ULID, or of another
 * variant. */
static bool write_version(const struct fields *fields, size_t row)
{
    const guidon_id *id = &fields->ids[row];
    bool has_version =
        !is_ulid(fields, row) && guidon_variant_of(id) == GUIDON_VARIANT_RFC;

    fields->out[row] = has_version ? (char)guidon_version_of(id) : 0;
    return has_version;
}

static guidon_status each_row(const struct fields *fields, size_t first,
                              size_t n, size_t *done,
                              bool (*write)(const struct fields *, size_t))
{
    for (size_t row = first; row < first + n; row++) {
        if (write(fields, row) && gpy_bit(&fields->valid, row)) {
            gpy_set_bit(fields->there, row);
        }
    }
    *done = n;
    return GUIDON_OK;
}

static guidon_status time_step(void *job, size_t first, size_t n, size_t *done)
{
    return each_row((const struct fields *)job, first, n, done, write_time);
}

static guidon_status version_step(void *job, size_t first, size_t n,
                                  size_t *done)
{
    return each_row((const struct fields *)job, first, n, done, write_version);
}

/* The arguments of the functions for Python. */
struct field_views {
    Py_buffer out, there, ids, valid, ulids;
    Py_ssize_t first;
    int all_ulids;
};

static int run_fields(const struct field_views *views, size_t size,
                      gpy_step *step)
{
    const Py_ssize_t n = views->ids.len / GPY_ID_LEN;
    struct fields fields = {.ids = (const guidon_id *)views->ids.buf,
                            .out = (char *)views->out.buf,
                            .has_ulids = views->all_ulids || views->ulids.obj};
    guidon_status status;
    size_t done;

    if (gpy_check_len(&views->out, "out", (size_t)n, size) < 0 ||
        gpy_bits_open(&fields.valid, &views->valid, views->first, n) < 0 ||
        gpy_bits_open(&fields.ulids, &views->ulids, 0, n) < 0 ||
        gpy_new_bits_open(&fields.there, &views->there, n) < 0) {
        return -1;
    }
    return gpy_in_steps(&status, &done, step, &fields, (size_t)n);
}

static PyObject *fields_of(PyObject *args, size_t size, gpy_step *step)
{
    struct field_views views;
    int result;

    if (!PyArg_ParseTuple(args, "w*w*y*z*nz*p", &views.out, &views.there,
                          &views.ids, &views.valid, &views.first, &views.ulids,
                          &views.all_ulids)) {
        return NULL;
    }
    result = run_fields(&views, size, step);
    PyBuffer_Release(&views.out);
    PyBuffer_Release(&views.there);
    PyBuffer_Release(&views.ids);
    PyBuffer_Release(&views.valid);
    PyBuffer_Release(&views.ulids);
    if (result < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/*
 * times_arrow(out, there, ids, valid, first, ulids, all_ulids): write the times of
 * ids as int64_t, in microseconds since 1970. versions_arrow has the same arguments,
 * and writes versions as bytes.
 *
 *   there      out  a bitmap of the rows with the field
 *   valid      in   a bitmap of the rows that are not null, or None
 *   first      in   the bit of row 0 in it
 *   ulids      in   a bitmap of the rows that are ULIDs, or None: all of them if
 *                   all_ulids is true, else no row
 */
static PyObject *batch_times_arrow(PyObject *module, PyObject *args)
{
    (void)module;
    return fields_of(args, sizeof(int64_t), time_step);
}

static PyObject *batch_versions_arrow(PyObject *module, PyObject *args)
{
    (void)module;
    return fields_of(args, 1, version_step);
}

static PyMethodDef functions[] = {
    {"_times_arrow", batch_times_arrow, METH_VARARGS, NULL},
    {"_versions_arrow", batch_versions_arrow, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int gpy_add_batch_arrow_fields(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
