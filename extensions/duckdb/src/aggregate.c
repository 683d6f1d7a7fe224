/* SPDX-License-Identifier: MIT */
/* aggregate.c - guidon_audit in SQL: an aggregate, and a function of a list for
 * DuckDB 1. */
#include "guidon_duckdb.h"

#include <stdio.h>
#include <stdlib.h>

#define NO_MEMORY   "guidon_audit: out of memory"
#define MESSAGE_MAX 120

/* The number of different ids in a row, or the default for NULL. False if it is
 * out of range; `message` then says so. */
static bool read_distinct(int64_t *out, char message[MESSAGE_MAX],
                          const struct gdndk_column *numbers, uint64_t row)
{
    *out = !numbers || gdndk_is_null(numbers, row)
               ? GDNDK_DISTINCT_DEFAULT
               : ((const int64_t *)numbers->data)[row];
    if (*out >= 0 && *out <= GDNDK_DISTINCT_MAX) {
        return true;
    }
    snprintf(message, MESSAGE_MAX,
             "guidon_audit cannot hold %lld different ids (expected 0 to %lld)",
             (long long)*out, (long long)GDNDK_DISTINCT_MAX);
    return false;
}

/* ------------------------------------------------------------- the aggregate */

/* A state of DuckDB: NULL before the first row. */
struct audit_state {
    struct gdndk_audit *audit;
};

static uint64_t state_size(duckdb_info info)
{
    (void)info;
    return sizeof(struct audit_state);
}

static void state_init(duckdb_info info, void *state)
{
    (void)info;
    ((struct audit_state *)state)->audit = NULL;
}

static void destroy_states(void **states, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        struct audit_state *state = states[i];

        gdndk_audit_free(state->audit);
        state->audit = NULL;
    }
}

/* Count rows from `row` on, as long as they belong to one group. Returns the row
 * after them, or 0 if there is no memory. */
static uint64_t update_run(const struct gdndk_column *column, uint64_t row,
                           uint64_t rows, void **states, int64_t distinct)
{
    struct audit_state *state = states[row];
    guidon_id ids[GDNDK_BATCH];
    uint64_t from = row;
    size_t n = 0;

    for (; row < rows && states[row] == state && n < GDNDK_BATCH; row++) {
        if (!gdndk_is_null(column, row)) {
            ids[n++] = gdndk_id(column, row);
        }
    }
    return gdndk_audit_add(&state->audit, distinct, row - from, ids, n) ? row
                                                                        : 0;
}

