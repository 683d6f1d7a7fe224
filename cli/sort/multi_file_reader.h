/* SPDX-License-Identifier: MIT */
/* The ids of all files, as many at a time as there are. */
#ifndef CLI_MULTI_FILE_READER_H
#define CLI_MULTI_FILE_READER_H

#include "../args.h"
#include "../text/records.h"
#include "../text/writing.h"

/* Ids that follow each other in a file. */
struct id_batch {
    const guidon_id *ids;
    size_t n;         /* at most INPUT_RUN_MAX */
    bool ulid;        /* they were written as ULIDs */
    const char *name; /* of the file; not fit to be shown as it is */
    uint64_t number;  /* of the first one's record */
};

struct multi_file_reader {
    struct reading reading;
    struct writing writing; /* an id that has no such form is no good */
    bool skip;              /* records that are no good are left out */
    /* EXIT_DONE, or how all ends here; then a message was given. */
    enum exit_code (*take)(void *context, const struct id_batch *batch);
    void *context;
    bool unread; /* out: batch file could not be read */
};

/* Take all ids of the files, or of stdin where there are none. A record that is
 * no good is told of, and a file that cannot be read; it ends there, unless
 * `skip`: then it goes on with the next. */
enum exit_code read_files(struct multi_file_reader *reader,
                          const struct args *args);

#endif
