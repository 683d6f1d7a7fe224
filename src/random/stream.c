/* SPDX-License-Identifier: MIT */
/* stream.c - random bytes under fast key erasure. */
#include "stream.h"

#include "wipe.h"

#include <string.h>

static const unsigned char zero_start[GDN_CIPHER_START];

/*
 * The sum is as good as the better of the two: to someone who lacks one of
 * them, it is as uniform as that one. Keys that differ by a known sum, to which
 * AES-256 has a weakness, never come to work both: a key makes one keystream.
 */
guidon_status gdn_stream_feed(struct gdn_stream *stream)
{
    unsigned char drawn[GDN_CIPHER_KEY];
    guidon_status status =
        stream->entropy(stream->context, drawn, sizeof drawn);

    if (status == GUIDON_OK) {
        for (size_t i = 0; i < sizeof drawn; i++) {
            stream->key[i] ^= drawn[i];
        }
        stream->mixed = true;
    }
    gdn_wipe(drawn, sizeof drawn);
    return status;
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
    status = gdn_stream_feed(stream);
    if (status != GUIDON_OK) {
        gdn_wipe(stream, sizeof *stream);
    }
    return status;
}

/* `made` begins with K'. */
static void replace_key(struct gdn_stream *stream, unsigned char *made)
{
    memcpy(stream->key, made, GDN_CIPHER_KEY);
    gdn_wipe(made, GDN_CIPHER_KEY);
    stream->mixed = false;
}

/* Fill the buffer, of which nothing is left. */
static void refill(struct gdn_stream *stream)
{
    stream->keystream(stream->buffer, GDN_STREAM_BUFFER, stream->key,
                      zero_start);
    replace_key(stream, stream->buffer);
    gdn_wipe(stream->buffer + GDN_CIPHER_KEY, GDN_STREAM_HEAD - GDN_CIPHER_KEY);
    stream->left = GDN_STREAM_HOLDS;
}

/* Write `len` bytes, at most GDN_STREAM_RUN_MAX, under a key of their own. */
static void run(struct gdn_stream *stream, unsigned char *out, size_t len)
{
    unsigned char head[GDN_STREAM_HEAD];

    stream->keystream(head, sizeof head, stream->key, zero_start);
    replace_key(stream, head);
    stream->keystream(out, len, head + GDN_CIPHER_KEY, zero_start);
    gdn_wipe(head, sizeof head);
}

/* Hand out `len` bytes that the buffer holds. */
static void hand_out(struct gdn_stream *stream, unsigned char *out, size_t len)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;

    memcpy(out, from, len);
    memset(from, 0, len);
    stream->left -= len;
}

/* Write what the buffer is too small for, in runs; the count of those bytes. */
static size_t run_all(struct gdn_stream *stream, unsigned char *out, size_t len)
{
    size_t done = 0;

    while (len - done >= GDN_STREAM_HOLDS) {
        size_t n = len - done;

        n = n < GDN_STREAM_RUN_MAX ? n : GDN_STREAM_RUN_MAX;
        run(stream, out + done, n);
        done += n;
    }
    return done;
}

void gdn_stream_take_any(struct gdn_stream *stream, void *out, size_t len)
{
    unsigned char *bytes = out;

    if (len > stream->left) {
        size_t n = stream->left;

        hand_out(stream, bytes, n);
        n += run_all(stream, bytes + n, len - n);
        bytes += n;
        len -= n;
        if (len > 0) {
            refill(stream);
        }
    }
    hand_out(stream, bytes, len);
}

static void put_bits(unsigned char out[16], const unsigned char from[16],
                     const struct gdn_stream_bits *bits)
{
    uint64_t words[2];

    memcpy(words, from, sizeof words);
    words[0] = (words[0] & ~bits->clear[0]) | bits->set[0];
    words[1] = (words[1] & ~bits->clear[1]) | bits->set[1];
    memcpy(out, words, sizeof words);
}

/* Those that the buffer holds whole. */
static size_t hand_out_each(struct gdn_stream *stream, unsigned char (*out)[16],
                            size_t n, struct gdn_stream_bits bits)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;
    size_t held = stream->left / sizeof *out;

    n = n < held ? n : held;
    for (size_t i = 0; i < n; i++, from += sizeof *out) {
        put_bits(out[i], from, &bits);
        memset(from, 0, sizeof *out);
    }
    stream->left -= n * sizeof *out;
    return n;
}

/* The bytes are those of one take of all: where what is not in the buffer would
 * make a run, it does; else one place is taken by itself, which refills it. */
void gdn_stream_take_each(struct gdn_stream *stream, unsigned char (*out)[16],
                          size_t n, const struct gdn_stream_bits *bits)
{
    while (n > 0) {
        size_t done = hand_out_each(stream, out, n, *bits);
        size_t more = n - done;

        out += done;
        if (more > 0) {
            more = more * sizeof *out < GDN_STREAM_HOLDS ? 1 : more;
            gdn_stream_take_any(stream, out, more * sizeof *out);
            for (size_t i = 0; i < more; i++) {
                put_bits(out[i], out[i], bits);
            }
            out += more;
        }
        n -= done + more;
    }
}
