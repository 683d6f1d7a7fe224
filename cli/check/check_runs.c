/* SPDX-License-Identifier: MIT */
/* check_runs.c - checks many records at once. */
#include "check_runs.h"
#include "check_context.h"
#include "check_record.h"
#include "check_unique.h"

#include <string.h>

/* Check record i of a run. */
static void check_one_of(struct check_job *job, const struct input *input,
                         const struct run *run, size_t i)
{
    const struct record record = run_record(run, i);
    struct reading_result result;

    job->reading.without_reasons = !check_shows_next(job);
    reading_of_run(&result, run, i);
    check_result(job, input, run->number + i, &result, &record, NULL);
}

/* Variant 10 with version 1 to 8: true of nearly all valid ids. */
static bool has_known_version(const guidon_id *id)
{
    return (id->bytes[6] >> 4) - 1u < 8u && id->bytes[8] >> 6 == 2;
}

/* The canonical text of all records of an even run, in the same place as their
 * own text: run->text if they are canonical, TypeIDs or raw bytes, NULL if they
 * are of another form. For an uneven run NULL. */
static const char *canonical_text(const struct run *run)
{
    static char lines[INPUT_RUN_MAX * (GUIDON_UUID_LEN + 2)];
    const size_t len = run->n * run->line_len;

    if (run->line_len == sizeof(guidon_id) ||
        (run->line_len > 0 && run->form == (guidon_form)FORM_TYPEID)) {
        return run->text;
    }
    if (run->line_len == 0 ||
        (run->form != GUIDON_FORM_UUID && run->form != GUIDON_FORM_ULID)) {
        return NULL;
    }
    memcpy(lines, run->text, len); /* for the ends */
    return guidon_format_many(lines, run->line_len, run->ids, run->n,
                              run->form) == GUIDON_OK &&
                   memcmp(lines, run->text, len) != 0
               ? lines
               : run->text;
}

/* The same for record i of an uneven run. */
static bool is_canonical_alone(const struct run *run, size_t i)
{
    const guidon_form form = (guidon_form)run->forms[i];
    char canonical[GUIDON_UUID_LEN];
    size_t len;

    if (form == (guidon_form)FORM_TYPEID) {
        return true;
    }
    return (form == GUIDON_FORM_UUID || form == GUIDON_FORM_ULID) &&
           guidon_format(canonical, sizeof canonical, &len, &run->ids[i],
                         form) == GUIDON_OK &&
           run_text_len(run, i) == len &&
           memcmp(canonical, run_record(run, i).text, len) == 0;
}

static bool is_canonical(const char *canonical, const struct run *run, size_t i)
{
    const size_t at = i * run->line_len;

    if (!canonical && run->line_len == 0) {
        return is_canonical_alone(run, i);
    }
    return canonical == run->text ||
           (canonical &&
            memcmp(canonical + at, run->text + at, run->line_len) == 0);
}

/* Does record i of a run pass the checks of check_id, apart from its text? */
static bool is_valid(const struct check_job *job, const struct run *run,
                     size_t i)
{
    const guidon_id *id = &run->ids[i];
    const guidon_form form = run_form_in_any_case(run, i);

    if (job->strictness >= STRICTNESS_RFC && !written_as_ulid(form) &&
        !has_known_version(id) &&
        guidon_validate(id, NULL, NULL) != GUIDON_OK) {
        return false;
    }
    return job->kinds == 0 || (job->kinds >> kind_of(id, form) & 1u);
}

/* Report record i of a run, which is bad, or only count it. */
static void report_one_of(struct check_job *job, const struct input *input,
                          const struct run *run, size_t i)
{
    if (check_shows_next(job)) {
        check_one_of(job, input, run, i);
        return;
    }
    job->records++;
    check_count_problem(job);
}

static inline void check_each(struct check_job *job, const struct input *input,
                              const struct run *run, bool in_context)
{
    const char *canonical =
        job->strictness < STRICTNESS_EXACT ? run->text : canonical_text(run);

    for (size_t i = 0; i < run->n; i++) {
        if (!is_canonical(canonical, run, i) || !is_valid(job, run, i)) {
            report_one_of(job, input, run, i);
            continue;
        }
        job->records++;
        if (in_context) {
            check_in_context(job, input, run->number + i, &run->ids[i],
                             run_form_in_any_case(run, i));
        }
    }
}

/* Do all ids of the run pass, except that --unique may have to look at them? */
static bool passes_at_once(const struct check_job *job, const struct run *run)
{
    if (job->sorted || job->not_future ||
        (job->strictness >= STRICTNESS_EXACT &&
         canonical_text(run) != run->text)) {
        return false;
    }
    for (size_t i = 0; i < run->n; i++) {
        if (!is_valid(job, run, i)) {
            return false;
        }
    }
    return true;
}

void check_run(struct check_job *job, const struct input *input,
               const struct run *run)
{
    if (passes_at_once(job, run)) {
        if (job->unique) {
            check_unique_add_run(job, run);
        }
        job->records += run->n;
    } else if (check_has_context(job)) {
        check_each(job, input, run, true);
    } else {
        check_each(job, input, run, false);
    }
}
