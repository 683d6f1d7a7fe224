/* SPDX-License-Identifier: MIT */
/* odds.c - guidon odds: the probability that any two ids are equal. */
#include "../stats/odds.h"
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/json.h"
#include "../text/number.h"

#include <guidon.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *choice_random_kind(size_t i)
{
    const struct odds_kind *kind = odds_kind(i);

    return kind ? kind->name : NULL;
}

/* Which kinds have a time, and which is version 7. */
#define FOR_PREFIXED (1u << ODDS_V8_APPEND | 1u << ODDS_V8_SHARDED)
#define FOR_V7       (1u << ODDS_V7)
#define FOR_TIME                                                               \
  (1u << ODDS_V1 | 1u << ODDS_V6 | FOR_V7 | 1u << ODDS_ULID | FOR_PREFIXED)
/* In a millisecond, 20 of the bits of an id with a prefix tell the time. */
#define FRACTION_BITS 20

/* The layouts of version 7. In a millisecond, 20 of the 74 bits of the first tell
 * the time; counters begin with the top bit clear. */
static const struct layout {
    const char *name;
    int bits, one_time_bits;
} layouts[] = {
    {"precise", 74, 54},
    {"counter", 73, 73},
    {"increment", 73, 73},
    {"unordered", 74, 74},
    {"trace", 74, 56},
};

static const char *choice_layout(size_t i)
{
    return i < COUNT_OF(layouts) ? layouts[i].name : NULL;
}

enum {
    OPT_COUNT,
    OPT_RATE,
    OPT_YEARS,
    OPT_AT_MOST,
    OPT_LAYOUT,
    OPT_PREFIX_BITS,
    OPT_ONE_TIME,
    OPT_JSON
};

static const struct option_spec options[] = {
    {.letter = 'n',
     .name = "count",
     .value = "N",
     .help = "number of ids, such as 1000, 20M or 1e15"},
    {.name = "rate",
     .value = "N/UNIT",
     .help = "ids per time: per ns, us, ms, s, min, h, day or year"},
    {.name = "years", .value = "Y", .help = "number of years"},
    {.name = "at-most",
     .value = "P",
     .help =
         "find the number of ids for this probability: 1e-9, 1/1e9 or 0.1%"},
    {.name = "layout",
     .value = "LAYOUT",
     .choice = choice_layout,
     .operands = FOR_V7,
     .help = "layout of the bits after the milliseconds"},
    {.name = "prefix-bits",
     .value = "N",
     .operands = FOR_PREFIXED,
     .help = "length of the prefix (v8-append: 20, v8-sharded: 4)"},
    {.name = "one-time",
     .operands = FOR_TIME,
     .help = "all ids have one time, as with --at of guidon new"},
    {.name = "json", .help = "one JSON object (see docs/json.md)"},
};

struct job {
    struct odds odds;
    const struct layout *layout; /* of v7; else NULL */
};

/* ------------------------------------------------------------------ reading */

static bool read_option(double *out, const struct args *args, size_t option,
                        const struct odds_word *word)
{
    const char *text = args_value(args, option);

    if (text && !word->parse(out, text)) {
        message_usage("invalid %s '%s' for --%s; expected a value like %s",
                      options[option].value, ESCAPED(text),
                      options[option].name, word->like);
        return false;
    }
    return true;
}

/* Do the options determine the answer? False, with a message. */
static bool options_agree(const struct odds *odds)
{
    int given = (odds->count > 0) + (odds->rate > 0) + (odds->seconds > 0);
    bool by_time = odds->kind.step > 0;

    if (odds->probability > 0) {
        if (odds->count > 0 || given > 1 || (by_time && given == 0)) {
            message_usage("--at-most calculates the count; %s",
                          by_time ? "also give either --rate or --years"
                                  : "you may also give --rate or --years, but "
                                    "not both");
            return false;
        }
        return true;
    }
    if (given == 3) {
        message_usage("give two of --count, --rate and --years; they "
                      "determine the third");
        return false;
    }
    if (given < 2 && (by_time || odds->count == 0)) {
        message_usage("%s needs %s, or --at-most", odds->kind.name,
                      by_time ? "two of --count, --rate and --years"
                              : "--count, or --rate and --years");
        return false;
    }
    return true;
}

/* Take the bits of a prefix from those of its kind. False, with a message, if it
 * is too long. */
