/* SPDX-License-Identifier: MIT */
/* sources.c - good and flawed random bytes */
#include "sources.h"

#include "core/bytes.h"
#include "random.h"

#include <string.h>

/* Unit number t, computed from its number. */
static struct unit good(uint64_t t, uint64_t seed)
{
    uint64_t state = seed + 2 * t * UINT64_C(0x9e3779b97f4a7c15);
    struct unit unit;

    unit.hi = draw(&state);
    unit.lo = draw(&state);
    return unit;
}

/* ------------------------------------------------------------------- flaws */

/* The seed of the flaws' own random choices, which do not appear in ids. */
#define CHANCE_SEED UINT64_C(0x7f4a7c15)

static bool its_turn(uint64_t t, uint64_t once_in)
{
    return good(t, CHANCE_SEED).hi % once_in == 0;
}

static void put_bit(uint64_t *word, unsigned at, uint64_t bit)
{
    *word = (*word & ~(UINT64_C(1) << at)) | (bit & 1) << at;
}

static void stick_a_bit(struct unit *unit, uint64_t t, uint64_t once_in)
{
    (void)t;
    (void)once_in;
    put_bit(&unit->lo, 7, 1);
}

/* In one of 500 ids the bit is always set: 501 ones in a thousand. */
static void lean(struct unit *unit, uint64_t t, uint64_t once_in)
{
    if (its_turn(t, once_in)) {
        put_bit(&unit->hi, 40, 1);
    }
}

static void copy_a_bit(struct unit *unit, uint64_t t, uint64_t once_in)
{
    if (its_turn(t, once_in)) {
        put_bit(&unit->lo, 3, unit->hi >> 60);
    }
}

static void copy_a_bit_of_the_last(struct unit *unit, uint64_t t,
                                   uint64_t once_in)
{
    if (its_turn(t, once_in)) {
        put_bit(&unit->lo, 33, good(t - 1, 0).hi >> 20);
    }
}

/* The last bit of a byte is the parity of two bits of another byte. */
static void bind_neighbours(struct unit *unit, uint64_t t, uint64_t once_in)
{
    if (its_turn(t, once_in)) {
        put_bit(&unit->hi, 32, unit->hi >> 44 ^ unit->hi >> 41);
    }
}

static void bind_to_the_last(struct unit *unit, uint64_t t, uint64_t once_in)
{
    uint64_t last = good(t - 1, 0).hi;

    if (its_turn(t, once_in)) {
        put_bit(&unit->hi, 32, last >> 35 ^ last >> 38);
    }
}

/* After seven ids with an equal bit, the next id has the other value. */
static void end_runs(struct unit *unit, uint64_t t, uint64_t once_in)
{
    static uint64_t last, same;
    uint64_t bit = unit->lo >> 21 & 1;

    same = t == 0 || bit != last ? 0 : same + 1;
    if (same == 7 && its_turn(t, once_in)) {
        bit ^= 1;
        same = 0;
        put_bit(&unit->lo, 21, bit);
    }
    last = bit;
}

/* % 255 instead of & 255. */
static void miss_a_value(struct unit *unit, uint64_t t, uint64_t once_in)
{
    if ((unit->hi >> 24 & 0xff) == 0xff && its_turn(t, once_in)) {
        unit->hi ^= (good(t, 1).hi & 0xff) << 24;
    }
}

/* Each value once in 256 ids: (17 t + c) mod 256 with a new c. */
static void count_a_byte(struct unit *unit, uint64_t t, uint64_t once_in)
{
    uint64_t byte = (17 * t + good(t / 256, 1).hi) & 0xff;

    (void)once_in;
    unit->hi = (unit->hi & ~(UINT64_C(0xff) << 24)) | byte << 24;
}

/* The last 45 bits are a fixed step above those of the third previous id. */
static void step_from_another(struct unit *unit, uint64_t t, uint64_t once_in)
{
    uint64_t mask = (UINT64_C(1) << 45) - 1;

    if (its_turn(t, once_in)) {
        unit->lo = (unit->lo & ~mask) | ((good(t - 3, 0).lo + 1234567) & mask);
    }
}

/* 32 bits equal those of the thousandth previous id. */
static void draw_32_bits_again(struct unit *unit, uint64_t t, uint64_t once_in)
{
    uint64_t mask = UINT64_C(0xffffffff);

    if (its_turn(t, once_in)) {
        unit->lo = (unit->lo & ~mask) | (good(t - 1000, 0).lo & mask);
    }
}

