/* SPDX-License-Identifier: MIT */
/* A stream of random bytes with fast key erasure. */
#ifndef GDN_RANDOM_STREAM_H
#define GDN_RANDOM_STREAM_H

#include "../core/memory.h"
#include "../core/private.h"
#include "cipher.h"
#include <guidon/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* The source of a stream's entropy: gdn_entropy, or a function of a test. */
typedef guidon_status gdn_entropy_fn(void *context, void *out, size_t len);

/*
 * A stream holds a buffer of keystream and the key of the next keystream. Bytes
 * that the caller has consumed are wiped, and each key is erased by the
 * keystream that it makes. So memory that leaks later does not show earlier
 * bytes.
 *
 * The bytes of a stream, exactly: the key K and an all-zero `start` make the
 * keystream
 *
 *   K' (32 bytes) | 32 unused bytes | B
 *
 * once, and K' replaces K. A refill writes B to the buffer. A direct write puts
 * B into the caller's memory.
 *
 * gdn_stream_consume copies out what the buffer holds, in order. If bytes are
 * still missing, a request of GDN_STREAM_DIRECT_MIN bytes or more makes direct
 * writes of at most GDN_STREAM_DIRECT_MAX bytes each, and a shorter request
 * refills the buffer. gdn_stream_consume_each does the same in items of 16
 * bytes; it discards a remainder of the buffer that is shorter than an item.
 *
 * A reseed adds 32 bytes of entropy to K by exclusive or. The reseed budget
 * says how many bytes of B the last reseed may still make. A reseed sets the
 * budget to
 *
 *   GDN_STREAM_BUFFER                  if the buffer is empty and the
 *                                      reservation is long enough for a direct
 *                                      write; that reservation may be longer
 *                                      still
 *   GDN_STREAM_CAPACITY - bytes left   otherwise
 *
 * A direct write and a refill spend the budget. A refill makes no more than the
 * budget if the budget is GDN_STREAM_DIRECT_MIN or more. gdn_stream_reserve
 * does not reseed if the bytes left suffice. If they do not, it reseeds unless
 * the budget is
 *
 *   GDN_STREAM_BUFFER                  which suffices for any reservation
 *   GDN_STREAM_DIRECT_MIN or more      if bytes left and budget suffice together
 *
 * So when a call is over, at most GDN_STREAM_CAPACITY bytes can be consumed
 * before the next reseed.
 */
#define GDN_STREAM_BUFFER     8192
#define GDN_STREAM_CAPACITY   (GDN_STREAM_BUFFER - GDN_CIPHER_HEAD)
#define GDN_STREAM_DIRECT_MIN 1024
#define GDN_STREAM_DIRECT_MAX ((size_t)1 << 30)

/* One thread at a time. The members are for stream.c and the inline functions
 * below. */
struct gdn_stream {
    size_t left;   /* bytes at the buffer's end that were not consumed */
    size_t budget; /* bytes that the last reseed may still make */
    gdn_keystream_fn *keystream;
    gdn_entropy_fn *entropy;
    void *context;
    unsigned char *head; /* GDN_CIPHER_HEAD bytes, which begin with the key */
    /* Zero except for its last `left` bytes. */
    _Alignas(64) unsigned char buffer[GDN_STREAM_BUFFER];
};

/*
 * Start a stream in *stream, whatever that held, with a key from `entropy`. The
 * stream keeps the key in head[], GDN_CIPHER_HEAD bytes that must live as long
 * as the stream. `keystream` is gdn_cipher()->keystream, or the kernel of a
 * test.
 *
 * Errors  GUIDON_E_ENTROPY  *stream and head[] are all zero, and must not be
 *                           used
 */
guidon_status gdn_stream_start(struct gdn_stream *stream, unsigned char *head,
                               gdn_keystream_fn *keystream,
                               gdn_entropy_fn *entropy, void *context);

/* The slow paths of the two functions below. */
guidon_status gdn_stream_reseed(struct gdn_stream *stream, size_t len);
void gdn_stream_consume_any(struct gdn_stream *stream, void *out, size_t len);

/*
 * Make sure that the next `len` bytes can be consumed without an error, and
 * that no reseed makes more bytes than its budget.
 *
 * Errors  GUIDON_E_ENTROPY  the stream is unchanged
 */
static inline guidon_status gdn_stream_reserve(struct gdn_stream *stream,
                                               size_t len)
{
    return len <= stream->left ? GUIDON_OK : gdn_stream_reseed(stream, len);
}

/* Consume `len` bytes that the buffer holds: 8 to 16 of them. They are two
 * words that may overlap. If `len` is a constant, this needs no call. */
static inline void gdn_stream_consume_buffered(struct gdn_stream *stream,
                                               void *out, size_t len)
{
    unsigned char *head = stream->buffer + GDN_STREAM_BUFFER - stream->left;
    unsigned char *tail = head + len - 8;
    uint64_t first;
    uint64_t last;

    memcpy(&first, head, 8);
    memcpy(&last, tail, 8);
    memset(head, 0, 8);
    memset(tail, 0, 8);
    memcpy(out, &first, 8);
    memcpy((unsigned char *)out + len - 8, &last, 8);
    stream->left -= len;
}

/* Consume `len` reserved bytes. Several calls may share one reservation. */
static inline void gdn_stream_consume(struct gdn_stream *stream, void *out,
                                      size_t len)
{
    if (len >= 8 && len <= 16 && len <= stream->left) {
        gdn_stream_consume_buffered(stream, out, len);
    } else {
        gdn_stream_consume_any(stream, out, len);
    }
}

/* Consume 16 reserved bytes for each of the `n` items in out[], and apply
 * `bits` to each item, in one pass. */
void gdn_stream_consume_each(struct gdn_stream *stream,
                             unsigned char (*out)[16], size_t n,
                             const struct gdn_cipher_bits *bits);

GDN_PRIVATE_END

#endif
