/* SPDX-License-Identifier: MIT */
/* calls_of_generators.c - the calls that may make system calls */
#include "calls.h"

#include "random/stream.h"

#include <stddef.h>

/* -------------------------------------------------------------------- calls */

static guidon_status run_new(struct site *site)
{
    return guidon_new(site->ids, site->options.kind);
}

static guidon_status run_new_many(struct site *site)
{
    return guidon_new_many(site->ids, SITE_IDS, site->options.kind);
}

static const guidon_time given = {1700000000, 123456789};
static const guidon_time given_many[SITE_IDS];

#define AT_CALLS(named)                                                        \
  static guidon_status run_##named(struct site *site)                          \
  {                                                                            \
    return guidon_##named(site->ids, given);                                   \
  }                                                                            \
  static guidon_status run_##named##_many(struct site *site)                   \
  {                                                                            \
    return guidon_##named##_many(site->ids, given_many, SITE_IDS);             \
  }
AT_CALLS(v7_at)
AT_CALLS(v7_at_precise)
AT_CALLS(ulid_at)

static guidon_status run_generator_new(struct site *site)
{
    return guidon_generator_new(&site->made, &site->options);
}

static guidon_status run_free(struct site *site)
{
    guidon_generator_free(site->g);
    site->g = NULL;
    return GUIDON_OK;
}

static guidon_status run_next(struct site *site)
{
    return guidon_next(site->ids, site->g);
}

static guidon_status run_next_many(struct site *site)
{
    return guidon_next_many(site->ids, SITE_IDS, site->g);
}

static guidon_status run_next_prefixed(struct site *site)
{
    return guidon_next_prefixed(site->ids, site->g, 7);
}

static guidon_status run_v8_append(struct site *site)
{
    return guidon_v8_append(site->ids, 20);
}

static guidon_status run_v8_append_many(struct site *site)
{
    return guidon_v8_append_many(site->ids, SITE_IDS, 20);
}

static guidon_status run_v8_sharded(struct site *site)
{
    return guidon_v8_sharded(site->ids, 9, 4);
}

static guidon_status run_v8_sharded_many(struct site *site)
{
    return guidon_v8_sharded_many(site->ids, SITE_IDS, 9, 4);
}

#define AT_IDS 300
static const guidon_time times_of_ids[AT_IDS];

static guidon_status run_v8_append_at(struct site *site)
{
    return guidon_v8_append_at(site->ids, times_of_ids[0], 20);
}

static guidon_status run_v8_append_at_many(struct site *site)
{
    return guidon_v8_append_at_many(site->ids, times_of_ids, AT_IDS, 20);
}

static guidon_status run_v8_sharded_at(struct site *site)
{
    return guidon_v8_sharded_at(site->ids, times_of_ids[0], 9, 4);
}

static guidon_status run_v8_sharded_at_many(struct site *site)
{
    return guidon_v8_sharded_at_many(site->ids, times_of_ids, AT_IDS, 9, 4);
}

static guidon_status run_stats(struct site *site)
{
    guidon_stats stats;

    guidon_generator_stats(&stats, site->g);
    return GUIDON_OK;
}

static guidon_status run_set_node(struct site *site)
{
    return guidon_generator_set_node(
        site->g, (const unsigned char[6]){1, 2, 3, 4, 5, 6});
}

static guidon_status run_set_clock_seq(struct site *site)
{
    return guidon_generator_set_clock_seq(site->g, -1);
}

static guidon_status run_renew(struct site *site)
{
    return guidon_generator_renew(site->g, UINT64_MAX);
}

static guidon_status run_monotonic_now(struct site *site)
{
    uint64_t now;

    (void)site;
    return guidon_monotonic_now(&now);
}

/* The life of a lease file, and a generator on it. */
static guidon_status run_lease(struct site *site)
{
    guidon_options options = {.kind = GUIDON_V8_NODE,
                              .scope = GUIDON_SCOPE_PROCESS,
                              .lease_path = site->path};
    guidon_generator *g = NULL;
    guidon_lease_terms terms;
    guidon_lease *lease;
    guidon_status status = guidon_lease_create(&lease, site->path, 677, 10, 0);

    if (status != GUIDON_OK) {
        return status;
    }
    status = guidon_lease_extend(lease, UINT64_MAX, UINT64_MAX);
    if (status == GUIDON_OK) {
        status = guidon_lease_read(&terms, site->path);
    }
    if (status == GUIDON_OK) {
        status = guidon_generator_new(&g, &options);
    }
    if (status == GUIDON_OK) {
        status = guidon_next(site->ids, g);
    }
    guidon_generator_free(g);
    guidon_lease_end(lease);
    return status;
}

