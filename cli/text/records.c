/* SPDX-License-Identifier: MIT */
/* records.c - read ids from input records. */
#include "records.h"
#include "../choices.h"

#include <stdio.h>
#include <string.h>

struct reading reading_of(size_t from, bool lenient, bool null)
{
    struct reading reading = {
        .framing = from == FORM_BYTES ? INPUT_IDS
                   : null             ? INPUT_NUL
                                      : INPUT_LINES,
        .accept = ACCEPT_ANY_FORM,
        .typeid = from == FORM_TYPEID,
        .typeids = {.any = true},
    };

    if (from < GUIDON_FORMS) {
        reading.accept = GUIDON_ACCEPT(from);
    }
    if (from == GUIDON_FORM_UUID_UPPER) { /* either case is accepted */
        reading.accept |= GUIDON_ACCEPT(GUIDON_FORM_UUID);
    } else if (from == GUIDON_FORM_ULID_LOWER) {
        reading.accept |= GUIDON_ACCEPT(GUIDON_FORM_ULID);
    }
    if (lenient) {
        reading.accept |= GUIDON_ACCEPT_LENIENT;
    }
    return reading;
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
                     reading->accept, &result->bad_at);

    if (status == GUIDON_OK) {
        return true;
    }
    if (reading->without_reasons) {
        result->words[0] = '\0';
        return false;
    }
    reason_text(result->words, sizeof result->words, &result->bad_at,
                record->text, record->len, reading->accept, status);
    return false;
}

bool reading_try(struct reading_result *result, const struct reading *reading,
                 const struct input *input, const struct record *record)
{
    struct record trimmed = *record;

    result->bad_at = 0;
    result->why = result->words;
    if (reading->framing == INPUT_IDS) {
        return read_bytes(result, record);
    }
    if (!record->last) {
        snprintf(result->words, sizeof result->words,
                 "%zu bytes or more in one record; no id is so long",
                 INPUT_RECORD_MAX);
        return false;
    }
    record_trim_cr(&trimmed, input);
    result->text_len = trimmed.len;
    return reading->typeid ? read_typeid(result, reading, &trimmed)
                           : read_text(result, reading, &trimmed);
}

bool reading_run(struct run *run, struct input *input,
                 const struct reading *reading)
{
    return reading->typeid ? typeid_run(run, input, &reading->typeids)
                           : input_run(run, input, reading->accept);
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
