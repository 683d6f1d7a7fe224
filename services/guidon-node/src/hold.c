/* SPDX-License-Identifier: MIT */
/* hold.c - keeps a number, and gives it back */
#include "hold.h"

#include "clocks.h"
#include "keys.h"
#include "requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char keepalive[] = "lease/keepalive";
static const char txn[] = "kv/txn";

/* Renewals whose answers prove nothing about the leader are repeated. */
enum { ROUNDS = 4 };

int64_t hold_fence(int64_t sent_ns, int64_t ttl_s)
{
    /* Clocks of two machines differ by far less than a twentieth. */
    return sent_ns + ttl_s * NS_PER_S - ttl_s * NS_PER_S / 20 - 100 * NS_PER_MS;
}

void hold_new_token(char out[HOLD_TOKEN_SIZE])
{
    unsigned char bytes[(HOLD_TOKEN_SIZE - 1) / 2];
    const int64_t now_ns = clocks_monotonic_ns();
    size_t i;

    /* Clones of a machine may draw the same random bytes for a while, but they
     * hardly do it in the same nanosecond. */
    clocks_random(bytes, sizeof bytes);
    memcpy(bytes, &now_ns, sizeof now_ns);
    for (i = 0; i < sizeof bytes; i++) {
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    }
}

static enum outcome keep_alive(const struct hold *hold, struct etcd *etcd,
                               struct answer_header *header,
                               struct reason *reason)
{
    struct answer_lease lease;
    json_t *answer = NULL;
    enum outcome outcome = etcd_call(etcd, &answer, header, keepalive,
                                     request_lease(hold->lease), reason);
    bool good;

    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    good = answer_lease(&lease, answer, reason);
    json_decref(answer);
    if (good && lease.id != hold->lease) {
        reason_set(reason,
                   "the answer is about lease %" PRId64 " instead of %" PRId64,
                   lease.id, hold->lease);
        good = false;
    } else if (good && lease.ttl_s > 0 && lease.ttl_s < hold->ttl_s) {
        reason_set(reason,
                   "the lease has a TTL of %" PRId64 " s, and had %" PRId64
                   " s",
                   lease.ttl_s, hold->ttl_s);
        good = false;
    }
    if (!good) {
        return etcd_blame(etcd, keepalive, reason);
    }
    if (lease.ttl_s == 0) {
        reason_set(reason, "the lease of number %u has ended in etcd",
                   hold->node_number);
        return OUTCOME_LOST;
    }
    return OUTCOME_DONE;
}

static json_t *renewal(const struct hold *hold, bool marks, int64_t last_ms)
{
    char held[KEYS_SIZE], last[KEYS_SIZE], decimal[24];
    json_t *success = json_array(), *failure = json_array();

    key_held(held, hold->prefix, hold->node_number);
    key_last(last, hold->prefix, hold->node_number);
    snprintf(decimal, sizeof decimal, "%" PRId64, last_ms);
    json_array_append_new(success,
                          operation_put(held, hold->token, hold->lease));
    if (marks) {
        json_array_append_new(success, operation_put(last, decimal, 0));
    }
    json_array_append_new(failure, operation_get(held));
    return request_txn(json_pack("[o]", compare_revision(held, hold->revision)),
                       success, failure);
}

/* The comparison failed, so somebody wrote or removed the key. That was this
 * hold only if an earlier try of the same write had no answer. Even then a
 * clone of this machine may have sent it, so the next write decides. */
static enum outcome judge_failure(struct hold *hold,
                                  const struct answer_key *key,
                                  struct reason *reason)
{
    if (key->exists && hold->unanswered && key->lease == hold->lease &&
        strcmp(key->value, hold->token) == 0) {
        hold->revision = key->revision;
        hold->unanswered = false;
        hold->token[0] = '\0';
        reason->text[0] = '\0';
        return OUTCOME_AGAIN;
    }
    if (!key->exists) {
        reason_set(reason, "the key of number %u is gone from etcd",
                   hold->node_number);
    } else {
        reason_set(reason,
                   "another process wrote the key of number %u, for example a "
                   "clone of this machine",
                   hold->node_number);
    }
    return OUTCOME_LOST;
}

/* Reads the answer to a renewal. `*bad` tells that the answer is wrong. */
static enum outcome judge_renewal(struct hold *hold, const json_t *answer,
                                  const struct answer_header *header,
                                  bool marks, bool *bad, struct reason *reason)
{
    const size_t n = marks ? 2 : 1;
    char held[KEYS_SIZE];
    struct answer_key key;
    const json_t *responses;
    bool succeeded;

    key_held(held, hold->prefix, hold->node_number);
    *bad = !answer_txn(&succeeded, &responses, answer, n, 1, reason) ||
           (succeeded && !(answer_put(responses, 0, reason) &&
                           answer_put(responses, n - 1, reason))) ||
           (!succeeded && !answer_one(&key, responses, 0, held, reason));
    if (!*bad && succeeded && header->revision <= hold->revision) {
        reason_set(reason,
                   "the write has revision %" PRId64
                   ", and an earlier one has %" PRId64,
                   header->revision, hold->revision);
        *bad = true;
    }
    if (*bad) {
        return OUTCOME_AGAIN;
    }
    if (!succeeded) {
        return judge_failure(hold, &key, reason);
    }
    hold->revision = header->revision;
    hold->unanswered = false;
    hold->token[0] = '\0';
    return OUTCOME_DONE;
}

