/* SPDX-License-Identifier: MIT */
/* cluster.c - one order of ids for all backends of a server. */
#include "guidon_pg.h"

#include <miscadmin.h>

/*
 * The state lies in the shared memory of the server, which ends with the server.
 * So nobody can cut, remove or copy a file of it. If a backend crashes, the server
 * makes its memory anew, and the order begins with the clock.
 */

#if PG_VERSION_NUM >= 170000

#  include <storage/dsm_registry.h>

static void make_empty(void *memory)
{
    memset(memory, 0, GUIDON_STATE_MEMORY);
}

static void *cluster_memory(void)
{
    bool found;

    return GetNamedDSMSegment("guidon", GUIDON_STATE_MEMORY, make_empty,
                              &found);
}

void gdnpg_reserve_memory(void)
{
}

#else

#  include <storage/ipc.h>
#  include <storage/lwlock.h>
#  include <storage/shmem.h>

/*
 * The server has 100 kB of shared memory more than it needs when it starts, which
 * other extensions that are not preloaded use too, such as pg_prewarm. If its lock
 * table has taken all of that, a server that preloads the module helps.
 */
static void explain_what_helps(void *unused)
{
    (void)unused;
    errhint(
        "Add guidon to shared_preload_libraries, and restart the server: it "
        "then reserves the memory.");
}

static void *cluster_memory(void)
{
    ErrorContextCallback context = {.previous = error_context_stack,
                                    .callback = explain_what_helps};
    void *memory;
    bool found;

    error_context_stack = &context;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    memory = ShmemInitStruct("guidon", GUIDON_STATE_MEMORY, &found);
    if (!found) {
        memset(memory, 0, GUIDON_STATE_MEMORY);
    }
    LWLockRelease(AddinShmemInitLock);
    error_context_stack = context.previous;
    return memory;
}

static shmem_startup_hook_type next_startup;

static void take_memory(void)
{
    if (next_startup) {
        next_startup();
    }
    cluster_memory();
}

#  if PG_VERSION_NUM >= 150000
static shmem_request_hook_type next_request;

static void request_memory(void)
{
    if (next_request) {
        next_request();
    }
    RequestAddinShmemSpace(GUIDON_STATE_MEMORY);
}
#  endif

void gdnpg_reserve_memory(void)
{
#  if PG_VERSION_NUM >= 150000
    next_request = shmem_request_hook;
    shmem_request_hook = request_memory;
#  else
    RequestAddinShmemSpace(GUIDON_STATE_MEMORY);
#  endif
    next_startup = shmem_startup_hook;
    shmem_startup_hook = take_memory;
}

#endif

static guidon_generator *cluster_generator(guidon_kind kind)
{
    guidon_options options = {0};
    guidon_generator *made;

    options.kind = kind;
    options.scope = GUIDON_SCOPE_HOST;
    options.state_memory = cluster_memory();
    gdnpg_check(guidon_generator_new(&made, &options));
    return made;
}

/* A backend keeps its generators until it ends. */
static guidon_generator *cluster_v7, *cluster_ulid;

Datum gdnpg_new_cluster(guidon_kind kind)
{
    guidon_generator **generator =
        kind == GUIDON_V7 ? &cluster_v7 : &cluster_ulid;
    guidon_id *id = palloc(sizeof *id);

    if (unlikely(!*generator)) {
        *generator = cluster_generator(kind);
    }
    gdnpg_check(guidon_next(id, *generator));
    return PointerGetDatum(id);
}

PG_FUNCTION_INFO_V1(guidon_pg_v7_cluster);
Datum guidon_pg_v7_cluster(PG_FUNCTION_ARGS)
{
    return gdnpg_new_cluster(GUIDON_V7);
}
