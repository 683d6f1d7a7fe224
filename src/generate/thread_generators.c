/* SPDX-License-Identifier: MIT */
/* thread_generators.c - a generator of each kind for every thread that asks. */
#include "../random/thread.h"
#include "generator.h"
#include "v4.h"

#include <string.h>

/* Kept in the thread's own memory, which is all zero in a new thread and in a
 * new process: a generator without a kind has not been set up there. */
#define KINDS (GUIDON_ULID_MONOTONIC + 1)
struct own {
    guidon_generator generators[KINDS];
};
const size_t gdn_thread_storage_size = sizeof(struct own);

static struct own *own_of(struct gdn_thread *thread)
{
    return gdn_thread_storage(thread);
}

static bool is_made(guidon_kind kind)
{
    return (unsigned)kind < KINDS && kind != GUIDON_V2;
}

static guidon_status own_generator(guidon_generator **out, guidon_kind kind)
{
    struct gdn_thread *thread;
    guidon_generator *g;
    guidon_status status;

    if (!is_made(kind)) {
        return GUIDON_E_ARGUMENT;
    }
    status = gdn_thread_self(&thread);
    if (status != GUIDON_OK) {
        return status;
    }
    g = &own_of(thread)->generators[kind];
    if (!g->kind) {
        status = gdn_generator_setup(g, &(guidon_options){.kind = kind});
        if (status == GUIDON_OK) {
            g->thread = thread;
        }
    }
    *out = g;
    return status;
}

/* How many ids a long call makes before it looks again whether this is still
 * the process, and the machine, that it was. */
#define LOOK_EVERY 512

/* Of another kind than version 4. Out of line, as new_of. */
GDN_OUT_OF_LINE static guidon_status many_of(guidon_id *out, size_t n,
                                             guidon_kind kind)
{
    guidon_generator *g;
    guidon_status status;
    size_t made = 0;

    do {
        size_t more = gdn_at_most(n - made, LOOK_EVERY);

        status = own_generator(&g, kind);
        if (status == GUIDON_OK) {
            status = guidon_next_many(out + made, more, g);
        }
        made += more;
    } while (status == GUIDON_OK && made < n);
    if (status != GUIDON_OK && n > LOOK_EVERY) {
        memset(out, 0, n * sizeof *out);
    }
    return status;
}

guidon_status guidon_new_many(guidon_id *out, size_t n, guidon_kind kind)
{
    if (n == 0) {
        return is_made(kind) ? GUIDON_OK : GUIDON_E_ARGUMENT;
    }
    return kind == GUIDON_V4 ? gdn_v4_of_thread(out, n) : many_of(out, n, kind);
}

/* One of another kind than version 4, in a thread that is current. Out of line,
 * so that version 4 needs no room for what this does. */
GDN_OUT_OF_LINE static guidon_status new_of(guidon_id *out,
                                            struct gdn_thread *thread,
                                            guidon_kind kind)
{
    if (is_made(kind)) {
        guidon_generator *g = &own_of(thread)->generators[kind];

        if (g->plain && g->kind->one(out, g, thread->stream)) {
            return GUIDON_OK;
        }
    }
    return guidon_new_many(out, 1, kind);
}

guidon_status guidon_new(guidon_id *out, guidon_kind kind)
{
    struct gdn_thread *thread = gdn_thread_mine;

    if (!thread || !gdn_thread_is_current(thread)) {
        return guidon_new_many(out, 1, kind);
    }
    if (kind != GUIDON_V4) {
        return new_of(out, thread, kind);
    }
    return gdn_v4_of_stream(out, thread->stream) ? GUIDON_OK
                                                 : gdn_v4_of_thread(out, 1);
}