/* Writes the key, and the mark if `marks`. `apart_ms` is how far the clocks were apart
 * when the wall clock was checked: the mark does not follow a clock that jumps later. */
static enum outcome write_key(struct hold *hold, struct etcd *etcd, bool marks,
                              int64_t apart_ms, struct answer_header *header,
                              struct reason *reason)
{
    int64_t last_ms =
        clocks_monotonic_ns() / NS_PER_MS + apart_ms + hold->ttl_s * 1000;
    json_t *answer = NULL;
    enum outcome outcome;
    bool bad;

    /* Even if the clock has just stepped back, the mark does not, and the lease
     * file allows one millisecond at least. */
    last_ms = last_ms > hold->last_ms ? last_ms : hold->last_ms;
    last_ms = last_ms > hold->floor_ms ? last_ms : hold->floor_ms + 1;
    if (!hold->token[0]) {
        hold_new_token(hold->token);
    }
    outcome = etcd_call(etcd, &answer, header, txn,
                        renewal(hold, marks, last_ms), reason);
    if (outcome == OUTCOME_DONE) {
        outcome = judge_renewal(hold, answer, header, marks, &bad, reason);
        json_decref(answer);
        if (bad) {
            outcome = etcd_blame(etcd, txn, reason);
        } else if (outcome != OUTCOME_DONE) {
            return outcome;
        }
    }
    if (outcome != OUTCOME_DONE) {
        hold->unanswered = true;
    } else if (marks) {
        hold->last_ms = last_ms;
    }
    return outcome;
}

/*
 * The leader extends a lease without asking the other members, so a leader that
 * was replaced and does not know it yet may promise what its successor does not
 * keep. A write needs a majority. If the member applied a write of some term
 * before the keep-alive, and one of the same term after it, then the leader of
 * this term was in office when it extended the lease, and any successor gives
 * each lease its full time again. Behind a balancer, another member may answer
 * the keep-alive, and its leader is that of its own term.
 */
static bool leader_was_in_office(struct hold *hold,
                                 const struct answer_header *alive,
                                 const struct answer_header *header)
{
    const bool same = hold->member == header->member &&
                      hold->term == header->term && alive->term == header->term;

    hold->member = header->member;
    hold->term = header->term;
    return same;
}

/* Refuses to follow a clock that went ahead since it last agreed with etcd's, in one
 * jump or in small ones, and is now far ahead of etcd's: the mark would close the
 * number for others until that time. Either sign alone proves nothing: the clock may
 * have been set right, and etcd's may be wrong. */
static bool jumped_ahead(const struct hold *hold, const struct etcd *etcd,
                         int64_t apart_ms, struct reason *reason)
{
    const int64_t leeway_ms = clocks_leeway_ms(hold->ttl_s);
    const int64_t jump_ms = apart_ms - hold->apart_ms;

    if (jump_ms <= leeway_ms || etcd->ahead_ms <= leeway_ms) {
        return false;
    }
    reason_set(reason,
               "the clock of this machine jumped ahead by %" PRId64
               " s, and is %" PRId64 " s ahead of that of etcd's member",
               (jump_ms + 500) / 1000, etcd->ahead_ms / 1000);
    return true;
}

enum outcome hold_renew(struct hold *hold, struct etcd *etcd, bool marks,
                        struct reason *reason)
{
    int round;

    if (clocks_wall_ms() <= hold->floor_ms && marks) {
        reason_set(reason,
                   "the clock stepped back, behind ids of an earlier owner of "
                   "number %u",
                   hold->node_number);
        return OUTCOME_AGAIN;
    }
    for (round = 0; round < ROUNDS; round++) {
        const int64_t sent_ns = clocks_monotonic_ns();
        struct answer_header alive, header;
        enum outcome outcome = keep_alive(hold, etcd, &alive, reason);
        const int64_t apart_ms = clocks_apart_ms();

        if (outcome == OUTCOME_DONE && marks &&
            jumped_ahead(hold, etcd, apart_ms, reason)) {
            return etcd_blame(etcd, keepalive, reason);
        }
        if (outcome == OUTCOME_DONE) {
            outcome = write_key(hold, etcd, marks, apart_ms, &header, reason);
        }
        if (outcome != OUTCOME_DONE) {
            return outcome;
        }
        if (leader_was_in_office(hold, &alive, &header)) {
            hold->fence_ns = hold_fence(sent_ns, hold->ttl_s);
            if (marks && clocks_agree(etcd->ahead_ms, hold->ttl_s)) {
                hold->apart_ms = apart_ms;
            }
            return OUTCOME_DONE;
        }
    }
    reason_set(reason,
               "%.200s: the answers come from changing members; use "
               "the addresses of the members, not of a balancer",
               etcd->options.endpoints[etcd->current]);
    return OUTCOME_AGAIN;
}

enum outcome hold_revoke(struct etcd *etcd, int64_t lease,
                         struct reason *reason)
{
    struct answer_header header;
    json_t *answer = NULL;
    enum outcome outcome = etcd_call(etcd, &answer, &header, "lease/revoke",
                                     request_lease(lease), reason);

    json_decref(answer);
    return outcome;
}
