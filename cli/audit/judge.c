/* SPDX-License-Identifier: MIT */
/* judge.c - audit judges each id, then all of them. */
#include "../stats/p_values.h"
#include "audit.h"

#include <string.h>

/* An interpretation of implausible ids is likely if chance gives as many ids in
 * fewer than one of fifty files. */
#define LIKELY       0.02
#define YEAR_1990_MS INT64_C(631152000000)
/* The clocks of two machines may differ, but seldom by a minute. guidon_causes_of adds
 * as much to a time. */
#define SLACK_MS INT64_C(60000)

/* -------------------------------------------------------------- a single id */

/* The time from which the plausible times extend by a minute. */
static guidon_time now_of(const struct audit *audit)
{
    return time_of_ms(audit->window.to - SLACK_MS);
}

/* Did somebody type the id or make it up? */
static bool is_made_up(const struct audit *audit, const guidon_id *id)
{
    return (guidon_causes_of(id, now_of(audit)) &
            GUIDON_CAUSE_BIT(GUIDON_CAUSE_MADE_UP)) != 0;
}

static void add_implausible(struct audit *audit, const guidon_id *id,
                            uint64_t position, guidon_id_kind kind)
{
    enum issue_name name = interpretations_explain(id, kind, &audit->window);
    struct issue_ids *found = &audit->issues[name];
    int64_t ms;

    audit->implausible += name != ISSUE_SECONDS && name != ISSUE_REORDERED &&
                          name != ISSUE_DRAFT_V7;
    if (name == ISSUE_TICKS_LAST) {
        found = &audit->ticks;
    } else if (name == ISSUE_SWAPPED_V4) {
        bool timed = interpretations_time(&ms, ISSUE_PAST, id, kind);

        found = &audit->swapped_v4[!timed                    ? FALLBACK_NOT_RFC
                                   : ms < audit->window.from ? FALLBACK_PAST
                                                             : FALLBACK_FUTURE];
    }
    issue_insert(found, id, position, 0);
}

static void add_timeless(struct audit *audit, const guidon_id *id,
                         uint64_t position, guidon_id_kind kind)
{
    unsigned hidden = interpretations_hidden(id, kind, &audit->window);

    audit->timeless++;
    for (unsigned i = 0; hidden > 0; i++, hidden >>= 1) {
        if (hidden & 1u) {
            issue_insert(&audit->issues[HIDDEN_FIRST + i], id, position, 0);
        }
    }
    if (kind == GUIDON_KIND_V4 && is_made_up(audit, id)) {
        issue_insert(&audit->issues[ISSUE_MADE_UP], id, position, 0);
    }
}

static guidon_id_kind kind_of_record(const guidon_id *id, uint64_t position)
{
    return kind_of(id, POSITION_ULID(position) ? GUIDON_FORM_ULID
                                               : GUIDON_FORM_UUID);
}

static bool is_timed(guidon_id_kind kind)
{
    return kind == GUIDON_KIND_V1 || kind == GUIDON_KIND_V6 ||
           kind == GUIDON_KIND_V7 || kind == GUIDON_KIND_ULID;
}

/* Does an id of a kind with a time have a plausible time? */
static bool has_plausible_time(int64_t *ms, const struct audit *audit,
                               const guidon_id *id, guidon_id_kind kind)
{
    return interpretations_time(ms, ISSUE_PAST, id, kind) &&
           window_contains(&audit->window, *ms);
}

bool audit_begin(struct audit *audit, int64_t now_ms)
{
    audit->window = (struct window){YEAR_1990_MS, now_ms + SLACK_MS};
    for (size_t kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        audit->randomness[kind].sample.spare = audit->spare;
    }
    return audit->window.to > audit->window.from;
}

void audit_add(struct audit *audit, const guidon_id *id, uint64_t position)
{
    const guidon_id_kind kind = kind_of_record(id, position);
    const enum randomness_kind random_kind = randomness_kind_of(kind);
    int64_t ms;

    if (POSITION_ULID(position)) {
        guidon_audit_add_ulid(&audit->ids, id);
    } else {
        guidon_audit_add(&audit->ids, id);
    }
    if (kind == GUIDON_KIND_NIL || kind == GUIDON_KIND_MAX) {
        issue_insert(
            &audit->issues[kind == GUIDON_KIND_NIL ? ISSUE_NIL : ISSUE_MAX], id,
            position, 0);
    }
    if (is_timed(kind)) {
        if (!has_plausible_time(&ms, audit, id, kind)) {
            return;
        }
        timeline_add(&audit->timeline, ms);
    }
    if (random_kind < RANDOMNESS_KINDS) {
        randomness_step(&audit->randomness[random_kind], random_kind, id);
    }
}

/* Is the id plausible as it is written? If not, adds it to an issue. */
static bool is_plausible(struct audit *audit, const guidon_id *id,
                         uint64_t position, guidon_id_kind kind)
{
    int64_t ms;

    switch (kind) {
    case GUIDON_KIND_NIL:
    case GUIDON_KIND_MAX:
        return false;
    case GUIDON_KIND_V2:
    case GUIDON_KIND_V3:
    case GUIDON_KIND_V4:
    case GUIDON_KIND_V5:
    case GUIDON_KIND_V8:
        add_timeless(audit, id, position, kind);
        return true;
    default: /* an NCS id with a time is plausible, although before 1990 */
        if (is_timed(kind) ? has_plausible_time(&ms, audit, id, kind)
                           : interpretations_time(&ms, ISSUE_PAST, id, kind)) {
            return true;
        }
        add_implausible(audit, id, position, kind);
        return false;
    }
}

