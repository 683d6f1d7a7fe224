/* SPDX-License-Identifier: MIT */
/* audit.c - counts of many ids: kinds, times, order and weak bits. */
#include "bytes.h"
#include "kind.h"
#include "layout.h"
#include "memory.h"
#include "ticks.h"
#include <guidon/audit.h>

/* The words of a guidon_audit. Its memory has the type uint64_t, so C forbids to
 * access it through a struct with members of other types. */
enum {
    AUDIT_KINDS_AT = 0,
    AUDIT_OUT_OF_ORDER = 32,
    AUDIT_PARTS,
    AUDIT_TIMED,
    AUDIT_EARLIEST, /* 100 ns ticks since 1582, if some id is timed */
    AUDIT_LATEST,
    AUDIT_LAST_HI, /* the last id; Nil before the first */
    AUDIT_LAST_LO,
    AUDIT_HAS_PART,     /* 1 if the state has counted an id itself */
    AUDIT_BITS_V4 = 40, /* bit counts, see below */
    AUDIT_BITS_V7 = AUDIT_BITS_V4 + 145,
    AUDIT_WORDS = AUDIT_BITS_V7 + 145
};

_Static_assert(AUDIT_WORDS * sizeof(uint64_t) <= sizeof(guidon_audit),
               "a guidon_audit has room for its content");
_Static_assert(GUIDON_KIND_ULID + 1 == GUIDON_ID_KINDS &&
                   GUIDON_ID_KINDS <= AUDIT_OUT_OF_ORDER,
               "each kind has a word");

/* ----------------------------------------------------- how often a bit is 1 */

/*
 * The words of bit counts. A lane is a word with eight counts of one byte: lane
 * 2k counts bit k of each octet of the first half of ids, and lane 2k + 1 those
 * of the second half. So a shift, a mask and an addition count eight bits. The
 * lanes hold at most 255 ids; then their counts are added to the ones.
 */
enum {
    AUDIT_PENDING = 0, /* ids that the lanes hold */
    AUDIT_LANES = 1,
    AUDIT_ONES = 17 /* bit 0 is the high bit of octet 0 */
};

#define AUDIT_LANE_MAX 255

static uint64_t audit_ones(const uint64_t *bits, unsigned bit)
{
    const unsigned octet = bit / 8;
    const uint64_t lane = bits[AUDIT_LANES + 2 * (7 - bit % 8) + octet / 8];

    return bits[AUDIT_ONES + bit] + (lane >> (56 - octet % 8 * 8) & 255);
}

static void audit_flush(uint64_t *bits)
{
    for (unsigned bit = 0; bit < 128; bit++) {
        bits[AUDIT_ONES + bit] = audit_ones(bits, bit);
    }
    memset(bits, 0, AUDIT_ONES * sizeof *bits);
}

static void audit_add_bits(uint64_t *bits, uint64_t hi, uint64_t lo)
{
    const uint64_t low_bits = UINT64_C(0x0101010101010101);

    if (bits[AUDIT_PENDING] == AUDIT_LANE_MAX) {
        audit_flush(bits);
    }
    for (unsigned k = 0; k < 8; k++) {
        bits[AUDIT_LANES + 2 * k] += hi >> k & low_bits;
        bits[AUDIT_LANES + 2 * k + 1] += lo >> k & low_bits;
    }
    bits[AUDIT_PENDING]++;
}

static void audit_merge_bits(uint64_t *bits, const uint64_t *other)
{
    for (unsigned bit = 0; bit < 128; bit++) {
        bits[AUDIT_ONES + bit] += audit_ones(other, bit);
    }
}

/*
 * The count lies 8 deviations or more from the mean if (ones - n/2)^2 >= 64 n/4,
 * that is off^2 >= 64 n with off = |2 ones - n|. With off = 8q + r, the integer
 * part of off^2 / 64 is that of q^2 + (16qr + r^2) / 64, which is below 2^64 if
 * q is below 2^32.
 */
static bool audit_is_weak(uint64_t ones, uint64_t n)
{
    const uint64_t zeros = n - ones;
    const uint64_t off = ones > zeros ? ones - zeros : zeros - ones;
    const uint64_t q = off / 8;
    const uint64_t r = off % 8;

    return n > 0 && (q >> 32 > 0 || q * q + (16 * q * r + r * r) / 64 >= n);
}

/* Read the ones of all bits, and a mask of the weak bits among those of
 * `random`. */
