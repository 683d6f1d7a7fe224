/* SPDX-License-Identifier: MIT */
/* new_source.c - reads the options of guidon new's generator. */
#include "new_source.h"

#include "../choices.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/number.h"
#include "../text/time_parse.h"

#include <errno.h>
#include <guidon.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Exactly `n` bytes, as hex digits. */
static bool parse_hex(unsigned char *out, size_t n, const char *text)
{
    char digits[GUIDON_UUID_LEN];
    guidon_id id;

    if (strlen(text) != 2 * n || n > sizeof id.bytes) {
        return false;
    }
    memset(digits, '0', sizeof digits);
    memcpy(digits, text, 2 * n);
    if (guidon_parse_as(&id, digits, 32, GUIDON_FORM_HEX, NULL) != GUIDON_OK) {
        return false;
    }
    memcpy(out, id.bytes, n);
    return true;
}

static bool parse_node(guidon_options *wanted, const char *text)
{
    size_t i = choice_index(choice_node, text, strlen(text));

    if (i != SIZE_MAX) {
        wanted->node = (guidon_node)i;
        return true;
    }
    wanted->node = GUIDON_NODE_FIXED;
    return parse_hex(wanted->node_bytes, sizeof wanted->node_bytes, text);
}

/* The node number of v8-node. False, with a message, if it is wrong. */
static bool read_node_number(guidon_options *wanted, const struct args *args)
{
    const char *node = args_value(args, OPT_NODE);

    wanted->node_number_bits = args_number(args, OPT_NODE_BITS, 0);
    if (!wanted->node_number_bits || !node) {
        message_usage("v8-node needs --node and --node-bits, such as --node 5 "
                      "--node-bits 10");
        return false;
    }
    const uint32_t most = (UINT32_C(1) << wanted->node_number_bits) - 1;
    if (!number_parse(&wanted->node_number, node, 0, most)) {
        message_usage("invalid NODE '%s' for --node; expected 0 to %" PRIu32
                      " with --node-bits %" PRIu32,
                      ESCAPED(node), most, wanted->node_number_bits);
        return false;
    }
    wanted->scope = GUIDON_SCOPE_PROCESS; /* its only scope */
    return true;
}

/* The length of the prefixes of so many shards; false if it is no whole number
 * of bits, or too many. */
static bool shard_bits_of(uint32_t *bits, uint32_t shards)
{
    for (*bits = 0; *bits <= GUIDON_V8_SHARD_BITS_MAX; ++*bits) {
        if (shards == UINT32_C(1) << *bits) {
            return true;
        }
    }
    return false;
}

/* The shard of --shard or --tenant, or a random one for each id. False, with a
 * message, if it is wrong. */
static bool read_shard(guidon_options *wanted, const struct args *args,
                       uint32_t shards)
{
    const char *shard = args_value(args, OPT_SHARD);
    const char *tenant = args_value(args, OPT_TENANT);

    if (shard && tenant) {
        message_usage("--shard excludes --tenant: each names a shard");
        return false;
    }
    if (tenant) {
        return guidon_shard_of(&wanted->prefix, tenant, strlen(tenant),
                               wanted->prefix_bits) == GUIDON_OK;
    }
    if (shard && !number_parse(&wanted->prefix, shard, 0, shards - 1)) {
        message_usage("invalid K '%s' for --shard; expected 0 to %" PRIu32
                      " with --shards %" PRIu32,
                      ESCAPED(shard), shards - 1, shards);
        return false;
    }
    wanted->prefix_random = !shard;
    return true;
}

static bool read_sharded(guidon_options *wanted, const struct args *args)
{
    const char *text = args_value(args, OPT_SHARDS);
    uint32_t shards;

    if (!text) {
        message_usage("v8-sharded needs --shards, such as --shards 16");
        return false;
    }
    if (!number_parse(&shards, text, 1, 1024) ||
        !shard_bits_of(&wanted->prefix_bits, shards)) {
        message_usage("invalid N '%s' for --shards; expected 1, 2, 4, 8 and so "
                      "on to 1024",
                      ESCAPED(text));
        return false;
    }
    return read_shard(wanted, args, shards);
}

