/* SPDX-License-Identifier: MIT */
/* options_check.c - finds the option that is out of its range or has no effect. */
#include "options_check.h"
#include "../core/layout.h"
#include "../core/memory.h"
#include "../core/ticks.h"
#include "../shared/shared.h"
#include "clock_span.h"
#include "kinds.h"

#include <guidon/make.h>
#include <guidon/prefixed.h>
#include <stddef.h>

/* The size of the structure in version 1.0. */
#define OPTIONS_SIZE_1_0                                                       \
  (offsetof(guidon_options, reserved_after_prefix_random) +                    \
   sizeof(((guidon_options *)0)->reserved_after_prefix_random))
_Static_assert(OPTIONS_SIZE_1_0 == sizeof(guidon_options),
               "version 1.0 has these members");

/* No version of guidon_options has so many bytes. More is memory that was never
 * set, and is not read. */
#define OPTIONS_SIZE_MAX 4096

bool gdn_options_take(guidon_options *out, struct gdn_misfit *misfit,
                      const guidon_options *options)
{
    const size_t own = sizeof *options;
    const size_t size =
        options->struct_size > 0 ? options->struct_size : OPTIONS_SIZE_1_0;
    const unsigned char *bytes = (const unsigned char *)options;
    unsigned char unknown = 0;

    for (size_t i = own; i < size && size <= OPTIONS_SIZE_MAX; i++) {
        unknown |= bytes[i];
    }
    if (unknown || size > OPTIONS_SIZE_MAX) {
        *misfit = (struct gdn_misfit){GDN_OPTION_STRUCT_SIZE,
                                      GDN_NEED_KNOWN_SIZE, 0, 0};
        return false;
    }
    memset(out, 0, sizeof *out);
    memcpy(out, options, size < own ? size : own);
    return true;
}

/* Each function below returns true if it has found a misfit, which is the first one
 * then. */

static bool is_wrong(struct gdn_misfit *out, bool wrong, enum gdn_option option,
                     enum gdn_need need)
{
    if (wrong) {
        *out = (struct gdn_misfit){option, need, 0, 0};
    }
    return wrong;
}

static bool is_outside(struct gdn_misfit *out, uint64_t value,
                       enum gdn_option option, uint64_t low, uint64_t high)
{
    const bool wrong = value < low || value > high;

    if (wrong) {
        *out = (struct gdn_misfit){option, GDN_NEED_RANGE, low, high};
    }
    return wrong;
}

static bool is_any_set(const unsigned char *bytes, size_t n)
{
    unsigned char any = 0;

    for (size_t i = 0; i < n; i++) {
        any |= bytes[i];
    }
    return any != 0;
}

static bool has_wrong_number(struct gdn_misfit *out, const guidon_options *o)
{
    return is_wrong(out, !gdn_kind_named(o->kind), GDN_OPTION_KIND,
                    GDN_NEED_KIND) ||
           is_outside(out, (unsigned)o->scope, GDN_OPTION_SCOPE, 0,
                      GUIDON_SCOPE_HOST) ||
           is_outside(out, (unsigned)o->v7_layout, GDN_OPTION_V7_LAYOUT, 0,
                      GUIDON_V7_TRACE) ||
           is_outside(out, (unsigned)o->ulid_step, GDN_OPTION_ULID_STEP, 0,
                      GUIDON_ULID_STEP_RANDOM) ||
           is_outside(out, (unsigned)o->rollback, GDN_OPTION_ROLLBACK, 0,
                      GUIDON_ROLLBACK_FAIL) ||
           is_outside(out, (unsigned)o->overflow, GDN_OPTION_OVERFLOW, 0,
                      GUIDON_OVERFLOW_FAIL) ||
           is_outside(out, (unsigned)o->random, GDN_OPTION_RANDOM, 0,
                      GUIDON_RANDOM_CALLBACK) ||
           is_outside(out, (unsigned)o->node, GDN_OPTION_NODE, 0,
                      GUIDON_NODE_FIXED) ||
           is_outside(out, (unsigned)o->domain, GDN_OPTION_DOMAIN, 0,
                      GUIDON_DOMAIN_LAST) ||
           is_outside(out, o->clock_resolution_ns,
                      GDN_OPTION_CLOCK_RESOLUTION_NS, 0, GDN_NS_PER_SECOND);
}

static bool has_wrong_node(struct gdn_misfit *out, const guidon_options *o)
{
    const bool has_bytes = is_any_set(o->node_bytes, sizeof o->node_bytes);

    return is_wrong(out, has_bytes && o->node != GUIDON_NODE_FIXED,
                    GDN_OPTION_NODE_BYTES, GDN_NEED_FIXED_NODE) ||
           is_wrong(out, o->clock_seq != 0 && !o->clock_seq_fixed,
                    GDN_OPTION_CLOCK_SEQ, GDN_NEED_FIXED_SEQ) ||
           (o->clock_seq_fixed &&
            is_outside(out, o->clock_seq, GDN_OPTION_CLOCK_SEQ, 0,
                       gdn_kind_named(o->kind)->seq_max));
}

