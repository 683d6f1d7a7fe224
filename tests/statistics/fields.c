/* SPDX-License-Identifier: MIT */
/* fields.c - make ids and extract their random bits */
#include "fields.h"

#include "core/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------ random bits of an
 * id */

struct words {
    uint64_t hi, lo;
};

static struct words words_of(const guidon_id *id)
{
    return (struct words){gdn_load_be64(id->bytes),
                          gdn_load_be64(id->bytes + 8)};
}

/* `width` bits of a word, from bit `low` up. */
static uint64_t part(uint64_t word, unsigned low, unsigned width)
{
    return word >> low & (UINT64_MAX >> (64 - width));
}

/* A record to which bits are appended. */
struct growing {
    struct record record;
    unsigned bits;
};

static void add(struct growing *growing, uint64_t value, unsigned width)
{
    struct record *record = &growing->record;
    unsigned end = growing->bits + width;

    if (end <= 64) {
        record->hi |= value << (64 - end);
    } else {
        if (growing->bits < 64) {
            record->hi |= value >> (end - 64);
        }
        record->lo |= value << (128 - end);
    }
    growing->bits = end;
}

/* Has the id the variant of RFC 9562 and this version? */
static bool is_version(struct words id, unsigned version)
{
    return part(id.lo, 62, 2) == 2 && part(id.hi, 12, 4) == version;
}

static bool take_v4(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.hi, 16, 48), 48);
    add(&bits, part(id.hi, 0, 12), 12);
    add(&bits, part(id.lo, 0, 62), 62);
    *record = bits.record;
    return is_version(id, 4);
}

static bool take_v7_tail(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.lo, 0, 54), 54);
    *record = bits.record;
    return is_version(id, 7);
}

/* The 20 bits between the milliseconds and the random tail. */
static uint32_t place_of(struct words id)
{
    return (uint32_t)(part(id.hi, 0, 12) << 8 | part(id.lo, 54, 8));
}

/* A clock of milliseconds: all 20 bits are random. */
static bool take_v7_tick(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, place_of(id), 20);
    add(&bits, part(id.lo, 0, 54), 54);
    *record = bits.record;
    return is_version(id, 7);
}

/* A counter begins with a random value whose top bit is clear. */
static bool take_v7_seed(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(place_of(id), 0, 19), 19);
    add(&bits, part(id.lo, 0, 54), 54);
    *record = bits.record;
    return is_version(id, 7) && place_of(id) >> 19 == 0;
}

/* The same, and the random step to the next id: 1 to 4 units above the tail. */
static bool take_v7_step(struct record *record, const guidon_id *ids)
{
    struct words one = words_of(&ids[0]), two = words_of(&ids[1]);
    uint32_t step = place_of(two) - place_of(one) - 1;
    struct growing bits = {0};

    add(&bits, part(place_of(one), 0, 19), 19);
    add(&bits, part(step, 0, 2), 2);
    add(&bits, part(two.lo, 0, 54), 54);
    *record = bits.record;
    return is_version(one, 7) && is_version(two, 7) && step < 4 &&
           place_of(one) >> 19 == 0 && one.hi >> 16 == two.hi >> 16;
}

/* The steps to the second and the third id, and what stands below them. */
static bool take_v7_steps(struct record *record, const guidon_id *ids)
{
    struct growing bits = {0};
    bool right = true;

    for (int i = 1; i <= 2; i++) {
        struct words before = words_of(&ids[i - 1]), id = words_of(&ids[i]);
        uint32_t step = place_of(id) - place_of(before) - 1;

        add(&bits, part(step, 0, 2), 2);
        add(&bits, part(id.lo, 0, 54), 54);
        right = right && is_version(id, 7) && step < 4 &&
                id.hi >> 16 == before.hi >> 16;
    }
    *record = bits.record;
    return right;
}

static bool take_v7_unordered(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.hi, 0, 12), 12);
    add(&bits, part(id.lo, 0, 62), 62);
    *record = bits.record;
    return is_version(id, 7);
}

static bool take_ulid(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.hi, 0, 16), 16);
    add(&bits, id.lo, 64);
    *record = bits.record;
    return true;
}

/* The first value of a millisecond, and the step to the next id: 1 to 2^32. */
static bool take_ulid_step(struct record *record, const guidon_id *ids)
{
    struct words one = words_of(&ids[0]), two = words_of(&ids[1]);
    uint64_t step = two.lo - one.lo - 1;
    struct growing bits = {0};

    add(&bits, part(one.hi, 0, 16), 16);
    add(&bits, one.lo, 64);
    add(&bits, part(step, 0, 32), 32);
    *record = bits.record;
    return step >> 32 == 0 && two.hi == one.hi + (two.lo < one.lo);
}

/* The steps to the second and the third id of a batch. */
static bool take_ulid_steps(struct record *record, const guidon_id *ids)
{
    struct growing bits = {0};
    bool right = true;

    for (int i = 1; i <= 2; i++) {
        struct words before = words_of(&ids[i - 1]), id = words_of(&ids[i]);
        uint64_t step = id.lo - before.lo - 1;

        add(&bits, part(step, 0, 32), 32);
        right = right && step >> 32 == 0 &&
                id.hi == before.hi + (id.lo < before.lo);
    }
    *record = bits.record;
    return right;
}

