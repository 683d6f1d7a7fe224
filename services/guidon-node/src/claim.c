/* SPDX-License-Identifier: MIT */
/* claim.c - takes a free number with a new lease */
#include "claim.h"

#include "clocks.h"
#include "keys.h"
#include "numbers.h"
#include "requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct etcd *etcd;
    const struct claim_options *options;
    int64_t patience_ms;
    uint64_t *races;
    /* The numbers that are looked at. */
    uint32_t begin, n;
    struct number numbers[NUMBERS_MAX];
    /* The free number that can be used first. */
    bool any_free;
    uint32_t first;
    int64_t first_ms;
    /* The lease, 0 before it is granted. */
    int64_t lease, sent_ns, ttl_s;
    int64_t apart_ms; /* clocks_apart_ms() when the wall clock was checked */
};

static const char txn[] = "kv/txn";

/* -------------------------------------------------------------- the number of bits */

/* Writes the bits of all numbers, or compares them with those of other holders:
 * number 1 of 1 bit and number 2 of 2 bits look the same in ids. */
static enum outcome agree_on_bits(const struct search *search,
                                  struct reason *reason)
{
    const struct claim_options *options = search->options;
    char key[KEYS_SIZE], bits[12];
    struct answer_header header;
    struct answer_key found = {0};
    const json_t *responses;
    json_t *answer = NULL;
    bool written = false, good;
    enum outcome outcome;

    key_node_number_bits(key, options->prefix);
    snprintf(bits, sizeof bits, "%u", options->node_number_bits);
    outcome =
        etcd_call(search->etcd, &answer, &header, txn,
                  request_txn(json_pack("[o]", compare_absent(key)),
                              json_pack("[o]", operation_put(key, bits, 0)),
                              json_pack("[o]", operation_get(key))),
                  reason);
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    good = answer_txn(&written, &responses, answer, 1, 1, reason) &&
           (written ? answer_put(responses, 0, reason)
                    : answer_one(&found, responses, 0, key, reason));
    json_decref(answer);
    if (!good) {
        return etcd_blame(search->etcd, txn, reason);
    }
    if (!written && strcmp(found.value, bits) != 0) {
        reason_set(reason,
                   "--slots %u needs numbers of %s bits, but the key %s says "
                   "\"%s\"; use the --slots of the other holders, or another "
                   "--prefix",
                   options->slots, bits, key, found.value);
        return OUTCOME_REFUSED;
    }
    return OUTCOME_DONE;
}

/* --------------------------------------------------------------------- the clock */

/* Refuses to claim with a wrong clock. It would write high-water marks that other
 * holders have to wait for, to one number after the other. Another member may have
 * another clock, and the clock may be set meanwhile, so the program tries again. */
static enum outcome check_clock(struct search *search, struct reason *reason)
{
    const int64_t ahead_ms = search->etcd->ahead_ms;

    search->apart_ms = clocks_apart_ms();
    if (clocks_agree(ahead_ms, search->options->ttl_s)) {
        return OUTCOME_DONE;
    }
    reason_set(reason,
               "the clock of this machine is %" PRId64 " s %s that of etcd's "
               "member; set it before this machine takes a number",
               (ahead_ms < 0 ? -ahead_ms : ahead_ms) / 1000,
               ahead_ms < 0 ? "behind" : "ahead of");
    return etcd_blame(search->etcd, txn, reason);
}

/* ------------------------------------------------------------------------- one claim */

static enum outcome get_lease(struct search *search, struct reason *reason)
{
    static const char grant[] = "lease/grant";
    const int64_t wish_s = search->options->ttl_s;
    struct answer_header header;
    struct answer_lease lease;
    json_t *answer = NULL;
    enum outcome outcome;
    bool good;

    search->sent_ns = clocks_monotonic_ns();
    outcome = etcd_call(search->etcd, &answer, &header, grant,
                        request_grant(wish_s), reason);
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    good = answer_lease(&lease, answer, reason);
    json_decref(answer);
    /* etcd raises a TTL that is too short for its elections. */
    if (good && (lease.ttl_s < wish_s || lease.ttl_s > wish_s + 3600)) {
        reason_set(reason,
                   "the lease has a TTL of %" PRId64 " s instead of %" PRId64
                   " s",
                   lease.ttl_s, wish_s);
        good = false;
    }
    if (!good) {
        return etcd_blame(search->etcd, grant, reason);
    }
    search->lease = lease.id;
    search->ttl_s = wish_s;
    return OUTCOME_DONE;
}

/* Reads the answer to a claim. `last` is the high-water mark, if there is one. */
static bool read_claim(bool *won, struct answer_key *last, const json_t *answer,
                       const char *key, struct reason *reason)
{
    const json_t *responses;

    return answer_txn(won, &responses, answer, 2, 0, reason) &&
           (!*won || (answer_put(responses, 0, reason) &&
                      answer_one(last, responses, 1, key, reason)));
}

static json_t *claim_request(const struct search *search, uint32_t node_number)
{
    char held[KEYS_SIZE], last[KEYS_SIZE], token[HOLD_TOKEN_SIZE];

    key_held(held, search->options->prefix, node_number);
    key_last(last, search->options->prefix, node_number);
    hold_new_token(token);
    return request_txn(json_pack("[o]", compare_absent(held)),
                       json_pack("[o,o]",
                                 operation_put(held, token, search->lease),
                                 operation_get(last)),
                       json_array());
}

