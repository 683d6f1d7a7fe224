/* SPDX-License-Identifier: MIT */
/* Ids of version 8 with a prefix before the time: append and sharded. */
#include "../batch/batch.h"
#include "../generator/generator.h"

/* ---------------------------------------------------------------- arguments */

static uint32_t ones(unsigned bits)
{
    return (UINT32_C(1) << bits) - 1;
}

/* Read an int from 0 to `most`. Returns 0, or -1 with an exception. */
static int read_number(uint32_t *out, const char *name, PyObject *object,
                       uint32_t most)
{
    long long number;

    if (gpy_read_option(&number, name, object, 0, (long long)most) < 0) {
        return -1;
    }
    *out = (uint32_t)number;
    return 0;
}

/* Read the number of bits of append, which has a default. */
static int read_append_bits(uint32_t *bits, PyObject *object)
{
    *bits = GUIDON_V8_APPEND_BITS;
    return object ? read_number(bits, "prefix_bits", object,
                                GUIDON_V8_PREFIX_BITS_MAX)
                  : 0;
}

static int read_shard_bits(uint32_t *bits, PyObject *object)
{
    return read_number(bits, "shard_bits", object, GUIDON_V8_SHARD_BITS_MAX);
}

/* Read a shard and its number of bits, in this order. */
static int read_shard(uint32_t *shard, uint32_t *bits, PyObject *const *values)
{
    return read_shard_bits(bits, values[1]) < 0 ||
                   read_number(shard, "shard", values[0], ones(*bits)) < 0
               ? -1
               : 0;
}

/* Return a new uuid.UUID, or raise the exception of a status. GUIDON_E_RANGE is
 * that of the time, because the prefix was read. */
static PyObject *give(const gpy_state *state, guidon_status status,
                      const guidon_id *id)
{
    if (status == GUIDON_OK) {
        return gpy_uuid_new(state, id);
    }
    if (status == GUIDON_E_RANGE) {
        PyErr_SetString(PyExc_ValueError,
                        "version 8 with a prefix holds the years 1970 to 2527");
        return NULL;
    }
    return gpy_fail(state, status);
}

/* ------------------------------------------------------------------ new ids */

static PyObject *give_new(PyObject *module, guidon_status status,
                          const guidon_id *id)
{
    const gpy_state *state = gpy_state_of(module);

    return status ? gpy_fail(state, status) : gpy_uuid_new(state, id);
}

static PyObject *prefixed_append(PyObject *module, PyObject *const *args,
                                 Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"prefix_bits"};
    static const gpy_parameters parameters = {"v8_append", names, 1, 1, 0};
    PyObject *values[1];
    guidon_id id;
    uint32_t bits;

    return gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
                   read_append_bits(&bits, values[0]) < 0
               ? NULL
               : give_new(module, guidon_v8_append(&id, bits), &id);
}

static PyObject *prefixed_sharded(PyObject *module, PyObject *const *args,
                                  Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"shard", "shard_bits"};
    static const gpy_parameters parameters = {"v8_sharded", names, 2, 2, 2};
    PyObject *values[2];
    guidon_id id;
    uint32_t shard, bits;

    return gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
                   read_shard(&shard, &bits, values) < 0
               ? NULL
               : give_new(module, guidon_v8_sharded(&id, shard, bits), &id);
}

/* ----------------------------------------------- of a given time, and bounds */

typedef guidon_status append_function(guidon_id *out, guidon_time time,
                                      unsigned prefix_bits);

/* Read a call function(time, prefix_bits) and return the id. */
static PyObject *append_of(const char *function, append_function *make,
                           PyObject *module, PyObject *const *args,
                           Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"time", "prefix_bits"};
    const gpy_parameters parameters = {function, names, 2, 2, 1};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[2];
    guidon_time time;
    guidon_id id;
    uint32_t bits;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time(state, &time, values[0]) < 0 ||
        read_append_bits(&bits, values[1]) < 0) {
        return NULL;
    }
    return give(state, make(&id, time, bits), &id);
}

static PyObject *prefixed_append_at(PyObject *module, PyObject *const *args,
                                    Py_ssize_t n, PyObject *keywords)
{
    return append_of("v8_append_at", guidon_v8_append_at, module, args, n,
                     keywords);
}

