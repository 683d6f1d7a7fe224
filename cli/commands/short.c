/* SPDX-License-Identifier: MIT */
/* short.c - guidon short: the shortest text that tells each id of a set from the
 * others. */
#include "../choices.h"
#include "../command_table.h"
#include "../find/id_list.h"
#include "../sort/multi_file_reader.h"
#include "../sort/sort_pipeline.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/json.h"

#include <guidon.h>
#include <string.h>

enum {
    OPT_MIN,
    OPT_FROM,
    OPT_ON_ERROR,
    OPT_JSON,
    OPT_LENIENT,
    OPT_NULL,
    OPT_CSV
};

static const struct option_spec options[] = {
    {.name = "min",
     .value = "N",
     .least = 1,
     .most = ID_DIGITS,
     .help = "at least N digits for each id (1)"},
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

#define PROBABILITY 0.999 /* of the sentence about other sets */

struct short_job {
    struct id_list list; /* in the order of the input */
    struct id_order tails, heads;
    size_t least;
    bool json;
    char end;
};

/* Take a batch of ids: multi_file_reader.take. */
static enum exit_code take(void *context, const struct id_batch *batch)
{
    struct short_job *job = context;

    for (size_t i = 0; i < batch->n; i++) {
        if (!id_list_add(&job->list, &batch->ids[i])) {
            message("out of memory");
            return EXIT_IO;
        }
    }
    return EXIT_DONE;
}

/* The shortest tail that no other id has. */
static size_t tail_len(const struct short_job *job, const guidon_id *id)
{
    const size_t len = id_order_shared(&job->tails, id) + 1;

    return len > job->least ? len : job->least;
}

/* The shortest beginning that no other id has, and no id has at its end. */
static size_t head_len(const struct short_job *job, const guidon_id *id)
{
    size_t len = id_order_shared(&job->heads, id) + 1;

    len = len > job->least ? len : job->least;
    while (len < ID_DIGITS && id_order_has(&job->tails, id, len)) {
        len++;
    }
    return len;
}

static bool write_id(const struct short_job *job, const guidon_id *id)
{
    const bool tail = id_ends_at_random(id);
    const size_t len = tail ? tail_len(job, id) : head_len(job, id);
    const size_t first = tail ? ID_DIGITS - len : 0;
    char text[GUIDON_UUID_LEN + 1] = {0}, digits[ID_DIGITS + 1] = {0};

    guidon_uuid_format(text, id);
    for (size_t i = 0; i < len; i++) {
        digits[i] = "0123456789abcdef"[id_digit(id, first + i)];
    }
    if (job->json) {
        struct json object = json_new_object();

        json_put_text(&object, "short", digits);
        json_put_text(&object, "id", text);
        return json_print(&object);
    }
    output_format("%s\t%s", digits, text);
    output_bytes(&job->end, 1);
    return true;
}

/* Say how many digits keep the ids of such sets apart, if all ids have one kind
 * with a random end. */
static void tell_length(const struct id_list *list)
{
    const struct {
        unsigned version;
        guidon_kind kind;
    } known[] = {{4, GUIDON_V4}, {7, GUIDON_V7}};
    size_t row = 0;

    while (row < COUNT_OF(known) && list->n > 0 &&
           guidon_version_of(list->ids) != known[row].version) {
        row++;
    }
    if (row == COUNT_OF(known) || list->n == 0) {
        return;
    }
    for (size_t i = 0; i < list->n; i++) {
        if (guidon_version_of(&list->ids[i]) != known[row].version ||
            guidon_variant_of(&list->ids[i]) != GUIDON_VARIANT_RFC) {
            return;
        }
    }
    message("the last %u digits differ in each set of %zu new ids of version "
            "%u with a probability of %g %%",
            guidon_short_length(list->n, PROBABILITY, known[row].kind), list->n,
            known[row].version, 100 * PROBABILITY);
}

static enum exit_code write_all(struct short_job *job)
{
    bool written = true;

    if (!id_order_begin(&job->tails, &job->list, true) ||
        !id_order_begin(&job->heads, &job->list, false)) {
        message("out of memory");
        return EXIT_IO;
    }
    for (size_t i = 0; written && i < job->list.n && !output_failed(); i++) {
        written = write_id(job, &job->list.ids[i]);
    }
    tell_length(&job->list);
    return written ? EXIT_DONE : EXIT_IO;
}

static enum exit_code run(const struct args *args)
{
    struct short_job job = {
        .json = args_has(args, OPT_JSON),
        .least = args_number(args, OPT_MIN, 1),
        .end = args_has(args, OPT_NULL) ? '\0' : '\n',
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

    if (!reading_options(&reader.reading, &csv, args, OPT_CSV)) {
        return EXIT_USAGE;
    }
    code = read_files(&reader, args);
    code = code == EXIT_DONE && reader.unread ? EXIT_IO : code;
    if (code == EXIT_DONE) {
        code = write_all(&job);
    }
    csv_end(&csv);
    id_list_free(&job.list);
    id_order_free(&job.tails);
    id_order_free(&job.heads);
    return code;
}

static const struct example examples[] = {
    {"Short texts for the ids of a file",
     "guidon short --on-error skip ids.txt"},
    {"At least 6 digits, so that later ids seldom need more",
     "guidon new v7 -n 5 | guidon short --min 6"},
};

const struct command command_short = {
    .name = "short",
    .summary = "Write the shortest text that means each id of a set",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon reads the files, or stdin if there are none or the file is '-', as one\n"
        "set. For each id it writes SHORT, a tab and the id, in the order of the input.\n"
        "'guidon find SHORT FILE' finds the id again.\n\n"
        "SHORT is the end of the 32 digits of the id: the fewest with which no other id\n"
        "of the set ends. Version 7 ids of one time begin alike, but end at random. An\n"
        "id of version 1, 2 or 6 ends with its node; for it SHORT is the beginning.\n\n"
        "If all ids have version 4 or 7, stderr says how many digits are enough for other\n"
        "sets of the same size.\n\n" CSV_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
