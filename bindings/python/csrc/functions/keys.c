/* SPDX-License-Identifier: MIT */
/*
 * Ids that depend on a secret key: mask, encrypt and derive.
 *
 * A key is initialised for each call and erased after it, on every path. The
 * bytes that the caller gave stay the caller's.
 */
#include "../guidon_py.h"

/* A key of either kind. */
union key {
    guidon_mask_key mask;
    guidon_key cipher;
};

/* A function of the library that changes one id with a key. */
struct keyed {
    const char *function;
    size_t key_len;
    unsigned version; /* of the input */
    guidon_status (*with_mask)(guidon_id *out, const guidon_mask_key *key,
                               const guidon_id *in);
    guidon_status (*with_key)(guidon_id *out, const guidon_key *key,
                              const guidon_id *in);
};

static guidon_status init_key(union key *out, const gpy_data *bytes,
                              size_t key_len)
{
    return key_len == GUIDON_MASK_KEY_LEN
               ? guidon_mask_key_init(&out->mask, bytes->bytes, bytes->len)
               : guidon_key_init(&out->cipher, bytes->bytes, bytes->len);
}

/* Initialise a key of the bytes of an object. Returns 0, or -1 with an
 * exception. After 0, erase the key. */
static int read_key(union key *out, PyObject *object, size_t key_len)
{
    gpy_data bytes;
    guidon_status status;
    size_t len;

    if (gpy_data_open(&bytes, object) < 0) {
        return -1;
    }
    status = init_key(out, &bytes, key_len);
    len = bytes.len;
    gpy_data_close(&bytes);
    if (status) {
        PyErr_Format(PyExc_ValueError, "the key has %zu bytes, not %zu",
                     key_len, len);
        return -1;
    }
    return 0;
}

static void wipe_key(union key *key, size_t key_len)
{
    if (key_len == GUIDON_MASK_KEY_LEN) {
        guidon_mask_key_wipe(&key->mask);
    } else {
        guidon_key_wipe(&key->cipher);
    }
}

/* Return the result of a call function(id, key). */
static PyObject *change(const struct keyed *keyed, PyObject *module,
                        PyObject *const *args, Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"id", "key"};
    const gpy_parameters parameters = {keyed->function, names, 2, 2, 2};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[2];
    guidon_status status;
    guidon_id id;
    union key key;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_id(state, &id, values[0]) < 0 ||
        read_key(&key, values[1], keyed->key_len) < 0) {
        return NULL;
    }
    status = keyed->with_mask ? keyed->with_mask(&id, &key.mask, &id)
                              : keyed->with_key(&id, &key.cipher, &id);
    wipe_key(&key, keyed->key_len);
    return status ? PyErr_Format(PyExc_ValueError,
                                 "%s() takes an id of version %u and the "
                                 "variant of RFC 9562",
                                 keyed->function, keyed->version)
                  : gpy_uuid_new(state, &id);
}

/* The functions of an id and a key. */
#define CHANGES(ROW)                                                           \
  ROW(mask, GUIDON_MASK_KEY_LEN, 7, guidon_mask, NULL)                         \
  ROW(unmask, GUIDON_MASK_KEY_LEN, 4, guidon_unmask, NULL)                     \
  ROW(encrypt, GUIDON_KEY_LEN, 7, NULL, guidon_encrypt)                        \
  ROW(decrypt, GUIDON_KEY_LEN, 8, NULL, guidon_decrypt)                        \
  ROW(pseudonym, GUIDON_KEY_LEN, 0, NULL, guidon_pseudonym)

