/* SPDX-License-Identifier: MIT */
/* shards.c - where a store that keeps ranges of keys on 16 shards puts ids
 *
 * The program prints the table of docs/scale.md. Clocks and random bits are
 * injected, so that every run gives the same table.
 *
 * The store is the common model of stores that are sharded by range. It begins
 * with one range on one shard. A range that holds RANGE_MAX ids splits at its
 * median, and its upper half goes to the shard with the fewest ranges. */
#include "random.h"
#include "sim.h"
#include <guidon.h>
#include <stdio.h>
#include <stdlib.h>

#define SHARDS    16
#define RANGE_MAX 4096
#define RANGES    2048
#define MACHINES  16
#define SECONDS   3600
#define RATE      300 /* ids a second, of all machines together */
#define SIGMA_NS  5e6 /* the standard deviation of the clocks' errors */

/* The shares are those after this second, when every shard holds ranges. */
#define WARM 600

/* A key of the store: an id, behind the byte of its bucket if there are any. */
typedef struct key {
    unsigned char bucket;
    guidon_id id;
} key;

typedef struct range {
    key low; /* the range holds the keys from here to the next range */
    unsigned shard;
    unsigned n;
    key *keys;
} range;

typedef struct store {
    range ranges[RANGES];
    size_t n;
    unsigned held[SHARDS]; /* ranges of each shard */
} store;

/* How the ids of one row of the table are made. */
typedef struct row {
    const char *name;
    guidon_kind kind;
    enum {
        AS_IT_IS,
        MASKED,
        DERIVED,
        HASHED,
        COUNTED,
        REVERSED,
        AUTO_RANDOM
    } then;
    /* The bounds of a time, or NULL if the ids do not sort by time. */
    guidon_status (*floor)(guidon_id *, guidon_time);
    guidon_status (*ceil)(guidon_id *, guidon_time);
    /* Of version 8 with a prefix: its length, and whether it is a random shard,
     * or all ones. */
    unsigned prefix_bits;
    bool is_sharded;
} row;

static const row rows[] = {
    {"version 4", GUIDON_V4, AS_IT_IS, NULL, NULL, 0, false},
    {"version 7", GUIDON_V7, AS_IT_IS, guidon_v7_floor, guidon_v7_ceil, 0,
     false},
    {"version 1", GUIDON_V1, AS_IT_IS, NULL, NULL, 0, false},
    {"version 6", GUIDON_V6, AS_IT_IS, guidon_v6_floor, guidon_v6_ceil, 0,
     false},
    {"ULID, monotonic", GUIDON_ULID_MONOTONIC, AS_IT_IS, guidon_ulid_floor,
     guidon_ulid_ceil, 0, false},
    {"version 7 by `guidon_v7_derive`", GUIDON_V7, DERIVED, guidon_v7_floor,
     guidon_v7_ceil, 0, false},
    {"version 7 by `guidon_mask`", GUIDON_V7, MASKED, NULL, NULL, 0, false},
    {"version 7 behind one of 16 hash buckets", GUIDON_V7, HASHED,
     guidon_v7_floor, guidon_v7_ceil, 0, false},
    {"version 8, append", GUIDON_V8_PREFIXED, AS_IT_IS, NULL, NULL,
     GUIDON_V8_APPEND_BITS, false},
    {"version 8, sharded by 16", GUIDON_V8_PREFIXED, AS_IT_IS, NULL, NULL, 4,
     true},
    {"a sequence, bits reversed", GUIDON_V7, REVERSED, NULL, NULL, 0, false},
    {"`AUTO_RANDOM` of 5 bits", GUIDON_V7, AUTO_RANDOM, NULL, NULL, 0, false},
    {"a sequence", GUIDON_V7, COUNTED, NULL, NULL, 0, false},
};

/* ------------------------------------------------------------- the store */

static int key_compare(const void *a, const void *b)
{
    const key *x = a, *y = b;

    return x->bucket != y->bucket ? x->bucket - y->bucket
                                  : guidon_compare(&x->id, &y->id);
}

