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
 *   K' (32 bytes)  R (32 bytes)  B (the rest of the buffer)
 *
 * once: K' takes the place of K. A refill hands out B. A run makes the first
 * two alone, and its bytes are the keystream of R, again from zero, written
 * straight to the caller.
 *
 * take hands out what the buffer holds, in order. Of what is then still to be
 * taken, GDN_STREAM_HOLDS bytes or more make runs, of GDN_STREAM_RUN_MAX bytes
 * and what remains; less makes a refill.
 *
 * reserve does nothing where the buffer holds enough, or where entropy was
 * mixed into K that has made nothing yet. Else it draws 32 bytes and adds them
 * to K by exclusive or; what the buffer holds stays, and is taken first. So
 * there is a draw before every refill and every run, but for those that one
 * reserve of more than the buffer holds is good for.
 */
#define GDN_STREAM_HEAD    (2 * GDN_CIPHER_KEY)
#define GDN_STREAM_HOLDS   (GDN_STREAM_BUFFER - GDN_STREAM_HEAD)
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
