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
                        errhint("guidon_version_of(id) gives the version.")));
    }
    gdnpg_check(status);
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_v1_to_v6);
Datum guidon_pg_v1_to_v6(PG_FUNCTION_ARGS)
{
    guidon_id id = guidon_nil();
    guidon_status status = guidon_v1_to_v6(&id, GDNPG_ARG_ID(0));

    return converted(id, status, 1);
}

PG_FUNCTION_INFO_V1(guidon_pg_v6_to_v1);
Datum guidon_pg_v6_to_v1(PG_FUNCTION_ARGS)
{
    guidon_id id = guidon_nil();
    guidon_status status = guidon_v6_to_v1(&id, GDNPG_ARG_ID(0));

    return converted(id, status, 6);
}

PG_FUNCTION_INFO_V1(guidon_pg_mysql_swap);
Datum guidon_pg_mysql_swap(PG_FUNCTION_ARGS)
{
    unsigned char key[GUIDON_SORT_KEY_MAX];
    guidon_id id;

    guidon_sort_key(key, GDNPG_ARG_ID(0), GUIDON_ORDER_MYSQL_SWAP);
    memcpy(id.bytes, key, sizeof id.bytes);
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_mysql_unswap);
Datum guidon_pg_mysql_unswap(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(guidon_sort_key_inverse(GDNPG_ARG_ID(0)->bytes,
                                            GUIDON_ORDER_MYSQL_SWAP));
}

/* The byte image of a Microsoft GUID; the same function reads it back. */
PG_FUNCTION_INFO_V1(guidon_pg_guid);
Datum guidon_pg_guid(PG_FUNCTION_ARGS)
{
    guidon_id id;

    guidon_to_guid_bytes(id.bytes, GDNPG_ARG_ID(0));
    GDNPG_RETURN_ID(id);
}

/* ------------------------------------------------------------ hidden by a key */

static void refuse_key(guidon_status status, int len)
{
    if (status == GUIDON_E_ARGUMENT) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("the key must have %d bytes", len)));
    }
    gdnpg_check(status);
}

static Datum with_mask_key(FunctionCallInfo fcinfo, unsigned version,
                           guidon_status (*change)(guidon_id *,
                                                   const guidon_mask_key *,
                                                   const guidon_id *))
{
    bytea *bytes = PG_GETARG_BYTEA_PP(1);
    guidon_mask_key key;
    guidon_id id = guidon_nil();
    guidon_status status;

    refuse_key(guidon_mask_key_init(&key, VARDATA_ANY(bytes),
                                    VARSIZE_ANY_EXHDR(bytes)),
               GUIDON_MASK_KEY_LEN);
    status = change(&id, &key, GDNPG_ARG_ID(0));
    guidon_mask_key_wipe(&key);
    return converted(id, status, version);
}

static Datum with_key(FunctionCallInfo fcinfo, unsigned version,
                      guidon_status (*change)(guidon_id *, const guidon_key *,
                                              const guidon_id *))
{
    bytea *bytes = PG_GETARG_BYTEA_PP(1);
    guidon_key key;
    guidon_id id = guidon_nil();
    guidon_status status;

    refuse_key(
        guidon_key_init(&key, VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes)),
        GUIDON_KEY_LEN);
    status = change(&id, &key, GDNPG_ARG_ID(0));
    guidon_key_wipe(&key);
    return converted(id, status, version);
}

PG_FUNCTION_INFO_V1(guidon_pg_mask);
Datum guidon_pg_mask(PG_FUNCTION_ARGS)
{
    return with_mask_key(fcinfo, 7, guidon_mask);
}

PG_FUNCTION_INFO_V1(guidon_pg_unmask);
Datum guidon_pg_unmask(PG_FUNCTION_ARGS)
{
    return with_mask_key(fcinfo, 4, guidon_unmask);
}

PG_FUNCTION_INFO_V1(guidon_pg_encrypt);
Datum guidon_pg_encrypt(PG_FUNCTION_ARGS)
{
    return with_key(fcinfo, 7, guidon_encrypt);
}

PG_FUNCTION_INFO_V1(guidon_pg_decrypt);
Datum guidon_pg_decrypt(PG_FUNCTION_ARGS)
{
    return with_key(fcinfo, 8, guidon_decrypt);
}
