/* SPDX-License-Identifier: MIT */
/* audit_text.c - what audit found, for people. */
#include "audit.h"
#include "moment.h"
#include "number.h"
#include "output.h"
#include "shown.h"
#include "tails.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 14, INSET = 11 }; /* columns of names; of what is below them */

static void print_name(const char *name, const struct look *look)
{
    look_paint(look, PAINT_FAINT);
    output_format("  %-*s", NAMES, name);
    look_paint(look, PAINT_PLAIN);
}

static void print_count(const char *name, uint64_t count,
                        const struct look *look)
{
    print_name(name, look);
    output_format("%" PRIu64 "\n", count);
}

static void print_kinds(const struct audit *audit, const struct look *look)
{
    const char *between = "";

    if (audit->ids == 0) {
        return;
    }
    print_name("kinds", look);
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (audit->kinds[kind] > 0) {
            output_format("%s%s %" PRIu64, between, kind_name(kind),
                          audit->kinds[kind]);
            between = ", ";
        }
    }
    output_text("\n");
}

#define P_TEXT_MAX (NUMBER_MAX + 16)
static const char *p_text(char out[P_TEXT_MAX], double p)
{
    if (p < TAIL_LEAST) {
        snprintf(out, P_TEXT_MAX, "p below 1e-100");
    } else {
        snprintf(out, P_TEXT_MAX, "p %s", NUMBER(p));
    }
    return out;
}
#define P_TEXT(p) p_text((char[P_TEXT_MAX]){0}, p)

/* ----------------------------------------------------------------- examples */

const char *audit_file(const struct audit_style *style, uint64_t place)
{
    const char *name = style->files[PLACE_FILE(place)];

    return strcmp(name, "-") == 0 ? "stdin" : name;
}

static void print_place(const struct audit_style *style, uint64_t place)
{
    output_format("%s:%" PRIu64, SHOWN(audit_file(style, place)),
                  PLACE_NUMBER(place));
}

static void print_example(const struct found_id *example,
                          enum finding_name name,
                          const struct audit_style *style)
{
    const bool ulid = PLACE_ULID(example->place);
    char text[GUIDON_UUID_LEN];
    char time[MOMENT_TEXT_MAX];
    int64_t ms;

    if (ulid) {
        guidon_ulid_format(text, &example->id);
    } else {
        guidon_uuid_format(text, &example->id);
    }
    output_format("%*s", INSET, "");
    print_place(style, example->place);
    output_format(": %.*s", ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN, text);
    if (example->first != 0) {
        output_text(", first in ");
        print_place(style, example->first);
    }
    if (layouts_time(&ms, name, &example->id,
                     kind_of(&example->id,
                             ulid ? GUIDON_FORM_ULID : GUIDON_FORM_UUID))) {
        output_format(", %s", moment_format(time, time_of_ms(ms), 0));
    }
    output_text("\n");
}

static void print_examples(const struct found_ids *finding,
                           enum finding_name name,
                           const struct audit_style *style)
{
    for (size_t i = 0; i < found_examples(finding); i++) {
        print_example(&finding->examples[i], name, style);
    }
}

static void print_no_ids(const struct audit *audit,
                         const struct audit_style *style)
{
    for (size_t i = 0; i < found_examples(&audit->found[FIND_NOT_IDS]); i++) {
        const struct no_id *no_id = &audit->no_ids[i];

        output_format("%*s", INSET, "");
        print_place(style, no_id->place);
        output_format(":%zu: %s\n", no_id->offset, no_id->why);
    }
}

static void print_nodes(const struct nodes *nodes)
{
    const char *more = nodes->others > 0 ? " or more" : "";

    output_format("%*sdifferent nodes: %zu%s\n", INSET, "", nodes->n, more);
    for (size_t i = 0; i < nodes->n && i < NODES_TOLD; i++) {
        char text[NODE_TEXT_MAX];

        output_format(
            "%*s%s in %" PRIu64 "%s\n", INSET, "",
            node_text(text, nodes->held[i].node), nodes->held[i].count,
            node_is_local(nodes->held[i].node) ? ", one that software gave"
                                               : "");
    }
}

/* ----------------------------------------------------------------- findings */

static void print_title(enum sure sure, enum finding_name name, uint64_t count,
                        const char *of, const struct look *look)
{
    look_paint(look, PAINT_TITLE);
    output_format("  %-*s%s", INSET - 2, sure_word(sure),
                  finding_title(name)->name);
    look_paint(look, PAINT_PLAIN);
    output_format(": %" PRIu64 "%s %s\n", count, of, finding_title(name)->what);
}

static void print_finding(const struct audit *audit, enum finding_name name,
                          const struct audit_style *style)
{
    const struct found_ids *finding = &audit->found[name];

    print_title(audit->sure[name], name, finding->count, "", &style->look);
    if (audit->p[name] < 1) {
        output_format("%*s%s\n", INSET, "", P_TEXT(audit->p[name]));
    }
    switch (name) {
    case FIND_NOT_IDS:
        print_no_ids(audit, style);
        return;
    case FIND_DUPLICATES:
        output_format("%*sdifferent ids: %" PRIu64 "\n", INSET, "",
                      audit->repeated);
        break;
    case FIND_MAC:
    case FIND_NODE_BIT:
        print_nodes(&audit->nodes);
        break;
    default:
        break;
    }
    print_examples(finding, name, style);
}

