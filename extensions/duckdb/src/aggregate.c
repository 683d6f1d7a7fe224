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

static struct audit_state *state_of(duckdb_aggregate_state state)
{
    return (struct audit_state *)state;
}

static uint64_t state_size(duckdb_function_info info)
{
    (void)info;
    return sizeof(struct audit_state);
}

static void state_init(duckdb_function_info info, duckdb_aggregate_state state)
{
    (void)info;
    state_of(state)->audit = NULL;
}

static void destroy_states(duckdb_aggregate_state *states, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        struct audit_state *state = state_of(states[i]);

        gdndk_audit_free(state->audit);
        state->audit = NULL;
    }
}

/* Count rows from `row` on, as long as they belong to one group. Returns the row
 * after them, or 0 if there is no memory. */
static uint64_t update_run(const struct gdndk_column *column, uint64_t row,
                           uint64_t rows, duckdb_aggregate_state *states,
                           int64_t distinct)
{
    struct audit_state *state = state_of(states[row]);
    guidon_id ids[GDNDK_BATCH];
    uint64_t from = row;
    size_t n = 0;

    for (; row < rows && state_of(states[row]) == state && n < GDNDK_BATCH;
         row++) {
        if (!gdndk_is_null(column, row)) {
            ids[n++] = gdndk_id(column, row);
        }
    }
    return gdndk_audit_add(&state->audit, distinct, row - from, ids, n) ? row
                                                                        : 0;
}

/* The state of a group begins at its first row, with the number of that row. */
static void update_states(duckdb_function_info info, duckdb_data_chunk input,
                          duckdb_aggregate_state *states,
                          const struct gdndk_column *numbers)
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column column = gdndk_input(input, 0);
    char message[MESSAGE_MAX];

    for (uint64_t row = 0; row < rows;) {
        int64_t distinct;

        if (!read_distinct(&distinct, message, numbers, row)) {
            duckdb_aggregate_function_set_error(info, message);
            return;
        }
        row = update_run(&column, row, rows, states, distinct);
        if (row == 0) {
            duckdb_aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
    }
}

static void update(duckdb_function_info info, duckdb_data_chunk input,
                   duckdb_aggregate_state *states)
{
    update_states(info, input, states, NULL);
}

static void update_with_number(duckdb_function_info info,
                               duckdb_data_chunk input,
                               duckdb_aggregate_state *states)
{
    struct gdndk_column numbers = gdndk_input(input, 1);

    update_states(info, input, states, &numbers);
}

/* The sources stay as they are, because DuckDB may use them again. */
static void combine(duckdb_function_info info, duckdb_aggregate_state *sources,
                    duckdb_aggregate_state *targets, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *source = state_of(sources[i]);
        struct audit_state *target = state_of(targets[i]);

        if (source->audit &&
            !gdndk_audit_merge(&target->audit, source->audit)) {
            duckdb_aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
    }
}

static void finalize(duckdb_function_info info, duckdb_aggregate_state *states,
                     duckdb_vector result, uint64_t count, uint64_t offset)
{
    struct gdndk_report report;

    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *state = state_of(states[i]);

        if (!gdndk_audit_report(&report, state->audit)) {
            duckdb_aggregate_function_set_error(info, NO_MEMORY);
            return;
        }
        duckdb_vector_assign_string_element_len(result, offset + i, report.text,
                                                report.len);
    }
}

static void add_parameter(duckdb_aggregate_function function, duckdb_type type)
{
    duckdb_logical_type handle = duckdb_create_logical_type(type);

    duckdb_aggregate_function_add_parameter(function, handle);
    duckdb_destroy_logical_type(&handle);
}

/* Add guidon_audit with or without the number to a set. */
static bool add_audit(duckdb_aggregate_function_set set, bool has_number)
{
    duckdb_aggregate_function function = duckdb_create_aggregate_function();
    duckdb_logical_type type = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    bool done;

    duckdb_aggregate_function_set_name(function, "guidon_audit");
    add_parameter(function, DUCKDB_TYPE_UUID);
    if (has_number) {
        add_parameter(function, DUCKDB_TYPE_BIGINT);
    }
    duckdb_aggregate_function_set_return_type(function, type);
    duckdb_destroy_logical_type(&type);
    duckdb_aggregate_function_set_functions(
        function, state_size, state_init,
        has_number ? update_with_number : update, combine, finalize);
    duckdb_aggregate_function_set_destructor(function, destroy_states);
    duckdb_aggregate_function_set_special_handling(function);
    done = duckdb_add_aggregate_function_to_set(set, function) == 0;
    duckdb_destroy_aggregate_function(&function);
    return done;
}

