/* SPDX-License-Identifier: MIT */
/*
 * The part of DuckDB's C extension API that this extension uses, by the names and
 * types of DuckDB's own header.
 *
 * DuckDB hands over a table of functions. The places of the table that belong to
 * version v1.2.0 of the API never change, in any later DuckDB. So this header
 * names the functions in use by their place, and the build needs no header of
 * DuckDB. A test compares these declarations with those of duckdb_extension.h, and
 * compiles the extension with that header.
 */
#ifndef GUIDON_DUCKDB_API_H
#define GUIDON_DUCKDB_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Handles. DuckDB owns what they point to, except where a function destroys. */
typedef struct duckdb_database_handle *duckdb_database;
typedef struct duckdb_connection_handle *duckdb_connection;
typedef struct duckdb_extension_info_handle *duckdb_extension_info;
typedef struct duckdb_function_info_handle *duckdb_function_info;
typedef struct duckdb_logical_type_handle *duckdb_logical_type;
typedef struct duckdb_data_chunk_handle *duckdb_data_chunk;
typedef struct duckdb_vector_handle *duckdb_vector;
typedef struct duckdb_scalar_function_handle *duckdb_scalar_function;
typedef struct duckdb_scalar_set_handle *duckdb_scalar_function_set;
typedef struct duckdb_aggregate_function_handle *duckdb_aggregate_function;
typedef struct duckdb_aggregate_set_handle *duckdb_aggregate_function_set;
/* A state of an aggregate is memory of DuckDB. */
typedef struct duckdb_aggregate_state_handle *duckdb_aggregate_state;

typedef uint64_t idx_t;
typedef enum { DuckDBSuccess = 0, DuckDBError = 1 } duckdb_state;
typedef enum {
    DUCKDB_TYPE_INVALID = 0,
    DUCKDB_TYPE_BIGINT = 5,
    DUCKDB_TYPE_UBIGINT = 9,
    DUCKDB_TYPE_HUGEINT = 16,
    DUCKDB_TYPE_VARCHAR = 17,
    DUCKDB_TYPE_BLOB = 18,
    DUCKDB_TYPE_UUID = 27,
    DUCKDB_TYPE_TIMESTAMP_TZ = 31,
    DUCKDB_TYPE_UHUGEINT = 32
} duckdb_type;

/* A HUGEINT in a vector. A UUID is one too, with its top bit flipped, so that
 * signed numbers have the order of the ids. */
typedef struct {
    uint64_t lower;
    int64_t upper;
} duckdb_hugeint;

typedef struct {
    uint64_t lower, upper;
} duckdb_uhugeint;

/* A VARCHAR or BLOB in a vector: short ones stand in the structure. */
typedef struct {
    union {
        struct {
            uint32_t length;
            char prefix[4];
            char *ptr;
        } pointer;
        struct {
            uint32_t length;
            char inlined[12];
        } inlined;
    } value;
} duckdb_string_t;

/* A list in a vector: its values are rows of the vector's child. */
typedef struct {
    uint64_t offset, length;
} duckdb_list_entry;

typedef void (*duckdb_scalar_function_t)(duckdb_function_info info,
                                         duckdb_data_chunk input,
                                         duckdb_vector output);

typedef idx_t (*duckdb_aggregate_state_size)(duckdb_function_info info);
typedef void (*duckdb_aggregate_init_t)(duckdb_function_info info,
                                        duckdb_aggregate_state state);
typedef void (*duckdb_aggregate_update_t)(duckdb_function_info info,
                                          duckdb_data_chunk input,
                                          duckdb_aggregate_state *states);
typedef void (*duckdb_aggregate_combine_t)(duckdb_function_info info,
                                           duckdb_aggregate_state *sources,
                                           duckdb_aggregate_state *targets,
                                           idx_t count);
typedef void (*duckdb_aggregate_finalize_t)(duckdb_function_info info,
                                            duckdb_aggregate_state *states,
                                            duckdb_vector result, idx_t count,
                                            idx_t offset);
