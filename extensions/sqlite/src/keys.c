/* SPDX-License-Identifier: MIT */
/* keys.c - ids that depend on a secret key. */
#include "guidon_sqlite.h"

/* The bytes of a key. If there are not `len` of them, the call has its error,
 * except for NULL, which gives NULL. */
static const void *key_bytes(sqlite3_context *context, sqlite3_value *from,
                             int len)
{
    if (sqlite3_value_type(from) == SQLITE_NULL) {
        return NULL;
    }
    if (sqlite3_value_type(from) != SQLITE_BLOB ||
        sqlite3_value_bytes(from) != len) {
        gdnsq_error(context, "the key must be a BLOB of %d bytes", len);
        return NULL;
    }
    return sqlite3_value_blob(from);
}

/* ------------------------------------------------- hide the time, or all bits */

struct mask {
    guidon_status (*change)(guidon_id *, const guidon_mask_key *,
                            const guidon_id *);
    int from; /* the version that it takes */
};

static const struct mask mask_v7 = {guidon_mask, 7};
static const struct mask unmask_v4 = {guidon_unmask, 4};

struct cipher {
    guidon_status (*change)(guidon_id *, const guidon_key *, const guidon_id *);
    int from;
};

static const struct cipher encrypt_v7 = {guidon_encrypt, 7};
static const struct cipher decrypt_v8 = {guidon_decrypt, 8};

static void give_changed(sqlite3_context *context, guidon_status status,
                         int from, const guidon_id *id,
                         const struct gdnsq_id *given)
{
    if (status == GUIDON_E_VERSION) {
        gdnsq_error(context, "the id is not of version %d", from);
    } else if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
    } else {
        gdnsq_result_like(context, id, given);
    }
}

static void change_mask(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct mask *mask = gdnsq_row(context)->data;
    const void *bytes = key_bytes(context, args[1], GUIDON_MASK_KEY_LEN);
    guidon_mask_key key;
    struct gdnsq_id given;
    guidon_id id;
    guidon_status status;

    (void)n;
    if (!bytes || !gdnsq_read(&given, args[0])) {
        return;
    }
    status = guidon_mask_key_init(&key, bytes, GUIDON_MASK_KEY_LEN);
    if (status == GUIDON_OK) {
        status = mask->change(&id, &key, &given.id);
        guidon_mask_key_wipe(&key);
    }
    give_changed(context, status, mask->from, &id, &given);
}

static void change_cipher(sqlite3_context *context, int n, sqlite3_value **args)
{
    const struct cipher *cipher = gdnsq_row(context)->data;
    const void *bytes = key_bytes(context, args[1], GUIDON_KEY_LEN);
    struct gdnsq_id given;
    guidon_key key;
    guidon_id id;
    guidon_status status;

    (void)n;
    if (!bytes || !gdnsq_read(&given, args[0])) {
        return;
    }
    status = guidon_key_init(&key, bytes, GUIDON_KEY_LEN);
    if (status == GUIDON_OK) {
        status = cipher->change(&id, &key, &given.id);
        guidon_key_wipe(&key);
    }
    give_changed(context, status, cipher->from, &id, &given);
}

/* ------------------------------------------------------------- ids from data */

static const enum gdnsq_storage derived_text = GDNSQ_UUID_TEXT;
static const enum gdnsq_storage derived_blob = GDNSQ_BYTES;

static void derive_id(sqlite3_context *context, int n, sqlite3_value **args)
{
    const enum gdnsq_storage *storage = gdnsq_row(context)->data;
    const void *bytes = key_bytes(context, args[1], GUIDON_KEY_LEN);
    struct gdnsq_data data;
    guidon_key key;
    guidon_id id;
    guidon_status status;
    int64_t ms;

    (void)n;
    if (!bytes || !gdnsq_time(&ms, args[0]) ||
        !gdnsq_data(&data, context, args[2])) {
        return;
    }
    status = guidon_key_init(&key, bytes, GUIDON_KEY_LEN);
    if (status == GUIDON_OK) {
        status =
            guidon_v7_derive(&id, (uint64_t)ms, &key, data.bytes, data.len);
        guidon_key_wipe(&key);
    }
    if (status == GUIDON_E_RANGE) {
        gdnsq_out_of_range(context, args[0]);
    } else if (status != GUIDON_OK) {
        gdnsq_failed(context, status);
    } else {
        gdnsq_result(context, &id, *storage);
    }
}

const struct gdnsq_function gdnsq_key_functions[] = {
    {"guidon_derive", 3, GDNSQ_PURE, derive_id, &derived_text},
    {"guidon_derive_blob", 3, GDNSQ_PURE, derive_id, &derived_blob},
    {"guidon_mask", 2, GDNSQ_PURE, change_mask, &mask_v7},
    {"guidon_unmask", 2, GDNSQ_PURE, change_mask, &unmask_v4},
    {"guidon_encrypt", 2, GDNSQ_PURE, change_cipher, &encrypt_v7},
    {"guidon_decrypt", 2, GDNSQ_PURE, change_cipher, &decrypt_v8},
    {NULL, 0, 0, NULL, NULL},
};
