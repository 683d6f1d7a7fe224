/* SPDX-License-Identifier: MIT */
/*
 * core.c - runs SQL with the extension compiled in (SQLITE_CORE).
 *
 * Each line of the standard input is one statement. Each row is one line of the
 * standard output, with '|' between its columns; an error is a line "error:
 * MESSAGE". A connection gets the extension when it opens.
 */
#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sqlite3_guidonsqlite_init(sqlite3 *db, char **error,
                              const struct sqlite3_api_routines *api);

#define LINE_MAX_LEN (1 << 20)

static void print_row(sqlite3_stmt *statement)
{
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const unsigned char *text = sqlite3_column_text(statement, i);

        printf("%s%s", i ? "|" : "", text ? (const char *)text : "");
    }
    putchar('\n');
}

static void run_line(sqlite3 *db, const char *line)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(db, line, -1, &statement, NULL);

    while (status == SQLITE_OK || status == SQLITE_ROW) {
        if (!statement) {
            return;
        }
        status = sqlite3_step(statement);
        if (status == SQLITE_ROW) {
            print_row(statement);
        }
    }
    if (status != SQLITE_DONE) {
        printf("error: %s\n", sqlite3_errmsg(db));
    }
    sqlite3_finalize(statement);
}

int main(void)
{
    char *line = malloc(LINE_MAX_LEN);
    sqlite3 *db;

    sqlite3_auto_extension((void (*)(void))sqlite3_guidonsqlite_init);
    if (!line || sqlite3_open(":memory:", &db) != SQLITE_OK) {
        return 1;
    }
    while (fgets(line, LINE_MAX_LEN, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        run_line(db, line);
    }
    free(line);
    sqlite3_close(db);
    sqlite3_shutdown();
    return 0;
}
