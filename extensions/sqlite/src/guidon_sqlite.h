/* SPDX-License-Identifier: MIT */
/* What the parts of the extension for SQLite share. */
#ifndef GUIDON_SQLITE_H
#define GUIDON_SQLITE_H

#ifdef SQLITE_CORE
#  include <sqlite3.h>
#else
#  include <sqlite3ext.h>
#endif
#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* SQLite loads extensions into the global scope of the process. So the shared
 * object exports its entry points only. */
#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility push(hidden)
#endif

#ifndef SQLITE_CORE
SQLITE_EXTENSION_INIT3
#endif

/* ------------------------------------------------------------- SQL functions */

/* How SQLite may call a function. A generator gives another result for each call. */
#define GDNSQ_NEW  (SQLITE_UTF8 | SQLITE_INNOCUOUS)
#define GDNSQ_PURE (SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC)

/* One SQL function; a table of these ends with a row of zeros. The user data of
 * a call is its row, see gdnsq_row. */
struct gdnsq_function {
    const char *name;
    int args;
    int flags; /* GDNSQ_NEW or GDNSQ_PURE */
    void (*call)(sqlite3_context *, int, sqlite3_value **);
    const void *data; /* as the function needs it */
};

/* The tables of the parts. */
extern const struct gdnsq_function gdnsq_make_functions[];
extern const struct gdnsq_function gdnsq_name_functions[];
extern const struct gdnsq_function gdnsq_text_functions[];
extern const struct gdnsq_function gdnsq_typeid_functions[];
extern const struct gdnsq_function gdnsq_field_functions[];
extern const struct gdnsq_function gdnsq_bound_functions[];
extern const struct gdnsq_function gdnsq_convert_functions[];
extern const struct gdnsq_function gdnsq_key_functions[];
extern const struct gdnsq_function gdnsq_prefixed_functions[];
extern const struct gdnsq_function gdnsq_peer_functions[];

/* The row of the function that runs. */
const struct gdnsq_function *gdnsq_row(sqlite3_context *context);

/* End a call with the error "NAME: MESSAGE". The format is that of
 * sqlite3_mprintf. */
void gdnsq_error(sqlite3_context *context, const char *format, ...);
/* End a call with the text of a status. */
void gdnsq_failed(sqlite3_context *context, guidon_status status);

/* Register the objects that are no scalar functions. */
int gdnsq_audit_register(sqlite3 *db);
int gdnsq_collation_register(sqlite3 *db);
int gdnsq_series_register(sqlite3 *db);

/* Count an object before it is registered, with the destructor that says that it is
 * gone. SQLite calls the destructor too if it refuses a function or a table. */
void gdnsq_object_added(void);
void gdnsq_object_gone(void *unused);

/* ------------------------------------------------------ arguments and results */

/* What a value shows about its id. A BLOB shows nothing. */
enum gdnsq_mark { GDNSQ_UNMARKED, GDNSQ_IS_ULID, GDNSQ_IS_TYPEID };

/* An id as it stood in an argument. */
struct gdnsq_id {
    guidon_id id;
    enum gdnsq_mark mark;
    bool is_blob;
};

/* How an id leaves a function. */
enum gdnsq_storage { GDNSQ_UUID_TEXT, GDNSQ_ULID_TEXT, GDNSQ_BYTES };

/* Read an id from TEXT or from a BLOB of 16 bytes. The result is false for every
 * other value. Text may be in any form of GUIDON_ACCEPT_ANY, or a TypeID. */
bool gdnsq_read(struct gdnsq_id *out, sqlite3_value *from);
/* Read an id from TEXT in one form. The result is false for every other value. */
bool gdnsq_read_as(guidon_id *out, sqlite3_value *from, guidon_form form);
/* Find the form that an argument names. If no form has the name, the result is
 * false and the call has its error. NULL is no name and gives no error. */
bool gdnsq_form(guidon_form *out, sqlite3_context *context,
                sqlite3_value *name);
/* Read the second argument of functions on a time: 'uuid' or 'ulid'. A ULID in a
 * BLOB is read as a ULID only if the caller says so. False as in gdnsq_form. */
bool gdnsq_read_with_kind(struct gdnsq_id *out, sqlite3_context *context, int n,
                          sqlite3_value **args);
/* Is a value this text? It may contain NUL, which no such text does. */
bool gdnsq_text_is(sqlite3_value *value, const char *text);
void gdnsq_result(sqlite3_context *context, const guidon_id *id,
                  enum gdnsq_storage storage);
/* Return an id as the argument had it: a BLOB for a BLOB, else the text of a
 * UUID. */
void gdnsq_result_like(sqlite3_context *context, const guidon_id *id,
                       const struct gdnsq_id *argument);

/* What is hashed of an argument. */
struct gdnsq_data {
    const void *bytes;
    size_t len;
    unsigned char integer[GUIDON_INTEGER_LEN];
};

/* Find the bytes of a name or of data, by the rule of <guidon/keys.h>. The result
 * is false for NULL, and for a REAL or a TEXT that is not UTF-8; the call has an
 * error then. `bytes` may point into *out. */
bool gdnsq_data(struct gdnsq_data *out, sqlite3_context *context,
                sqlite3_value *from);

/* ------------------------------------------------------------- times, UTC */

/* The last millisecond of 48 bits, in the year 10889. */
#define GDNSQ_LAST_MS ((INT64_C(1) << 48) - 1)

/* Read a time: Unix milliseconds as a number, which is rounded towards the past,
 * or the text of guidon_time_parse. The result is false for every other value. */
bool gdnsq_time(int64_t *ms, sqlite3_value *from);
guidon_time gdnsq_time_of_ms(int64_t ms);
/* The time of an id in Unix milliseconds, rounded towards the past; false if it
 * has none. */
bool gdnsq_ms_of(int64_t *ms, const struct gdnsq_id *id);
/* End a call with the error that a time does not fit. */
void gdnsq_out_of_range(sqlite3_context *context, sqlite3_value *time);

/* Write "YYYY-MM-DD HH:MM:SS.SSS" with `between` for the blank, and a NUL. The
 * year has a plus sign and five digits from 10000 on. Returns the length. */
#define GDNSQ_DATETIME_MAX 40
int gdnsq_datetime(char out[GDNSQ_DATETIME_MAX], int64_t ms, char between);
/* Return that text with a blank; NULL above the year 9999, where SQLite's own
 * functions read no dates. */
void gdnsq_datetime_result(sqlite3_context *context, int64_t ms);

/* ------------------------------------------------------------------ new ids */

/* A generator: makes ids of a kind, in one storage. */
struct gdnsq_generator {
    const char
        *name; /* of the function behind guidon_, and for guidon_series */
    const char *alias; /* its other name for guidon_series */
    guidon_kind kind;
    enum gdnsq_storage storage;
    /* Makes ids of times; NULL if the kind has none. */
    guidon_status (*at)(guidon_id *, const guidon_time[], size_t n);
};

const struct gdnsq_generator *gdnsq_generator_named(const char *name, int len);

/* SQL functions whose data are a generator: a new id of now, and of a time. */
void gdnsq_make(sqlite3_context *context, int n, sqlite3_value **args);
void gdnsq_make_at(sqlite3_context *context, int n, sqlite3_value **args);

extern const struct gdnsq_generator gdnsq_generators[];
/* The rows of gdnsq_generators that peer_names.c uses. */
enum { GDNSQ_V4 = 2, GDNSQ_V7 = 6, GDNSQ_ULID = 8, GDNSQ_ULID_BLOB = 9 };

#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility pop
#endif

#endif
