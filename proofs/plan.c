/* SPDX-License-Identifier: MIT */
/* plan.c - what holds of a step of version 7 in layout PRECISE */
#include "shim.h"

/* A plan draws no random bytes: of their room it needs names alone, and that
 * room's header has words which Frama-C does not read. */
#define GDN_RANDOM_RANDOM_H
#include <guidon/status.h>
#include <stddef.h>
struct gdn_stream {
    size_t left;
};
struct gdn_thread;
guidon_status gdn_stream_reserve(struct gdn_stream *stream, size_t len);
void gdn_stream_take(struct gdn_stream *stream, void *out, size_t len);

#include "contracts/plan.h"

#include "../src/generate/v7.c"
