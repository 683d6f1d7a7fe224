/* SPDX-License-Identifier: MIT */
/* timeline.c - a histogram over time, whose bins widen with its span. */
#include "timeline.h"
#include "../common/decimal.h"

#include <string.h>

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/*
 * The widths of bins. Times are counted in widths that are `kept`. Each of them
 * divides every wider width, so that bins add up to wider bins exactly. A label
 * is "2022-02-22T19:22:22.000Z" without its last `cut` letters.
 */
static const struct step {
    const char *name;
    int64_t ms;     /* 0: months */
    int64_t months; /* calendar months in UTC */
    int64_t offset; /* ms from the start of one width to the epoch */
    bool kept;
    size_t cut;
} steps[] = {
    {"1 ms", 1, 0, 0, true, 1},
    {"2 ms", 2, 0, 0, false, 1},
    {"5 ms", 5, 0, 0, false, 1},
    {"10 ms", 10, 0, 0, true, 1},
    {"20 ms", 20, 0, 0, false, 1},
    {"50 ms", 50, 0, 0, false, 1},
    {"100 ms", 100, 0, 0, true, 1},
    {"200 ms", 200, 0, 0, false, 1},
    {"500 ms", 500, 0, 0, false, 1},
    {"1 second", SECOND, 0, 0, true, 5},
    {"2 seconds", 2 * SECOND, 0, 0, false, 5},
    {"5 seconds", 5 * SECOND, 0, 0, false, 5},
    {"10 seconds", 10 * SECOND, 0, 0, true, 5},
    {"30 seconds", 30 * SECOND, 0, 0, false, 5},
    {"1 minute", MINUTE, 0, 0, true, 8},
    {"2 minutes", 2 * MINUTE, 0, 0, false, 8},
    {"5 minutes", 5 * MINUTE, 0, 0, false, 8},
    {"10 minutes", 10 * MINUTE, 0, 0, true, 8},
    {"30 minutes", 30 * MINUTE, 0, 0, false, 8},
    {"1 hour", HOUR, 0, 0, true, 8},
    {"3 hours", 3 * HOUR, 0, 0, false, 8},
    {"6 hours", 6 * HOUR, 0, 0, false, 8},
    {"12 hours", 12 * HOUR, 0, 0, false, 8},
    {"1 day", DAY, 0, 0, true, 14},
    {"1 week", 7 * DAY, 0, 3 * DAY, false, 14}, /* 1969-12-29 is a Monday */
    {"1 month", 0, 1, 0, true, 17},
    {"3 months", 0, 3, 0, false, 17},
    {"1 year", 0, 12, 0, true, 20},
    {"2 years", 0, 24, 0, false, 20},
    {"5 years", 0, 60, 0, false, 20},
    {"10 years", 0, 120, 0, true, 20},
    {"20 years", 0, 240, 0, false, 20},
    {"50 years", 0, 600, 0, false, 20},
    {"100 years", 0, 1200, 0, true, 20},
    {"200 years", 0, 2400, 0, false, 20},
    {"500 years", 0, 6000, 0, false, 20},
};

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The months from the year 0 to a time in seconds since 1970. */
static int64_t month_of(int64_t seconds)
{
    char text[GUIDON_TIME_TEXT_MAX + 1] = "";
    const char *at = text;
    uint64_t year = 0, month = 1;

    /* The library writes the times of all these years. */
    (void)!guidon_time_format(text, sizeof text - 1, NULL,
                              (guidon_time){seconds, 0}, 0);
    at += *at == '+';
    (void)decimal_parse(&year, &at);
    at += *at == '-';
    (void)decimal_parse(&month, &at);
    return (int64_t)(year * 12 + month) - 1;
}

/* The seconds since 1970 at which such a month begins. */
static int64_t start_of_month(int64_t month)
{
    char text[NUMBER_DIGITS_MAX + sizeof "+000-12-01"];
    const uint64_t year = (uint64_t)month / 12;
    char *end = text;
    guidon_time start = {0, 0};

    if (year > 9999) {
        *end++ = '+';
    }
    for (uint64_t least = 1000; least > year && least > 1; least /= 10) {
        *end++ = '0';
    }
    end = number_put(end, year);
    memcpy(end, month % 12 < 9 ? "-0" : "-", 2);
    end = number_put(end + (month % 12 < 9 ? 2 : 1), (uint64_t)month % 12 + 1);
    memcpy(end, "-01", 3);
    (void)!guidon_time_parse(&start, NULL, text, (size_t)(end + 3 - text),
                             NULL);
    return start.seconds;
}

/* The bin of a time, counted from the epoch, and the time at which a bin
 * begins. */
static int64_t index_of(size_t step, int64_t ms)
{
    const struct step *s = &steps[step];

    return s->ms > 0 ? floor_of(ms + s->offset, s->ms)
                     : month_of(floor_of(ms, SECOND)) / s->months;
}

