/* SPDX-License-Identifier: MIT */
/* report_text.c - the report of audit for people. */
#include "../stats/p_values.h"
#include "../term/escape.h"
#include "../term/output.h"
#include "../term/terminal.h"
#include "../text/number.h"
#include "../text/reason.h"
#include "../text/time_text.h"
#include "audit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Columns: NAMES of names, INSET of the details of an issue, which stand below
 * its name. In a narrow terminal the details move left, so that an id fits. */
enum { NAMES = 16, INDENT = 4, INSET = 11, NARROW_INSET = 3, NARROW = 60 };

static void print_count(const char *name, uint64_t count,
                        const struct style *style)
{
    style_name(style, NAMES, name);
    output_format("%" PRIu64 "\n", count);
}

#define P_TEXT_MAX (NUMBER_MAX + 16)
static const char *p_text(char out[P_TEXT_MAX], double p)
{
    if (p < P_VALUE_LEAST) {
        snprintf(out, P_TEXT_MAX, "p below 1e-100");
    } else {
        snprintf(out, P_TEXT_MAX, "p %s", NUMBER(p));
    }
    return out;
}
#define P_TEXT(p) p_text((char[P_TEXT_MAX]){0}, p)

/* Write details of an issue on lines of their own. */
static void print_below(const struct style *style, const char *text)
{
    style_wrap(style, style->wrap_columns < NARROW ? NARROW_INSET : INSET,
               text);
}

/* ----------------------------------------------------------------- examples */

const char *audit_file(const struct report_context *context, uint64_t position)
{
    const char *name = context->files[POSITION_FILE(position)];

    return strcmp(name, "-") == 0 ? "stdin" : name;
}

/* "ids.txt:3", valid until the end of the enclosing block. */
#define POSITION_TEXT_MAX (ESCAPED_MAX + 24)
static const char *position_text(char out[POSITION_TEXT_MAX],
                                 const struct report_context *context,
                                 uint64_t position)
{
    snprintf(out, POSITION_TEXT_MAX, "%s:%" PRIu64,
             ESCAPED(audit_file(context, position)), POSITION_NUMBER(position));
    return out;
}
#define POSITION_TEXT(context, position)                                       \
  position_text((char[POSITION_TEXT_MAX]){0}, context, position)

static void print_example(const struct issue_example *example,
                          enum issue_name name,
                          const struct report_context *context)
{
    const bool ulid = POSITION_ULID(example->position);
    char text[GUIDON_UUID_LEN];
    char first[POSITION_TEXT_MAX + 16] = "";
    char time[TIME_TEXT_MAX + 2] = "";
    char line[2 * POSITION_TEXT_MAX + GUIDON_UUID_LEN + TIME_TEXT_MAX + 24];
    int64_t ms;

    if (ulid) {
        guidon_ulid_format(text, &example->id);
    } else {
        guidon_uuid_format(text, &example->id);
    }
    if (example->first != 0) {
        snprintf(first, sizeof first, ", first in %s",
                 POSITION_TEXT(context, example->first));
    }
    if (interpretations_time(&ms, name, &example->id,
                             kind_of(&example->id, ulid ? GUIDON_FORM_ULID
                                                        : GUIDON_FORM_UUID))) {
        memcpy(time, ", ", 2);
        time_format(time + 2, time_of_ms(ms), 0);
    }
    snprintf(line, sizeof line, "%s: %.*s%s%s",
             POSITION_TEXT(context, example->position),
             ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN, text, first, time);
    print_below(&context->style, line);
}

static void print_examples(const struct issue_ids *issue, enum issue_name name,
                           const struct report_context *context)
{
    for (size_t i = 0; i < issue_examples(issue); i++) {
        print_example(&issue->examples[i], name, context);
    }
}

static void print_no_ids(const struct audit *audit,
                         const struct report_context *context)
{
    for (size_t i = 0; i < issue_examples(&audit->issues[ISSUE_NOT_IDS]); i++) {
        const struct no_id *no_id = &audit->no_ids[i];
        char line[POSITION_TEXT_MAX + REASON_MAX + 32];

        snprintf(line, sizeof line, "%s:%zu: %s",
                 POSITION_TEXT(context, no_id->position), no_id->offset + 1,
                 REASON_IN_PLACE(no_id->reason));
        print_below(&context->style, line);
    }
}

static void print_nodes(const struct nodes *nodes, const struct style *style)
{
    char line[128];

    snprintf(line, sizeof line, "different nodes: %zu%s", nodes->n,
             nodes->uncounted > 0 ? " or more" : "");
    print_below(style, line);
    for (size_t i = 0; i < nodes->n && i < NODES_REPORTED; i++) {
        char text[NODE_TEXT_MAX];

        snprintf(line, sizeof line, "%s in %" PRIu64 "%s",
                 node_text(text, nodes->counts[i].node), nodes->counts[i].count,
                 node_is_local(nodes->counts[i].node) ? ", assigned by software"
                                                      : "");
        print_below(style, line);
    }
}

