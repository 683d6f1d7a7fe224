/* SPDX-License-Identifier: MIT */
/* odds.c - the probability that any two ids are equal, from numbers as people type them. */
#include "odds.h"
#include "../common/real.h"
#include "birthday_bound.h"
#include "series.h"

#include <string.h>

static const struct odds_kind kinds[] = {
    {"v1", 61, 1e-7, "steps of 100 ns",
     "step of 100 ns"}, /* clock sequence and random node */
    {"v3", 122, 0, NULL, NULL},
    {"v4", 122, 0, NULL, NULL},
    {"v5", 122, 0, NULL, NULL},
    {"v6", 61, 1e-7, "steps of 100 ns", "step of 100 ns"},
    {"v7", 74, 1e-3, "milliseconds", "millisecond"},
    {"ulid", 80, 1e-3, "milliseconds", "millisecond"},
    {"v8-append", 20 + 57, 1e-3, "milliseconds", "millisecond"},
    {"v8-sharded", 20 + 57, 1e-3, "milliseconds", "millisecond"},
};

const struct odds_kind *odds_kind(size_t i)
{
    return i < sizeof kinds / sizeof kinds[0] ? &kinds[i] : NULL;
}

/* ------------------------------------------------------------------ reading */

/* The range of numbers on the command line. Products and quotients of a few
 * such numbers stay far from the limits of a double. */
#define LEAST 1e-100
#define MOST  1e100

static size_t digits_len(const char *text, bool point)
{
    size_t len = 0;

    while ((text[len] >= '0' && text[len] <= '9') ||
           (point && text[len] == '.')) {
        len++;
    }
    return len;
}

/* The length of the number that the text begins with: digits, '.', and an exponent. */
static size_t number_len(const char *text)
{
    const size_t len = digits_len(text, true);

    if (len == 0 || (text[len] != 'e' && text[len] != 'E')) {
        return text[len] == 'x' || text[len] == 'X' ? 0 : len;
    }
    const size_t sign = text[len + 1] == '-' || text[len + 1] == '+';
    const size_t digits = digits_len(text + len + 1 + sign, false);

    return digits > 0 ? len + 1 + sign + digits : len;
}

/* Read the number at *text and move *text behind it. */
static bool take_number(double *out, const char **text)
{
    const size_t len = number_len(*text);

    if (len == 0) {
        return false;
    }
    *out = real_parse(*text, len);
    *text += len;
    return *out >= LEAST && *out <= MOST;
}

/* The same for a number that may end in k, M or G. */
static bool take_count(double *out, const char **text)
{
    if (!take_number(out, text)) {
        return false;
    }
    double scale = **text == 'k'   ? 1e3
                   : **text == 'M' ? 1e6
                   : **text == 'G' ? 1e9
                                   : 1;
    *text += scale > 1;
    *out *= scale;
    return true;
}

static bool parse_count(double *out, const char *text)
{
    return take_count(out, &text) && !*text;
}

static bool parse_rate(double *out, const char *text)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"ns", 1e-9},   {"us", 1e-6},
        {"ms", 1e-3},   {"s", 1},
        {"min", 60},    {"h", 3600},
        {"hour", 3600}, {"d", 86400},
        {"day", 86400}, {"year", YEAR_SECONDS},
    };

    if (!take_count(out, &text) || *text++ != '/') {
        return false;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(text, units[i].name) == 0) {
            *out /= units[i].seconds;
            return true;
        }
    }
    return false;
}

static bool parse_years(double *out, const char *text)
{
    if (!take_number(out, &text) || *text) {
        return false;
    }
    *out *= YEAR_SECONDS;
    return true;
}

/* A probability below 1: "0.001", "1/1000" or "0.1%". */
static bool parse_probability(double *out, const char *text)
{
    double parts = 1;

    if (!take_number(out, &text)) {
        return false;
    }
    if (*text == '%') {
        parts = 100;
        text++;
    } else if (*text == '/') {
        text++;
        if (!take_count(&parts, &text)) {
            return false;
        }
    }
    *out /= parts;
    return !*text && *out < 1;
}

const struct odds_word odds_count = {parse_count, "1000, 20M or 1e15"};
const struct odds_word odds_rate = {parse_rate, "1000/s, 20M/day or 1e15/year"};
const struct odds_word odds_years = {parse_years, "10 or 0.5"};
const struct odds_word odds_probability = {parse_probability,
                                           "1e-9, 1/1e9 or 0.1%"};

/* ------------------------------------------------------------------ solving */

/* How many different ids a kind can have in `seconds`. */
static double possible_ids(const struct odds_kind *kind, double seconds)
{
    double steps = kind->step > 0 ? seconds / kind->step : 1;

    return times_two_to(steps > 1 ? steps : 1, kind->bits);
}

static void solve_count(struct odds *odds)
{
    const struct odds_kind *kind = &odds->kind;
    double a_step = times_two_to(1, kind->bits);

    if (kind->step > 0 && odds->rate > 0) { /* more ids take more time */
        double per_step = odds->rate * kind->step;

        odds->count =
            birthday_count_spread(odds->probability, a_step / per_step);
        if (odds->count < per_step) { /* all ids are made in one step */
            odds->count = birthday_count(odds->probability, a_step);
        }
    } else {
        odds->count = birthday_count(odds->probability,
                                     possible_ids(kind, odds->seconds));
    }
}

void odds_solve(struct odds *odds)
{
    bool asked = odds->probability > 0;

    if (asked) {
        solve_count(odds);
    } else if (odds->count == 0) {
        odds->count = odds->rate * odds->seconds;
    }
    if (odds->seconds == 0 && odds->rate > 0) {
        odds->seconds = odds->count / odds->rate;
    } else if (odds->rate == 0 && odds->seconds > 0) {
        odds->rate = odds->count / odds->seconds;
    }
    odds->possible = possible_ids(&odds->kind, odds->seconds);
    if (!asked) {
        odds->probability = birthday_probability(odds->count, odds->possible);
    }
}
