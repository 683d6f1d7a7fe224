/* SPDX-License-Identifier: MIT */
/* text.c - ids to text in a form, and text in any form or in one to ids. */
#include "guidon_duckdb.h"

/* ---------------------------------------------------------------- names of forms */

static bool form_named(guidon_form *form, const char *name, size_t len)
{
    char ended[32];

    if (len >= sizeof ended || memchr(name, '\0', len)) {
        return false;
    }
    memcpy(ended, name, len);
    ended[len] = '\0';
    return guidon_form_from_name(form, ended) == GUIDON_OK;
}

/* The form of the last row that had one. A constant comes as equal bytes in each
 * row, so most rows need no search by name. */
struct last_form {
    const duckdb_string_t *name; /* NULL before the first row */
    guidon_form form;
};

static bool find_form(struct last_form *last, const struct gdndk_column *forms,
                      uint64_t row)
{
    const duckdb_string_t *name = (const duckdb_string_t *)forms->data + row;
    size_t len;
    const char *text = gdndk_text(forms, row, &len);

    if (!last->name || memcmp(last->name, name, sizeof *name) != 0) {
        if (!form_named(&last->form, text, len)) {
            return false;
        }
        last->name = name;
    }
    return true;
}

static void no_form(duckdb_function_info info)
{
    gdndk_error(info, "no form of text has this name (expected 'uuid', 'hex', "
                      "'ulid', 'base58' or another form)");
}

/* ---------------------------------------------------------------- text to ids */

/* Read one text in one of the accepted forms, or give NULL. */
static void parse_one(struct gdndk_column *out, uint64_t row,
                     const struct gdndk_column *texts, guidon_accept accept)
{
    size_t len;
    const char *text = gdndk_text(texts, row, &len);
    guidon_id id;

    if (guidon_parse(&id, NULL, text, len, accept, 0, NULL) == GUIDON_OK) {
        gdndk_set_id(out, row, &id);
    } else {
        gdndk_set_null(out, row);
    }
}

/* Canonical UUIDs that stand in rows one after another. */
struct uuid_run {
    char texts[GDNDK_BATCH * GUIDON_UUID_LEN];
    uint64_t first; /* row of the first text */
    size_t n;
};

/* Read the texts of a run together. A text that is no UUID may have another
 * form. */
static void read_run(struct gdndk_column *out, struct uuid_run *run,
                     const struct gdndk_column *texts)
{
    guidon_id ids[GDNDK_BATCH];
    size_t at = 0, done;

    while (at < run->n) {
        guidon_status status =
            guidon_uuid_parse_many(ids, run->texts + at * GUIDON_UUID_LEN,
                                   GUIDON_UUID_LEN, run->n - at, &done, NULL);

        for (size_t i = 0; i < done; i++) {
            gdndk_set_id(out, run->first + at + i, &ids[i]);
        }
        at += done;
        if (status != GUIDON_OK) {
            parse_one(out, run->first + at, texts, GUIDON_ACCEPT_ANY);
            at++;
        }
    }
    run->n = 0;
}

static void read_texts(duckdb_function_info info, duckdb_data_chunk input,
                       duckdb_vector output)
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column texts = gdndk_input(input, 0);
    struct gdndk_column out = gdndk_output(output);
    struct uuid_run run;

    (void)info;
    run.n = 0;
    for (uint64_t row = 0; row < rows; row++) {
        bool null = gdndk_is_null(&texts, row);
        size_t len = 0;
        const char *text = null ? NULL : gdndk_text(&texts, row, &len);

        if (len == GUIDON_UUID_LEN) {
            run.first = run.n ? run.first : row;
            memcpy(run.texts + run.n++ * GUIDON_UUID_LEN, text, len);
            if (run.n < GDNDK_BATCH) {
                continue;
            }
            read_run(&out, &run, &texts);
            continue;
        }
        read_run(&out, &run, &texts);
        if (null) {
            gdndk_set_null(&out, row);
        } else {
            parse_one(&out, row, &texts, GUIDON_ACCEPT_ANY);
        }
    }
    read_run(&out, &run, &texts);
}

