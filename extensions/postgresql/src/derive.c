/* SPDX-License-Identifier: MIT */
/* derive.c - version 7 from a time, a key and data. */
#include "guidon_pg.h"

/* Raise the error after the key is erased. */
static Datum id_or_error(guidon_id id, guidon_status status)
{
    if (status == GUIDON_E_ARGUMENT) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("the key must have %d bytes", GUIDON_KEY_LEN)));
    }
    if (status == GUIDON_E_RANGE) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("the time does not fit version 7"),
                        errdetail("Version 7 holds the years 1970 to 10889.")));
    }
    gdnpg_check(status);
    GDNPG_RETURN_ID(id);
}

static Datum derive(TimestampTz at, bytea *key_bytes, const void *data,
                    size_t len)
{
    guidon_time time = gdnpg_finite_time(at);
    int64 ms = time.seconds * 1000 + time.nanoseconds / 1000000;
    guidon_key key;
    guidon_id id;
    guidon_status status = guidon_key_init(&key, VARDATA_ANY(key_bytes),
                                           VARSIZE_ANY_EXHDR(key_bytes));

    if (status == GUIDON_OK) {
        status = guidon_v7_derive(&id, (uint64)ms, &key, data, len);
        guidon_key_wipe(&key);
    } else {
        id = guidon_nil();
    }
    return id_or_error(id, status);
}

PG_FUNCTION_INFO_V1(guidon_pg_derive_bytes);
Datum guidon_pg_derive_bytes(PG_FUNCTION_ARGS)
{
    bytea *data = PG_GETARG_BYTEA_PP(2);

    return derive(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_BYTEA_PP(1),
                  VARDATA_ANY(data), VARSIZE_ANY_EXHDR(data));
}

PG_FUNCTION_INFO_V1(guidon_pg_derive_text);
Datum guidon_pg_derive_text(PG_FUNCTION_ARGS)
{
    size_t len;
    const char *data = gdnpg_utf8(PG_GETARG_TEXT_PP(2), &len);

    return derive(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_BYTEA_PP(1), data, len);
}

PG_FUNCTION_INFO_V1(guidon_pg_derive_integer);
Datum guidon_pg_derive_integer(PG_FUNCTION_ARGS)
{
    unsigned char data[GUIDON_INTEGER_LEN];

    guidon_data_from_integer(data, PG_GETARG_INT64(2));
    return derive(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_BYTEA_PP(1), data,
                  sizeof data);
}

PG_FUNCTION_INFO_V1(guidon_pg_derive_id);
Datum guidon_pg_derive_id(PG_FUNCTION_ARGS)
{
    const guidon_id *data = GDNPG_ARG_ID(2);

    return derive(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_BYTEA_PP(1), data->bytes,
                  sizeof data->bytes);
}
