/* SPDX-License-Identifier: MIT */
/* value.c - values in vectors of DuckDB to ids and back, and errors. */
#include "guidon_duckdb.h"

#include <stdio.h>

#define TOP_BIT (UINT64_C(1) << 63)

struct gdndk_column gdndk_input(duckdb_data_chunk chunk, uint64_t column)
{
    struct gdndk_column found;

    found.vector = duckdb_data_chunk_get_vector(chunk, column);
    found.data = duckdb_vector_get_data(found.vector);
    found.valid = duckdb_vector_get_validity(found.vector);
    return found;
}

struct gdndk_column gdndk_output(duckdb_vector vector)
{
    struct gdndk_column found = {vector, duckdb_vector_get_data(vector), NULL};

    return found;
}

bool gdndk_is_null(const struct gdndk_column *column, uint64_t row)
{
    return column->valid && !(column->valid[row / 64] >> row % 64 & 1);
}

void gdndk_set_null(struct gdndk_column *column, uint64_t row)
{
    if (!column->valid) {
        duckdb_vector_ensure_validity_writable(column->vector);
        column->valid = duckdb_vector_get_validity(column->vector);
    }
    column->valid[row / 64] &= ~(UINT64_C(1) << row % 64);
}

guidon_id gdndk_id(const struct gdndk_column *column, uint64_t row)
{
    const duckdb_hugeint *uuid = (const duckdb_hugeint *)column->data + row;

    return guidon_from_words((uint64_t)uuid->upper ^ TOP_BIT, uuid->lower);
}

void gdndk_set_id(struct gdndk_column *column, uint64_t row,
                  const guidon_id *id)
{
    duckdb_hugeint *uuid = (duckdb_hugeint *)column->data + row;
    uint64_t high;

    guidon_to_words(&high, &uuid->lower, id);
    uuid->upper = (int64_t)(high ^ TOP_BIT);
}

const char *gdndk_text(const struct gdndk_column *column, uint64_t row,
                       size_t *len)
{
    const duckdb_string_t *text = (const duckdb_string_t *)column->data + row;

    *len = text->value.inlined.length;
    return *len <= GDNDK_INLINED ? text->value.inlined.inlined
                                 : text->value.pointer.ptr;
}

static const struct gdndk_function *function_row(duckdb_function_info info)
{
    return duckdb_scalar_function_get_extra_info(info);
}

const void *gdndk_data(duckdb_function_info info)
{
    return function_row(info)->data;
}

void gdndk_error(duckdb_function_info info, const char *message)
{
    char whole[256];

    snprintf(whole, sizeof whole, "%s: %s", function_row(info)->name, message);
    duckdb_scalar_function_set_error(info, whole);
}

/* ------------------------------------------------------------------ times */

guidon_time gdndk_time(int64_t micros)
{
    int64_t rest = micros % 1000000;
    guidon_time time;

    rest += rest < 0 ? 1000000 : 0;
    time.seconds = micros / 1000000 - (micros % 1000000 < 0);
    time.nanoseconds = (uint32_t)rest * 1000;
    return time;
}

int64_t gdndk_micros(guidon_time time)
{
    return time.seconds * 1000000 + time.nanoseconds / 1000;
}
