/* SPDX-License-Identifier: MIT */
/* dedupe.c - guidon dedupe: removes duplicate ids and keeps the order. */
#include "../command_table.h"
#include "../sort/id_set.h"
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
    /* While the different ids fit into the memory, they are in a set. */
    bool in_set;
    struct id_set set;
    uint64_t *ulids; /* a bit for each id of the set: it was read as a ULID */
    /* Then all ids go to the sorters. */
    uint64_t numbered;         /* positions given out */
    struct sorter by_id;       /* brings equal ids together */
    struct sorter by_position; /* restores the order */
};

static bool counts(const struct job *job)
{
    return job->count || job->duplicates;
}

/* Are whole records of CSV written? They all go to the sorters. */
static bool has_records(const struct job *job)
{
    return job->pipeline.reader.reading.csv != NULL;
}

/* ------------------------------------------------------------------ the set */

/* The bits of `ulids` come first in the memory: one for each 16 bytes. */
#define ULIDS_PART 128

static void begin_set(struct job *job, const struct args *args)
{
    const struct memory *memory = &job->pipeline.memory;
    const size_t ulids = memory->size / ULIDS_PART / sizeof *memory->words + 1;
    struct id_set_key key;

    job->in_set = id_set_draw_key(&key);
    if (job->in_set) {
        job->ulids = memory->words;
        id_set_begin(&job->set, &key, memory->words + ulids,
                     memory->size - ulids * sizeof *memory->words,
                     counts(job) ? sizeof(uint64_t) : 0);
        id_set_expect(&job->set,
                      files_ids_most(&job->pipeline.reader.reading, args));
    }
}

static bool is_ulid(const struct job *job, size_t i)
{
    return job->ulids[i / 64] >> (i % 64) & 1;
}

/* Say of the ids from the `i`-th on whether they were read as ULIDs. The bits
 * behind the last id are set too, and later set again. */
static void mark_ids(struct job *job, size_t i, bool ulid)
{
    while (i < job->set.n) {
        uint64_t *word = &job->ulids[i / 64];
        const uint64_t bits = UINT64_MAX << (i % 64);

        *word = ulid ? *word | bits : *word & ~bits;
        i = (i / 64 + 1) * 64;
    }
}

/* The index behind the ids from the `i`-th on that were read as one kind; at
 * most `most` ids. */
static size_t end_of_kind(const struct job *job, size_t i, size_t most)
{
    const bool ulid = is_ulid(job, i);
    const uint64_t same = ulid ? UINT64_MAX : 0;
    const size_t n = job->set.n;
    size_t end = n - i < most ? n : i + most;

    while (i < end && is_ulid(job, i) == ulid) {
        i += i % 64 == 0 && job->ulids[i / 64] == same ? 64 : 1;
    }
    return i < end ? i : end;
}

static void add_to_set(struct job *job, const guidon_id *ids, size_t n,
                       bool ulid)
{
    const size_t before = job->set.n;
    uint64_t *occurrences = job->set.values;
    uint32_t at[ID_SET_AT_ONCE];

    id_set_add(at, &job->set, ids, n);
    mark_ids(job, before, ulid);
    if (!counts(job)) {
        return;
    }
    for (size_t i = before; i < job->set.n; i++) {
        occurrences[i] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        occurrences[at[i]]++;
    }
}

/* -------------------------------------------------------------- the sorters */

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

/* Add the next id, which occurs so often. */
static bool add_item(struct job *job, const guidon_id *id, bool ulid,
                     uint64_t occurrences)
{
    uint64_t *item = sorter_reserve(&job->by_id, 1, 0);

    if (!item) {
        return false;
    }
    id_to_words(item + FIRST_ID, id);
    item[FIRST_POSITION] = job->numbered++ << 1 | ulid;
    if (counts(job)) {
        item[OCCURRENCES] = occurrences;
    }
    return true;
}

/* Give up the set: its ids go through the memory of its table to a file. The
 * sorters keep the order, because the set has its ids in order, and all ids that
 * follow come later. */
static bool leave_set(struct job *job)
{
    const struct memory *memory = &job->pipeline.memory;
    const uint64_t *occurrences = job->set.values;
    size_t size;
    uint64_t *table = id_set_table(&job->set, &size);

    job->in_set = false;
    if (!sorter_move(&job->by_id, table, size)) {
        return false;
    }
    for (size_t i = 0; i < job->set.n; i++) {
        if (!add_item(job, &job->set.ids[i], is_ulid(job, i),
                      counts(job) ? occurrences[i] : 1)) {
            return false;
        }
    }
    return sorter_move(&job->by_id, memory->words, memory->size);
}

static bool add_to_sorter(struct job *job, const guidon_id *ids, size_t n,
                          bool ulid)
{
    for (size_t i = 0; i < n; i++) {
        if (!add_item(job, &ids[i], ulid, 1)) {
            return false;
        }
    }
    return true;
}

/* --------------------------------------------------------- reading, writing */

