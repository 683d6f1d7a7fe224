/* SPDX-License-Identifier: MIT */
/* series.c - guidon_series(kind, n[, start_ms]), a table of new ids. */
#include "guidon_sqlite.h"

#define BATCH                  256
#define COST_WITHOUT_ARGUMENTS 1e99

enum series_column { COLUMN_VALUE, COLUMN_KIND, COLUMN_N, COLUMN_START_MS };

struct series {
    sqlite3_vtab_cursor base; /* the first member, as SQLite requires */
    const struct gdnsq_generator *generator;
    int64_t row, rows;
    int64_t start_ms; /* of row 0, if the ids have given times */
    bool timed;
    /* The arguments, by column: the hidden columns give them back as they were,
     * because SQLite compares them with further conditions. NULL if not given. */
    sqlite3_value *given[COLUMN_START_MS + 1];
    guidon_id ids[BATCH]; /* of the rows from row - row % BATCH on */
};

/* ------------------------------------------------------------------ the table */

static int series_connect(sqlite3 *db, void *data, int n,
                          const char *const *args, sqlite3_vtab **out,
                          char **error)
{
    int status = sqlite3_declare_vtab(
        db, "CREATE TABLE guidon_series(value, kind HIDDEN, n HIDDEN, "
            "start_ms HIDDEN)");

    (void)data;
    (void)n;
    (void)args;
    (void)error;
    if (status != SQLITE_OK) {
        return status;
    }
    *out = sqlite3_malloc(sizeof **out);
    if (!*out) {
        return SQLITE_NOMEM;
    }
    memset(*out, 0, sizeof **out);
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    return SQLITE_OK;
}

static int series_disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int series_error(sqlite3_vtab *table, char *message)
{
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = message;
    return message ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* The values of kind, n and start_ms are passed to series_filter in this order.
 * A plan is refused in which one of them is not known yet. SQLite itself checks
 * further conditions of the same column.
 *
 * For a condition with OR, SQLite also asks for the plan of each of its terms,
 * without the arguments. So a plan without arguments is no error here. It costs so
 * much that SQLite prefers every other one, and series_filter refuses it. */
static int series_best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    int at[COLUMN_START_MS + 1] = {-1, -1, -1, -1};
    bool is_unknown[COLUMN_START_MS + 1] = {false};
    int given = 0;

    (void)table;
    for (int i = 0; i < info->nConstraint; i++) {
        int column = info->aConstraint[i].iColumn;

        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ ||
            column < COLUMN_KIND || column > COLUMN_START_MS) {
            continue;
        }
        if (info->aConstraint[i].usable) {
            at[column] = i;
        } else {
            is_unknown[column] = true;
        }
    }
    for (int column = COLUMN_KIND; column <= COLUMN_START_MS; column++) {
        if (at[column] < 0 && is_unknown[column]) {
            return SQLITE_CONSTRAINT;
        }
    }
    for (int column = COLUMN_KIND; column <= COLUMN_START_MS; column++) {
        if (at[column] >= 0) {
            info->aConstraintUsage[at[column]].argvIndex = ++given;
            info->aConstraintUsage[at[column]].omit = 1;
        }
    }
    info->idxNum = at[COLUMN_KIND] >= 0 && at[COLUMN_N] >= 0;
    info->estimatedCost = info->idxNum ? 1000 : COST_WITHOUT_ARGUMENTS;
    info->estimatedRows = 1000;
    return SQLITE_OK;
}

/* ----------------------------------------------------------------- the cursor */

static int series_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    struct series *series = sqlite3_malloc(sizeof *series);

    (void)table;
    if (!series) {
        return SQLITE_NOMEM;
    }
    memset(series, 0, sizeof *series);
    *out = &series->base;
    return SQLITE_OK;
}

static void series_forget(struct series *series)
{
    for (int column = COLUMN_KIND; column <= COLUMN_START_MS; column++) {
        sqlite3_value_free(series->given[column]);
        series->given[column] = NULL;
    }
}

/* Keep the arguments. SQLITE_NOMEM if there is no memory. */
static int series_keep(struct series *series, int n, sqlite3_value **args)
{
    series_forget(series);
    for (int i = 0; i < n; i++) {
        series->given[COLUMN_KIND + i] = sqlite3_value_dup(args[i]);
        if (!series->given[COLUMN_KIND + i]) {
            return SQLITE_NOMEM;
        }
    }
    return SQLITE_OK;
}

