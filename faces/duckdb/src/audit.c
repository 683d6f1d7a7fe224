/* SPDX-License-Identifier: MIT */
/* audit.c - guidon_audit(UUID [, BIGINT]), an aggregate that describes a column
 * of ids. */
#include "guidon_duckdb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Duplicates are exact up to so many different ids. */
#define DISTINCT_DEFAULT 1000000
#define DISTINCT_MAX     ((int64_t)(GUIDON_REPEATS_SLOTS_MAX / 4 * 3))

/* With more slots than these, a secret chooses the places of the ids. With
 * these, ids that somebody has chosen cost little time. */
#define SLOTS_WITHOUT_SECRET 8192

struct audit {
    uint64_t rows, nulls;
    int64_t distinct; /* duplicates are exact up to so many; 0: not counted */
    guidon_audit ids;
    guidon_repeats *repeats; /* NULL before the first id */
};

/* A state of DuckDB: NULL before the first row. */
struct audit_state {
    struct audit *audit;
};

static uint64_t state_size(duckdb_info info)
{
    (void)info;
    return sizeof(struct audit_state);
}

static void state_init(duckdb_info info, void *state)
{
    (void)info;
    ((struct audit_state *)state)->audit = NULL;
}

static void destroy_states(void **states, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        struct audit_state *state = states[i];

        if (state->audit) {
            free(state->audit->repeats);
            free(state->audit);
            state->audit = NULL;
        }
    }
}

static bool is_begun(struct audit_state *state, int64_t distinct)
{
    if (!state->audit) {
        state->audit = calloc(1, sizeof *state->audit);
        if (state->audit) {
            state->audit->distinct = distinct;
        }
    }
    return state->audit != NULL;
}

/* Of an id of version 4, all bytes but two are random. */
static void set_secret(guidon_repeats *repeats)
{
    guidon_id ids[5];
    uint64_t secret[5];

    if (guidon_new_many(ids, 5, GUIDON_V4) == GUIDON_OK) {
        for (int i = 0; i < 5; i++) {
            ids[i].bytes[8] = ids[i].bytes[0];
            memcpy(&secret[i], ids[i].bytes + 8, sizeof secret[i]);
        }
        guidon_repeats_set_secret(repeats, secret);
    }
}

/* Make room for so many more different ids, up to audit->distinct. */
static bool make_room(struct audit *audit, size_t ids)
{
    guidon_repeats *old = audit->repeats;
    size_t slots =
        guidon_repeats_slots_for(old, ids, (uint64_t)audit->distinct);
    void *memory;

    if (old && slots == guidon_repeats_slots(old)) {
        return true;
    }
    memory = malloc(guidon_repeats_size(slots));
    if (!memory) {
        return false;
    }
    audit->repeats = guidon_repeats_init(memory, slots);
    if (slots > SLOTS_WITHOUT_SECRET) {
        set_secret(audit->repeats);
    }
    if (old) {
        guidon_repeats_merge(audit->repeats, old);
        free(old);
    }
    return true;
}

/* Consecutive rows of one group are counted together. */
static bool add_ids(struct audit *audit, const guidon_id *ids, size_t n)
{
    if (n == 0) {
        return true;
    }
    guidon_audit_add_many(&audit->ids, ids, n);
    if (audit->distinct == 0) {
        return true;
    }
    if (!make_room(audit, n)) {
        return false;
    }
    guidon_repeats_add_many(audit->repeats, ids, n);
    return true;
}

/* Count rows from `row` on, as long as they belong to one group. Returns the row
 * after them, or 0 if there is no memory. */
static uint64_t update_run(const struct gdndk_column *column, uint64_t row,
                           uint64_t rows, void **states, int64_t distinct)
{
    struct audit_state *state = states[row];
    guidon_id ids[GDNDK_BATCH];
    uint64_t from = row;
    size_t n = 0;

    if (!is_begun(state, distinct)) {
        return 0;
    }
    for (; row < rows && states[row] == state && n < GDNDK_BATCH; row++) {
        if (gdndk_is_null(column, row)) {
            state->audit->nulls++;
        } else {
            ids[n++] = gdndk_id(column, row);
        }
    }
    state->audit->rows += row - from;
    return add_ids(state->audit, ids, n) ? row : 0;
}

static void no_memory(duckdb_info info)
{
    gdndk_api->aggregate_function_set_error(info,
                                            "guidon_audit: out of memory");
}

static void update(duckdb_info info, duckdb_chunk input, void **states)
{
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column column = gdndk_input(input, 0);

    for (uint64_t row = 0; row < rows;) {
        row = update_run(&column, row, rows, states, DISTINCT_DEFAULT);
        if (row == 0) {
            no_memory(info);
            return;
        }
    }
}