/* Give a row the result of its text as one of the accepted forms. */
typedef void text_function(struct gdndk_column *out, uint64_t row,
                           const struct gdndk_column *texts,
                           guidon_accept accept);

/* Call a function for each row, whose second argument names the form. */
static void each_text_as(duckdb_function_info info, duckdb_data_chunk input,
                         duckdb_vector output, text_function *function)
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column texts = gdndk_input(input, 0);
    struct gdndk_column forms = gdndk_input(input, 1);
    struct gdndk_column out = gdndk_output(output);
    struct last_form last = {NULL, GUIDON_FORM_UUID};

    for (uint64_t row = 0; row < rows; row++) {
        if (gdndk_is_null(&texts, row) || gdndk_is_null(&forms, row)) {
            gdndk_set_null(&out, row);
            continue;
        }
        if (!find_form(&last, &forms, row)) {
            no_form(info);
            return;
        }
        function(&out, row, &texts, GUIDON_ACCEPT(last.form));
    }
}

static void read_texts_as(duckdb_function_info info, duckdb_data_chunk input,
                          duckdb_vector output)
{
    each_text_as(info, input, output, parse_one);
}

/* ---------------------------------------------------------------- why not */

/* Why a text is not read; NULL if it is. */
static void reason_one(struct gdndk_column *out, uint64_t row,
                       const struct gdndk_column *texts, guidon_accept accept)
{
    char reason[GUIDON_REASON_MAX];
    size_t len, reason_len = 0;
    const char *text = gdndk_text(texts, row, &len);

    if (guidon_parse_reason(reason, sizeof reason, &reason_len, text, len,
                            accept, 0) == GUIDON_OK &&
        reason_len > 0) {
        duckdb_vector_assign_string_element_len(out->vector, row, reason,
                                                reason_len);
    } else {
        gdndk_set_null(out, row);
    }
}

static void reason_texts_as(duckdb_function_info info, duckdb_data_chunk input,
                            duckdb_vector output)
{
    each_text_as(info, input, output, reason_one);
}

/* What a text could be, as JSON. */
static void describe_one(struct gdndk_column *out, uint64_t row,
                         const struct gdndk_column *texts, guidon_accept accept)
{
    char readings[GUIDON_DESCRIBE_MAX];
    size_t len, readings_len = 0;
    const char *text = gdndk_text(texts, row, &len);

    /* Every document fits. */
    (void)!guidon_describe_json(readings, sizeof readings, &readings_len, text,
                                len, accept, 0);
    duckdb_vector_assign_string_element_len(out->vector, row, readings,
                                            readings_len);
}

/* Call a function for each text, which may have any form that needs no name. */
static void each_text(duckdb_data_chunk input, duckdb_vector output,
                      void (*function)(struct gdndk_column *out, uint64_t row,
                                       const struct gdndk_column *texts,
                                       guidon_accept accept))
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column texts = gdndk_input(input, 0);
    struct gdndk_column out = gdndk_output(output);

    for (uint64_t row = 0; row < rows; row++) {
        if (gdndk_is_null(&texts, row)) {
            gdndk_set_null(&out, row);
        } else {
            function(&out, row, &texts, GUIDON_ACCEPT_ANY);
        }
    }
}

static void reason_texts(duckdb_function_info info, duckdb_data_chunk input,
                         duckdb_vector output)
{
    (void)info;
    each_text(input, output, reason_one);
}

static void describe_texts(duckdb_function_info info, duckdb_data_chunk input,
                           duckdb_vector output)
{
    (void)info;
    each_text(input, output, describe_one);
}

/* ---------------------------------------------------------------- ids to text */

/* Ids that stand in rows one after another and are written in one form. */
struct form_run {
    guidon_id ids[GDNDK_BATCH];
    guidon_form form;
    uint64_t first;
    size_t n;
};

/* Some forms have no text for some ids, which is NULL, or texts of several
 * lengths. */