static PyObject *prefixed_append_floor(PyObject *module, PyObject *const *args,
                                       Py_ssize_t n, PyObject *keywords)
{
    return append_of("v8_append_floor", guidon_v8_append_floor, module, args, n,
                     keywords);
}

static PyObject *prefixed_sharded_at(PyObject *module, PyObject *const *args,
                                     Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"time", "shard", "shard_bits"};
    static const gpy_parameters parameters = {"v8_sharded_at", names, 3, 3, 3};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[3];
    guidon_time time;
    guidon_id id;
    uint32_t shard, bits;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time(state, &time, values[0]) < 0 ||
        read_shard(&shard, &bits, values + 1) < 0) {
        return NULL;
    }
    return give(state, guidon_v8_sharded_at(&id, time, shard, bits), &id);
}

/* Read a call function(time, prefix, prefix_bits) and return the bound. */
static PyObject *bound_of(const char *function, bool is_ceil, PyObject *module,
                          PyObject *const *args, Py_ssize_t n,
                          PyObject *keywords)
{
    static const char *const names[] = {"time", "prefix", "prefix_bits"};
    const gpy_parameters parameters = {function, names, 3, 3, 3};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[3];
    guidon_time time;
    guidon_id id;
    uint32_t prefix, bits;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time(state, &time, values[0]) < 0 ||
        read_number(&bits, "prefix_bits", values[2],
                    GUIDON_V8_PREFIX_BITS_MAX) < 0 ||
        read_number(&prefix, "prefix", values[1], ones(bits)) < 0) {
        return NULL;
    }
    return is_ceil ? give(state,
                          guidon_v8_ceil(&id, gpy_end_of_unit(time, values[0]),
                                         prefix, bits),
                          &id)
                   : give(state, guidon_v8_floor(&id, time, prefix, bits), &id);
}

static PyObject *prefixed_floor(PyObject *module, PyObject *const *args,
                                Py_ssize_t n, PyObject *keywords)
{
    return bound_of("v8_floor", false, module, args, n, keywords);
}

static PyObject *prefixed_ceil(PyObject *module, PyObject *const *args,
                               Py_ssize_t n, PyObject *keywords)
{
    return bound_of("v8_ceil", true, module, args, n, keywords);
}

/* ------------------------------------------------------------------- ranges */

#define SHARDS_MAX (1 << GUIDON_V8_SHARD_BITS_MAX)

/* The bounds of all shards. */
struct ranges {
    guidon_id low[SHARDS_MAX], high[SHARDS_MAX];
};

static PyObject *pair(const gpy_state *state, const guidon_id *low,
                      const guidon_id *high)
{
    PyObject *first = gpy_uuid_new(state, low);
    PyObject *last = gpy_uuid_new(state, high);
    PyObject *result = first && last ? PyTuple_Pack(2, first, last) : NULL;

    Py_XDECREF(first);
    Py_XDECREF(last);
    return result;
}

/* Return a new list of the bounds of n shards. */
static PyObject *pairs(const gpy_state *state, const struct ranges *ranges,
                       Py_ssize_t n)
{
    PyObject *list = PyList_New(n), *item;

    for (Py_ssize_t i = 0; list && i < n; i++) {
        item = pair(state, &ranges->low[i], &ranges->high[i]);
        if (!item || PyList_SetItem(list, i, item) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *prefixed_ranges(PyObject *module, PyObject *const *args,
                                 Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"first", "last", "shard_bits"};
    static const gpy_parameters parameters = {"v8_ranges", names, 3, 3, 3};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[3], *result = NULL;
    struct ranges *ranges;
    guidon_time first, last;
    guidon_status status;
    uint32_t bits;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time(state, &first, values[0]) < 0 ||
        gpy_read_time(state, &last, values[1]) < 0 ||
        read_shard_bits(&bits, values[2]) < 0) {
        return NULL;
    }
    ranges = PyMem_Malloc(sizeof *ranges);
    if (!ranges) {
        return PyErr_NoMemory();
    }
    status = guidon_v8_ranges(ranges->low, ranges->high, first,
                              gpy_end_of_unit(last, values[1]), bits);
    result = status ? give(state, status, NULL)
                    : pairs(state, ranges, (Py_ssize_t)1 << bits);
    PyMem_Free(ranges);
    return result;
}

/* ------------------------------------------------------------------- fields */

/* Read a call function(id, prefix_bits). Returns 0, or -1 with an exception. */
static int read_fields(guidon_time *time, uint32_t *prefix,
                       const char *function, PyObject *module,
                       PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"id", "prefix_bits"};
    const gpy_parameters parameters = {function, names, 2, 2, 2};
    PyObject *values[2];
    guidon_id id;
    uint32_t bits;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_id(gpy_state_of(module), &id, values[0]) < 0 ||
        read_number(&bits, "prefix_bits", values[1],
                    GUIDON_V8_PREFIX_BITS_MAX) < 0) {
        return -1;
    }
    if (guidon_v8_prefix_of(time, prefix, &id, bits)) {
        PyErr_SetString(PyExc_ValueError,
                        "the id is not of version 8 with a prefix");
        return -1;
    }
    return 0;
}

