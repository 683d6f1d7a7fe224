/* SPDX-License-Identifier: MIT */
/* Ids to ids of another version, and to other byte images. */
#include "guidon_py.h"

typedef guidon_status convert_function(guidon_id *out, const guidon_id *id);

/* Return the result of a conversion that takes one version. */
static PyObject *convert(PyObject *module, PyObject *object,
                         convert_function *function, unsigned version)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_id id;

    if (gpy_read_id(state, &id, object) < 0) {
        return NULL;
    }
    if (function(&id, &id)) {
        return PyErr_Format(PyExc_ValueError,
                            "expected an id of version %u and the variant of "
                            "RFC 9562",
                            version);
    }
    return gpy_uuid_new(state, &id);
}

static PyObject *conversions_v1_to_v6(PyObject *module, PyObject *object)
{
    return convert(module, object, guidon_v1_to_v6, 1);
}

static PyObject *conversions_v6_to_v1(PyObject *module, PyObject *object)
{
    return convert(module, object, guidon_v6_to_v1, 6);
}

static PyObject *conversions_ulid_as_v7(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    guidon_id id;

    if (gpy_read_id(state, &id, object) < 0) {
        return NULL;
    }
    id = guidon_ulid_as_v7(&id);
    return gpy_uuid_new(state, &id);
}

static PyObject *conversions_to_guid_bytes(PyObject *module, PyObject *object)
{
    guidon_id id;
    unsigned char guid[16];

    if (gpy_read_id(gpy_state_of(module), &id, object) < 0) {
        return NULL;
    }
    guidon_to_guid_bytes(guid, &id);
    return PyBytes_FromStringAndSize((const char *)guid, 16);
}

static PyObject *conversions_from_guid_bytes(PyObject *module, PyObject *object)
{
    gpy_data data;
    guidon_id id;
    size_t len;

    if (gpy_data_open(&data, object) < 0) {
        return NULL;
    }
    len = data.len;
    if (len == 16) {
        id = guidon_from_guid_bytes(data.bytes);
    }
    gpy_data_close(&data);
    return len == 16 ? gpy_uuid_new(gpy_state_of(module), &id)
                     : PyErr_Format(PyExc_ValueError,
                                    "a GUID has 16 bytes, not %zu", len);
}

static PyObject *conversions_to_oid_der(PyObject *module, PyObject *object)
{
    unsigned char der[GUIDON_OID_DER_MAX];
    guidon_id id;
    size_t len;

    if (gpy_read_id(gpy_state_of(module), &id, object) < 0) {
        return NULL;
    }
    guidon_to_oid_der(der, &len, &id);
    return PyBytes_FromStringAndSize((const char *)der, (Py_ssize_t)len);
}

static PyObject *conversions_from_oid_der(PyObject *module, PyObject *object)
{
    const gpy_state *state = gpy_state_of(module);
    gpy_data data;
    guidon_id id;
    guidon_status status;
    size_t offset = 0;

    if (gpy_data_open(&data, object) < 0) {
        return NULL;
    }
    status = guidon_from_oid_der(&id, data.bytes, data.len, &offset);
    gpy_data_close(&data);
    return status ? gpy_fail_parse(state, status, object, offset, GPY_NO_INDEX)
                  : gpy_uuid_new(state, &id);
}

static PyMethodDef conversions[] = {
    GPY_METHOD_O(from_guid_bytes, conversions_from_guid_bytes),
    GPY_METHOD_O(from_oid_der, conversions_from_oid_der),
    GPY_METHOD_O(to_guid_bytes, conversions_to_guid_bytes),
    GPY_METHOD_O(to_oid_der, conversions_to_oid_der),
    GPY_METHOD_O(ulid_as_v7, conversions_ulid_as_v7),
    GPY_METHOD_O(v1_to_v6, conversions_v1_to_v6),
    GPY_METHOD_O(v6_to_v1, conversions_v6_to_v1),
    {NULL, NULL, 0, NULL},
};

int gpy_add_conversions(PyObject *module)
{
    return PyModule_AddFunctions(module, conversions);
}
