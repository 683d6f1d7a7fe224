/* SPDX-License-Identifier: MIT */
/* module.c - what PostgreSQL asks of a loadable module, and errors. */
#include "guidon_pg.h"

#include <mb/pg_wchar.h>
#include <miscadmin.h>

PG_MODULE_MAGIC;

/*
 * The module needs no shared_preload_libraries. If it is preloaded, the
 * library notices that each backend is a fork and gives it a state of its own.
 */
extern PGDLLEXPORT void _PG_init(void);

void _PG_init(void)
{
    if (process_shared_preload_libraries_in_progress) {
        gdnpg_reserve_memory();
    }
}

int gdnpg_sqlstate(guidon_status status)
{
    switch (status) {
    case GUIDON_E_RANGE:
    case GUIDON_E_OVERFLOW:
        return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
    case GUIDON_E_LENGTH:
    case GUIDON_E_CHAR:
    case GUIDON_E_FORM:
    case GUIDON_E_AMBIGUOUS:
        return ERRCODE_INVALID_TEXT_REPRESENTATION;
    case GUIDON_E_STATE:
        return ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE;
    case GUIDON_E_MEMORY:
        return ERRCODE_OUT_OF_MEMORY;
    case GUIDON_E_CLOCK:
    case GUIDON_E_ENTROPY:
        return ERRCODE_SYSTEM_ERROR;
    default:
        return ERRCODE_INVALID_PARAMETER_VALUE;
    }
}

void gdnpg_raise(guidon_status status)
{
    const char *reason = guidon_state_reason();

    if (status == GUIDON_E_STATE && reason) {
        ereport(ERROR, (errcode(gdnpg_sqlstate(status)),
                        errmsg("%s", guidon_status_text(status)),
                        errdetail("The reason is: %s.", reason)));
    }
    ereport(ERROR, (errcode(gdnpg_sqlstate(status)),
                    errmsg("%s", guidon_status_text(status))));
}

int gdnpg_shown(const char *text, size_t len)
{
    return pg_mbcliplen(text, (int)len, 200);
}

const char *gdnpg_reason(const char *text, size_t len, guidon_accept accept)
{
    char reason[GUIDON_REASON_MAX];
    size_t n = 0;

    /* Every sentence fits. */
    (void)!guidon_parse_reason(reason, sizeof reason, &n, text, len, accept, 0);
    return psprintf("%.*s.", (int)n, reason);
}

void gdnpg_bad_text(void *context, const char *type, const char *text,
                    size_t len, guidon_status status, const char *detail)
{
    int shown = gdnpg_shown(text, len);

    GDNPG_SOFT_ERROR(context,
                     (errcode(gdnpg_sqlstate(status)),
                      status == GUIDON_E_RANGE
                          ? errmsg("value \"%.*s\" is out of range for type %s",
                                   shown, text, type)
                          : errmsg("invalid input syntax for type %s: \"%.*s\"",
                                   type, shown, text),
                      errdetail("%s", detail),
                      status == GUIDON_E_AMBIGUOUS
                          ? errhint("Name the form: guidon_parse(text, form).")
                          : 0));
}