static guidon_id audit_read_bits(uint64_t *ones, const uint64_t *bits,
                                 uint64_t n, const guidon_id *random)
{
    guidon_id weak = {{0}};

    for (unsigned bit = 0; bit < 128; bit++) {
        const unsigned char mask = (unsigned char)(128u >> bit % 8);

        ones[bit] = audit_ones(bits, bit);
        if ((random->bytes[bit / 8] & mask) && audit_is_weak(ones[bit], n)) {
            weak.bytes[bit / 8] |= mask;
        }
    }
    return weak;
}

/* ---------------------------------------------------------------------- ids */

static void audit_add_times(uint64_t *words, uint64_t n, uint64_t earliest,
                            uint64_t latest)
{
    if (words[AUDIT_TIMED] == 0 || earliest < words[AUDIT_EARLIEST]) {
        words[AUDIT_EARLIEST] = earliest;
    }
    if (words[AUDIT_TIMED] == 0 || latest > words[AUDIT_LATEST]) {
        words[AUDIT_LATEST] = latest;
    }
    words[AUDIT_TIMED] += n;
}

static void audit_add_id(uint64_t *words, uint64_t hi, uint64_t lo,
                         guidon_id_kind kind, uint64_t ticks)
{
    words[AUDIT_KINDS_AT + kind]++;
    words[AUDIT_OUT_OF_ORDER] +=
        hi < words[AUDIT_LAST_HI] ||
        (hi == words[AUDIT_LAST_HI] && lo < words[AUDIT_LAST_LO]);
    words[AUDIT_LAST_HI] = hi;
    words[AUDIT_LAST_LO] = lo;
    if (ticks != GDN_NO_TICKS) {
        audit_add_times(words, 1, ticks, ticks);
    }
}

static void audit_begin_part(uint64_t *words)
{
    words[AUDIT_PARTS] += !words[AUDIT_HAS_PART];
    words[AUDIT_HAS_PART] = 1;
}

void guidon_audit_init(guidon_audit *audit)
{
    memset(audit, 0, sizeof *audit);
}

void guidon_audit_add_many(guidon_audit *audit, const guidon_id *in, size_t n)
{
    uint64_t *const words = audit->opaque;

    for (size_t i = 0; i < n; i++) {
        const uint64_t hi = gdn_load_be64(in[i].bytes);
        const uint64_t lo = gdn_load_be64(in[i].bytes + 8);
        const guidon_id_kind kind = gdn_kind_of_id(&in[i]);

        audit_begin_part(words);
        audit_add_id(words, hi, lo, kind, gdn_ticks_of_any(&in[i]));
        if (kind == 4) {
            audit_add_bits(words + AUDIT_BITS_V4, hi, lo);
        } else if (kind == 7) {
            audit_add_bits(words + AUDIT_BITS_V7, hi, lo);
        }
    }
}

void guidon_audit_add_ulid_many(guidon_audit *audit, const guidon_id *in,
                                size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t hi = gdn_load_be64(in[i].bytes);

        audit_begin_part(audit->opaque);
        audit_add_id(audit->opaque, hi, gdn_load_be64(in[i].bytes + 8),
                     GUIDON_KIND_ULID, gdn_ticks_of_ms(hi >> 16));
    }
}

void guidon_audit_add(guidon_audit *audit, const guidon_id *id)
{
    guidon_audit_add_many(audit, id, 1);
}

void guidon_audit_add_ulid(guidon_audit *audit, const guidon_id *id)
{
    guidon_audit_add_ulid_many(audit, id, 1);
}

/* The last id of `audit` stays that of its own part. */
void guidon_audit_merge(guidon_audit *audit, const guidon_audit *other)
{
    uint64_t *const words = audit->opaque;
    const uint64_t *const from = other->opaque;

    for (unsigned kind = 0; kind < GUIDON_ID_KINDS; kind++) {
        words[AUDIT_KINDS_AT + kind] += from[AUDIT_KINDS_AT + kind];
    }
    words[AUDIT_OUT_OF_ORDER] += from[AUDIT_OUT_OF_ORDER];
    words[AUDIT_PARTS] += from[AUDIT_PARTS];
    if (from[AUDIT_TIMED] > 0) {
        audit_add_times(words, from[AUDIT_TIMED], from[AUDIT_EARLIEST],
                        from[AUDIT_LATEST]);
    }
    audit_merge_bits(words + AUDIT_BITS_V4, from + AUDIT_BITS_V4);
    audit_merge_bits(words + AUDIT_BITS_V7, from + AUDIT_BITS_V7);
}