/* The state of a group begins at its first row, with the number of that row. */
static void update_states(duckdb_info info, duckdb_chunk input, void **states,
                          const struct gdndk_column *numbers)
{
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column column = gdndk_input(input, 0);
    char message[MESSAGE_MAX];

    for (uint64_t row = 0; row < rows;) {
        int64_t distinct;

        if (!read_distinct(&distinct, message, numbers, row)) {
            gdndk_api->aggregate_function_set_error(info, message);
            return;
        }
        row = update_run(&column, row, rows, states, distinct);
        if (row == 0) {
            gdndk_api->aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
    }
}

static void update(duckdb_info info, duckdb_chunk input, void **states)
{
    update_states(info, input, states, NULL);
}

static void update_with_number(duckdb_info info, duckdb_chunk input,
                               void **states)
{
    struct gdndk_column numbers = gdndk_input(input, 1);

    update_states(info, input, states, &numbers);
}

/* The sources stay as they are, because DuckDB may use them again. */
static void combine(duckdb_info info, void **sources, void **targets,
                    uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *source = sources[i];
        struct audit_state *target = targets[i];

        if (source->audit &&
            !gdndk_audit_merge(&target->audit, source->audit)) {
            gdndk_api->aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
    }
}

static void finalize(duckdb_info info, void **states, duckdb_vector result,
                     uint64_t count, uint64_t offset)
{
    struct gdndk_report report;

    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *state = states[i];

        if (!gdndk_audit_report(&report, state->audit)) {
            gdndk_api->aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
        gdndk_api->vector_assign_string_element_len(result, offset + i,
                                                    report.text, report.len);
    }
}

static void add_parameter(duckdb_function function, int type)
{
    duckdb_type_handle handle = gdndk_api->create_logical_type(type);

    gdndk_api->aggregate_function_add_parameter(function, handle);
    gdndk_api->destroy_logical_type(&handle);
}

/* Add guidon_audit with or without the number to a set. */
static bool add_audit(duckdb_function_set set, bool has_number)
{
    duckdb_function function = gdndk_api->create_aggregate_function();
    duckdb_type_handle type = gdndk_api->create_logical_type(DUCKDB_VARCHAR);
    bool done;

    gdndk_api->aggregate_function_set_name(function, "guidon_audit");
    add_parameter(function, DUCKDB_UUID);
    if (has_number) {
        add_parameter(function, DUCKDB_BIGINT);
    }
    gdndk_api->aggregate_function_set_return_type(function, type);
    gdndk_api->destroy_logical_type(&type);
    gdndk_api->aggregate_function_set_functions(
        function, state_size, state_init,
        has_number ? update_with_number : update, combine, finalize);
    gdndk_api->aggregate_function_set_destructor(function, destroy_states);
    gdndk_api->aggregate_function_set_special_handling(function);
    done = gdndk_api->add_aggregate_function_to_set(set, function) == 0;
    gdndk_api->destroy_aggregate_function(&function);
    return done;
}

static bool register_aggregate(duckdb_connection connection)
{
    duckdb_function_set set =
        gdndk_api->create_aggregate_function_set("guidon_audit");
    bool done =
        add_audit(set, false) && add_audit(set, true) &&
        gdndk_api->register_aggregate_function_set(connection, set) == 0;

    gdndk_api->destroy_aggregate_function_set(&set);
    return done;
}

/* ---------------------------------------------------- the function of a list */

/* Count the ids of a list, which are rows of a column of their own. */
static bool audit_list(struct gdndk_audit **audit, int64_t distinct,
                       const struct gdndk_column *ids,
                       const struct duckdb_list *list)
{
    uint64_t row = list->offset;
    const uint64_t end = row + list->len;

    while (row < end) {
        guidon_id batch[GDNDK_BATCH];
        const uint64_t from = row;
        size_t n = 0;

        for (; row < end && n < GDNDK_BATCH; row++) {
            if (!gdndk_is_null(ids, row)) {
                batch[n++] = gdndk_id(ids, row);
            }
        }
        if (!gdndk_audit_add(audit, distinct, row - from, batch, n)) {
            return false;
        }
    }
    return true;
}

/* Write the report of one list, or what is wrong. A list that is NULL has no rows:
 * list(id) is NULL then. */
static bool audit_row(struct gdndk_report *report, char message[MESSAGE_MAX],
                      const struct gdndk_column *lists,
                      const struct gdndk_column *ids,
                      const struct gdndk_column *numbers, uint64_t row)
{
    struct duckdb_list list = {0, 0};
    struct gdndk_audit *audit = NULL;
    int64_t distinct;
    bool done;

    if (!read_distinct(&distinct, message, numbers, row)) {
        return false;
    }
    if (!gdndk_is_null(lists, row)) {
        list = ((const struct duckdb_list *)lists->data)[row];
    }
    done = gdndk_audit_add(&audit, distinct, 0, NULL, 0) &&
           audit_list(&audit, distinct, ids, &list) &&
           gdndk_audit_report(report, audit);
    gdndk_audit_free(audit);
    if (!done) {
        snprintf(message, MESSAGE_MAX, "%s", NO_MEMORY);
    }
    return done;
}

static void audit_lists(duckdb_info info, duckdb_chunk input,
                        duckdb_vector output)
{
    const bool *has_number = gdndk_api->scalar_function_get_extra_info(info);
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column lists = gdndk_input(input, 0);
    struct gdndk_column ids =
        gdndk_output(gdndk_api->list_vector_get_child(lists.vector));
    struct gdndk_column numbers;

    ids.valid = gdndk_api->vector_get_validity(ids.vector);
    if (*has_number) {
        numbers = gdndk_input(input, 1);
    }
    for (uint64_t row = 0; row < rows; row++) {
        struct gdndk_report report;
        char message[MESSAGE_MAX];

        if (!audit_row(&report, message, &lists, &ids,
                       *has_number ? &numbers : NULL, row)) {
            gdndk_api->scalar_function_set_error(info, message);
            return;
        }
        gdndk_api->vector_assign_string_element_len(output, row, report.text,
                                                    report.len);
    }
}

static void refuse_ids(duckdb_info info, duckdb_chunk input,
                       duckdb_vector output)
{
    (void)input;
    (void)output;
    gdndk_api->scalar_function_set_error(
        info,
        "guidon_audit is an aggregate from DuckDB 2.0 on; in this version, "
        "give it a list: guidon_audit(list(id))");
}

/* Add guidon_audit of a list or of an id, with or without the number, to a set. */
static bool add_list_audit(duckdb_function_set set, bool is_list,
                           bool has_number)
{
    static const bool has_numbers[] = {false, true};
    duckdb_function function = gdndk_api->create_scalar_function();
    duckdb_type_handle uuid = gdndk_api->create_logical_type(DUCKDB_UUID);
    duckdb_type_handle list = gdndk_api->create_list_type(uuid);
    duckdb_type_handle bigint = gdndk_api->create_logical_type(DUCKDB_BIGINT);
    duckdb_type_handle text = gdndk_api->create_logical_type(DUCKDB_VARCHAR);
    bool done;

    gdndk_api->scalar_function_set_name(function, "guidon_audit");
    gdndk_api->scalar_function_add_parameter(function, is_list ? list : uuid);
    if (has_number) {
        gdndk_api->scalar_function_add_parameter(function, bigint);
    }
    gdndk_api->scalar_function_set_return_type(function, text);
    gdndk_api->destroy_logical_type(&text);
    gdndk_api->destroy_logical_type(&bigint);
    gdndk_api->destroy_logical_type(&list);
    gdndk_api->destroy_logical_type(&uuid);
    gdndk_api->scalar_function_set_extra_info(
        function, (void *)(uintptr_t)&has_numbers[has_number], NULL);
    gdndk_api->scalar_function_set_special_handling(function);
    gdndk_api->scalar_function_set_function(function,
                                            is_list ? audit_lists : refuse_ids);
    done = gdndk_api->add_scalar_function_to_set(set, function) == 0;
    gdndk_api->destroy_scalar_function(&function);
    return done;
}

static bool register_list_audit(duckdb_connection connection)
{
    duckdb_function_set set =
        gdndk_api->create_scalar_function_set("guidon_audit");
    bool done =
        add_list_audit(set, true, false) && add_list_audit(set, true, true) &&
        add_list_audit(set, false, false) && add_list_audit(set, false, true) &&
        gdndk_api->register_scalar_function_set(connection, set) == 0;

    gdndk_api->destroy_scalar_function_set(&set);
    return done;
}

/* Does this DuckDB give an aggregate a state for each row? DuckDB 1 gives a single
 * one for all rows where the aggregate has an ORDER BY or is a window, and does not
 * say so. An extension that reads the others reads past the end of that memory. */
static bool gives_states_of_all_rows(void)
{
    const char *version = gdndk_api->library_version(); /* "v2.0.1" */

    return version[0] == 'v' && strtol(version + 1, NULL, 10) >= 2;
}

bool gdndk_audit_register(duckdb_connection connection)
{
    return gives_states_of_all_rows() ? register_aggregate(connection)
                                      : register_list_audit(connection);
}
