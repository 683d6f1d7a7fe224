/* SPDX-License-Identifier: MIT */
/* guidon_mariadb.c - Guidon's ids as loadable functions of MariaDB.
 *
 * docs/recipes/mariadb.md says how to build it and describes each function.
 *
 * MariaDB asks for three functions: NAME_init checks the arguments of a
 * statement, NAME computes the value of a row, and NAME_deinit frees what
 * NAME_init allocated. NAME_init alone can make the statement fail. For a row,
 * the remedy is NULL, which a NOT NULL column refuses. */
#include <guidon.h>
#include <mysql.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* -------------------------------------------------------- the generators */

/* One generator of each kind for all connections, so that they share one order.
 * The server ends with them. */
static pthread_once_t made_once = PTHREAD_ONCE_INIT;
static guidon_generator *v7_generator, *ulid_generator;
static guidon_status made_status;

static guidon_status generator_new(guidon_generator **out, guidon_kind kind)
{
    const guidon_options options = {.kind = kind,
                                    .scope = GUIDON_SCOPE_PROCESS};

    return guidon_generator_new(out, &options);
}

static void make_generators(void)
{
    made_status = generator_new(&v7_generator, GUIDON_V7);
    if (made_status == GUIDON_OK) {
        made_status = generator_new(&ulid_generator, GUIDON_ULID_MONOTONIC);
    }
}

/* ------------------------------------------------ the checks of arguments */

/* Refuse the statement with an error of MariaDB, which shows at most 80 bytes of
 * the reason. The result is that of NAME_init. */
static my_bool refuse(char *message, const char *reason)
{
    (void)snprintf(message, MYSQL_ERRMSG_SIZE, "%s", reason);
    return 1;
}

/* A maker takes no argument. The server must not call it only once for a
 * statement, as it does with a constant. */
static my_bool maker_init(UDF_INIT *init, const UDF_ARGS *args, char *message)
{
    if (args->arg_count != 0) {
        return refuse(message, "this function takes no argument");
    }
    (void)pthread_once(&made_once, make_generators);
    if (made_status != GUIDON_OK) {
        return refuse(message, guidon_status_text(made_status));
    }
    init->maybe_null = 1;
    init->const_item = 0;
    init->max_length = GUIDON_UUID_LEN;
    return 0;
}

/* The first argument is an id. The server converts it to a string. */
static my_bool id_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    if (args->arg_count != 1) {
        return refuse(message, "this function takes one argument, an id");
    }
    args->arg_type[0] = STRING_RESULT;
    init->maybe_null = 1;
    init->max_length = GUIDON_UUID_LEN;
    return 0;
}

/* Is this argument the literal NULL? It has the type of a text. */
static int is_null_literal(const UDF_ARGS *args, unsigned i)
{
    return args->arg_type[i] == STRING_RESULT && !args->args[i] &&
           args->lengths[i] == 0;
}

/* The argument is a time as a number. A date would become a number such as
 * 20260301, which is another time. The server would round a DECIMAL or a DOUBLE
 * to the nearest INT, so read_ms reads each of these types. */
static my_bool time_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    if (args->arg_count == 1 && is_null_literal(args, 0)) {
        args->arg_type[0] = INT_RESULT;
    }
    if (args->arg_count != 1 || args->arg_type[0] == STRING_RESULT) {
        return refuse(message, "this function takes Unix milliseconds: "
                               "UNIX_TIMESTAMP('2026-03-01') * 1000");
    }
    init->maybe_null = 1;
    init->max_length = sizeof(guidon_id);
    return 0;
}

/* ------------------------------------------------------------- the values */

/* Write NULL as the value of this row. */
static char *null_value(char *is_null)
{
    *is_null = 1;
    return NULL;
}

static char *id_value(char *result, unsigned long *length, const guidon_id *id)
{
    memcpy(result, id->bytes, sizeof(id->bytes));
    *length = sizeof(id->bytes);
    return result;
}

/* Read the first argument: the 16 bytes of an id, or a text in any form, which
 * is found. */
static int read_id(guidon_id *out, guidon_form *found, const UDF_ARGS *args)
{
    const char *bytes = args->args[0];
    const size_t len = args->lengths[0];

    if (!bytes) {
        return 0;
    }
    if (len == sizeof(out->bytes)) {
        memcpy(out->bytes, bytes, len);
        *found = GUIDON_FORM_HEX;
        return 1;
    }
    return guidon_parse(out, found, bytes, len, GUIDON_ACCEPT_ANY, 0, NULL) ==
           GUIDON_OK;
}

