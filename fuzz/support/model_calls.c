/* SPDX-License-Identifier: MIT */
/* model_calls.c - predict the progress and the result of a call */
#include "fuzz.h"
#include "model_parts.h"

/* The predicted result of a call. */
struct outcome {
    unsigned readings; /* of the clock, explained so far */
    guidon_status status;
    bool rollback, wait;
    unsigned restarts; /* a batch may restart more than once */
};

/* Take the next reading. False if the call must end here. */
static bool read_clock(struct batch *batch, struct outcome *outcome,
                       const struct model *m, const struct feed *feed)
{
    if (model_unit(m) == NO_TIME) {
        batch->now = 0;
        return true;
    }
    if (outcome->readings == feed->n_readings) {
        CHECK(feed->clock_failed !=
              GUIDON_OK); /* otherwise the call read the clock too rarely */
        outcome->status = feed->clock_failed;
        return false;
    }
    if (!model_count_time(&batch->now, feed->readings[outcome->readings++],
                          model_unit(m))) {
        outcome->status = GUIDON_E_CLOCK;
        return false;
    }
    return true;
}

/* Read the clock until ids can be made. */
static bool find_time(struct batch *batch, struct outcome *outcome,
                      const struct model *m, const struct call *call,
                      size_t left)
{
    for (;;) {
        enum verdict verdict;

        *batch = (struct batch){.n = left < AT_ONCE ? left : AT_ONCE};
        if (!read_clock(batch, outcome, m, call->feed)) {
            return false;
        }
        verdict = model_plan(batch, m);
        if (verdict == PLAN_OK) {
            return true;
        }
        if (verdict == EXHAUSTED_FAIL ||
            (verdict == EXHAUSTED_WAIT &&
             m->options.overflow == GUIDON_OVERFLOW_FAIL)) {
            outcome->status = GUIDON_E_OVERFLOW;
            return false;
        }
        if (verdict == CLOCK_BACK &&
            (m->options.rollback != GUIDON_ROLLBACK_WAIT)) {
            outcome->status = GUIDON_E_CLOCK;
            return false;
        }
        outcome->wait = true;
    }
}

/* A sequence of ULIDs may start so near the end of its range that fewer ids
 * fit, if all steps are the largest. */
static size_t fit_in_sequence(const struct model *m, const struct batch *batch,
                              const guidon_id *ids)
{
    uint64_t most =
        m->options.ulid_step == GUIDON_ULID_STEP_RANDOM ? UINT64_C(1) << 32 : 1;
    uint64_t hi, lo, next_hi, next_lo;
    uint64_t fit;

    if (m->options.kind != GUIDON_ULID_MONOTONIC || !ids || batch->n == 1) {
        return batch->n;
    }
    guidon_to_words(&hi, &lo, &ids[0]);
    guidon_to_words(&next_hi, &next_lo, &ids[1]);
    if (next_hi >> 16 != hi >> 16 || next_lo == lo) {
        return 1; /* the second id is of another sequence */
    }
    fit = model_ulid_left(&ids[0]) / most;
    return fit < batch->n - 1 ? (size_t)fit + 1 : batch->n;
}

static void run_call(struct outcome *outcome, struct model *m,
                     const struct call *call)
{
    const struct feed *feed = call->feed;

    for (size_t made = 0; made < call->n;) {
        const guidon_id *ids =
            call->status == GUIDON_OK ? call->ids + made : NULL;
        struct batch batch;

        if (!find_time(&batch, outcome, m, call, call->n - made)) {
            return;
        }
        if (feed->draw_failed != GUIDON_OK &&
            outcome->readings == feed->n_readings) {
            outcome->status = feed->draw_failed;
            return;
        }
        batch.n = fit_in_sequence(m, &batch, ids);
        model_make(m, &batch, ids);
        outcome->rollback |= batch.rollback;
        outcome->restarts += batch.restart;
        if (m->unsure) {
            outcome->status = call->status; /* the model cannot predict it */
            outcome->readings = feed->n_readings;
            return;
        }
        made += batch.n;
    }
}

/* Does this read random bytes, for a node or for a random skip of a ULID? */
static bool reinit_reads_random(const struct model *m)
{
    return (model_unit(m) == TICKS && m->options.node == GUIDON_NODE_RANDOM &&
            !m->fresh_node) ||
           (m->options.kind == GUIDON_ULID_MONOTONIC && m->pending == CLONED);
}

/* A child and a cloned machine do not hold the node number, so every call
 * fails. A child counts from 0. */
static void refuse_second_owner(struct model *m, const struct call *call)
{
    CHECK(call->status == GUIDON_E_STATE);
    CHECK(call->feed->n_readings == 0 && call->feed->n_draws == 0);
    if (m->pending == FORKED) {
        m->stats = (guidon_stats){.forks = m->stats.forks};
    }
}

bool model_notice(struct model *m, const struct call *call)
{
    if (m->pending == SAME_PROCESS) {
        return true;
    }
    if (m->options.kind == GUIDON_V8_NODE) {
        refuse_second_owner(m, call);
        return false;
    }
    if (call->feed->draw_failed != GUIDON_OK && call->feed->n_draws == 1 &&
        reinit_reads_random(m)) {
        CHECK(call->status == call->feed->draw_failed);
        return false;
    }
    model_reinit(m);
    return true;
}

void model_next(struct model *m, const struct call *call)
{
    struct outcome outcome = {.status = GUIDON_OK};
    struct model before;

    if (call->n == 0) {
        CHECK(call->status == GUIDON_OK && call->feed->n_readings == 0 &&
              call->feed->n_draws == 0);
        return;
    }
    if (!model_notice(m, call)) {
        return;
    }
    before = *m;
    run_call(&outcome, m, call);
    CHECK(call->status == outcome.status);
    CHECK(outcome.readings == call->feed->n_readings);
    if (outcome.status == GUIDON_OK) {
        CHECK(call->feed->clock_failed == GUIDON_OK &&
              call->feed->draw_failed == GUIDON_OK);
        m->stats.rollbacks += outcome.rollback;
        m->stats.restarts += outcome.restarts;
        m->stats.waits += outcome.wait;
        m->restarts += outcome.restarts;
    } else if (m->options.scope == GUIDON_SCOPE_THREAD) {
        *m = before;
    }
}
