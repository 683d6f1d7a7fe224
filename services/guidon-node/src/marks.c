/* SPDX-License-Identifier: MIT */
/* marks.c - lists the high-water marks of numbers, and lowers one of them */
#include "marks.h"

#include "clocks.h"
#include "keys.h"
#include "numbers.h"
#include "requests.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TIME_SIZE = 40 };

/* A time in RFC 3339, or the milliseconds if no calendar has it. */
static const char *time_text(char out[TIME_SIZE], int64_t ms)
{
    const int64_t rest = ms % 1000 + (ms % 1000 < 0 ? 1000 : 0);
    const guidon_time at = {(ms - rest) / 1000, (uint32_t)rest * 1000000};
    size_t len = 0;

    if (guidon_time_format(out, TIME_SIZE - 1, &len, at, 3) == GUIDON_OK) {
        out[len] = '\0';
    } else {
        snprintf(out, TIME_SIZE, "%" PRId64 " ms", ms);
    }
    return out;
}

/* Reads numbers from one endpoint after the other. */
static enum outcome read_from_any(struct number *out, struct etcd *etcd,
                                  const char *prefix, uint32_t begin,
                                  uint32_t n, int64_t *revision,
                                  struct reason *reason)
{
    enum outcome outcome = OUTCOME_AGAIN;
    size_t i;

    for (i = 0; i < etcd->options.n_endpoints && outcome == OUTCOME_AGAIN;
         i++) {
        outcome = numbers_read(out, etcd, prefix, begin, n, revision, reason);
    }
    return outcome;
}

/* The time of etcd's member that answered last. */
static int64_t member_ms(const struct etcd *etcd)
{
    return clocks_wall_ms() - etcd->ahead_ms;
}

/* ----------------------------------------------------------------------- the list */

static void print_number(const struct number *number, uint32_t which,
                         int64_t now_ms)
{
    const int64_t ahead_s = (number->last_ms - now_ms) / 1000;
    char mark[TIME_SIZE];

    if (number->is_wrong) {
        printf("%8" PRIu32 "  %-6s  the mark is no number\n", which,
               number->held ? "held" : "wrong");
    } else if (!number->marked) { /* its first mark comes in a moment */
        printf("%8" PRIu32 "  held    -\n", which);
    } else {
        printf("%8" PRIu32 "  %-6s  %-25s  %" PRId64 "\n", which,
               number->held               ? "held"
               : number->last_ms > now_ms ? "waits"
                                          : "free",
               time_text(mark, number->last_ms), ahead_s);
    }
}

enum outcome marks_list(struct etcd *etcd, const struct arguments *arguments,
                        struct reason *reason)
{
    static struct number numbers[NUMBERS_MAX];
    int64_t revision = 0;
    uint32_t begin, i, n;

    puts("  number  state   no id is above this time   seconds ahead");
    for (begin = 0; begin < arguments->slots; begin += n) {
        enum outcome outcome;

        n = arguments->slots - begin < NUMBERS_MAX ? arguments->slots - begin
                                                   : NUMBERS_MAX;
        outcome = read_from_any(numbers, etcd, arguments->prefix, begin, n,
                                &revision, reason);
        if (outcome != OUTCOME_DONE) {
            return outcome;
        }
        for (i = 0; i < n; i++) {
            if (numbers[i].held || numbers[i].marked) {
                print_number(&numbers[i], begin + i, member_ms(etcd));
            }
        }
    }
    return OUTCOME_DONE;
}

/* ------------------------------------------------------------------ a lower mark */

/* Says why the mark may not be lowered; false if nothing forbids it. */
static bool is_forbidden(const struct number *number, uint32_t which,
                         int64_t now_ms, int64_t ahead_ms,
                         const struct arguments *arguments,
                         struct reason *reason)
{
    char mark[TIME_SIZE];