static bool read_prefix_bits(struct job *job, const struct args *args)
{
    const bool appends = strcmp(job->odds.kind.name, "v8-append") == 0;
    const int most =
        appends ? GUIDON_V8_PREFIX_BITS_MAX : GUIDON_V8_SHARD_BITS_MAX;
    const char *text = args_value(args, OPT_PREFIX_BITS);
    uint32_t bits = appends ? GUIDON_V8_APPEND_BITS : 4;

    if (!(FOR_PREFIXED >> args_operand(args) & 1)) {
        return true;
    }
    if (text && !number_parse(&bits, text, 0, (uint32_t)most)) {
        message_usage("invalid N '%s' for --prefix-bits; expected 0 to %d",
                      ESCAPED(text), most);
        return false;
    }
    job->odds.kind.bits -= (int)bits;
    if (args_has(args, OPT_ONE_TIME)) {
        job->odds.kind.bits -= FRACTION_BITS;
    }
    return true;
}

/* The kind, with the bits of its layout, and without steps if all ids have one
 * time. */
static void read_kind(struct job *job, const struct args *args)
{
    bool one_time = args_has(args, OPT_ONE_TIME);

    job->odds.kind = *odds_kind(args_operand(args));
    if (FOR_V7 >> args_operand(args) & 1) {
        job->layout = &layouts[args_choice(args, OPT_LAYOUT, 0)];
        job->odds.kind.bits =
            one_time ? job->layout->one_time_bits : job->layout->bits;
    }
    if (one_time) {
        job->odds.kind.step = 0;
    }
}

static bool read_job(struct job *job, const struct args *args)
{
    struct odds *odds = &job->odds;

    read_kind(job, args);
    return read_prefix_bits(job, args) &&
           read_option(&odds->count, args, OPT_COUNT, &odds_count) &&
           read_option(&odds->rate, args, OPT_RATE, &odds_rate) &&
           read_option(&odds->seconds, args, OPT_YEARS, &odds_years) &&
           read_option(&odds->probability, args, OPT_AT_MOST,
                       &odds_probability) &&
           options_agree(odds);
}

/* ------------------------------------------------------------------ writing */

/* A duration in its largest unit, such as "3.2 years". */
#define DURATION_MAX (NUMBER_MAX + 16)
static const char *duration(char out[DURATION_MAX], double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {
        {YEAR_SECONDS, "year"}, {86400, "day"},       {3600, "hour"},
        {60, "minute"},         {1, "second"},        {1e-3, "millisecond"},
        {1e-6, "microsecond"},  {1e-9, "nanosecond"},
    };
    size_t i = 0;

    /* The factor rounds 0.99995 of a unit up to one unit. */
    while (i + 1 < COUNT_OF(units) && seconds < units[i].seconds * 0.99995) {
        i++;
    }
    const char *count = NUMBER(seconds / units[i].seconds);
    snprintf(out, DURATION_MAX, "%s %s%s", count, units[i].name,
             strcmp(count, "1") == 0 ? "" : "s");
    return out;
}

/* How many tosses of a coin are all heads with about this probability. */
static int tosses(double probability)
{
    int exponent;

    /* Round to the nearer power of two: 0.7071 is the root of 1/2. */
    return frexp(probability, &exponent) < 0.70710678 ? 1 - exponent
                                                      : -exponent;
}

static void print_odds(double p)
{
    if (p == 0) {
        output_text(
            "  odds    none: a single id has no other id to be equal to\n");
    } else if (p > 0.9999) {
        output_text("  odds    almost certain that some two are equal\n");
    } else if (p > 0.1) {
        output_format("  odds    %s %% that any two are equal\n",
                      NUMBER(100 * p));
    } else {
        int heads = tosses(p);

        output_format("  odds    1 in %s that any two are equal\n",
                      NUMBER(1 / p));
        output_format("          (about as likely as heads in each of %d "
                      "tosses of a coin)\n",
                      heads);
    }
}

static void print_text(const struct job *job)
{
    const struct odds *odds = &job->odds;
    const struct odds_kind *kind = &odds->kind;
    bool timed = odds->seconds > 0;

    output_format("%s", kind->name);
    if (job->layout && job->layout != layouts) {
        output_format(" %s", job->layout->name);
    }
    output_format("\n\n  ids     n = %s", NUMBER(odds->count));
    if (timed) {
        char time[DURATION_MAX];

        output_format(", %s a second for %s", NUMBER(odds->rate),
                      duration(time, odds->seconds));
    }
    output_format("\n  places  N = %s, ", NUMBER(odds->possible));
    if (kind->step == 0) {
        output_format("2^%d\n", kind->bits);
    } else if (odds->seconds > kind->step) {
        output_format("2^%d in each of %s %s\n", kind->bits,
                      NUMBER(odds->seconds / kind->step), kind->steps);
    } else {
        output_format("2^%d, all within one %s\n", kind->bits, kind->one);
    }
    print_odds(odds->probability);
    output_text("\n  P = 1 - exp(-n (n - 1) / 2N), the birthday bound\n");
}

