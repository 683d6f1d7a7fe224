/* SPDX-License-Identifier: MIT */
/* The common part of sort and dedupe: read all ids, sort them, and write them,
 * in the memory that --memory gives. */
#ifndef CLI_SORT_PIPELINE_H
#define CLI_SORT_PIPELINE_H

#include "../args.h"
#include "../choices.h"
#include "../text/threads.h"
#include "../text/writing.h"
#include "../workers.h"
#include "external_sort.h"
#include "id_words.h"
#include "memory.h"
#include "multi_file_reader.h"
#include "record_store.h"

/* The common options. Every command lists them in its table in this order,
 * without a gap. `first` below is the index of PIPELINE_FORM in that table. */
enum {
    PIPELINE_FORM,
    PIPELINE_FROM,
    PIPELINE_ON_ERROR,
    PIPELINE_OUTPUT,
    PIPELINE_MEMORY,
    PIPELINE_TEMPORARY,
    PIPELINE_THREADS,
    PIPELINE_LENIENT,
    PIPELINE_NULL,
    PIPELINE_CSV,
    PIPELINE_OPTIONS = PIPELINE_CSV + CSV_OPTIONS
};
const char *choice_stop_or_skip(size_t i);
#define PIPELINE_SPECS                                                         \
  {.letter = 'f',                                                              \
   .name = "form",                                                             \
   .value = "FORM",                                                            \
   .choice = choice_form_or_bytes,                                             \
   .help = "the form to write (uuid, or ulid or bytes as read)"},              \
      OPTION_FROM,                                                             \
      {.name = "on-error",                                                     \
       .value = "ACTION",                                                      \
       .choice = choice_stop_or_skip,                                          \
       .help = "what to do at a line that is not an id (stop)"},               \
      {.letter = 'o',                                                          \
       .name = "output",                                                       \
       .value = "FILE",                                                        \
       .help = "write to FILE, all or nothing; may be an input file"},         \
      OPTION_MEMORY, OPTION_TEMPORARY, OPTION_THREADS, OPTION_LENIENT,         \
      OPTION_NULL, CSV_OPTION_LIST

/* Paragraphs of --help about these options. */
#define PIPELINE_NOTES                                                                 \
  "guidon reads the files, or stdin if there are none or the file is '-'. Unless -f\n" \
  "names a form, it writes ULIDs as ULIDs, raw bytes as raw bytes, and all other\n"    \
  "ids as canonical UUIDs. An id is the same in any form. With 'stop', a line that\n"  \
  "is not an id or an unreadable file ends the command without output. -o leaves\n"    \
  "FILE as it was unless the status is 0. The new FILE keeps owner, group, mode,\n"    \
  "access control list and extended attributes as far as you may set them; else\n"     \
  "nobody gets more access than before, and stderr says what is lost. Other names\n"   \
  "(hard links) of FILE keep the old content.\n\n"                                     \
  "From 8M on, --memory limits the whole process, of which up to 8 MiB are not for\n"  \
  "ids; below 8M, half of it is for ids. Ids that do not fit go to temporary files\n"  \
  "without a name, which vanish with the process. With --id-column, whole records\n"   \
  "are written as they are, and all of them go to such a file.\n\n" CSV_WRITE_NOTES

struct pipeline {
    struct multi_file_reader reader;
    struct csv csv;
    struct record_store store; /* of the records of CSV */
    struct writing writing[2]; /* [0]: ids not read as ULIDs; [1]: ULIDs */
    bool one_form;             /* writing[0] and [1] have the same form */
    struct memory memory;
    size_t n_threads;
    struct workers workers;
    const char *directory;
    /* Ids that wait to be written in one form. */
    guidon_id ids[INPUT_RUN_MAX];
    size_t n;
    bool ulid;
    uint64_t written; /* ids so far */
};

/* Read the options. EXIT_USAGE, with a message, if one is wrong. */
enum exit_code pipeline_options(struct pipeline *pipeline,
                                const struct args *args, size_t first);
/* Allocate memory, begin the output, and begin a sorter for items of `shape`.
 * Call pipeline_end afterwards, also after a failure. */
enum exit_code pipeline_begin(struct pipeline *pipeline, struct sorter *sorter,
                              const struct shape *shape,
                              const struct args *args, size_t first);
/* Free memory and end the output. Returns `code`, or the code of a failure
 * here. */
enum exit_code pipeline_end(struct pipeline *pipeline, enum exit_code code);

/* Write an id. It may wait in the pipeline until pipeline_flush. */
void pipeline_write(struct pipeline *pipeline, const guidon_id *id, bool ulid);
void pipeline_flush(struct pipeline *pipeline);
/* Keep the record of an id of CSV. Sets *position to what finds it again, which grows
 * from record to record and is less than 2^63. False, with a message, on failure. */
bool pipeline_keep(uint64_t *position, struct pipeline *pipeline,
                   const struct record *record);
/* Write a record that was kept. False, with a message, on failure. */
bool pipeline_write_record(struct pipeline *pipeline, uint64_t position);
/* Write `n` ids. */
void pipeline_write_many(struct pipeline *pipeline, const guidon_id *ids,
                         size_t n, bool ulid);

#endif
