/* SPDX-License-Identifier: MIT */
/* sort.c - guidon sort: sorts ids, even more than fit in memory. */
#include "../command_table.h"
#include "../sort/sort_pipeline.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../text/place.h"

#include <guidon.h>
#include <inttypes.h>
#include <string.h>

/* The choices of --by: "bytes", then every order of the library. */
static const char *choice_by(size_t i)
{
    if (i == 0) {
        return "bytes";
    }
    return i <= GUIDON_ORDERS ? guidon_order_name((guidon_order)(i - 1)) : NULL;
}

static guidon_order chosen_order(const struct args *args, size_t option)
{
    const size_t i = args_choice(args, option, 0);

    return i == 0 ? GUIDON_ORDER_RFC : (guidon_order)(i - 1);
}

enum { OPT_BY, OPT_REVERSE, OPT_UNIQUE, OPT_CHECK, OPT_PIPELINE };

static const struct option_spec options[] = {
    {.name = "by",
     .value = "ORDER",
     .choice = choice_by,
     .help = "order of the ids (bytes)"},
    {.letter = 'r', .name = "reverse", .help = "largest or latest id first"},
    {.letter = 'u', .name = "unique", .help = "write each id once"},
    {.letter = 'c',
     .name = "check",
     .help = "only check the order; report the first id out of order"},
    PIPELINE_SPECS,
};

struct job {
    struct pipeline pipeline;
    guidon_order order;
    bool reverse;
    bool unique;
    uint64_t taken;       /* ids so far */
    uint64_t numbered;    /* positions given out, for --by time */
    struct sorter sorter; /* sorts all ids */
    struct sorter again;  /* sorts a second time: --by time --unique */
    uint64_t last[2];     /* for --check: the key of the last id */
};

/* --------------------------------------------------------------------- keys */

/* Two words that compare in the order asked for and from which id_of_key makes
 * the id again. */
static inline void key_of(uint64_t key[2], const struct job *job,
                          const guidon_id *id)
{
    if (job->order == GUIDON_ORDER_RFC) {
        id_to_words(key, id);
    } else {
        guidon_id bytes; /* of the key: 16, because this is not --by time */

        (void)guidon_sort_key(bytes.bytes, id, job->order);
        id_to_words(key, &bytes);
    }
    if (job->reverse) {
        key[0] = ~key[0];
        key[1] = ~key[1];
    }
}

static inline guidon_id id_of_key(const struct job *job, const uint64_t item[2])
{
    uint64_t key[2] = {item[0], item[1]};
    guidon_id id;

    if (job->reverse) {
        key[0] = ~key[0];
        key[1] = ~key[1];
    }
    id_from_words(&id, key);
    return job->order == GUIDON_ORDER_RFC
               ? id
               : guidon_sort_key_inverse(id.bytes, job->order);
}

/* ------------------------------------------------------------------ by time */

/* 100 ns ticks from 1582-10-15 to 1970 (RFC 9562, section 5.1). */
#define TICKS_TO_1970 ((uint64_t)12219292800 * 10000000)
/* Ids without a time come last, in reverse order too. */
#define NO_TIME UINT64_MAX

/* 100 ns ticks since 1582. Below 2^62, because 48 bits of milliseconds are. */
static uint64_t time_key(const struct job *job, const guidon_id *id, bool ulid)
{
    guidon_time time;
    uint64_t ticks;

    if (ulid) {
        ticks = TICKS_TO_1970 + guidon_ulid_ms_of(id) * 10000;
    } else if (guidon_time_of(&time, id) == GUIDON_OK) {
        ticks = TICKS_TO_1970 + (uint64_t)time.seconds * 10000000 +
                time.nanoseconds / 100;
    } else {
        return NO_TIME;
    }
    return job->reverse ? INT64_MAX - ticks : ticks;
}

/* An item for --by time: the time, the position and the id. The position counts
 * the ids as they come; its lowest bit says that the id was read as a ULID. */
enum { AT_TIME, AT_POSITION, AT_ID };

/* With --unique, items are sorted twice. At first an item is the id and its
 * position. This brings equal ids together in the order of their positions.
 * This function turns such an item into an item for --by time. */
static bool rewrite_by_time(uint64_t *item, const void *context)
{
    const struct job *job = context;
    const uint64_t words[2] = {item[0], item[1]};
    const uint64_t position = item[2];
    guidon_id id;

    id_from_words(&id, words);
    item[AT_TIME] = time_key(job, &id, position & 1);
    item[AT_POSITION] = position;
    item[AT_ID] = words[0];
    item[AT_ID + 1] = words[1];
    return true;
}