/* Is this an id of V8_NODE with the node number 1 in one bit? */
static bool is_v8_node(struct words id)
{
    return is_version(id, 8) && part(id.lo, 61, 1) == 1 &&
           part(id.hi, 11, 1) == 1;
}

/* The random rest after the node number and the counter. */
static bool take_v8_rest(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.lo, 0, 52), 52);
    *record = bits.record;
    return is_v8_node(id);
}

/* The start of the counter, whose top bit is clear, and the rest. */
static bool take_v8_seed(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.hi, 0, 10), 10);
    add(&bits, part(id.lo, 0, 61), 61);
    *record = bits.record;
    return is_v8_node(id) && part(id.hi, 10, 1) == 0;
}

/* The clock sequence, and a node whose multicast bit is set. */
static bool take_node(struct record *record, const guidon_id *ids,
                      unsigned version)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.lo, 48, 14), 14);
    add(&bits, part(id.lo, 41, 7), 7);
    add(&bits, part(id.lo, 0, 40), 40);
    *record = bits.record;
    return is_version(id, version) && part(id.lo, 40, 1) == 1;
}

/* The same with six bits of sequence: the others hold the domain. */
static bool take_v2(struct record *record, const guidon_id *ids)
{
    struct words id = words_of(ids);
    struct growing bits = {0};

    add(&bits, part(id.lo, 56, 6), 6);
    add(&bits, part(id.lo, 41, 7), 7);
    add(&bits, part(id.lo, 0, 40), 40);
    *record = bits.record;
    return is_version(id, 2) && part(id.lo, 40, 1) == 1 &&
           part(id.lo, 48, 8) == 0;
}

static bool take_v1(struct record *record, const guidon_id *ids)
{
    return take_node(record, ids, 1);
}

static bool take_v6(struct record *record, const guidon_id *ids)
{
    return take_node(record, ids, 6);
}

const struct field fields[] = {
    {"v4", 122, WAY_MANY, .kind = GUIDON_V4, .take = take_v4},
    {"v4 of the thread", 122, WAY_THREAD, .kind = GUIDON_V4, .take = take_v4},
    {"v7 precise", 54, WAY_MANY, .kind = GUIDON_V7, .take = take_v7_tail},
    {"v7 precise, a coarse clock", 74, WAY_EACH, .kind = GUIDON_V7,
     .clock_resolution_ns = 1000000, .take = take_v7_tick},
    {"v7 counter", 54, WAY_MANY, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_COUNTER, .take = take_v7_tail},
    {"v7 counter, seeds", 73, WAY_EACH, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_COUNTER, .take = take_v7_seed},
    {"v7 increment", 54, WAY_MANY, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_INCREMENT, .take = take_v7_tail},
    {"v7 increment, seeds and steps", 75, WAY_PAIRS, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_INCREMENT, .take = take_v7_step},
    {"v7 increment, steps of a batch", 112, WAY_STEPS, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_INCREMENT, .take = take_v7_steps},
    {"v7 unordered", 74, WAY_MANY, .kind = GUIDON_V7,
     .v7_layout = GUIDON_V7_UNORDERED, .take = take_v7_unordered},
    {"v8 node", 52, WAY_MANY, .kind = GUIDON_V8_NODE, .take = take_v8_rest},
    {"v8 node, seeds", 71, WAY_EACH, .kind = GUIDON_V8_NODE,
     .take = take_v8_seed},
    {"ULID", 80, WAY_MANY, .kind = GUIDON_ULID, .take = take_ulid},
    {"ULID monotonic, seeds and steps", 112, WAY_PAIRS,
     .kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM,
     .take = take_ulid_step},
    {"ULID monotonic, steps of a batch", 64, WAY_STEPS,
     .kind = GUIDON_ULID_MONOTONIC, .ulid_step = GUIDON_ULID_STEP_RANDOM,
     .take = take_ulid_steps},
    {"v6, sequence and node", 61, WAY_MANY, .kind = GUIDON_V6, .take = take_v6},
    {"v1, sequence and node", 61, WAY_GENERATORS, .kind = GUIDON_V1,
     .take = take_v1},
    {"v2, sequence and node", 53, WAY_GENERATORS, .kind = GUIDON_V2,
     .take = take_v2},
    {"v7 derived", 74, WAY_DERIVE, .kind = GUIDON_V7,
     .take = take_v7_unordered},
};
const size_t n_fields = sizeof fields / sizeof fields[0];

/* ----------------------------------------------------------------
 * generators */

static unsigned ids_a_record(const struct field *field)
{
    return field->way == WAY_PAIRS || field->way == WAY_STEPS ? 2 : 1;
}

static guidon_status tell_time(void *context, guidon_time *now)
{
    struct maker *maker = context;

    now->seconds = maker->ms / 1000;
    now->nanoseconds = (uint32_t)(maker->ms % 1000) * 1000000;
    maker->ms += maker->field->way == WAY_MANY;
    return GUIDON_OK;
}