/* ------------------------------------------------------------------- issues */

static void print_title(enum certainty certainty, enum issue_name name,
                        uint64_t count, const char *of,
                        const struct style *style)
{
    const struct issue_title *title = issue_title(name);
    char text[160];
    int len =
        snprintf(text, sizeof text, "%" PRIu64 "%s %s", count, of, title->what);

    style_paint(style, PAINT_TITLE);
    output_format("  %-*s%s", INSET - 2, certainty_word(certainty),
                  title->name);
    style_paint(style, PAINT_PLAIN);
    if (INSET + strlen(title->name) + 2 + (size_t)len <= style->wrap_columns) {
        output_format(": %s\n", text);
    } else {
        output_text(":\n");
        print_below(style, text);
    }
}

static void print_issue(const struct audit *audit, enum issue_name name,
                        const struct report_context *context)
{
    const struct issue_ids *issue = &audit->issues[name];
    char line[48];

    print_title(audit->certainty[name], name, issue->count, "",
                &context->style);
    if (audit->p[name] < 1) {
        print_below(&context->style, P_TEXT(audit->p[name]));
    }
    switch (name) {
    case ISSUE_NOT_IDS:
        print_no_ids(audit, context);
        return;
    case ISSUE_DUPLICATES:
        snprintf(line, sizeof line, "different ids: %" PRIu64, audit->repeated);
        print_below(&context->style, line);
        break;
    case ISSUE_MAC:
    case ISSUE_NODE_BIT:
        print_nodes(&audit->nodes, &context->style);
        break;
    default:
        break;
    }
    print_examples(issue, name, context);
}

/* The result of a test. */
#define MEASURE_MAX 160
static const char *measure_text(char out[MEASURE_MAX],
                                const struct randomness_test *test)
{
    const struct verdict *verdict = &test->verdict;

    switch (test->name) {
    case ISSUE_BITS:
    case ISSUE_STEPS:
        snprintf(out, MEASURE_MAX, "%s: bit %u is %s standard deviations off",
                 P_TEXT(verdict->p), verdict->index,
                 NUMBER(verdict->statistic < 0 ? -verdict->statistic
                                               : verdict->statistic));
        break;
    case ISSUE_BYTES:
        snprintf(out, MEASURE_MAX, "%s: octet %u has a chi-square of %s",
                 P_TEXT(verdict->p), verdict->index,
                 NUMBER(verdict->statistic));
        break;
    default:
        snprintf(out, MEASURE_MAX, "%s: %.0f; chance gives %s",
                 P_TEXT(verdict->p), verdict->statistic,
                 test->expected > 0 ? NUMBER(test->expected) : "0");
        break;
    }
    return out;
}

/* The bits of `mask`, which should be random, that are always 0 or always 1. */
static unsigned count_fixed(const struct byte_histogram *histogram,
                            const guidon_id *mask)
{
    unsigned n = 0;

    for (unsigned bit = 0; bit < 128; bit++) {
        uint64_t ones = byte_histogram_ones(histogram, bit);

        n += id_bit(mask, bit) && (ones == 0 || ones == histogram->n);
    }
    return n;
}

static void print_test_issue(const struct audit *audit,
                             enum randomness_kind kind,
                             const struct randomness_test *test,
                             const struct report_context *context)
{
    const struct randomness *randomness = &audit->randomness[kind];
    const guidon_id mask = randomness_mask(kind);
    const bool counts = test->name >= ISSUE_SEQUENTIAL;
    char of[32], line[MEASURE_MAX];
    unsigned fixed;

    snprintf(of, sizeof of, " of %s", kind_name(randomness_kind_name(kind)));
    print_title(issue_title(test->name)->certainty, test->name,
                counts ? (uint64_t)test->verdict.statistic : test->n, of,
                &context->style);
    print_below(&context->style, measure_text(line, test));
    if (test->name == ISSUE_SEQUENTIAL) {
        print_examples(&randomness->same_first_half, test->name, context);
    } else if (test->name == ISSUE_REPEATED) {
        print_examples(&randomness->same_second_half, test->name, context);
    } else if (test->name == ISSUE_BITS &&
               (fixed = count_fixed(&randomness->values, &mask)) > 0) {
        snprintf(line, sizeof line, "%u of them never change", fixed);
        print_below(&context->style, line);
    }
}

static void print_issues(const struct audit *audit,
                         const struct report_context *context)
{
    if (audit_issue_count(audit) == 0) {
        output_text("\n  no issues\n");
        return;
    }
    output_text("\n");
    for (int name = 0; name < ISSUE_BITS; name++) {
        if (audit->issues[name].count > 0) {
            print_issue(audit, (enum issue_name)name, context);
        }
    }
    for (enum randomness_kind kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
            if (audit->tests[kind][i].found) {
                print_test_issue(audit, kind, &audit->tests[kind][i], context);
            }
        }
    }
}

