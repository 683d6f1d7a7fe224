/* SPDX-License-Identifier: MIT */
/* randomness_tests.c - do the random bits of ids look random? */
#include "randomness_tests.h"
#include "../stats/p_values.h"
#include "../stats/series.h"

#include <string.h>

enum randomness_kind randomness_kind_of(guidon_id_kind kind)
{
    for (enum randomness_kind i = 0; i < RANDOMNESS_KINDS; i++) {
        if (randomness_kind_name(i) == kind) {
            return i;
        }
    }
    return RANDOMNESS_KINDS;
}

guidon_id_kind randomness_kind_name(enum randomness_kind kind)
{
    static const guidon_id_kind kinds[RANDOMNESS_KINDS] = {
        [RANDOMNESS_V3] = GUIDON_KIND_V3,     [RANDOMNESS_V4] = GUIDON_KIND_V4,
        [RANDOMNESS_V5] = GUIDON_KIND_V5,     [RANDOMNESS_V7] = GUIDON_KIND_V7,
        [RANDOMNESS_ULID] = GUIDON_KIND_ULID,
    };

    return kinds[kind];
}

bool randomness_is_timed(enum randomness_kind kind)
{
    return kind == RANDOMNESS_V7 || kind == RANDOMNESS_ULID;
}

/* Counters of version 7 may take 42 of its 74 bits (RFC 9562, 6.2), which
 * leaves the last 32. A generator may keep the highest random bit of a ULID 0,
 * so that it can count up. */
guidon_id randomness_mask(enum randomness_kind kind)
{
    static const guidon_id of_uuids = {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                        0x0f, 0xff, 0x3f, 0xff, 0xff, 0xff,
                                        0xff, 0xff, 0xff, 0xff}};
    static const guidon_id of_v7 = {{[12] = 0xff, 0xff, 0xff, 0xff}};
    static const guidon_id of_ulids = {
        {[6] = 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};

    return kind == RANDOMNESS_V7     ? of_v7
           : kind == RANDOMNESS_ULID ? of_ulids
                                     : of_uuids;
}

/* The eight octets from `at` on, as a number. */
static uint64_t half(const guidon_id *id, size_t at)
{
    uint64_t number = 0;

    for (size_t i = 0; i < 8; i++) {
        number = number << 8 | id->bytes[at + i];
    }
    return number;
}

/* The first four octets in the byte order of a Windows GUID in memory. */
static uint32_t low_first(const guidon_id *id)
{
    return (uint32_t)id->bytes[3] << 24 | (uint32_t)id->bytes[2] << 16 |
           (uint32_t)id->bytes[1] << 8 | (uint32_t)id->bytes[0];
}

static bool same_ms(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes, b->bytes, 6) == 0;
}

/* ---------------------------------------------------- in order of the input */

static void count_order(struct randomness *randomness, const guidon_id *id)
{
    const guidon_id *before = &randomness->previous;
    const uint64_t a[2] = {half(before, 0), half(before, 8)};
    const uint64_t b[2] = {half(id, 0), half(id, 8)};

    randomness->pairs++;
    randomness->ascents[ORDER_BYTES] +=
        a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
    randomness->ascents[ORDER_NODE] += a[1] << 16 < b[1] << 16;
    randomness->ascents[ORDER_SWAPPED] += low_first(before) < low_first(id);
}

void randomness_step(struct randomness *randomness, enum randomness_kind kind,
                     const guidon_id *id)
{
    guidon_id step;
    unsigned change = 0;
    unsigned later = 0;

    for (size_t i = 0; i < sizeof step.bytes; i++) {
        step.bytes[i] = id->bytes[i] ^ randomness->previous.bytes[i];
        change |= step.bytes[i];
        later |= i < 6 ? step.bytes[i] : 0;
    }
    if (randomness->has_previous &&
        (randomness_is_timed(kind) ? later : change) != 0) {
        byte_histogram_add(&randomness->steps, &step);
        count_order(randomness, id);
    }
    randomness->previous = *id;
    randomness->has_previous = true;
}

/* ------------------------------------------------------- in ascending order */

/* Choose one id of each millisecond, because the others may be that id plus a
 * small increment. The id with the largest hash is chosen, because a hash does
 * not favour the low ids of the millisecond. */
static void choose(struct randomness *randomness, const guidon_id *id)
{
    uint64_t hash = guidon_hash(id);

    if (randomness->ids > 0 && same_ms(id, &randomness->last)) {
        if (hash < randomness->chosen_hash) {
            return;
        }
    } else if (randomness->ids > 0) {
        byte_histogram_add(&randomness->values, &randomness->chosen);
    }
    randomness->chosen = *id;
    randomness->chosen_hash = hash;
}