static void must(guidon_status status)
{
    if (status != GUIDON_OK) {
        fprintf(stderr, "cannot make an id: %s\n", guidon_status_text(status));
        exit(3);
    }
}

void maker_begin(struct maker *maker, const struct field *field)
{
    maker->field = field;
    maker->wrong = 0;
    maker->ms = INT64_C(1645557742000); /* RFC 9562, appendix A */
    maker->options.kind = field->kind;
    maker->options.v7_layout = field->v7_layout;
    maker->options.ulid_step = field->ulid_step;
    maker->options.clock_resolution_ns = field->clock_resolution_ns;
    if (field->kind == GUIDON_V8_NODE) {
        maker->options.scope = GUIDON_SCOPE_PROCESS;
        maker->options.node_number = maker->options.node_number_bits = 1;
    }
    maker->options.clock_fn = tell_time;
    maker->options.clock_context = maker;
    must(guidon_generator_new(&maker->generator, &maker->options));
}

void maker_end(struct maker *maker)
{
    guidon_generator_free(maker->generator);
}

/* Make two ids. Try again if the second could not follow the first. */
static void make_pair(guidon_id *ids, struct maker *maker, bool at_once)
{
    guidon_status status;

    do {
        maker->ms++;
        if (at_once) {
            status = guidon_next_many(ids, 2, maker->generator);
        } else {
            must(guidon_next(&ids[0], maker->generator));
            status = guidon_next(&ids[1], maker->generator);
        }
    } while (status == GUIDON_E_OVERFLOW);
    must(status);
}

/* One more id than the records have, for the last step. Again if a sequence
 * begins too near the end of its millisecond. */
static void make_steps(guidon_id ids[2 * BLOCK_RECORDS + 1],
                       struct maker *maker)
{
    guidon_status status;

    do {
        maker->ms++;
        status = guidon_next_many(ids, 2 * BLOCK_RECORDS + 1, maker->generator);
    } while (status == GUIDON_E_OVERFLOW);
    must(status);
}

static void make_first(guidon_id *id, const struct maker *maker)
{
    guidon_generator *generator;

    must(guidon_generator_new(&generator, &maker->options));
    must(guidon_next(id, generator));
    guidon_generator_free(generator);
}

/* Derive ids in one millisecond, from a counter. No bit comes from the random
 * source, so every run tests the same ids. */
static void make_derived(guidon_id *ids, struct maker *maker)
{
    static const unsigned char bytes[GUIDON_KEY_LEN] = "a key of a test";
    static const uint64_t times[BLOCK_RECORDS];
    static int64_t numbers[BLOCK_RECORDS];
    guidon_key key;

    must(guidon_key_init(&key, bytes, sizeof bytes));
    for (size_t i = 0; i < BLOCK_RECORDS; i++) {
        numbers[i] = maker->ms++;
    }
    must(guidon_v7_derive_many(ids, times, &key, numbers, sizeof numbers[0],
                               sizeof numbers[0], BLOCK_RECORDS));
}

static void make(guidon_id *ids, struct maker *maker)
{
    enum { HALF = BLOCK_RECORDS / 2 };

    switch (maker->field->way) {
    case WAY_MANY:
        must(guidon_next_many(ids, BLOCK_RECORDS, maker->generator));
        break;
    case WAY_EACH:
        for (size_t i = 0; i < BLOCK_RECORDS; i++) {
            maker->ms++;
            must(guidon_next(&ids[i], maker->generator));
        }
        break;
    case WAY_PAIRS:
        for (size_t i = 0; i < BLOCK_RECORDS; i++) {
            make_pair(&ids[2 * i], maker, i % 2 > 0);
        }
        break;
    case WAY_STEPS:
        make_steps(ids, maker);
        break;
    case WAY_GENERATORS:
        for (size_t i = 0; i < BLOCK_RECORDS; i++) {
            make_first(&ids[i], maker);
        }
        break;
    case WAY_THREAD:
        for (size_t i = 0; i < HALF; i++) {
            must(guidon_new(&ids[i], maker->field->kind));
        }
        must(guidon_new_many(ids + HALF, HALF, maker->field->kind));
        break;
    case WAY_DERIVE:
        make_derived(ids, maker);
        break;
    }
}

static bool is_empty_past(const struct record *record, unsigned bits)
{
    return bits < 64 ? record->hi << bits == 0 && record->lo == 0
                     : record->lo << (bits - 64) == 0;
}

void maker_fill(struct maker *maker, struct record records[BLOCK_RECORDS])
{
    static guidon_id ids[2 * BLOCK_RECORDS + 1];
    unsigned each = ids_a_record(maker->field);

    make(ids, maker);
    if (maker->tamper) {
        maker->tamper(ids, BLOCK_RECORDS * (size_t)each);
    }
    for (size_t i = 0; i < BLOCK_RECORDS; i++) {
        if (!maker->field->take(&records[i], &ids[each * i]) ||
            !is_empty_past(&records[i], maker->field->bits)) {
            maker->wrong++;
        }
    }
}
