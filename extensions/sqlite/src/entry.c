/* SPDX-License-Identifier: MIT */
/* entry.c - registers everything with a connection. */
#include "guidon_sqlite.h"

#include <stdatomic.h>

#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT1
#endif

#if defined(_WIN32)
#  define GDNSQ_ENTRY __declspec(dllexport)
#elif defined(__GNUC__)
#  define GDNSQ_ENTRY __attribute__((visibility("default")))
#else
#  define GDNSQ_ENTRY
#endif

/* The functions, collations and tables of this file that connections have. */
static atomic_int objects;

void gdnsq_object_added(void)
{
    atomic_fetch_add(&objects, 1);
}

void gdnsq_object_gone(void *unused)
{
    (void)unused;
    atomic_fetch_sub(&objects, 1);
}

static int register_functions(sqlite3 *db, const struct gdnsq_function *row)
{
    int status = SQLITE_OK;

    /* SQLite takes user data without const; no function writes to its row. */
    for (; status == SQLITE_OK && row->name; row++) {
        gdnsq_object_added();
        status = sqlite3_create_function_v2(
            db, row->name, row->args, row->flags, (void *)(uintptr_t)row,
            row->call, NULL, NULL, gdnsq_object_gone);
    }
    return status;
}

static int register_all(sqlite3 *db)
{
    static const struct gdnsq_function *const tables[] = {
        gdnsq_make_functions,     gdnsq_name_functions,  gdnsq_text_functions,
        gdnsq_typeid_functions,   gdnsq_field_functions, gdnsq_bound_functions,
        gdnsq_convert_functions,  gdnsq_key_functions,   gdnsq_peer_functions,
        gdnsq_prefixed_functions,
    };
    int status = gdnsq_audit_register(db);

    for (size_t i = 0;
         status == SQLITE_OK && i < sizeof tables / sizeof tables[0]; i++) {
        status = register_functions(db, tables[i]);
    }
    if (status == SQLITE_OK) {
        status = gdnsq_collation_register(db);
    }
    if (status == SQLITE_OK) {
        status = gdnsq_series_register(db);
    }
    return status;
}

#ifndef SQLITE_CORE
/*
 * The functions call SQLite through one table for the whole file. A process may
 * contain two copies of SQLite, whose objects differ. While a connection of the
 * first copy has anything of this file, the second copy gets an error instead of a
 * crash. A connection may have a part: SQLite replaces no function while a statement
 * runs, and a program may remove the table alone.
 */
static bool is_other_sqlite(const sqlite3_api_routines *api)
{
    return sqlite3_api && sqlite3_api != api && atomic_load(&objects) > 0;
}

static int start_loaded(sqlite3 *db, char **error,
                        const sqlite3_api_routines *api)
{
    if (is_other_sqlite(api)) {
        *error = api->mprintf(
            "guidon: another copy of SQLite in this process uses this file; "
            "load a copy of the file instead");
        return SQLITE_ERROR;
    }
    if (sqlite3_api != api) {
        sqlite3_api = api;
    }
    return register_all(db);
}

GDNSQ_ENTRY int sqlite3_extension_init(sqlite3 *db, char **error,
                                       const sqlite3_api_routines *api);
GDNSQ_ENTRY int sqlite3_extension_init(sqlite3 *db, char **error,
                                       const sqlite3_api_routines *api)
{
    return start_loaded(db, error, api);
}
#endif

/*
 * The entry that SQLite derives from the file name guidon_sqlite, and that
 * sqlite3_auto_extension takes in a program with SQLITE_CORE.
 */
GDNSQ_ENTRY int sqlite3_guidonsqlite_init(
    sqlite3 *db, char **error, const struct sqlite3_api_routines *api);
GDNSQ_ENTRY int sqlite3_guidonsqlite_init(
    sqlite3 *db, char **error, const struct sqlite3_api_routines *api)
{
#ifdef SQLITE_CORE
    (void)error;
    (void)api;
    return register_all(db);
#else
    return start_loaded(db, error, api);
#endif
}
