/* SPDX-License-Identifier: MIT */
/* no_random.h - the random room, for plans, which draw nothing from it */
/*
 * They need names alone, and the room's header has words which Frama-C does not
 * read.
 */
#ifndef GDN_PROOFS_NO_RANDOM_H
#define GDN_PROOFS_NO_RANDOM_H

#define GDN_RANDOM_RANDOM_H
#include <guidon/status.h>
#include <stddef.h>
struct gdn_stream {
    size_t left;
};
struct gdn_thread;
guidon_status gdn_stream_reserve(struct gdn_stream *stream, size_t len);
void gdn_stream_consume(struct gdn_stream *stream, void *out, size_t len);

#endif
