/* SPDX-License-Identifier: MIT */
/*
 * floor.c - the least that functions with results like those of makers cost
 *
 * Each function gives SQLite a constant to copy. A maker adds to a row what its
 * row takes longer than that of the function with the same type and length of
 * result. floor_clock() also reads the system's clock.
 */
#include <sqlite3ext.h>
#include <time.h>

SQLITE_EXTENSION_INIT1

static const char constant[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

static void floor_uuid(sqlite3_context *context, int n, sqlite3_value **args)
{
    (void)n;
    (void)args;
    sqlite3_result_text(context, constant, 36, SQLITE_TRANSIENT);
}

static void floor_ulid(sqlite3_context *context, int n, sqlite3_value **args)
{
    (void)n;
    (void)args;
    sqlite3_result_text(context, constant, 26, SQLITE_TRANSIENT);
}

static void floor_blob(sqlite3_context *context, int n, sqlite3_value **args)
{
    (void)n;
    (void)args;
    sqlite3_result_blob(context, constant, 16, SQLITE_TRANSIENT);
}

static void floor_clock(sqlite3_context *context, int n, sqlite3_value **args)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    floor_uuid(context, n, args);
}

int sqlite3_extension_init(sqlite3 *db, char **error,
                           const sqlite3_api_routines *api);
int sqlite3_extension_init(sqlite3 *db, char **error,
                           const sqlite3_api_routines *api)
{
    static const struct {
        const char *name;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } rows[] = {
        {"floor_uuid", floor_uuid},
        {"floor_ulid", floor_ulid},
        {"floor_blob", floor_blob},
        {"floor_clock", floor_clock},
    };
    int status = SQLITE_OK;

    (void)error;
    SQLITE_EXTENSION_INIT2(api);
    for (size_t i = 0; status == SQLITE_OK && i < sizeof rows / sizeof *rows;
         i++) {
        status = sqlite3_create_function(db, rows[i].name, 0,
                                         SQLITE_UTF8 | SQLITE_INNOCUOUS, NULL,
                                         rows[i].call, NULL, NULL);
    }
    return status;
}
