/* SPDX-License-Identifier: MIT */
/* model_calls.c - how far a call comes, and how it ends. */
#include "fuzz.h"
#include "model_parts.h"

/* What is expected of a call: how far it came, and how it ended. */
struct course {
    unsigned readings; /* of the clock, that are accounted for */
    guidon_status status;
    bool rollback, wait;
    unsigned restarts; /* a call for many may begin anew again */
};

/* The next reading: false where the call had to end here. */
static bool read_clock(struct go *go, struct course *course,
                       const struct model *m, const struct feed *feed)
{
    if (model_unit(m) == NO_TIME) {
        go->now = 0;
        return true;
    }
    if (course->readings == feed->n_readings) {
        CHECK(feed->clock_failed != GUIDON_OK); /* else one reading too few */
        course->status = feed->clock_failed;
        return false;
    }
    if (!model_count_time(&go->now, feed->readings[course->readings++],
                          model_unit(m))) {
        course->status = GUIDON_E_CLOCK;
        return false;
    }
    return true;
}

/* Read the clock until something may be made. */
static bool find_time(struct go *go, struct course *course,
                      const struct model *m, const struct call *call,
                      size_t left)
{
    for (;;) {
        enum verdict verdict;

        *go = (struct go){.n = left < AT_ONCE ? left : AT_ONCE};
        if (!read_clock(go, course, m, call->feed)) {
            return false;
        }
        verdict = model_plan(go, m);
        if (verdict == GO) {
            return true;
        }
        if (verdict == OVER ||
            (verdict == FULL && m->options.overflow == GUIDON_OVERFLOW_FAIL)) {
            course->status = GUIDON_E_OVERFLOW;
            return false;
        }
        if (verdict == BACK && (m->options.rollback != GUIDON_ROLLBACK_WAIT)) {
            course->status = GUIDON_E_CLOCK;
            return false;
        }
        course->wait = true;
    }
}

/* Where a run of ULIDs began so near its end, at random, that fewer fit. */
static size_t seen_in_run(const struct model *m, const struct go *go,
                          const guidon_id *ids)
{
    uint64_t hi, lo, next_hi, next_lo;
    uint64_t fit;

    if (m->options.kind != GUIDON_ULID_MONOTONIC || !ids || go->n == 1) {
        return go->n;
    }
    guidon_to_words(&hi, &lo, &ids[0]);
    guidon_to_words(&next_hi, &next_lo, &ids[1]);
    if (next_hi >> 16 != hi >> 16 || next_lo == lo) {
        return 1; /* the second one is of another run */
    }
    fit = model_ulid_room(&ids[0]) / (next_lo - lo);
    return fit < go->n - 1 ? (size_t)fit + 1 : go->n;
}

static void run_call(struct course *course, struct model *m,
                     const struct call *call)
{
    const struct feed *feed = call->feed;

    for (size_t made = 0; made < call->n;) {
        const guidon_id *ids =
            call->status == GUIDON_OK ? call->ids + made : NULL;
        struct go go;

        if (!find_time(&go, course, m, call, call->n - made)) {
            return;
        }
        if (feed->draw_failed != GUIDON_OK &&
            course->readings == feed->n_readings) {
            course->status = feed->draw_failed;
            return;
        }
        go.n = seen_in_run(m, &go, ids);
        model_make(m, &go, ids);
        course->rollback |= go.rollback;
        course->restarts += go.restart;
        if (m->unsure) {
            course->status = call->status; /* whatever it is */
            course->readings = feed->n_readings;
            return;
        }
        made += go.n;
    }
}

/* Does it take random bytes? A node, or how far a ULID leaps. */
static bool follow_draws(const struct model *m)
{
    return (model_unit(m) == TICKS && m->options.node == GUIDON_NODE_RANDOM &&
            !m->fresh_node) ||
           (m->options.kind == GUIDON_ULID_MONOTONIC && m->pending == CLONED);
}

bool model_notice(struct model *m, const struct call *call)
{
    if (m->pending == SAME_PROCESS) {
        return true;
    }
    if (call->feed->draw_failed != GUIDON_OK && call->feed->n_draws == 1 &&
        follow_draws(m)) {
        CHECK(call->status == call->feed->draw_failed);
        return false;
    }
    model_follow(m);
    return true;
}

void model_next(struct model *m, const struct call *call)
{
    struct course course = {.status = GUIDON_OK};
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
    run_call(&course, m, call);
    CHECK(call->status == course.status);
    CHECK(course.readings == call->feed->n_readings);
    if (course.status == GUIDON_OK) {
        CHECK(call->feed->clock_failed == GUIDON_OK &&
              call->feed->draw_failed == GUIDON_OK);
        m->stats.rollbacks += course.rollback;
        m->stats.restarts += course.restarts;
        m->stats.waits += course.wait;
        m->restarts += course.restarts;
    } else if (m->options.scope == GUIDON_SCOPE_THREAD) {
        *m = before;
    }
}
