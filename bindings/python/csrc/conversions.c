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

PyDoc_STRVAR(
    v1_to_v6_doc,
    "v1_to_v6(id, /)\n--\n\n"
    "Return the UUID of version 6 with the fields of an id of version 1.\n"
    "Nothing is lost (RFC 9562, section 5.6).\n\n"
    "Raise ValueError if the id has another version.\n\n"
    ">>> v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')\n"
    "UUID('1ec9414c-232a-6b00-b3c8-9f6bdeced846')");
static PyObject *conversions_v1_to_v6(PyObject *module, PyObject *object)
{
    return convert(module, object, guidon_v1_to_v6, 1);
}

PyDoc_STRVAR(
    v6_to_v1_doc,
    "v6_to_v1(id, /)\n--\n\n"
    "Return the UUID of version 1 with the fields of an id of version 6.\n"
    "Nothing is lost (RFC 9562, section 5.6).\n\n"
    "Raise ValueError if the id has another version.\n\n"
    ">>> v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')\n"
    "UUID('c232ab00-9414-11ec-b3c8-9f6bdeced846')");
static PyObject *conversions_v6_to_v1(PyObject *module, PyObject *object)
{
    return convert(module, object, guidon_v6_to_v1, 6);
}

PyDoc_STRVAR(
    ulid_as_v7_doc,
    "ulid_as_v7(id, /)\n--\n\n"
    "Return a ULID as a UUID of version 7: version and variant overwrite six\n"
    "random bits. Two ULIDs that differ only there give the same UUID.\n\n"
    ">>> ulid_as_v7('01ARZ3NDEKTSV4RRFFQ69G5FAV')\n"
    "UUID('01563e3a-b5d3-7676-8c61-efb99302bd5b')");
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

PyDoc_STRVAR(
    to_guid_bytes_doc,
    "to_guid_bytes(id, /)\n--\n\n"
    "Return the 16 bytes of an id as Microsoft stores a GUID: the first three\n"
    "fields are little-endian. The same as uuid.UUID.bytes_le.");
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

PyDoc_STRVAR(
    from_guid_bytes_doc,
    "from_guid_bytes(data, /)\n--\n\n"
    "Return the uuid.UUID of the 16 bytes of a GUID as Microsoft stores\n"
    "it. The same as uuid.UUID(bytes_le=data).\n\n"
    "Raise ValueError if the data do not have 16 bytes.");
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

PyDoc_STRVAR(
    to_oid_der_doc,
    "to_oid_der(id, /)\n--\n\n"
    "Return the DER encoding of the object identifier 2.25.N of an id: 4 to\n"
    "22 bytes with tag and length (ITU-T X.667; X.690, 8.19).\n\n"
    ">>> to_oid_der('00000000-0000-0000-0000-000000000001').hex()\n"
    "'06026901'");
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

PyDoc_STRVAR(
    from_oid_der_doc,
    "from_oid_der(data, /)\n--\n\n"
    "Return the uuid.UUID of an object identifier 2.25.N in DER.\n\n"
    "Raise ParseError if the data are something else; its offset is that of\n"
    "the first wrong byte.\n\n"
    ">>> from_oid_der(bytes.fromhex('06026901'))\n"
    "UUID('00000000-0000-0000-0000-000000000001')");
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
    {"from_guid_bytes", conversions_from_guid_bytes, METH_O,
     from_guid_bytes_doc},
    {"from_oid_der", conversions_from_oid_der, METH_O, from_oid_der_doc},
    {"to_guid_bytes", conversions_to_guid_bytes, METH_O, to_guid_bytes_doc},
    {"to_oid_der", conversions_to_oid_der, METH_O, to_oid_der_doc},
    {"ulid_as_v7", conversions_ulid_as_v7, METH_O, ulid_as_v7_doc},
    {"v1_to_v6", conversions_v1_to_v6, METH_O, v1_to_v6_doc},
    {"v6_to_v1", conversions_v6_to_v1, METH_O, v6_to_v1_doc},
    {NULL, NULL, 0, NULL},
};

int gpy_add_conversions(PyObject *module)
{
    return PyModule_AddFunctions(module, conversions);
}
