/* SPDX-License-Identifier: MIT
 * A program of a reader, with the lines of the page or with lines that load a file. */
#include <sqlite3.h>
#include <stdio.h>

/* declared */

int main(void)
{
    sqlite3 *db;
    sqlite3_stmt *query;

    /* before */
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) {
        return 1;
    }
    /* after */
    if (sqlite3_prepare_v2(db, "SELECT uuid7()", -1, &query, NULL) !=
            SQLITE_OK ||
        sqlite3_step(query) != SQLITE_ROW) {
        puts(sqlite3_errmsg(db));
        return 1;
    }
    puts((const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    sqlite3_close(db);
    return 0;
}