static PyObject *prefixed_prefix_of(PyObject *module, PyObject *const *args,
                                    Py_ssize_t n, PyObject *keywords)
{
    guidon_time time;
    uint32_t prefix;

    return read_fields(&time, &prefix, "v8_prefix_of", module, args, n,
                       keywords) < 0
               ? NULL
               : PyLong_FromUnsignedLong(prefix);
}

static PyObject *prefixed_time_of(PyObject *module, PyObject *const *args,
                                  Py_ssize_t n, PyObject *keywords)
{
    guidon_time time;
    uint32_t prefix;

    return read_fields(&time, &prefix, "prefixed_time_of", module, args, n,
                       keywords) < 0
               ? NULL
               : gpy_time_object(gpy_state_of(module), time);
}

static PyObject *prefixed_time_ns_of(PyObject *module, PyObject *const *args,
                                     Py_ssize_t n, PyObject *keywords)
{
    guidon_time time;
    uint32_t prefix;

    return read_fields(&time, &prefix, "prefixed_time_ns_of", module, args, n,
                       keywords) < 0
               ? NULL
               : gpy_time_ns_object(time);
}

static PyObject *prefixed_shard_of(PyObject *module, PyObject *const *args,
                                   Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"data", "shard_bits"};
    static const gpy_parameters parameters = {"shard_of", names, 2, 2, 2};
    PyObject *values[2];
    guidon_status status;
    gpy_data data;
    uint32_t bits, shard = 0;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        read_shard_bits(&bits, values[1]) < 0 ||
        gpy_name_open(&data, values[0]) < 0) {
        return NULL;
    }
    status = guidon_shard_of(&shard, data.bytes, data.len, bits);
    gpy_data_close(&data);
    return status ? gpy_fail(gpy_state_of(module), status)
                  : PyLong_FromUnsignedLong(shard);
}

/* --------------------------------------------------------------- many times */

/* So many times are converted at once. */
#define TIMES_AT_ONCE 64

struct many {
    guidon_id *out;
    const char *times; /* of 64-bit milliseconds, at any address */
    uint32_t prefix, bits;
    bool appends;
};

/* Convert times. *n becomes the number of those before the first that no id
 * holds. */
static guidon_status convert(guidon_time *out, const char *times, size_t *n)
{
    int64_t ms;

    for (size_t i = 0; i < *n; i++) {
        memcpy(&ms, times + i * sizeof ms, sizeof ms);
        if (ms < 0 || ms > GUIDON_V8_PREFIXED_MS_MAX) {
            *n = i;
            return GUIDON_E_RANGE;
        }
        out[i].seconds = ms / 1000;
        out[i].nanoseconds = (uint32_t)(ms % 1000) * 1000000;
    }
    return GUIDON_OK;
}

/* Make the ids of at most TIMES_AT_ONCE times. */
static guidon_status many_part(const struct many *many, size_t first, size_t *n)
{
    guidon_time times[TIMES_AT_ONCE] = {{0}};
    guidon_id *out = many->out + first;
    guidon_status made,
        status = convert(times, many->times + first * sizeof(int64_t), n);

    made = many->appends ? guidon_v8_append_at_many(out, times, *n, many->bits)
                         : guidon_v8_sharded_at_many(out, times, *n,
                                                     many->prefix, many->bits);
    if (made) {
        *n = 0;
    }
    return made ? made : status;
}

