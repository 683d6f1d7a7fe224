/* SPDX-License-Identifier: MIT */
/* stream.c - makes random bytes with fast key erasure. */
#include "stream.h"
#include "../core/memory.h"

#include "../core/wipe.h"

static const unsigned char zero_start[GDN_CIPHER_START];
static const struct gdn_cipher_bits no_bits;

/*
 * Add 32 bytes of entropy to the key by exclusive or.
 *
 * The sum is as good as the better operand: to an attacker who lacks one of the
 * operands, the sum is as uniform as that operand. AES-256 has a weakness with
 * keys that differ by a known sum. It does not apply here, because the key from
 * before the sum makes no keystream.
 */
static guidon_status stream_mix(struct gdn_stream *stream, size_t budget)
{
    unsigned char *key = stream->head;
    unsigned char entropy[GDN_CIPHER_KEY];
    guidon_status status =
        stream->entropy(stream->context, entropy, sizeof entropy);

    if (status == GUIDON_OK) {
        for (size_t i = 0; i < sizeof entropy; i++) {
            key[i] ^= entropy[i];
        }
        stream->budget = budget;
    }
    gdn_wipe(entropy, sizeof entropy);
    return status;
}

/*
 * A caller may consume less than it reserved. So a reseed covers what a full
 * buffer holds, less the bytes left in it. It covers more only if the caller
 * reserves enough for a direct write and nothing is left.
 *
 * Example: 100 bytes are left, and a caller reserves 200. The budget becomes
 * GDN_STREAM_CAPACITY - 100.
 */
guidon_status gdn_stream_reseed(struct gdn_stream *stream, size_t len)
{
    if (stream->budget == GDN_STREAM_BUFFER ||
        (stream->budget >= GDN_STREAM_DIRECT_MIN &&
         len <= stream->left + stream->budget)) {
        return GUIDON_OK;
    }
    return stream_mix(stream, stream->left == 0 && len >= GDN_STREAM_DIRECT_MIN
                                  ? GDN_STREAM_BUFFER
                                  : GDN_STREAM_CAPACITY - stream->left);
}

guidon_status gdn_stream_start(struct gdn_stream *stream, unsigned char *head,
                               gdn_keystream_fn *keystream,
                               gdn_entropy_fn *entropy, void *context)
{
    guidon_status status;

    gdn_wipe(stream, sizeof *stream);
    gdn_wipe(head, GDN_CIPHER_HEAD);
    stream->head = head;
    stream->keystream = keystream;
    stream->entropy = entropy;
    stream->context = context;
    status = stream_mix(stream, GDN_STREAM_CAPACITY);
    if (status != GUIDON_OK) {
        gdn_wipe(stream, sizeof *stream); /* head[] is zero already */
    }
    return status;
}

static size_t size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Write `len` bytes of keystream, and erase the key that made them. */
static void stream_make(struct gdn_stream *stream, unsigned char *out,
                        size_t len, const struct gdn_cipher_bits *bits)
{
    stream->keystream(out, len, stream->head, zero_start, bits);
    stream->budget -= size_min(len, stream->budget);
}

/* Fill the empty buffer. If the budget is below GDN_STREAM_DIRECT_MIN, the
 * caller's reservation has just reseeded, so the refill uses the whole
 * buffer. */
static void stream_refill(struct gdn_stream *stream)
{
    size_t len = stream->budget >= GDN_STREAM_DIRECT_MIN ? stream->budget
                                                         : GDN_STREAM_CAPACITY;

    len = size_min(len, GDN_STREAM_CAPACITY);
    stream_make(stream, stream->buffer + GDN_STREAM_BUFFER - len, len,
                &no_bits);
    stream->left = len;
}

/* Either write some of `len` bytes directly, and return their count, or refill
 * the empty buffer and return 0. A direct request never refills, so the next
 * direct request finds no bytes to copy out first. */
static size_t write_or_refill(struct gdn_stream *stream, unsigned char *out,
                              size_t len, const struct gdn_cipher_bits *bits,
                              bool direct)
{
    if (!direct) {
        stream_refill(stream);
        return 0;
    }
    len = size_min(len, GDN_STREAM_DIRECT_MAX);
    stream_make(stream, out, len, bits);
    return len;
}

/* Copy at most `len` bytes out of the buffer; returns their count. */
static size_t copy_out(struct gdn_stream *stream, unsigned char *out,
                       size_t len)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;

    len = size_min(len, stream->left);
    if (len > 0) { /* saves two calls before each direct write */
        memcpy(out, from, len);
        memset(from, 0, len);
        stream->left -= len;
    }
    return len;
}

GDN_OUT_OF_LINE void gdn_stream_consume_any(struct gdn_stream *stream,
                                            void *out, size_t len)
{
    unsigned char *bytes = out;
    bool direct = len >= GDN_STREAM_DIRECT_MIN;
    size_t done = copy_out(stream, bytes, len);

    while (done < len) {
        done +=
            write_or_refill(stream, bytes + done, len - done, &no_bits, direct);
        done += copy_out(stream, bytes + done, len - done);
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

/* The same in items of 16 bytes: those that the buffer holds whole. */
static size_t copy_out_each(struct gdn_stream *stream, unsigned char (*out)[16],
                            size_t n, struct gdn_cipher_bits bits)
{
    unsigned char *from = stream->buffer + GDN_STREAM_BUFFER - stream->left;

    n = size_min(n, stream->left / sizeof *out);
    for (size_t i = 0; i < n; i++, from += sizeof *out) {
        put_bits(out[i], from, &bits);
        memset(from, 0, sizeof *out);
    }
    stream->left -= n * sizeof *out;
    return n;
}

/* Discard a remainder that is shorter than an item. */
static void discard_left(struct gdn_stream *stream)
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
    bool direct = n >= GDN_STREAM_DIRECT_MIN / sizeof *out;
    size_t done = copy_out_each(stream, out, n, *bits);

    while (done < n) {
        discard_left(stream);
        done += write_or_refill(stream, out[done], (n - done) * sizeof *out,
                                bits, direct) /
                sizeof *out;
        done += copy_out_each(stream, out + done, n - done, *bits);
    }
}