/* False, with a message, if memory ran out. */
static bool print_json(const struct job *job)
{
    struct json object = json_new_object();
    const struct odds *odds = &job->odds;
    double p = odds->probability;

    json_put_text(&object, "kind", odds->kind.name);
    if (job->layout) {
        json_put_text(&object, "layout", job->layout->name);
    }
    json_put_integer(&object, "random_bits", (uint64_t)odds->kind.bits);
    json_put_real(&object, "count", odds->count);
    if (odds->seconds > 0) {
        json_put_real(&object, "per_second", odds->rate);
        json_put_real(&object, "years", odds->seconds / YEAR_SECONDS);
    }
    json_put_real(&object, "places", odds->possible);
    json_put_real(&object, "probability", p);
    if (p > 0) {
        json_put_real(&object, "one_in", 1 / p);
    } else {
        json_put_null(&object, "one_in");
    }
    return json_print(&object);
}

static enum exit_code run(const struct args *args)
{
    struct job job = {.layout = NULL};

    if (!read_job(&job, args)) {
        return EXIT_USAGE;
    }
    odds_solve(&job.odds);
    if (args_has(args, OPT_JSON)) {
        return print_json(&job) ? EXIT_DONE : EXIT_IO;
    }
    print_text(&job);
    return EXIT_DONE;
}

static const struct example examples[] = {
    {"A million version-7 ids a second, for ten years",
     "guidon odds --rate 1M/s --years 10"},
    {"A thousand million version-4 ids", "guidon odds v4 --count 1G"},
    {"How many version-4 ids until the odds are one in a thousand million?",
     "guidon odds v4 --at-most 1/1e9"},
    {"For how long can you make 10 million ULIDs a second?",
     "guidon odds ulid --rate 10M/s --at-most 1e-9"},
    {"A burst within one millisecond",
     "guidon odds v7 --count 1M --rate 1M/ms"},
    {"How long can you append 10,000 ids a second until a repeat is likely?",
     "guidon odds v8-append --prefix-bits 24 --rate 10k/s --at-most 50%"},
    {"A thousand runs of 'guidon new v7 --at' with one time",
     "guidon odds v7 --layout unordered --one-time --count 1000"},
};

const struct command command_odds = {
    .name = "odds",
    .summary = "Calculate the probability that any two ids are equal",
    .operand = "KIND",
    .max_operands = 1,
    .operand_choice = choice_random_kind,
    .operand_default = "v7",
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "The calculation assumes that every id is drawn independently, with good\n"
        "randomness, as if each came from its own generator. A generator that keeps its\n"
        "ids in order (v1, v6, v7 except unordered, monotonic ULIDs) does not repeat one\n"
        "of its own, unless it restarts at an earlier time. So fewer generators only\n"
        "lower the odds. The calculation does not cover copied state, such as a virtual\n"
        "machine resumed twice, which makes equal ids far more likely.\n\n"
        "In v1 and v6 (61 random bits per 100 ns: clock sequence and random node), v7 (74\n"
        "per millisecond; counter and increment 73) and ULIDs (80), two ids can only be\n"
        "equal if their times are. guidon assumes that the times are spread at random\n"
        "over the years; for a burst, give the --rate of the burst. Of the 74 bits of v7\n"
        "precise, 20 are the time within the millisecond: with --one-time, 54 are left.\n"
        "That also holds for a clock of milliseconds, unless Guidon knows its resolution.\n"
        "v1 and v6 of scope host have no random bits in each id: their state file keeps\n"
        "them apart. For v3 and v5 it assumes different names that nobody built to\n"
        "collide. A year has 365.2425 days.\n\n"
        "v8-append and v8-sharded have 57 random bits less their prefix, and 20 bits of\n"
        "time within a millisecond, if the clock counts nanoseconds. A clock of\n"
        "microseconds makes repeats a thousand times as frequent. v8-sharded counts the\n"
        "ids of one shard: ids of two shards always differ.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
