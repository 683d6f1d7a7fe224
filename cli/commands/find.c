/* SPDX-License-Identifier: MIT */
/* find.c - guidon find: the ids that a fragment or a garbled text may mean. */
#include "../choices.h"
#include "../command_table.h"
#include "../find/id_index.h"
#include "../find/id_list.h"
#include "../find/question.h"
#include "../sort/multi_file_reader.h"
#include "../sort/sort_pipeline.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/json.h"
#include "../text/operand.h"

#include <errno.h>
#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPT_NEAR,
    OPT_ALL,
    OPT_FORM,
    OPT_INDEX,
    OPT_FROM,
    OPT_ON_ERROR,
    OPT_JSON,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    {.name = "near",
     .help = "find the id that TEXT was, if up to two characters are wrong"},
    {.name = "all", .help = "list the ids of all places, not of the first"},
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_form,
     .help = "look for TEXT in this form of the ids"},
    {.name = "index",
     .value = "INDEX",
     .help =
         "use the index of FILE in the file INDEX; make it if it is missing"},
    OPTION_FROM,
    {.name = "on-error",
     .value = "ACTION",
     .choice = choice_stop_or_skip,
     .help = "what to do at a line that is not an id (stop)"},
    {.name = "json", .help = "one JSON object per id (see docs/json.md)"},
    OPTION_LENIENT,
    OPTION_NULL,
    CSV_OPTION_LIST,
};

struct find_job {
    struct question question;
    bool all, json;
    char end;
    unsigned place;    /* the surest place so far; with `all`, none */
    unsigned distance; /* of the nearest id so far */
    struct id_list found;
};

/* Note an id. False, with a message, if memory ran out. */
static bool note(struct find_job *job, const guidon_id *id)
{
    if (!id_list_add(&job->found, id)) {
        message("out of memory");
        return false;
    }
    return true;
}

/* Note an id if it is at the surest place so far, and forget those of others. */
static bool try_fragment(struct find_job *job, const guidon_id *id)
{
    const unsigned place = question_rank(&job->question, id);

    if (place == GUIDON_QUERY_NONE || (!job->all && place > job->place)) {
        return true;
    }
    if (!job->all && place < job->place) {
        job->found.n = 0;
        job->place = place;
    }
    return note(job, id);
}

/* Note the ids whose distance is at most one more than that of the nearest. */
static bool try_near(struct find_job *job, const guidon_id *id)
{
    const unsigned distance = question_rank(&job->question, id);
    size_t kept = 0;

    if (distance > GUIDON_QUERY_NEAR_MOST + 1 || distance > job->distance + 1) {
        return true;
    }
    if (distance < job->distance) {
        job->distance = distance;
        for (size_t i = 0; i < job->found.n; i++) {
            if (question_rank(&job->question, &job->found.ids[i]) <=
                distance + 1) {
                job->found.ids[kept++] = job->found.ids[i];
            }
        }
        job->found.n = kept;
    }
    return note(job, id);
}

/* Take a batch of ids: multi_file_reader.take. */
static enum exit_code take(void *context, const struct id_batch *batch)
{
    struct find_job *job = context;

    for (size_t i = 0; i < batch->n; i++) {
        if (!(job->question.near ? try_near(job, &batch->ids[i])
                                 : try_fragment(job, &batch->ids[i]))) {
            return EXIT_IO;
        }
    }
    return EXIT_DONE;
}

/* --------------------------------------------------------------------- index */

static bool try_id(void *context, const guidon_id *id)
{
    struct find_job *job = context;

    return job->question.near ? try_near(job, id) : try_fragment(job, id);
}

/* Look for a fragment at its surest places, as far as the index has an order for
 * them, and then everywhere. False, with a message, if memory ran out. */
static bool look_in_index(struct find_job *job, const struct id_index *index)
{
    const struct question *question = &job->question;
    const bool digits = !question->by_form && question->len > 0;
    char whole[ID_DIGITS];
    size_t len;

    if (job->question.near) {
        return question->len >= ID_DIGITS - GUIDON_QUERY_NEAR_MOST
                   ? id_index_near(index, question->text, question->len, try_id,
                                   job)
                   : id_index_all(index, try_id, job);
    }
    if (!job->all && question->is_id &&
        guidon_format(whole, sizeof whole, &len, &question->id,
                      GUIDON_FORM_HEX) == GUIDON_OK &&
        !id_index_side(index, false, whole, len, try_id, job)) {
        return false;
    }
    for (int tail = 1; !job->all && digits && tail >= 0; tail--) {
        if (job->found.n == 0 && !id_index_side(index, tail, question->text,
                                                question->len, try_id, job)) {
            return false;
        }
    }
    return (!job->all && job->found.n > 0) || id_index_all(index, try_id, job);
}

/* Take a batch of ids for a new index: multi_file_reader.take. */
static enum exit_code collect(void *context, const struct id_batch *batch)
{
    struct find_job *job = context;

