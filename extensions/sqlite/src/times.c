/* SPDX-License-Identifier: MIT */
/* times.c - the values of SQL that are times, to Unix milliseconds and back. */
#include "guidon_sqlite.h"

#define LAST_YEAR_9999_MS INT64_C(253402300799999)

guidon_time gdnsq_time_of_ms(int64_t ms)
{
    const int64_t rest = ms % 1000 + (ms % 1000 < 0 ? 1000 : 0);

    /* ms - rest may be below the least number. */
    return (guidon_time){ms / 1000 - (ms % 1000 < 0), (uint32_t)rest * 1000000};
}

int gdnsq_datetime(char out[GDNSQ_DATETIME_MAX], int64_t ms, char between)
{
    size_t len = 0;

    /* The times of ids are within the years that the library writes. */
    (void)!guidon_time_format(out, GDNSQ_DATETIME_MAX, &len,
                              gdnsq_time_of_ms(ms), 3);
    out[len - 1] = '\0'; /* instead of the Z */
    *strchr(out, 'T') = between;
    return (int)len - 1;
}

void gdnsq_datetime_result(sqlite3_context *context, int64_t ms)
{
    char text[GDNSQ_DATETIME_MAX];

    if (ms <= LAST_YEAR_9999_MS) {
        int len = gdnsq_datetime(text, ms, ' ');

        sqlite3_result_text(context, text, len, SQLITE_TRANSIENT);
    }
}

/* ---------------------------------------------------------- arguments, fields */

/* A double beyond these is a time that no id holds. */
static int64_t ms_of_real(double real)
{
    const double limit = 9e15;
    int64_t ms = (int64_t)(real > limit    ? limit
                           : real < -limit ? -limit
                                           : real);

    return ms - ((double)ms > real && real >= -limit);
}

bool gdnsq_time(int64_t *ms, sqlite3_value *from)
{
    const char *text;
    guidon_time time;

    switch (sqlite3_value_type(from)) {
    case SQLITE_INTEGER:
        *ms = sqlite3_value_int64(from);
        return true;
    case SQLITE_FLOAT:
        *ms = ms_of_real(sqlite3_value_double(from));
        return true;
    case SQLITE_TEXT:
        text = (const char *)sqlite3_value_text(from);
        if (!text ||
            guidon_time_parse(&time, NULL, text,
                              (size_t)sqlite3_value_bytes(from), NULL)) {
            return false;
        }
        *ms = time.seconds * 1000 + time.nanoseconds / 1000000;
        return true;
    default:
        return false;
    }
}

bool gdnsq_ms_of(int64_t *ms, const struct gdnsq_id *id)
{
    guidon_time time;

    if (id->mark == GDNSQ_IS_ULID) {
        *ms = (int64_t)guidon_ulid_ms_of(&id->id);
        return true;
    }
    if (guidon_time_of(&time, &id->id) != GUIDON_OK) {
        return false;
    }
    *ms = time.seconds * 1000 + time.nanoseconds / 1000000;
    return true;
}

/* The time is shown as it was given: a REAL may be beyond every integer, and a
 * TEXT tells more than its milliseconds. */
void gdnsq_out_of_range(sqlite3_context *context, sqlite3_value *time)
{
    bool number = sqlite3_value_type(time) != SQLITE_TEXT;

    gdnsq_error(context,
                "the time %.40s%s is out of range (expected 0 to %lld, the "
                "years 1970 to 10889)",
                sqlite3_value_text(time), number ? " ms" : "",
                (long long)GDNSQ_LAST_MS);
}
