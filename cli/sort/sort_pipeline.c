/* SPDX-License-Identifier: MIT */
/* sort_pipeline.c - all ids in, all ids out, in bounded memory. */
#include "sort_pipeline.h"
#include "../term/atomic_file.h"
#include "../term/output.h"
#include "../term/progress.h"

const char *choice_stop_or_skip(size_t i)
{
    static const char *const names[] = {"stop", "skip"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* What is written where -f does not say. */
static size_t form_of(bool ulid, const struct pipeline *bulk)
{
    return bulk->gather.reading.framing == INPUT_IDS ? FORM_BYTES
           : ulid                                    ? GUIDON_FORM_ULID
                                                     : GUIDON_FORM_UUID;
}

enum exit_code pipeline_options(struct pipeline *bulk, const struct args *args,
                                size_t first)
{
    const bool null = args_has(args, first + PIPELINE_NULL);
    size_t form = args_choice(args, first + PIPELINE_FORM, SIZE_MAX);

    bulk->gather.reading =
        reading_of(args_choice(args, first + PIPELINE_FROM, SIZE_MAX),
                   args_has(args, first + PIPELINE_LENIENT), null);
    bulk->gather.skip = args_choice(args, first + PIPELINE_ON_ERROR, 0) == 1;
    for (size_t ulid = 0; ulid < 2; ulid++) {
        bulk->writing[ulid] = (struct writing){
            .form = form == SIZE_MAX ? form_of(ulid == 1, bulk) : form,
            .end = null ? '\0' : '\n',
        };
    }
    bulk->one_form = bulk->writing[0].form == bulk->writing[1].form;
    bulk->gather.writing = bulk->writing[0];
    bulk->directory = args_value(args, first + PIPELINE_TEMPORARY);
    return memory_read(&bulk->memory, args_value(args, first + PIPELINE_MEMORY))
               ? EXIT_DONE
               : EXIT_USAGE;
}

enum exit_code pipeline_begin(struct pipeline *bulk, struct sorter *sorter,
                              const struct shape *shape,
                              const struct args *args, size_t first)
{
    const char *output = args_value(args, first + PIPELINE_OUTPUT);

    if (!memory_take(&bulk->memory)) {
        return EXIT_IO;
    }
    sorter_begin(sorter, shape, bulk->memory.words, bulk->memory.size,
                 bulk->directory);
    /* What can go wrong only at the end is tried before all is read. */
    if ((bulk->directory && !temporary_file_open(&sorter->levels[0].file)) ||
        (output && !atomic_file_begin(output))) {
        return EXIT_IO;
    }
    return EXIT_DONE;
}

enum exit_code pipeline_end(struct pipeline *bulk, enum exit_code code)
{
    memory_free(&bulk->memory);
    if (code == EXIT_DONE && bulk->gather.unread) {
        code = EXIT_IO;
    }
    return atomic_file_end(code);
}

void pipeline_flush(struct pipeline *bulk)
{
    writing_all(&bulk->writing[bulk->ulid], bulk->ids, bulk->n);
    bulk->written += bulk->n;
    bulk->n = 0;
    progress_at(bulk->written);
}

void pipeline_write(struct pipeline *bulk, const guidon_id *id, bool ulid)
{
    ulid = ulid && !bulk->one_form;
    if (bulk->n == COUNT_OF(bulk->ids) || ulid != bulk->ulid) {
        pipeline_flush(bulk);
        bulk->ulid = ulid;
    }
    bulk->ids[bulk->n++] = *id;
}
