/* SPDX-License-Identifier: MIT */
/* no_random.h - stands in for random/, from which plans read nothing */
/* Plans need the names alone, and Frama-C cannot read the headers of
 * random/. */
#ifndef GDN_PROOFS_NO_RANDOM_H
#define GDN_PROOFS_NO_RANDOM_H

#define GDN_RANDOM_STREAM_H
#define GDN_RANDOM_THREAD_H
#include <guidon/status.h>
#include <stddef.h>
struct gdn_stream {
    size_t left;
};
struct gdn_thread;
guidon_status gdn_stream_reserve(struct gdn_stream *stream, size_t len);
void gdn_stream_consume(struct gdn_stream *stream, void *out, size_t len);
void gdn_stream_consume_buffered(struct gdn_stream *stream, void *out,
                                 size_t len);

#endif
