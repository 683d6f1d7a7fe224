/* SPDX-License-Identifier: MIT */
/* check_context.c - checks an id against the id before it and the clock. */
#include "check_context.h"
#include "../text/time_text.h"
#include "../text/times.h"
#include "check_unique.h"

#include <stdio.h>

/* The time in Unix milliseconds, rounded down, for a comparison with ids, which
 * hold 48 bits. --now may be so far outside of them that its milliseconds have
 * more than 64 bits. */
static int64_t comparable_ms(guidon_time t)
{
    const int64_t above = INT64_C(1) << 48;

    if (t.seconds < 0) {
        return -1;
    }
    return t.seconds > above / 1000
               ? above
               : t.seconds * 1000 + t.nanoseconds / 1000000;
}

void check_read_clock(struct check_job *job)
{
    if (job->not_future) {
        job->now = job->now_is_given ? job->given_now : time_now();
        job->latest = job->now;
        job->latest.seconds += job->slack.seconds;
        job->latest_ms = comparable_ms(job->latest);
    }
}

static bool is_in_future(const struct check_job *job, const guidon_id *id,
                         guidon_form form)
{
    const guidon_id_kind kind = kind_of(id, form);
    guidon_time time;
    unsigned digits;

    if (kind == GUIDON_KIND_V7 ||
        kind == GUIDON_KIND_ULID) { /* begin with milliseconds */
        return (int64_t)guidon_ulid_ms_of(id) > job->latest_ms;
    }
    return kind_time(&time, &digits, kind, id) &&
           time_is_before(job->latest, time);
}

/* "made at 2022-02-22T19:22:22.000Z, in 3 years" */
static const char *name_time(char out[PROBLEM_WORDS_MAX],
                             const struct check_job *job, const guidon_id *id,
                             guidon_form form)
{
    char text[TIME_TEXT_MAX], ahead[TIME_TEXT_MAX];
    guidon_time time;
    unsigned digits;

    out[0] = '\0';
    if (kind_time(&time, &digits, kind_of(id, form), id)) {
        snprintf(out, PROBLEM_WORDS_MAX, "made at %s, %s",
                 time_format(text, time, digits),
                 time_relative(ahead, time, job->now));
    }
    return out;
}

/* Report an id that is in the future, or else below the id before it. */
static OUT_OF_LINE void report_in_context(struct check_job *job,
                                          const struct location *at,
                                          const guidon_id *id, guidon_form form,
                                          bool in_future)
{
    char words[PROBLEM_WORDS_MAX];
    struct problem problem = {.at = *at, .check = "not-future"};

    if (in_future) {
        problem.why = name_time(words, job, id, form);
    } else {
        problem.check = "sorted";
        problem.earlier = &job->before_at;
        problem.why =
            check_name_earlier(words, "below the id", problem.earlier, at,
                               job->reading.framing == INPUT_LINES);
    }
    check_add_problem(job, &problem);
}

void check_in_context(struct check_job *job, const struct input *input,
                      uint64_t record, const guidon_id *id, guidon_form form)
{
    const bool in_future = job->not_future && is_in_future(job, id, form);
    const bool bad = in_future || (job->sorted && job->before_at.record > 0 &&
                                   guidon_compare(id, &job->before) < 0);

    if (bad && check_shows_next(job)) {
        const struct location at = check_location(job, input, record);

        report_in_context(job, &at, id, form, in_future);
    } else if (bad) {
        check_count_problem(job);
    }
    if (job->sorted) {
        job->before = *id;
        job->before_at = check_location(job, input, record);
    }
    if (job->unique) {
        check_unique_add(job, record, id, bad);
    }
}