static int series_close(sqlite3_vtab_cursor *cursor)
{
    series_forget((struct series *)cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* Row i has the time start_ms + i, so the ids are in order. */
static guidon_status series_at_times(struct series *series, size_t n)
{
    guidon_time times[BATCH];

    for (size_t i = 0; i < n; i++) {
        times[i] =
            gdnsq_time_of_ms(series->start_ms + series->row + (int64_t)i);
    }
    return series->generator->at(series->ids, times, n);
}

/* Make the ids of the next rows, if those of the last batch are used. */
static int series_fill(struct series *series)
{
    int64_t left = series->rows - series->row;
    size_t n = left < BATCH ? (size_t)left : BATCH;
    guidon_status status;

    if (left <= 0 || series->row % BATCH != 0) {
        return SQLITE_OK;
    }
    status = series->timed
                 ? series_at_times(series, n)
                 : guidon_new_many(series->ids, n, series->generator->kind);
    if (status != GUIDON_OK) {
        return series_error(
            series->base.pVtab,
            sqlite3_mprintf("guidon_series: %s", guidon_status_text(status)));
    }
    return SQLITE_OK;
}

static int series_read_kind(struct series *series, sqlite3_value *value)
{
    const char *name = (const char *)sqlite3_value_text(value);

    series->generator =
        name ? gdnsq_generator_named(name, sqlite3_value_bytes(value)) : NULL;
    if (name && !series->generator) {
        return series_error(
            series->base.pVtab,
            sqlite3_mprintf("guidon_series: no kind has the name '%!.40s' "
                            "(expected 'v1', 'v4', 'v6', 'v7' or 'ulid', "
                            "or one of these with '_blob')",
                            name));
    }
    return SQLITE_OK;
}

static int series_read_start(struct series *series, sqlite3_value *value)
{
    int64_t ms;

    if (!gdnsq_time(&ms, value)) {
        series->rows = 0;
        return SQLITE_OK;
    }
    if (!series->generator->at) {
        return series_error(
            series->base.pVtab,
            sqlite3_mprintf("guidon_series: '%s' takes no time (expected "
                            "'v7' or 'ulid')",
                            series->generator->name));
    }
    if (ms < 0 || ms > GDNSQ_LAST_MS || series->rows > GDNSQ_LAST_MS - ms + 1) {
        return series_error(
            series->base.pVtab,
            sqlite3_mprintf("guidon_series: the times are out of range "
                            "(expected 0 to %lld ms)",
                            (long long)GDNSQ_LAST_MS));
    }
    series->timed = true;
    series->start_ms = ms;
    return SQLITE_OK;
}

/* `number` is 0 without a kind or without n. NULL or malformed arguments give no
 * rows. */
static int series_filter(sqlite3_vtab_cursor *cursor, int number,
                         const char *text, int n, sqlite3_value **args)
{
    struct series *series = (struct series *)cursor;
    int status;

    (void)text;
    series->row = series->rows = 0;
    series->timed = false;
    if (!number) {
        return series_error(
            series->base.pVtab,
            sqlite3_mprintf("guidon_series needs a kind and a number, as in "
                            "guidon_series('uuid7', 10)"));
    }
    status = series_keep(series, n, args);
    if (status == SQLITE_OK) {
        status = series_read_kind(series, args[0]);
    }
    if (status != SQLITE_OK || !series->generator) {
        return status;
    }
    series->rows = sqlite3_value_int64(args[1]);
    if (n == 3) {
        status = series_read_start(series, args[2]);
    }
    return status == SQLITE_OK ? series_fill(series) : status;
}

static int series_next(sqlite3_vtab_cursor *cursor)
{
    struct series *series = (struct series *)cursor;

    series->row++;
    return series_fill(series);
}

static int series_eof(sqlite3_vtab_cursor *cursor)
{
    const struct series *series = (const struct series *)cursor;

    return series->row >= series->rows;
}

static int series_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context,
                         int column)
{
    const struct series *series = (const struct series *)cursor;

    if (column == COLUMN_VALUE) {
        gdnsq_result(context, &series->ids[series->row % BATCH],
                     series->generator->storage);
    } else if (series->given[column]) {
        sqlite3_result_value(context, series->given[column]);
    }
    return SQLITE_OK;
}

static int series_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = ((const struct series *)cursor)->row;
    return SQLITE_OK;
}

/* Without xCreate, the table needs no CREATE VIRTUAL TABLE. */
static const sqlite3_module series_module = {
    .xConnect = series_connect,
    .xBestIndex = series_best_index,
    .xDisconnect = series_disconnect,
    .xOpen = series_open,
    .xClose = series_close,
    .xFilter = series_filter,
    .xNext = series_next,
    .xEof = series_eof,
    .xColumn = series_column,
    .xRowid = series_rowid,
};

int gdnsq_series_register(sqlite3 *db)
{
    gdnsq_object_added();
    return sqlite3_create_module_v2(db, "guidon_series", &series_module, NULL,
                                    gdnsq_object_gone);
}
