/* SPDX-License-Identifier: MIT */
/* names.c - ids from a namespace and a name. */
#include "guidon_pg.h"

#include <mb/pg_wchar.h>
#include <utils/builtins.h>

typedef void name_function(guidon_id *out, const guidon_id *ns,
                           const void *name, size_t len);

static Datum id_of_bytes(FunctionCallInfo fcinfo, name_function *hash)
{
    bytea *name = PG_GETARG_BYTEA_PP(1);
    guidon_id id;

    hash(&id, GDNPG_ARG_ID(0), VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name));
    GDNPG_RETURN_ID(id);
}

/* A text is hashed in UTF-8, so that every database gives the same id. */
static Datum id_of_text(FunctionCallInfo fcinfo, name_function *hash)
{
    text *name = PG_GETARG_TEXT_PP(1);
    char *own = VARDATA_ANY(name);
    int len = VARSIZE_ANY_EXHDR(name);
    char *utf8 = pg_server_to_any(own, len, PG_UTF8);
    guidon_id id;

    hash(&id, GDNPG_ARG_ID(0), utf8, utf8 == own ? (size_t)len : strlen(utf8));
    GDNPG_RETURN_ID(id);
}

#define NAME_FUNCTIONS(version, hash)                                          \
  GDNPG_FUNCTION(version##_bytes)                                              \
  {                                                                            \
    return id_of_bytes(fcinfo, hash);                                          \
  }                                                                            \
  GDNPG_FUNCTION(version##_text)                                               \
  {                                                                            \
    return id_of_text(fcinfo, hash);                                           \
  }

NAME_FUNCTIONS(v3, guidon_v3)
NAME_FUNCTIONS(v5, guidon_v5)
NAME_FUNCTIONS(v8_sha256, guidon_v8_sha256)

GDNPG_FUNCTION(ns_dns)
{
    GDNPG_RETURN_ID(guidon_namespace_dns());
}
GDNPG_FUNCTION(ns_url)
{
    GDNPG_RETURN_ID(guidon_namespace_url());
}
GDNPG_FUNCTION(ns_oid)
{
    GDNPG_RETURN_ID(guidon_namespace_oid());
}
GDNPG_FUNCTION(ns_x500)
{
    GDNPG_RETURN_ID(guidon_namespace_x500());
}
