/* SPDX-License-Identifier: MIT */
/* The source of a generator's random bytes, which its options choose. */
#ifndef GDN_GENERATE_RANDOM_SOURCE_H
#define GDN_GENERATE_RANDOM_SOURCE_H

#include "../random/thread.h"
#include "generator.h"

GDN_PRIVATE_BEGIN

/* The random source of one call. GUIDON_RANDOM_FAST reads the stream of the
 * calling thread. */
struct gdn_random_source {
    const guidon_generator *g;
    struct gdn_thread *thread; /* NULL: no stream's bytes are reserved */
};

/* gdn_random_source_read without a stream. Errors GUIDON_E_ENTROPY, and those
 * of the caller's function. */
guidon_status gdn_random_source_read_slow(
    const struct gdn_random_source *source, void *out, size_t len);

/* Open the source and reserve `len` bytes, so that reads of up to `len` bytes
 * from the stream cannot fail. Errors as gdn_thread_self. */
static inline guidon_status gdn_random_source_open(
    struct gdn_random_source *source, const guidon_generator *g, size_t len)
{
    guidon_status status = GUIDON_OK;

    *source = (struct gdn_random_source){.g = g};
    if (g->random != GUIDON_RANDOM_FAST || len == 0) {
        return GUIDON_OK;
    }
    source->thread = g->thread;
    if (!source->thread) {
        status = gdn_thread_self(&source->thread);
    }
    return status == GUIDON_OK ? gdn_stream_reserve(source->thread->stream, len)
                               : status;
}

static inline guidon_status gdn_random_source_read(
    const struct gdn_random_source *source, void *out, size_t len)
{
    if (!source->thread) {
        return gdn_random_source_read_slow(source, out, len);
    }
    gdn_stream_consume(source->thread->stream, out, len);
    return GUIDON_OK;
}

/* Open the generator's source and read `len` bytes. */
guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len);

GDN_PRIVATE_END

#endif
