/* SPDX-License-Identifier: MIT */
/* bounded.c - the smallest and the largest id of a time span. */
#include "bounded.h"
#include "id_fields.h"
#include "time_text.h"
#include "time_written.h"
#include "times.h"

#include <string.h>

/* Of version 8 with a prefix. */
#define PREFIXED_RANGE "1970-01-01 to 2527-06-23T06:20:44.415Z"

static const struct bounded_kind kinds[] = {
    {"v7", GUIDON_KIND_V7, guidon_v7_floor, guidon_v7_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_MS, 1000000, "1 ms"},
    {"v6", GUIDON_KIND_V6, guidon_v6_floor, guidon_v6_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_TICKS, 100, "100 ns"},
    {"v1", GUIDON_KIND_V1, guidon_v1_floor, guidon_v1_ceil, GUIDON_FORM_UUID,
     TIME_TEXT_RANGE_TICKS, 100, "100 ns"},
    {"ulid", GUIDON_KIND_ULID, guidon_ulid_floor, guidon_ulid_ceil,
     GUIDON_FORM_ULID, TIME_TEXT_RANGE_MS, 1000000, "1 ms"},
    {"v8-append", GUIDON_KIND_V8, NULL, NULL, GUIDON_FORM_UUID, PREFIXED_RANGE,
     1, "1 ns"},
    {"v8-sharded", GUIDON_KIND_V8, NULL, NULL, GUIDON_FORM_UUID, PREFIXED_RANGE,
     1, "1 ns"},
};

const struct bounded_kind *bounded_kind(size_t i)
{
    return i < sizeof kinds / sizeof kinds[0] ? &kinds[i] : NULL;
}

const char *choice_database(size_t i)
{
    static const char *const names[] = {"postgresql", "mysql", "sqlite"};

    return i < sizeof names / sizeof names[0] ? names[i] : NULL;
}

/* ---------------------------------------------------------------------- SQL */

/* Does text of the form sort as the ids do, in byte order and in every
 * collation that puts digits before letters? INT sorts because its column is a
 * number. */
static bool sorts_as_ids(size_t form)
{
    unsigned traits =
        form == GUIDON_FORMS ? 0 : guidon_form_traits((guidon_form)form);

    return form == GUIDON_FORMS || form == GUIDON_FORM_INT ||
           (traits & (GUIDON_TRAIT_SORTS | GUIDON_TRAIT_MIXED_CASE)) ==
               GUIDON_TRAIT_SORTS;
}

/* Append a text, and a NUL behind it. Returns the end. */
static char *put(char *at, const char *text)
{
    const size_t len = strlen(text);

    memcpy(at, text, len + 1);
    return at + len;
}

/* Append a column name in quotes, so that it keeps its case and cannot be read as
 * SQL. A quote in the name is doubled. A '.' separates two names: a.b becomes
 * "a"."b". */
static char *put_column(char *out, const struct bounded *bounded)
{
    const char quote = bounded->database == MYSQL ? '`' : '"';

    *out++ = quote;
    for (const char *at = bounded->column; *at; at++) {
        if (*at == quote || *at == '.') {
            *out++ = quote;
        }
        *out++ = *at;
        if (*at == '.') {
            *out++ = quote;
        }
    }
    *out++ = quote;
    return out;
}

/* Can the column name be quoted and shown? */
static bool column_fits(const char *column)
{
    const size_t len = strlen(column);
    bool whole = len > 0 && len <= BOUNDED_COLUMN_MAX;

    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)column[i];
        const bool edge = i == 0 || i + 1 == len || column[i - 1] == '.';

        if (byte < ' ' || byte == 0x7f || (byte == '.' && edge)) {
            whole = false;
        }
    }
    return whole;
}

bool bounded_check_sql(struct bounded_fault *fault,
                       const struct bounded *bounded, bool as_json)
{
    if (bounded->kind->kind == GUIDON_KIND_V1 &&
        (bounded->database != MYSQL || bounded->form != GUIDON_FORM_UUID)) {
        fault->parts[0] =
            "--sql with --kind v1 needs --database mysql and form uuid, "
            "because only UUID_TO_BIN(id, 1) sorts version 1 by time";
        return false;
    }
    if (!sorts_as_ids(bounded->form)) {
        fault->parts[0] = "--sql excludes form ";
        fault->parts[1] = guidon_form_name((guidon_form)bounded->form);
        fault->parts[2] = ", because its text does not sort as the ids do";
        return false;
    }
    const bool fits = column_fits(bounded->column);

    if (!fits || (as_json && !json_holds(bounded->column))) {
        fault->parts[0] = "invalid COLUMN '";
        fault->parts[1] =
            escape_write(fault->text, bounded->column, strlen(bounded->column));
        fault->parts[2] =
            fits ? "' for --sql; --json needs UTF-8" : "' for --sql";
        return false;
    }
    return true;
}