static int64_t start_of(size_t step, int64_t index)
{
    const struct step *s = &steps[step];

    return s->ms > 0 ? index * s->ms - s->offset
                     : start_of_month(index * s->months) * SECOND;
}

/* ----------------------------------------------------------------- counting */

/* Change to the next wider width that is kept. */
static void widen(struct timeline *timeline)
{
    size_t from = timeline->step;
    size_t n = timeline->n;

    do {
        timeline->step++;
    } while (!steps[timeline->step].kept);
    int64_t base = index_of(timeline->step, start_of(from, timeline->base));
    for (size_t i = 0; i < n; i++) {
        int64_t start = start_of(from, timeline->base + (int64_t)i);
        size_t to = (size_t)(index_of(timeline->step, start) - base);
        uint64_t count = timeline->bins[i]; /* to <= i, so no bin is lost */

        timeline->bins[i] = 0;
        timeline->bins[to] += count;
        timeline->n = to + 1;
    }
    timeline->base = base;
}

/* The bin of a time. Moves or widens the other bins to make room. */
static size_t bin_of(struct timeline *timeline, int64_t ms)
{
    for (;;) {
        int64_t index = index_of(timeline->step, ms);
        int64_t last = timeline->base + (int64_t)timeline->n - 1;

        if (timeline->n == 0) {
            timeline->base = last = index;
        }
        int64_t low = index < timeline->base ? index : timeline->base;
        int64_t high = index > last ? index : last;
        if (high - low < TIMELINE_BINS) {
            size_t ahead = (size_t)(timeline->base - low);

            memmove(timeline->bins + ahead, timeline->bins,
                    timeline->n * sizeof timeline->bins[0]);
            memset(timeline->bins, 0, ahead * sizeof timeline->bins[0]);
            timeline->base = low;
            timeline->n = (size_t)(high - low) + 1;
            return (size_t)(index - low);
        }
        widen(timeline);
    }
}

void timeline_add(struct timeline *timeline, int64_t ms)
{
    if (!timeline->bin || ms < timeline->bin_from || ms >= timeline->bin_to) {
        size_t i = bin_of(timeline, ms);

        timeline->bin = &timeline->bins[i];
        timeline->bin_from =
            start_of(timeline->step, timeline->base + (int64_t)i);
        timeline->bin_to =
            start_of(timeline->step, timeline->base + (int64_t)i + 1);
    }
    ++*timeline->bin;
}

/* --------------------------------------------------------------------- rows */

struct timeline_rows timeline_rows_of(const struct timeline *timeline)
{
    struct timeline_rows rows = {.step = timeline->step};

    if (timeline->n == 0) {
        return rows;
    }
    int64_t first = start_of(timeline->step, timeline->base);
    int64_t last =
        start_of(timeline->step, timeline->base + (int64_t)timeline->n - 1);

    while (index_of(rows.step, last) - index_of(rows.step, first) >=
           TIMELINE_ROWS) {
        rows.step++;
    }
    rows.base = index_of(rows.step, first);
    rows.n = (size_t)(index_of(rows.step, last) - rows.base) + 1;
    for (size_t i = 0; i < timeline->n; i++) {
        int64_t start = start_of(timeline->step, timeline->base + (int64_t)i);

        rows.counts[index_of(rows.step, start) - rows.base] +=
            timeline->bins[i];
    }
    for (size_t i = 0; i < rows.n; i++) {
        rows.most = rows.counts[i] > rows.most ? rows.counts[i] : rows.most;
    }
    rows.width = steps[rows.step].name;
    rows.cut = steps[rows.step].cut;
    return rows;
}

size_t timeline_label(char out[GUIDON_TIME_TEXT_MAX],
                      const struct timeline_rows *rows, size_t i)
{
    const int64_t ms = start_of(rows->step, rows->base + (int64_t)i);
    const int64_t seconds = floor_of(ms, SECOND);
    const guidon_time t = {seconds,
                           (uint32_t)(ms - seconds * SECOND) * 1000000};
    size_t len = 0;

    (void)!guidon_time_format(out, GUIDON_TIME_TEXT_MAX, &len, t, 3);
    return len;
}

void timeline_put(struct json *object, const struct timeline *timeline)
{
    const struct timeline_rows rows = timeline_rows_of(timeline);
    struct json array = json_new_array();
    char text[GUIDON_TIME_TEXT_MAX];

    if (rows.n > 0) {
        json_put_text(object, "row_width", rows.width);
    }
    for (size_t i = 0; i < rows.n; i++) {
        struct json row = json_new_object();

        json_put_bytes(&row, "from", text, timeline_label(text, &rows, i));
        json_put_integer(&row, "count", rows.counts[i]);
        json_append(&array, row);
    }
    json_put(object, "rows", array);
}