static void write_each(struct gdndk_column *out, const struct form_run *run)
{
    char text[GUIDON_TEXT_MAX];
    size_t len;

    for (size_t i = 0; i < run->n; i++) {
        if (guidon_format(text, sizeof text, &len, &run->ids[i], run->form) ==
            GUIDON_OK) {
            duckdb_vector_assign_string_element_len(out->vector, run->first + i,
                                                    text, len);
        } else {
            gdndk_set_null(out, run->first + i);
        }
    }
}

/* Give the rows from `first` on texts of one length, which is more than
 * GDNDK_INLINED. DuckDB copies all texts in one call, as that of the first row,
 * and the rows share this copy, which lives as long as the vector. */
static void set_texts(struct gdndk_column *out, uint64_t first,
                      const char *texts, size_t len, size_t n)
{
    duckdb_string_t *rows = (duckdb_string_t *)out->data + first;
    char *copy;

    duckdb_vector_assign_string_element_len(out->vector, first, texts, n * len);
    copy = rows->value.pointer.ptr;
    for (size_t i = 0; i < n; i++) {
        rows[i].value.pointer.length = (uint32_t)len;
        memcpy(rows[i].value.pointer.prefix, texts + i * len,
               sizeof rows->value.pointer.prefix);
        rows[i].value.pointer.ptr = copy + i * len;
    }
}

static void write_run(struct gdndk_column *out, struct form_run *run)
{
    char texts[GDNDK_BATCH * GUIDON_TEXT_MAX];
    size_t len = run->n ? guidon_form_len(run->form) : 0;

    if (len > GDNDK_INLINED && guidon_format_many(texts, len, run->ids, run->n,
                                                  run->form) == GUIDON_OK) {
        set_texts(out, run->first, texts, len, run->n);
    } else {
        write_each(out, run);
    }
    run->n = 0;
}

static void add_to_run(struct gdndk_column *out, struct form_run *run,
                       guidon_form form, uint64_t row, const guidon_id *id)
{
    if (run->n == GDNDK_BATCH || (run->n && run->form != form)) {
        write_run(out, run);
    }
    run->first = run->n ? run->first : row;
    run->form = form;
    run->ids[run->n++] = *id;
}

static void format_ids(duckdb_function_info info, duckdb_data_chunk input,
                       duckdb_vector output)
{
    uint64_t rows = duckdb_data_chunk_get_size(input);
    struct gdndk_column ids = gdndk_input(input, 0);
    struct gdndk_column forms = gdndk_input(input, 1);
    struct gdndk_column out = gdndk_output(output);
    struct last_form last = {NULL, GUIDON_FORM_UUID};
    struct form_run run;

    run.n = 0;
    for (uint64_t row = 0; row < rows; row++) {
        guidon_id id;

        if (gdndk_is_null(&ids, row) || gdndk_is_null(&forms, row)) {
            write_run(&out, &run);
            gdndk_set_null(&out, row);
            continue;
        }
        if (!find_form(&last, &forms, row)) {
            no_form(info);
            return;
        }
        id = gdndk_id(&ids, row);
        add_to_run(&out, &run, last.form, row, &id);
    }
    write_run(&out, &run);
}

const struct gdndk_function gdndk_text_functions[] = {
    {"guidon_parse",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_VARCHAR},
     false,
     read_texts,
     NULL},
    {"guidon_parse",
     DUCKDB_TYPE_UUID,
     {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
     false,
     read_texts_as,
     NULL},
    {"guidon_parse_reason",
     DUCKDB_TYPE_VARCHAR,
     {DUCKDB_TYPE_VARCHAR},
     false,
     reason_texts,
     NULL},
    {"guidon_parse_reason",
     DUCKDB_TYPE_VARCHAR,
     {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
     false,
     reason_texts_as,
     NULL},
    {"guidon_describe",
     DUCKDB_TYPE_VARCHAR,
     {DUCKDB_TYPE_VARCHAR},
     false,
     describe_texts,
     NULL},
    {"guidon_format",
     DUCKDB_TYPE_VARCHAR,
     {DUCKDB_TYPE_UUID, DUCKDB_TYPE_VARCHAR},
     false,
     format_ids,
     NULL},
    {NULL, 0, {0}, false, NULL, NULL},
};
