/* SPDX-License-Identifier: MIT */
/* options.c - make a generator from its options, and free it. */
#include "../clock/node.h"
#include "../clock/tsc.h"
#include "../core/layout.h"
#include "../core/memory.h"
#include "../core/ticks.h"
#include "../host/host.h"
#include "../lease/lease_file.h"
#include "../random/epoch.h"
#include "../shared/shared.h"
#include "../shared/shared_reason.h"
#include "kinds.h"
#include "options_check.h"
#include "reinit.h"
#include "setup.h"

/* A time in the unit. */
static uint64_t time_of_ms(uint64_t ms, enum gdn_unit unit)
{
    return unit == GDN_UNIT_TIMESTAMP ? ms << GDN_TIMESTAMP_FRACTION_BITS
           : unit == GDN_UNIT_TICKS   ? gdn_ticks_of_ms(ms)
           : unit == GDN_UNIT_MS      ? ms
                                      : 0;
}

/* The first time that is not below first_ms in an id of the kind. */
static uint64_t first_time(uint64_t first_ms, const struct gdn_kind *kind)
{
    const uint64_t omitted = (UINT64_C(1) << kind->omitted_bits) - 1;

    /* Without a bound, ids may have times before 1970. */
    return first_ms == 0
               ? 0
               : (time_of_ms(first_ms, kind->unit) + omitted) & ~omitted;
}

/* Ids of version 8 whose prefixes have two lengths share no order. So the slot
 * holds one length. */
static guidon_status keep_one_layout(guidon_generator *g)
{
    unsigned held;

    if (!g->kind->has_prefix) {
        return GUIDON_OK;
    }
    held = gdn_shared_prefix_bits(g->shared, g->rules.prefix.bits);
    if (held == g->rules.prefix.bits) {
        return GUIDON_OK;
    }
    gdn_shared_close(g->shared);
    return gdn_shared_has_other_prefix(held, g->rules.prefix.bits);
}

/* Open the state file of the host, or its state memory. A file that exists keeps
 * its node; no kind in memory has one. */
static guidon_status join_host(guidon_generator *g,
                               const guidon_options *options)
{
    unsigned char node[6] = {0};
    /* From the kernel, whatever random source the ids use: the node outlives
     * the ids, and must differ from host to host (RFC 9562, section 6.4). */
    guidon_status status = gdn_entropy(node, sizeof node);

    node[0] |= 1; /* multicast (RFC 9562, 6.10) */
    if (status == GUIDON_OK) {
        status = options->state_memory
                     ? gdn_shared_open_memory(&g->shared, options->state_memory)
                     : gdn_shared_open(&g->shared, options->state_path, node);
    }
    if (status == GUIDON_OK) {
        status = keep_one_layout(g);
    }
    if (status == GUIDON_OK) {
        g->shared_state = gdn_shared_state(g->shared, gdn_kind_slot(g->kind));
        g->reserving.share =
            gdn_shared_reservations(g->shared, gdn_kind_slot(g->kind));
        if (g->node == GUIDON_NODE_RANDOM) {
            gdn_generator_set_node_bits(g, gdn_shared_node(g->shared));
        }
    }
    return status;
}

static guidon_status find_node(guidon_generator *g,
                               const guidon_options *options)
{
    unsigned char mac[6];
    guidon_status status = GUIDON_OK;

    if (options->node == GUIDON_NODE_FIXED) {
        gdn_generator_set_node_bits(g, options->node_bytes);
    } else if (options->node == GUIDON_NODE_MAC && g->kind->has_node) {
        status = gdn_node_mac(mac);
        if (status == GUIDON_OK) {
            gdn_generator_set_node_bits(g, mac);
        }
    }
    return status;
}

/* Start at the clock sequence that the options ask for, unless the state has
 * one already: a state that is shared may. */
static void set_first_seq(guidon_generator *g, const guidon_options *options)
{
    struct gdn_u128 last = gdn_atomic128_load(gdn_generator_state(g));
    struct gdn_u128 next;

    if (!options->clock_seq_fixed || !g->kind->set_seq) {
        return;
    }
    do {
        if (g->kind->has_seq(&last)) {
            return;
        }
        next = last;
        (void)g->kind->set_seq(&next, options->clock_seq);
    } while (!gdn_generator_swap(g, &last, next));
}

/* May next_fast be called, which does not know the last_ms of a lease file? It
 * may if the state's millisecond was allowed; a shared state may have a
 * millisecond of another process. */
static bool is_fast_ok_on_lease(const guidon_generator *g)
{
    return !gdn_generator_on_lease(g) || (g->kind->fast_keeps_ms && !g->shared);
}

/* May next_fast be called, which knows neither callbacks nor lost time? */
static bool is_fast_ok(const guidon_generator *g)
{
    return g->kind->next_fast && g->random == GUIDON_RANDOM_FAST &&
           !g->clock_fn && (!g->shared || !g->kind->after_loss) &&
           is_fast_ok_on_lease(g);
}

/* Reservations pay if threads or processes share the state, and work if an id takes
 * nothing but a timestamp and random bytes of the thread's own. */