    if (!clocks_agree(ahead_ms, arguments->ttl_s)) {
        reason_set(reason,
                   "the clock of this machine is %" PRId64 " s %s that of "
                   "etcd's member; set it first",
                   (ahead_ms < 0 ? -ahead_ms : ahead_ms) / 1000,
                   ahead_ms < 0 ? "behind" : "ahead of");
    } else if (number->held) {
        reason_set(reason, "number %" PRIu32 " is held; end its holder first",
                   which);
    } else if (!number->marked) {
        reason_set(reason, "number %" PRIu32 " has no mark", which);
    } else if (!number->is_wrong && number->last_ms <= now_ms) {
        reason_set(reason,
                   "the mark of number %" PRIu32 " is not ahead of the clock, "
                   "so the number is free already",
                   which);
    } else if (!arguments->no_later_ids && number->is_wrong) {
        reason_set(reason,
                   "the mark of number %" PRIu32
                   " is no number, so its ids may have any time; look for ids "
                   "of the future, replace them, and say with --no-later-ids "
                   "that there is none",
                   which);
    } else if (!arguments->no_later_ids) {
        reason_set(reason,
                   "ids of number %" PRIu32 " may have times up to %s; look "
                   "for ids of the future, replace them, and say with "
                   "--no-later-ids that there is none",
                   which, time_text(mark, number->last_ms));
    } else {
        return false;
    }
    return true;
}

static json_t *lower_request(const char *prefix, uint32_t which,
                             const struct number *number, int64_t now_ms)
{
    char held[KEYS_SIZE], last[KEYS_SIZE], decimal[24];

    key_held(held, prefix, which);
    key_last(last, prefix, which);
    snprintf(decimal, sizeof decimal, "%" PRId64, now_ms);
    return request_txn(json_pack("[o,o]", compare_absent(held),
                                 compare_revision(last, number->revision)),
                       json_pack("[o]", operation_put(last, decimal, 0)),
                       json_array());
}

enum outcome marks_set(struct etcd *etcd, const char *prefix, uint32_t which,
                       const struct number *number, int64_t now_ms,
                       struct reason *reason)
{
    static const char txn[] = "kv/txn";
    struct answer_header header;
    const json_t *responses;
    json_t *answer = NULL;
    bool set, good;
    enum outcome outcome =
        etcd_call(etcd, &answer, &header, txn,
                  lower_request(prefix, which, number, now_ms), reason);

    if (outcome == OUTCOME_AGAIN || outcome == OUTCOME_STOPPED) {
        const size_t len = strlen(reason->text);

        snprintf(reason->text + len, sizeof reason->text - len,
                 "%sthe mark may have been lowered; look with --marks",
                 len > 0 ? "; " : "");
    }
    if (outcome != OUTCOME_DONE) {
        return outcome;
    }
    good = answer_txn(&set, &responses, answer, 1, 0, reason) &&
           (!set || answer_put(responses, 0, reason));
    json_decref(answer);
    if (!good) {
        return etcd_blame(etcd, txn, reason);
    }
    if (!set) {
        reason_set(reason,
                   "number %" PRIu32 " was taken or marked meanwhile; look "
                   "again with --marks",
                   which);
        return OUTCOME_REFUSED;
    }
    return OUTCOME_DONE;
}

enum outcome marks_lower(struct etcd *etcd, const struct arguments *arguments,
                         struct reason *reason)
{
    const uint32_t which = (uint32_t)arguments->lower_mark;
    char before[TIME_SIZE], after[TIME_SIZE];
    struct number number;
    int64_t now_ms, revision = 0;
    enum outcome outcome = read_from_any(&number, etcd, arguments->prefix,
                                         which, 1, &revision, reason);

    now_ms = clocks_wall_ms();
    if (outcome == OUTCOME_DONE &&
        is_forbidden(&number, which, now_ms, etcd->ahead_ms, arguments,
                     reason)) {
        outcome = OUTCOME_REFUSED;
    }
    if (outcome == OUTCOME_DONE) {
        outcome =
            marks_set(etcd, arguments->prefix, which, &number, now_ms, reason);
    }
    if (outcome == OUTCOME_DONE) {
        printf("number %" PRIu32 ": the mark was %s, and is %s\n", which,
               number.is_wrong ? "no number"
                               : time_text(before, number.last_ms),
               time_text(after, now_ms));
    }
    return outcome;
}
