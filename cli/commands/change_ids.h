/* SPDX-License-Identifier: MIT */
/* The work of the commands that change ids with a key: read ids, change them,
 * write them. */
#ifndef CLI_CHANGE_IDS_H
#define CLI_CHANGE_IDS_H

#include "../args.h"
#include "../choices.h"
#include "../text/key_file.h"
#include "../text/records.h"

#include <guidon.h>

/*
 * Change n ids in place, up to the first that cannot be changed. `forms` has
 * the form in which each was written, in either case. Returns the number of
 * changed ids, and sets *why to the reason if it is below n.
 */
typedef size_t change_fn(void *context, const char **why, guidon_id *ids,
                         const unsigned char *forms, size_t n);

/* Read the id of a record that has more than an id, as reading_try does. Every record
 * comes here, and none in a run. */
typedef bool change_read_fn(void *context, struct reading_result *result,
                            const struct reading *reading,
                            const struct input *input,
                            const struct record *record);

/* A record with an id that was changed, or with why it was not. */
struct changed_record {
    const char *file;    /* the name of the input; not escaped */
    uint64_t record;     /* its number, from 1 */
    size_t offset;       /* of the id, or of what is wrong */
    const guidon_id *id; /* NULL: the record is not an id */
    const char *text;    /* of the changed id in the form of --form; or NULL */
    const char *why;     /* the reason, if `text` is NULL */
};
/* Write what was done to a record, in place of its id. False, with a message, if memory
 * ran out. */
typedef bool change_report_fn(void *context,
                              const struct changed_record *record);

struct change {
    change_fn *change;
    change_read_fn *read; /* NULL: reading_try */
    struct csv *csv;      /* NULL: only --id-column asks for CSV */
    void *context;
    const char *before; /* of struct writing; NULL: nothing */
    change_report_fn
        *report; /* NULL: the ids are written, and the reasons to stderr */
};

/* The options that these commands share, first in their lists. */
enum change_option {
    CHANGE_OPT_KEY_FILE,
    CHANGE_OPT_KEY_RAW,
    CHANGE_OPT_FORM,
    CHANGE_OPT_FROM,
    CHANGE_OPT_ON_ERROR,
    CHANGE_OPT_LENIENT,
    CHANGE_OPT_NULL,
    CHANGE_OPT_CSV,
    CHANGE_OPTIONS = CHANGE_OPT_CSV + CSV_OPTIONS
};
#define CHANGE_OPTIONS_OF_IDS                                                  \
  {.letter = 'f',                                                              \
   .name = "form",                                                             \
   .value = "FORM",                                                            \
   .choice = choice_written,                                                   \
   .help = "form to write (uuid)"},                                            \
      OPTION_FROM,                                                             \
      {.name = "on-error",                                                     \
       .value = "ACTION",                                                      \
       .choice = choice_on_bad,                                                \
       .help = "what to do at a line that cannot be changed (stop)"},          \
      OPTION_LENIENT, OPTION_NULL, CSV_OPTION_LIST
#define CHANGE_OPTION_LIST                                                     \
  OPTION_KEY_FILE, OPTION_KEY_RAW, CHANGE_OPTIONS_OF_IDS

/* --on-error: stop, skip or keep. */
const char *choice_on_bad(size_t i);

/* A paragraph of --help about the lines, for all of these commands. */
#define CHANGE_NOTES                                                           \
  "guidon reads the files, or stdin if there are none or the file is '-'. "    \
  "For each\n"                                                                 \
  "line that cannot be changed, stderr shows FILE:LINE:COLUMN: REASON. At "    \
  "such a\n"                                                                   \
  "line, 'stop' ends with status 1, after the output of the lines before it. " \
  "'skip'\n"                                                                   \
  "leaves the line out, and 'keep' copies it unchanged.\n\n" CSV_WRITE_NOTES

/* Change the ids of all files. */
enum exit_code change_ids(const struct change *change, const struct args *args);

#endif
