/* SPDX-License-Identifier: MIT */
/* The arguments of guidon.Generator as options of the library. */
#include "batch.h"
#include "generator.h"

/* ------------------------------------------------------------------- arguments */

/* The arguments as they were given; NULL if not given. */
struct arguments {
    const char *kind, *scope, *layout, *ulid_step, *rollback, *overflow;
    PyObject *clock, *random, *state, *tolerance, *node, *clock_seq, *domain;
    PyObject *local_id, *node_number, *node_bits, *lease_path;
};

static int read_arguments(struct arguments *out, PyObject *args,
                          PyObject *keywords)
{
    static char *names[] = {"kind",        "scope",
                            "layout",      "ulid_step",
                            "rollback",    "overflow",
                            "clock",       "random",
                            "state",       "rollback_tolerance_ms",
                            "node",        "clock_seq",
                            "domain",      "local_id",
                            "node_number", "node_number_bits",
                            "lease_path",  NULL};

    *out = (struct arguments){.kind = "v7", .scope = NULL};
    if (!PyArg_ParseTupleAndKeywords(
            args, keywords, "|s$zzzzzOOOOOOOOOOO:Generator", names, &out->kind,
            &out->scope, &out->layout, &out->ulid_step, &out->rollback,
            &out->overflow, &out->clock, &out->random, &out->state,
            &out->tolerance, &out->node, &out->clock_seq, &out->domain,
            &out->local_id, &out->node_number, &out->node_bits,
            &out->lease_path)) {
        return -1;
    }
    return 0;
}

static bool is_given(PyObject *object)
{
    return object && object != Py_None;
}

/* Find a name among names that end with NULL. Returns its index; 0 if no name
 * is given; -1 with ValueError. */
static int choose(const char *option, const char *given,
                  const char *const names[], const char *expected)
{
    for (int i = 0; given && names[i]; i++) {
        if (strcmp(given, names[i]) == 0) {
            return i;
        }
    }
    if (!given) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "%s: expected %s, not '%s'", option,
                 expected, given);
    return -1;
}

int gpy_read_option(long long *out, const char *name, PyObject *object,
                    long long min, long long max)
{
    int overflow;

    if (!PyLong_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected int, not %R", name,
                     (PyObject *)Py_TYPE(object));
        return -1;
    }
    *out = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (*out == -1 && PyErr_Occurred()) {
        return -1;
    }
    if (overflow || *out < min || *out > max) {
        PyErr_Format(PyExc_ValueError, "%s: expected %lld .. %lld, not %R",
                     name, min, max, object);
        return -1;
    }
    return 0;
}

int gpy_read_node_bytes(unsigned char out[6], PyObject *object)
{
    Py_buffer view;
    long long node;
    int result;

    if (PyObject_CheckBuffer(object)) {
        if (gpy_open_input(&view, object, "node") < 0) {
            return -1;
        }
        result = gpy_check_len(&view, "node", 6, 1);
        if (result == 0) {
            memcpy(out, view.buf, 6);
        }
        PyBuffer_Release(&view);
        return result;
    }
    if (gpy_read_option(&node, "node", object, 0, (1LL << 48) - 1) < 0) {
        return -1;
    }
    for (int i = 5; i >= 0; i--) {
        out[i] = (unsigned char)node;
        node >>= 8;
    }
    return 0;
}

/* -------------------------------------------------------- options of some kinds */

#define BIT(kind) (1u << (kind))
#define GREGORIAN (BIT(GUIDON_V1) | BIT(GUIDON_V2) | BIT(GUIDON_V6))

/* Refuse an option that the kind does not have. */
static int check_kind(guidon_kind kind, bool given, const char *option,
                      unsigned kinds)
{
    if (!given || kinds & BIT(kind)) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "%s: not an option of kind '%s'", option,
                 gpy_kind_name(kind));
    return -1;
}