/* The range that holds a key: the last one whose `low` is not above it. */
static size_t range_of(const store *s, const key *k)
{
    size_t low = 0, high = s->n;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (key_compare(&s->ranges[middle].low, k) <= 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static unsigned least_loaded(const store *s)
{
    unsigned best = 0;

    for (unsigned i = 1; i < SHARDS; i++) {
        best = s->held[i] < s->held[best] ? i : best;
    }
    return best;
}

static void add_range(store *s, size_t at, key low)
{
    range *r = &s->ranges[at];

    need(s->n < RANGES, "RANGES is too small");
    memmove(r + 1, r, (s->n - at) * sizeof(*r));
    *r = (range){.low = low, .shard = least_loaded(s)};
    r->keys = malloc(RANGE_MAX * sizeof(key));
    need(r->keys, "no memory");
    s->held[r->shard]++;
    s->n++;
}

static void split(store *s, size_t at)
{
    range *upper, *r = &s->ranges[at];

    qsort(r->keys, r->n, sizeof(key), key_compare);
    add_range(s, at + 1, r->keys[r->n / 2]);
    upper = r + 1;
    upper->n = r->n - r->n / 2;
    r->n /= 2;
    memcpy(upper->keys, r->keys + r->n, upper->n * sizeof(key));
}

/* Return the shard that took the key. */
static unsigned insert(store *s, const key *k)
{
    size_t at = range_of(s, k);
    range *r = &s->ranges[at];
    unsigned shard = r->shard;

    r->keys[r->n++] = *k;
    if (r->n == RANGE_MAX) {
        split(s, at);
    }
    return shard;
}

static void store_free(store *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->ranges[i].keys);
    }
    free(s);
}

/* ---------------------------------------------------------------- the ids */

/* A key of 64 bits, as engines make them from one counter. */
static guidon_id number(uint64_t n)
{
    guidon_id id = guidon_nil();

    for (int i = 0; i < 8; i++) {
        id.bytes[i] = (unsigned char)(n >> (56 - 8 * i));
    }
    return id;
}

static uint64_t reversed(uint64_t n)
{
    uint64_t result = 0;

    for (int i = 0; i < 64; i++) {
        result |= (n >> i & 1) << (63 - i);
    }
    return result;
}

/* The key that a store gets for the id of a machine. */
static key key_of(const row *how, guidon_id id, uint64_t *data)
{
    static const unsigned char secret[GUIDON_KEY_LEN] = "a key of 32 bytes.";
    key k = {.id = id};
    guidon_mask_key mask;
    guidon_key derive;

    switch (how->then) {
    case AS_IT_IS:
        break;
    case MASKED:
        ok(guidon_mask_key_init(&mask, secret, GUIDON_MASK_KEY_LEN));
        ok(guidon_mask(&k.id, &mask, &id));
        break;
    case DERIVED:
        ok(guidon_key_init(&derive, secret, GUIDON_KEY_LEN));
        ++*data;
        ok(guidon_v7_derive(&k.id, guidon_ulid_ms_of(&id), &derive, data,
                            sizeof(*data)));
        break;
    case HASHED:
        k.bucket = (unsigned char)(guidon_hash(&id) % SHARDS);
        break;
    case COUNTED:
        k.id = number(++*data);
        break;
    case REVERSED:
        k.id = number(reversed(++*data));
        break;
    case AUTO_RANDOM: /* a bit of the sign, 5 random bits, the counter */
        k.id = number((guidon_hash(&id) % 32) << 58 | ++*data);
        break;
    }
    return k;
}

/* --------------------------------------------------------------- the table */

/* Set the bounds of a query for a span in one part of the keys: a bucket, or a
 * shard of version 8. */
