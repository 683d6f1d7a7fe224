/* SPDX-License-Identifier: MIT */
/* check_unique.c - finds the ids that occur twice, for guidon check. */
#include "check_unique.h"
#include "../term/output.h"
#include "../term/progress.h"

#include <string.h>

/* An id's position among the duplicates is twice the number of its record, plus 1
 * if the record is counted as bad. */

void check_unique_begin(struct check_job *job, const char *directory,
                        uint64_t most)
{
    job->broken = !duplicates_begin(&job->duplicates, directory);
    if (!job->broken) {
        duplicates_expect(&job->duplicates, most);
    }
}

void check_unique_add(struct check_job *job, uint64_t record,
                      const guidon_id *id, bool bad)
{
    if (!job->broken) {
        job->broken = !duplicates_add(&job->duplicates, id, 1,
                                      (job->numbered + record) << 1 | bad, 0);
    }
}

void check_unique_add_run(struct check_job *job, const struct run *run)
{
    if (!job->broken) {
        job->broken = !duplicates_add(&job->duplicates, run->ids, run->n,
                                      (job->numbered + run->number) << 1, 2);
    }
}

static const char *name_of(const struct check_job *job, size_t file)
{
    const char *name = job->files.paths[file];

    return strcmp(name, "-") == 0 ? "stdin" : name;
}

/* The location of the n-th record of all files, by binary search. */
static struct location location_of(const struct check_job *job, uint64_t n)
{
    size_t low = 0, high = job->files.n;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (job->starts[middle] < n) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (struct location){low, n - job->starts[low], name_of(job, low)};
}

void check_unique_finish(struct check_job *job)
{
    const bool lines = job->reading.framing == INPUT_LINES;
    uint64_t later, earlier;

    progress_phase("ids compared", job->records);
    if (job->broken || !duplicates_finish(&job->duplicates)) {
        job->broken = true;
        return;
    }
    while (!output_failed() &&
           duplicates_next(&later, &earlier, &job->duplicates)) {
        char words[PROBLEM_WORDS_MAX];
        const struct location at = location_of(job, later >> 1);
        const struct location first = location_of(job, earlier >> 1);
        struct problem problem = {
            .at = at, .check = "unique", .why = "", .earlier = &first};

        job->n_duplicates++;
        if (!(later & 1)) { /* else it is counted as bad already */
            job->bad++;
            job->repeated++;
        }
        if (check_report_shows(&job->report, job->n_duplicates)) {
            problem.why =
                check_name_earlier(words, "the same id as", &first, &at, lines);
        }
        check_report_add(&job->report, &problem, job->n_duplicates);
    }
    job->broken = duplicates_failed(&job->duplicates);
}
