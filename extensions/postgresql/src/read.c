/* SPDX-License-Identifier: MIT */
/* read.c - what an id holds, and its texts. NULL where an id has no such field. */
#include "guidon_pg.h"

#include <access/htup_details.h>
#include <funcapi.h>
#include <utils/builtins.h>
#include <utils/inet.h>

/* ------------------------------------------------------------ single fields */

/* Each function sets *null instead of returning a value if there is none. */

static Datum version_of(const guidon_id *id, bool *null)
{
    *null = guidon_variant_of(id) != GUIDON_VARIANT_RFC;
    return Int16GetDatum((int16)guidon_version_of(id));
}

static Datum variant_of(const guidon_id *id)
{
    static const char *const names[] = {
        [GUIDON_VARIANT_NCS] = "ncs",
        [GUIDON_VARIANT_RFC] = "rfc",
        [GUIDON_VARIANT_MICROSOFT] = "microsoft",
        [GUIDON_VARIANT_FUTURE] = "future",
    };

    return CStringGetTextDatum(names[guidon_variant_of(id)]);
}

static Datum time_of(const guidon_id *id, bool *null)
{
    guidon_time time = {0, 0};

    *null = guidon_time_of(&time, id) != GUIDON_OK;
    return TimestampTzGetDatum(gdnpg_timestamptz(time));
}

static Datum node_of(const guidon_id *id, bool *null)
{
    macaddr *node = palloc0(sizeof *node);
    unsigned char bytes[6] = {0};

    *null = guidon_node_of(bytes, id) != GUIDON_OK;
    node->a = bytes[0];
    node->b = bytes[1];
    node->c = bytes[2];
    node->d = bytes[3];
    node->e = bytes[4];
    node->f = bytes[5];
    return MacaddrPGetDatum(node);
}

static Datum clock_seq_of(const guidon_id *id, bool *null)
{
    uint16_t clock_seq = 0;

    *null = guidon_clock_seq_of(&clock_seq, id) != GUIDON_OK;
    return Int32GetDatum(clock_seq);
}

static Datum field_of(FunctionCallInfo fcinfo,
                      Datum (*field)(const guidon_id *, bool *))
{
    bool null;
    Datum value = field(GDNPG_ARG_ID(0), &null);

    if (null) {
        PG_RETURN_NULL();
    }
    PG_RETURN_DATUM(value);
}

PG_FUNCTION_INFO_V1(guidon_pg_version_of);
Datum guidon_pg_version_of(PG_FUNCTION_ARGS)
{
    return field_of(fcinfo, version_of);
}
PG_FUNCTION_INFO_V1(guidon_pg_time_of);
Datum guidon_pg_time_of(PG_FUNCTION_ARGS)
{
    return field_of(fcinfo, time_of);
}
PG_FUNCTION_INFO_V1(guidon_pg_node_of);
Datum guidon_pg_node_of(PG_FUNCTION_ARGS)
{
    return field_of(fcinfo, node_of);
}
PG_FUNCTION_INFO_V1(guidon_pg_clock_seq_of);
Datum guidon_pg_clock_seq_of(PG_FUNCTION_ARGS)
{
    return field_of(fcinfo, clock_seq_of);
}

PG_FUNCTION_INFO_V1(guidon_pg_variant_of);
Datum guidon_pg_variant_of(PG_FUNCTION_ARGS)
{
    return variant_of(GDNPG_ARG_ID(0));
}

/* uuid_extract_timestamp of PostgreSQL 18 reads versions 1 and 7. */
PG_FUNCTION_INFO_V1(guidon_pg_extract_timestamp);
Datum guidon_pg_extract_timestamp(PG_FUNCTION_ARGS)
{
    const guidon_id *id = GDNPG_ARG_ID(0);
    unsigned version = guidon_version_of(id);
    bool null;
    Datum value = time_of(id, &null);

    if (null || (version != 1 && version != 7)) {
        PG_RETURN_NULL();
    }
    PG_RETURN_DATUM(value);
}

/*
 * The time with the fraction of the millisecond in rand_a of version 7. The id
 * does not show whether its generator wrote one there: uuidv7() of PostgreSQL 18
 * and guidon_v7() do.
 *
 * rand_a is floor(us * 4.096). So us is rand_a / 4.096 rounded up, and a time
 * that guidon_v7_at wrote comes back exactly.
 */