/* ---------------------------------------------------------- states from outside */

/* The bit counts of `n` ids: no bit is 1 in more ids, also in the lanes. */
static bool audit_bits_are_valid(const uint64_t *bits, uint64_t n)
{
    if (bits[AUDIT_PENDING] > AUDIT_LANE_MAX || bits[AUDIT_PENDING] > n) {
        return false;
    }
    for (unsigned bit = 0; bit < 128; bit++) {
        const uint64_t ones = audit_ones(bits, bit);
        const uint64_t in_lanes = ones - bits[AUDIT_ONES + bit];

        if (in_lanes > bits[AUDIT_PENDING] ||
            bits[AUDIT_ONES + bit] > n - bits[AUDIT_PENDING]) {
            return false;
        }
    }
    return true;
}

static bool audit_times_are_valid(const uint64_t *words)
{
    const uint64_t *const kinds = words + AUDIT_KINDS_AT;
    const uint64_t timed =
        kinds[1] + kinds[6] + kinds[7] + kinds[GUIDON_KIND_ULID];

    return words[AUDIT_TIMED] == timed &&
           words[AUDIT_EARLIEST] <= words[AUDIT_LATEST] &&
           words[AUDIT_LATEST] <= gdn_ticks_of_ms((UINT64_C(1) << 48) - 1) &&
           (timed > 0 || words[AUDIT_LATEST] == 0);
}

/* The sums stay below 2^64 if no count is 2^59 or more. */
bool guidon_audit_check(const guidon_audit *audit)
{
    const uint64_t *const words = audit->opaque;
    uint64_t ids = 0, unused = 0;

    for (unsigned i = 0; i < AUDIT_OUT_OF_ORDER; i++) {
        if (words[AUDIT_KINDS_AT + i] >> 59 > 0) {
            return false;
        }
        *(i < GUIDON_ID_KINDS ? &ids : &unused) += words[AUDIT_KINDS_AT + i];
    }
    for (unsigned i = AUDIT_HAS_PART + 1; i < AUDIT_BITS_V4; i++) {
        unused |= words[i];
    }
    for (size_t i = AUDIT_WORDS; i < sizeof audit->opaque / sizeof *words;
         i++) {
        unused |= words[i];
    }
    return unused == 0 && words[AUDIT_HAS_PART] <= 1 &&
           words[AUDIT_HAS_PART] <= words[AUDIT_PARTS] &&
           words[AUDIT_PARTS] <= ids &&
           (ids == 0) == (words[AUDIT_PARTS] == 0) &&
           words[AUDIT_OUT_OF_ORDER] <= ids - words[AUDIT_PARTS] &&
           (words[AUDIT_HAS_PART] == 1 ||
            (words[AUDIT_LAST_HI] | words[AUDIT_LAST_LO]) == 0) &&
           audit_times_are_valid(words) &&
           audit_bits_are_valid(words + AUDIT_BITS_V4, words[4]) &&
           audit_bits_are_valid(words + AUDIT_BITS_V7, words[7]);
}

/* ------------------------------------------------------------------- counts */

void guidon_audit_read(guidon_audit_counts *out, const guidon_audit *audit)
{
    /* All but version and variant; and octets 12 to 15. */
    static const guidon_id random_v4 = {{255, 255, 255, 255, 255, 255, 0x0f,
                                         255, 0x3f, 255, 255, 255, 255, 255,
                                         255, 255}};
    static const guidon_id random_v7 = {{[12] = 255, 255, 255, 255}};
    const uint64_t *const words = audit->opaque;

    memset(out, 0, sizeof *out);
    for (unsigned kind = 0; kind < GUIDON_ID_KINDS; kind++) {
        out->kinds[kind] = words[AUDIT_KINDS_AT + kind];
        out->ids += out->kinds[kind];
    }
    out->timed = words[AUDIT_TIMED];
    if (out->timed > 0) {
        out->earliest = gdn_ticks_to_time(words[AUDIT_EARLIEST]);
        out->latest = gdn_ticks_to_time(words[AUDIT_LATEST]);
    }
    out->out_of_order = words[AUDIT_OUT_OF_ORDER];
    out->parts = words[AUDIT_PARTS];
    out->weak_v4 = audit_read_bits(out->ones_v4, words + AUDIT_BITS_V4,
                                   out->kinds[4], &random_v4);
    out->weak_v7 = audit_read_bits(out->ones_v7, words + AUDIT_BITS_V7,
                                   out->kinds[7], &random_v7);
}
