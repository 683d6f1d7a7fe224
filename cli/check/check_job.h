/* SPDX-License-Identifier: MIT */
/* What guidon check was asked for, and what it has found so far. */
#ifndef CLI_CHECK_JOB_H
#define CLI_CHECK_JOB_H

#include "../args.h"
#include "../choices.h"
#include "../sort/duplicates.h"
#include "../sort/multi_file_reader.h"
#include "../text/records.h"
#include "check_report.h"
#include "strictness.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct check_job {
    enum strictness strictness;
    unsigned kinds; /* a bit for each accepted kind; 0: any */
    char kinds_text[CHOICE_LIST_MAX];
    struct reading reading;
    struct csv csv;
    char column[CSV_NAME_MAX];
    struct check_report report;
    uint64_t records;
    uint64_t bad;
    /* Checks of an id against other ids or the clock. */
    bool sorted, unique, not_future;
    guidon_time slack;
    bool now_is_given; /* by --now; otherwise the clock is read */
    guidon_time given_now;
    guidon_time now, latest;   /* the latest time that is accepted */
    int64_t latest_ms;         /* the same for ids that hold milliseconds */
    guidon_id before;          /* the last valid id */
    struct location before_at; /* its location; record 0: no id yet */
    struct duplicates duplicates;
    uint64_t n_duplicates;
    uint64_t repeated; /* duplicates in `bad` that are valid by themselves */
    bool broken; /* the search for duplicates failed; a message was written */
    struct file_list files;
    uint64_t
        numbered; /* records of the files before the current one, or lines of CSV */
    uint64_t *starts; /* the same for each file */
    size_t file;      /* index of the file that is being read */
};

/* Are ids checked against other ids or the clock? */
static inline bool check_has_context(const struct check_job *job)
{
    return job->sorted || job->unique || job->not_future;
}

/* The location of a record of the current file, from 1. */
static inline struct location check_location(const struct check_job *job,
                                             const struct input *input,
                                             uint64_t record)
{
    return (struct location){job->file, record, input->name};
}

/* Will the next bad record be shown, or only counted? */
static inline bool check_shows_next(const struct check_job *job)
{
    return check_report_shows(&job->report, job->bad + 1);
}

/* Count a bad record and write the problem. */
static inline void check_add_problem(struct check_job *job,
                                     const struct problem *problem)
{
    job->bad++;
    check_report_add(&job->report, problem, job->bad);
}

/* Count a bad record for which check_shows_next returned false. */
static inline void check_count_problem(struct check_job *job)
{
    job->bad++;
    job->report.hidden = true;
}

#endif
