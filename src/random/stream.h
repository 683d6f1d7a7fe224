/* SPDX-License-Identifier: MIT */
/* The bytes of a stream, and its beginning; random.h has the rest. */
#ifndef GDN_RANDOM_STREAM_H
#define GDN_RANDOM_STREAM_H

#include "../core/private.h"
#include "cipher.h"
#include "random.h"

GDN_PRIVATE_BEGIN

/*
 * The bytes of a stream, exactly. Its key K makes, from an all-zero `start`,
 * the keystream
 *
 *   K' (32 bytes)  32 bytes that nothing takes  B
 *
 * once: K' takes the place of K. A refill puts B into the buffer, as much as it
 * has room for; a run writes B straight to the caller, for as long as that is.
 *
 * take hands out what the buffer holds, in order. What is then still to be taken
 * makes runs, of GDN_STREAM_RUN_MAX bytes and what remains, where the whole take
 * was of GDN_STREAM_RUN_MIN bytes or more; else a refill. take_each does the same,
 * but what the buffer holds of less than a place is let go.
 *
 * A draw is 32 bytes of entropy, added to K by exclusive or. `fresh` says how
 * many bytes of B it is still good for: where nothing is left in the buffer and
 * enough for a run is reserved, GDN_STREAM_BUFFER, or one reserve of more; else
 * GDN_STREAM_HOLDS, less what is left. A run takes its own from them; a refill
 * makes no more than them, where they are enough for a run. reserve draws where
 * what is left and what is fresh are not enough, or where what is fresh is not
 * enough for a run.
 *
 * So when a call is over, no more than GDN_STREAM_HOLDS bytes can be taken
 * before the next draw.
 */
#define GDN_STREAM_HOLDS   (GDN_STREAM_BUFFER - GDN_CIPHER_HEAD)
#define GDN_STREAM_RUN_MIN 1024
#define GDN_STREAM_RUN_MAX ((size_t)1 << 30)

/*
 * Begin a stream, whatever *stream was, with a key drawn from `entropy`.
 * `keystream` is gdn_keystream, or a test's own kernel.
 *
 * Errors  GUIDON_E_ENTROPY  *stream is all zero, and not to be used
 */
guidon_status gdn_stream_start(struct gdn_stream *stream,
                               gdn_keystream_fn *keystream,
                               gdn_entropy_fn *entropy, void *context);

GDN_PRIVATE_END

#endif
