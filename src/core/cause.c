/* SPDX-License-Identifier: MIT */
/* cause.c - which known fault made an id, and its repair. */
#include "layout.h"
#include "ticks.h"
#include <guidon/audit.h>
#include <guidon/order.h>
#include <guidon/text.h>

/* Times that an id can have: from 1990 to a minute after now. Versions 6 and 7 of
 * an earlier time are backfilled. */
#define FROM_MS    UINT64_C(631152000000)
#define SLACK_MS   UINT64_C(60000)
#define MS_48      ((UINT64_C(1) << 48) - 1)
#define MONTH_MS   UINT64_C(2592000000)
#define NS_OF_MS   UINT64_C(1000000)
#define TOP_BIT    0x80
#define FRACTION_N 24 /* bits of a second in the ids of the package uuid7 */
/* 2021-02-01: the first draft that had a version 7. */
#define FIRST_V7_MS UINT64_C(1612137600000)
/* 2025-01-01: before the first build of DuckDB that had uuidv7(). */
#define FIRST_DUCKDB_MS UINT64_C(1735689600000)

struct cause_row {
    const char *name;
    bool reversible;
};

static const struct cause_row cause_rows[GUIDON_CAUSES] = {
#define CAUSE_ROW(cause, name, reversible) {name, reversible},
    GUIDON_CAUSE_LIST(CAUSE_ROW)
#undef CAUSE_ROW
};

static bool cause_is_known(guidon_cause cause)
{
    return (unsigned)cause < GUIDON_CAUSES;
}

const char *guidon_cause_name(guidon_cause cause)
{
    return cause_is_known(cause) ? cause_rows[cause].name : "unknown";
}

guidon_status guidon_cause_from_name(guidon_cause *out, const char *name)
{
    for (unsigned i = 1; i < GUIDON_CAUSES; i++) {
        if (strcmp(cause_rows[i].name, name) == 0) {
            *out = (guidon_cause)i;
            return GUIDON_OK;
        }
    }
    return GUIDON_E_ARGUMENT;
}

bool guidon_cause_reversible(guidon_cause cause)
{
    return cause_is_known(cause) && cause_rows[cause].reversible;
}

/* ------------------------------------------------------------ plausible ids */

/* The end of the plausible times: a minute after `now`, within 48 bits. */
static uint64_t cause_last_ms(guidon_time now)
{
    const int64_t most = (int64_t)((MS_48 - SLACK_MS) / 1000) - 1;
    const int64_t seconds = now.seconds < 0      ? 0
                            : now.seconds > most ? most
                                                 : now.seconds;

    return (uint64_t)seconds * 1000 + now.nanoseconds / NS_OF_MS + SLACK_MS;
}

static bool cause_is_between(uint64_t ms, uint64_t from, uint64_t last)
{
    return ms >= from && ms <= last;
}

/* The milliseconds of version 1, 6 or 7, or 0. */
static uint64_t cause_ms_of(const guidon_id *id)
{
    switch (guidon_version_of(id)) {
    case 1:
        return gdn_ms_of_ticks(gdn_ticks_v1(id));
    case 6:
        return gdn_ms_of_ticks(gdn_ticks_v6(id));
    case 7:
        return gdn_first_48(id);
    default:
        return 0;
    }
}

static bool cause_has_time(const guidon_id *id, uint64_t last)
{
    return cause_is_between(cause_ms_of(id), FROM_MS, last);
}

/* Can the id be right as it stands? */
static bool cause_is_plausible(const guidon_id *id, uint64_t last)
{
    switch (guidon_version_of(id)) {
    case 2:
    case 3:
    case 4:
    case 5:
    case 8:
        return true;
    default:
        return cause_has_time(id, last) || guidon_is_nil(id) ||
               guidon_is_max(id);
    }
}

/* -------------------------------------------------------------- made-up ids */

/* Ids that documents show and people copy; the last `open` digits vary. */
static const struct {
    guidon_id id;
    unsigned open;
} cause_examples[] = {
    {{{0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x12, 0xd3, 0xa4, 0x56, 0x42, 0x66,
       0x14, 0x17, 0x40, 0x00}},
     3},
    {{{0x55, 0x0e, 0x84, 0x00, 0xe2, 0x9b, 0x41, 0xd4, 0xa7, 0x16, 0x44, 0x66,
       0x55, 0x44, 0x00, 0x00}},
     4},
    {{{0xf4, 0x7a, 0xc1, 0x0b, 0x58, 0xcc, 0x43, 0x72, 0xa5, 0x67, 0x0e, 0x02,
       0xb2, 0xc3, 0xd4, 0x79}},
     0},
    {{{0x3f, 0xa8, 0x5f, 0x64, 0x57, 0x17, 0x45, 0x62, 0xb3, 0xfc, 0x2c, 0x96,
       0x3f, 0x66, 0xaf, 0xa6}},
     0},
    {{{0x9b, 0x1d, 0xeb, 0x4d, 0x3b, 0x7d, 0x4b, 0xad, 0x9b, 0xdd, 0x2b, 0x0d,
       0x7b, 0x3d, 0xcb, 0x6d}},
     0},
    {{{0x1b, 0x9d, 0x6b, 0xcd, 0xbb, 0xfd, 0x4b, 0x2d, 0x9b, 0x5d, 0xab, 0x8d,
       0xfb, 0xbd, 0x4b, 0xed}},
     0},
};