#define DEFINE(NAME, ...)                                                      \
  static PyObject *keys_##NAME(PyObject *module, PyObject *const *args,        \
                               Py_ssize_t n, PyObject *keywords)               \
  {                                                                            \
    static const struct keyed keyed = {#NAME, __VA_ARGS__};                    \
                                                                               \
    return change(&keyed, module, args, n, keywords);                          \
  }
#define METHOD(NAME, ...) GPY_METHOD(NAME, keys_##NAME),

CHANGES(DEFINE)

/* Derive an id from data. Returns 0, or -1 with an exception. */
static int derive_id(const gpy_state *state, guidon_id *out, int64_t unix_ms,
                     PyObject *data_object, PyObject *key_object)
{
    gpy_data data;
    guidon_status status;
    union key key;

    if (gpy_hashed_open(state, &data, data_object) < 0) {
        return -1;
    }
    if (read_key(&key, key_object, GUIDON_KEY_LEN) < 0) {
        gpy_data_close(&data);
        return -1;
    }
    status = guidon_v7_derive(out, (uint64_t)unix_ms, &key.cipher, data.bytes,
                              data.len);
    wipe_key(&key, GUIDON_KEY_LEN);
    gpy_data_close(&data);
    if (status) {
        PyErr_SetString(PyExc_ValueError,
                        "version 7 holds the years 1970 to 10889");
        return -1;
    }
    return 0;
}

static PyObject *keys_derive(PyObject *module, PyObject *const *args,
                             Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"time", "key", "data"};
    static const gpy_parameters parameters = {"derive", names, 3, 1, 3};
    const gpy_state *state = gpy_state_of(module);
    PyObject *values[3];
    int64_t unix_ms;
    guidon_id id;

    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_read_time_ms(state, &unix_ms, values[0]) < 0 ||
        derive_id(state, &id, unix_ms, values[2], values[1]) < 0) {
        return NULL;
    }
    return gpy_uuid_new(state, &id);
}

/* Raise ValueError with what is wrong in the text of a ring. Returns NULL. */
static PyObject *raise_ring_error(const gpy_data *text)
{
    char reason[GUIDON_KEY_RING_REASON_MAX + 1];
    size_t len = 0;

    if (guidon_key_ring_reason(reason, sizeof reason - 1, &len, text->bytes,
                               text->len) != GUIDON_OK) {
        len = 0; /* never: every sentence fits */
    }
    reason[len] = '\0';
    PyErr_SetString(PyExc_ValueError, reason);
    return NULL;
}

/* Return key number `index` of a ring as (number, bytes), or NULL with an
 * exception. */
static PyObject *ring_item(const guidon_key_ring *ring, unsigned index)
{
    unsigned char bytes[GUIDON_KEY_LEN];
    uint32_t number = 0;
    size_t len = 0;
    PyObject *item;

    if (guidon_key_ring_number(&number, ring, index) != GUIDON_OK ||
        guidon_key_ring_find(bytes, sizeof bytes, &len, ring, number) !=
            GUIDON_OK) {
        len = 0; /* never: the caller asks for no more keys */
    }
    item = Py_BuildValue("(Iy#)", (unsigned)number, (const char *)bytes,
                         (Py_ssize_t)len);
    guidon_wipe(bytes, sizeof bytes);
    return item;
}

/* Return all keys of a ring as a list, or NULL with an exception. */
static PyObject *ring_items(const guidon_key_ring *ring)
{
    PyObject *items = PyList_New(0);
    uint32_t number;

    for (unsigned i = 0;
         items && guidon_key_ring_number(&number, ring, i) == GUIDON_OK; i++) {
        PyObject *item = ring_item(ring, i);

        if (!item || PyList_Append(items, item) < 0) {
            Py_CLEAR(items);
        }
        Py_XDECREF(item);
    }
    return items;
}

static PyObject *keys__key_ring(PyObject *module, PyObject *const *args,
                                Py_ssize_t n, PyObject *keywords)
{
    static const char *const names[] = {"text"};
    static const gpy_parameters parameters = {"_key_ring", names, 1, 1, 1};
    PyObject *values[1], *items;
    guidon_key_ring ring;
    gpy_data text;

    (void)module;
    if (gpy_arguments(values, &parameters, args, n, keywords) < 0 ||
        gpy_name_open(&text, values[0]) < 0) {
        return NULL;
    }
    if (guidon_key_ring_parse(&ring, text.bytes, text.len, NULL) == GUIDON_OK) {
        items = ring_items(&ring);
        guidon_key_ring_wipe(&ring);
    } else {
        items = raise_ring_error(&text);
    }
    gpy_data_close(&text);
    return items;
}

static PyMethodDef keys[] = {
    CHANGES(METHOD) GPY_METHOD(derive, keys_derive),
    GPY_METHOD(_key_ring, keys__key_ring),
    {NULL, NULL, 0, NULL},
};

int gpy_add_keys(PyObject *module)
{
    return PyModule_AddFunctions(module, keys);
}