typedef void (*duckdb_aggregate_destroy_t)(duckdb_aggregate_state *states,
                                           idx_t count);

/* The table, up to the last function in use. */
typedef struct {
    void *unused_0[3];
    duckdb_state (*duckdb_connect)(duckdb_database database,
                                   duckdb_connection *out);
    void *unused_4[2];
    void (*duckdb_disconnect)(duckdb_connection *connection);
    const char *(*duckdb_library_version)(void);
    void *unused_8[148];
    duckdb_logical_type (*duckdb_create_logical_type)(duckdb_type type);
    void *unused_157[2];
    duckdb_logical_type (*duckdb_create_list_type)(duckdb_logical_type type);
    void *unused_160[24];
    void (*duckdb_destroy_logical_type)(duckdb_logical_type *type);
    void *unused_185[5];
    duckdb_vector (*duckdb_data_chunk_get_vector)(duckdb_data_chunk chunk,
                                                  idx_t column);
    idx_t (*duckdb_data_chunk_get_size)(duckdb_data_chunk chunk);
    void *unused_192[2];
    void *(*duckdb_vector_get_data)(duckdb_vector vector);
    uint64_t *(*duckdb_vector_get_validity)(duckdb_vector vector);
    void (*duckdb_vector_ensure_validity_writable)(duckdb_vector vector);
    void *unused_197[1];
    void (*duckdb_vector_assign_string_element_len)(duckdb_vector vector,
                                                    idx_t row, const char *text,
                                                    idx_t len);
    duckdb_vector (*duckdb_list_vector_get_child)(duckdb_vector vector);
    void *unused_200[9];
    duckdb_scalar_function (*duckdb_create_scalar_function)(void);
    void (*duckdb_destroy_scalar_function)(duckdb_scalar_function *function);
    void (*duckdb_scalar_function_set_name)(duckdb_scalar_function function,
                                            const char *name);
    void *unused_212[1];
    void (*duckdb_scalar_function_set_special_handling)(
        duckdb_scalar_function function);
    void (*duckdb_scalar_function_set_volatile)(
        duckdb_scalar_function function);
    void (*duckdb_scalar_function_add_parameter)(
        duckdb_scalar_function function, duckdb_logical_type type);
    void (*duckdb_scalar_function_set_return_type)(
        duckdb_scalar_function function, duckdb_logical_type type);
    void (*duckdb_scalar_function_set_extra_info)(
        duckdb_scalar_function function, void *extra,
        void (*free_it)(void *extra));
    void (*duckdb_scalar_function_set_function)(duckdb_scalar_function function,
                                                duckdb_scalar_function_t call);
    void *unused_219[1];
    void *(*duckdb_scalar_function_get_extra_info)(duckdb_function_info info);
    void (*duckdb_scalar_function_set_error)(duckdb_function_info info,
                                             const char *message);
    duckdb_scalar_function_set (*duckdb_create_scalar_function_set)(
        const char *name);
    void (*duckdb_destroy_scalar_function_set)(duckdb_scalar_function_set *set);
    duckdb_state (*duckdb_add_scalar_function_to_set)(
        duckdb_scalar_function_set set, duckdb_scalar_function function);
    duckdb_state (*duckdb_register_scalar_function_set)(
        duckdb_connection connection, duckdb_scalar_function_set set);
    duckdb_aggregate_function (*duckdb_create_aggregate_function)(void);
    void (*duckdb_destroy_aggregate_function)(
        duckdb_aggregate_function *function);
    void (*duckdb_aggregate_function_set_name)(
        duckdb_aggregate_function function, const char *name);
    void (*duckdb_aggregate_function_add_parameter)(
        duckdb_aggregate_function function, duckdb_logical_type type);
    void (*duckdb_aggregate_function_set_return_type)(
        duckdb_aggregate_function function, duckdb_logical_type type);
    void (*duckdb_aggregate_function_set_functions)(
        duckdb_aggregate_function function, duckdb_aggregate_state_size size,
        duckdb_aggregate_init_t init, duckdb_aggregate_update_t update,
        duckdb_aggregate_combine_t combine,
        duckdb_aggregate_finalize_t finalize);
    void (*duckdb_aggregate_function_set_destructor)(
        duckdb_aggregate_function function, duckdb_aggregate_destroy_t destroy);
    void *unused_233[1];
    void (*duckdb_aggregate_function_set_special_handling)(
        duckdb_aggregate_function function);
    void *unused_235[2];
    void (*duckdb_aggregate_function_set_error)(duckdb_function_info info,
                                                const char *message);
    duckdb_aggregate_function_set (*duckdb_create_aggregate_function_set)(
        const char *name);
    void (*duckdb_destroy_aggregate_function_set)(
        duckdb_aggregate_function_set *set);
    duckdb_state (*duckdb_add_aggregate_function_to_set)(
        duckdb_aggregate_function_set set, duckdb_aggregate_function function);
    duckdb_state (*duckdb_register_aggregate_function_set)(
        duckdb_connection connection, duckdb_aggregate_function_set set);
} duckdb_ext_api_v1;