enum { FREE_DIGITS = 30, DIFFERENT_MOST = 4, STEPS_LEAST = 22 };

static unsigned cause_digit(const guidon_id *id, unsigned i)
{
    return (unsigned)id->bytes[i / 2] >> (i % 2 ? 0 : 4) & 15;
}

static bool cause_is_example(const guidon_id *id)
{
    for (size_t i = 0; i < sizeof cause_examples / sizeof cause_examples[0];
         i++) {
        const unsigned n = 32 - cause_examples[i].open;
        unsigned at = 0;

        while (at < n &&
               cause_digit(id, at) == cause_digit(&cause_examples[i].id, at)) {
            at++;
        }
        if (at == n) {
            return true;
        }
    }
    return false;
}

/* Is `next` the digit that a person types after `digit`? */
static bool cause_rises(unsigned digit, unsigned next)
{
    return next == digit + 1 || (digit == 9 && next == 0);
}

/* Do the digits follow a pattern? A digit counts if it rises from the one before, as
 * in 1234; if it and the one before both rise from those two earlier, as in a1b2c3;
 * or, where `equal` may count, if it repeats the one before. Random digits count so
 * with a probability of 0.13, and 22 of 29 do with one of 10^-14. */
static bool cause_is_pattern(const unsigned char digits[FREE_DIGITS],
                             bool equal)
{
    unsigned steps = 0;

    for (unsigned i = 1; i < FREE_DIGITS; i++) {
        steps += cause_rises(digits[i - 1], digits[i]) ||
                 (equal && digits[i] == digits[i - 1]) ||
                 (i >= 3 && digits[i] == digits[i - 2] + 1 &&
                  digits[i - 1] == digits[i - 3] + 1);
    }
    return steps >= STEPS_LEAST;
}

/* Are there at most four different digits? Random bits of version 4 give so few
 * with a probability of 10^-15. */
static bool cause_has_few_digits(const unsigned char digits[FREE_DIGITS])
{
    unsigned seen = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < FREE_DIGITS; i++) {
        n += (seen >> digits[i] & 1u) == 0;
        seen |= 1u << digits[i];
    }
    return n <= DIFFERENT_MOST;
}

static bool cause_is_made_up(const guidon_id *id)
{
    unsigned char digits[FREE_DIGITS];
    unsigned n = 0;
    const unsigned version = guidon_version_of(id);

    for (unsigned i = 0; i < 32; i++) {
        /* Not the version and the variant. Fields of the other versions repeat
         * digits too: a node may be 0. */
        if (i != 12 && i != 16) {
            digits[n++] = (unsigned char)cause_digit(id, i);
        }
    }
    return version >= 1 && version <= 8 &&
           (cause_is_example(id) ||
            (version == 4 && cause_has_few_digits(digits)) ||
            (version != 8 && cause_is_pattern(digits, version == 4)));
}

/* ------------------------------------------------------------------- causes */

static guidon_id cause_flip(const guidon_id *id)
{
    guidon_id flipped = *id;

    flipped.bytes[0] ^= TOP_BIT;
    return flipped;
}

static guidon_id cause_swap(const guidon_id *id)
{
    guidon_id swapped;

    guidon_to_guid_bytes(swapped.bytes, id);
    return swapped;
}

static guidon_id cause_swap_time(const guidon_id *id)
{
    return guidon_sort_key_inverse(id->bytes, GUIDON_ORDER_MYSQL_SWAP);
}

/* The last nanosecond since 1970 of an id of the package uuid7, whose time is 36
 * bits of seconds and 24 bits of their fraction. */
static uint64_t cause_draft_ns(const guidon_id *id)
{
    const uint64_t hi = gdn_load_be64(id->bytes);
    const uint64_t fraction = (hi >> 4 & 0xfff000) | (hi & 0xfff);
    const uint64_t after = ((fraction + 1) * GDN_NS_PER_SECOND +
                            ((UINT64_C(1) << FRACTION_N) - 1)) >>
                           FRACTION_N;

    return (hi >> 28) * GDN_NS_PER_SECOND + after - 1;
}