/* ------------------------------------------------------------------- causes */

static void print_cause(const struct cause_found *found,
                        const struct report_context *context)
{
    const char *name = guidon_cause_name(found->cause);
    char line[128];

    style_paint(&context->style, PAINT_TITLE);
    output_format("  %-*s%s", INSET - 2, certainty_word(found->certainty),
                  name);
    style_paint(&context->style, PAINT_PLAIN);
    output_format(": %" PRIu64 "\n", found->ids.count);
    print_below(&context->style, P_TEXT(found->p));
    if (guidon_cause_reversible(found->cause)) {
        snprintf(line, sizeof line, "undo it: guidon repair --cause %s", name);
        print_below(&context->style, line);
    }
    print_examples(&found->ids, ISSUE_NOT_RFC, context);
}

static void print_causes(const struct audit *audit,
                         const struct report_context *context)
{
    if (audit->causes.n > 0) {
        output_text("\n  known causes\n");
    }
    for (size_t i = 0; i < audit->causes.n; i++) {
        print_cause(&audit->causes.found[i], context);
    }
}

/* -------------------------------------------------------------------- tests */

static void draw_bit(uint64_t ones, uint64_t n, bool unicode)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "█"};
    static const char *const letters[] = {"0", "-", "-", ".", "+", "+", "1"};
    size_t i = 0; /* never; 1 to 5 for quarters; 6 for always */

    if (ones == n) {
        i = 6;
    } else if (ones > 0) {
        i = 1 + (size_t)((double)ones / (double)n * 4 + 0.5);
    }
    output_text(unicode ? blocks[i] : letters[i]);
}

static void draw_bits(const struct byte_histogram *histogram,
                      const struct style *style)
{
    const unsigned row = style->columns < INDENT + 71 ? 32 : 64;

    style_paint(style, PAINT_BAR);
    for (unsigned bit = 0; bit < 128; bit++) {
        output_text(bit % row == 0 ? "    " : bit % 8 == 0 ? " " : "");
        draw_bit(byte_histogram_ones(histogram, bit), histogram->n,
                 terminal_unicode());
        output_text(bit % row == row - 1 ? "\n" : "");
    }
    style_paint(style, PAINT_PLAIN);
}

static unsigned bits_of(const guidon_id *mask)
{
    unsigned n = 0;

    for (unsigned bit = 0; bit < 128; bit++) {
        n += id_bit(mask, bit);
    }
    return n;
}

static void print_test(const struct randomness_test *test,
                       const struct style *style)
{
    char line[MEASURE_MAX];

    if (test->reason) {
        snprintf(line, sizeof line, "%s", test->reason);
    } else if (test->verdict.tests > 0) {
        measure_text(line, test);
    } else {
        return; /* the test does not fit this kind */
    }
    style_entry(style, NAMES, issue_title(test->name)->name, line);
}

static void print_tests(const struct audit *audit, enum randomness_kind kind,
                        const struct style *style)
{
    const struct randomness *randomness = &audit->randomness[kind];
    const guidon_id mask = randomness_mask(kind);
    const bool few = randomness->values.n < BYTE_HISTOGRAM_LEAST_BITS &&
                     randomness->same_first_half.count == 0 &&
                     randomness->same_second_half.count == 0;
    char line[MEASURE_MAX];
    int len = snprintf(line, sizeof line, "%u random bits of %s",
                       bits_of(&mask), kind_name(randomness_kind_name(kind)));

    if (few) {
        snprintf(line + len, sizeof line - (size_t)len,
                 ": too few to judge (%" PRIu64 "%s)", randomness->values.n,
                 randomness_is_timed(kind) ? ", one in each millisecond" : "");
    }
    output_text("\n");
    style_entry(style, 2, "", line);
    if (few) {
        return;
    }
    for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
        print_test(&audit->tests[kind][i], style);
    }
    snprintf(line, sizeof line, "ones per bit in %" PRIu64 "%s: %s",
             randomness->values.n,
             randomness_is_timed(kind) ? " ids, one in each millisecond"
                                       : " different ids",
             terminal_unicode() ? "▁ never, ▄ half, █ always"
                                : "0 never, . half, 1 always");
    style_below(style, line);
    draw_bits(&randomness->values, style);
}

void audit_print(const struct audit *audit,
                 const struct report_context *context)
{
    guidon_audit_counts counts;

    guidon_audit_read(&counts, &audit->ids);
    print_count(context->records, audit->records, &context->style);
    print_count("ids", counts.ids, &context->style);
    style_counts(&context->style, NAMES, "kinds", counts.kinds, GUIDON_ID_KINDS,
                 kind_name);
    print_issues(audit, context);
    print_causes(audit, context);
    for (enum randomness_kind kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        if (audit->randomness[kind].ids > 0) {
            print_tests(audit, kind, &context->style);
        }
    }
    timeline_draw(&audit->timeline, &context->style);
}
