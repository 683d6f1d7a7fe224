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
 * take hands out what the buffer holds, in order. Of what is then still to be
 * taken, GDN_STREAM_RUN_MIN bytes or more make runs, of GDN_STREAM_RUN_MAX bytes
 * and what remains; less makes a refill. take_each does the same, but what the
 * buffer holds of less than a place is let go.
 *
 * A draw is 32 bytes of entropy, added to K by exclusive or. It is good for
 * GDN_STREAM_BUFFER bytes of B, or for one reserve of more; `fresh` says how
 * many remain. A run takes its own from them; a refill makes no more than them.
 * reserve draws where what the buffer holds and what is fresh are not enough, or
 * where less than GDN_STREAM_RUN_MIN is fresh.
 *
 * So when a call is over, no more than GDN_STREAM_HOLDS bytes can be taken
 * before the next draw: what the buffer holds, or what is fresh and not made,
 * since each run and each refill finds the buffer empty.
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
