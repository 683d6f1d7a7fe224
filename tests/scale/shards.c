/* SPDX-License-Identifier: MIT */
/* shards.c - where a store that keeps ranges of keys on 16 shards puts ids
 *
 * The program prints the tables of docs/scale.md. Clocks and random bits are
 * injected, so that every run gives the same table.
 *
 * The store is the common model of stores that are sharded by range. It begins
 * with one range on one shard. A range that holds RANGE_MAX ids splits at its
 * median, and its upper half goes to the shard with the fewest ranges.
 *
 * The shard with the lease of a range takes its writes. The lease stays where
 * the range went, or it moves by load: every LEASE_S seconds the busiest shard
 * gives leases to the least busy one. Both are counted in one run.
 *
 *     scale_shards [SEED] */
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

/* So often leases move by load, until the busiest shard has at most so many
 * percent of an even share. */
#define LEASE_S    10
#define LEASE_FULL 110

/* A key of the store: an id, behind the byte of its bucket if there are any. */
typedef struct key {
    unsigned char bucket;
    guidon_id id;
} key;

/* Leases that stay, and leases that move by load. */
enum { STAYS, MOVES, WAYS };

typedef struct range {
    key low; /* the range holds the keys from here to the next range */
    unsigned lease[WAYS]; /* the shard that has it */
    unsigned recent;      /* writes since leases moved */
    unsigned n;
    key *keys;
} range;

typedef struct store {
    range ranges[RANGES];
    size_t n;
    unsigned held[SHARDS]; /* ranges that went to each shard */
    unsigned moved;        /* leases */
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
    bool is_compared; /* at higher rates too */
} row;

static const row rows[] = {
    {"version 4", GUIDON_V4, AS_IT_IS, NULL, NULL, 0, false, true},
    {"version 7", GUIDON_V7, AS_IT_IS, guidon_v7_floor, guidon_v7_ceil, 0,
     false, true},
    {"version 1", GUIDON_V1, AS_IT_IS, NULL, NULL, 0, false, false},
    {"version 6", GUIDON_V6, AS_IT_IS, guidon_v6_floor, guidon_v6_ceil, 0,
     false, false},
    {"ULID, monotonic", GUIDON_ULID_MONOTONIC, AS_IT_IS, guidon_ulid_floor,
     guidon_ulid_ceil, 0, false, false},
    {"version 7 by `guidon_v7_derive`", GUIDON_V7, DERIVED, guidon_v7_floor,
     guidon_v7_ceil, 0, false, false},
    {"version 7 by `guidon_mask`", GUIDON_V7, MASKED, NULL, NULL, 0, false,
     false},
    {"version 7 behind one of 16 hash buckets", GUIDON_V7, HASHED,
     guidon_v7_floor, guidon_v7_ceil, 0, false, true},
    {"version 8, append", GUIDON_V8_PREFIXED, AS_IT_IS, NULL, NULL,
     GUIDON_V8_APPEND_BITS, false, true},
    {"version 8, sharded by 16", GUIDON_V8_PREFIXED, AS_IT_IS, NULL, NULL, 4,
     true, true},
    {"a sequence, bits reversed", GUIDON_V7, REVERSED, NULL, NULL, 0, false,
     false},
    {"`AUTO_RANDOM` of 5 bits", GUIDON_V7, AUTO_RANDOM, NULL, NULL, 0, false,
     false},
    {"a sequence", GUIDON_V7, COUNTED, NULL, NULL, 0, false, false},
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

static unsigned least_of(const unsigned of[SHARDS])
{
    unsigned best = 0;

    for (unsigned i = 1; i < SHARDS; i++) {
        best = of[i] < of[best] ? i : best;
    }
    return best;
}

static unsigned most_of(const unsigned of[SHARDS])
{
    unsigned best = 0;

    for (unsigned i = 1; i < SHARDS; i++) {
        best = of[i] > of[best] ? i : best;
    }
    return best;
}

static void add_range(store *s, size_t at, key low)
{
    range *r = &s->ranges[at];

    need(s->n < RANGES, "RANGES is too small");
    memmove(r + 1, r, (s->n - at) * sizeof(*r));
    *r = (range){.low = low};
    r->lease[STAYS] = r->lease[MOVES] = least_of(s->held);
    r->keys = malloc(RANGE_MAX * sizeof(key));
    need(r->keys, "no memory");
    s->held[r->lease[STAYS]]++;
    s->n++;
}

static void split(store *s, size_t at)
{
    range *upper, *r = &s->ranges[at];

    qsort(r->keys, r->n, sizeof(key), key_compare);
    add_range(s, at + 1, r->keys[r->n / 2]);
    upper = r + 1;
    upper->n = r->n - r->n / 2;
    upper->recent = r->recent -= r->recent / 2;
    r->n /= 2;
    memcpy(upper->keys, r->keys + r->n, upper->n * sizeof(key));
}

/* Count the key for the shards that take it. */
static void insert(store *s, const key *k, unsigned busy[WAYS][SHARDS])
{
    size_t at = range_of(s, k);
    range *r = &s->ranges[at];

    for (int way = 0; way < WAYS; way++) {
        busy[way][r->lease[way]]++;
    }
    r->recent++;
    r->keys[r->n++] = *k;
    if (r->n == RANGE_MAX) {
        split(s, at);
    }
}

/* The range of a shard with the most writes, but fewer than `below`: with its
 * lease, the busiest shard gives away writes and does not just change places
 * with the least busy one. NULL if there is none. */
static range *range_to_move(store *s, unsigned shard, unsigned below)
{
    range *best = NULL;

    for (range *r = s->ranges; r < s->ranges + s->n; r++) {
        if (r->lease[MOVES] == shard && r->recent < below &&
            r->recent > (best ? best->recent : 0)) {
            best = r;
        }
    }
    return best;
}

static void move_leases(store *s)
{
    unsigned load[SHARDS] = {0}, all = 0;

    for (size_t i = 0; i < s->n; i++) {
        load[s->ranges[i].lease[MOVES]] += s->ranges[i].recent;
        all += s->ranges[i].recent;
    }
    for (;;) {
        unsigned from = most_of(load), to = least_of(load);
        range *r = range_to_move(s, from, load[from] - load[to]);

        if (!r || load[from] * SHARDS * 100 <= all * LEASE_FULL) {
            break;
        }
        r->lease[MOVES] = to;
        load[from] -= r->recent;
        load[to] += r->recent;
        s->moved++;
    }
    for (size_t i = 0; i < s->n; i++) {
        s->ranges[i].recent = 0;
    }
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
            touched[i] = seen[s->ranges[i].lease[STAYS]] = true;
        }
    }
    for (size_t i = 0; i < s->n; i++) {
        *n += touched[i];
    }
    for (unsigned i = 0; i < SHARDS; i++) {
        *shards += seen[i];
    }
}

