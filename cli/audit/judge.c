/* SPDX-License-Identifier: MIT */
/* judge.c - what audit makes of one id, and of all of them. */
#include "../stats/p_values.h"
#include "audit.h"

#include <string.h>

/* An explanation of ids that make no sense is likely where chance gives as many
 * of them fewer than one in fifty times. */
#define LIKELY 0.02

/* ------------------------------------------------------------------- an id */

/* Written by hand, or filled in: few different digits. One of version 4 has so
 * few by chance with odds of 10^-15. */
static bool is_made_up(const guidon_id *id)
{
    enum { MOST = 4 };
    unsigned seen = 0;
    unsigned n = 0;

    for (size_t i = 0; i < 32 && n <= MOST; i++) {
        unsigned digit = (unsigned)id->bytes[i / 2] >> (i % 2 ? 0 : 4) & 15;

        if (i != 12 && i != 16) { /* the version, the variant */
            n += (seen >> digit & 1u) == 0;
            seen |= 1u << digit;
        }
    }
    return n <= MOST;
}

static void see_odd(struct audit *audit, const guidon_id *id, uint64_t place,
                    enum kind kind)
{
    enum issue_name name = interpretations_explain(id, kind, &audit->window);
    struct found_ids *found = &audit->found[name];
    int64_t ms;

    audit->odd += name != ISSUE_SECONDS && name != ISSUE_REORDERED &&
                  name != ISSUE_DRAFT_V7;
    if (name == ISSUE_TICKS_LAST) {
        found = &audit->ticks;
    } else if (name == ISSUE_SWAPPED_V4) {
        bool timed = interpretations_time(&ms, ISSUE_PAST, id, kind);

        found = &audit->back[!timed                    ? BACK_NOT_RFC
                             : ms < audit->window.from ? BACK_PAST
                                                       : BACK_FUTURE];
    }
    found_insert(found, id, place, 0);
}

static void see_timeless(struct audit *audit, const guidon_id *id,
                         uint64_t place, enum kind kind)
{
    unsigned hidden = interpretations_hidden(id, kind, &audit->window);

    audit->timeless++;
    for (unsigned i = 0; hidden > 0; i++, hidden >>= 1) {
        if (hidden & 1u) {
            found_insert(&audit->found[HIDDEN_FIRST + i], id, place, 0);
        }
    }
    if (kind == KIND_V4 && is_made_up(id)) {
        found_insert(&audit->found[ISSUE_MADE_UP], id, place, 0);
    }
}

static enum kind kind_at(const guidon_id *id, uint64_t place)
{
    return kind_of(id, PLACE_ULID(place) ? GUIDON_FORM_ULID : GUIDON_FORM_UUID);
}

static bool is_timed(enum kind kind)
{
    return kind == KIND_V1 || kind == KIND_V6 || kind == KIND_V7 ||
           kind == KIND_ULID;
}

/* Does an id of a kind with a time tell one that it may well have? */
static bool is_of_window(int64_t *ms, const struct audit *audit,
                         const guidon_id *id, enum kind kind)
{
    return interpretations_time(ms, ISSUE_PAST, id, kind) &&
           window_holds(&audit->window, *ms);
}

void audit_begin(struct audit *audit)
{
    for (size_t kind = 0; kind < DRAWS; kind++) {
        audit->draws[kind].repeats.spare = audit->spare;
    }
}

void audit_see(struct audit *audit, const guidon_id *id, uint64_t place)
{
    const enum kind kind = kind_at(id, place);
    const enum randomness_kind drawn = randomness_kind_of(kind);
    int64_t ms;

    audit->ids++;
    audit->kinds[kind]++;
    if (kind == KIND_NIL || kind == KIND_MAX) {
        found_insert(&audit->found[kind == KIND_NIL ? ISSUE_NIL : ISSUE_MAX],
                     id, place, 0);
    }
    if (is_timed(kind)) {
        if (!is_of_window(&ms, audit, id, kind)) {
            return;
        }
        timeline_add(&audit->line, ms);
    }
    if (drawn < DRAWS) {
        randomness_step(&audit->draws[drawn], drawn, id);
    }
}

/* True if there is nothing wrong with it at first sight. */
static bool see_reading(struct audit *audit, const guidon_id *id,
                        uint64_t place, enum kind kind)
{
    int64_t ms;

    switch (kind) {
    case KIND_NIL:
    case KIND_MAX:
        return false;
    case KIND_V2:
    case KIND_V3:
    case KIND_V4:
    case KIND_V5:
    case KIND_V8:
        see_timeless(audit, id, place, kind);
        return true;
    default: /* what NCS could have made is of before 1990 */
        if (is_timed(kind) ? is_of_window(&ms, audit, id, kind)
                           : interpretations_time(&ms, ISSUE_PAST, id, kind)) {
            return true;
        }
        see_odd(audit, id, place, kind);
        return false;
    }
}