/* The digits of a DECIMAL up to its point. A DECIMAL has up to 65 of them; one
 * above `limit` is as good as that. Below 0, the result is -1. */
static long long decimal_value(const char *text, size_t len, long long limit)
{
    long long value = 0;

    if (len > 0 && *text == '-') {
        return -1;
    }
    for (size_t i = 0; i < len && text[i] >= '0' && text[i] <= '9'; i++) {
        value = value * 10 + (text[i] - '0');
        if (value > limit) {
            return limit;
        }
    }
    return value;
}

/* Read Unix milliseconds, rounded towards the past. Every time before 1970 may
 * be -1, and every time that no id can hold may be `limit`. */
static int read_ms(long long *out, const UDF_ARGS *args)
{
    const long long limit = 1LL << 48;
    const char *bytes = args->args[0];
    double real;

    if (!bytes) {
        return 0;
    }
    if (args->arg_type[0] == REAL_RESULT) {
        memcpy(&real, bytes, sizeof(real));
        *out = real < 0 ? -1 : real < (double)limit ? (long long)real : limit;
    } else if (args->arg_type[0] == DECIMAL_RESULT) {
        *out = decimal_value(bytes, args->lengths[0], limit);
    } else {
        memcpy(out, bytes, sizeof(*out));
    }
    return 1;
}

/* The bound of the millisecond in the first argument: Nil before 1970 and Max
 * after the year 10889, so that a condition finds the rows that there are. */
static char *bound_value(char *result, unsigned long *length, char *is_null,
                         const UDF_ARGS *args,
                         guidon_status (*make)(guidon_id *, guidon_time))
{
    guidon_id id = guidon_nil();
    long long ms;

    if (!read_ms(&ms, args)) {
        return null_value(is_null);
    }
    if (ms >= 0) {
        const guidon_time time = {ms / 1000, (uint32_t)(ms % 1000) * 1000000};

        if (make(&id, time) != GUIDON_OK) {
            id = guidon_max();
        }
    }
    return id_value(result, length, &id);
}

/* --------------------------------------------------------- makers of ids */

EXPORT my_bool guidon_v7_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    return maker_init(init, args, message);
}

EXPORT char *guidon_v7(UDF_INIT *init, UDF_ARGS *args, char *result,
                       unsigned long *length, char *is_null, char *error)
{
    guidon_id id;

    (void)init, (void)args, (void)error;
    if (guidon_next(&id, v7_generator) != GUIDON_OK) {
        return null_value(is_null);
    }
    return id_value(result, length, &id);
}

EXPORT my_bool guidon_v7_text_init(UDF_INIT *init, UDF_ARGS *args,
                                   char *message)
{
    return maker_init(init, args, message);
}

EXPORT char *guidon_v7_text(UDF_INIT *init, UDF_ARGS *args, char *result,
                            unsigned long *length, char *is_null, char *error)
{
    guidon_id id;

    (void)init, (void)args, (void)error;
    if (guidon_next(&id, v7_generator) != GUIDON_OK) {
        return null_value(is_null);
    }
    guidon_uuid_format(result, &id);
    *length = GUIDON_UUID_LEN;
    return result;
}

EXPORT my_bool guidon_ulid_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    return maker_init(init, args, message);
}

EXPORT char *guidon_ulid(UDF_INIT *init, UDF_ARGS *args, char *result,
                         unsigned long *length, char *is_null, char *error)
{
    guidon_id id;

    (void)init, (void)args, (void)error;
    if (guidon_next(&id, ulid_generator) != GUIDON_OK) {
        return null_value(is_null);
    }
    guidon_ulid_format(result, &id);
    *length = GUIDON_ULID_LEN;
    return result;
}

/* ------------------------------------------------------------ conversions */

EXPORT my_bool guidon_parse_id_init(UDF_INIT *init, UDF_ARGS *args,
                                    char *message)
{
    return id_init(init, args, message);
}

EXPORT char *guidon_parse_id(UDF_INIT *init, UDF_ARGS *args, char *result,
                             unsigned long *length, char *is_null, char *error)
{
    guidon_form found;
    guidon_id id;

    (void)init, (void)error;
    if (!read_id(&id, &found, args)) {
        return null_value(is_null);
    }
    return id_value(result, length, &id);
}

/* guidon_format_id(id) or guidon_format_id(id, form). The form is a constant, which is
 * looked up here. The rows of the statement find it in init->ptr. */
