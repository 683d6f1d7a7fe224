/* SPDX-License-Identifier: MIT */
/* new_options.c - the kinds and options of guidon new. */
#include "new_options.h"

#include "../args.h"
#include "../choices.h"

#include <guidon.h>

const char *choice_new_kind(size_t i)
{
    static const char *const names[] = {
        "v1", "v2",   "v3",     "v4",      "v5",        "v6",        "v7",
        "v8", "ulid", "typeid", "v8-node", "v8-append", "v8-sharded"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* The next four are in the order of the library's enums. */
static const char *choice_scope(size_t i)
{
    static const char *const names[] = {"thread", "process", "host"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_layout(size_t i)
{
    static const char *const names[] = {"precise", "counter", "increment",
                                        "unordered", "trace"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_random(size_t i)
{
    static const char *const names[] = {"fast", "kernel"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static const char *choice_domain(size_t i)
{
    static const char *const names[] = {"person", "group", "org"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

const char *choice_node(size_t i)
{
    static const char *const names[] = {"random", "mac"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

const char *choice_namespace(size_t i)
{
#define NAME_OF(name, function) name,
    static const char *const names[] = {GUIDON_NAMESPACE_LIST(NAME_OF)};
#undef NAME_OF

    return i < COUNT_OF(names) ? names[i] : NULL;
}

#define FOR(kind)     (1u << (kind))
#define FOR_NAMES     (FOR(NEW_V3) | FOR(NEW_V5) | FOR(NEW_V8))
#define FOR_NODE      (FOR(NEW_V1) | FOR(NEW_V2) | FOR(NEW_V6))
#define FOR_V7        (FOR(NEW_V7) | FOR(NEW_TYPEID))
#define FOR_PREFIXED  (FOR(NEW_V8_APPEND) | FOR(NEW_V8_SHARDED))
#define FOR_SCOPE     (FOR_NODE | FOR_V7 | FOR(NEW_ULID) | FOR_PREFIXED)
#define FOR_TIME      (FOR_SCOPE | FOR(NEW_V8_NODE))
#define FOR_GENERATED (FOR_TIME | FOR(NEW_V4))
#define FOR_FORMS                                                              \
  (FOR_NAMES | FOR_NODE | FOR(NEW_V4) | FOR(NEW_V7) | FOR(NEW_ULID) |          \
   FOR(NEW_V8_NODE) | FOR_PREFIXED)

const struct option_spec new_options[NEW_OPTIONS] = {
    {.letter = 'n',
     .name = "count",
     .value = "N",
     .operands = FOR_GENERATED,
     .help = "number of ids; may end in k, M or G"},
    {.letter = 'f',
     .name = "form",
     .value = "FORM",
     .choice = choice_written,
     .operands = FOR_FORMS,
     .help = "text form of the ids"},
    {.name = "prefix",
     .value = "PREFIX",
     .operands = FOR(NEW_TYPEID),
     .help = "type that the ids name; if empty, only a suffix is written"},
    {.name = "at",
     .value = "TIME",
     .operands = FOR_TIME,
     .help = "make ids of this time instead of now"},
    {.name = "namespace",
     .value = "NAMESPACE",
     .choice = choice_namespace,
     .open = "an id",
     .operands = FOR_NAMES,
     .help = "namespace of the names"},
    {.name = "name",
     .value = "TEXT",
     .operands = FOR_NAMES,
     .help = "hash this name; may be repeated"},
    {.name = "custom",
     .value = "HEX",
     .operands = FOR(NEW_V8),
     .help = "32 hex digits; six bits become version and variant"},
    {.name = "plain",
     .operands = FOR(NEW_ULID),
     .help = "draw new random bits for every id"},
    {.name = "scope",
     .value = "SCOPE",
     .choice = choice_scope,
     .operands = FOR_SCOPE,
     .help = "keep ids in order within this scope"},
    {.name = "state",
     .value = "FILE",
     .operands = FOR_SCOPE,
     .help = "file that processes share in scope host"},
    {.name = "layout",
     .value = "LAYOUT",
     .choice = choice_layout,
     .operands = FOR_V7,
     .help = "content of the bits after the milliseconds"},
    {.name = "node",
     .value = "NODE",
     .choice = choice_node,
     .open = "12 hex digits; v8-node: a number",
     .operands = FOR_NODE | FOR(NEW_V8_NODE),
     .help = "node field of the ids"},
    {.name = "node-bits",
     .value = "N",
     .operands = FOR(NEW_V8_NODE),
     .least = 1,
     .most = GUIDON_V8_NODE_BITS_MAX,
     .help = "length of the node number, 1 to 24 bits"},
    {.name = "prefix-bits",
     .value = "N",
     .operands = FOR(NEW_V8_APPEND),
     .most = GUIDON_V8_PREFIX_BITS_MAX,
     .help = "length of the prefix of ones, 0 to 28 bits (20)"},
    {.name = "shards",
     .value = "N",
     .operands = FOR(NEW_V8_SHARDED),
     .help = "number of shards: 1, 2, 4, 8 and so on to 1024"},
    {.name = "shard",
     .value = "K",
     .operands = FOR(NEW_V8_SHARDED),
     .help = "shard of all ids, from 0; without it, each id has a random one"},
    {.name = "tenant",
     .value = "TEXT",
     .operands = FOR(NEW_V8_SHARDED),
     .help = "all ids have the shard of this name"},
    {.name = "domain",
     .value = "DOMAIN",
     .choice = choice_domain,
     .operands = FOR(NEW_V2),
     .help = "domain of the local id"},
    {.name = "local-id",
     .value = "N",
     .operands = FOR(NEW_V2),
     .most = UINT32_MAX,
     .help = "local id, such as a user id"},
    {.name = "random",
     .value = "SOURCE",
     .choice = choice_random,
     .operands = FOR_GENERATED,
     .help =
         "random bits from a fast stream keyed by the kernel, or from the kernel itself"},
    {.name = "seed",
     .value = "HEX",
     .operands = FOR_GENERATED,
     .help = "make the same ids on every run; only for tests"},
    OPTION_NULL,
};

bool new_kind_is_named(enum new_kind kind)
{
    return FOR(kind) & FOR_NAMES;
}