static int check_kinds(const struct arguments *a, guidon_kind kind)
{
    return check_kind(kind, a->layout, "layout", BIT(GUIDON_V7)) < 0 ||
                   check_kind(kind, a->ulid_step, "ulid_step",
                              BIT(GUIDON_ULID_MONOTONIC)) < 0 ||
                   check_kind(kind, is_given(a->node), "node", GREGORIAN) < 0 ||
                   check_kind(kind, is_given(a->clock_seq), "clock_seq",
                              GREGORIAN) < 0 ||
                   check_kind(kind, is_given(a->domain), "domain",
                              BIT(GUIDON_V2)) < 0 ||
                   check_kind(kind, is_given(a->local_id), "local_id",
                              BIT(GUIDON_V2)) < 0 ||
                   check_kind(kind, is_given(a->node_number), "node_number",
                              BIT(GUIDON_V8_NODE)) < 0 ||
                   check_kind(kind, is_given(a->node_bits), "node_number_bits",
                              BIT(GUIDON_V8_NODE)) < 0
               ? -1
               : 0;
}

static int read_names(guidon_options *out, const struct arguments *a)
{
    static const char *const scopes[] = {"thread", "process", "host", NULL};
    static const char *const layouts[] = {"precise", "counter", "increment",
                                          "unordered", NULL};
    static const char *const steps[] = {"one", "random", NULL};
    static const char *const rollbacks[] = {"restart", "wait", "fail", NULL};
    static const char *const overflows[] = {"wait", "fail", NULL};
    int scope = choose("scope", a->scope, scopes, "thread, process or host");
    int layout = choose("layout", a->layout, layouts,
                        "precise, counter, increment or unordered");
    int step = choose("ulid_step", a->ulid_step, steps, "one or random");
    int rollback =
        choose("rollback", a->rollback, rollbacks, "restart, wait or fail");
    int overflow = choose("overflow", a->overflow, overflows, "wait or fail");

    if (PyErr_Occurred()) {
        return -1;
    }
    out->scope = (guidon_scope)scope;
    out->v7_layout = (guidon_v7_layout)layout;
    out->ulid_step = (guidon_ulid_step)step;
    out->rollback = (guidon_rollback)rollback;
    out->overflow = (guidon_overflow)overflow;
    return 0;
}

/* ------------------------------------------------------------ node and clock_seq */

/* Is this object a str equal to a name? */
static bool is_name(PyObject *object, const char *name)
{
    return PyUnicode_Check(object) &&
           PyUnicode_CompareWithASCIIString(object, name) == 0;
}

static int read_node(guidon_options *out, PyObject *node)
{
    if (!is_given(node) || is_name(node, "random")) {
        return 0;
    }
    if (is_name(node, "mac")) {
        out->node = GUIDON_NODE_MAC;
        return 0;
    }
    if (PyUnicode_Check(node)) {
        PyErr_Format(PyExc_ValueError,
                     "node: expected random, mac, an int of 48 bits or 6 "
                     "bytes, not %R",
                     node);
        return -1;
    }
    out->node = GUIDON_NODE_FIXED;
    return gpy_read_node_bytes(out->node_bytes, node);
}

static int read_clock_seq(guidon_options *out, PyObject *clock_seq)
{
    long long value;

    if (!is_given(clock_seq)) {
        return 0;
    }
    if (gpy_read_option(&value, "clock_seq", clock_seq, 0,
                        out->kind == GUIDON_V2 ? 63 : 16383) < 0) {
        return -1;
    }
    out->clock_seq_fixed = true;
    out->clock_seq = (uint16_t)value;
    return 0;
}