void randomness_value(struct randomness *randomness, enum randomness_kind kind,
                      const guidon_id *id, uint64_t position)
{
    if (randomness_is_timed(kind)) {
        choose(randomness, id);
    } else {
        byte_histogram_add(&randomness->values, id);
        if (randomness->ids > 0 && half(id, 0) == half(&randomness->last, 0)) {
            issue_insert(&randomness->same_first_half, id, position, 0);
        }
    }
    if (value_sample_add(&randomness->sample, half(id, 8))) {
        issue_insert(&randomness->same_second_half, id, position, 0);
    }
    randomness->last = *id;
    randomness->ids++;
}

void randomness_end(struct randomness *randomness, enum randomness_kind kind)
{
    if (randomness_is_timed(kind) && randomness->ids > 0) {
        byte_histogram_add(&randomness->values, &randomness->chosen);
    }
}

/* ----------------------------------------------------------------- judging */

static void judge_spread(struct randomness_test *test, struct verdict verdict,
                         uint64_t n)
{
    test->n = n;
    test->verdict = verdict;
    if (verdict.tests == 0) {
        test->reason = "too few to judge";
    }
}

/* Why the differences between successive ids say nothing about the generator:
 * the file is not in the order in which the ids were made. NULL if it may be.
 */
static const char *why_no_steps(const struct randomness *randomness,
                                enum randomness_kind kind)
{
    const double n = (double)randomness->pairs;

    if (randomness->duplicates > randomness->ids / 100) {
        return "not judged: too many duplicates of this kind";
    }
    if (randomness_is_timed(kind)) {
        return randomness->pairs >
                       randomness->values.n + randomness->values.n / 20
                   ? "not judged: not in order of time"
                   : NULL;
    }
    for (size_t i = 0; i < ORDERS; i++) {
        double off = 2 * (double)randomness->ascents[i] - n;

        if (off * off > 25 * n) {
            return "not judged: the lines are sorted";
        }
    }
    return NULL;
}

/* Does each bit change between successive ids in half of the cases? */
static void judge_steps(struct randomness_test *test,
                        const struct randomness *randomness,
                        enum randomness_kind kind)
{
    guidon_id mask =
        randomness_mask(randomness_is_timed(kind) ? RANDOMNESS_V7 : kind);

    judge_spread(test, byte_histogram_bits(&randomness->steps, &mask),
                 randomness->steps.n);
    const char *why = why_no_steps(randomness, kind);

    if (why && !test->reason) {
        test->reason = why;
        test->verdict.tests = 0;
    }
}

static void judge_count(struct randomness_test *test, uint64_t n,
                        uint64_t count, double due)
{
    test->n = n;
    test->expected = due;
    if (n < 2) {
        test->reason = "too few to judge";
        return;
    }
    verdict_add(&test->verdict, p_value_poisson((double)count, due),
                (double)count, 0);
}

void randomness_judge(struct randomness_test tests[RANDOMNESS_TESTS],
                      const struct randomness *randomness,
                      enum randomness_kind kind)
{
    const guidon_id mask = randomness_mask(kind);
    const double n = (double)randomness->ids;

    for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
        tests[i] = (struct randomness_test){
            .name = (enum issue_name)(ISSUE_BITS + (int)i)};
    }
    judge_spread(&tests[0], byte_histogram_bits(&randomness->values, &mask),
                 randomness->values.n);
    judge_spread(&tests[1], byte_histogram_bytes(&randomness->values, &mask),
                 randomness->values.n);
    judge_steps(&tests[2], randomness, kind);
    /* The random bits of each half of 64 bits. In version 7, the second half
     * may begin with a counter. */
    const int first_bits = 60;
    const int second_bits = kind == RANDOMNESS_V7     ? 32
                            : kind == RANDOMNESS_ULID ? 64
                                                      : 62;

    if (!randomness_is_timed(kind)) {
        judge_count(&tests[3], randomness->ids,
                    randomness->same_first_half.count,
                    times_two_to(n * (n - 1) / 2, -first_bits));
    }
    judge_count(&tests[4], randomness->ids, randomness->sample.duplicates,
                value_sample_expected(&randomness->sample, second_bits));
    for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
        tests[i].found =
            tests[i].verdict.tests > 0 && tests[i].verdict.p < FALSE_ALARM;
    }
    if (tests[0]
            .found) { /* such bits change too seldom, as a matter of course */
        tests[2].verdict.tests = 0;
        tests[2].reason = "not judged: bits are not random";
        tests[2].found = false;
    }
}
