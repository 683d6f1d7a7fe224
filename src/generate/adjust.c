/* SPDX-License-Identifier: MIT */
/* adjust.c - a generator's statistics, and changes of its node and clock
 * sequence. */
#include "../core/bytes.h"
#include "../shared/shared.h"
#include "generator.h"
#include "kinds.h"
#include "reinit.h"

void guidon_generator_stats(guidon_stats *out,
                            const guidon_generator *generator)
{
    *out = (guidon_stats){0};
    out->rollbacks =
        atomic_load_explicit(&generator->rollbacks, memory_order_relaxed);
    out->restarts =
        atomic_load_explicit(&generator->restarts, memory_order_relaxed);
    out->waits = atomic_load_explicit(&generator->waits, memory_order_relaxed);
    out->forks = atomic_load_explicit(&generator->forks, memory_order_relaxed);
}

/* In scope HOST the file must not forget the new clock sequence. */
static guidon_status save_seq(const guidon_generator *g)
{
    return g->shared ? gdn_shared_save(g->shared) : GUIDON_OK;
}

static guidon_status change_seq(guidon_generator *g, uint16_t seq)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_u128 next;
    bool changed;

    do {
        next = last;
        changed = g->kind->set_seq(&next, seq);
    } while (!gdn_generator_swap(g, &last, next));
    return changed ? save_seq(g) : GUIDON_E_CLOCK;
}

static guidon_status change_seq_at_random(guidon_generator *g,
                                          const struct gdn_kind *kind)
{
    struct gdn_u128 last, next;
    unsigned char random[2];
    guidon_status status = gdn_generator_read_random(g, random, sizeof random);

    if (status != GUIDON_OK) {
        return status;
    }
    last = gdn_atomic128_load(gdn_generator_state(g));
    do {
        next = last;
        kind->random_seq(&next, gdn_load_be16(random));
    } while (!gdn_generator_swap(g, &last, next));
    return save_seq(g);
}

guidon_status guidon_generator_set_node(guidon_generator *generator,
                                        const unsigned char node[6])
{
    const struct gdn_kind *kind = gdn_kind_with_node(generator->kind);
    guidon_status status;

    if (!kind) {
        return GUIDON_E_ARGUMENT;
    }
    status = gdn_generator_check_epoch(generator);
    if (status == GUIDON_OK && kind->new_seq_with_node) {
        status = change_seq_at_random(generator, kind);
    }
    if (status == GUIDON_OK) {
        gdn_generator_set_node_bits(generator, node);
        generator->node = GUIDON_NODE_FIXED;
        generator->rules.may_draw_node = false;
        generator->kind = kind;
    }
    return status;
}

guidon_status guidon_generator_set_clock_seq(guidon_generator *generator,
                                             int32_t clock_seq)
{
    guidon_status status;

    if (!generator->kind->set_seq) {
        return GUIDON_E_ARGUMENT;
    }
    if (clock_seq < -1 || clock_seq > (int32_t)generator->kind->seq_max) {
        return GUIDON_E_RANGE;
    }
    status = gdn_generator_check_epoch(generator);
    if (status != GUIDON_OK) {
        return status;
    }
    return clock_seq == -1 ? change_seq_at_random(generator, generator->kind)
                           : change_seq(generator, (uint16_t)clock_seq);
}
