/* SPDX-License-Identifier: MIT */
/* The kinds and options of guidon new. */
#ifndef CLI_NEW_OPTIONS_H
#define CLI_NEW_OPTIONS_H

#include "../command.h"

#include <stdbool.h>
#include <stddef.h>

enum new_kind {
    NEW_V1,
    NEW_V2,
    NEW_V3,
    NEW_V4,
    NEW_V5,
    NEW_V6,
    NEW_V7,
    NEW_V8,
    NEW_ULID,
    NEW_TYPEID,
    NEW_V8_NODE,
    NEW_V8_APPEND,
    NEW_V8_SHARDED
};

enum new_option {
    OPT_COUNT,
    OPT_FORM,
    OPT_PREFIX,
    OPT_AT,
    OPT_NAMESPACE,
    OPT_NAME,
    OPT_CUSTOM,
    OPT_PLAIN,
    OPT_SCOPE,
    OPT_STATE,
    OPT_LAYOUT,
    OPT_NODE,
    OPT_NODE_BITS,
    OPT_PREFIX_BITS,
    OPT_SHARDS,
    OPT_SHARD,
    OPT_TENANT,
    OPT_DOMAIN,
    OPT_LOCAL_ID,
    OPT_RANDOM,
    OPT_SEED,
    OPT_NULL,
    NEW_OPTIONS
};

extern const struct option_spec new_options[NEW_OPTIONS];

/* The names of the kinds, of --node and of --namespace: three choice_fn. */
const char *choice_new_kind(size_t i);
const char *choice_node(size_t i);
const char *choice_namespace(size_t i);

/* Does the kind hash a namespace and a name? */
bool new_kind_is_named(enum new_kind kind);

#endif