void audit_see_sorted(struct audit *audit, const guidon_id *id, uint64_t place)
{
    const enum kind kind = kind_at(id, place);
    const enum randomness_kind drawn = randomness_kind_of(kind);

    if (!see_reading(audit, id, place, kind)) {
        return;
    }
    if (kind == KIND_V1 || kind == KIND_V2 || kind == KIND_V6) {
        nodes_add(&audit->nodes, id, place);
    }
    if (drawn < DRAWS && !(kind == KIND_V4 && is_made_up(id))) {
        randomness_value(&audit->draws[drawn], drawn, id, place);
    }
}

/* -------------------------------------------------------------- conclusions */

static void forget(struct audit *audit, enum issue_name name)
{
    audit->found[name].count = 0;
}

/* The chance that `n` ids with random bits hold as many of these. */
static double chance_of_finding(const struct audit *audit, enum issue_name name,
                                uint64_t n)
{
    return p_value_poisson((double)audit->found[name].count,
                           (double)n *
                               interpretations_chance(name, &audit->window));
}

/* Ids that make sense otherwise, of all that make none. */
static void conclude_odd(struct audit *audit)
{
    static const enum issue_name readings[] = {ISSUE_SWAPPED, ISSUE_ULID,
                                               ISSUE_SWAPPED_V4};
    struct found_ids *swapped = &audit->found[ISSUE_SWAPPED_V4];

    for (size_t i = 0; i < BACKS; i++) {
        found_join(swapped, &audit->back[i]);
    }
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        enum issue_name name = readings[i];

        audit->p[name] = chance_of_finding(audit, name, audit->odd);
        audit->sure[name] =
            audit->p[name] < LIKELY ? SURE_LIKELY : SURE_POSSIBLE;
    }
    if (swapped->count * 4 < audit->odd) { /* chance alone swaps a sixteenth */
        forget(audit, ISSUE_SWAPPED_V4);
        found_join(&audit->found[ISSUE_NOT_RFC], &audit->back[BACK_NOT_RFC]);
        found_join(&audit->found[ISSUE_FUTURE], &audit->back[BACK_FUTURE]);
        found_join(&audit->found[ISSUE_PAST], &audit->back[BACK_PAST]);
    }
}

static void conclude_hidden(struct audit *audit)
{
    struct found_ids *ticks = &audit->found[ISSUE_TICKS_LAST];

    found_join(ticks, &audit->ticks);
    for (int i = HIDDEN_FIRST; i <= HIDDEN_LAST; i++) {
        enum issue_name name = (enum issue_name)i;
        bool all = name == ISSUE_TICKS_LAST; /* of any variant */
        double most = all && audit->ticks.count > 0 ? LIKELY : FALSE_ALARM;

        audit->p[name] = chance_of_finding(
            audit, name, audit->timeless + (all ? audit->odd : 0));
        if (!(audit->p[name] < most)) {
            forget(audit, name);
        }
    }
    if (ticks->count == 0) {
        found_join(&audit->found[ISSUE_NOT_RFC], &audit->ticks);
    }
    /* The first digits of both look alike. */
    if (audit->found[ISSUE_HIDDEN_10US_LAST].count > 0 &&
        audit->found[ISSUE_HIDDEN_DAYS_LAST].count > 0) {
        audit->sure[ISSUE_HIDDEN_10US_LAST] = SURE_POSSIBLE;
        audit->sure[ISSUE_HIDDEN_DAYS_LAST] = SURE_POSSIBLE;
    }
}

static void conclude_draws(struct audit *audit)
{
    for (enum randomness_kind kind = 0; kind < DRAWS; kind++) {
        randomness_end(&audit->draws[kind], kind);
        randomness_judge(audit->tests[kind], &audit->draws[kind], kind,
                         audit->found[ISSUE_DUPLICATES].count);
    }
}

void audit_conclude(struct audit *audit)
{
    bool random = nodes_look_random(&audit->nodes);

    for (int i = 0; i < ISSUE_BITS; i++) {
        audit->p[i] = 1;
        audit->sure[i] = issue_title((enum issue_name)i)->sure;
    }
    audit->found[random ? ISSUE_NODE_BIT : ISSUE_MAC] = audit->nodes.finding;
    nodes_rank(&audit->nodes);
    conclude_odd(audit);
    conclude_hidden(audit);
    conclude_draws(audit);
}

size_t audit_findings(const struct audit *audit)
{
    size_t n = 0;

    for (int i = 0; i < ISSUE_BITS; i++) {
        n += audit->found[i].count > 0;
    }
    for (size_t kind = 0; kind < DRAWS; kind++) {
        for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
            n += audit->tests[kind][i].found;
        }
    }
    return n;
}