    for (size_t i = 0; i < batch->n; i++) {
        if (!note(job, &batch->ids[i])) {
            return EXIT_IO;
        }
    }
    return EXIT_DONE;
}

/* A digest of how a reader finds ids in a file, before it has opened one: version 8
 * by SHA-256 of Nil and the options. False, with a message, if memory ran out. */
static bool digest_reading(guidon_id *digest,
                           const struct multi_file_reader *reader)
{
    const struct reading *reading = &reader->reading;
    const struct csv *csv = reading->csv;
    const struct csv_column *column = csv ? &csv->columns[CSV_ID] : NULL;
    const guidon_id none = guidon_nil();
    guidon_name_hash name;
    char *text;
    size_t len;
    FILE *file = open_memstream(&text, &len);
    bool done = false;

    if (file) {
        fprintf(file, "%d %" PRIx64 " %u %d %d %d", (int)reading->framing,
                reading->accept.forms, reading->flags, reading->typeid,
                reader->skip, csv != NULL);
        if (csv) {
            fprintf(file, " %d %d %" PRIu64 " %s", csv->header, csv->wanted,
                    column->name ? 0 : column->n,
                    column->name ? column->name : "");
        }
        done = fclose(file) == 0 &&
               guidon_name_hash_init(&name, &none, GUIDON_NAME_V8_SHA256) ==
                   GUIDON_OK;
        if (done) {
            guidon_name_hash_update(&name, text, len);
            guidon_name_hash_id(digest, &name);
        }
        free(text);
    }
    if (!done) {
        message("out of memory");
    }
    return done;
}

/* Make the index of a file. */
static enum exit_code make_index(struct multi_file_reader *reader,
                                 const char *path,
                                 const struct indexed_source *source,
                                 const struct args *files)
{
    struct find_job all = {.all = false};
    struct stat before;
    enum exit_code code = EXIT_IO;

    reader->take = collect;
    reader->context = &all;
    if (stat(source->path, &before) != 0) {
        operand_cannot_open(source->path);
        return EXIT_IO;
    }
    if (!S_ISREG(before.st_mode)) { /* it may have other bytes the next time */
        message("%s is not a regular file, so it gets no index",
                ESCAPED(source->path));
        return EXIT_IO;
    }
    code = read_files(reader, files);
    if (code == EXIT_DONE &&
        (reader->unread ||
         !id_index_write(path, &all.found, source, &before))) {
        code = EXIT_IO;
    }
    id_list_free(&all.found);
    return code;
}

static enum exit_code find_by_index(struct find_job *job,
                                    struct multi_file_reader *reader,
                                    const char *path, const struct args *files)
{
    struct id_index index = {.map = NULL};
    struct indexed_source source;
    enum exit_code code = EXIT_DONE;

    if (files->n_operands != 1 || strcmp(files->operands[0], "-") == 0) {
        message_usage("--index needs one FILE with a name");
        return EXIT_USAGE;
    }
    source.path = files->operands[0];
    if (!digest_reading(&source.reading, reader)) {
        return EXIT_IO;
    }
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        code = make_index(reader, path, &source, files);
    }
    if (code == EXIT_DONE &&
        !(id_index_open(&index, path, &source) && look_in_index(job, &index))) {
        code = EXIT_IO;
    }
    id_index_close(&index);
    return code;
}

/* ------------------------------------------------------------------- results */

static bool write_id(const struct find_job *job, const guidon_id *id)
{
    char text[GUIDON_UUID_LEN + 1] = {0};

    guidon_uuid_format(text, id);
    if (job->json) {
        struct json object = json_new_object();

        json_put_text(&object, "id", text);
        if (job->question.near) {
            json_put_integer(&object, "distance",
                             question_rank(&job->question, id));
        } else {
            json_put_text(&object, "place",
                          place_name(question_rank(&job->question, id)));
        }
        return json_print(&object);
    }
    output_bytes(text, GUIDON_UUID_LEN);
    output_bytes(&job->end, 1);
    return true;
}

/* Is the id at `i` the first of its duplicates? */
static bool is_first(const struct id_list *list, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (guidon_equal(&list->ids[j], &list->ids[i])) {
            return false;
        }
    }
    return true;
}

/* Write the different ids. Sets *n to their number. */
static enum exit_code write_found(size_t *n, const struct find_job *job)
{
    struct id_order once;
    bool written = true;
    size_t given = 0;

    if (!id_order_begin(&once, &job->found, false)) {
        message("out of memory");
        return EXIT_IO;
    }
    *n = once.n;
    for (size_t i = 0; written && given < once.n && !output_failed(); i++) {
        if (once.n == job->found.n || is_first(&job->found, i)) {
            written = write_id(job, &job->found.ids[i]);
            given++;
        }
    }
    id_order_free(&once);
    return written ? EXIT_DONE : EXIT_IO;
}

/* The nearest id, if it is certain. */
static enum exit_code finish_near(struct find_job *job, const char *text)
{
    struct id_order once;
    const bool near = job->distance <= GUIDON_QUERY_NEAR_MOST;
    size_t n;