/* ---------------------------------------------------------------- records */

/* With --id-column, a third word is the position of the record, and its lowest bit says
 * that the id was read as a ULID. Without --by time, the key comes first. */
enum { AT_RECORD = 2 };

static bool has_records(const struct job *job)
{
    return job->pipeline.reader.reading.csv != NULL;
}

/* Keep the record of a batch of CSV, and give its position as job->numbered. */
static bool keep_record(struct job *job, const struct id_batch *ids)
{
    return !ids->record ||
           pipeline_keep(&job->numbered, &job->pipeline, ids->record);
}

/* ------------------------------------------------------------ reading,
 * writing */

static bool by_time(const struct job *job)
{
    return job->order == GUIDON_ORDER_TIME;
}

static void make_item(uint64_t *item, struct job *job, const guidon_id *id,
                      bool ulid)
{
    if (!by_time(job)) {
        key_of(item, job, id);
        if (has_records(job)) {
            item[AT_RECORD] = job->numbered << 1;
        }
        return;
    }
    const uint64_t position = job->numbered++ << 1 | ulid;
    if (job->unique) {
        id_to_words(item, id);
        item[2] = position;
        item[3] = 0;
    } else {
        item[AT_TIME] = time_key(job, id, ulid);
        item[AT_POSITION] = position;
        id_to_words(item + AT_ID, id);
    }
}

static enum exit_code add_ids(void *context, const struct id_batch *ids)
{
    struct job *job = context;
    const size_t words = job->sorter.shape.words;
    const unsigned kind =
        ids->ulid && !job->pipeline.one_form && !by_time(job) && !ids->record
            ? 1
            : 0;

    if (!keep_record(job, ids)) {
        return EXIT_IO;
    }
    for (size_t done = 0; done < ids->n;) {
        size_t n = ids->n - done;

        n = n < SORTER_AT_ONCE ? n : SORTER_AT_ONCE;
        uint64_t *items = sorter_reserve(&job->sorter, n, kind);
        if (!items) {
            return EXIT_IO;
        }
        for (size_t i = 0; i < n; i++) {
            make_item(items + i * words, job, &ids->ids[done + i], ids->ulid);
        }
        done += n;
    }
    job->taken += ids->n;
    return EXIT_DONE;
}

static void write_batch_by_time(struct job *job, const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        const uint64_t *item = batch->items + i * 4;
        guidon_id id;

        id_from_words(&id, item + AT_ID);
        pipeline_write(&job->pipeline, &id, item[AT_POSITION] & 1);
    }
}

static bool write_records(struct job *job, const struct batch *batch)
{
    const size_t words = by_time(job) ? 4 : 3;
    const size_t at = by_time(job) ? AT_POSITION : AT_RECORD;

    for (size_t i = 0; i < batch->n; i++) {
        if (!pipeline_write_record(&job->pipeline,
                                   batch->items[i * words + at] >> 1)) {
            return false;
        }
    }
    return true;
}

static void write_batch(struct job *job, const struct batch *batch)
{
    guidon_id ids[SORTER_AT_ONCE];

    for (size_t done = 0; done < batch->n;) {
        const uint64_t *items = batch->items + done * 2;
        size_t n = batch->n - done;

        n = n < SORTER_AT_ONCE ? n : SORTER_AT_ONCE;
        for (size_t i = 0; i < n; i++) {
            ids[i] = id_of_key(job, items + i * 2);
        }
        pipeline_write_many(&job->pipeline, ids, n, batch->kind == 1);
        done += n;
    }
}

/* Sort the ids that were added, and write them. */
static enum exit_code write_all(struct job *job)
{
    const struct item_rewrite item_rewrite = {rewrite_by_time, job};
    const bool twice = by_time(job) && job->unique;
    struct sorter *from = twice ? &job->again : &job->sorter;
    struct batch batch;

    progress_phase("ids sorted", job->taken);
    if (twice ? !sorter_resort(from, &job->sorter, &item_rewrite)
              : !sorter_finish(from, job->pipeline.memory.size)) {
        return EXIT_IO;
    }
    progress_phase("ids written", job->unique ? 0 : job->taken);
    reading_begin_output(&job->pipeline.reader.reading);
    while (!output_failed() && sorter_next(&batch, from)) {
        if (has_records(job)) {
            if (!write_records(job, &batch)) {
                return EXIT_IO;
            }
        } else if (by_time(job)) {
            write_batch_by_time(job, &batch);
        } else {
            write_batch(job, &batch);
        }
    }
    pipeline_flush(&job->pipeline);
    return sorter_failed(from) ? EXIT_IO : EXIT_DONE;
}

