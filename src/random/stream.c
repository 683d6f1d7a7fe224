/* SPDX-License-Identifier: MIT */
/* stream.c - random bytes under fast key erasure. */
#include "stream.h"

#include "wipe.h"

#include <string.h>

static const unsigned char zero_start[GDN_CIPHER_START];
static const struct gdn_cipher_bits no_bits;

/*
 * The sum is as good as the better of the two: to someone who lacks one of
 * them, it is as uniform as that one. Keys that differ by a known sum, to which
 * AES-256 has a weakness, never come to work both: a key makes one keystream.
 */
static guidon_status mix(struct gdn_stream *stream, size_t good_for)
{
    unsigned char drawn[GDN_CIPHER_KEY];
    guidon_status status =
        stream->entropy(stream->context, drawn, sizeof drawn);

    if (status == GUIDON_OK) {
        for (size_t i = 0; i < sizeof drawn; i++) {
            stream->head[i] ^= drawn[i];
        }
        stream->fresh = good_for;
    }
    gdn_wipe(drawn, sizeof drawn);
    return status;
}

/* Who reserves may take less: so a draw is good for what a full buffer holds, less
 * what is left in it, and for more only where it is a run that is asked for. */
guidon_status gdn_stream_reseed(struct gdn_stream *stream, size_t len)
{
    if (stream->fresh == GDN_STREAM_BUFFER ||
        (stream->fresh >= GDN_STREAM_RUN_MIN &&
         len <= stream->left + stream->fresh)) {
        return GUIDON_OK;
    }
    return mix(stream, stream->left == 0 && len >= GDN_STREAM_RUN_MIN
                           ? GDN_STREAM_BUFFER
                           : GDN_STREAM_HOLDS - stream->left);
}

guidon_status gdn_stream_start(struct gdn_stream *stream,
                               gdn_keystream_fn *keystream,
                               gdn_entropy_fn *entropy, void *context)
{
    guidon_status status;

    gdn_wipe(stream, sizeof *stream);
    stream->keystream = keystream;
    stream->entropy = entropy;
    stream->context = context;
    status = mix(stream, GDN_STREAM_HOLDS);
    if (status != GUIDON_OK) {
        gdn_wipe(stream, sizeof *stream);
    }
    return status;
}

static size_t at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

/* Write `len` bytes under a key that is erased. */
static void make(struct gdn_stream *stream, unsigned char *out, size_t len,
                 const struct gdn_cipher_bits *bits)
{
    stream->keystream(out, len, stream->head, zero_start, bits);
    stream->fresh -= at_most(len, stream->fresh);
}

/* Fill the buffer, of which nothing is left. Where too little is fresh, the draw
 * was for this call. */
static void refill(struct gdn_stream *stream)
{
    size_t len =
        stream->fresh >= GDN_STREAM_RUN_MIN ? stream->fresh : GDN_STREAM_HOLDS;

    len = at_most(len, GDN_STREAM_HOLDS);
    make(stream, stream->buffer + GDN_STREAM_BUFFER - len, len, &no_bits);
    stream->left = len;
}

/* Write some of `len` bytes, of which the buffer holds none, in a run, or make
 * it hold some; the count of those that were written. A take that is long makes
 * runs alone, so that one after another finds nothing in the buffer to copy. */
static size_t run_or_refill(struct gdn_stream *stream, unsigned char *out,
                            size_t len, const struct gdn_cipher_bits *bits,
                            bool is_long)
{
    if (!is_long) {
        refill(stream);
        return 0;
    }
    len = at_most(len, GDN_STREAM_RUN_MAX);
    make(stream, out, len, bits);
    return len;
}

/* Hand out what the buffer holds, `len` bytes at most; the count of them. */
static size_t hand_out(struct gdn_stream *stream, unsigned char *out,
                       size_t len)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;

    len = at_most(len, stream->left);
    if (len > 0) { /* else two calls for nothing, before each run */
        memcpy(out, from, len);
        memset(from, 0, len);
        stream->left -= len;
    }
    return len;
}

void gdn_stream_consume_any(struct gdn_stream *stream, void *out, size_t len)
{
    unsigned char *bytes = out;
    bool is_long = len >= GDN_STREAM_RUN_MIN;
    size_t done = hand_out(stream, bytes, len);

    while (done < len) {
        done +=
            run_or_refill(stream, bytes + done, len - done, &no_bits, is_long);
        done += hand_out(stream, bytes + done, len - done);
    }
}

static void put_bits(unsigned char out[16], const unsigned char from[16],
                     const struct gdn_cipher_bits *bits)
{
    uint64_t words[2];

    memcpy(words, from, sizeof words);
    words[0] = (words[0] & ~bits->clear[0]) | bits->set[0];
    words[1] = (words[1] & ~bits->clear[1]) | bits->set[1];
    memcpy(out, words, sizeof words);
}

/* The same in places of 16 bytes: those that the buffer holds whole. */
static size_t hand_out_each(struct gdn_stream *stream, unsigned char (*out)[16],
                            size_t n, struct gdn_cipher_bits bits)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;

    n = at_most(n, stream->left / sizeof *out);
    for (size_t i = 0; i < n; i++, from += sizeof *out) {
        put_bits(out[i], from, &bits);
        memset(from, 0, sizeof *out);
    }
    stream->left -= n * sizeof *out;
    return n;
}

/* Of what is less than a place, nothing is handed out. */
static void let_go(struct gdn_stream *stream)
{
    if (stream->left > 0) {
        memset(stream->buffer + GDN_STREAM_BUFFER - stream->left, 0,
               stream->left);
        stream->left = 0;
    }
}

void gdn_stream_consume_each(struct gdn_stream *stream,
                             unsigned char (*out)[16], size_t n,
                             const struct gdn_cipher_bits *bits)
{
    bool is_long = n >= GDN_STREAM_RUN_MIN / sizeof *out;
    size_t done = hand_out_each(stream, out, n, *bits);

    while (done < n) {
        let_go(stream);
        done += run_or_refill(stream, out[done], (n - done) * sizeof *out, bits,
                              is_long) /
                sizeof *out;
        done += hand_out_each(stream, out + done, n - done, *bits);
    }
}