static void bounds_of(key *low, key *high, const row *how, unsigned part,
                      guidon_time from, guidon_time to)
{
    const uint32_t ones = (UINT32_C(1) << how->prefix_bits) - 1;
    const uint32_t prefix = how->is_sharded ? part : ones;

    *low = *high = (key){.bucket = (unsigned char)part};
    high->id = guidon_max();
    if (how->kind == GUIDON_V8_PREFIXED) {
        low->bucket = high->bucket = 0;
        ok(guidon_v8_floor(&low->id, from, prefix, how->prefix_bits));
        ok(guidon_v8_ceil(&high->id, to, prefix, how->prefix_bits));
    } else if (how->floor) {
        ok(how->floor(&low->id, from));
        ok(how->ceil(&high->id, to));
    }
}

/* Count the shards and ranges where a query for one minute has to look. */
static void minute(const store *s, const row *how, unsigned *shards, size_t *n)
{
    const guidon_time from = {START_S + 1800, 0};
    const guidon_time to = {START_S + 1859, 999999999};
    bool seen[SHARDS] = {false}, touched[RANGES] = {false};

    const unsigned parts = how->then == HASHED || how->is_sharded ? SHARDS : 1;

    for (unsigned part = 0; part < parts; part++) {
        key low, high;

        bounds_of(&low, &high, how, part, from, to);
        for (size_t i = range_of(s, &low); i <= range_of(s, &high); i++) {
            touched[i] = seen[s->ranges[i].shard] = true;
        }
    }
    for (size_t i = 0; i < s->n; i++) {
        *n += touched[i];
    }
    for (unsigned i = 0; i < SHARDS; i++) {
        *shards += seen[i];
    }
}

/* Write one second of ids. Return the share of the busiest shard. */
static double second_of(store *s, const row *how, machine *machines,
                        unsigned second, uint64_t *data, unsigned total[])
{
    unsigned busy[SHARDS] = {0}, most = 0;

    for (unsigned i = 0; i < RATE; i++) {
        machine *m = &machines[(second * RATE + i) % MACHINES];
        double at = (double)second * 1e9 + i * (1e9 / RATE);
        key k = key_of(how, id_at(m, at), data);

        busy[insert(s, &k)]++;
    }
    for (unsigned i = 0; i < SHARDS; i++) {
        most = busy[i] > most ? busy[i] : most;
        total[i] += second >= WARM ? busy[i] : 0;
    }
    return (double)most / RATE;
}

static guidon_options options_of(const row *how)
{
    guidon_options options = {.kind = how->kind,
                              .prefix_bits = how->prefix_bits,
                              .prefix_random = how->is_sharded};

    if (!how->is_sharded) {
        options.prefix = (UINT32_C(1) << how->prefix_bits) - 1;
    }
    return options;
}

static void print_row(const row *how)
{
    uint64_t seed = 16, data = 0;
    machine machines[MACHINES];
    store *s = calloc(1, sizeof(*s));
    unsigned total[SHARDS] = {0}, most = 0, shards = 0;
    size_t ranges = 0;
    double share = 0;

    need(s, "no memory");
    add_range(s, 0, (key){0});
    for (unsigned i = 0; i < MACHINES; i++) {
        machine_new(&machines[i], options_of(how), SIGMA_NS * normal(&seed),
                    &seed);
    }
    for (unsigned i = 0; i < SECONDS; i++) {
        double busiest = second_of(s, how, machines, i, &data, total);

        share += i >= WARM ? busiest : 0;
    }
    for (unsigned i = 0; i < SHARDS; i++) {
        most = total[i] > most ? total[i] : most;
    }
    minute(s, how, &shards, &ranges);
    printf("| %s | %.0f %% | %.0f %% | %zu | %u | %zu of %zu |\n", how->name,
           100 * share / (SECONDS - WARM),
           100.0 * most / (RATE * (SECONDS - WARM)), s->n - 1, shards, ranges,
           s->n);
    for (unsigned i = 0; i < MACHINES; i++) {
        machine_free(&machines[i]);
    }
    store_free(s);
}

int main(void)
{
    puts("| ids | busiest shard, each second | busiest shard, 50 minutes | "
         "splits | shards of one minute | ranges of one minute |\n"
         "|---|--:|--:|--:|--:|--:|");
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        print_row(&rows[i]);
    }
    return 0;
}
