/* SPDX-License-Identifier: MIT */
/* Read the ids of several files in batches. */
#ifndef CLI_MULTI_FILE_READER_H
#define CLI_MULTI_FILE_READER_H

#include "../args.h"
#include "../text/records.h"
#include "../text/writing.h"

/* Successive ids of a file. */
struct id_batch {
    const guidon_id *ids;
    size_t n;                    /* at most INPUT_RUN_MAX */
    bool ulid;                   /* were the ids written as ULIDs? */
    const char *name;            /* of the file; escape before writing it */
    uint64_t number;             /* of the record of the first id */
    const struct record *record; /* of CSV, with the one id; or NULL */
};

struct multi_file_reader {
    struct reading reading;
    struct writing writing; /* rejects ids without a text in its form */
    bool skip;              /* continue after a rejected record */
    /* Takes a batch. Any result other than EXIT_DONE, which follows a message,
     * ends the reading. */
    enum exit_code (*take)(void *context, const struct id_batch *batch);
    void *context;
    bool unread; /* out: batch file could not be read */
};

/* The ids in the files at most, as far as their sizes tell; 0 if they do not. A
 * text of an id that is shorter than a ULID is not taken into account. */
uint64_t files_ids_most(const struct reading *reading, const struct args *args);

/* Pass on all ids of the files, or of stdin if no file is named. A record that
 * is not an id and a file that cannot be read give a message and end the
 * reading; with `skip`, reading continues with the next record or file. */
enum exit_code read_files(struct multi_file_reader *reader,
                          const struct args *args);

#endif