static uint32 micros_of_rand_a(const guidon_id *id)
{
    uint32 rand_a = (id->bytes[6] & 15u) << 8 | id->bytes[7];

    return Min((rand_a * 1000u + 4095u) / 4096u, 999u);
}

PG_FUNCTION_INFO_V1(guidon_pg_time_us_of);
Datum guidon_pg_time_us_of(PG_FUNCTION_ARGS)
{
    const guidon_id *id = GDNPG_ARG_ID(0);
    guidon_time time;

    if (guidon_time_of(&time, id) != GUIDON_OK) {
        PG_RETURN_NULL();
    }
    if (guidon_version_of(id) == 7) {
        time.nanoseconds += micros_of_rand_a(id) * 1000u;
    }
    PG_RETURN_TIMESTAMPTZ(gdnpg_timestamptz(time));
}

/* --------------------------------------------------------- all fields, a row */

enum explained {
    EXPLAINED_VARIANT,
    EXPLAINED_VERSION,
    EXPLAINED_NAME,
    EXPLAINED_TIME,
    EXPLAINED_CLOCK_SEQ,
    EXPLAINED_NODE,
    EXPLAINED_DOMAIN,
    EXPLAINED_LOCAL_ID,
    EXPLAINED
};

static const char *name_of(const guidon_id *id)
{
    if (guidon_is_nil(id)) {
        return "Nil";
    }
    if (guidon_is_max(id)) {
        return "Max";
    }
    return guidon_variant_of(id) == GUIDON_VARIANT_RFC
               ? guidon_version_name(guidon_version_of(id))
               : NULL;
}

/* Also the times that an id holds in part, or in another variant: the first time
 * of version 2, and the time of NCS. */
static Datum any_time_of(const guidon_id *id, bool *null)
{
    guidon_time time = {0, 0}, end;

    *null = guidon_time_of(&time, id) != GUIDON_OK &&
            guidon_dce_time_of(&time, &end, id) != GUIDON_OK &&
            guidon_ncs_time_of(&time, id) != GUIDON_OK;
    return TimestampTzGetDatum(gdnpg_timestamptz(time));
}

PG_FUNCTION_INFO_V1(guidon_pg_explain);
Datum guidon_pg_explain(PG_FUNCTION_ARGS)
{
    const guidon_id *id = GDNPG_ARG_ID(0);
    const char *name = name_of(id);
    guidon_domain domain = GUIDON_DOMAIN_PERSON;
    uint32_t local_id = 0;
    bool no_dce = guidon_dce_of(&domain, &local_id, id) != GUIDON_OK;
    Datum values[EXPLAINED] = {0};
    bool nulls[EXPLAINED] = {false};
    TupleDesc row;

    if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE ||
        row->natts != EXPLAINED) {
        elog(ERROR, "guidon_explain must return a row of %d columns",
             EXPLAINED);
    }
    values[EXPLAINED_VARIANT] = variant_of(id);
    values[EXPLAINED_VERSION] = version_of(id, &nulls[EXPLAINED_VERSION]);
    values[EXPLAINED_NAME] = CStringGetTextDatum(name ? name : "");
    nulls[EXPLAINED_NAME] = !name;
    values[EXPLAINED_TIME] = any_time_of(id, &nulls[EXPLAINED_TIME]);
    values[EXPLAINED_CLOCK_SEQ] = clock_seq_of(id, &nulls[EXPLAINED_CLOCK_SEQ]);
    values[EXPLAINED_NODE] = node_of(id, &nulls[EXPLAINED_NODE]);
    values[EXPLAINED_DOMAIN] = Int32GetDatum((int32)domain);
    values[EXPLAINED_LOCAL_ID] = Int64GetDatum(local_id);
    nulls[EXPLAINED_DOMAIN] = nulls[EXPLAINED_LOCAL_ID] = no_dce;
    return HeapTupleGetDatum(
        heap_form_tuple(BlessTupleDesc(row), values, nulls));
}

/* -------------------------------------------------------------------- texts */

static guidon_form form_named(text *name)
{
    char *wanted = text_to_cstring(name);
    guidon_form form;

    if (guidon_form_from_name(&form, wanted) != GUIDON_OK) {
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("no form of text has the name \"%.*s\"",
                        gdnpg_shown(wanted, strlen(wanted)), wanted),
                 errhint("guidon_forms() lists the names of the forms.")));
    }
    pfree(wanted);
    return form;
}

