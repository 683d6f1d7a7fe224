/* SPDX-License-Identifier: MIT */
/* generate.c - new ids. */
#include "ids.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * No id could be made, and no caller expects that: not a status, and never a
 * weaker id in its place, but the end. What C libraries do where arc4random gets
 * no random bytes.
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
    /* In one write, that two threads' lines do not mix. */
    if (write(STDERR_FILENO, line, sizeof head + len) < 0) {
        /* then it ends without a word */
    }
    abort();
}

/* ------------------------------------------------------------------ by time */

/* The generators of a kind, made by the first call that needs them and never
 * given back, as any thread may be in a call when the process ends. */
struct source {
    guidon_kind kind;
    _Atomic(guidon_generator *) host, process;
    atomic_bool
        hostless; /* the host's state was asked for, and not to be had */
};

static struct source v1 = {.kind = GUIDON_V1};
static struct source v6 = {.kind = GUIDON_V6};
static struct source v7 = {.kind = GUIDON_V7};

/* The generator at a place, or a new one put there. Of two threads that make
 * one, the first to be done has it stay. */
static guidon_status have(guidon_generator **out,
                          _Atomic(guidon_generator *) *place, guidon_kind kind,
                          guidon_scope scope)
{
    const guidon_options options = {.kind = kind, .scope = scope};
    guidon_generator *there = atomic_load_explicit(place, memory_order_acquire);
    guidon_status status = GUIDON_OK;

    if (!there) {
        status = guidon_generator_new(out, &options);
        if (status != GUIDON_OK ||
            atomic_compare_exchange_strong(place, &there, *out)) {
            return status;
        }
        guidon_generator_free(*out);
    }
    *out = there;
    return status;
}

/* The host's state is asked for once in a process: what was refused costs the
 * calls after it nothing, and order within the process stays whole. */
static guidon_status next_of_host(guidon_id *out, struct source *source)
{
    guidon_generator *g =
        atomic_load_explicit(&source->host, memory_order_acquire);
    guidon_status status = GUIDON_OK;

    if (!g) {
        if (atomic_load_explicit(&source->hostless, memory_order_relaxed)) {
            return GUIDON_E_STATE;
        }
        status = have(&g, &source->host, source->kind, GUIDON_SCOPE_HOST);
        if (status == GUIDON_E_STATE || status == GUIDON_E_ARGUMENT) {
            atomic_store_explicit(&source->hostless, true,
                                  memory_order_relaxed);
        }
    }
    return status == GUIDON_OK ? guidon_next(out, g) : status;
}

/* True where the id was made with the host's state. */
static bool make_by_time(uuid_t out, struct source *source)
{
    guidon_generator *g;
    guidon_status status = next_of_host(id_at(out), source);

    if (status == GUIDON_OK) {
        return true;
    }
    status = have(&g, &source->process, source->kind, GUIDON_SCOPE_PROCESS);
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

/* --------------------------------------------------- by chance, and by names */

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
    guidon_v3(id_at(out), id_of(ns), name, len);
}

void uuid_generate_sha1(uuid_t out, const uuid_t ns, const char *name,
                        size_t len)
{
    guidon_v5(id_at(out), id_of(ns), name, len);
}