#define DUCKDB_PLACE_IS(function, place)                                       \
  _Static_assert(offsetof(duckdb_ext_api_v1, function) ==                      \
                     (place) * sizeof(void *),                                 \
                 #function " has another place in the table")
DUCKDB_PLACE_IS(duckdb_connect, 3);
DUCKDB_PLACE_IS(duckdb_library_version, 7);
DUCKDB_PLACE_IS(duckdb_create_logical_type, 156);
DUCKDB_PLACE_IS(duckdb_create_list_type, 159);
DUCKDB_PLACE_IS(duckdb_destroy_logical_type, 184);
DUCKDB_PLACE_IS(duckdb_data_chunk_get_vector, 190);
DUCKDB_PLACE_IS(duckdb_vector_get_data, 194);
DUCKDB_PLACE_IS(duckdb_vector_assign_string_element_len, 198);
DUCKDB_PLACE_IS(duckdb_list_vector_get_child, 199);
DUCKDB_PLACE_IS(duckdb_create_scalar_function, 209);
DUCKDB_PLACE_IS(duckdb_scalar_function_set_error, 221);
DUCKDB_PLACE_IS(duckdb_register_scalar_function_set, 225);
DUCKDB_PLACE_IS(duckdb_create_aggregate_function, 226);
DUCKDB_PLACE_IS(duckdb_aggregate_function_set_functions, 231);
DUCKDB_PLACE_IS(duckdb_aggregate_function_set_error, 237);
DUCKDB_PLACE_IS(duckdb_register_aggregate_function_set, 241);

/* What the entry point gets. */
struct duckdb_extension_access {
    void (*set_error)(duckdb_extension_info info, const char *message);
    duckdb_database *(*get_database)(duckdb_extension_info info);
    const void *(*get_api)(duckdb_extension_info info, const char *version);
};

/* The table that the functions are called by: its definition, and a declaration. */
#define DUCKDB_EXTENSION_GLOBAL      duckdb_ext_api_v1 duckdb_ext_api = {0};
#define DUCKDB_EXTENSION_EXTERN      extern duckdb_ext_api_v1 duckdb_ext_api;

#define duckdb_connect               duckdb_ext_api.duckdb_connect
#define duckdb_disconnect            duckdb_ext_api.duckdb_disconnect
#define duckdb_library_version       duckdb_ext_api.duckdb_library_version
#define duckdb_create_logical_type   duckdb_ext_api.duckdb_create_logical_type
#define duckdb_create_list_type      duckdb_ext_api.duckdb_create_list_type
#define duckdb_destroy_logical_type  duckdb_ext_api.duckdb_destroy_logical_type
#define duckdb_data_chunk_get_vector duckdb_ext_api.duckdb_data_chunk_get_vector
#define duckdb_data_chunk_get_size   duckdb_ext_api.duckdb_data_chunk_get_size
#define duckdb_vector_get_data       duckdb_ext_api.duckdb_vector_get_data
#define duckdb_vector_get_validity   duckdb_ext_api.duckdb_vector_get_validity
#define duckdb_vector_ensure_validity_writable                                 \
  duckdb_ext_api.duckdb_vector_ensure_validity_writable
#define duckdb_vector_assign_string_element_len                                \
  duckdb_ext_api.duckdb_vector_assign_string_element_len
#define duckdb_list_vector_get_child duckdb_ext_api.duckdb_list_vector_get_child
#define duckdb_create_scalar_function                                          \
  duckdb_ext_api.duckdb_create_scalar_function
#define duckdb_destroy_scalar_function                                         \
  duckdb_ext_api.duckdb_destroy_scalar_function
#define duckdb_scalar_function_set_name                                        \
  duckdb_ext_api.duckdb_scalar_function_set_name
#define duckdb_scalar_function_set_special_handling                            \
  duckdb_ext_api.duckdb_scalar_function_set_special_handling
#define duckdb_scalar_function_set_volatile                                    \
  duckdb_ext_api.duckdb_scalar_function_set_volatile
#define duckdb_scalar_function_add_parameter                                   \
  duckdb_ext_api.duckdb_scalar_function_add_parameter
#define duckdb_scalar_function_set_return_type                                 \
  duckdb_ext_api.duckdb_scalar_function_set_return_type
#define duckdb_scalar_function_set_extra_info                                  \
  duckdb_ext_api.duckdb_scalar_function_set_extra_info
#define duckdb_scalar_function_set_function                                    \
  duckdb_ext_api.duckdb_scalar_function_set_function
#define duckdb_scalar_function_get_extra_info                                  \
  duckdb_ext_api.duckdb_scalar_function_get_extra_info
#define duckdb_scalar_function_set_error                                       \
  duckdb_ext_api.duckdb_scalar_function_set_error
#define duckdb_create_scalar_function_set                                      \
  duckdb_ext_api.duckdb_create_scalar_function_set
#define duckdb_destroy_scalar_function_set                                     \
  duckdb_ext_api.duckdb_destroy_scalar_function_set
#define duckdb_add_scalar_function_to_set                                      \
  duckdb_ext_api.duckdb_add_scalar_function_to_set
#define duckdb_register_scalar_function_set                                    \
  duckdb_ext_api.duckdb_register_scalar_function_set
#define duckdb_create_aggregate_function                                       \
  duckdb_ext_api.duckdb_create_aggregate_function
#define duckdb_destroy_aggregate_function                                      \
  duckdb_ext_api.duckdb_destroy_aggregate_function
#define duckdb_aggregate_function_set_name                                     \
  duckdb_ext_api.duckdb_aggregate_function_set_name
#define duckdb_aggregate_function_add_parameter                                \
  duckdb_ext_api.duckdb_aggregate_function_add_parameter
#define duckdb_aggregate_function_set_return_type                              \
  duckdb_ext_api.duckdb_aggregate_function_set_return_type
#define duckdb_aggregate_function_set_functions                                \
  duckdb_ext_api.duckdb_aggregate_function_set_functions
#define duckdb_aggregate_function_set_destructor                               \
  duckdb_ext_api.duckdb_aggregate_function_set_destructor
#define duckdb_aggregate_function_set_special_handling                         \
  duckdb_ext_api.duckdb_aggregate_function_set_special_handling
#define duckdb_aggregate_function_set_error                                    \
  duckdb_ext_api.duckdb_aggregate_function_set_error
#define duckdb_create_aggregate_function_set                                   \
  duckdb_ext_api.duckdb_create_aggregate_function_set
#define duckdb_destroy_aggregate_function_set                                  \
  duckdb_ext_api.duckdb_destroy_aggregate_function_set
#define duckdb_add_aggregate_function_to_set                                   \
  duckdb_ext_api.duckdb_add_aggregate_function_to_set
#define duckdb_register_aggregate_function_set                                 \
  duckdb_ext_api.duckdb_register_aggregate_function_set

#endif
