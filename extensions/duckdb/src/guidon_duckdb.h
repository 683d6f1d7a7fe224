/* SPDX-License-Identifier: MIT */
/* What the parts of the extension for DuckDB share. */
#ifndef GUIDON_DUCKDB_H
#define GUIDON_DUCKDB_H

/* A test compiles the extension with DuckDB's own header in place of ours. */
#ifdef GUIDON_DUCKDB_HEADER
#  include GUIDON_DUCKDB_HEADER
#else
#  include "duckdb_api.h"
#endif

#include <guidon.h>
#include <string.h>

/* Rows that a function handles at a time, in buffers on the stack. */
#define GDNDK_BATCH 256
#define GDNDK_ARGS  3

/* The functions of DuckDB, which entry.c gets when the extension is loaded. */
DUCKDB_EXTENSION_EXTERN

/* A VARCHAR or BLOB of up to so many bytes stands in its duckdb_string_t. */
#define GDNDK_INLINED sizeof((duckdb_string_t *)0)->value.inlined.inlined

/* One SQL function; a table of these ends with a row of zeros. Functions of one
 * name with other arguments follow each other. */
struct gdndk_function {
    const char *name;
    duckdb_type result;
    duckdb_type args[GDNDK_ARGS]; /* ended by DUCKDB_TYPE_INVALID, 0 */
    bool is_maker;                /* gives another result for each row */
    duckdb_scalar_function_t call;
    const void *data; /* as the function needs it */
};

extern const struct gdndk_function gdndk_make_functions[];
extern const struct gdndk_function gdndk_text_functions[];
extern const struct gdndk_function gdndk_field_functions[];
extern const struct gdndk_function gdndk_bound_functions[];
extern const struct gdndk_function gdndk_convert_functions[];
extern const struct gdndk_function gdndk_prefixed_functions[];

/* Register guidon_audit; false if DuckDB refuses. */
bool gdndk_audit_register(duckdb_connection connection);

/* A column of an input or the output. */
struct gdndk_column {
    duckdb_vector vector;
    void *data;
    uint64_t *valid; /* a bit for each row; NULL if all rows have a value */
};

struct gdndk_column gdndk_input(duckdb_data_chunk chunk, uint64_t column);
struct gdndk_column gdndk_output(duckdb_vector vector);
bool gdndk_is_null(const struct gdndk_column *column, uint64_t row);
void gdndk_set_null(struct gdndk_column *column, uint64_t row);

guidon_id gdndk_id(const struct gdndk_column *column, uint64_t row);
void gdndk_set_id(struct gdndk_column *column, uint64_t row,
                  const guidon_id *id);
/* The bytes of a VARCHAR or BLOB, which end with the chunk. */
const char *gdndk_text(const struct gdndk_column *column, uint64_t row,
                       size_t *len);

/* The data of the function that runs. */
const void *gdndk_data(duckdb_function_info info);
/* End a call with the error "NAME: MESSAGE". */
void gdndk_error(duckdb_function_info info, const char *message);

/* ------------------------------------------------------------------ audits */

/* Duplicates are exact up to so many different ids. */
#define GDNDK_DISTINCT_DEFAULT 1000000
#define GDNDK_DISTINCT_MAX     ((int64_t)(GUIDON_DUPLICATES_SLOTS_MAX / 4 * 3))

/* What is counted of a group; NULL before its first row. */
struct gdndk_audit;

/* Count rows, of which `n` have an id. The first call for a group also says how
 * many different ids are compared, 0 for none. False if there is no memory. */
bool gdndk_audit_add(struct gdndk_audit **audit, int64_t distinct,
                     uint64_t rows, const guidon_id *ids, size_t n);
/* Add what another audit has counted, as parts of their own. If the numbers of
 * different ids differ, the lower one holds. False if there is no memory. */
bool gdndk_audit_merge(struct gdndk_audit **audit,
                       const struct gdndk_audit *other);
void gdndk_audit_free(struct gdndk_audit *audit);

/* A report: the rows, and what the library says of the ids. */
struct gdndk_report {
    char text[64 + GUIDON_AUDIT_JSON_MAX];
    size_t len;
};

/* Write the report of an audit; false if there is no memory. */
bool gdndk_audit_report(struct gdndk_report *out,
                        const struct gdndk_audit *audit);

/* ------------------------------------------------------------------ times */

/* A TIMESTAMPTZ, in microseconds since 1970. DuckDB's infinities are times too. */
guidon_time gdndk_time(int64_t micros);
int64_t gdndk_micros(guidon_time time);

#endif