/* How a run writes: `rate` ids a second, of all machines together, and shares
 * that count from the second `warm` on. */
typedef struct load {
    unsigned rate, seconds, warm;
} load;

/* What a run finds: the share of the busiest shard, summed over the seconds, and
 * the greatest; and the writes of each shard, with leases that stay. */
typedef struct tally {
    double sum[WAYS], most;
    unsigned total[SHARDS];
} tally;

/* Write one second of ids. */
static void second_of(store *s, const row *how, const load *l,
                      machine *machines, unsigned second, uint64_t *data,
                      tally *t)
{
    unsigned busy[WAYS][SHARDS] = {{0}};

    for (unsigned i = 0; i < l->rate; i++) {
        machine *m = &machines[(second * l->rate + i) % MACHINES];
        double at = (double)second * 1e9 + i * (1e9 / l->rate);
        key k = key_of(how, id_at(m, at), data);

        insert(s, &k, busy);
    }
    if (second % LEASE_S == LEASE_S - 1) {
        move_leases(s);
    }
    if (second < l->warm) {
        return;
    }
    for (int way = 0; way < WAYS; way++) {
        t->sum[way] += (double)busy[way][most_of(busy[way])] / l->rate;
    }
    t->most =
        fmax(t->most, (double)busy[STAYS][most_of(busy[STAYS])] / l->rate);
    for (unsigned i = 0; i < SHARDS; i++) {
        t->total[i] += busy[STAYS][i];
    }
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

/* Write all seconds of a load into a new store. */
static store *run(const row *how, const load *l, uint64_t seed, tally *t)
{
    uint64_t data = 0;
    machine machines[MACHINES];
    store *s = calloc(1, sizeof(*s));

    need(s, "no memory");
    add_range(s, 0, (key){0});
    for (unsigned i = 0; i < MACHINES; i++) {
        machine_new(&machines[i], options_of(how), SIGMA_NS * normal(&seed),
                    &seed);
    }
    *t = (tally){0};
    for (unsigned i = 0; i < l->seconds; i++) {
        second_of(s, how, l, machines, i, &data, t);
    }
    for (unsigned i = 0; i < MACHINES; i++) {
        machine_free(&machines[i]);
    }
    return s;
}

static void print_row(const row *how, uint64_t seed)
{
    const load l = {RATE, SECONDS, WARM};
    const double counted = SECONDS - WARM;
    unsigned shards = 0;
    size_t ranges = 0;
    tally t;
    store *s = run(how, &l, seed, &t);

    minute(s, how, &shards, &ranges);
    printf(
        "| %s | %.0f %% | %.0f %% | %u | %.0f %% | %zu | %u | %zu of %zu |\n",
        how->name, 100 * t.sum[STAYS] / counted, 100 * t.sum[MOVES] / counted,
        s->moved, 100.0 * t.total[most_of(t.total)] / (RATE * counted),
        s->n - 1, shards, ranges, s->n);
    store_free(s);
}

/* The kinds of the second table, at higher rates for a shorter time. */
static void print_rates(const row *how, uint64_t seed)
{
    static const load loads[] = {{1000, 900, 300}, {10000, 120, 30}};

    printf("| %s |", how->name);
    for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
        tally t;

        store_free(run(how, &loads[i], seed, &t));
        printf(" %.1f %% | %.1f %% |",
               100 * t.sum[STAYS] / (loads[i].seconds - loads[i].warm),
               100 * t.most);
    }
    puts("");
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 16;

    puts("| ids | busiest shard, each second | leases moved by load | leases "
         "moved | busiest shard, 50 minutes | splits | shards of one minute | "
         "ranges of one minute |\n|---|--:|--:|--:|--:|--:|--:|--:|");
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        print_row(&rows[i], seed);
    }
    puts("\n| ids | 1,000 a second, mean | most | 10,000 a second, mean | most "
         "|\n|---|--:|--:|--:|--:|");
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        if (rows[i].is_compared) {
            print_rates(&rows[i], seed);
        }
    }
    return 0;
}
