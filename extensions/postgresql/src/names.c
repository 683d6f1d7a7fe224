/* SPDX-License-Identifier: MIT */
/* names.c - ids from a namespace and a name. */
#include "guidon_pg.h"

#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <utils/builtins.h>

/* A name may have a gigabyte. A query can be cancelled between two pieces. */
#define PIECE ((size_t)1 << 20)

static Datum id_of(guidon_name_kind kind, const guidon_id *ns, const char *name,
                   size_t len)
{
    guidon_name_hash hash;
    guidon_id id;

    gdnpg_check(guidon_name_hash_init(&hash, ns, kind));
    for (; len > PIECE; name += PIECE, len -= PIECE) {
        guidon_name_hash_update(&hash, name, PIECE);
        CHECK_FOR_INTERRUPTS();
    }
    guidon_name_hash_update(&hash, name, len);
    guidon_name_hash_id(&id, &hash);
    GDNPG_RETURN_ID(id);
}

static Datum id_of_bytes(FunctionCallInfo fcinfo, guidon_name_kind kind)
{
    bytea *name = PG_GETARG_BYTEA_PP(1);

    return id_of(kind, GDNPG_ARG_ID(0), VARDATA_ANY(name),
                 VARSIZE_ANY_EXHDR(name));
}

const char *gdnpg_utf8(const text *from, size_t *len)
{
    char *own = VARDATA_ANY(from);
    int own_len = VARSIZE_ANY_EXHDR(from);
    char *utf8 = pg_server_to_any(own, own_len, PG_UTF8);

    *len = utf8 == own ? (size_t)own_len : strlen(utf8);
    return utf8;
}

static Datum id_of_text(FunctionCallInfo fcinfo, guidon_name_kind kind)
{
    size_t len;
    const char *name = gdnpg_utf8(PG_GETARG_TEXT_PP(1), &len);

    return id_of(kind, GDNPG_ARG_ID(0), name, len);
}

PG_FUNCTION_INFO_V1(guidon_pg_v3_bytes);
Datum guidon_pg_v3_bytes(PG_FUNCTION_ARGS)
{
    return id_of_bytes(fcinfo, GUIDON_NAME_V3);
}
PG_FUNCTION_INFO_V1(guidon_pg_v3_text);
Datum guidon_pg_v3_text(PG_FUNCTION_ARGS)
{
    return id_of_text(fcinfo, GUIDON_NAME_V3);
}
PG_FUNCTION_INFO_V1(guidon_pg_v5_bytes);
Datum guidon_pg_v5_bytes(PG_FUNCTION_ARGS)
{
    return id_of_bytes(fcinfo, GUIDON_NAME_V5);
}
PG_FUNCTION_INFO_V1(guidon_pg_v5_text);
Datum guidon_pg_v5_text(PG_FUNCTION_ARGS)
{
    return id_of_text(fcinfo, GUIDON_NAME_V5);
}
PG_FUNCTION_INFO_V1(guidon_pg_v8_sha256_bytes);
Datum guidon_pg_v8_sha256_bytes(PG_FUNCTION_ARGS)
{
    return id_of_bytes(fcinfo, GUIDON_NAME_V8_SHA256);
}
PG_FUNCTION_INFO_V1(guidon_pg_v8_sha256_text);
Datum guidon_pg_v8_sha256_text(PG_FUNCTION_ARGS)
{
    return id_of_text(fcinfo, GUIDON_NAME_V8_SHA256);
}

PG_FUNCTION_INFO_V1(guidon_pg_namespace_dns);
Datum guidon_pg_namespace_dns(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(guidon_namespace_dns());
}
PG_FUNCTION_INFO_V1(guidon_pg_namespace_url);
Datum guidon_pg_namespace_url(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(guidon_namespace_url());
}
PG_FUNCTION_INFO_V1(guidon_pg_namespace_oid);
Datum guidon_pg_namespace_oid(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(guidon_namespace_oid());
}
PG_FUNCTION_INFO_V1(guidon_pg_namespace_x500);
Datum guidon_pg_namespace_x500(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(guidon_namespace_x500());
}
