/* SPDX-License-Identifier: MIT */
/* entry.c - registers the functions with a database. */
#include "guidon_duckdb.h"

#include <stdatomic.h>

#if defined(_WIN32)
#  define ENTRY __declspec(dllexport)
#else
#  define ENTRY __attribute__((visibility("default")))
#endif

/* DuckDB's own table ends with the call of the entry point. */
static struct duckdb_api kept_api;
const struct duckdb_api *const gdndk_api = &kept_api;

/* Databases of several threads may load the file at once. The first of them
 * copies the table, and the others wait until it has done so. */
enum { NOT_KEPT, BEING_KEPT, KEPT };
static atomic_int kept;

/* Keep the functions of the first DuckDB of the process. Databases of another copy
 * of DuckDB cannot use them; the result is false then. */
static bool keep_api(const struct duckdb_api *api)
{
    int seen = NOT_KEPT;

    if (atomic_compare_exchange_strong(&kept, &seen, BEING_KEPT)) {
        kept_api = *api;
        atomic_store(&kept, KEPT);
        return true;
    }
    while (atomic_load(&kept) != KEPT) {
        /* the copy takes less than a microsecond */
    }
    return memcmp(&kept_api, api, sizeof kept_api) == 0;
}

static void add_types(duckdb_function function,
                      const struct gdndk_function *row)
{
    duckdb_type_handle type;

    for (int i = 0; i < GDNDK_ARGS && row->args[i]; i++) {
        type = gdndk_api->create_logical_type(row->args[i]);
        gdndk_api->scalar_function_add_parameter(function, type);
        gdndk_api->destroy_logical_type(&type);
    }
    type = gdndk_api->create_logical_type(row->result);
    gdndk_api->scalar_function_set_return_type(function, type);
    gdndk_api->destroy_logical_type(&type);
}

/* DuckDB computes a function with constants once for a query, unless it is
 * volatile. With special handling, the functions see NULL themselves. */
static bool add_function(duckdb_function_set set,
                         const struct gdndk_function *row)
{
    duckdb_function function = gdndk_api->create_scalar_function();
    bool done;

    gdndk_api->scalar_function_set_name(function, row->name);
    add_types(function, row);
    gdndk_api->scalar_function_set_extra_info(function, (void *)(uintptr_t)row,
                                              NULL);
    if (row->is_maker) {
        gdndk_api->scalar_function_set_volatile(function);
    }
    gdndk_api->scalar_function_set_special_handling(function);
    gdndk_api->scalar_function_set_function(function, row->call);
    done = gdndk_api->add_scalar_function_to_set(set, function) == 0;
    gdndk_api->destroy_scalar_function(&function);
    return done;
}

/* Register the functions of one name. Returns the row after them, or NULL if
 * DuckDB refuses. */
static const struct gdndk_function *register_name(
    duckdb_connection connection, const struct gdndk_function *row)
{
    const char *name = row->name;
    duckdb_function_set set = gdndk_api->create_scalar_function_set(name);
    bool done = true;

    for (; done && row->name && strcmp(row->name, name) == 0; row++) {
        done = add_function(set, row);
    }
    done =
        done && gdndk_api->register_scalar_function_set(connection, set) == 0;
    gdndk_api->destroy_scalar_function_set(&set);
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
ENTRY bool guidon_init_c_api(duckdb_info info,
                             const struct duckdb_access *access);
ENTRY bool guidon_init_c_api(duckdb_info info,
                             const struct duckdb_access *access)
{
    const void *api = access->get_api(info, DUCKDB_API_VERSION);
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
    if (gdndk_api->connect(*access->get_database(info), &connection) != 0) {
        access->set_error(info, "guidon: no connection to the database");
        return false;
    }
    done = register_all(connection);
    gdndk_api->disconnect(&connection);
    if (!done) {
        access->set_error(info, "guidon: a function could not be registered");
    }
    return done;
}