/* What a test measured. */
static void print_measure(const struct draws_test *test)
{
    const struct verdict *verdict = &test->verdict;

    switch (test->name) {
    case FIND_BITS:
    case FIND_STEPS:
        output_format("%s: bit %u is %s standard deviations off",
                      P_TEXT(verdict->p), verdict->at,
                      NUMBER(verdict->statistic < 0 ? -verdict->statistic
                                                    : verdict->statistic));
        break;
    case FIND_BYTES:
        output_format("%s: octet %u has a chi-square of %s", P_TEXT(verdict->p),
                      verdict->at, NUMBER(verdict->statistic));
        break;
    default:
        output_format("%s: %.0f, where chance makes %s", P_TEXT(verdict->p),
                      verdict->statistic,
                      test->due > 0 ? NUMBER(test->due) : "0");
        break;
    }
    output_text("\n");
}

/* Bits that are random by rights, and are all zero or all one. */
static unsigned count_fixed(const struct spread *spread, const guidon_id *mask)
{
    unsigned n = 0;

    for (unsigned bit = 0; bit < 128; bit++) {
        uint64_t ones = spread_ones(spread, bit);

        n += id_bit(mask, bit) && (ones == 0 || ones == spread->n);
    }
    return n;
}

static void print_test_finding(const struct audit *audit, enum draws_kind kind,
                               const struct draws_test *test,
                               const struct audit_style *style)
{
    const struct draws *draws = &audit->draws[kind];
    const guidon_id mask = draws_mask(kind);
    const bool counts = test->name >= FIND_SEQUENTIAL;
    char of[32];
    unsigned fixed;

    snprintf(of, sizeof of, " of %s", kind_name(draws_kind_name(kind)));
    print_title(finding_title(test->name)->sure, test->name,
                counts ? (uint64_t)test->verdict.statistic : test->n, of,
                &style->look);
    output_format("%*s", INSET, "");
    print_measure(test);
    if (test->name == FIND_SEQUENTIAL) {
        print_examples(&draws->neighbours, test->name, style);
    } else if (test->name == FIND_REPEATED) {
        print_examples(&draws->again, test->name, style);
    } else if (test->name == FIND_BITS &&
               (fixed = count_fixed(&draws->values, &mask)) > 0) {
        output_format("%*s%u of them never change\n", INSET, "", fixed);
    }
}

static void print_findings(const struct audit *audit,
                           const struct audit_style *style)
{
    if (audit_findings(audit) == 0) {
        output_text("\n  nothing found\n");
        return;
    }
    output_text("\n");
    for (int name = 0; name < FIND_BITS; name++) {
        if (audit->found[name].count > 0) {
            print_finding(audit, (enum finding_name)name, style);
        }
    }
    for (enum draws_kind kind = 0; kind < DRAWS; kind++) {
        for (size_t i = 0; i < DRAWS_TESTS; i++) {
            if (audit->tests[kind][i].found) {
                print_test_finding(audit, kind, &audit->tests[kind][i], style);
            }
        }
    }
}

/* -------------------------------------------------------------------- tests */

static void draw_bit(uint64_t ones, uint64_t n, bool unicode)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "█"};
    static const char *const letters[] = {"0", "-", "-", ".", "+", "+", "1"};
    size_t i = 0; /* never; then by quarters, a half in the middle */

    if (ones == n) {
        i = 6;
    } else if (ones > 0) {
        i = 1 + (size_t)((double)ones / (double)n * 4 + 0.5);
    }
    output_text(unicode ? blocks[i] : letters[i]);
}

static void draw_bits(const struct spread *spread, const struct look *look)
{
    look_paint(look, PAINT_BAR);
    for (unsigned bit = 0; bit < 128; bit++) {
        output_text(bit % 64 == 0 ? "    " : bit % 8 == 0 ? " " : "");
        draw_bit(spread_ones(spread, bit), spread->n, look->unicode);
        output_text(bit % 64 == 63 ? "\n" : "");
    }
    look_paint(look, PAINT_PLAIN);
}

static unsigned bits_of(const guidon_id *mask)
{
    unsigned n = 0;

    for (unsigned bit = 0; bit < 128; bit++) {
        n += id_bit(mask, bit);
    }
    return n;
}

static void print_tests(const struct audit *audit, enum draws_kind kind,
                        const struct audit_style *style)
{
    const struct draws *draws = &audit->draws[kind];
    const guidon_id mask = draws_mask(kind);

    output_format("\n  %u random bits of %s", bits_of(&mask),
                  kind_name(draws_kind_name(kind)));
    if (draws->values.n < SPREAD_LEAST_BITS && draws->neighbours.count == 0 &&
        draws->again.count == 0) {
        output_format(": too few to judge (%" PRIu64 "%s)\n", draws->values.n,
                      draws_is_timed(kind) ? ", one in each millisecond" : "");
        return;
    }
    output_text("\n");
    for (size_t i = 0; i < DRAWS_TESTS; i++) {
        const struct draws_test *test = &audit->tests[kind][i];

        if (test->verdict.tests == 0 && !test->why) {
            continue;
        }
        output_format("    %-*s", NAMES - 2, finding_title(test->name)->name);
        if (test->why) {
            output_format("%" PRIu64 ": %s\n", test->n, test->why);
        } else {
            print_measure(test);
        }
    }
    output_format("    how often each bit is one, bit 0 first, in %" PRIu64
                  " (%s)\n",
                  draws->values.n,
                  style->look.unicode ? "▁ never, ▄ half, █ always"
                                      : "0 never, . half, 1 always");
    draw_bits(&draws->values, &style->look);
}

void audit_print(const struct audit *audit, const struct audit_style *style)
{
    print_count(style->records, audit->records, &style->look);
    print_count("ids", audit->ids, &style->look);
    print_kinds(audit, &style->look);
    print_findings(audit, style);
    for (enum draws_kind kind = 0; kind < DRAWS; kind++) {
        if (audit->draws[kind].ids > 0) {
            print_tests(audit, kind, style);
        }
    }
    timeline_draw(&audit->line, &style->look);
}
