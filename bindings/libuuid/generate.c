/* SPDX-License-Identifier: MIT */
/* generate.c - the functions that make ids. */
#include "ids.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * End the program because no id can be made. The functions below return no
 * status, and a weaker id would be worse. arc4random of C libraries aborts for
 * the same reason.
 */
static _Noreturn void give_up(guidon_status status)
{
    static const char head[] = "libuuid of guidon: no id can be made: ";
    const char *why = guidon_status_text(status);
    char line[128];
    size_t len = strlen(why);
    size_t room = sizeof line - sizeof head;

    len = len < room ? len : room;
    memcpy(line, head, sizeof head - 1);
    memcpy(line + sizeof head - 1, why, len);
    line[sizeof head - 1 + len] = '\n';
    /* One write, so that the lines of two threads do not mix. */
    if (write(STDERR_FILENO, line, sizeof head + len) < 0) {
        /* abort without a message */
    }
    abort();
}

/* --------------------------------------------------------- versions 1, 6, 7 */

/* The generators of a kind. The first call that needs a generator creates it.
 * It is never freed, because a thread may be in a call when the process
 * ends. */
struct source {
    guidon_kind kind;
    _Atomic(guidon_generator *) host, process;
    atomic_bool no_host_state; /* opening the state of the host failed */
};

static struct source v1 = {.kind = GUIDON_V1};
static struct source v6 = {.kind = GUIDON_V6};
static struct source v7 = {.kind = GUIDON_V7};

/* Return the generator in *slot, or create it. If two threads create it at the
 * same time, the generator of the first thread stays. */
static guidon_status get_generator(guidon_generator **out,
                                   _Atomic(guidon_generator *) *slot,
                                   guidon_kind kind, guidon_scope scope)
{
    const guidon_options options = {.kind = kind, .scope = scope};
    guidon_generator *there = atomic_load_explicit(slot, memory_order_acquire);
    guidon_status status = GUIDON_OK;

    if (!there) {
        status = guidon_generator_new(out, &options);
        if (status != GUIDON_OK ||
            atomic_compare_exchange_strong(slot, &there, *out)) {
            return status;
        }
        guidon_generator_free(*out);
    }
    *out = there;
    return status;
}

/* Make the next id with the state of the host. A process tries to open this
 * state once. If that fails, later calls do not pay for another attempt, and
 * the ids of the process stay in order. */
static guidon_status next_of_host(guidon_id *out, struct source *source)
{
    guidon_generator *g =
        atomic_load_explicit(&source->host, memory_order_acquire);
    guidon_status status = GUIDON_OK;

    if (!g) {
        if (atomic_load_explicit(&source->no_host_state,
                                 memory_order_relaxed)) {
            return GUIDON_E_STATE;
        }
        status =
            get_generator(&g, &source->host, source->kind, GUIDON_SCOPE_HOST);
        if (status == GUIDON_E_STATE || status == GUIDON_E_ARGUMENT) {
            atomic_store_explicit(&source->no_host_state, true,
                                  memory_order_relaxed);
        }
    }
    return status == GUIDON_OK ? guidon_next(out, g) : status;
}

/* Make an id with a time. Return true if it uses the state of the host. */
static bool make_by_time(uuid_t out, struct source *source)
{
    guidon_generator *g;
    guidon_status status = next_of_host(id_at(out), source);

    if (status == GUIDON_OK) {
        return true;
    }
    status =
        get_generator(&g, &source->process, source->kind, GUIDON_SCOPE_PROCESS);
    if (status == GUIDON_OK) {
        status = guidon_next(id_at(out), g);
    }
    if (status != GUIDON_OK) {
        give_up(status);
    }
    return false;
}

void uuid_generate_time(uuid_t out)
{
    (void)make_by_time(out, &v1);
}

int uuid_generate_time_safe(uuid_t out)
{
    return make_by_time(out, &v1) ? 0 : -1;
}

void uuid_generate_time_v6(uuid_t out)
{
    (void)make_by_time(out, &v6);
}

void uuid_generate_time_v7(uuid_t out)
{
    (void)make_by_time(out, &v7);
}

/* --------------------------------------------------------- versions 3, 4, 5 */

static void make_at_random(uuid_t out)
{
    guidon_status status = guidon_new(id_at(out), GUIDON_V4);

    if (status != GUIDON_OK) {
        give_up(status);
    }
}

void uuid_generate_random(uuid_t out)
{
    make_at_random(out);
}

void uuid_generate(uuid_t out)
{
    make_at_random(out);
}

void uuid_generate_md5(uuid_t out, const uuid_t ns, const char *name,
                       size_t len)
{
    guidon_v3_make(id_at(out), id_of(ns), name, len);
}

void uuid_generate_sha1(uuid_t out, const uuid_t ns, const char *name,
                        size_t len)
{
    guidon_v5_make(id_at(out), id_of(ns), name, len);
}