static guidon_status run_prepare(struct site *site)
{
    (void)site;
    return guidon_prepare();
}

static guidon_status run_random_secret(struct site *site)
{
    static uint64_t memory[9 + 3 * 16384];
    guidon_duplicates *duplicates;

    (void)site;
    if (guidon_duplicates_init(&duplicates, memory, 16384) != GUIDON_OK) {
        return GUIDON_E_ARGUMENT;
    }
    return guidon_duplicates_set_random_secret(duplicates);
}

static guidon_status run_describe(struct site *site)
{
    return guidon_machine_describe(&site->part[0], &site->part[1], 0);
}

static guidon_status run_options_reason(struct site *site)
{
    (void)site;
    char sentence[GUIDON_OPTIONS_REASON_MAX];

    return guidon_options_reason(
        sentence, sizeof sentence, NULL,
        &(guidon_options){.kind = GUIDON_V7, .scope = (guidon_scope)3});
}

static guidon_status run_reason(struct site *site)
{
    (void)site;
    return guidon_state_reason() ? GUIDON_E_STATE : GUIDON_OK;
}

/* -------------------------------------------------------------------- table */

#define ENTROPY CALL_MAY(GUIDON_E_ENTROPY)
#define MEMORY  CALL_MAY(GUIDON_E_MEMORY)
#define CLOCK   CALL_MAY(GUIDON_E_CLOCK)
#define STATE   CALL_MAY(GUIDON_E_STATE)
#define ABSENT  CALL_MAY(GUIDON_E_ARGUMENT)
#define NOTHING CALL_MAY(GUIDON_OK) /* faults do not change the result */
#define TIMED   (ENTROPY | MEMORY | CLOCK)

#define NEW(of, at, errors)                                                    \
  {                                                                            \
    .function = "guidon_new", .how = #of " " #at, .run = run_new,              \
    .when = WHEN_##at, .options = {.kind = GUIDON_##of}, .may = errors         \
  }

#define NEW_MANY(of, at, errors)                                               \
  {                                                                            \
    .function = "guidon_new_many", .how = #of " " #at, .run = run_new_many,    \
    .when = WHEN_##at, .options = {.kind = GUIDON_##of}, .may = errors         \
  }

/* An id of a given time, or with a prefix. */
#define AT(named, at, errors)                                                  \
  {                                                                            \
    .function = "guidon_" #named, .how = #at, .run = run_##named,              \
    .when = WHEN_##at, .options = {.kind = GUIDON_V4}, .may = errors           \
  }

#define MAKE(what, in, errors, ...)                                            \
  {                                                                            \
    .function = "guidon_generator_new", .how = what, .run = run_generator_new, \
    .file = FILE_##in, .options = {__VA_ARGS__}, .may = errors                 \
  }

/* A call with an existing generator. */
#define WITH(named, runs, at, what, in, errors, ...)                           \
  {                                                                            \
    .function = named, .how = #at " " what, .run = runs, .when = WHEN_##at,    \
    .has_generator = true, .file = FILE_##in, .options = {__VA_ARGS__},        \
    .may = errors                                                              \
  }
#define NEXT(...)      WITH("guidon_next", run_next, __VA_ARGS__)
#define NEXT_MANY(...) WITH("guidon_next_many", run_next_many, __VA_ARGS__)

/* Without a fault of the file, but with system calls of its own. */
#define LEASE(named, at)                                                       \
  {                                                                            \
    .function = named, .how = #at, .run = run_lease, .when = WHEN_##at,        \
    .may = TIMED | STATE | CALL_MAY(GUIDON_E_ARGUMENT)                         \
  }

#define HOST     .scope = GUIDON_SCOPE_HOST
#define PROCESS  .scope = GUIDON_SCOPE_PROCESS
#define KERNEL   .random = GUIDON_RANDOM_KERNEL
#define EXPIRING .not_after = UINT64_MAX
#define V8_NODE  .kind = GUIDON_V8_NODE, PROCESS, .node_number_bits = 10
#define PREFIXED .kind = GUIDON_V8_PREFIXED, .prefix = 5, .prefix_bits = 4