static enum exit_code sort(struct job *job, const struct args *args)
{
    const struct shape shape = {.words = by_time(job)       ? 4
                                         : has_records(job) ? 3
                                                            : 2,
                                .unique = job->unique};
    enum exit_code code = pipeline_begin(&job->pipeline, &job->sorter, &shape,
                                         args, OPT_PIPELINE);

    job->pipeline.reader.take = add_ids;
    job->pipeline.reader.context = job;
    if (code == EXIT_DONE) {
        code = read_files(&job->pipeline.reader, args);
    }
    if (code == EXIT_DONE) {
        code = write_all(job);
    }
    sorter_end(&job->sorter);
    sorter_end(&job->again);
    return pipeline_end(&job->pipeline, code);
}

/* -------------------------------------------------------------------- check */

static enum exit_code check_some(void *context, const struct id_batch *ids)
{
    struct job *job = context;

    for (size_t i = 0; i < ids->n; i++) {
        uint64_t key[2] = {0};

        if (by_time(job)) {
            key[0] = time_key(job, &ids->ids[i], ids->ulid);
        } else {
            key_of(key, job, &ids->ids[i]);
        }
        const bool equal = key[0] == job->last[0] && key[1] == job->last[1];
        const bool below = key[0] < job->last[0] ||
                           (key[0] == job->last[0] && key[1] < job->last[1]);
        if (job->taken > 0 && (below || (equal && job->unique))) {
            output_format(PLACE ": %s\n",
                          PLACE_OF(ids->name, ids->number + i, 0),
                          equal ? "the same id again" : "out of order");
            return EXIT_NO;
        }
        memcpy(job->last, key, sizeof key);
        job->taken++;
    }
    return EXIT_DONE;
}

static enum exit_code check(struct job *job, const struct args *args)
{
    enum exit_code code;

    if (args_has(args, OPT_PIPELINE + PIPELINE_OUTPUT)) {
        message_usage("--check excludes --output: it writes no ids");
        return EXIT_USAGE;
    }
    if (by_time(job) && job->unique) {
        message_usage("--check excludes --unique with --by time");
        return EXIT_USAGE;
    }
    job->pipeline.reader.take = check_some;
    job->pipeline.reader.context = job;
    code = read_files(&job->pipeline.reader, args);
    return code == EXIT_DONE && job->pipeline.reader.unread ? EXIT_IO : code;
}

static enum exit_code run(const struct args *args)
{
    static struct job job; /* too large for the stack */
    enum exit_code code;

    job.order = chosen_order(args, OPT_BY);
    job.reverse = args_has(args, OPT_REVERSE);
    job.unique = args_has(args, OPT_UNIQUE);
    code = pipeline_options(&job.pipeline, args, OPT_PIPELINE);
    if (code != EXIT_DONE) {
        return code;
    }
    return args_has(args, OPT_CHECK) ? check(&job, args) : sort(&job, args);
}

static const struct example examples[] = {
    {"Smallest first, without duplicates",
     "guidon convert --on-error skip ids.txt | guidon sort -u"},
    {"A file, in place", "guidon new v7 -n 9 > f; guidon sort -o f f"},
    {"The records of a CSV file, by the column 'id'",
     "(echo id; guidon new v4 -n 9) | guidon sort --id-column id"},
    {"Latest first", "guidon sort --by time -r --on-error skip ids.txt"},
    {"Are these ids in order?", "guidon new v7 -n 1000 | guidon sort --check"},
};

const struct command command_sort = {
    .name = "sort",
    .summary = "Sort ids, even more than fit in memory",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "'bytes' and 'rfc' are the order of the ids as numbers, and of their text. 'time'\n"
        "sorts versions 1, 6 and 7 and ids written as ULIDs by their time; all other ids\n"
        "come last, also with -r, and ids of the same time keep their order. The other\n"
        "orders are those of ORDER BY in an engine: 'sqlserver' of uniqueidentifier,\n"
        "'mysql-swap' of UUID_TO_BIN(id, 1), 'mariadb' and 'clickhouse' of their UUID\n"
        "types; 'java' is that of java.util.UUID.compareTo.\n"
        "If an id occurs as a UUID and as a ULID, the UUID comes first, except by time;\n"
        "-u keeps the one that comes first. Records of CSV with equal ids keep their\n"
        "order.\n\n"
        "--check prints the first line that is out of order as FILE:LINE:1: REASON, with\n"
        "status 1. With -u, a second occurrence of an id is out of order too.\n\n" PIPELINE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
