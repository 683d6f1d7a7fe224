/* SPDX-License-Identifier: MIT */
/* thread_generators.c - guidon_new: a generator of each kind in each thread. */
#include "../core/memory.h"
#include "../random/thread.h"
#include "kinds.h"
#include "reinit.h"
#include "setup.h"
#include "v4.h"

/* These generators lie in the thread's storage, which is all zero in a new
 * thread and in a new process. A generator without a kind is not set up yet. */
struct thread_generators {
    guidon_generator generators[GDN_NEW_KINDS];
};
const size_t gdn_thread_storage_size = sizeof(struct thread_generators);

/* A program may have many threads. */
_Static_assert(sizeof(struct gdn_thread) + sizeof(struct thread_generators) +
                       _Alignof(struct gdn_stream) +
                       sizeof(struct gdn_stream) <=
                   3 * 4096,
               "a thread's memory fits in three pages of 4 KiB");

static guidon_generator *generator_of(struct gdn_thread *thread,
                                      guidon_kind kind)
{
    struct thread_generators *own = gdn_thread_storage(thread);

    return &own->generators[gdn_kind_index(kind)];
}

/*
 * X(number, table): the kinds that guidon_new makes, and the table that gdn_kind_of
 * chooses for their default options. gdn_kind_of itself names every table, so a
 * program that calls it has the code of all kinds and variants.
 *
 * Version 2 needs a local id, and version 8 a node number or a prefix, which
 * guidon_new has no parameters for.
 */
#define NEW_KIND_LIST(X)                                                       \
  X(GUIDON_V1, &gdn_kind_v1)                                                   \
  X(GUIDON_V4, &gdn_kind_v4)                                                   \
  X(GUIDON_V6, &gdn_kind_v6_random)                                            \
  X(GUIDON_V7, gdn_v7_precise(options))                                        \
  X(GUIDON_ULID, &gdn_kind_ulid)                                               \
  X(GUIDON_ULID_MONOTONIC, &gdn_kind_ulid_monotonic)

/* A bit for the index of each. */
#define NEW_KIND_BIT(number, table) | UINT32_C(1) << GDN_KIND_INDEX(number)
#define NEW_KINDS                   (0 NEW_KIND_LIST(NEW_KIND_BIT))
_Static_assert(NEW_KINDS < UINT32_C(1) << GDN_NEW_KINDS,
               "a thread has a generator of each of these kinds");

static bool is_new_kind(guidon_kind kind)
{
    return NEW_KINDS >> gdn_kind_index(kind) & 1;
}

#define NEW_KIND_CASE(number, table)                                           \
  case number:                                                                 \
    return table;

static const struct gdn_kind *new_kind(const guidon_options *options)
{
    switch (options->kind) {
        NEW_KIND_LIST(NEW_KIND_CASE)
    default:
        return NULL;
    }
}

/* Make the generator that guidon_generator_new makes from default options. This needs
 * no code for state files, lease files and callbacks. */
static guidon_status setup_default(guidon_generator *g,
                                   struct gdn_thread *thread, guidon_kind kind)
{
    const guidon_options options = {.kind = kind};
    guidon_generator made;
    guidon_status status;

    gdn_generator_begin(&made, &options, new_kind(&options));
    status = gdn_generator_reset(&made);
    if (status == GUIDON_OK) {
        made.fast_ok = made.kind->next_fast != NULL;
        made.thread = thread;
        memcpy(g, &made, sizeof made);
    }
    return status;
}

/* The calling thread's generator of a kind, set up if this is its first use. */
static guidon_status thread_generator(guidon_generator **out, guidon_kind kind)
{
    struct gdn_thread *thread;
    guidon_generator *g;
    guidon_status status;

    if (!is_new_kind(kind)) {
        return GUIDON_E_ARGUMENT;
    }
    status = gdn_thread_self(&thread);
    if (status != GUIDON_OK) {
        return status;
    }
    g = generator_of(thread, kind);
    if (!g->kind) {
        status = setup_default(g, thread, kind);
    }
    *out = g;
    return status;
}

/* Ids of any kind but version 4. A long call checks before each step whether the
 * process was forked or the machine cloned. Not inlined, so that guidon_new needs no stack
 * for it. */
GDN_OUT_OF_LINE static guidon_status new_many(guidon_id *out, size_t n,
                                              guidon_kind kind)
{
    guidon_generator *g;
    guidon_status status;
    size_t made = 0;

    do {
        size_t more = gdn_at_most(n - made, GDN_IDS_PER_STEP);

        status = thread_generator(&g, kind);
        if (status == GUIDON_OK) {
            status = guidon_next_many(out + made, more, g);
        }
        made += more;
    } while (status == GUIDON_OK && made < n);
    if (status != GUIDON_OK && n > GDN_IDS_PER_STEP) {
        memset(out, 0, n * sizeof *out);
    }
    return status;
}

/* `n` ids, at least one, in a thread that may be new. */
static guidon_status new_some(guidon_id *out, size_t n, guidon_kind kind)
{
    return kind == GUIDON_V4 ? gdn_v4_of_thread(out, n)
                             : new_many(out, n, kind);
}

/* One id of any kind but version 4, in a thread whose storage is current. The
 * last call is a tail call, so that no kind needs stack for it. */
static inline guidon_status new_current(guidon_id *out,
                                        struct gdn_thread *thread,
                                        guidon_kind kind)
{
    if (is_new_kind(kind)) {
        guidon_generator *g = generator_of(thread, kind);

        if (g->kind && g->kind->next_thread) {
            return g->kind->next_thread(out, g, thread->stream);
        }
    }
    return new_many(out, 1, kind);
}

/* Inlined, so that a batch of one id costs what one id costs. */
static inline guidon_status new_single(guidon_id *out, guidon_kind kind)
{
    struct gdn_thread *thread = gdn_thread_mine;

    if (!thread || !gdn_thread_is_current(thread)) {
        return new_some(out, 1, kind);
    }
    if (kind != GUIDON_V4) {
        return new_current(out, thread, kind);
    }
    return gdn_v4_of_stream(out, thread->stream) ? GUIDON_OK
                                                 : gdn_v4_of_thread(out, 1);
}

guidon_status guidon_new(guidon_id *out, guidon_kind kind)
{
    return new_single(out, kind);
}

guidon_status guidon_new_many(guidon_id *out, size_t n, guidon_kind kind)
{
    if (n == 1) {
        return new_single(out, kind);
    }
    if (n == 0) {
        return is_new_kind(kind) ? GUIDON_OK : GUIDON_E_ARGUMENT;
    }
    return new_some(out, n, kind);
}