static void begin_hold(struct hold *hold, const struct search *search,
                       uint32_t node_number, int64_t floor_ms,
                       const struct answer_header *header)
{
    memset(hold, 0, sizeof *hold);
    hold->prefix = search->options->prefix;
    hold->node_number = node_number;
    hold->ttl_s = search->ttl_s;
    hold->lease = search->lease;
    hold->revision = header->revision;
    hold->fence_ns = hold_fence(search->sent_ns, search->ttl_s);
    hold->floor_ms = floor_ms;
    hold->apart_ms = search->apart_ms;
    hold->member = header->member;
    hold->term = header->term;
}

/* FULL means that somebody else was faster. */
static enum outcome claim_one(struct hold *hold, struct search *search,
                              uint32_t node_number, struct reason *reason)
{
    char key[KEYS_SIZE];
    struct answer_header header;
    struct answer_key last = {0};
    json_t *answer = NULL;
    int64_t floor_ms = 0;
    bool won = false, good;
    enum outcome outcome =
        search->lease ? OUTCOME_DONE : get_lease(search, reason);

    if (outcome == OUTCOME_DONE) {
        outcome = etcd_call(search->etcd, &answer, &header, txn,
                            claim_request(search, node_number), reason);
    }
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    key_last(key, search->options->prefix, node_number);
    good = read_claim(&won, &last, answer, key, reason);
    json_decref(answer);
    if (good && last.exists && !answer_decimal(&floor_ms, last.value)) {
        reason_set(reason, "the key %s has no decimal number", key);
        good = false;
    }
    if (!good) {
        return etcd_blame(search->etcd, txn, reason);
    }
    if (!won) {
        ++*search->races;
        return OUTCOME_FULL;
    }
    if (floor_ms > clocks_wall_ms() + search->patience_ms) {
        reason_set(reason, "number %u was free for a moment only", node_number);
        return OUTCOME_AGAIN;
    }
    begin_hold(hold, search, node_number, floor_ms, &header);
    return OUTCOME_DONE;
}

/* -------------------------------------------------------------------------- the search */

/* Claims the free numbers of the window that can be used at once, from a random
 * number on, until a claim succeeds. Remembers the best of the others. */
static enum outcome claim_in_window(struct hold *hold, struct search *search,
                                    struct reason *reason)
{
    const uint32_t start = clocks_random_below(search->n);
    uint32_t i;

    for (i = 0; i < search->n; i++) {
        const uint32_t at = (start + i) % search->n;
        const struct number *number = &search->numbers[at];
        enum outcome outcome;

        /* A number whose mark is wrong cannot be passed on. */
        if (number->held || number->is_wrong) {
            continue;
        }
        if (number->last_ms >= clocks_wall_ms()) {
            if (!search->any_free || number->last_ms < search->first_ms) {
                search->first = search->begin + at;
                search->first_ms = number->last_ms;
            }
            search->any_free = true;
            continue;
        }
        outcome = claim_one(hold, search, search->begin + at, reason);
        if (outcome != OUTCOME_FULL) {
            return outcome;
        }
    }
    return OUTCOME_FULL;
}

static enum outcome claim_first(struct hold *hold, struct search *search,
                                struct reason *reason)
{
    const int64_t ahead_ms = search->first_ms - clocks_wall_ms();

    if (!search->any_free) {
        reason_set(reason, "no number below %u is free",
                   search->options->slots);
        return OUTCOME_FULL;
    }
    if (ahead_ms > search->patience_ms) {
        reason_set(reason,
                   "no number below %u can be used yet: ids of the last owner "
                   "of number %u may be %" PRId64
                   " ms ahead of this machine's clock",
                   search->options->slots, search->first, ahead_ms);
        return OUTCOME_FULL;
    }
    return claim_one(hold, search, search->first, reason);
}

static enum outcome look_everywhere(struct hold *hold, struct search *search,
                                    struct reason *reason)
{
    const uint32_t slots = search->options->slots;
    const uint32_t windows = (slots + NUMBERS_MAX - 1) / NUMBERS_MAX;
    const uint32_t start = clocks_random_below(windows);
    uint32_t i;

    for (i = 0; i < windows; i++) {
        enum outcome outcome;

        search->begin = (start + i) % windows * NUMBERS_MAX;
        search->n = slots - search->begin < NUMBERS_MAX ? slots - search->begin
                                                        : NUMBERS_MAX;
        outcome =
            numbers_read(search->numbers, search->etcd, search->options->prefix,
                         search->begin, search->n, NULL, reason);
        if (outcome == OUTCOME_DONE) {
            outcome = claim_in_window(hold, search, reason);
        }
        if (outcome != OUTCOME_FULL) {
            return outcome;
        }
    }
    return claim_first(hold, search, reason);
}

enum outcome claim_number(struct hold *hold, struct etcd *etcd,
                          const struct claim_options *options,
                          int64_t patience_ms, uint64_t *races,
                          struct reason *reason)
{
    struct search search = {.etcd = etcd,
                            .options = options,
                            .patience_ms = patience_ms,
                            .races = races};
    struct reason unused;
    enum outcome outcome = agree_on_bits(&search, reason);

    if (outcome == OUTCOME_DONE) {
        outcome = check_clock(&search, reason);
    }
    if (outcome == OUTCOME_DONE) {
        reason->text[0] = '\0';
        outcome = look_everywhere(hold, &search, reason);
    }
    if (outcome == OUTCOME_LOST) {
        outcome = OUTCOME_AGAIN; /* the new lease has ended already */
    }
    if (outcome == OUTCOME_FULL && !reason->text[0]) {
        reason_set(reason, "others took every number below %u that was free",
                   options->slots);
    }
    if (outcome != OUTCOME_DONE && search.lease) {
        /* A claim without an answer may have succeeded; this undoes it. */
        hold_revoke(etcd, search.lease, &unused);
    }
    return outcome;
}