EXPORT my_bool guidon_format_id_init(UDF_INIT *init, UDF_ARGS *args,
                                     char *message)
{
    static const guidon_form forms[GUIDON_FORMS] = {
#define FORM_ONE(form, name) GUIDON_FORM_##form,
        GUIDON_FORM_LIST(FORM_ONE)};
    guidon_form form = GUIDON_FORM_UUID;
    char name[GUIDON_UUID_LEN] = "uuid";

    if (args->arg_count != 1 && args->arg_count != 2) {
        return refuse(message, "this function takes an id, and optionally the "
                               "name of a form");
    }
    if (args->arg_count == 2) {
        if (args->arg_type[1] != STRING_RESULT || !args->args[1] ||
            args->lengths[1] >= sizeof(name)) {
            return refuse(message, "the form must be a constant text, such as "
                                   "'ulid'");
        }
        memcpy(name, args->args[1], args->lengths[1]);
        name[args->lengths[1]] = '\0';
    }
    if (guidon_form_from_name(&form, name) != GUIDON_OK) {
        (void)snprintf(message, MYSQL_ERRMSG_SIZE,
                       "there is no form '%s'; guidon-ids(7) lists them", name);
        return 1;
    }
    args->arg_type[0] = STRING_RESULT;
    init->maybe_null = 1;
    init->max_length = GUIDON_TEXT_MAX;
    init->ptr = (char *)&forms[form];
    return 0;
}

EXPORT char *guidon_format_id(UDF_INIT *init, UDF_ARGS *args, char *result,
                              unsigned long *length, char *is_null, char *error)
{
    guidon_form form, found;
    guidon_id id;
    size_t len;

    (void)error;
    memcpy(&form, init->ptr, sizeof(form));
    if (!read_id(&id, &found, args) ||
        guidon_format(result, GUIDON_TEXT_MAX, &len, &id, form) != GUIDON_OK) {
        return null_value(is_null);
    }
    *length = (unsigned long)len;
    return result;
}

/* ------------------------------------------------------- times and bounds */

/* Is this argument the constant text `want`? */
static int argument_is(const UDF_ARGS *args, unsigned i, const char *want)
{
    return args->arg_type[i] == STRING_RESULT && args->args[i] &&
           args->lengths[i] == strlen(want) &&
           memcmp(args->args[i], want, strlen(want)) == 0;
}

/* guidon_ms_of(id) or guidon_ms_of(id, kind). The kind is a constant. Where it is
 * 'ulid', init->ptr is not NULL, and every id is read as a ULID. */
EXPORT my_bool guidon_ms_of_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    static const char ulid[] = "ulid";

    if (args->arg_count != 1 && args->arg_count != 2) {
        return refuse(message, "this function takes an id, and optionally "
                               "'uuid' or 'ulid'");
    }
    init->ptr = NULL;
    if (args->arg_count == 2) {
        if (argument_is(args, 1, ulid)) {
            init->ptr = (char *)ulid;
        } else if (!argument_is(args, 1, "uuid")) {
            return refuse(message, "the kind must be the constant text 'uuid' "
                                   "or 'ulid'");
        }
    }
    args->arg_type[0] = STRING_RESULT;
    init->maybe_null = 1;
    return 0;
}

EXPORT long long guidon_ms_of(UDF_INIT *init, UDF_ARGS *args, char *is_null,
                              char *error)
{
    guidon_form found;
    guidon_time time;
    guidon_id id;

    (void)error;
    *is_null = !read_id(&id, &found, args);
    if (*is_null) {
        return 0;
    }
    /* The bytes of a ULID do not show that they are one, but its text does. */
    if (init->ptr || found == GUIDON_FORM_ULID ||
        found == GUIDON_FORM_ULID_LOWER) {
        return (long long)guidon_ulid_ms_of(&id);
    }
    *is_null = guidon_time_of(&time, &id) != GUIDON_OK;
    if (*is_null) {
        return 0;
    }
    return time.seconds * 1000 + time.nanoseconds / 1000000;
}

EXPORT my_bool guidon_floor_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    return time_init(init, args, message);
}

EXPORT char *guidon_floor(UDF_INIT *init, UDF_ARGS *args, char *result,
                          unsigned long *length, char *is_null, char *error)
{
    (void)init, (void)error;
    return bound_value(result, length, is_null, args, guidon_ulid_floor);
}

EXPORT my_bool guidon_ceil_init(UDF_INIT *init, UDF_ARGS *args, char *message)
{
    return time_init(init, args, message);
}

EXPORT char *guidon_ceil(UDF_INIT *init, UDF_ARGS *args, char *result,
                         unsigned long *length, char *is_null, char *error)
{
    (void)init, (void)error;
    return bound_value(result, length, is_null, args, guidon_ulid_ceil);
}