/* The domain and the local id of version 2. */
static int read_local(guidon_options *out, const struct arguments *a)
{
    long long domain = 0, local_id;

    if (out->kind != GUIDON_V2) {
        return 0;
    }
    if (!is_given(a->local_id)) {
        PyErr_SetString(PyExc_TypeError, "local_id: kind 'v2' needs one");
        return -1;
    }
    if (gpy_read_option(&local_id, "local_id", a->local_id, 0, UINT32_MAX) <
            0 ||
        (is_given(a->domain) && gpy_read_option(&domain, "domain", a->domain, 0,
                                                GUIDON_DOMAIN_LAST) < 0)) {
        return -1;
    }
    out->domain = (guidon_domain)domain;
    out->local_id = (uint32_t)local_id;
    return 0;
}

/* The node number of version 8. Without it, a lease file has one. */
static int read_number(guidon_options *out, const struct arguments *a)
{
    const bool has_number = is_given(a->node_number) || is_given(a->node_bits);
    long long number, bits;

    if (out->kind != GUIDON_V8_NODE) {
        return 0;
    }
    if ((has_number || !is_given(a->lease_path)) &&
        (!is_given(a->node_number) || !is_given(a->node_bits))) {
        PyErr_SetString(PyExc_TypeError, "kind 'v8-node' needs node_number and "
                                         "node_number_bits, or lease_path");
        return -1;
    }
    if (out->scope != GUIDON_SCOPE_PROCESS) {
        PyErr_SetString(PyExc_ValueError,
                        "scope: kind 'v8-node' needs scope='process'");
        return -1;
    }
    if (!has_number) {
        return 0;
    }
    if (gpy_read_option(&bits, "node_number_bits", a->node_bits, 1,
                        GUIDON_V8_NODE_BITS_MAX) < 0 ||
        gpy_read_option(&number, "node_number", a->node_number, 0,
                        (1LL << bits) - 1) < 0) {
        return -1;
    }
    out->node_number = (uint32_t)number;
    out->node_number_bits = (uint32_t)bits;
    return 0;
}

/* ------------------------------------------------------- functions of the caller */

static int read_callable(PyObject **out, const char *option, PyObject *object,
                         const char *expected)
{
    if (!is_given(object)) {
        return 0;
    }
    if (!PyCallable_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected %s, not %R", option,
                     expected, (PyObject *)Py_TYPE(object));
        return -1;
    }
    Py_INCREF(object);
    *out = object;
    return 0;
}

static int read_callbacks(guidon_options *out, gpy_generator *generator,
                          const struct arguments *a)
{
    if (read_callable(&generator->clock, "clock", a->clock,
                      "a function that returns nanoseconds, such as "
                      "time.time_ns") < 0) {
        return -1;
    }
    if (generator->clock) {
        out->clock_fn = gpy_call_clock;
        out->clock_context = generator;
    }
    if (is_given(a->random) && is_name(a->random, "kernel")) {
        out->random = GUIDON_RANDOM_KERNEL;
        return 0;
    }
    if (read_callable(&generator->random, "random", a->random,
                      "'kernel' or a function of a number of bytes, such as "
                      "os.urandom") < 0) {
        return -1;
    }
    if (generator->random) {
        out->random = GUIDON_RANDOM_CALLBACK;
        out->random_fn = gpy_call_random;
        out->random_context = generator;
    }
    return 0;
}

static int read_tolerance(guidon_options *out, PyObject *tolerance)
{
    long long ms = 0;

    if (is_given(tolerance) && gpy_read_option(&ms, "rollback_tolerance_ms",
                                               tolerance, 1, UINT32_MAX) < 0) {
        return -1;
    }
    out->rollback_tolerance_ms = (uint32_t)ms;
    return 0;
}

/* Are there state files and lease files on this machine? If not, raise an
 * exception that names the option. */
static int check_files(const char *option)
{
    guidon_machine machine;

    guidon_machine_describe(&machine);
    if (!machine.host_scope) {
        PyErr_Format(PyExc_ValueError, "%s Linux or macOS on x86-64 or AArch64",
                     option);
        return -1;
    }
    return 0;
}

/* Encode the path of the lease file. *path is a new reference to bytes, or NULL
 * if there is none. */
