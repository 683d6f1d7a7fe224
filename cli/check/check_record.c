/* SPDX-License-Identifier: MIT */
/* check_record.c - checks one record. */
#include "check_record.h"
#include "check_context.h"

#include <stdio.h>

static const char *check_kind(const struct check_job *job,
                              struct reading_result *result,
                              guidon_id_kind kind)
{
    if (job->kinds == 0 || (job->kinds >> kind & 1u)) {
        return NULL;
    }
    if (!job->reading.without_reasons) {
        snprintf(result->words, sizeof result->words,
                 "the kind is %s (expected %.*s)", kind_name(kind),
                 REASON_MAX - 48, job->kinds_text);
    }
    return result->words;
}

/* Check the id of a record by itself. NULL, or the problem and the check that
 * failed. The problem is not in words if job->reading.without_reasons is set. */
static const char *check_id(const char **check, const struct check_job *job,
                            struct reading_result *result,
                            const struct record *record)
{
    const guidon_id_kind kind = kind_of(&result->id, result->found);
    const struct record text = reading_text(&job->reading, record);
    const size_t at =
        result->bad_at; /* of the id; the checks count from there */
    const char *why = NULL;

    result->bad_at = 0;
    if (job->strictness >= STRICTNESS_RFC) {
        *check = "rfc";
        why = strictness_rfc(result, &job->reading, kind);
    }
    if (!why && job->strictness >= STRICTNESS_EXACT &&
        job->reading.framing != INPUT_IDS) {
        *check = "exact";
        why = strictness_exact(result, &job->reading, &text);
    }
    if (!why) {
        *check = "kind";
        why = check_kind(job, result, kind);
    }
    result->bad_at += at;
    return why;
}

void check_result(struct check_job *job, const struct input *input,
                  uint64_t number, struct reading_result *result,
                  const struct record *record, const char *why)
{
    struct problem problem = {
        .at = check_location(job, input, number), .check = "form", .why = why};

    if (!why) {
        problem.why = check_id(&problem.check, job, result, record);
    }
    problem.offset = result->bad_at;
    job->records++;
    if (problem.why) {
        check_add_problem(job, &problem);
    } else if (check_has_context(job)) {
        check_in_context(job, input, number, &result->id, result->found);
    }
}

void check_record(struct check_job *job, const struct input *input,
                  const struct record *record)
{
    struct reading_result result;
    const char *why = NULL;

    job->reading.without_reasons = !check_shows_next(job);
    if (!reading_try(&result, &job->reading, input, record)) {
        why = result.why;
    }
    check_result(job, input, input->number, &result, record, why);
}
