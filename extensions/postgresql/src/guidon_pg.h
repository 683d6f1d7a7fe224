/* SPDX-License-Identifier: MIT */
/* What all files of the module share: ids and times as SQL values, and errors. */
#ifndef GUIDON_PG_H
#define GUIDON_PG_H

#include <postgres.h>

#include "servers.h"
#include <datatype/timestamp.h>
#include <fmgr.h>
#include <guidon.h>
#include <utils/timestamp.h>

/*
 * A function that SQL calls stands in its file as PG_FUNCTION_INFO_V1(NAME) and
 * Datum NAME(PG_FUNCTION_ARGS). NAME is guidon_pg_ and then its name in SQL without
 * guidon_, because the library has most of the names without "pg".
 */

/* ----------------------------------------------------------- ids as values */

/*
 * A uuid and a ulid are 16 bytes by reference, at any alignment, as a guidon_id
 * is. So an argument is read in place, and a result is a copy.
 */
static inline const guidon_id *gdnpg_id(Datum value)
{
    return (const guidon_id *)DatumGetPointer(value);
}

#define GDNPG_ARG_ID(n) gdnpg_id(PG_GETARG_DATUM(n))

/* Return an id in memory of the current context. */
static inline Datum gdnpg_give(guidon_id id)
{
    guidon_id *copy = palloc(sizeof *copy);

    *copy = id;
    return PointerGetDatum(copy);
}

#define GDNPG_RETURN_ID(id) return gdnpg_give(id)

/* ------------------------------------------------------------------ errors */

/*
 * Raise the error of a status. The reason of Guidon is the message; a hint
 * follows where one helps.
 *
 *   GUIDON_E_RANGE, GUIDON_E_OVERFLOW              22003
 *   GUIDON_E_LENGTH, GUIDON_E_CHAR, GUIDON_E_FORM, GUIDON_E_AMBIGUOUS  22P02
 *   GUIDON_E_VERSION, GUIDON_E_ARGUMENT            22023
 *   GUIDON_E_STATE                                 55000
 *   GUIDON_E_MEMORY                                53200
 *   GUIDON_E_CLOCK, GUIDON_E_ENTROPY               58000
 */
_Noreturn extern void gdnpg_raise(guidon_status status);

/* Raise the error of a status that is not GUIDON_OK. */
static inline void gdnpg_check(guidon_status status)
{
    if (unlikely(status != GUIDON_OK)) {
        gdnpg_raise(status);
    }
}

/* The SQLSTATE of a status, for functions that write a message of their own. */
extern int gdnpg_sqlstate(guidon_status status);

/* How many bytes of a text a message repeats: whole characters, at most 200 bytes. */
extern int gdnpg_shown(const char *text, size_t len);

/*
 * Report a text that is not an id.
 *
 *   context  in  fcinfo->context of an input function, which then returns
 *                (Datum)0; NULL in other functions, and the call does not return
 *   type     in  the name of the type in the message, such as "ulid"
 *   text     in  `len` bytes in the encoding of the database
 *   detail   in  says why: gdnpg_reason, or another sentence
 */
extern void gdnpg_bad_text(void *context, const char *type, const char *text,
                           size_t len, guidon_status status,
                           const char *detail);

/* The sentence of guidon_parse_reason about a text that was not read, with a full
 * stop, in the memory context of the caller. */
extern const char *gdnpg_reason(const char *text, size_t len,
                                guidon_accept accept);

/* ---------------------------------------------------------- names and data */

/* Return the UTF-8 of a text, which every database hashes alike. PostgreSQL raises
 * 22021 if a database without an encoding (SQL_ASCII) holds other bytes. */
extern const char *gdnpg_utf8(const text *from, size_t *len);

/* ------------------------------------------------------------------- times */

/* Seconds from 1970-01-01 to 2000-01-01, where a timestamptz is 0. */
#define GDNPG_EPOCH                                                            \
  ((int64)(POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)

/* Convert a timestamptz to a time. Nothing is lost. An infinite one becomes a
 * time some 290 000 years before or after 2000. */
extern guidon_time gdnpg_time(TimestampTz at);

/* Convert a timestamptz to a time. Raises 22003 if it is infinite. */
extern guidon_time gdnpg_finite_time(TimestampTz at);

/* Convert the time of an id to a timestamptz, rounded towards the past to
 * microseconds. Every time that an id can hold has one. */
extern TimestampTz gdnpg_timestamptz(guidon_time time);

/* Convert Unix milliseconds, as guidon_ulid_ms_of returns them. */
extern TimestampTz gdnpg_timestamptz_ms(uint64 unix_ms);

/* A bound of the library: guidon_ulid_floor, guidon_v7_ceil and so on. */
typedef guidon_status gdnpg_bound_function(guidon_id *out, guidon_time time);

/*
 * Return a bound of a timestamptz, in memory of the current context.
 *
 * It saturates: the bound is Nil for -infinity and all times before the first
 * that the kind can hold, and Max for infinity and all times after the last. So
 * a condition of a query never fails.
 */
extern Datum gdnpg_bound(TimestampTz at, gdnpg_bound_function *bound);

/* ------------------------------------------------------------------ makers */

/* Make one id of a kind with the generator of this backend. */
static inline Datum gdnpg_new(guidon_kind kind)
{
    guidon_id *id = palloc(sizeof *id);

    gdnpg_check(guidon_new(id, kind));
    return PointerGetDatum(id);
}

/*
 * Make one id of GUIDON_V7 or GUIDON_ULID_MONOTONIC that is above every id that
 * any backend of this server made so before.
 */
extern Datum gdnpg_new_cluster(guidon_kind kind);

/* For a server that preloads the module: reserve the shared memory of
 * gdnpg_new_cluster. Other servers find it when they need it. */
extern void gdnpg_reserve_memory(void);

/* Return n ids as a set, n being argument 0: the body of a function. */
extern Datum gdnpg_series(FunctionCallInfo fcinfo, guidon_kind kind);

#endif
