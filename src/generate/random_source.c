/* SPDX-License-Identifier: MIT */
/* random_source.c - random bytes for a generator, as its options say. */
#include "random_source.h"
#include "../host/host.h"

guidon_status gdn_random_source_read_slow(
    const struct gdn_random_source *source, void *out, size_t len)
{
    switch (source->g->random) {
    case GUIDON_RANDOM_KERNEL:
        return gdn_entropy(out, len);
    case GUIDON_RANDOM_CALLBACK:
        return source->g->random_fn(source->g->random_context, out, len);
    case GUIDON_RANDOM_FAST:
        break;
    }
    return GUIDON_E_ENTROPY; /* no bytes of a stream are reserved */
}

guidon_status gdn_generator_read_random(const guidon_generator *g, void *out,
                                        size_t len)
{
    struct gdn_random_source source;
    guidon_status status = gdn_random_source_open(&source, g, len);

    return status == GUIDON_OK ? gdn_random_source_read(&source, out, len)
                               : status;
}