PG_FUNCTION_INFO_V1(guidon_pg_format);
Datum guidon_pg_format(PG_FUNCTION_ARGS)
{
    char buffer[GUIDON_TEXT_MAX];
    size_t len;

    /* Some forms have no text for some ids; every other status is a success. */
    if (guidon_format(buffer, sizeof buffer, &len, GDNPG_ARG_ID(0),
                      form_named(PG_GETARG_TEXT_PP(1))) != GUIDON_OK) {
        PG_RETURN_NULL();
    }
    PG_RETURN_TEXT_P(cstring_to_text_with_len(buffer, (int)len));
}

static Datum read_text(text *argument, guidon_accept accept)
{
    const char *text = VARDATA_ANY(argument);
    size_t len = VARSIZE_ANY_EXHDR(argument);
    guidon_id id;
    guidon_status status = guidon_parse(&id, NULL, text, len, accept, 0, NULL);

    if (status != GUIDON_OK) {
        gdnpg_bad_text(NULL, "uuid", text, len, status,
                       gdnpg_reason(text, len, accept));
    }
    GDNPG_RETURN_ID(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_parse);
Datum guidon_pg_parse(PG_FUNCTION_ARGS)
{
    return read_text(PG_GETARG_TEXT_PP(0), GUIDON_ACCEPT_ANY);
}

PG_FUNCTION_INFO_V1(guidon_pg_parse_form);
Datum guidon_pg_parse_form(PG_FUNCTION_ARGS)
{
    return read_text(PG_GETARG_TEXT_PP(0),
                     GUIDON_ACCEPT(form_named(PG_GETARG_TEXT_PP(1))));
}

/* Write to `out` why a text is not read. Returns the length, 0 if it is read. */
static int reason_of(char out[GUIDON_REASON_MAX], text *argument,
                     guidon_accept accept)
{
    size_t len = 0;

    /* Every sentence fits. */
    (void)!guidon_parse_reason(out, GUIDON_REASON_MAX, &len,
                               VARDATA_ANY(argument),
                               VARSIZE_ANY_EXHDR(argument), accept, 0);
    return (int)len;
}

PG_FUNCTION_INFO_V1(guidon_pg_parse_reason);
Datum guidon_pg_parse_reason(PG_FUNCTION_ARGS)
{
    char reason[GUIDON_REASON_MAX];
    int len = reason_of(reason, PG_GETARG_TEXT_PP(0), GUIDON_ACCEPT_ANY);

    if (len == 0) {
        PG_RETURN_NULL();
    }
    PG_RETURN_TEXT_P(cstring_to_text_with_len(reason, len));
}

PG_FUNCTION_INFO_V1(guidon_pg_parse_reason_form);
Datum guidon_pg_parse_reason_form(PG_FUNCTION_ARGS)
{
    char reason[GUIDON_REASON_MAX];
    int len = reason_of(reason, PG_GETARG_TEXT_PP(0),
                        GUIDON_ACCEPT(form_named(PG_GETARG_TEXT_PP(1))));

    if (len == 0) {
        PG_RETURN_NULL();
    }
    PG_RETURN_TEXT_P(cstring_to_text_with_len(reason, len));
}

PG_FUNCTION_INFO_V1(guidon_pg_describe);
Datum guidon_pg_describe(PG_FUNCTION_ARGS)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    char readings[GUIDON_DESCRIBE_MAX];
    size_t len = 0;

    /* Every document fits. A value of the type json is its text. */
    (void)!guidon_describe_json(
        readings, sizeof readings, &len, VARDATA_ANY(argument),
        VARSIZE_ANY_EXHDR(argument), GUIDON_ACCEPT_ANY, 0);
    PG_RETURN_TEXT_P(cstring_to_text_with_len(readings, (int)len));
}

PG_FUNCTION_INFO_V1(guidon_pg_forms);
Datum guidon_pg_forms(PG_FUNCTION_ARGS)
{
    FuncCallContext *call;
    const char *name;

    if (SRF_IS_FIRSTCALL()) {
        call = SRF_FIRSTCALL_INIT();
        call->max_calls = GUIDON_FORMS;
    }
    call = SRF_PERCALL_SETUP();
    if (call->call_cntr >= call->max_calls) {
        SRF_RETURN_DONE(call);
    }
    name = guidon_form_name((guidon_form)call->call_cntr);
    SRF_RETURN_NEXT(call, CStringGetTextDatum(name)); /* counts first */
}