    if (!id_order_begin(&once, &job->found, false)) {
        message("out of memory");
        return EXIT_IO;
    }
    n = once.n;
    id_order_free(&once);
    if (near && n == 1) {
        return write_found(&n, job);
    }
    if (near) {
        message("'%s' may be %zu ids, so none is given", ESCAPED(text), n);
    } else {
        message("no id is within %d characters of '%s'", GUIDON_QUERY_NEAR_MOST,
                ESCAPED(text));
    }
    return EXIT_NO;
}

static enum exit_code finish(struct find_job *job, const char *text)
{
    enum exit_code code;
    size_t n = 0;

    if (job->question.near) {
        return finish_near(job, text);
    }
    code = write_found(&n, job);
    if (code == EXIT_DONE && n != 1) {
        if (n == 0) {
            message("no id has '%s'", ESCAPED(text));
        } else {
            message("%zu ids have '%s'", n, ESCAPED(text));
        }
        code = EXIT_NO;
    }
    return code;
}

/* ----------------------------------------------------------------------- run */

static bool read_text(struct find_job *job, const struct args *args)
{
    const char *text = args->operands[0];
    const size_t form = args_choice(args, OPT_FORM, SIZE_MAX);

    if (job->question.near && (form != SIZE_MAX || job->all)) {
        message_usage("--near excludes --form and --all");
        return false;
    }
    if (job->question.near) {
        if (!question_near(&job->question, text)) {
            message_usage(
                "invalid TEXT '%s' for --near; expected a whole id, of "
                "which at most %d characters are lost or added",
                ESCAPED(text), GUIDON_QUERY_NEAR_MOST);
            return false;
        }
        return true;
    }
    if (form != SIZE_MAX
            ? question_of_form(&job->question, text, (guidon_form)form)
            : question_of_digits(&job->question, text)) {
        return true;
    }
    message_usage("invalid TEXT '%s'; expected an id, or a part of its 32 "
                  "hexadecimal digits (another form needs --form)",
                  ESCAPED(text));
    return false;
}

static enum exit_code run(const struct args *args)
{
    struct args files = *args; /* all operands but TEXT */
    struct find_job job = {
        .question = {.near = args_has(args, OPT_NEAR)},
        .all = args_has(args, OPT_ALL),
        .json = args_has(args, OPT_JSON),
        .end = args_has(args, OPT_NULL) ? '\0' : '\n',
        .place = GUIDON_QUERY_NONE,
        .distance = GUIDON_QUERY_NONE,
    };
    struct csv csv = {.one_header = true};
    struct multi_file_reader reader = {
        .reading =
            reading_of(args_choice(args, OPT_FROM, SIZE_MAX),
                       args_has(args, OPT_LENIENT), args_has(args, OPT_NULL)),
        .writing = {.form = GUIDON_FORM_UUID},
        .skip = args_choice(args, OPT_ON_ERROR, 0) == 1,
        .take = take,
        .context = &job,
    };
    enum exit_code code;

    files.operands++;
    files.n_operands--;
    if (!read_text(&job, args) ||
        !reading_options(&reader.reading, &csv, args, OPT_CSV)) {
        return EXIT_USAGE;
    }
    code =
        args_has(args, OPT_INDEX)
            ? find_by_index(&job, &reader, args_value(args, OPT_INDEX), &files)
            : read_files(&reader, &files);
    code = code == EXIT_DONE && reader.unread ? EXIT_IO : code;
    if (code == EXIT_DONE) {
        code = finish(&job, args->operands[0]);
    }
    csv_end(&csv);
    id_list_free(&job.found);
    return code;
}

static const struct example examples[] = {
    {"The id that ends so", "guidon find 07398f --on-error skip ids.txt"},
    {"A part of a ULID",
     "guidon find --form ulid 1SHH6 --on-error skip ids.txt"},
    {"The id that was copied by hand, with a mistake",
     "guidon find --near 01FWHE4YDGFK1SHH6WIG60EECF --on-error skip ids.txt"},
};

const struct command command_find = {
    .name = "find",
    .summary = "Find the ids that a fragment or a garbled text may mean",
    .operand = "TEXT [FILE]",
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-', as one\n"
        "set of ids. It writes the ids that TEXT may mean, one a line. The status is 0\n"
        "for one id, and 1 for none or several.\n\n"
        "TEXT is a whole id in any form, or a part of the 32 hexadecimal digits of an id;\n"
        "hyphens and case do not count. The first of these places that has an id decides:\n"
        "the whole id, the end, the beginning, the middle. So what 'guidon short' wrote\n"
        "finds its id, though other ids have these digits in the middle.\n\n"
        "With --near, up to two characters of TEXT may be lost, added, replaced or\n"
        "swapped. guidon gives an id only if no other id is nearly as near: TEXT is at\n"
        "distance 0, 1 or 2, and every other id is at least two further away.\n\n" CSV_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