static bool may_reserve(const guidon_generator *g,
                        const struct gdn_kind *reserving)
{
    return GDN_ATOMIC128_LOCK_FREE && g->fast_ok && reserving != g->kind &&
           (g->shared || g->scope == GUIDON_SCOPE_PROCESS) &&
           gdn_tsc_is_sound();
}

/* A generator that can expire has a fast path of its own, which reads the clock
 * of not_after. */
static void set_expiry(guidon_generator *g, const guidon_options *options)
{
    if (options->not_after > 0) {
        atomic_store_explicit(&g->not_after, options->not_after,
                              memory_order_relaxed);
    }
    if (options->not_after > 0 || g->on_lease) {
        g->can_expire = true;
        g->monotonic_fn = options->monotonic_fn;
        g->monotonic_context = options->monotonic_context;
        g->fast_ok_expiring = g->fast_ok;
        g->fast_ok = false;
    }
}

/* setup_with_options with options that fit, and with an open lease file or NULL. */
static guidon_status setup_with_lease(guidon_generator *g,
                                      const guidon_options *options,
                                      struct gdn_lease_file *lease_file)
{
    const struct gdn_kind *kind = gdn_kind_of(options, false);
    const struct gdn_kind *reserving = gdn_kind_of(options, true);
    guidon_generator made;
    guidon_status status;

    gdn_generator_begin(&made, options, kind);
    made.on_lease = lease_file != NULL;
    made.lease_file = lease_file;
    if (gdn_generator_on_lease(&made)) {
        lease_file->first = first_time(lease_file->page->head.first_ms, kind);
    }
    status = find_node(&made, options);
    if (status == GUIDON_OK && options->scope == GUIDON_SCOPE_HOST &&
        kind->file_slot != 0) {
        status = join_host(&made, options);
    }
    if (status == GUIDON_OK) {
        status = gdn_generator_reset(&made);
    }
    if (status == GUIDON_OK) {
        set_first_seq(&made, options);
        made.fast_ok = is_fast_ok(&made);
        if (may_reserve(&made, reserving)) {
            made.kind = reserving;
        }
        set_expiry(&made, options);
        memcpy(g, &made, sizeof made);
    }
    return status;
}

/* The options of a generator that takes its node number from a lease file. If
 * the options have a number too, it has to be the same. */
static guidon_status take_node_number(guidon_options *options,
                                      const struct gdn_lease_head *lease)
{
    if (options->kind != GUIDON_V8_NODE) {
        return GUIDON_OK;
    }
    if (options->node_number_bits == 0 && options->node_number == 0) {
        options->node_number = lease->node_number;
        options->node_number_bits = lease->node_number_bits;
    }
    return options->node_number == lease->node_number &&
                   options->node_number_bits == lease->node_number_bits
               ? GUIDON_OK
               : GUIDON_E_ARGUMENT;
}

static guidon_status setup_on_lease(guidon_generator *g,
                                    const guidon_options *options)
{
    struct gdn_lease_file *lease_file;
    guidon_options complete = *options;
    guidon_status status;

    status = gdn_lease_file_open(&lease_file, options->lease_path);
    if (status != GUIDON_OK) {
        return status;
    }
    status = take_node_number(&complete, &lease_file->page->head);
    if (status == GUIDON_OK) {
        status = setup_with_lease(g, &complete, lease_file);
    }
    if (status != GUIDON_OK) {
        gdn_lease_file_close(lease_file, true);
    }
    return status;
}

/* Turn `g`, in the caller's memory, into a generator. On an error the memory is
 * unchanged. */
static guidon_status setup_with_options(guidon_generator *g,
                                        const guidon_options *options)
{
    guidon_options complete;
    struct gdn_misfit misfit;

    if (!gdn_options_take(&complete, &misfit, options) ||
        !gdn_options_fit(&misfit, &complete)) {
        return GUIDON_E_ARGUMENT;
    }
    return complete.lease_path ? setup_on_lease(g, &complete)
                               : setup_with_lease(g, &complete, NULL);
}

_Static_assert(sizeof(guidon_generator) <= GDN_HEAP_MAX &&
                   _Alignof(guidon_generator) <= GDN_HEAP_ALIGN,
               "gdn_heap_new has memory for a generator");

guidon_status guidon_generator_new(guidon_generator **out,
                                   const guidon_options *options)
{
    guidon_generator *g = gdn_heap_new(sizeof *g);
    guidon_status status;

    *out = NULL;
    if (!g) {
        return GUIDON_E_MEMORY;
    }
    status = setup_with_options(g, options);
    if (status == GUIDON_OK) {
        *out = g;
    } else {
        gdn_heap_free(g);
    }
    return status;
}

void guidon_generator_free(guidon_generator *generator)
{
    if (generator) {
        gdn_shared_close(generator->shared);
        gdn_lease_file_close(
            gdn_generator_on_lease(generator) ? generator->lease_file : NULL,
            gdn_epoch_same_process(
                atomic_load_explicit(&generator->epoch, memory_order_acquire)));
    }
    gdn_heap_free(generator);
}
