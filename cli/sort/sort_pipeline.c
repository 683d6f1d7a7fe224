/* SPDX-License-Identifier: MIT */
/* sort_pipeline.c - read all ids, sort, and write all ids, in bounded memory.
 */
#include "sort_pipeline.h"
#include "../term/atomic_file.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"

/* More threads save little, because one thread reads and writes. --memory leaves
 * room for the stacks of so many. */
#define THREADS_MAX ((size_t)8)

const char *choice_stop_or_skip(size_t i)
{
    static const char *const names[] = {"stop", "skip"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* The output form without -f. */
static size_t form_of(bool ulid, const struct pipeline *pipeline)
{
    return pipeline->reader.reading.framing == INPUT_IDS ? FORM_BYTES
           : ulid                                        ? GUIDON_FORM_ULID
                                                         : GUIDON_FORM_UUID;
}

enum exit_code pipeline_options(struct pipeline *pipeline,
                                const struct args *args, size_t first)
{
    const bool null = args_has(args, first + PIPELINE_NULL);
    const char *output = args_value(args, first + PIPELINE_OUTPUT);
    size_t form = args_choice(args, first + PIPELINE_FORM, SIZE_MAX);

    pipeline->reader.reading =
        reading_of(args_choice(args, first + PIPELINE_FROM, SIZE_MAX),
                   args_has(args, first + PIPELINE_LENIENT), null);
    pipeline->reader.skip =
        args_choice(args, first + PIPELINE_ON_ERROR, 0) == 1;
    for (size_t ulid = 0; ulid < 2; ulid++) {
        pipeline->writing[ulid] = (struct writing){
            .form = form == SIZE_MAX ? form_of(ulid == 1, pipeline) : form,
            .end = null ? '\0' : '\n',
        };
    }
    pipeline->one_form = pipeline->writing[0].form == pipeline->writing[1].form;
    pipeline->reader.writing = pipeline->writing[0];
    pipeline->directory = args_value(args, first + PIPELINE_TEMPORARY);
    pipeline->csv.one_header = true;
    if (!reading_options(&pipeline->reader.reading, &pipeline->csv, args,
                         first + PIPELINE_CSV)) {
        return EXIT_USAGE;
    }
    if (pipeline->reader.reading.csv && form != SIZE_MAX) {
        message_usage("--id-column excludes --form: the records stay as they "
                      "are; 'guidon convert' rewrites them");
        return EXIT_USAGE;
    }
    if (output && !*output) {
        message_usage(
            "the FILE of --output is empty; name a file, or leave out "
            "--output to write to stdout");
        return EXIT_USAGE;
    }
    return memory_parse(&pipeline->memory,
                        args_value(args, first + PIPELINE_MEMORY)) &&
                   threads_parse(&pipeline->n_threads,
                                 args_value(args, first + PIPELINE_THREADS))
               ? EXIT_DONE
               : EXIT_USAGE;
}

enum exit_code pipeline_begin(struct pipeline *pipeline, struct sorter *sorter,
                              const struct shape *shape,
                              const struct args *args, size_t first)
{
    const char *output = args_value(args, first + PIPELINE_OUTPUT);

    if (!memory_allocate(&pipeline->memory)) {
        return EXIT_IO;
    }
    sorter_begin(sorter, shape, pipeline->memory.words, pipeline->memory.size,
                 pipeline->directory);
    workers_begin(&pipeline->workers, pipeline->n_threads < THREADS_MAX
                                          ? pipeline->n_threads
                                          : THREADS_MAX);
    sorter_use_workers(sorter, &pipeline->workers);
    /* Open the output and the first temporary file before reading, so that a
     * wrong path fails at once. */
    if ((pipeline->reader.reading.csv &&
         !record_store_begin(&pipeline->store, pipeline->directory)) ||
        (pipeline->directory &&
         !temporary_file_open(&sorter->levels[0].file)) ||
        (output && !atomic_file_begin(output))) {
        return EXIT_IO;
    }
    return EXIT_DONE;
}

enum exit_code pipeline_end(struct pipeline *pipeline, enum exit_code code)
{
    workers_end(&pipeline->workers);
    memory_free(&pipeline->memory);
    record_store_end(&pipeline->store);
    csv_end(&pipeline->csv);
    if (code == EXIT_DONE && pipeline->reader.unread) {
        code = EXIT_IO;
    }
    return atomic_file_end(code);
}

void pipeline_flush(struct pipeline *pipeline)
{
    writing_all(&pipeline->writing[pipeline->ulid], pipeline->ids, pipeline->n);
    pipeline->written += pipeline->n;
    pipeline->n = 0;
    progress_at(pipeline->written);
}

void pipeline_write(struct pipeline *pipeline, const guidon_id *id, bool ulid)
{
    ulid = ulid && !pipeline->one_form;
    if (pipeline->n == COUNT_OF(pipeline->ids) || ulid != pipeline->ulid) {
        pipeline_flush(pipeline);
        pipeline->ulid = ulid;
    }
    pipeline->ids[pipeline->n++] = *id;
}

bool pipeline_keep(uint64_t *position, struct pipeline *pipeline,
                   const struct record *record)
{
    return record_store_add(position, &pipeline->store, record->text,
                            record->raw_len,
                            csv_lacking_end(&pipeline->csv, record));
}

bool pipeline_write_record(struct pipeline *pipeline, uint64_t position)
{
    progress_at(++pipeline->written);
    return record_store_write(&pipeline->store, position);
}

void pipeline_write_many(struct pipeline *pipeline, const guidon_id *ids,
                         size_t n, bool ulid)
{
    pipeline_flush(pipeline);
    writing_all(&pipeline->writing[ulid && !pipeline->one_form], ids, n);
    pipeline->written += n;
    progress_at(pipeline->written);
}
