/* SPDX-License-Identifier: MIT */
/* repair.c - guidon repair: gives ids of a faulty program their right bits. */
#include "../command_table.h"
#include "../term/message.h"
#include "../text/id_fields.h"
#include "../text/json.h"
#include "../text/time_parse.h"
#include "../text/times.h"
#include "change_ids.h"

#include <stdio.h>

/* The options of change_ids.h, with these two in place of those of the key. */
enum { OPT_CAUSE = CHANGE_OPT_KEY_FILE, OPT_NOW = CHANGE_OPT_KEY_RAW };

/* The causes that can be undone. */
static guidon_cause cause_at(size_t i)
{
    for (unsigned cause = 0; cause < GUIDON_CAUSES; cause++) {
        if (guidon_cause_reversible((guidon_cause)cause) && i-- == 0) {
            return (guidon_cause)cause;
        }
    }
    return GUIDON_CAUSE_UNKNOWN;
}

static const char *choice_cause(size_t i)
{
    const guidon_cause cause = cause_at(i);

    return cause == GUIDON_CAUSE_UNKNOWN ? NULL : guidon_cause_name(cause);
}

static const struct option_spec options[] = {
    {.name = "cause",
     .value = "CAUSE",
     .choice = choice_cause,
     .help = "undo what made the ids wrong; 'guidon audit' names it"},
    {.name = "now",
     .value = "TIME",
     .help = "the time when the ids were collected (now)"},
    CHANGE_OPTIONS_OF_IDS,
    {.name = "json", .help = "one JSON object per line (see docs/json.md)"},
};
enum { OPT_JSON = CHANGE_OPTIONS };

struct repair {
    guidon_cause cause;
    guidon_time now;
    const char *column; /* as --id-column names it; or NULL */
    char why[80];
};

/* A change_fn. */
static size_t repair_ids(void *context, const char **why, guidon_id *ids,
                         const unsigned char *forms, size_t n)
{
    struct repair *repair = context;

    for (size_t i = 0; i < n; i++) {
        if (written_as_ulid((guidon_form)forms[i])) {
            *why = "written as a ULID, which no cause makes";
            return i;
        }
        if (guidon_repair(&ids[i], &ids[i], repair->now, repair->cause) !=
            GUIDON_OK) {
            snprintf(repair->why, sizeof repair->why,
                     "not an id that '%s' makes",
                     guidon_cause_name(repair->cause));
            *why = repair->why;
            return i;
        }
    }
    return n;
}

/* A change_report_fn. */
static bool report_json(void *context, const struct changed_record *record)
{
    const struct repair *repair = context;
    struct json object = json_new_object();
    char text[GUIDON_UUID_STR_SIZE];

    json_put_path(&object, "file", record->file);
    json_put_integer(&object, "record", record->record);
    json_put_integer(&object, "offset", record->offset);
    if (repair->column) {
        json_put_path(&object, "column", repair->column);
    }
    if (record->id) {
        guidon_uuid_str(text, record->id);
        json_put_text(&object, "id", text);
    }
    if (record->text) {
        json_put_text(&object, "repaired", record->text);
    } else {
        json_put_text(&object, "reason", record->why);
    }
    return json_print(&object);
}

static enum exit_code run(const struct args *args)
{
    const size_t choice = args_choice(args, OPT_CAUSE, SIZE_MAX);
    const char *now = args_value(args, OPT_NOW);
    struct repair repair = {.now = time_now()};
    const struct change change = {
        .change = repair_ids,
        .context = &repair,
        .report = args_has(args, OPT_JSON) ? report_json : NULL,
    };

    if (choice == SIZE_MAX) {
        message_usage("--cause is missing; 'guidon audit FILE' names it");
        return EXIT_USAGE;
    }
    repair.cause = cause_at(choice);
    repair.column = args_value(args, (size_t)CHANGE_OPT_CSV + CSV_OPT_ID_COLUMN);
    if (now && !time_parse(&repair.now, now)) {
        return EXIT_USAGE;
    }
    return change_ids(&change, args);
}

static const struct example examples[] = {
    {"An id that DuckDB 1.3.0 made",
     "echo 819862edac007cc398c4dc0c0c07398f | guidon repair --cause duckdb-v7"},
    {"Repair what the cause fits, and keep all other lines",
     "guidon repair --cause seconds --on-error keep ids.txt"},
    {"What each line has become, for a program",
     "guidon repair --cause seconds --on-error keep --json ids.txt"},
};

const struct command command_repair = {
    .name = "repair",
    .summary = "Undo what a known fault did to ids",
    OPERANDS_ARE_FILES("FILE"),
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "'guidon audit' names the cause. An id that can be right as it stands, or that\n"
        "the cause does not fit, cannot be changed, so a file may be repaired twice.\n"
        "'man guidon-repair' says what each cause is.\n\n" CHANGE_NOTES,
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
