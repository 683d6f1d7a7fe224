/* SPDX-License-Identifier: MIT */
/* Shared by the tests of src/generate: every sort of id that a generator makes,
 * and checks of many ids. */
#ifndef GENERATE_TEST_H
#define GENERATE_TEST_H

#include "script.h"

#include <stdlib.h>
#include <string.h>

#define T0           1645557742 /* 2022-02-22T19:22:22Z, RFC 9562 appendix A */
#define MS           INT64_C(1000000)
#define SEC          (1000 * MS)
#define HOUR         (3600 * SEC)
#define YEAR         (365 * 24 * HOUR)
#define TICK         100 /* Gregorian time in nanoseconds */
#define TICK_T0      UINT64_C(138648505420000000) /* T0 as Gregorian time */

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Fail with the name of the table's row. */
#define assert_row(why, condition)                                             \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fail_msg("%s: %s", why, #condition);                                     \
    }                                                                          \
  } while (0)

static const guidon_scope scopes[] = {GUIDON_SCOPE_THREAD,
                                      GUIDON_SCOPE_PROCESS};

/* One way to make ids. */
struct shape {
    const char *name;
    guidon_kind kind;
    guidon_v7_layout v7_layout;
    guidon_ulid_step ulid_step;
    guidon_node node;
    unsigned version; /* 0: a ULID */
    bool ordered;     /* each id is above the one before in the kind's order */
    bool draws;       /* each id reads random bytes, not only the first */
    int64_t begins,
        ends; /* seconds: the first is in range, the other is just past it */
};

#define MS_ENDS        281474976711   /* 2^48 ms end in the second before it */
#define TIMESTAMP_ENDS 17592186045    /* 2^44 ms */
#define TICK_FROM      (-12219292800) /* 1582-10-15 */
#define TICK_ENDS      103072857661   /* 2^60 ticks */

#define GREGORIAN(name, kind, node, version, ordered, draws)                   \
  {                                                                            \
    name, kind, GUIDON_V7_PRECISE, GUIDON_ULID_STEP_ONE, node, version,        \
        ordered, draws, TICK_FROM, TICK_ENDS                                   \
  }
#define V7(name, layout, ordered, ends)                                        \
  {                                                                            \
    name, GUIDON_V7, layout, GUIDON_ULID_STEP_ONE, GUIDON_NODE_RANDOM, 7,      \
        ordered, true, 0, ends                                                 \
  }
#define ULID(name, kind, step, ordered, draws)                                 \
  {                                                                            \
    name, kind, GUIDON_V7_PRECISE, step, GUIDON_NODE_RANDOM, 0, ordered,       \
        draws, 0, MS_ENDS                                                      \
  }

static const struct shape shapes[] = {
    GREGORIAN("v1", GUIDON_V1, GUIDON_NODE_RANDOM, 1, true, false),
    GREGORIAN("v1, fixed node", GUIDON_V1, GUIDON_NODE_FIXED, 1, true, false),
    GREGORIAN("v2", GUIDON_V2, GUIDON_NODE_FIXED, 2, false, false),
    GREGORIAN("v4", GUIDON_V4, GUIDON_NODE_RANDOM, 4, false, true),
    GREGORIAN("v6", GUIDON_V6, GUIDON_NODE_RANDOM, 6, true, true),
    GREGORIAN("v6, fixed node", GUIDON_V6, GUIDON_NODE_FIXED, 6, true, false),
    V7("v7 precise", GUIDON_V7_PRECISE, true, TIMESTAMP_ENDS),
    V7("v7 counter", GUIDON_V7_COUNTER, true, TIMESTAMP_ENDS),
    V7("v7 increment", GUIDON_V7_INCREMENT, true, TIMESTAMP_ENDS),
    V7("v7 unordered", GUIDON_V7_UNORDERED, false, MS_ENDS),
    V7("v7 trace", GUIDON_V7_TRACE, true, TIMESTAMP_ENDS),
    ULID("ULID", GUIDON_ULID, GUIDON_ULID_STEP_ONE, false, true),
    ULID("ULID monotonic", GUIDON_ULID_MONOTONIC, GUIDON_ULID_STEP_ONE, true,
         false),
    ULID("ULID monotonic, random step", GUIDON_ULID_MONOTONIC,
         GUIDON_ULID_STEP_RANDOM, true, true),
    {"v8 with a prefix", GUIDON_V8_PREFIXED, GUIDON_V7_PRECISE,
     GUIDON_ULID_STEP_ONE, GUIDON_NODE_RANDOM, 8, true, true, 0,
     TIMESTAMP_ENDS},
};
enum { SHAPES = COUNT(shapes) };

