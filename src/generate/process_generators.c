/* SPDX-License-Identifier: MIT */
/* process_generators.c - new ids of version 8 with a prefix, of the generators that
 * all threads of the process share. */
#include "../core/layout.h"
#include "kinds.h"
#include "next_fast.h"
#include <guidon/prefixed.h>

#include <stdatomic.h>

/*
 * A generator for each length of prefixes, which the first call for the length
 * makes. Any thread may use it at any time, so it stays until the process ends. Its
 * own prefix is that of append.
 */
static _Atomic(guidon_generator *)
    process_generators[GUIDON_V8_PREFIX_BITS_MAX + 1];

static guidon_status make_generator(guidon_generator **out,
                                    unsigned prefix_bits)
{
    const guidon_options options = {
        .kind = GUIDON_V8_PREFIXED,
        .scope = GUIDON_SCOPE_PROCESS,
        .prefix = (UINT32_C(1) << prefix_bits) - 1,
        .prefix_bits = prefix_bits,
    };
    guidon_generator *made, *first = NULL;
    guidon_status status = guidon_generator_new(&made, &options);

    if (status != GUIDON_OK) {
        return status;
    }
    *out = made;
    if (!atomic_compare_exchange_strong(&process_generators[prefix_bits],
                                        &first, made)) {
        guidon_generator_free(made); /* another thread was first */
        *out = first;
    }
    return GUIDON_OK;
}

/* prefix_bits is at most GUIDON_V8_PREFIX_BITS_MAX. */
static inline guidon_status process_generator(guidon_generator **out,
                                              unsigned prefix_bits)
{
    *out = atomic_load_explicit(&process_generators[prefix_bits],
                                memory_order_acquire);
    return *out ? GUIDON_OK : make_generator(out, prefix_bits);
}

static guidon_status append_generator(guidon_generator **out,
                                      unsigned prefix_bits)
{
    return prefix_bits <= GUIDON_V8_PREFIX_BITS_MAX
               ? process_generator(out, prefix_bits)
               : GUIDON_E_RANGE;
}

static guidon_status shard_generator(guidon_generator **out, uint32_t shard,
                                     unsigned shard_bits)
{
    return shard_bits <= GUIDON_V8_SHARD_BITS_MAX && shard >> shard_bits == 0
               ? process_generator(out, shard_bits)
               : GUIDON_E_RANGE;
}

guidon_status guidon_v8_append(guidon_id *out, unsigned prefix_bits)
{
    guidon_generator *generator;
    guidon_status status = append_generator(&generator, prefix_bits);

    return status == GUIDON_OK ? guidon_next(out, generator) : status;
}

guidon_status guidon_v8_append_many(guidon_id *out, size_t n,
                                    unsigned prefix_bits)
{
    guidon_generator *generator;
    guidon_status status = append_generator(&generator, prefix_bits);

    return status == GUIDON_OK ? guidon_next_many(out, n, generator) : status;
}

guidon_status guidon_v8_sharded(guidon_id *out, uint32_t shard,
                                unsigned shard_bits)
{
    guidon_generator *generator;
    guidon_status status = shard_generator(&generator, shard, shard_bits);

    if (status == GUIDON_OK) {
        status = guidon_next(out, generator);
    }
    if (status == GUIDON_OK) {
        gdn_set_v8_prefix(out, shard, shard_bits);
    }
    return status;
}

guidon_status guidon_v8_sharded_many(guidon_id *out, size_t n, uint32_t shard,
                                     unsigned shard_bits)
{
    guidon_generator *generator;
    guidon_status status = shard_generator(&generator, shard, shard_bits);

    return status == GUIDON_OK
               ? gdn_next_many_prefixed(out, n, generator, shard)
               : status;
}
