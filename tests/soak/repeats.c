/* SPDX-License-Identifier: MIT */
/*
 * repeats.c - find duplicates among many ids
 *
 * Equal ids have equal hashes. A first pass distributes the ids to parts by the
 * top bits of their hash. Each part fits in the processor's caches and goes
 * into a hash table. The table compares ids by their bytes.
 */
#include "repeats.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PART_IDS    16384 /* ids in a part, about 256 KiB; its table is as large */
#define PARTS_MAX   8192
#define THREADS_MAX 16

struct work {
    const struct id_span *spans;
    size_t n_spans;
    guidon_id *scratch;
    unsigned threads, shift; /* hash >> shift is the part */
    size_t parts;
    size_t (
        *at)[PARTS_MAX]; /* by thread: its ids in a part, then its next index */
    size_t *ends;        /* end of each part in scratch[] */
    _Atomic(size_t) next; /* next part to search */
    pthread_mutex_t lock;
    struct repeats found;
};

struct worker {
    struct work *work;
    unsigned number;
};

static void *must_have(void *memory)
{
    if (!memory) {
        fputs("soak: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* The finaliser of SplitMix64. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t hash_of(const guidon_id *id)
{
    uint64_t hi, lo;

    guidon_to_words(&hi, &lo, id);
    return mix(hi ^ mix(lo));
}

/* ------------------------------------------------------------ three passes */

static void *count(void *argument)
{
    struct worker *me = argument;
    struct work *work = me->work;
    size_t *at = work->at[me->number];

    for (size_t r = me->number; r < work->n_spans; r += work->threads) {
        for (size_t i = 0; i < work->spans[r].n; i++) {
            at[hash_of(&work->spans[r].ids[i]) >> work->shift]++;
        }
    }
    return NULL;
}

static void *distribute(void *argument)
{
    struct worker *me = argument;
    struct work *work = me->work;
    size_t *at = work->at[me->number];

    for (size_t r = me->number; r < work->n_spans; r += work->threads) {
        for (size_t i = 0; i < work->spans[r].n; i++) {
            const guidon_id *id = &work->spans[r].ids[i];

            work->scratch[at[hash_of(id) >> work->shift]++] = *id;
        }
    }
    return NULL;
}

/* Find duplicates among n ids with a table of `mask` + 1 slots, a power of two
 * above n. */
static struct repeats search(const guidon_id *ids, size_t n, uint32_t *table,
                             size_t mask)
{
    struct repeats found = {0};

    for (size_t i = 0; i <= mask; i++) {
        table[i] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        size_t at = (size_t)hash_of(&ids[i]) & mask;

        while (table[at] != 0 && !guidon_equal(&ids[table[at] - 1], &ids[i])) {
            at = (at + 1) & mask;
        }
        if (table[at] != 0) {
            found.first = ids[i];
            found.n++;
        }
        table[at] = (uint32_t)i + 1;
    }
    return found;
}

static void *search_parts(void *argument)
{
    struct worker *me = argument;
    struct work *work = me->work;
    uint32_t *table = NULL;
    size_t capacity = 0;
    size_t part;

    while ((part = atomic_fetch_add(&work->next, 1)) < work->parts) {
        size_t begin = part ? work->ends[part - 1] : 0;
        size_t n = work->ends[part] - begin;
        size_t slots = 2;
        struct repeats found;

        while (slots < 2 * n) {
            slots *= 2;
        }
        if (slots > capacity) {
            free(table);
            table = must_have(malloc(slots * sizeof *table));
            capacity = slots;
        }
        found = search(work->scratch + begin, n, table, slots - 1);
        if (found.n > 0) {
            pthread_mutex_lock(&work->lock);
            work->found.n += found.n;
            work->found.first = found.first;
            pthread_mutex_unlock(&work->lock);
        }
    }
    free(table);
    return NULL;
}

/* --------------------------------------------------------------- all passes */

static void run_pass(struct work *work, void *(*pass)(void *))
{
    pthread_t ids[THREADS_MAX];
    struct worker workers[THREADS_MAX];

    for (unsigned i = 0; i < work->threads; i++) {
        workers[i] = (struct worker){work, i};
        if (pthread_create(&ids[i], NULL, pass, &workers[i]) != 0) {
            perror("pthread_create");
            exit(2);
        }
    }
    for (unsigned i = 0; i < work->threads; i++) {
        pthread_join(ids[i], NULL);
    }
}

/* From the number of each thread's ids in each part, compute the index in
 * scratch[] of its first id of that part. */
static void assign_ranges(struct work *work)
{
    size_t where = 0;

    for (size_t part = 0; part < work->parts; part++) {
        for (unsigned t = 0; t < work->threads; t++) {
            size_t n = work->at[t][part];

            work->at[t][part] = where;
            where += n;
        }
        work->ends[part] = where;
    }
}

struct repeats repeats_among(const struct id_span *spans, size_t n_spans,
                             guidon_id *scratch, unsigned threads)
{
    struct work work = {.spans = spans,
                        .n_spans = n_spans,
                        .scratch = scratch,
                        .threads =
                            threads < THREADS_MAX ? threads : THREADS_MAX,
                        .shift = 63,
                        .parts = 2,
                        .lock = PTHREAD_MUTEX_INITIALIZER};
    size_t n = 0;

    for (size_t r = 0; r < n_spans; r++) {
        n += spans[r].n;
    }
    while (work.parts < PARTS_MAX && work.parts * PART_IDS < n) {
        work.parts *= 2;
        work.shift--;
    }
    work.at = must_have(calloc(work.threads, sizeof *work.at));
    work.ends = must_have(calloc(work.parts, sizeof *work.ends));
    run_pass(&work, count);
    assign_ranges(&work);
    run_pass(&work, distribute);
    run_pass(&work, search_parts);
    free(work.at);
    free(work.ends);
    return work.found;
}