/* Does guidon_new make such ids? */
static inline bool has_new(const struct shape *shape)
{
    return shape->kind != GUIDON_V2 && shape->kind != GUIDON_V8_PREFIXED;
}

static inline bool is_timed(const struct shape *shape)
{
    return shape->kind != GUIDON_V4;
}

static inline guidon_options shape_options(struct script *script,
                                           const struct shape *shape)
{
    guidon_options options = script_options(script, shape->kind);

    options.v7_layout = shape->v7_layout;
    options.ulid_step = shape->ulid_step;
    options.node = shape->node;
    if (shape->kind == GUIDON_V8_PREFIXED) {
        options.prefix = 0xfffff;
        options.prefix_bits = 20;
    }
    if (shape->node == GUIDON_NODE_FIXED) {
        memcpy(options.node_bytes, "\x9f\x6b\xde\xce\xd8\x46", 6);
    }
    return options;
}

static inline guidon_id next_of(guidon_generator *g)
{
    guidon_id id;

    assert_int_equal(guidon_next(&id, g), GUIDON_OK);
    return id;
}

static inline guidon_stats stats_of(const guidon_generator *g)
{
    guidon_stats stats;

    guidon_generator_stats(&stats, g);
    return stats;
}

/* Bytes that compare in the order in which ids were made: for v1, its time
 * first. */
static inline guidon_id order_of(guidon_kind kind, const guidon_id *id)
{
    guidon_id ordered = *id;

    if (kind == GUIDON_V1 && guidon_v1_to_v6(&ordered, id) != GUIDON_OK) {
        ordered = guidon_nil();
    }
    return ordered;
}

static inline void assert_rising(const char *why, guidon_kind kind,
                                 const guidon_id *ids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        guidon_id before = order_of(kind, &ids[i - 1]);
        guidon_id id = order_of(kind, &ids[i]);

        if (guidon_compare(&before, &id) >= 0) {
            fail_msg("%s: id %zu is not above the one before", why, i);
        }
    }
}

static inline int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(guidon_id));
}

/* Sorts the ids. */
static inline void assert_unique(const char *why, guidon_id *ids, size_t n)
{
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 1; i < n; i++) {
        if (guidon_equal(&ids[i - 1], &ids[i])) {
            fail_msg("%s: an id was made twice", why);
        }
    }
}

static inline guidon_id *new_ids(size_t n)
{
    guidon_id *ids = calloc(n, sizeof *ids);

    assert_non_null(ids);
    return ids;
}

static inline uint64_t ticks_of(const guidon_id *id)
{
    uint64_t ticks;

    assert_int_equal(guidon_ticks_of(&ticks, id), GUIDON_OK);
    return ticks;
}

static inline unsigned seq_of(const guidon_id *id)
{
    uint16_t seq;

    assert_int_equal(guidon_clock_seq_of(&seq, id), GUIDON_OK);
    return seq;
}

/* The content of an output before a call that must not write to it. */
static inline void mark(void *out, size_t len)
{
    memset(out, 0xaa, len);
}

static inline bool is_all(const void *out, size_t len, unsigned char value)
{
    const unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != value) {
            return false;
        }
    }
    return true;
}

static inline bool is_marked(const void *out, size_t len)
{
    return is_all(out, len, 0xaa);
}

#endif