static bool register_aggregate(duckdb_connection connection)
{
    duckdb_aggregate_function_set set =
        duckdb_create_aggregate_function_set("guidon_audit");
    bool done = add_audit(set, false) && add_audit(set, true) &&
                duckdb_register_aggregate_function_set(connection, set) == 0;

    duckdb_destroy_aggregate_function_set(&set);
    return done;
}

/* ---------------------------------------------------- the function of a list */

/* Count the ids of a list, which are rows of a column of their own. */
static bool audit_list(struct gdndk_audit **audit, int64_t distinct,
                       const struct gdndk_column *ids,
                       const duckdb_list_entry *list)
{
    uint64_t row = list->offset;
    const uint64_t end = row + list->length;

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
    duckdb_list_entry list = {0, 0};
    struct gdndk_audit *audit = NULL;
    int64_t distinct;
    bool done;

    if (!read_distinct(&distinct, message, numbers, row)) {
        return false;
    }
    if (!gdndk_is_null(lists, row)) {
        list = ((const duckdb_list_entry *)lists->data)[row];
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

static void audit_lists(duckdb_function_info info, duckdb_data_chunk input,
                        duckdb_vector output)
{
    const bool *has_number = duckdb_scalar_function_get_extra_info(info);
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column lists = gdndk_input(input, 0);
    struct gdndk_column ids =
        gdndk_output(duckdb_list_vector_get_child(lists.vector));
    struct gdndk_column numbers;

    ids.valid = duckdb_vector_get_validity(ids.vector);
    if (*has_number) {
        numbers = gdndk_input(input, 1);
    }
    for (uint64_t row = 0; row < rows; row++) {
        struct gdndk_report report;
        char message[MESSAGE_MAX];

        if (!audit_row(&report, message, &lists, &ids,
                       *has_number ? &numbers : NULL, row)) {
            duckdb_scalar_function_set_error(info, message);
            return;
        }
        duckdb_vector_assign_string_element_len(output, row, report.text,
                                                report.len);
    }
}

static void refuse_ids(duckdb_function_info info, duckdb_data_chunk input,
                       duckdb_vector output)
{
    (void)input;
    (void)output;
    duckdb_scalar_function_set_error(
        info,
        "guidon_audit is an aggregate from DuckDB 2.0 on; in this version, "
        "give it a list: guidon_audit(list(id))");
}

/* Add guidon_audit of a list or of an id, with or without the number, to a set. */
static bool add_list_audit(duckdb_scalar_function_set set, bool is_list,
                           bool has_number)
{
    static const bool has_numbers[] = {false, true};
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type uuid = duckdb_create_logical_type(DUCKDB_TYPE_UUID);
    duckdb_logical_type list = duckdb_create_list_type(uuid);
    duckdb_logical_type bigint = duckdb_create_logical_type(DUCKDB_TYPE_BIGINT);
    duckdb_logical_type text = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);
    bool done;

    duckdb_scalar_function_set_name(function, "guidon_audit");
    duckdb_scalar_function_add_parameter(function, is_list ? list : uuid);
    if (has_number) {
        duckdb_scalar_function_add_parameter(function, bigint);
    }
    duckdb_scalar_function_set_return_type(function, text);
    duckdb_destroy_logical_type(&text);
    duckdb_destroy_logical_type(&bigint);
    duckdb_destroy_logical_type(&list);
    duckdb_destroy_logical_type(&uuid);
    duckdb_scalar_function_set_extra_info(
        function, (void *)(uintptr_t)&has_numbers[has_number], NULL);
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_function(function,
                                        is_list ? audit_lists : refuse_ids);
    done = duckdb_add_scalar_function_to_set(set, function) == 0;
    duckdb_destroy_scalar_function(&function);
    return done;
}

static bool register_list_audit(duckdb_connection connection)
{
    duckdb_scalar_function_set set =
        duckdb_create_scalar_function_set("guidon_audit");
    bool done =
        add_list_audit(set, true, false) && add_list_audit(set, true, true) &&
        add_list_audit(set, false, false) && add_list_audit(set, false, true) &&
        duckdb_register_scalar_function_set(connection, set) == 0;

    duckdb_destroy_scalar_function_set(&set);
    return done;
}

/* Does this DuckDB give an aggregate a state for each row? DuckDB 1 gives a single
 * one for all rows where the aggregate has an ORDER BY or is a window, and does not
 * say so. An extension that reads the others reads past the end of that memory. */
static bool gives_states_of_all_rows(void)
{
    const char *version = duckdb_library_version(); /* "v2.0.1" */

    return version[0] == 'v' && strtol(version + 1, NULL, 10) >= 2;
}

bool gdndk_audit_register(duckdb_connection connection)
{
    return gives_states_of_all_rows() ? register_aggregate(connection)
                                      : register_list_audit(connection);
}