void audit_add_distinct(struct audit *audit, const guidon_id *id,
                        uint64_t position)
{
    const guidon_id_kind kind = kind_of_record(id, position);
    const enum randomness_kind random_kind = randomness_kind_of(kind);

    if (kind != GUIDON_KIND_ULID) {
        causes_add(&audit->causes, id, position, now_of(audit));
    }
    if (!is_plausible(audit, id, position, kind)) {
        return;
    }
    if (kind == GUIDON_KIND_V1 || kind == GUIDON_KIND_V2 ||
        kind == GUIDON_KIND_V6) {
        nodes_add(&audit->nodes, id, position);
    }
    if (random_kind < RANDOMNESS_KINDS &&
        !(kind == GUIDON_KIND_V4 && is_made_up(audit, id))) {
        randomness_value(&audit->randomness[random_kind], random_kind, id,
                         position);
    }
}

void audit_add_duplicate(struct audit *audit, const guidon_id *id,
                         uint64_t position, uint64_t first)
{
    const enum randomness_kind kind =
        randomness_kind_of(kind_of_record(id, position));

    issue_insert(&audit->issues[ISSUE_DUPLICATES], id, position, first);
    if (kind < RANDOMNESS_KINDS) {
        audit->randomness[kind].duplicates++;
    }
}

/* -------------------------------------------------------------- conclusions */

static void forget(struct audit *audit, enum issue_name name)
{
    audit->issues[name].count = 0;
}

/* The probability that `n` ids with random bits show an issue as often. */
static double p_of_issue(const struct audit *audit, enum issue_name name,
                         uint64_t n)
{
    return p_value_poisson((double)audit->issues[name].count,
                           (double)n *
                               interpretations_chance(name, &audit->window));
}

/* Judge the interpretations of implausible ids. */
static void conclude_implausible(struct audit *audit)
{
    static const enum issue_name readings[] = {ISSUE_SWAPPED, ISSUE_ULID,
                                               ISSUE_SWAPPED_V4};
    struct issue_ids *swapped = &audit->issues[ISSUE_SWAPPED_V4];

    for (size_t i = 0; i < FALLBACKS; i++) {
        issue_join(swapped, &audit->swapped_v4[i]);
    }
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        enum issue_name name = readings[i];

        audit->p[name] = p_of_issue(audit, name, audit->implausible);
        audit->certainty[name] =
            audit->p[name] < LIKELY ? CERTAINTY_LIKELY : CERTAINTY_POSSIBLE;
    }
    if (swapped->count * 4 <
        audit->implausible) { /* chance gives a sixteenth */
        forget(audit, ISSUE_SWAPPED_V4);
        issue_join(&audit->issues[ISSUE_NOT_RFC],
                   &audit->swapped_v4[FALLBACK_NOT_RFC]);
        issue_join(&audit->issues[ISSUE_FUTURE],
                   &audit->swapped_v4[FALLBACK_FUTURE]);
        issue_join(&audit->issues[ISSUE_PAST],
                   &audit->swapped_v4[FALLBACK_PAST]);
    }
}

static void conclude_hidden(struct audit *audit)
{
    struct issue_ids *ticks = &audit->issues[ISSUE_TICKS_LAST];

    issue_join(ticks, &audit->ticks);
    for (int i = HIDDEN_FIRST; i <= HIDDEN_LAST; i++) {
        enum issue_name name = (enum issue_name)i;
        bool all = name == ISSUE_TICKS_LAST; /* these may have any variant */
        double most = all && audit->ticks.count > 0 ? LIKELY : FALSE_ALARM;

        audit->p[name] = p_of_issue(
            audit, name, audit->timeless + (all ? audit->implausible : 0));
        if (!(audit->p[name] < most)) {
            forget(audit, name);
        }
    }
    if (ticks->count == 0) {
        issue_join(&audit->issues[ISSUE_NOT_RFC], &audit->ticks);
    }
    /* Their first digits look alike, so that neither is certain. */
    if (audit->issues[ISSUE_HIDDEN_10US_LAST].count > 0 &&
        audit->issues[ISSUE_HIDDEN_DAYS_LAST].count > 0) {
        audit->certainty[ISSUE_HIDDEN_10US_LAST] = CERTAINTY_POSSIBLE;
        audit->certainty[ISSUE_HIDDEN_DAYS_LAST] = CERTAINTY_POSSIBLE;
    }
}

static void conclude_randomness(struct audit *audit)
{
    for (enum randomness_kind kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        randomness_end(&audit->randomness[kind], kind);
        randomness_judge(audit->tests[kind], &audit->randomness[kind], kind);
    }
}

void audit_conclude(struct audit *audit)
{
    bool random = nodes_look_random(&audit->nodes);

    for (int i = 0; i < ISSUE_BITS; i++) {
        audit->p[i] = 1;
        audit->certainty[i] = issue_title((enum issue_name)i)->certainty;
    }
    audit->issues[random ? ISSUE_NODE_BIT : ISSUE_MAC] = audit->nodes.ids;
    nodes_rank(&audit->nodes);
    conclude_implausible(audit);
    conclude_hidden(audit);
    conclude_randomness(audit);
    causes_conclude(&audit->causes);
}

size_t audit_issue_count(const struct audit *audit)
{
    size_t n = 0;

    for (int i = 0; i < ISSUE_BITS; i++) {
        n += audit->issues[i].count > 0;
    }
    for (size_t kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
            n += audit->tests[kind][i].found;
        }
    }
    return n;
}
