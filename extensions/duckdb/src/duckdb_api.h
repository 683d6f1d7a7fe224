/* SPDX-License-Identifier: MIT */
/*
 * The part of DuckDB's C extension API that this extension uses.
 *
 * DuckDB hands over a table of functions. The places of the table that belong to
 * version v1.2.0 of the API never change, in any later DuckDB. So this header
 * names the functions in use by their place, and needs no header of DuckDB.
 *
 * Source duckdb_extension.h of github.com/duckdb/extension-template-c
 */
#ifndef GUIDON_DUCKDB_API_H
#define GUIDON_DUCKDB_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DUCKDB_API_VERSION "v1.2.0"

/* Handles. DuckDB owns what they point to, except where a function destroys. */
typedef struct duckdb_opaque *duckdb_handle;
typedef duckdb_handle duckdb_connection, duckdb_type_handle, duckdb_function,
    duckdb_function_set, duckdb_info, duckdb_chunk, duckdb_vector,
    duckdb_state_pointer;

enum duckdb_type {
    DUCKDB_BIGINT = 5,
    DUCKDB_UBIGINT = 9,
    DUCKDB_HUGEINT = 16,
    DUCKDB_VARCHAR = 17,
    DUCKDB_BLOB = 18,
    DUCKDB_UUID = 27,
    DUCKDB_TIMESTAMPTZ = 31,
    DUCKDB_UHUGEINT = 32
};

/* A HUGEINT in a vector. That of a UHUGEINT has a `high` without a sign. */
struct duckdb_hugeint {
    uint64_t low;
    int64_t high;
};

/* A VARCHAR or BLOB in a vector: up to 12 bytes stand in the structure. */
#define DUCKDB_INLINED 12
union duckdb_string {
    struct {
        uint32_t len;
        char text[DUCKDB_INLINED];
    } inlined;
    struct {
        uint32_t len;
        char prefix[4];
        char *text;
    } far;
};
_Static_assert(sizeof(union duckdb_string) == 16, "as DuckDB has it");

/* A UUID in a vector: the top bit is flipped, so that signed numbers have the
 * order of the ids. */
struct duckdb_uuid {
    uint64_t low;
    int64_t high;
};

/* A list in a vector: its values are rows of the vector's child. */
struct duckdb_list {
    uint64_t offset, len;
};

typedef void duckdb_scalar_call(duckdb_info info, duckdb_chunk input,
                                duckdb_vector output);

/* A state of an aggregate is memory of DuckDB. `states` are addresses of states. */
typedef uint64_t duckdb_state_size_call(duckdb_info info);
typedef void duckdb_state_init_call(duckdb_info info, void *state);
typedef void duckdb_update_call(duckdb_info info, duckdb_chunk input,
                                void **states);
typedef void duckdb_combine_call(duckdb_info info, void **sources,
                                 void **targets, uint64_t count);
typedef void duckdb_finalize_call(duckdb_info info, void **states,
                                  duckdb_vector result, uint64_t count,
                                  uint64_t offset);
typedef void duckdb_destroy_call(void **states, uint64_t count);