static guidon_kind generator_kind(enum new_kind kind, bool plain)
{
    switch (kind) {
    case NEW_V1:
        return GUIDON_V1;
    case NEW_V2:
        return GUIDON_V2;
    case NEW_V4:
        return GUIDON_V4;
    case NEW_V6:
        return GUIDON_V6;
    case NEW_V8_NODE:
        return GUIDON_V8_NODE;
    case NEW_V8_APPEND:
    case NEW_V8_SHARDED:
        return GUIDON_V8_PREFIXED;
    case NEW_ULID:
        return plain ? GUIDON_ULID : GUIDON_ULID_MONOTONIC;
    default:
        return GUIDON_V7;
    }
}

/* What the clock reads, and what the random bytes are made from. */
static bool read_fixed(struct id_source *source, const struct args *args)
{
    const char *at = args_value(args, OPT_AT);
    const char *seed = args_value(args, OPT_SEED);

    if (at) {
        source->fixed = true;
        if (!time_parse(&source->at, at)) {
            return false;
        }
    }
    if (seed) {
        if (!*seed || strspn(seed, "0123456789abcdefABCDEF") != strlen(seed)) {
            message_usage("invalid HEX '%s' for --seed; expected hexadecimal "
                          "digits",
                          ESCAPED(seed));
            return false;
        }
        id_source_seed(source, seed);
        source->fixed = true; /* from 1970 on, unless --at is given */
        source->step_ms = 1;
    }
    return true;
}

/* Is the time of --at written no finer than to the millisecond? */
static bool is_at_millisecond(const struct args *args)
{
    const char *at = args_value(args, OPT_AT);
    guidon_time first, last;

    return at && time_parse_span(&first, &last, at) &&
           (last.seconds > first.seconds ||
            last.nanoseconds - first.nanoseconds >= 999999);
}

/* The layout of version 7. Ids of a given millisecond for which nobody asks an
 * order have as many random bits as can be, because other runs may make ids of the
 * same time. */
static guidon_v7_layout layout_of(const struct id_source *source,
                                  const struct args *args)
{
    const bool any_order = !args_has(args, OPT_SCOPE) && !source->seeded &&
                           is_at_millisecond(args);

    return (guidon_v7_layout)args_choice(
        args, OPT_LAYOUT, any_order ? GUIDON_V7_UNORDERED : GUIDON_V7_PRECISE);
}

bool new_source_read(struct id_source *source, const struct args *args,
                     enum new_kind kind)
{
    guidon_options *wanted = &source->options;
    const char *node = args_value(args, OPT_NODE);

    *wanted = (guidon_options){
        .kind = generator_kind(kind, args_has(args, OPT_PLAIN)),
        .scope = (guidon_scope)args_choice(args, OPT_SCOPE, 0),
        .local_id = args_number(args, OPT_LOCAL_ID, 0),
        .state_path = args_value(args, OPT_STATE),
        .random = (guidon_random)args_choice(args, OPT_RANDOM, 0),
        .domain = (guidon_domain)args_choice(args, OPT_DOMAIN, 0),
    };
    if (!read_fixed(source, args)) {
        return false;
    }
    if (wanted->kind == GUIDON_V7) {
        wanted->v7_layout = layout_of(source, args);
    }
    if (kind == NEW_V8_NODE) {
        return read_node_number(wanted, args);
    }
    if (kind == NEW_V8_APPEND) {
        wanted->prefix_bits =
            args_number(args, OPT_PREFIX_BITS, GUIDON_V8_APPEND_BITS);
        wanted->prefix = (UINT32_C(1) << wanted->prefix_bits) - 1;
        return true;
    }
    if (kind == NEW_V8_SHARDED) {
        return read_sharded(wanted, args);
    }
    if (node && !parse_node(wanted, node)) {
        args_refuse(&new_options[OPT_NODE], node, strlen(node));
        return false;
    }
    return true;
}
