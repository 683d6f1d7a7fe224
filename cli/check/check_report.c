/* SPDX-License-Identifier: MIT */
/* check_report.c - writes the problems that check finds, as text or JSON. */
#include "check_report.h"
#include "../term/output.h"
#include "../text/json.h"
#include "../text/place.h"
#include "../text/reason.h"

#include <inttypes.h>
#include <stdio.h>

const char *check_name_earlier(char out[PROBLEM_WORDS_MAX], const char *what,
                               const struct location *earlier,
                               const struct location *at, bool lines)
{
    const bool other = earlier->file != at->file;

    snprintf(out, PROBLEM_WORDS_MAX, "%s %s %" PRIu64 "%s%s", what,
             lines ? "on line" : "in record", earlier->record,
             other ? " of " : "", other ? ESCAPED(earlier->name) : "");
    return out;
}

static void put_location(struct json *object, const struct location *location)
{
    json_put_path(object, "file", location->name);
    json_put_integer(object, "record", location->record);
}

static bool report_json(const struct check_report *report,
                        const struct problem *problem)
{
    struct json object = json_new_object();

    put_location(&object, &problem->at);
    json_put_integer(&object, "offset", problem->offset);
    if (report->column) {
        json_put_path(&object, "column",
                      report->column_name ? report->column_name
                                          : report->column + strlen("column "));
    }
    json_put_text(&object, "check", problem->check);
    json_put_text(&object, "reason", problem->why);
    if (problem->earlier) {
        struct json earlier = json_new_object();

        put_location(&earlier, problem->earlier);
        json_put(&object, "earlier", earlier);
    }
    return json_print(&object);
}

/* The reason of a text that is no id names the column itself. */
static void report_text(const struct check_report *report,
                        const struct problem *problem)
{
    const bool names = report->column && strcmp(problem->check, "form") != 0;

    output_format(
        PLACE ": %s%s%s\n",
        PLACE_OF(problem->at.name, problem->at.record, problem->offset),
        names ? report->column : "", names ? ": " : "",
        REASON_IN_PLACE(problem->why));
}

bool check_report_shows(const struct check_report *report, uint64_t n)
{
    return report->all || n <= PROBLEMS_SHOWN;
}

void check_report_add(struct check_report *report,
                      const struct problem *problem, uint64_t n)
{
    if (!check_report_shows(report, n)) {
        report->hidden = true;
    } else if (!report->json) {
        report_text(report, problem);
    } else if (!report->lost && !report_json(report, problem)) {
        report->lost = true;
    }
}
