/* SPDX-License-Identifier: MIT */
/* migrate.c - other layouts of the same id, and ids that hide their time. */
#include "guidon_pg.h"

/* ------------------------------------------------------------- other layouts */

/*
 * A conversion that does not apply is an error: a NULL would erase ids if a
 * column of several versions were converted.
 */
static Datum converted(guidon_id id, guidon_status status, unsigned version)
{
    if (status == GUIDON_E_VERSION) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("the id does not have version %u", version),
                        errhint("guidon_version(id) gives the version.")));
    }
    gdnpg_check(status);
    GDNPG_RETURN_ID(id);
}

GDNPG_FUNCTION(v1_to_v6)
{
    guidon_id id = guidon_nil();
    guidon_status status = guidon_v1_to_v6(&id, GDNPG_ARG_ID(0));

    return converted(id, status, 1);
}

GDNPG_FUNCTION(v6_to_v1)
{
    guidon_id id = guidon_nil();
    guidon_status status = guidon_v6_to_v1(&id, GDNPG_ARG_ID(0));

    return converted(id, status, 6);
}

GDNPG_FUNCTION(mysql_swap)
{
    unsigned char key[GUIDON_SORT_KEY_MAX];
    guidon_id id;

    guidon_sort_key(GUIDON_ORDER_MYSQL_SWAP, key, GDNPG_ARG_ID(0));
    memcpy(id.bytes, key, sizeof id.bytes);
    GDNPG_RETURN_ID(id);
}

GDNPG_FUNCTION(mysql_unswap)
{
    GDNPG_RETURN_ID(guidon_sort_key_inverse(GUIDON_ORDER_MYSQL_SWAP,
                                            GDNPG_ARG_ID(0)->bytes));
}

/* The byte image of a Microsoft GUID; the same function reads it back. */
GDNPG_FUNCTION(guid)
{
    guidon_id id;

    guidon_to_guid_bytes(id.bytes, GDNPG_ARG_ID(0));
    GDNPG_RETURN_ID(id);
}

/* ------------------------------------------------------------ hidden by a key */

static void refuse_key(guidon_status status, int len)
{
    if (status == GUIDON_E_LENGTH) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("the key must have %d bytes", len)));
    }
    gdnpg_check(status);
}

static Datum with_mask_key(FunctionCallInfo fcinfo, unsigned version,
                           guidon_status (*change)(guidon_id *,
                                                   const guidon_id *,
                                                   const guidon_mask_key *))
{
    bytea *bytes = PG_GETARG_BYTEA_PP(1);
    guidon_mask_key key;
    guidon_id id = guidon_nil();
    guidon_status status;

    refuse_key(guidon_mask_key_init(&key, VARDATA_ANY(bytes),
                                    VARSIZE_ANY_EXHDR(bytes)),
               GUIDON_MASK_KEY_LEN);
    status = change(&id, GDNPG_ARG_ID(0), &key);
    guidon_mask_key_wipe(&key);
    return converted(id, status, version);
}

static Datum with_key(FunctionCallInfo fcinfo, unsigned version,
                      guidon_status (*change)(guidon_id *, const guidon_id *,
                                              const guidon_key *))
{
    bytea *bytes = PG_GETARG_BYTEA_PP(1);
    guidon_key key;
    guidon_id id = guidon_nil();
    guidon_status status;

    refuse_key(
        guidon_key_init(&key, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes)),
        GUIDON_KEY_LEN);
    status = change(&id, GDNPG_ARG_ID(0), &key);
    guidon_key_wipe(&key);
    return converted(id, status, version);
}

GDNPG_FUNCTION(mask)
{
    return with_mask_key(fcinfo, 7, guidon_mask);
}

GDNPG_FUNCTION(unmask)
{
    return with_mask_key(fcinfo, 4, guidon_unmask);
}

GDNPG_FUNCTION(encrypt)
{
    return with_key(fcinfo, 7, guidon_encrypt);
}

GDNPG_FUNCTION(decrypt)
{
    return with_key(fcinfo, 8, guidon_decrypt);
}