/* 0 is success, as in duckdb_state. */
struct duckdb_api {
    void *unused_0[3];
    int (*connect)(duckdb_handle database, duckdb_connection *out); /* 3 */
    void *unused_4[2];
    void (*disconnect)(duckdb_connection *connection); /* 6 */
    const char *(*library_version)(void);              /* 7 */
    void *unused_8[148];
    duckdb_type_handle (*create_logical_type)(int type); /* 156 */
    void *unused_157[2];
    duckdb_type_handle (*create_list_type)(duckdb_type_handle type); /* 159 */
    void *unused_160[24];
    void (*destroy_logical_type)(duckdb_type_handle *type); /* 184 */
    void *unused_185[5];
    duckdb_vector (*data_chunk_get_vector)(duckdb_chunk chunk,
                                           uint64_t column); /* 190 */
    uint64_t (*data_chunk_get_size)(duckdb_chunk chunk);     /* 191 */
    void *unused_192[2];
    void *(*vector_get_data)(duckdb_vector vector);                /* 194 */
    uint64_t *(*vector_get_validity)(duckdb_vector vector);        /* 195 */
    void (*vector_ensure_validity_writable)(duckdb_vector vector); /* 196 */
    void *unused_197[1];
    void (*vector_assign_string_element_len)(duckdb_vector vector, uint64_t row,
                                             const char *text,
                                             uint64_t len);       /* 198 */
    duckdb_vector (*list_vector_get_child)(duckdb_vector vector); /* 199 */
    void *unused_200[9];
    duckdb_function (*create_scalar_function)(void);            /* 209 */
    void (*destroy_scalar_function)(duckdb_function *function); /* 210 */
    void (*scalar_function_set_name)(duckdb_function function,
                                     const char *name); /* 211 */
    void *unused_212[1];
    void (*scalar_function_set_special_handling)(
        duckdb_function function);                                  /* 213 */
    void (*scalar_function_set_volatile)(duckdb_function function); /* 214 */
    void (*scalar_function_add_parameter)(duckdb_function function,
                                          duckdb_type_handle type); /* 215 */
    void (*scalar_function_set_return_type)(duckdb_function function,
                                            duckdb_type_handle type); /* 216 */
    void (*scalar_function_set_extra_info)(duckdb_function function,
                                           void *extra,
                                           void (*free_it)(void *)); /* 217 */
    void (*scalar_function_set_function)(duckdb_function function,
                                         duckdb_scalar_call *call); /* 218 */
    void *unused_219[1];
    void *(*scalar_function_get_extra_info)(duckdb_info info); /* 220 */
    void (*scalar_function_set_error)(duckdb_info info,
                                      const char *message); /* 221 */
    duckdb_function_set (*create_scalar_function_set)(
        const char *name);                                         /* 222 */
    void (*destroy_scalar_function_set)(duckdb_function_set *set); /* 223 */
    int (*add_scalar_function_to_set)(duckdb_function_set set,
                                      duckdb_function function); /* 224 */
    int (*register_scalar_function_set)(duckdb_connection connection,
                                        duckdb_function_set set);  /* 225 */
    duckdb_function (*create_aggregate_function)(void);            /* 226 */
    void (*destroy_aggregate_function)(duckdb_function *function); /* 227 */
    void (*aggregate_function_set_name)(duckdb_function function,
                                        const char *name); /* 228 */
    void (*aggregate_function_add_parameter)(duckdb_function function,
                                             duckdb_type_handle type); /* 229 */
    void (*aggregate_function_set_return_type)(
        duckdb_function function, duckdb_type_handle type); /* 230 */
    void (*aggregate_function_set_functions)(
        duckdb_function function, duckdb_state_size_call *size,
        duckdb_state_init_call *init, duckdb_update_call *update,
        duckdb_combine_call *combine, duckdb_finalize_call *finalize); /* 231 */
    void (*aggregate_function_set_destructor)(
        duckdb_function function, duckdb_destroy_call *destroy); /* 232 */
    void *unused_233[1];
    void (*aggregate_function_set_special_handling)(
        duckdb_function function); /* 234 */
    void *unused_235[2];
    void (*aggregate_function_set_error)(duckdb_info info,
                                         const char *message); /* 237 */
    duckdb_function_set (*create_aggregate_function_set)(
        const char *name);                                            /* 238 */
    void (*destroy_aggregate_function_set)(duckdb_function_set *set); /* 239 */
    int (*add_aggregate_function_to_set)(duckdb_function_set set,
                                         duckdb_function function); /* 240 */
    int (*register_aggregate_function_set)(duckdb_connection connection,
                                           duckdb_function_set set); /* 241 */
};

#define DUCKDB_PLACE_IS(member, place)                                         \
  _Static_assert(offsetof(struct duckdb_api, member) ==                        \
                     (place) * sizeof(void *),                                 \
                 #member " has another place in the table")
DUCKDB_PLACE_IS(connect, 3);
DUCKDB_PLACE_IS(library_version, 7);
DUCKDB_PLACE_IS(create_logical_type, 156);
DUCKDB_PLACE_IS(create_list_type, 159);
DUCKDB_PLACE_IS(destroy_logical_type, 184);
DUCKDB_PLACE_IS(data_chunk_get_vector, 190);
DUCKDB_PLACE_IS(vector_get_data, 194);
DUCKDB_PLACE_IS(vector_assign_string_element_len, 198);
DUCKDB_PLACE_IS(list_vector_get_child, 199);
DUCKDB_PLACE_IS(create_scalar_function, 209);
DUCKDB_PLACE_IS(scalar_function_set_error, 221);
DUCKDB_PLACE_IS(register_scalar_function_set, 225);
DUCKDB_PLACE_IS(create_aggregate_function, 226);
DUCKDB_PLACE_IS(aggregate_function_set_functions, 231);
DUCKDB_PLACE_IS(aggregate_function_set_error, 237);
DUCKDB_PLACE_IS(register_aggregate_function_set, 241);

/* What the entry point gets. */
struct duckdb_access {
    void (*set_error)(duckdb_info info, const char *message);
    duckdb_handle *(*get_database)(duckdb_info info);
    const void *(*get_api)(duckdb_info info, const char *version);
};

#endif
