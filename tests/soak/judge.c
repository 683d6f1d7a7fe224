/* SPDX-License-Identifier: MIT */
/* judge.c - check a block of ids and print its faults */
#include "judge.h"
#include "days.h"

#include <inttypes.h>
#include <stdio.h>

static const char *name_of(const struct block *block)
{
    static const char *const layouts[] = {"precise", "counter", "increment",
                                          "unordered"};

    switch (block->kind) {
    case GUIDON_V7:
        return layouts[block->layout];
    case GUIDON_V1:
        return "v1";
    case GUIDON_V2:
        return "v2";
    case GUIDON_V4:
        return "v4";
    case GUIDON_V6:
        return "v6";
    case GUIDON_ULID:
        return "ULID";
    case GUIDON_ULID_MONOTONIC:
        return "ULID monotonic";
    case GUIDON_V8_NODE:
        return "v8 with a node number";
    case GUIDON_V8_PREFIXED:
        return "v8 with a prefix";
    case GUIDON_KIND_ENUM_MAX:
        break;
    }
    return "?";
}

static void print_id(const char *what, const guidon_id *id)
{
    char text[GUIDON_UUID_LEN];

    guidon_uuid_format(text, id);
    printf("  %s %.*s\n", what, GUIDON_UUID_LEN, text);
}

static void print_block(const struct block *block, size_t number)
{
    static const char *const whose[] = {
        "the thread's own generator",
        "a generator of one thread",
        "one thread's generator with a clock_fn",
        "a generator of scope PROCESS",
        "a generator of scope HOST",
        "a generator that a forked child inherited"};

    printf("block %zu: %" PRIu32 " ids, %s%s, by %s%s, process %d, thread "
           "%" PRIu32 "\n",
           number, block->n, block->kind == GUIDON_V7 ? "v7 " : "",
           name_of(block), whose[block->whose],
           block->singly ? ", one id for each call" : "", (int)block->process,
           block->thread);
}

/* Print the id at index `at` and its predecessor. */
static void print_ids(const struct block *block, const guidon_id *ids,
                      size_t at)
{
    if (at > 0) {
        print_id("predecessor", &ids[at - 1]);
    } else if (block->continues) {
        print_id("predecessor, in another block", &block->last);
    }
    print_id("id         ", &ids[at]);
}

static uint64_t judge_day(const struct block *block, size_t number,
                          const guidon_id *ids, int64_t noon)
{
    struct odd others = {0};

    if (has_day(block->kind)) {
        others =
            not_of_day(ids, block->n, block->kind, block->prefix_bits, noon);
    }
    if (others.n > 0) {
        print_block(block, number);
        printf("  %zu ids are not of the day whose noon is %" PRId64
               " s since 1970; the first has index %zu\n",
               others.n, noon / SECOND, others.first);
        print_ids(block, ids, others.first);
    }
    return others.n;
}

/* Each restart makes one id lower than its predecessor. Nothing else may. */
static uint64_t judge_order(const struct block *block, size_t number,
                            const guidon_id *ids)
{
    struct odd falls = {0};
    uint64_t expected = block->order == ORDER_RESTARTS ? block->restarts : 0;
    uint64_t wrong;

    if (block->order == ORDER_ANY) {
        return 0;
    }
    falls = not_above(ids, block->n, block->kind, block->prefix_bits,
                      block->continues ? &block->last : NULL);
    wrong = falls.n > expected ? falls.n - expected : expected - falls.n;
    if (wrong > 0) {
        print_block(block, number);
        printf("  %zu ids are not above their predecessor, but the generator "
               "counted %" PRIu64 " restarts\n",
               falls.n, expected);
    }
    if (wrong > 0 && falls.n > 0) {
        printf("  the first has index %zu\n", falls.first);
        print_ids(block, ids, falls.first);
    }
    return wrong;
}

uint64_t judge(const struct arena *arena, size_t number)
{
    const struct block *block = &arena->blocks[number];
    const guidon_id *ids = arena->ids[number];

    return judge_day(block, number, ids, arena->noon) +
           judge_order(block, number, ids);
}