static int read_lease_path(PyObject **path, PyObject *lease_path)
{
    *path = NULL;
    if (!is_given(lease_path)) {
        return 0;
    }
    return check_files("lease_path: needs") < 0 ||
                   !PyUnicode_FSConverter(lease_path, path)
               ? -1
               : 0;
}

/* Encode the path of the state file. *path is a new reference to bytes, or NULL
 * for the default path. */
static int read_state(PyObject **path, const guidon_options *options,
                      PyObject *state)
{
    *path = NULL;
    if (options->scope != GUIDON_SCOPE_HOST) {
        if (is_given(state)) {
            PyErr_SetString(PyExc_ValueError, "state: needs scope='host'");
            return -1;
        }
        return 0;
    }
    if (check_files("scope: 'host' needs") < 0) {
        return -1;
    }
    return is_given(state) && !PyUnicode_FSConverter(state, path) ? -1 : 0;
}

/* ------------------------------------------------------------------ the generator */

static int fail_creation(const gpy_state *state, guidon_status status)
{
    if (PyErr_Occurred()) {
        return -1;
    }
    if (status == GUIDON_E_VERSION) {
        PyErr_SetString(PyExc_ValueError,
                        "node: this host has no hardware address");
    } else {
        gpy_fail(state, status);
    }
    return -1;
}

/* The library refuses a node number that is not that of the lease file. */
static int fail_creation_on_lease(const gpy_state *state, guidon_status status,
                                  const guidon_options *options)
{
    if (!PyErr_Occurred() && status == GUIDON_E_ARGUMENT &&
        options->lease_path) {
        PyErr_SetString(PyExc_ValueError,
                        "lease_path: the lease file has another node_number or "
                        "node_number_bits");
        return -1;
    }
    return fail_creation(state, status);
}

/* Create the handle. The clock and the random source may be called. */
static int create_handle(const gpy_state *state, gpy_generator *generator,
                         const guidon_options *options)
{
    gpy_call *call = gpy_call_begin(generator, true);
    guidon_generator *handle = NULL;
    guidon_status status;

    if (!call) {
        return -1;
    }
    status = guidon_generator_new(&handle, options);
    generator->handle = handle;
    gpy_call_end(call);
    return status || PyErr_Occurred()
               ? fail_creation_on_lease(state, status, options)
               : 0;
}

static int read_options(guidon_options *out, gpy_generator *generator,
                        const struct arguments *a)
{
    return gpy_find_kind(&out->kind, a->kind) < 0 ||
                   check_kinds(a, out->kind) < 0 || read_names(out, a) < 0 ||
                   read_tolerance(out, a->tolerance) < 0 ||
                   read_node(out, a->node) < 0 ||
                   read_clock_seq(out, a->clock_seq) < 0 ||
                   read_local(out, a) < 0 || read_number(out, a) < 0 ||
                   read_callbacks(out, generator, a) < 0
               ? -1
               : 0;
}

int gpy_generator_create(const gpy_state *state, gpy_generator *generator,
                         PyObject *args, PyObject *keywords)
{
    guidon_options options = {.kind = GUIDON_V7};
    struct arguments arguments;
    PyObject *path, *lease;
    int result;

    if (read_arguments(&arguments, args, keywords) < 0 ||
        read_options(&options, generator, &arguments) < 0 ||
        read_state(&path, &options, arguments.state) < 0) {
        return -1;
    }
    if (read_lease_path(&lease, arguments.lease_path) < 0) {
        Py_XDECREF(path);
        return -1;
    }
    options.state_path = path ? PyBytes_AsString(path) : NULL;
    options.lease_path = lease ? PyBytes_AsString(lease) : NULL;
    generator->kind = options.kind;
    generator->scope = options.scope;
    generator->may_wait =
        options.kind == GUIDON_V2 || options.rollback == GUIDON_ROLLBACK_WAIT;
    result = create_handle(state, generator, &options);
    Py_XDECREF(path);
    Py_XDECREF(lease);
    return result;
}
