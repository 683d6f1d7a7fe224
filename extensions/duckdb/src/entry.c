/* SPDX-License-Identifier: MIT */
/* entry.c - registers the functions with a database. */
#include "guidon_duckdb.h"

#include <stdatomic.h>

#define API_VERSION "v1.2.0"

#if defined(_WIN32)
#  define ENTRY __declspec(dllexport)
#else
#  define ENTRY __attribute__((visibility("default")))
#endif

/* A copy, because DuckDB's own table ends with the call of the entry point. */
DUCKDB_EXTENSION_GLOBAL

/* Databases of several threads may load the file at once. The first of them
 * copies the table, and the others wait until it has done so. */
enum { NOT_KEPT, BEING_KEPT, KEPT };
static atomic_int kept;

/* Keep the functions of the first DuckDB of the process. Databases of another copy
 * of DuckDB cannot use them; the result is false then. */
static bool keep_api(const duckdb_ext_api_v1 *api)
{
    int seen = NOT_KEPT;

    if (atomic_compare_exchange_strong(&kept, &seen, BEING_KEPT)) {
        duckdb_ext_api = *api;
        atomic_store(&kept, KEPT);
        return true;
    }
    while (atomic_load(&kept) != KEPT) {
        /* the copy takes less than a microsecond */
    }
    return memcmp(&duckdb_ext_api, api, sizeof duckdb_ext_api) == 0;
}

static void add_types(duckdb_scalar_function function,
                      const struct gdndk_function *row)
{
    duckdb_logical_type type;

    for (int i = 0; i < GDNDK_ARGS && row->args[i]; i++) {
        type = duckdb_create_logical_type(row->args[i]);
        duckdb_scalar_function_add_parameter(function, type);
        duckdb_destroy_logical_type(&type);
    }
    type = duckdb_create_logical_type(row->result);
    duckdb_scalar_function_set_return_type(function, type);
    duckdb_destroy_logical_type(&type);
}

/* DuckDB computes a function with constants once for a query, unless it is
 * volatile. With special handling, the functions see NULL themselves. */
static bool add_function(duckdb_scalar_function_set set,
                         const struct gdndk_function *row)
{
    duckdb_scalar_function function = duckdb_create_scalar_function();
    bool done;

    duckdb_scalar_function_set_name(function, row->name);
    add_types(function, row);
    duckdb_scalar_function_set_extra_info(function, (void *)(uintptr_t)row,
                                          NULL);
    if (row->is_maker) {
        duckdb_scalar_function_set_volatile(function);
    }
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_function(function, row->call);
    done = duckdb_add_scalar_function_to_set(set, function) == 0;
    duckdb_destroy_scalar_function(&function);
    return done;
}

/* Register the functions of one name. Returns the row after them, or NULL if
 * DuckDB refuses. */
static const struct gdndk_function *register_name(
    duckdb_connection connection, const struct gdndk_function *row)
{
    const char *name = row->name;
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
    bool done = true;

    for (; done && row->name && strcmp(row->name, name) == 0; row++) {
        done = add_function(set, row);
    }
    done = done && duckdb_register_scalar_function_set(connection, set) == 0;
    duckdb_destroy_scalar_function_set(&set);
    return done ? row : NULL;
}

static bool register_all(duckdb_connection connection)
{
    static const struct gdndk_function *const tables[] = {
        gdndk_make_functions,    gdndk_text_functions,
        gdndk_field_functions,   gdndk_bound_functions,
        gdndk_convert_functions, gdndk_prefixed_functions,
    };

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct gdndk_function *row = tables[i];

        while (row && row->name) {
            row = register_name(connection, row);
        }
        if (!row) {
            return false;
        }
    }
    return gdndk_audit_register(connection);
}

/* DuckDB derives the name from that of the file guidon.duckdb_extension. */
ENTRY bool guidon_init_c_api(duckdb_extension_info info,
                             const struct duckdb_extension_access *access);
ENTRY bool guidon_init_c_api(duckdb_extension_info info,
                             const struct duckdb_extension_access *access)
{
    const void *api = access->get_api(info, API_VERSION);
    duckdb_connection connection;
    bool done;

    if (!api) {
        return false; /* DuckDB has said why */
    }
    if (!keep_api(api)) {
        access->set_error(info,
                          "guidon: another copy of DuckDB in this process "
                          "uses this file; load a copy of the file");
        return false;
    }
    if (duckdb_connect(*access->get_database(info), &connection) != 0) {
        access->set_error(info, "guidon: no connection to the database");
        return false;
    }
    done = register_all(connection);
    duckdb_disconnect(&connection);
    if (!done) {
        access->set_error(info, "guidon: a function could not be registered");
    }
    return done;
}