static guidon_cause_set cause_bit_if(bool fits, guidon_cause cause)
{
    return fits ? GUIDON_CAUSE_BIT(cause) : 0;
}

/* The causes of an id that cannot be right and has the variant of RFC 9562. */
static guidon_cause_set causes_of_version(const guidon_id *id, uint64_t last)
{
    const unsigned version = guidon_version_of(id);
    const guidon_id flipped = cause_flip(id);
    const uint64_t first = gdn_first_48(id);

    switch (version) {
    case 7:
        return cause_bit_if(cause_is_between(gdn_first_48(&flipped),
                                             FIRST_DUCKDB_MS, last),
                            GUIDON_CAUSE_DUCKDB_V7) |
               cause_bit_if(
                   cause_is_between((first >> 12) * 1000, FIRST_V7_MS, last),
                   GUIDON_CAUSE_DRAFT_V7) |
               cause_bit_if(cause_is_between(first * 1000, FIRST_V7_MS, last),
                            GUIDON_CAUSE_SECONDS);
    case 9:
    case 10:
    case 11:
        return GUIDON_CAUSE_BIT(GUIDON_CAUSE_ENVOY_TRACE);
    case 1:
        return cause_bit_if(
            cause_is_between(cause_ms_of(id), last, last + MONTH_MS),
            GUIDON_CAUSE_V1_AHEAD);
    default:
        return 0;
    }
}

/* The causes by which another id, of other bytes, became this one. */
static guidon_cause_set causes_of_bytes(const guidon_id *id, uint64_t last)
{
    const guidon_id swapped = cause_swap(id);
    const guidon_id swapped_time = cause_swap_time(id);

    return cause_bit_if(cause_has_time(&swapped, last),
                        GUIDON_CAUSE_BYTE_SWAPPED) |
           cause_bit_if(guidon_version_of(&swapped) == 4,
                        GUIDON_CAUSE_BYTE_SWAPPED_V4) |
           cause_bit_if(guidon_version_of(&swapped_time) == 1 &&
                            cause_has_time(&swapped_time, last),
                        GUIDON_CAUSE_MYSQL_SWAP) |
           cause_bit_if(cause_is_between(gdn_first_48(id), FROM_MS, last),
                        GUIDON_CAUSE_ULID_AS_UUID);
}

guidon_cause_set guidon_causes_of(const guidon_id *id, guidon_time now)
{
    const uint64_t last = cause_last_ms(now);
    guidon_cause_set causes =
        cause_bit_if(cause_is_made_up(id), GUIDON_CAUSE_MADE_UP);

    if (!cause_is_plausible(id, last)) {
        causes |= GUIDON_CAUSE_BIT(GUIDON_CAUSE_UNKNOWN) |
                  causes_of_version(id, last) | causes_of_bytes(id, last);
    }
    return causes;
}

/* ------------------------------------------------------------------- repair */

/* The version 7 of a time in nanoseconds, with the other bits of `id`. The 12 bits
 * behind the version are the fraction of the millisecond (RFC 9562, section 6.2,
 * method 3). */
static guidon_id cause_v7_of_ns(const guidon_id *id, uint64_t ns)
{
    guidon_id v7 = *id;

    gdn_put_first_48(&v7, ns / NS_OF_MS);
    gdn_put_rand_a(&v7, (uint32_t)(ns % NS_OF_MS * 4096 / NS_OF_MS));
    gdn_set_version(&v7, 7);
    return v7;
}

static guidon_id cause_undo(const guidon_id *id, guidon_cause cause)
{
    guidon_id out = *id;

    switch (cause) {
    case GUIDON_CAUSE_DUCKDB_V7:
        return cause_flip(id);
    case GUIDON_CAUSE_ENVOY_TRACE:
        gdn_set_version(&out, 4);
        return out;
    case GUIDON_CAUSE_DRAFT_V7:
        return cause_v7_of_ns(id, cause_draft_ns(id));
    case GUIDON_CAUSE_SECONDS:
        gdn_put_first_48(&out, gdn_first_48(id) * 1000);
        return out;
    case GUIDON_CAUSE_BYTE_SWAPPED:
    case GUIDON_CAUSE_BYTE_SWAPPED_V4:
        return cause_swap(id);
    default:
        return cause_swap_time(id);
    }
}

guidon_status guidon_repair(guidon_id *out, const guidon_id *id,
                            guidon_time now, guidon_cause cause)
{
    if (!guidon_cause_reversible(cause) || !gdn_time_is_sound(now)) {
        return GUIDON_E_ARGUMENT;
    }
    if ((guidon_causes_of(id, now) & GUIDON_CAUSE_BIT(cause)) == 0) {
        return GUIDON_E_VERSION;
    }
    *out = cause_undo(id, cause);
    return GUIDON_OK;
}