#if !defined GDN_SMALL_MODULE && !defined GDN_WITHOUT_V8

/* Without an option of the kind, the member has to be 0. */
static bool is_foreign(struct gdn_misfit *out, bool is_of_kind, uint64_t value,
                       enum gdn_option option)
{
    return is_wrong(out, !is_of_kind && value != 0, option,
                    GDN_NEED_OTHER_KIND);
}

/* Later versions turn reserved members into options. This version rejects such an
 * option, because it cannot do what the caller asks for. */
static bool has_unknown(struct gdn_misfit *out, const guidon_options *o)
{
#  if UINTPTR_MAX <= 0xffffffff
    if (is_wrong(out, o->reserved_after_lease_path != 0,
                 GDN_OPTION_RESERVED_AFTER_LEASE_PATH, GDN_NEED_ZERO) ||
        is_wrong(out, o->reserved_after_state_memory != 0,
                 GDN_OPTION_RESERVED_AFTER_STATE_MEMORY, GDN_NEED_ZERO)) {
        return true;
    }
#  endif
    return is_wrong(out,
                    is_any_set(o->reserved_after_prefix_random,
                               sizeof o->reserved_after_prefix_random),
                    GDN_OPTION_RESERVED_AFTER_PREFIX_RANDOM, GDN_NEED_ZERO);
}

/* Options of what the ids contain. */
static bool has_foreign(struct gdn_misfit *out, const guidon_options *o)
{
    const struct gdn_kind *kind = gdn_kind_named(o->kind);
    const bool is_v2 = o->kind == GUIDON_V2;

    return is_foreign(out, o->kind == GUIDON_V7, o->v7_layout,
                      GDN_OPTION_V7_LAYOUT) ||
           is_foreign(out, o->kind == GUIDON_ULID_MONOTONIC, o->ulid_step,
                      GDN_OPTION_ULID_STEP) ||
           is_foreign(out, kind->has_node, o->node, GDN_OPTION_NODE) ||
           is_foreign(out, kind->has_node, o->clock_seq_fixed,
                      GDN_OPTION_CLOCK_SEQ_FIXED) ||
           is_foreign(out, is_v2, o->domain, GDN_OPTION_DOMAIN) ||
           is_foreign(out, is_v2, o->local_id, GDN_OPTION_LOCAL_ID) ||
           is_foreign(out, kind->single_owner, o->node_number,
                      GDN_OPTION_NODE_NUMBER) ||
           is_foreign(out, kind->single_owner, o->node_number_bits,
                      GDN_OPTION_NODE_NUMBER_BITS) ||
           is_foreign(out, kind->has_prefix, o->prefix, GDN_OPTION_PREFIX) ||
           is_foreign(out, kind->has_prefix, o->prefix_bits,
                      GDN_OPTION_PREFIX_BITS) ||
           is_foreign(out, kind->has_prefix, o->prefix_random,
                      GDN_OPTION_PREFIX_RANDOM);
}

static bool has_wrong_source(struct gdn_misfit *out, const guidon_options *o)
{
    const bool is_callback = o->random == GUIDON_RANDOM_CALLBACK;

    return is_wrong(out, is_callback && !o->random_fn, GDN_OPTION_RANDOM_FN,
                    GDN_NEED_FUNCTION) ||
           is_wrong(out, !is_callback && o->random_fn, GDN_OPTION_RANDOM_FN,
                    GDN_NEED_CALLBACK) ||
           is_wrong(out, o->random_context && !o->random_fn,
                    GDN_OPTION_RANDOM_CONTEXT, GDN_NEED_RANDOM_FN) ||
           is_wrong(out, o->clock_context && !o->clock_fn,
                    GDN_OPTION_CLOCK_CONTEXT, GDN_NEED_CLOCK_FN);
}

/* A system without a clock that counts sleep needs the caller's. */
static bool has_clock_to_expire(const guidon_options *o)
{
    uint64_t now;

    return o->monotonic_fn || gdn_clock_monotonic(&now) == GUIDON_OK;
}

static bool has_wrong_expiry(struct gdn_misfit *out, const guidon_options *o)
{
    const bool expires = o->not_after > 0 || o->lease_path;

    return is_wrong(out, o->lease_path && !GDN_SHARED_FILES,
                    GDN_OPTION_LEASE_PATH, GDN_NEED_LEASE_FILES) ||
           is_wrong(out, o->not_after > 0 && o->lease_path,
                    GDN_OPTION_NOT_AFTER, GDN_NEED_NO_LEASE) ||
           is_wrong(out, o->monotonic_fn && !expires, GDN_OPTION_MONOTONIC_FN,
                    GDN_NEED_EXPIRY) ||
           is_wrong(out, o->monotonic_context && !o->monotonic_fn,
                    GDN_OPTION_MONOTONIC_CONTEXT, GDN_NEED_MONOTONIC_FN) ||
           is_wrong(out, expires && !has_clock_to_expire(o),
                    o->lease_path ? GDN_OPTION_LEASE_PATH
                                  : GDN_OPTION_NOT_AFTER,
                    GDN_NEED_MONOTONIC_CLOCK);
}

