/* SPDX-License-Identifier: MIT */
/* The orders in which databases sort ids. */
#include "../guidon_py.h"

/* Read the name of an order. Returns 0, or -1 with an exception. */
static int read_order(guidon_order *out, PyObject *name)
{
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "the name of an order is a str, not %R",
                     (PyObject *)Py_TYPE(name));
        return -1;
    }
    for (int order = 0; order < GUIDON_ORDERS; order++) {
        if (PyUnicode_CompareWithASCIIString(
                name, guidon_order_name((guidon_order)order)) == 0) {
            *out = (guidon_order)order;
            return 0;
        }
    }
    PyErr_Format(PyExc_ValueError,
                 "unknown order %R (guidon.orders has the names)", name);
    return -1;
}

static PyObject *orders_sort_key(PyObject *module, PyObject *const *args,
                                 Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"id", "order"};
    static const gpy_parameters parameters = {"sort_key", names, 2, 2, 1};
    unsigned char key[GUIDON_SORT_KEY_MAX];
    guidon_order order = GUIDON_ORDER_RFC;
    PyObject *values[2];
    guidon_id id;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_id(gpy_state_of(module), &id, values[0]) < 0 ||
        (values[1] && read_order(&order, values[1]) < 0)) {
        return NULL;
    }
    return PyBytes_FromStringAndSize(
        (const char *)key, (Py_ssize_t)guidon_sort_key(key, &id, order));
}

/* Read the id of a sort key. Returns 0, or -1 with an exception. */
static int read_sort_key(guidon_id *out, guidon_order order, PyObject *object)
{
    const size_t want = order == GUIDON_ORDER_TIME ? GUIDON_SORT_KEY_MAX : 16;
    gpy_data data;
    size_t len;

    if (gpy_data_open(&data, object) < 0) {
        return -1;
    }
    len = data.len;
    if (len == want) {
        *out = guidon_sort_key_inverse(data.bytes, order);
    }
    gpy_data_close(&data);
    if (len != want) {
        PyErr_Format(PyExc_ValueError,
                     "a sort key of the order '%s' has %zu bytes, not %zu",
                     guidon_order_name(order), want, len);
    }
    return len == want ? 0 : -1;
}

static PyObject *orders_from_sort_key(PyObject *module, PyObject *const *args,
                                      Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"key", "order"};
    static const gpy_parameters parameters = {"from_sort_key", names, 2, 2, 1};
    guidon_order order = GUIDON_ORDER_RFC;
    PyObject *values[2];
    guidon_id id;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        (values[1] && read_order(&order, values[1]) < 0) ||
        read_sort_key(&id, order, values[0]) < 0) {
        return NULL;
    }
    return gpy_uuid_new(gpy_state_of(module), &id);
}

static PyMethodDef functions[] = {
    GPY_METHOD(from_sort_key, orders_from_sort_key),
    GPY_METHOD(sort_key, orders_sort_key),
    {NULL, NULL, 0, NULL},
};

static const char *order_name(int order)
{
    return guidon_order_name((guidon_order)order);
}

int gpy_add_orders(PyObject *module)
{
    return gpy_add_object(module, "orders",
                          gpy_names(order_name, GUIDON_ORDERS)) < 0
               ? -1
               : PyModule_AddFunctions(module, functions);
}