/* Add the id of a record of CSV. Its position is that of the record. */
static enum exit_code add_record(struct job *job, const struct id_batch *batch)
{
    return pipeline_keep(&job->numbered, &job->pipeline, batch->record) &&
                   add_item(job, batch->ids, batch->ulid, 1)
               ? EXIT_DONE
               : EXIT_IO;
}

static enum exit_code add_ids(void *context, const struct id_batch *batch)
{
    struct job *job = context;

    if (batch->record) {
        return add_record(job, batch);
    }
    for (size_t done = 0; done < batch->n;) {
        const guidon_id *ids = batch->ids + done;
        size_t n = batch->n - done;

        n = n < ID_SET_AT_ONCE ? n : ID_SET_AT_ONCE;
        if (job->in_set && n <= job->set.most - job->set.n) {
            add_to_set(job, ids, n, batch->ulid);
        } else if ((job->in_set && !leave_set(job)) ||
                   !add_to_sorter(job, ids, n, batch->ulid)) {
            return EXIT_IO;
        }
        done += n;
    }
    return EXIT_DONE;
}

/* Write an id and, with --count, how often it occurs. */
static void write_one(struct job *job, const guidon_id *id, bool ulid,
                      uint64_t occurrences)
{
    if (job->count) {
        output_format("%" PRIu64 "\t", occurrences);
    }
    pipeline_write(&job->pipeline, id, ulid);
    if (job->count) {
        pipeline_flush(&job->pipeline);
    }
}

static void write_counted_set(struct job *job)
{
    const struct id_set *set = &job->set;
    const uint64_t *occurrences = set->values;

    for (size_t i = 0; i < set->n && !output_failed(); i++) {
        if (!job->duplicates || occurrences[i] > 1) {
            write_one(job, &set->ids[i], is_ulid(job, i), occurrences[i]);
        }
    }
    pipeline_flush(&job->pipeline);
}

/* Write ids that were read as the same kind together. */
static void write_set(struct job *job)
{
    const struct id_set *set = &job->set;
    size_t end;

    for (size_t i = 0; i < set->n && !output_failed(); i = end) {
        end = end_of_kind(job, i, INPUT_RUN_MAX);
        pipeline_write_many(&job->pipeline, set->ids + i, end - i,
                            is_ulid(job, i));
    }
}

static bool write_batch(struct job *job, const struct batch *batch)
{
    const size_t words = job->by_position.shape.words;

    for (size_t i = 0; i < batch->n; i++) {
        const uint64_t *item = batch->items + i * words;
        guidon_id id;

        if (has_records(job)) {
            if (!pipeline_write_record(&job->pipeline,
                                       item[THEN_POSITION] >> 1)) {
                return false;
            }
            continue;
        }
        id_from_words(&id, item + THEN_ID);
        write_one(job, &id, item[THEN_POSITION] & 1,
                  job->count ? item[OCCURRENCES] : 0);
    }
    return true;
}

static enum exit_code write_sorted(struct job *job)
{
    const struct item_rewrite item_rewrite = {rewrite_by_position, job};
    struct batch batch;

    progress_phase("ids sorted", has_records(job) ? 0 : job->numbered);
    if (!sorter_resort(&job->by_position, &job->by_id, &item_rewrite)) {
        return EXIT_IO;
    }
    progress_phase("ids written", 0);
    reading_begin_output(&job->pipeline.reader.reading);
    while (!output_failed() && sorter_next(&batch, &job->by_position)) {
        if (!write_batch(job, &batch)) {
            return EXIT_IO;
        }
    }
    pipeline_flush(&job->pipeline);
    return sorter_failed(&job->by_position) ? EXIT_IO : EXIT_DONE;
}

static enum exit_code write_all(struct job *job)
{
    if (!job->in_set) {
        return write_sorted(job);
    }
    progress_phase("ids written", job->duplicates ? 0 : job->set.n);
    if (counts(job)) {
        write_counted_set(job);
    } else {
        write_set(job);
    }
    return EXIT_DONE;
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
    if (job.count && has_records(&job)) {
        message_usage(
            "--count excludes --id-column: records have no room for a "
            "count");
        return EXIT_USAGE;
    }
    const struct shape shape = {
        .words = counts(&job) ? 4 : 3, .unique = true, .counted = counts(&job)};
    job.pipeline.reader.take = add_ids;
    job.pipeline.reader.context = &job;
    code =
        pipeline_begin(&job.pipeline, &job.by_id, &shape, args, OPT_PIPELINE);
    if (code == EXIT_DONE) {
        if (!has_records(&job)) {
            begin_set(&job, args);
        }
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
    {"The first record of each id in a CSV file",
     "(echo id; guidon new v4 -n 9) | guidon dedupe --id-column id"},
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
        "guidon finds every duplicate: it remembers the ids while they fit into --memory,\n"
        "and else sorts them and sorts them back. It writes an id in the form of its\n"
        "first occurrence. The status is 0 with or without duplicates. With --id-column,\n"
        "the first record of each id stays.\n\n" PIPELINE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