const char *bounded_id(char out[BOUNDED_ID_MAX], const struct bounded *bounded,
                       const guidon_id *id)
{
    const bool bytes = bounded->form == GUIDON_FORMS;
    const guidon_form form =
        bytes ? GUIDON_FORM_HEX : (guidon_form)bounded->form;
    const char *before = "'", *after = "'";
    size_t len = 0;
    char *at;

    if (!bounded->column || bounded->form == GUIDON_FORM_INT) {
        before = after = "";
    } else if (bounded->kind->kind == GUIDON_KIND_V1) {
        before = "UUID_TO_BIN('";
        after = "', 1)";
    } else if (bytes) {
        before = bounded->database == POSTGRESQL ? "'\\x" : "X'";
    }
    at = put(out, before);
    if (guidon_format(at, GUIDON_TEXT_MAX, &len, id, form) != GUIDON_OK) {
        len = 0; /* no other form is without a text */
    }
    put(at + len, after);
    return out;
}

const char *bounded_sql(char out[BOUNDED_SQL_MAX],
                        const struct bounded *bounded)
{
    char id[BOUNDED_ID_MAX];
    char *at = put_column(put(out, "WHERE "), bounded);

    at = put(at, " BETWEEN ");
    at = put(at, bounded_id(id, bounded, &bounded->min));
    at = put(at, " AND ");
    put(at, bounded_id(id, bounded, &bounded->max));
    return out;
}

/* --------------------------------------------------------------------- span */

/* The time, or the next one at which a step of the clock begins. */
static guidon_time next_step(guidon_time t, uint32_t step_ns)
{
    uint32_t past = t.nanoseconds % step_ns;

    if (past) {
        t.nanoseconds += step_ns - past;
    }
    if (t.nanoseconds == 1000000000) {
        t.seconds++;
        t.nanoseconds = 0;
    }
    return t;
}

static bool read_time(struct time_written *out, struct bounded_fault *fault,
                      const char *text)
{
    const bool ok = time_written_parse(out, text);

    if (!ok) {
        fault->parts[0] = "invalid time '";
        fault->parts[1] = escape_write(fault->text, text, strlen(text));
        fault->parts[2] = out->wrong ? "': " : "': expected ";
        fault->parts[3] = out->wrong ? out->wrong : TIME_SPAN_FORMS;
    }
    return ok;
}

/* A nanosecond earlier. */
static guidon_time just_before(guidon_time t)
{
    return t.nanoseconds == 0 ? (guidon_time){t.seconds - 1, 999999999}
                              : (guidon_time){t.seconds, t.nanoseconds - 1};
}

bool bounded_read_span(struct bounded *bounded, struct bounded_fault *fault,
                       const char *from, const char *to, bool before)
{
    struct time_written first, last;

    if (!read_time(&first, fault, from)) {
        return false;
    }
    bounded->from = first.at;
    bounded->to = first.last;
    if (!to) {
        return true;
    }
    if (!read_time(&last, fault, to)) {
        return false;
    }
    bounded->to = before ? just_before(last.at) : last.last;
    if (time_is_before(bounded->to, bounded->from)) {
        fault->parts[0] = "the time span ends before it begins";
        return false;
    }
    bounded->from = next_step(bounded->from, bounded->kind->step_ns);
    if (time_is_before(bounded->to, bounded->from)) {
        fault->parts[0] = "no id of kind ";
        fault->parts[1] = bounded->kind->name;
        fault->parts[2] = " has a time in this span, because the clock of the "
                          "kind counts steps of ";
        fault->parts[3] = bounded->kind->step;
        return false;
    }
    return true;
}

static bool make_both(struct bounded *bounded)
{
    const struct bounded_kind *kind = bounded->kind;

    if (!kind->floor) {
        return guidon_v8_floor(&bounded->min, bounded->from, bounded->prefix,
                               bounded->prefix_bits) == GUIDON_OK &&
               guidon_v8_ceil(&bounded->max, bounded->to, bounded->prefix,
                              bounded->prefix_bits) == GUIDON_OK;
    }
    return kind->floor(&bounded->min, bounded->from) == GUIDON_OK &&
           kind->ceil(&bounded->max, bounded->to) == GUIDON_OK;
}

bool bounded_make(struct bounded *bounded, struct bounded_fault *fault)
{
    const bool ok = make_both(bounded);

    if (!ok) {
        fault->parts[0] = "TIME is out of range: ";
        fault->parts[1] = bounded->kind->name;
        fault->parts[2] = " holds times from ";
        fault->parts[3] = bounded->kind->range;
    }
    return ok;
}

/* --------------------------------------------------------------------- JSON */

static void put_time(struct json *object, const char *key,
                     const struct bounded *bounded, const guidon_id *id)
{
    guidon_time time = {0, 0};
    unsigned digits = 0;

    if (!bounded->kind->floor) {
        uint32_t prefix;

        digits = 9;
        (void)(guidon_v8_prefix_of(&time, &prefix, id, bounded->prefix_bits) ==
               GUIDON_OK);
    } else {
        kind_time(&time, &digits, bounded->kind->kind, id);
    }
    json_put_time(object, key, time, digits);
}

struct json bounded_json(const struct bounded *bounded)
{
    struct json object = json_new_object();
    struct bounded plain = *bounded;
    char text[BOUNDED_SQL_MAX];

    plain.column = NULL;
    json_put_text(&object, "kind", bounded->kind->name);
    put_time(&object, "from", bounded, &bounded->min);
    put_time(&object, "to", bounded, &bounded->max);
    json_put_text(&object, "min", bounded_id(text, &plain, &bounded->min));
    json_put_text(&object, "max", bounded_id(text, &plain, &bounded->max));
    if (bounded->column) {
        json_put_text(&object, "sql", bounded_sql(text, bounded));
    }
    return object;
}
