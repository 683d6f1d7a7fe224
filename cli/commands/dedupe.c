/* SPDX-License-Identifier: MIT */
/* dedupe.c - guidon dedupe: removes duplicate ids and keeps the order. */
#include "../command_table.h"
#include "../sort/sort_pipeline.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"

#include <guidon.h>
#include <inttypes.h>

enum { OPT_COUNT, OPT_DUPLICATES, OPT_PIPELINE };

static const struct option_spec options[] = {
    {.name = "count",
     .help = "before each id, write how often it occurs, and a tab"},
    {.letter = 'd',
     .name = "duplicates",
     .help = "write only ids that occur more than once"},
    PIPELINE_SPECS,
};

struct job {
    struct pipeline pipeline;
    bool count;
    bool duplicates;
    uint64_t taken;            /* ids so far */
    struct sorter by_id;       /* brings equal ids together */
    struct sorter by_position; /* restores the order */
};

/*
 * Ids are sorted twice. At first an item is the id and its position. This
 * brings equal ids together in the order of their positions. Then it is the
 * position and the id. The lowest bit of the position says that the id was read
 * as a ULID. With --count or --duplicates, a fourth word counts how often the
 * id occurs.
 */
enum {
    FIRST_ID = 0,
    FIRST_POSITION = 2,
    THEN_POSITION = 0,
    THEN_ID = 1,
    OCCURRENCES = 3
};

static bool rewrite_by_position(uint64_t *item, const void *context)
{
    const struct job *job = context;
    const uint64_t words[2] = {item[FIRST_ID], item[FIRST_ID + 1]};

    item[THEN_POSITION] = item[FIRST_POSITION];
    item[THEN_ID] = words[0];
    item[THEN_ID + 1] = words[1];
    return !job->duplicates || item[OCCURRENCES] > 1;
}

static bool counts(const struct job *job)
{
    return job->count || job->duplicates;
}

static enum exit_code add_ids(void *context, const struct id_batch *ids)
{
    struct job *job = context;

    for (size_t i = 0; i < ids->n; i++) {
        uint64_t *item = sorter_reserve(&job->by_id, 1, 0);

        if (!item) {
            return EXIT_IO;
        }
        id_to_words(item + FIRST_ID, &ids->ids[i]);
        item[FIRST_POSITION] = job->taken++ << 1 | ids->ulid;
        if (counts(job)) {
            item[OCCURRENCES] = 1;
        }
    }
    return EXIT_DONE;
}

static void write_batch(struct job *job, const struct batch *batch)
{
    const size_t words = job->by_position.shape.words;

    for (size_t i = 0; i < batch->n; i++) {
        const uint64_t *item = batch->items + i * words;
        guidon_id id;

        id_from_words(&id, item + THEN_ID);
        if (job->count) {
            output_format("%" PRIu64 "\t", item[OCCURRENCES]);
        }
        pipeline_write(&job->pipeline, &id, item[THEN_POSITION] & 1);
        if (job->count) {
            pipeline_flush(&job->pipeline);
        }
    }
}

static enum exit_code write_all(struct job *job)
{
    const struct item_rewrite item_rewrite = {rewrite_by_position, job};
    struct batch batch;

    progress_phase("ids sorted", job->taken);
    if (!sorter_resort(&job->by_position, &job->by_id, &item_rewrite)) {
        return EXIT_IO;
    }
    progress_phase("ids written", 0);
    while (!output_failed() && sorter_next(&batch, &job->by_position)) {
        write_batch(job, &batch);
    }
    pipeline_flush(&job->pipeline);
    return sorter_failed(&job->by_position) ? EXIT_IO : EXIT_DONE;
}

static enum exit_code run(const struct args *args)
{
    static struct job job; /* too large for the stack */
    enum exit_code code = pipeline_options(&job.pipeline, args, OPT_PIPELINE);

    if (code != EXIT_DONE) {
        return code;
    }
    job.count = args_has(args, OPT_COUNT);
    job.duplicates = args_has(args, OPT_DUPLICATES);
    if (job.count && job.pipeline.writing[0].form == FORM_BYTES) {
        message_usage("--count excludes raw bytes, which cannot hold a count");
        return EXIT_USAGE;
    }
    const struct shape shape = {
        .words = counts(&job) ? 4 : 3, .unique = true, .counted = counts(&job)};
    job.pipeline.reader.take = add_ids;
    job.pipeline.reader.context = &job;
    code =
        pipeline_begin(&job.pipeline, &job.by_id, &shape, args, OPT_PIPELINE);
    if (code == EXIT_DONE) {
        code = read_files(&job.pipeline.reader, args);
    }
    if (code == EXIT_DONE) {
        code = write_all(&job);
    }
    sorter_end(&job.by_id);
    sorter_end(&job.by_position);
    return pipeline_end(&job.pipeline, code);
}

static const struct example examples[] = {
    {"Each id once, at its first place",
     "guidon dedupe --on-error skip ids.txt ids.txt"},
    {"Which ids occur more than once, and how often",
     "guidon dedupe --count --duplicates --on-error skip ids.txt ids.txt"},
};

const struct command command_dedupe = {
    .name = "dedupe",
    .summary = "Remove duplicate ids and keep the order",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon finds every duplicate, because it sorts the ids and then sorts them back.\n"
        "It writes an id in the form of its first occurrence. The status is 0 with or\n"
        "without duplicates.\n\n" PIPELINE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
