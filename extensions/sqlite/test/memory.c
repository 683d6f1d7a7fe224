/* SPDX-License-Identifier: MIT */
/*
 * memory.c - runs SQL while allocations of SQLite fail (SQLITE_CORE).
 *
 * Each line of the standard input is one statement whose outcome depends on its
 * text alone: its rows, or its error. The statement runs in a new connection of a
 * UTF-16 database, first with all memory; then its first allocation fails, then
 * its second, and so on until it needs no more. Each of these runs must end with
 * SQLITE_NOMEM or with the same outcome. In an empty line, the allocations of
 * opening the connection fail instead.
 *
 * A line of the standard output has the number of allocations that failed, or
 * "wrong: " and the other outcome.
 */
#define _POSIX_C_SOURCE 200809L

#include <sqlite3.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>

int sqlite3_guidonsqlite_init(sqlite3 *db, char **error,
                              const struct sqlite3_api_routines *api);

#define LINE_MAX_LEN 4096
#define NEVER        (-1)

/* ----------------------------------------------------- allocations that fail */

static sqlite3_mem_methods real;
static long until_failure = NEVER; /* allocations before the one that fails */

static bool fails_now(void)
{
    if (until_failure == NEVER) {
        return false;
    }
    until_failure--;
    return until_failure == NEVER;
}

static void *allocate(int size)
{
    return fails_now() ? NULL : real.xMalloc(size);
}

static void *reallocate(void *old, int size)
{
    return fails_now() ? NULL : real.xRealloc(old, size);
}

static int use_failing_allocations(void)
{
    sqlite3_mem_methods failing;
    int status = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);

    failing = real;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    if (status == SQLITE_OK) {
        status = sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    }
    /* Lookaside memory would serve most small allocations. */
    return status == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0)
                               : status;
}

/* ------------------------------------------------------------------ statements */

static int run_statement(FILE *out, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

    while (statement && (status == SQLITE_OK || status == SQLITE_ROW)) {
        status = sqlite3_step(statement);
        for (int i = 0;
             status == SQLITE_ROW && i < sqlite3_data_count(statement); i++) {
            const unsigned char *text = sqlite3_column_text(statement, i);

            fprintf(out, "%s|", text ? (const char *)text : "NULL");
        }
    }
    sqlite3_finalize(statement);
    return sqlite3_errcode(db) == SQLITE_NOMEM ? SQLITE_NOMEM : status;
}

/* Run one statement while the allocation after `before` others fails. Its outcome
 * goes to `text`, which the caller frees; the status tells of missing memory. */
static int outcome_of(char **text, const char *sql, long before, bool *failed)
{
    size_t len;
    FILE *out = open_memstream(text, &len);
    sqlite3 *db = NULL;
    int status;

    until_failure = *sql ? NEVER : before;
    status = sqlite3_open16(u":memory:", &db);
    if (status == SQLITE_OK && *sql) {
        until_failure = before;
        status = run_statement(out, db, sql);
    }
    *failed = before != NEVER && until_failure == NEVER;
    until_failure = NEVER;
    if (status != SQLITE_OK && status != SQLITE_DONE) {
        fprintf(out, "error: %s", sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    fclose(out);
    return status;
}

static void run_line(const char *sql)
{
    char *expected, *found;
    bool failed;
    long before = 0;

    outcome_of(&expected, sql, NEVER, &failed);
    do {
        int status = outcome_of(&found, sql, before, &failed);

        if (status != SQLITE_NOMEM && strcmp(found, expected) != 0) {
            printf("wrong: %s\n", found);
            failed = false;
            before = 0;
        }
        before += failed;
        free(found);
    } while (failed);
    printf("%ld\n", before);
    free(expected);
}

int main(void)
{
    char line[LINE_MAX_LEN];

    if (use_failing_allocations() != SQLITE_OK) {
        return 1;
    }
    sqlite3_auto_extension((void (*)(void))sqlite3_guidonsqlite_init);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        run_line(line);
    }
    sqlite3_reset_auto_extension();
    sqlite3_shutdown();
    return 0;
}
