/* SPDX-License-Identifier: MIT */
/* records.c - read ids from input records. */
#include "records.h"
#include "../choices.h"
#include "../term/message.h"
#include "../term/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading reading_of(size_t from, bool lenient, bool null)
{
    struct reading reading = {
        .framing = from == FORM_BYTES ? INPUT_IDS
                   : null             ? INPUT_NUL
                                      : INPUT_LINES,
        .accept = GUIDON_ACCEPT_ANY,
        .typeid = from == FORM_TYPEID,
        .typeids = {.any = true},
    };

    if (from < GUIDON_FORMS) {
        reading.accept = GUIDON_ACCEPT(from);
    }
    if (from == GUIDON_FORM_UUID_UPPER) { /* either case is accepted */
        reading.accept.forms |= GUIDON_FORM_BIT(GUIDON_FORM_UUID);
    } else if (from == GUIDON_FORM_ULID_LOWER) {
        reading.accept.forms |= GUIDON_FORM_BIT(GUIDON_FORM_ULID);
    }
    if (lenient) {
        reading.flags = GUIDON_PARSE_LENIENT;
    }
    return reading;
}

bool reading_options(struct reading *reading, struct csv *csv,
                     const struct args *args, size_t first)
{
    const bool wanted = csv_wanted(args, first) || reading->csv;

    if (!csv_read_options(csv, args, first, wanted)) {
        return false;
    }
    if (wanted && reading->framing != INPUT_LINES) {
        message_usage("--id-column excludes %s",
                      reading->framing == INPUT_NUL ? "--null" : "raw bytes");
        return false;
    }
    reading->csv = wanted ? csv : NULL;
    return true;
}

const char *reading_units(const struct reading *reading)
{
    return reading->csv                      ? "rows"
           : reading->framing == INPUT_LINES ? "lines"
                                             : "records";
}

bool reading_open(struct input *input, const char *path,
                  const struct reading *reading)
{
    if (!input_open(input, path, reading->framing)) {
        return false;
    }
    if (reading->csv && !csv_open(reading->csv, input)) {
        input_close(input);
        return false;
    }
    return true;
}

void reading_begin_output(const struct reading *reading)
{
    if (reading->csv) {
        csv_write_header(reading->csv);
    }
}

void reading_keep(const struct reading *reading, const struct record *record)
{
    output_bytes(record->text, record->raw_len);
    if (reading->csv) {
        output_text(csv_lacking_end(reading->csv, record));
    } else if (record->last && record->raw_len == record->len) {
        output_bytes(reading->framing == INPUT_NUL ? "" : "\n", 1);
    }
}

bool reading_next(struct record *record, struct input *input,
                  const struct reading *reading)
{
    return reading->csv ? csv_next(record, input, reading->csv)
                        : input_next(record, input);
}

static bool read_bytes(struct reading_result *result,
                       const struct record *record)
{
    result->found = GUIDON_FORM_UUID;
    result->text_len = record->len;
    if (record->len == sizeof result->id.bytes) {
        memcpy(result->id.bytes, record->text, record->len);
        return true;
    }
    snprintf(result->words, sizeof result->words,
             "the input ends after %zu of 16 bytes", record->len);
    result->bad_at = record->len;
    return false;
}

static bool read_typeid(struct reading_result *result,
                        const struct reading *reading,
                        const struct record *record)
{
    result->found = (guidon_form)FORM_TYPEID;
    result->words[0] = '\0';
    return typeid_read(&result->id,
                       reading->without_reasons ? NULL : result->words,
                       sizeof result->words, &result->bad_at, record->text,
                       record->len, &reading->typeids);
}

static bool read_text(struct reading_result *result,
                      const struct reading *reading,
                      const struct record *record)
{
    guidon_status status =
        guidon_parse(&result->id, &result->found, record->text, record->len,
                     reading->accept, reading->flags, &result->bad_at);

    if (status == GUIDON_OK) {
        return true;
    }
    if (reading->without_reasons) {
        result->words[0] = '\0';
        return false;
    }
    reason_text(result->words, &result->bad_at, record->text, record->len,
                reading->accept, reading->flags, status);
    return false;
}

