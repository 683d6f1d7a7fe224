/* SPDX-License-Identifier: MIT */
/* What guidon stat counts. */
#ifndef CLI_STAT_COUNTS_H
#define CLI_STAT_COUNTS_H

#include "../args.h"
#include "../audit/timeline.h"
#include "../choices.h"
#include "../sort/external_sort.h"
#include "../sort/memory.h"
#include "../text/id_fields.h"
#include "../text/reason.h"
#include "../text/records.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STAT_BAD_SHOWN = 3 };

/* A record that is not an id. */
struct bad_record {
    const char *file;
    uint64_t record;
    size_t offset;
    char why[REASON_MAX];
};

struct stat_counts {
    struct reading reading;
    struct csv csv;
    uint64_t records;
    uint64_t bad;
    struct bad_record first_bad[STAT_BAD_SHOWN];
    guidon_audit ids;
    guidon_audit_counts found; /* of `ids`, once stat_finish has read them */
    uint64_t forms[FORM_TYPEID + 1];
    guidon_id before;    /* the last id, if there was one */
    uint64_t neighbours; /* ids equal to the id before them */
    bool sorts;          /* --memory is not 0: all ids go to the sorter */
    bool sorter_failed;  /* a message was written */
    struct memory memory;
    struct sorter sorter;
    uint64_t distinct; /* ids, if they were sorted */
    unsigned digits;   /* of a second, of the finest time */
    struct timeline line;
};

/*
 * Let all ids go to a sorter, so that their duplicates can be counted.
 * `memory` is the value of --memory, and `directory` that of
 * --temporary-directory; NULL if they are not given. Sorts nothing if `memory`
 * is 0. On failure, writes a message.
 */
enum exit_code stat_sort(struct stat_counts *counts, const char *memory,
                         const char *directory);
/* Count the records of files; `counts` begins all zero except for its reading.
 * After a file that cannot be read, count the others too. */
enum exit_code stat_count(struct stat_counts *counts,
                          const struct file_list *files);
/* Read the counts, and sort the ids if their order requires it. False, with a message, if a
 * temporary file failed. */
bool stat_finish(struct stat_counts *counts);
/* Free the memory and the temporary files. */
void stat_end(struct stat_counts *counts);

/* The records that are ids. */
uint64_t stat_ids(const struct stat_counts *counts);
/* The ids that occurred before. False if --memory 0 leaves that unknown. */
bool stat_duplicates(uint64_t *out, const struct stat_counts *counts);
/* Ids per second between the first and the last time. False if those are
 * equal. */
bool stat_rate(double *out, const struct stat_counts *counts);

#endif