const struct call calls_of_generators[] = {
    NEW(V1, COLD, TIMED),
    NEW(V4, COLD, ENTROPY | MEMORY),
    NEW(V6, COLD, TIMED),
    NEW(V7, COLD, TIMED),
    NEW(ULID, COLD, TIMED),
    NEW(ULID_MONOTONIC, COLD, TIMED),
    NEW(V1, WARM, TIMED),
    NEW(V4, WARM, NOTHING),
    NEW(V7, WARM, TIMED),
    NEW(V1, DRY, TIMED),
    NEW(V4, DRY, ENTROPY),
    NEW(V7, DRY, TIMED),
    NEW(V1, FORKED, TIMED),
    NEW(V4, FORKED, ENTROPY | MEMORY),
    NEW(V7, FORKED, TIMED),
    NEW(ULID_MONOTONIC, FORKED, TIMED),
    NEW_MANY(V1, COLD, TIMED),
    NEW_MANY(V4, COLD, ENTROPY | MEMORY),
    NEW_MANY(V4, WARM, ENTROPY),
    NEW_MANY(V6, WARM, TIMED),
    NEW_MANY(V7, WARM, TIMED),
    NEW_MANY(V7, FORKED, TIMED),
    NEW_MANY(ULID, WARM, TIMED),
    NEW_MANY(ULID_MONOTONIC, WARM, TIMED),

    AT(v7_at, COLD, ENTROPY | MEMORY),
    AT(v7_at, WARM, NOTHING),
    AT(v7_at_precise, FORKED, ENTROPY | MEMORY),
    AT(ulid_at, DRY, ENTROPY),
    AT(v7_at_many, WARM, ENTROPY),
    AT(v7_at_precise_many, COLD, ENTROPY | MEMORY),
    AT(ulid_at_many, FORKED, ENTROPY | MEMORY),

    MAKE("v1", NONE, ENTROPY | MEMORY, .kind = GUIDON_V1),
    MAKE("v4", NONE, MEMORY, .kind = GUIDON_V4),
    MAKE("v7 PROCESS", NONE, MEMORY, .kind = GUIDON_V7, PROCESS),
    MAKE("v8 with a node number", NONE, MEMORY, V8_NODE),
    MAKE("v8 with a prefix", NONE, MEMORY, PREFIXED),
    MAKE("v8 with a prefix HOST", NEW, STATE | ENTROPY | MEMORY, PREFIXED,
         HOST),
    MAKE("v1 by the kernel", NONE, ENTROPY | MEMORY, .kind = GUIDON_V1, KERNEL),
    MAKE("v1 MAC", NONE, ABSENT | ENTROPY | MEMORY, .kind = GUIDON_V1,
         .node = GUIDON_NODE_MAC),
    MAKE("v1 HOST, a new file", NEW, STATE | ENTROPY | MEMORY,
         .kind = GUIDON_V1, HOST),
    MAKE("v1 HOST, an existing file", THERE, STATE | ENTROPY | MEMORY,
         .kind = GUIDON_V1, HOST),
    MAKE("v1 HOST, a copied file", COPIED, STATE | ENTROPY | MEMORY,
         .kind = GUIDON_V1, HOST),
    MAKE("v7 HOST, the default path", PLACE, STATE | ENTROPY | MEMORY,
         .kind = GUIDON_V7, HOST),
    MAKE("v4 HOST", NEW, MEMORY, .kind = GUIDON_V4, HOST),
    MAKE("v4, expiring", NONE, MEMORY | CALL_MAY(GUIDON_E_ARGUMENT),
         .kind = GUIDON_V4, EXPIRING),

    NEXT(COLD, "v1", NONE, TIMED, .kind = GUIDON_V1),
    NEXT(COLD, "v2", NONE, TIMED, .kind = GUIDON_V2),
    NEXT(COLD, "v4 by the kernel", NONE, ENTROPY | MEMORY, .kind = GUIDON_V4,
         KERNEL),
    NEXT(COLD, "v7", NONE, TIMED, .kind = GUIDON_V7),
    NEXT(COLD, "v7 by the kernel", NONE, TIMED, .kind = GUIDON_V7, KERNEL),
    NEXT(COLD, "v7 PROCESS", NONE, TIMED, .kind = GUIDON_V7, PROCESS),
    NEXT(COLD, "v8 with a node number", NONE, TIMED, V8_NODE),
    NEXT(COLD, "v8 with a prefix", NONE, TIMED, PREFIXED),
    NEXT(COLD, "v8 with a prefix HOST", NEW, TIMED | STATE, PREFIXED, HOST),
    WITH("guidon_next_prefixed", run_next_prefixed, COLD, "v8 with a prefix",
         NONE, TIMED, PREFIXED),
    WITH("guidon_next_prefixed", run_next_prefixed, WARM, "v8 with a prefix",
         NONE, TIMED, PREFIXED, PROCESS),
    AT(v8_append, COLD, TIMED),
    AT(v8_append, FORKED, TIMED),
    AT(v8_append_many, WARM, TIMED),
    AT(v8_sharded, WARM, TIMED),
    AT(v8_sharded_many, COLD, TIMED),
    AT(v8_append_at, COLD, ENTROPY | MEMORY),
    AT(v8_append_at_many, COLD, ENTROPY | MEMORY),
    AT(v8_append_at_many, FORKED, ENTROPY | MEMORY),
    AT(v8_sharded_at, COLD, ENTROPY | MEMORY),
    AT(v8_sharded_at_many, COLD, ENTROPY | MEMORY),
    NEXT(COLD, "v1 HOST", NEW, TIMED | STATE, .kind = GUIDON_V1, HOST),
    NEXT(COLD, "v2 HOST", NEW, TIMED | STATE, .kind = GUIDON_V2, HOST),
    NEXT(COLD, "v7 HOST", NEW, TIMED | STATE, .kind = GUIDON_V7, HOST),
    NEXT(COLD, "ULID_MONOTONIC HOST", NEW, TIMED | STATE,
         .kind = GUIDON_ULID_MONOTONIC, HOST),
    NEXT(AWAKE, "v1", NONE, TIMED, .kind = GUIDON_V1),
    NEXT(AWAKE, "v7 PROCESS", NONE, TIMED, .kind = GUIDON_V7, PROCESS),
    NEXT(WARM, "v7", NONE, TIMED, .kind = GUIDON_V7),
    NEXT(WARM, "v7 PROCESS", NONE, TIMED, .kind = GUIDON_V7, PROCESS),
    NEXT(WARM, "v8 with a node number", NONE, TIMED, V8_NODE),
    NEXT(WARM, "v4 by the kernel", NONE, ENTROPY, .kind = GUIDON_V4, KERNEL),
    NEXT(WARM, "v1 HOST", NEW, TIMED | STATE, .kind = GUIDON_V1, HOST),
    NEXT(FORKED, "v1", NONE, TIMED, .kind = GUIDON_V1),
    NEXT(FORKED, "v6 PROCESS", NONE, TIMED, .kind = GUIDON_V6, PROCESS),
    NEXT(FORKED, "v7 PROCESS", NONE, TIMED, .kind = GUIDON_V7, PROCESS),
    NEXT(FORKED, "v1 HOST", NEW, TIMED | STATE, .kind = GUIDON_V1, HOST),
    NEXT(COLD, "v4, expiring", NONE, TIMED, .kind = GUIDON_V4, EXPIRING),
    NEXT(WARM, "v7, expiring", NONE, TIMED, .kind = GUIDON_V7, EXPIRING),
    NEXT(WARM, "v1 HOST, expiring", NEW, TIMED | STATE, .kind = GUIDON_V1, HOST,
         EXPIRING),
    NEXT_MANY(WARM, "v7 PROCESS, expiring", NONE, TIMED, .kind = GUIDON_V7,
              PROCESS, EXPIRING),
    NEXT_MANY(COLD, "v4", NONE, ENTROPY | MEMORY, .kind = GUIDON_V4),
    NEXT_MANY(WARM, "v1", NONE, TIMED, .kind = GUIDON_V1),
    NEXT_MANY(WARM, "v8 with a node number, expiring", NONE, TIMED, V8_NODE,
              EXPIRING),
    NEXT_MANY(WARM, "v4 by the kernel", NONE, ENTROPY, .kind = GUIDON_V4,
              KERNEL),
    NEXT_MANY(WARM, "v7 increment", NONE, TIMED, .kind = GUIDON_V7,
              .v7_layout = GUIDON_V7_INCREMENT),
    NEXT_MANY(FORKED, "v7 by the kernel", NONE, TIMED, .kind = GUIDON_V7,
              KERNEL),
    NEXT_MANY(COLD, "v6 HOST", NEW, TIMED | STATE, .kind = GUIDON_V6, HOST),
    NEXT_MANY(WARM, "ULID_MONOTONIC HOST", NEW, TIMED | STATE,
              .kind = GUIDON_ULID_MONOTONIC, HOST),

    WITH("guidon_generator_free", run_free, WARM, "v7", NONE, 0,
         .kind = GUIDON_V7),
    WITH("guidon_generator_free", run_free, WARM, "v1 HOST", NEW, NOTHING,
         .kind = GUIDON_V1, HOST),
    WITH("guidon_generator_stats", run_stats, WARM, "v1", NONE, 0,
         .kind = GUIDON_V1),
    WITH("guidon_generator_set_node", run_set_node, COLD, "v1", NONE,
         ENTROPY | MEMORY, .kind = GUIDON_V1),
    WITH("guidon_generator_set_node", run_set_node, WARM, "v1 by the kernel",
         NONE, ENTROPY, .kind = GUIDON_V1, KERNEL),
    WITH("guidon_generator_set_node", run_set_node, FORKED, "v1", NONE,
         ENTROPY | MEMORY, .kind = GUIDON_V1),
    WITH("guidon_generator_set_node", run_set_node, WARM, "v1 HOST", NEW,
         ENTROPY | STATE, .kind = GUIDON_V1, HOST),
    WITH("guidon_generator_set_clock_seq", run_set_clock_seq, COLD, "v1", NONE,
         ENTROPY | MEMORY, .kind = GUIDON_V1),
    WITH("guidon_generator_set_clock_seq", run_set_clock_seq, FORKED,
         "v1 PROCESS", NONE, ENTROPY | MEMORY, .kind = GUIDON_V1, PROCESS),
    WITH("guidon_generator_set_clock_seq", run_set_clock_seq, WARM, "v1 HOST",
         NEW, ENTROPY | STATE, .kind = GUIDON_V1, HOST),
    WITH("guidon_generator_renew", run_renew, WARM, "v7", NONE, 0,
         .kind = GUIDON_V7, EXPIRING),
    {.function = "guidon_monotonic_now",
     .how = "COLD",
     .run = run_monotonic_now,
     .may = CLOCK},
    LEASE("guidon_lease_create", COLD),
    LEASE("guidon_lease_extend", COLD),
    LEASE("guidon_lease_end", COLD),
    LEASE("guidon_lease_read", COLD),
    LEASE("guidon_generator_new", COLD),
    {.function = "guidon_prepare",
     .how = "COLD",
     .run = run_prepare,
     .may = ENTROPY | MEMORY},
    {.function = "guidon_prepare",
     .how = "FORKED",
     .run = run_prepare,
     .when = WHEN_FORKED,
     .options = {.kind = GUIDON_V1},
     .may = ENTROPY | MEMORY},
    {.function = "guidon_duplicates_set_random_secret",
     .how = "COLD",
     .run = run_random_secret,
     .may = ENTROPY | MEMORY},
    {.function = "guidon_machine_describe",
     .how = "COLD",
     .run = run_describe,
     .may = NOTHING},
    {.function = "guidon_options_reason",
     .how = "COLD",
     .run = run_options_reason,
     .may = NOTHING},
    {.function = "guidon_state_reason", .how = "COLD", .run = run_reason},
};
const size_t n_calls_of_generators =
    sizeof calls_of_generators / sizeof calls_of_generators[0];

