/* SPDX-License-Identifier: MIT */
/* warm.c - makes ids in the postmaster, so that every backend is a fork of a process
 * with a generator that has run. Preloaded by a test, after the extension. */
#include <postgres.h>

#include <fmgr.h>

PG_MODULE_MAGIC;

extern PGDLLEXPORT void _PG_init(void);

static void make_one(const char *name)
{
    PGFunction maker = load_external_function("guidon", name, true, NULL);
    LOCAL_FCINFO(call, 0);

    InitFunctionCallInfoData(*call, NULL, 0, InvalidOid, NULL, NULL);
    maker(call);
}

void _PG_init(void)
{
    static const char *const makers[] = {"guidon_pg_v1", "guidon_pg_v4",
                                         "guidon_pg_v6", "guidon_pg_v7"};

    for (size_t i = 0; i < lengthof(makers); i++) {
        make_one(makers[i]);
    }
    ereport(LOG, (errmsg("ids made in the postmaster")));
}
