/* SPDX-License-Identifier: MIT */
/* time_parse.c - parse times and durations, with messages. */
#include "time_parse.h"
#include "../common/decimal.h"
#include "../term/escape.h"
#include "../term/message.h"

#include <stdint.h>
#include <string.h>

#define DAY_SECONDS 86400

static bool reject(const char *text, const struct time_written *written,
                   const char *forms)
{
    message_usage("invalid time '%s': %s%s", ESCAPED(text),
                  written->wrong ? "" : "expected ",
                  written->wrong ? written->wrong : forms);
    return false;
}

bool time_parse(guidon_time *out, const char *text)
{
    struct time_written written;

    /* A text without seconds stands for a minute or more. */
    if (time_written_parse(&written, text) &&
        written.last.seconds == written.at.seconds) {
        *out = written.at;
        return true;
    }
    return reject(text, &written,
                  "2026-02-22T19:22:22Z, @1771788142 or @1771788142000ms");
}

bool time_parse_span(guidon_time *first, guidon_time *last, const char *text)
{
    struct time_written written;

    if (!time_written_parse(&written, text)) {
        return reject(text, &written, TIME_SPAN_FORMS);
    }
    *first = written.at;
    *last = written.last;
    return true;
}

bool time_parse_length(guidon_time *out, const char *text)
{
    static const char letters[] = "smhd";
    static const int64_t units[] = {1, 60, 3600, DAY_SECONDS};
    const char *at = text;
    const char *letter = letters;
    uint64_t count;
    bool ok = decimal_parse(&count, &at) && at - text <= 8;

    if (ok && *at) {
        letter = strchr(letters, *at++);
    }
    if (!ok || !letter || *at) {
        message_usage(
            "invalid duration '%s' (expected such as 90, 90s, 5m, 2h or 1d)",
            ESCAPED(text));
        return false;
    }
    *out = (guidon_time){(int64_t)count * units[letter - letters], 0};
    return true;
}
