/* SPDX-License-Identifier: MIT */
/* typeid.c - the type typeid: a prefix that names a type, and a uuid. */
#include "guidon_pg.h"

#include <libpq/pqformat.h>
#include <utils/builtins.h>

/*
 * A typeid is stored as its prefix, a zero byte and the 16 bytes of the uuid.
 *
 * Compared as bytes, these values sort as their texts do: '_' and the first
 * digit of the suffix, 0-7, are below every letter, so of two prefixes the one
 * that the other begins with sorts first, as it does with the zero byte. So the
 * server's own functions for bytea compare and hash the type. See
 * sql/parts/80-typeid.sql.
 */
#define GDNPG_TYPEID_TAIL (1 + sizeof(guidon_id))

static Datum typeid_give(const char *prefix, size_t prefix_len,
                         const guidon_id *id)
{
    const size_t size = VARHDRSZ + prefix_len + GDNPG_TYPEID_TAIL;
    struct varlena *value = palloc(size);
    char *at = VARDATA(value);

    SET_VARSIZE(value, size);
    if (prefix_len > 0) {
        memcpy(at, prefix, prefix_len);
    }
    at[prefix_len] = '\0';
    memcpy(at + prefix_len + 1, id, sizeof *id);
    return PointerGetDatum(value);
}

/* The parts of a value, which point into it. */
typedef struct TypeidParts {
    const char *prefix;
    size_t prefix_len;
    const guidon_id *id;
} TypeidParts;

static TypeidParts typeid_parts(Datum datum)
{
    const struct varlena *value = PG_DETOAST_DATUM_PACKED(datum);
    const size_t size = VARSIZE_ANY_EXHDR(value);
    TypeidParts parts;

    if (size < GDNPG_TYPEID_TAIL) {
        ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED),
                        errmsg("a value of type typeid is too short")));
    }
    parts.prefix = VARDATA_ANY(value);
    parts.prefix_len = size - GDNPG_TYPEID_TAIL;
    parts.id = (const guidon_id *)(parts.prefix + parts.prefix_len + 1);
    return parts;
}

/* ---------------------------------------------------------------------- text */

/* Write the text and a NUL in memory of the current context. */
static char *typeid_text(Datum datum, size_t *len)
{
    const TypeidParts parts = typeid_parts(datum);
    char *text = palloc(GUIDON_TYPEID_MAX + 1);

    gdnpg_check(guidon_typeid_format(text, GUIDON_TYPEID_MAX, len, parts.prefix,
                                     parts.prefix_len, parts.id));
    text[*len] = '\0';
    return text;
}

/* Returns 0 after a soft error. */
static Datum typeid_read(void *context, const char *text, size_t len)
{
    size_t prefix_len;
    size_t bad_at;
    guidon_id id;
    guidon_status status =
        guidon_typeid_parse(&id, &prefix_len, text, len, &bad_at);

    if (status != GUIDON_OK) {
        gdnpg_bad_text(
            context, "typeid", text, len, status,
            psprintf("At offset %zu: %s.", bad_at, guidon_status_text(status)));
        return (Datum)0;
    }
    return typeid_give(text, prefix_len, &id);
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_in);
Datum guidon_pg_typeid_in(PG_FUNCTION_ARGS)
{
    const char *text = PG_GETARG_CSTRING(0);

    return typeid_read(fcinfo->context, text, strlen(text));
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_out);
Datum guidon_pg_typeid_out(PG_FUNCTION_ARGS)
{
    size_t len;

    PG_RETURN_CSTRING(typeid_text(PG_GETARG_DATUM(0), &len));
}

/* The binary form is the text: a client needs no decoder for it. */
PG_FUNCTION_INFO_V1(guidon_pg_typeid_recv);
Datum guidon_pg_typeid_recv(PG_FUNCTION_ARGS)
{
    StringInfo message = (StringInfo)PG_GETARG_POINTER(0);
    int len;
    const char *text =
        pq_getmsgtext(message, message->len - message->cursor, &len);

    return typeid_read(NULL, text, (size_t)len);
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_send);
Datum guidon_pg_typeid_send(PG_FUNCTION_ARGS)
{
    StringInfoData message;
    size_t len;
    const char *text = typeid_text(PG_GETARG_DATUM(0), &len);

    pq_begintypsend(&message);
    pq_sendtext(&message, text, (int)len);
    PG_RETURN_BYTEA_P(pq_endtypsend(&message));
}

/* ----------------------------------------------------------- making, and parts */

/* Raise 22023 if a text cannot be a prefix. */
static void typeid_check_prefix(const text *prefix)
{
    const size_t len = VARSIZE_ANY_EXHDR(prefix);
    const char *letters = VARDATA_ANY(prefix);
    size_t bad_at;
    guidon_status status = guidon_typeid_prefix_check(letters, len, &bad_at);

    if (status != GUIDON_OK) {
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("invalid prefix for type typeid: \"%.*s\"",
                        gdnpg_shown(letters, len), letters),
                 errdetail("At offset %zu: %s.", bad_at,
                           guidon_status_text(status)),
                 errhint("A prefix has at most 63 letters a-z, and \"_\" "
                         "between them.")));
    }
}

static Datum typeid_with(const text *prefix, const guidon_id *id)
{
    typeid_check_prefix(prefix);
    return typeid_give(VARDATA_ANY(prefix), VARSIZE_ANY_EXHDR(prefix), id);
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid);
Datum guidon_pg_typeid(PG_FUNCTION_ARGS)
{
    return typeid_with(PG_GETARG_TEXT_PP(0), GDNPG_ARG_ID(1));
}

PG_FUNCTION_INFO_V1(guidon_pg_new_typeid);
Datum guidon_pg_new_typeid(PG_FUNCTION_ARGS)
{
    guidon_id id;

    gdnpg_check(guidon_new(&id, GUIDON_V7));
    return typeid_with(PG_GETARG_TEXT_PP(0), &id);
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_prefix_of);
Datum guidon_pg_typeid_prefix_of(PG_FUNCTION_ARGS)
{
    const TypeidParts parts = typeid_parts(PG_GETARG_DATUM(0));

    PG_RETURN_TEXT_P(
        cstring_to_text_with_len(parts.prefix, (int)parts.prefix_len));
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_uuid_of);
Datum guidon_pg_typeid_uuid_of(PG_FUNCTION_ARGS)
{
    GDNPG_RETURN_ID(*typeid_parts(PG_GETARG_DATUM(0)).id);
}

/* --------------------------------------------------- the lesser and the greater */

static bool typeid_is_below(Datum a, Datum b)
{
    return DatumGetInt32(DirectFunctionCall2(byteacmp, a, b)) < 0;
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_smaller);
Datum guidon_pg_typeid_smaller(PG_FUNCTION_ARGS)
{
    const Datum a = PG_GETARG_DATUM(0);
    const Datum b = PG_GETARG_DATUM(1);

    PG_RETURN_DATUM(typeid_is_below(a, b) ? a : b);
}

PG_FUNCTION_INFO_V1(guidon_pg_typeid_larger);
Datum guidon_pg_typeid_larger(PG_FUNCTION_ARGS)
{
    const Datum a = PG_GETARG_DATUM(0);
    const Datum b = PG_GETARG_DATUM(1);

    PG_RETURN_DATUM(typeid_is_below(b, a) ? a : b);
}