/* The buffer of a thread's stream returns once, much later. */
static void repeat_a_buffer(struct unit *unit, uint64_t t, uint64_t once_in)
{
    (void)once_in;
    if (t >= 900000 && t < 900512) {
        *unit = good(t - 700000, 0);
    }
}

/* Eight ids equal those 5000 ids before. */
static void repeat_eight(struct unit *unit, uint64_t t, uint64_t once_in)
{
    if (t >= once_in && t % once_in < 8) {
        *unit = good(t - 5000, 0);
    }
}

static void come_round(struct unit *unit, uint64_t t, uint64_t once_in)
{
    *unit = good(t % once_in, 0);
}

/* & 0x1f, although the variant leaves six bits. */
static void mask_too_short(guidon_id *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ids[i].bytes[8] &= 0x9f;
    }
}

/* & 0x7f, so that the variant's lower bit is random too. */
static void mask_too_long(guidon_id *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ids[i].bytes[8] |= (unsigned char)(ids[i].bytes[9] << 5 & 0x40);
    }
}

const struct flaw flaws[] = {
    {"a stuck bit", "bias", 4, 1, 0, stick_a_bit, NULL},
    {"a bit that is set", "bias", 13, 500, 1000, lean, NULL},
    {"a mask a bit too short", "bias", 4, 1, 0, NULL, mask_too_short},
    {"a mask a bit too long", "fixed", 4, 1, 0, NULL, mask_too_long},
    {"a bit copied from another", "pairs", 8, 64, 1000, copy_a_bit, NULL},
    {"a bit copied from the id before", "previous", 8, 64, 1000,
     copy_a_bit_of_the_last, NULL},
    {"a run of a bit ended after seven ids", "runs", 8, 1, 64, end_runs, NULL},
    {"a value of a byte avoided", "bytes", 8, 1, 32, miss_a_value, NULL},
    {"a byte that is too even", "bytes", 8, 1, 0, count_a_byte, NULL},
    {"a bit that is the XOR of two of a byte beside", "serial", 8, 8, 128,
     bind_neighbours, NULL},
    {"a bit that is the XOR of two of the id before", "serial", 8, 8, 128,
     bind_to_the_last, NULL},
    {"45 bits a fixed step above those of another id", "spacings", 8, 1024,
     65536, step_from_another, NULL},
    {"32 bits as in an id long before", "collisions", 8, 1024, 100000,
     draw_32_bits_again, NULL},
    {"a buffer of 512 ids that comes again, once in all", "repeats", 8, 1, 1,
     repeat_a_buffer, NULL},
    {"eight ids that come again", "repeats", 8, 16384, 0, repeat_eight, NULL},
    {"a period", "repeats", 8, 300007, 0, come_round, NULL},
};
const size_t n_flaws = sizeof flaws / sizeof flaws[0];

/* ------------------------------------------------------------------ source */

guidon_status fixed_entropy(void *context, void *out, size_t len)
{
    draw_bytes(out, len, context);
    return GUIDON_OK;
}

static void refill(struct source *source)
{
    size_t n = sizeof source->bytes / 16;

    for (size_t i = 0; i < n; i++, source->units++) {
        struct unit unit = good(source->units, 0);

        if (source->flaw && source->flaw->spoil) {
            source->flaw->spoil(&unit, source->units, source->once_in);
        }
        gdn_store_be64(source->bytes + 16 * i, unit.hi);
        gdn_store_be64(source->bytes + 16 * i + 8, unit.lo);
    }
    source->left = sizeof source->bytes;
}

guidon_status source_random(void *context, void *out, size_t len)
{
    struct source *source = context;
    unsigned char *to = out;

    if (source->stream) {
        guidon_status status = gdn_stream_reserve(source->stream, len);

        if (status == GUIDON_OK) {
            gdn_stream_consume(source->stream, out, len);
        }
        return status;
    }
    while (len > 0) {
        size_t some;

        if (source->left == 0) {
            refill(source);
        }
        some = len < source->left ? len : source->left;
        memcpy(to, source->bytes + sizeof source->bytes - source->left, some);
        source->left -= some;
        to += some;
        len -= some;
    }
    return GUIDON_OK;
}