/* -------------------------------------------------------------- preparation */

/* Exhaust the stream's buffer. Each id of version 4 takes sixteen bytes of
 * it. */
static bool exhaust_stream(void)
{
    guidon_status status = GUIDON_OK;
    guidon_id id;

    for (size_t i = 0; i < GDN_STREAM_CAPACITY / sizeof id && !status; i++) {
        status = guidon_new(&id, GUIDON_V4);
    }
    return status == GUIDON_OK;
}

bool call_prepare(struct site *site, const struct call *call)
{
    guidon_id first;

    site->options = call->options;
    site->options.state_path =
        call->file == FILE_PLACE || site->options.scope != GUIDON_SCOPE_HOST
            ? NULL
            : site->path;
    if (call->has_generator &&
        guidon_generator_new(&site->g, &site->options) != GUIDON_OK) {
        return false;
    }
    if (call->when == WHEN_COLD) {
        return true;
    }
    if (call->when == WHEN_AWAKE) {
        return guidon_new(&first, GUIDON_V4) == GUIDON_OK;
    }
    if (call->when == WHEN_DRY) {
        return exhaust_stream();
    }
    return (call->has_generator
                ? guidon_next(&first, site->g)
                : guidon_new(&first, site->options.kind)) == GUIDON_OK;
}

void call_release(struct site *site)
{
    guidon_generator_free(site->g);
    guidon_generator_free(site->made);
    site->g = site->made = NULL;
}