static bool read_any_text(struct reading_result *result,
                          const struct reading *reading,
                          const struct record *record)
{
    result->text_len = record->len;
    return reading->typeid ? read_typeid(result, reading, record)
                           : read_text(result, reading, record);
}

/* Say in the words which column they speak of. Their offsets are those in the field;
 * make them those in the record, where the field begins at `from`. */
static void name_column(struct reading_result *result,
                        const struct reading *reading, size_t from)
{
    static const char before[] = " at offset ";
    char words[REASON_MAX + CSV_NAME_MAX + 64], offset[24], name[CSV_NAME_MAX];
    char *found = strstr(result->words, before);
    char *rest = NULL;

    if (reading->without_reasons) {
        return;
    }
    if (found) {
        snprintf(offset, sizeof offset, "%zu",
                 from + strtoul(found + sizeof before - 1, &rest, 10));
        found[sizeof before - 1] = '\0';
    }
    snprintf(words, sizeof words, "%s: %s%s%s%s",
             csv_name(name, reading->csv, CSV_ID), result->words,
             found ? offset : "", found ? rest : "",
             reading->csv->first && !reading->csv->header
                 ? "; --header if this is the header"
                 : "");
    snprintf(result->words, sizeof result->words, "%.*s", REASON_MAX - 1,
             words);
}

struct record reading_text(const struct reading *reading,
                           const struct record *record)
{
    const struct csv_field *field;

    if (!reading->csv) {
        return *record;
    }
    field = &reading->csv->field[CSV_ID];
    return (struct record){.text = field->text,
                           .len = field->len,
                           .raw_len = field->len,
                           .first = true,
                           .last = true};
}

/* Read the field of the id in the current record of CSV. */
static bool read_field(struct reading_result *result,
                       const struct reading *reading,
                       const struct record *record)
{
    const struct csv *csv = reading->csv;
    const struct record text = reading_text(reading, record);
    bool is;

    result->found = GUIDON_FORM_UUID;
    result->text_len = 0;
    result->words[0] = '\0';
    if (csv->bad) {
        result->why = csv->bad;
        result->bad_at = csv->bad_at;
        result->ends = csv->ended;
        return false;
    }
    if (!text.text) {
        char name[CSV_NAME_MAX];

        snprintf(result->words, sizeof result->words,
                 "%s is missing: the record ends after %" PRIu64 " of %" PRIu64
                 " fields",
                 csv_name(name, csv, CSV_ID), csv->fields,
                 csv->columns[CSV_ID].n);
        result->bad_at = record->len;
        return false;
    }
    is = read_any_text(result, reading, &text);
    if (!is) {
        name_column(result, reading, (size_t)(text.text - record->text));
    }
    result->bad_at += (size_t)(text.text - record->text);
    return is;
}

bool reading_try(struct reading_result *result, const struct reading *reading,
                 const struct input *input, const struct record *record)
{
    struct record trimmed = *record;

    result->bad_at = 0;
    result->why = result->words;
    result->ends = false;
    if (reading->framing == INPUT_IDS) {
        return read_bytes(result, record);
    }
    if (reading->csv) {
        return read_field(result, reading, record);
    }
    if (!record->last) {
        snprintf(result->words, sizeof result->words,
                 "%zu bytes or more in one record; no id is so long",
                 INPUT_RECORD_MAX);
        return false;
    }
    record_trim_cr(&trimmed, input);
    return read_any_text(result, reading, &trimmed);
}

bool reading_run(struct run *run, struct input *input,
                 const struct reading *reading)
{
    if (reading->csv) {
        return false;
    }
    return reading->typeid
               ? typeid_run(run, input, &reading->typeids)
               : input_run(run, input, reading->accept, reading->flags);
}

void reading_of_run(struct reading_result *result, const struct run *run,
                    size_t i)
{
    result->id = run->ids[i];
    result->found = run_found(run, i);
    result->text_len = run_text_len(run, i);
    result->bad_at = 0;
    result->why = result->words;
}