static guidon_status many_step(void *job, size_t first, size_t n, size_t *done)
{
    guidon_status status = GUIDON_OK;
    size_t part;

    for (*done = 0; *done < n && !status; *done += part) {
        part = n - *done < TIMES_AT_ONCE ? n - *done : TIMES_AT_ONCE;
        status = many_part((const struct many *)job, first + *done, &part);
    }
    return status;
}

/* Raise the exception of a status of an item. */
static void fail_many(const gpy_state *state, guidon_status status, size_t done)
{
    if (status == GUIDON_E_RANGE) {
        give(state, status, NULL);
        gpy_name_item(done);
    } else {
        gpy_fail(state, status);
    }
}

static int many_rows(const gpy_state *state, gpy_output *output,
                     const Py_buffer *times, struct many *many)
{
    guidon_status status;
    size_t done;

    if (output->view.obj &&
        gpy_check_overlap(times, &output->view, false) < 0) {
        return -1;
    }
    many->out = (guidon_id *)output->bytes;
    many->times = (const char *)times->buf;
    if (gpy_in_steps(&status, &done, many_step, many,
                     (size_t)times->len / sizeof(int64_t)) < 0) {
        return -1;
    }
    if (status) {
        fail_many(state, status, done);
    }
    return status ? -1 : 0;
}

/* Make the ids of a buffer of times. Returns as gpy_output_finish. */
static PyObject *give_many(const gpy_state *state, PyObject *times,
                           PyObject *out, struct many *many)
{
    PyObject *result = NULL;
    gpy_output output;
    Py_buffer view;

    if (gpy_open_input(&view, times, "times") < 0) {
        return NULL;
    }
    if (gpy_check_times(&view) == 0 &&
        gpy_output_open(&output, out, (size_t)view.len / sizeof(int64_t),
                        sizeof(guidon_id)) == 0) {
        result = gpy_output_finish(&output,
                                   many_rows(state, &output, &view, many) < 0);
    }
    PyBuffer_Release(&view);
    return result;
}

static PyObject *prefixed_append_at_many(PyObject *module,
                                         PyObject *const *args, Py_ssize_t n,
                                         PyObject *keywords)
{
    static const char *const names[] = {"times", "prefix_bits", "out"};
    static const gpy_parameters parameters = {"v8_append_at_many", names, 3, 3,
                                              1};
    struct many many = {.appends = true};
    PyObject *values[3];

    return gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
                   read_append_bits(&many.bits, values[1]) < 0
               ? NULL
               : give_many(gpy_state_of(module), values[0], values[2], &many);
}

static PyObject *prefixed_sharded_at_many(PyObject *module,
                                          PyObject *const *args, Py_ssize_t n,
                                          PyObject *keywords)
{
    static const char *const names[] = {"times", "shard", "shard_bits", "out"};
    static const gpy_parameters parameters = {"v8_sharded_at_many", names, 4, 4,
                                              3};
    struct many many = {.appends = false};
    PyObject *values[4];

    return gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
                   read_shard(&many.prefix, &many.bits, values + 1) < 0
               ? NULL
               : give_many(gpy_state_of(module), values[0], values[3], &many);
}

static PyMethodDef functions[] = {
    GPY_METHOD(prefixed_time_ns_of, prefixed_time_ns_of),
    GPY_METHOD(prefixed_time_of, prefixed_time_of),
    GPY_METHOD(shard_of, prefixed_shard_of),
    GPY_METHOD(v8_append, prefixed_append),
    GPY_METHOD(v8_append_at, prefixed_append_at),
    GPY_METHOD(v8_append_at_many, prefixed_append_at_many),
    GPY_METHOD(v8_append_floor, prefixed_append_floor),
    GPY_METHOD(v8_ceil, prefixed_ceil),
    GPY_METHOD(v8_floor, prefixed_floor),
    GPY_METHOD(v8_prefix_of, prefixed_prefix_of),
    GPY_METHOD(v8_ranges, prefixed_ranges),
    GPY_METHOD(v8_sharded, prefixed_sharded),
    GPY_METHOD(v8_sharded_at, prefixed_sharded_at),
    GPY_METHOD(v8_sharded_at_many, prefixed_sharded_at_many),
    {NULL, NULL, 0, NULL},
};

int gpy_add_prefixed(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}
