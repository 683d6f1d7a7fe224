/* SPDX-License-Identifier: MIT */
/* What sort and dedupe have in common: all ids in, all ids out, in the memory
 * that --memory gives. */
#ifndef CLI_SORT_PIPELINE_H
#define CLI_SORT_PIPELINE_H

#include "../args.h"
#include "../choices.h"
#include "../text/writing.h"
#include "external_sort.h"
#include "id_words.h"
#include "memory.h"
#include "multi_file_reader.h"

/* The options that they share. They stand in this order and without a gap in a
 * command's table; PIPELINE_FORM of the first is `first` below. */
enum {
    PIPELINE_FORM,
    PIPELINE_FROM,
    PIPELINE_ON_ERROR,
    PIPELINE_OUTPUT,
    PIPELINE_MEMORY,
    PIPELINE_TEMPORARY,
    PIPELINE_LENIENT,
    PIPELINE_NULL,
    PIPELINE_OPTIONS
};
const char *choice_stop_or_skip(size_t i);
#define PIPELINE_SPECS                                                         \
  {.letter = 'f',                                                              \
   .name = "form",                                                             \
   .value = "FORM",                                                            \
   .choice = choice_form_or_bytes,                                             \
   .help = "what to write, instead of what was read"},                         \
      OPTION_FROM,                                                             \
      {.name = "on-error",                                                     \
       .value = "WHAT",                                                        \
       .choice = choice_stop_or_skip,                                          \
       .help = "at a line that is no id (stop)"},                              \
      {.letter = 'o',                                                          \
       .name = "output",                                                       \
       .value = "FILE",                                                        \
       .help = "write there, all or nothing; may be one that is read"},        \
      OPTION_MEMORY, OPTION_TEMPORARY, OPTION_LENIENT, OPTION_NULL

/* Paragraphs of --help about them. */
#define PIPELINE_NOTES                                                            \
  "Reads the files, or stdin (also for '-'), as convert does. What was written\n" \
  "as a ULID is written as a ULID, raw bytes as raw bytes, and all else as\n"     \
  "UUIDs, canonically, unless -f says otherwise; the same id is the same in\n"    \
  "any form. Where 'stop' ends at a bad line or an unreadable file, nothing is\n" \
  "written. -o leaves FILE as it was unless the status is 0.\n\n"                 \
  "--memory bounds the whole process from 8M on, of which up to 8 MiB are for\n"  \
  "other things than ids; below that, it bounds twice the ids. What is more\n"    \
  "goes to temporary files without a name, so that nothing is left of them."

struct pipeline {
    struct multi_file_reader reader;
    struct writing writing[2]; /* of what was not, and was, read as a ULID */
    bool one_form;             /* both are the same */
    struct memory memory;
    const char *directory;
    /* What waits to be written, all to be written alike. */
    guidon_id ids[INPUT_RUN_MAX];
    size_t n;
    bool ulid;
    uint64_t written; /* ids so far */
};

/* Read the options. Else a message was given. */
enum exit_code pipeline_options(struct pipeline *pipeline,
                                const struct args *args, size_t first);
/* Take memory, begin the output and a sorter of items of this shape. Ends in
 * pipeline_end, wherever this fails too. */
enum exit_code pipeline_begin(struct pipeline *pipeline, struct sorter *sorter,
                              const struct shape *shape,
                              const struct args *args, size_t first);
/* Give `code` back, or what ending went wrong with. */
enum exit_code pipeline_end(struct pipeline *pipeline, enum exit_code code);

/* Write an id, some time before pipeline_flush is done. */
void pipeline_write(struct pipeline *pipeline, const guidon_id *id, bool ulid);
void pipeline_flush(struct pipeline *pipeline);

#endif