/* The number of a row, or the default for NULL. False after an error. */
static bool read_distinct(int64_t *out, duckdb_info info,
                          const struct gdndk_column *numbers, uint64_t row)
{
    char message[120];

    *out = gdndk_is_null(numbers, row) ? DISTINCT_DEFAULT
                                       : ((const int64_t *)numbers->data)[row];
    if (*out >= 0 && *out <= DISTINCT_MAX) {
        return true;
    }
    snprintf(message, sizeof message,
             "guidon_audit cannot hold %lld different ids (expected 0 to %lld)",
             (long long)*out, (long long)DISTINCT_MAX);
    gdndk_api->aggregate_function_set_error(info, message);
    return false;
}

/* The state of a group begins at its first row, with the number of that row. */
static void update_with_number(duckdb_info info, duckdb_chunk input,
                               void **states)
{
    uint64_t rows = gdndk_api->data_chunk_get_size(input);
    struct gdndk_column column = gdndk_input(input, 0);
    struct gdndk_column numbers = gdndk_input(input, 1);

    for (uint64_t row = 0; row < rows;) {
        int64_t distinct;

        if (!read_distinct(&distinct, info, &numbers, row)) {
            return;
        }
        row = update_run(&column, row, rows, states, distinct);
        if (row == 0) {
            no_memory(info);
            return;
        }
    }
}

/* If the numbers of two parts of a group differ, the lower one holds. */
static bool merge(struct audit *audit, const struct audit *other)
{
    audit->rows += other->rows;
    audit->nulls += other->nulls;
    guidon_audit_merge(&audit->ids, &other->ids);
    if (other->distinct < audit->distinct) {
        audit->distinct = other->distinct;
    }
    if (other->repeats && audit->distinct > 0) {
        if (!make_room(audit, guidon_repeats_held(other->repeats))) {
            return false;
        }
        guidon_repeats_merge(audit->repeats, other->repeats);
    }
    return true;
}

/* The sources stay as they are, because DuckDB may use them again. */
static void combine(duckdb_info info, void **sources, void **targets,
                    uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *source = sources[i];
        struct audit_state *target = targets[i];

        if (source->audit && !(is_begun(target, source->audit->distinct) &&
                               merge(target->audit, source->audit))) {
            no_memory(info);
            return;
        }
    }
}

/* ----------------------------------------------------------------- the report */

/* Room for the report: 22 kinds, 154 weak bits of less than 48 bytes, and the note
 * about duplicates. */
struct report {
    char text[10240];
    size_t len;
};

static void put(struct report *report, const char *format, ...)
{
    va_list values;
    int len;

    va_start(values, format);
    len = vsnprintf(report->text + report->len,
                    sizeof report->text - report->len, format, values);
    va_end(values);
    report->len += len > 0 ? (size_t)len : 0;
}

static void put_kinds(struct report *report, const guidon_audit_counts *counts)
{
    const char *comma = "";

    put(report, ",\"kinds\":{");
    for (int kind = 0; kind < GUIDON_AUDIT_KINDS; kind++) {
        if (counts->kinds[kind]) {
            put(report, "%s\"%s\":%llu", comma,
                guidon_audit_kind_name((guidon_audit_kind)kind),
                (unsigned long long)counts->kinds[kind]);
            comma = ",";
        }
    }
    put(report, "}");
}

/* In UTC and ISO 8601. The days of a date are those of the Gregorian calendar,
 * counted in years that begin in March (Hinnant, "days from civil"). */
static void put_time(struct report *report, const char *name,
                     const guidon_audit_counts *counts, guidon_time time)
{
    int64_t second = time.seconds % 86400 + (time.seconds % 86400 < 0) * 86400;
    int64_t day =
        (time.seconds - second) / 86400 + 719468; /* since 0000-03-01 */
    int64_t of_400 = day % 146097;
    int64_t year =
        (of_400 - of_400 / 1460 + of_400 / 36524 - of_400 / 146096) / 365;
    int64_t of_year = of_400 - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153;

    if (!counts->timed) {
        put(report, ",\"%s\":null", name);
        return;
    }
    put(report, ",\"%s\":\"%04d-%02d-%02dT%02d:%02d:%02d.%06uZ\"", name,
        (int)(year + day / 146097 * 400 + (month >= 10)),
        (int)(month < 10 ? month + 3 : month - 9),
        (int)(of_year - (153 * month + 2) / 5 + 1), (int)(second / 3600),
        (int)(second / 60 % 60), (int)(second % 60),
        (unsigned)time.nanoseconds / 1000);
}

