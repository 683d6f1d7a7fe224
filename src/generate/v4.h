/* SPDX-License-Identifier: MIT */
/* Version 4 straight from a thread's stream: no clock, no state. */
#ifndef GDN_GENERATE_V4_H
#define GDN_GENERATE_V4_H

#include "../core/layout.h"
#include "../core/private.h"
#include "../random/stream.h"
#include <guidon/id.h>

GDN_PRIVATE_BEGIN

/* Make `n` ids from the calling thread's own stream. Errors as gdn_thread_self.
 */
guidon_status gdn_v4_of_thread(guidon_id *out, size_t n);

GDN_PRIVATE_END

/* Make one id. If the stream holds too few bytes, return false and change
 * nothing. */
static inline bool gdn_v4_of_stream(guidon_id *out, struct gdn_stream *stream)
{
    guidon_id id;

    if (GDN_LIKELY(stream->left >= sizeof id.bytes)) {
        gdn_stream_consume(stream, id.bytes, sizeof id.bytes);
        gdn_set_version(&id, 4);
        *out = id;
        return true;
    }
    return false;
}

#endif