/* Memory serves kinds whose ids have random bits of their own. */
static bool has_wrong_state(struct gdn_misfit *out, const guidon_options *o)
{
    const bool is_host = o->scope == GUIDON_SCOPE_HOST;
    const struct gdn_kind *kind = gdn_kind_of(o, false);
    const bool has_slot = kind->file_slot != 0;

    return is_wrong(out, o->state_path && !is_host, GDN_OPTION_STATE_PATH,
                    GDN_NEED_HOST) ||
           is_wrong(out, o->state_memory && !is_host, GDN_OPTION_STATE_MEMORY,
                    GDN_NEED_HOST) ||
           is_wrong(out, o->state_path && o->state_memory,
                    GDN_OPTION_STATE_PATH, GDN_NEED_NO_MEMORY) ||
           is_wrong(out, is_host && has_slot && !GDN_SHARED_FILES,
                    GDN_OPTION_SCOPE, GDN_NEED_STATE_FILES) ||
           is_wrong(out, o->state_memory && !GDN_SHARED_FILES,
                    GDN_OPTION_STATE_MEMORY, GDN_NEED_STATE_FILES) ||
           is_wrong(out,
                    (uintptr_t)o->state_memory % GDN_SHARED_MEMORY_ALIGN != 0,
                    GDN_OPTION_STATE_MEMORY, GDN_NEED_ALIGNED) ||
           is_wrong(out,
                    o->state_memory && has_slot &&
                        gdn_shared_has_limit(gdn_kind_slot(kind)),
                    GDN_OPTION_STATE_MEMORY, GDN_NEED_FILE);
}

/* The number of a lease file counts if the options have none. */
static bool has_wrong_number_of_node(struct gdn_misfit *out,
                                     const guidon_options *o)
{
    const bool is_of_file =
        o->lease_path && o->node_number == 0 && o->node_number_bits == 0;

    return is_wrong(out, o->scope != GUIDON_SCOPE_PROCESS, GDN_OPTION_SCOPE,
                    GDN_NEED_PROCESS) ||
           (!is_of_file &&
            (is_outside(out, o->node_number_bits, GDN_OPTION_NODE_NUMBER_BITS,
                        1, GUIDON_V8_NODE_BITS_MAX) ||
             is_outside(out, o->node_number, GDN_OPTION_NODE_NUMBER, 0,
                        (UINT32_C(1) << o->node_number_bits) - 1)));
}

/* Above this number of bits, a fixed prefix leaves so few random bits that only
 * the fraction of the millisecond keeps ids apart. */
#  define PREFIX_BITS_OF_ANY_CLOCK 20
#  define PREFIX_CLOCK_NS_MAX      1000

static bool has_wrong_prefix(struct gdn_misfit *out, const guidon_options *o)
{
    const unsigned bits_max =
        o->prefix_random ? GUIDON_V8_SHARD_BITS_MAX : GUIDON_V8_PREFIX_BITS_MAX;

    return is_outside(out, o->prefix_bits, GDN_OPTION_PREFIX_BITS, 0,
                      bits_max) ||
           is_wrong(out, o->prefix_random && o->prefix != 0, GDN_OPTION_PREFIX,
                    GDN_NEED_GIVEN_PREFIX) ||
           is_outside(out, o->prefix, GDN_OPTION_PREFIX, 0,
                      (UINT32_C(1) << o->prefix_bits) - 1) ||
           is_wrong(out,
                    !o->prefix_random &&
                        o->prefix_bits > PREFIX_BITS_OF_ANY_CLOCK &&
                        gdn_clock_ns(o) > PREFIX_CLOCK_NS_MAX,
                    GDN_OPTION_PREFIX_BITS, GDN_NEED_FINE_CLOCK);
}

#endif

/* A module that is small (kinds.h) has no files, and fills the structure itself: it
 * has nothing to say about members that it never sets, or checks before. */
bool gdn_options_fit(struct gdn_misfit *misfit, const guidon_options *o)
{
#if defined GDN_SMALL_MODULE || defined GDN_WITHOUT_V8
    return !has_wrong_number(misfit, o) && !has_wrong_node(misfit, o);
#else
    return !has_wrong_number(misfit, o) && !has_unknown(misfit, o) &&
           !has_foreign(misfit, o) && !has_wrong_source(misfit, o) &&
           !has_wrong_node(misfit, o) && !has_wrong_expiry(misfit, o) &&
           !(o->kind == GUIDON_V8_NODE &&
             has_wrong_number_of_node(misfit, o)) &&
           !(o->kind == GUIDON_V8_PREFIXED && has_wrong_prefix(misfit, o)) &&
           !has_wrong_state(misfit, o);
#endif
}