static const char *put_weak(struct report *report, const char *comma,
                            const guidon_id *weak, const uint64_t ones[128],
                            uint64_t ids, guidon_audit_kind kind)
{
    for (int bit = 0; bit < 128; bit++) {
        if (weak->bytes[bit / 8] >> (7 - bit % 8) & 1) {
            put(report, "%s{\"kind\":\"%s\",\"bit\":%d,\"ones\":%.4f}", comma,
                guidon_audit_kind_name(kind), bit,
                (double)ones[bit] / (double)ids);
            comma = ",";
        }
    }
    return comma;
}

static void put_number(struct report *report, const char *name, bool is_known,
                       uint64_t number)
{
    if (is_known) {
        put(report, ",\"%s\":%llu", name, (unsigned long long)number);
    } else {
        put(report, ",\"%s\":null", name);
    }
}

/* The number of duplicates, only if it is exact, and all that is known of it. */
static void put_duplicates(struct report *report, const struct audit *audit)
{
    bool are_counted = audit->distinct > 0;
    char note[GUIDON_REPEATS_EXPLAIN_MAX];
    guidon_repeats_counts counts;

    guidon_repeats_read(&counts, audit->repeats);
    guidon_repeats_explain(note, are_counted ? &counts : NULL);
    put_number(report, "duplicates", are_counted && counts.one_in == 1,
               counts.seen);
    put_number(report, "duplicates_seen", are_counted, counts.seen);
    put_number(report, "duplicates_at_most", are_counted, counts.at_most);
    put_number(report, "sampled_1_in", are_counted, counts.one_in);
    put(report, ",\"duplicates_note\":\"%s\"", note);
}

static void write_report(struct report *report, const struct audit *audit)
{
    guidon_audit_counts counts;
    const char *comma;

    guidon_audit_read(&counts, &audit->ids);
    report->len = 0;
    put(report, "{\"rows\":%llu,\"nulls\":%llu",
        (unsigned long long)audit->rows, (unsigned long long)audit->nulls);
    put_kinds(report, &counts);
    put_time(report, "earliest", &counts, counts.earliest);
    put_time(report, "latest", &counts, counts.latest);
    put(report, ",\"out_of_order\":%llu,\"parts\":%llu",
        (unsigned long long)counts.out_of_order,
        (unsigned long long)(counts.parts ? counts.parts : 1));
    put_duplicates(report, audit);
    put(report, ",\"weak_bits\":[");
    comma = put_weak(report, "", &counts.weak_v4, counts.ones_v4,
                     counts.kinds[4], (guidon_audit_kind)4);
    put_weak(report, comma, &counts.weak_v7, counts.ones_v7, counts.kinds[7],
             (guidon_audit_kind)7);
    put(report, "]}");
}

static void finalize(duckdb_info info, void **states, duckdb_vector result,
                     uint64_t count, uint64_t offset)
{
    static const struct audit none = {.distinct = DISTINCT_DEFAULT};
    struct report report;

    (void)info;
    for (uint64_t i = 0; i < count; i++) {
        const struct audit_state *state = states[i];

        write_report(&report, state->audit ? state->audit : &none);
        gdndk_api->vector_assign_string_element_len(result, offset + i,
                                                    report.text, report.len);
    }
}

static void add_parameter(duckdb_function function, int type)
{
    duckdb_type_handle handle = gdndk_api->create_logical_type(type);

    gdndk_api->aggregate_function_add_parameter(function, handle);
    gdndk_api->destroy_logical_type(&handle);
}

/* Add guidon_audit with or without the number to a set. */
static bool add_audit(duckdb_function_set set, bool has_number)
{
    duckdb_function function = gdndk_api->create_aggregate_function();
    duckdb_type_handle type = gdndk_api->create_logical_type(DUCKDB_VARCHAR);
    bool done;

    gdndk_api->aggregate_function_set_name(function, "guidon_audit");
    add_parameter(function, DUCKDB_UUID);
    if (has_number) {
        add_parameter(function, DUCKDB_BIGINT);
    }
    gdndk_api->aggregate_function_set_return_type(function, type);
    gdndk_api->destroy_logical_type(&type);
    gdndk_api->aggregate_function_set_functions(
        function, state_size, state_init,
        has_number ? update_with_number : update, combine, finalize);
    gdndk_api->aggregate_function_set_destructor(function, destroy_states);
    gdndk_api->aggregate_function_set_special_handling(function);
    done = gdndk_api->add_aggregate_function_to_set(set, function) == 0;
    gdndk_api->destroy_aggregate_function(&function);
    return done;
}

bool gdndk_audit_register(duckdb_connection connection)
{
    duckdb_function_set set =
        gdndk_api->create_aggregate_function_set("guidon_audit");
    bool done =
        add_audit(set, false) && add_audit(set, true) &&
        gdndk_api->register_aggregate_function_set(connection, set) == 0;

    gdndk_api->destroy_aggregate_function_set(&set);
    return done;
}
