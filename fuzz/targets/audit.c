/* SPDX-License-Identifier: MIT */
/* audit.c - fuzz the check of audit states from outside with any bytes, and what
 * an accepted state counts */
/*
 * Guidon either rejects the bytes, or they obey the rules of a state, which this
 * target checks with code of its own. An accepted state merges into another one,
 * counts on and says what it knows of duplicates, and its numbers agree with
 * each other.
 */
#include "../support/fuzz.h"

#include <guidon.h>
#include <string.h>

/* Where the words are; docs/decisions/0036-audit.md describes the states. */
enum { LEVEL, USED, SLOTS, IDS, FIRST_SLOT = 9, WORDS_OF_A_SLOT = 3 };
enum {
    OUT_OF_ORDER = 32,
    PARTS,
    TIMED,
    EARLIEST,
    LATEST,
    LAST_ID,
    HAS_PART = 39,
    BITS_V4,
    BITS_V7 = BITS_V4 + 145,
    WORDS = BITS_V7 + 145
};

/* Slots of the state that is damaged, and of the one that it merges into. */
#define SMALL          8u
#define LARGE          64u

#define SIZE_OF(slots) ((FIRST_SLOT + (slots)*WORDS_OF_A_SLOT) * 8)

/* 2^48 ms after 1970, in 100 ns ticks since 1582. */
#define TICKS_END                                                              \
  (UINT64_C(122192928000000000) + (UINT64_C(1) << 48) * UINT64_C(10000))

static uint64_t word_at(const unsigned char *bytes, size_t word)
{
    uint64_t value;

    memcpy(&value, bytes + word * 8, 8);
    return value;
}

/* ------------------------------------------------------------------- damage */

/* An id of the first 32, of any version and variant. */
static guidon_id id_of(uint64_t what)
{
    uint64_t seed = what % 32;
    guidon_id id = draw_id(&seed);

    if (what >= 32) {
        id.bytes[6] = (unsigned char)((what >> 5) * 0x10 | 5);
    }
    return id;
}

/* One of a few kinds of change: a word or a byte of the input, a small number,
 * or a word of another place. */
static void change(unsigned char *bytes, size_t size, struct fuzz_data *data)
{
    const uint64_t what = fuzz_take(data, 1);
    const size_t at = fuzz_take(data, 2) % size;
    const size_t word = at / 8 * 8;
    uint64_t value;

    switch (what % 4) {
    case 0:
        value = fuzz_take(data, 8);
        memcpy(bytes + word, &value, 8);
        break;
    case 1:
        value = fuzz_take(data, 1);
        memcpy(bytes + word, &value, 8);
        break;
    case 2:
        memcpy(&value, bytes + fuzz_take(data, 2) % size / 8 * 8, 8);
        memcpy(bytes + word, &value, 8);
        break;
    default:
        bytes[at] = (unsigned char)fuzz_take(data, 1);
        break;
    }
}

static void change_all(unsigned char *bytes, size_t size,
                       struct fuzz_data *data)
{
    while (data->left > 0) {
        change(bytes, size, data);
    }
}

/* ------------------------------------------------------------------- duplicates */

/* Is the id of a slot one of those that a level holds? */
static bool slow_holds(uint64_t level, const unsigned char *slot)
{
    guidon_id id;

    memcpy(id.bytes, slot, sizeof id.bytes);
    for (uint64_t bit = 0; bit < level && bit < 64; bit++) {
        if (guidon_hash(&id) >> (63 - bit) & 1) {
            return false;
        }
    }
    return level < 64;
}

/* The slots of valid bytes, else 0. */
static size_t slow_slots(const unsigned char *bytes, size_t len)
{
    uint64_t level, slots, held = 0, left;

    if (len < FIRST_SLOT * 8) {
        return 0;
    }
    level = word_at(bytes, LEVEL);
    slots = word_at(bytes, SLOTS);
    left = word_at(bytes, IDS);
    if (slots != SMALL || len != SIZE_OF(SMALL) || level > 64 ||
        left >= UINT64_C(1) << 59) {
        return 0;
    }
    for (size_t i = 0; i < slots; i++) {
        const size_t at = FIRST_SLOT + i * WORDS_OF_A_SLOT;
        const uint64_t times = word_at(bytes, at + 2);

        if (times > left || (times > 0 && !slow_holds(level, bytes + at * 8))) {
            return 0;
        }
        held += times > 0;
        left -= times;
    }
    return held == word_at(bytes, USED) && held * 4 <= slots * 3 &&
                   (left > 0) == (level > 0)
               ? (size_t)slots
               : 0;
}

/* The duplicates in the slots: the ids less the different ones. */
static uint64_t slow_seen(const unsigned char *bytes, size_t slots)
{
    uint64_t seen = 0;

    for (size_t i = 0; i < slots; i++) {
        const unsigned char *slot =
            bytes + (FIRST_SLOT + i * WORDS_OF_A_SLOT) * 8;
        const uint64_t times = word_at(slot, 2);
        bool is_new = times > 0;

        for (size_t j = 0; j < i && is_new; j++) {
            const unsigned char *other =
                bytes + (FIRST_SLOT + j * WORDS_OF_A_SLOT) * 8;

            is_new = word_at(other, 2) == 0 || memcmp(slot, other, 16) != 0;
        }
        seen += times - is_new;
    }
    return seen;
}

/* What is known of duplicates, and the sentence about it. */
static guidon_duplicates_counts known(const guidon_duplicates *duplicates)
{
    char text[GUIDON_DUPLICATES_EXPLAIN_MAX];
    guidon_duplicates_counts counts;
    size_t len;

    guidon_duplicates_read(&counts, duplicates);
    CHECK(counts.seen <= counts.at_most);
    CHECK(counts.at_most <= counts.ids);
    CHECK(counts.one_in != 1 || counts.at_most == counts.seen);
    CHECK(guidon_duplicates_explain(text, sizeof text, &len, &counts) ==
          GUIDON_OK);
    CHECK(len > 0 && text[len - 1] == '.');
    return counts;
}

/* Fewer than 2^59 ids were counted, which the check demands. */
static bool is_below_limit(const guidon_duplicates *duplicates)
{
    return known(duplicates).ids < UINT64_C(1) << 59;
}

/* A merged state is one that the library could have made, and counts on. */
static void count_on(guidon_duplicates *duplicates,
                     const guidon_duplicates *other)
{
    const size_t slots = guidon_duplicates_slots(duplicates);
    const uint64_t before = known(duplicates).ids;

    guidon_duplicates_merge(duplicates, other);
    for (uint64_t i = 0; i < 20; i++) {
        const guidon_id id = id_of(i);

        guidon_duplicates_add(duplicates, &id);
    }
    CHECK(known(duplicates).ids == before + known(other).ids + 20);
    CHECK(guidon_duplicates_held(duplicates) <= slots - slots / 4);
    CHECK(guidon_duplicates_check(duplicates, guidon_duplicates_size(slots)) ==
          (is_below_limit(duplicates) ? slots : 0));
}

static void check_duplicates(const unsigned char *bytes, size_t len)
{
    static uint64_t memory[3][SIZE_OF(LARGE) / 8];
    const size_t slots = guidon_duplicates_check(fuzz_copy(bytes, len), len);
    const uint64_t level = slots > 0 ? word_at(bytes, LEVEL) : 0;
    guidon_duplicates *same, *large;
    guidon_duplicates_counts counts;

    CHECK(slots == slow_slots(bytes, len));
    if (slots == 0) {
        return;
    }
    memcpy(memory[0], bytes, len);
    CHECK(guidon_duplicates_init(&same, memory[1], slots) == GUIDON_OK);
    guidon_duplicates_set_secret(same, (uint64_t[5]){1, 2, 3, 4, level});
    guidon_duplicates_merge(same, (const guidon_duplicates *)(void *)memory[0]);
    counts = known(same);
    CHECK(counts.ids == word_at(bytes, IDS));
    CHECK(counts.seen == slow_seen(bytes, slots));
    CHECK(counts.one_in == (level < 64 ? UINT64_C(1) << level : 0));
    CHECK(guidon_duplicates_init(&large, memory[2], LARGE) == GUIDON_OK);
    count_on(large, same);
    count_on(same, large);
}

/* A state of a few ids, changed, and longer or shorter if `cut` is not 8. No other
 * number of slots has nearly this length. */
static void fuzz_duplicates(struct fuzz_data *data)
{
    static uint64_t memory[SIZE_OF(SMALL) / 8];
    unsigned char bytes[sizeof memory + 16] = {0};
    const size_t cut = fuzz_take(data, 1) % 17;
    guidon_duplicates *duplicates;

    CHECK(guidon_duplicates_init(&duplicates, memory, SMALL) == GUIDON_OK);
    for (uint64_t n = fuzz_take(data, 1) % 32; n > 0; n--) {
        const guidon_id id = id_of(fuzz_take(data, 1));

        guidon_duplicates_add(duplicates, &id);
    }
    memcpy(bytes, memory, sizeof memory);
    change_all(bytes, sizeof memory, data);
    check_duplicates(bytes, sizeof memory + 8 - cut);
}

/* ---------------------------------------------------------------------- audit */

/* Bit `bit` of the ids in the lanes, see audit_add_bits. */
static uint64_t slow_lane(const unsigned char *bits, unsigned bit)
{
    const unsigned octet = bit / 8, lane = 2 * (7 - bit % 8) + octet / 8;

    return word_at(bits, 1 + lane) >> (7 - octet % 8) * 8 & 255;
}

static bool slow_bits_are_valid(const unsigned char *bits, uint64_t ids)
{
    const uint64_t pending = word_at(bits, 0);

    if (pending > 255 || pending > ids) {
        return false;
    }
    for (unsigned bit = 0; bit < 128; bit++) {
        if (slow_lane(bits, bit) > pending ||
            word_at(bits, 17 + bit) > ids - pending) {
            return false;
        }
    }
    return true;
}

static bool slow_audit_is_valid(const unsigned char *bytes)
{
    uint64_t ids = 0, timed = 0;

    for (size_t kind = 0; kind < OUT_OF_ORDER; kind++) {
        const uint64_t count = word_at(bytes, kind);

        if (count >= UINT64_C(1) << 59 ||
            (kind >= GUIDON_ID_KINDS && count > 0)) {
            return false;
        }
        ids += count;
        timed += kind == 1 || kind == 6 || kind == 7 || kind == GUIDON_KIND_ULID
                     ? count
                     : 0;
    }
    for (size_t i = WORDS; i < sizeof(guidon_audit) / 8; i++) {
        if (word_at(bytes, i) != 0) {
            return false;
        }
    }
    if (word_at(bytes, HAS_PART) == 0 &&
        (word_at(bytes, LAST_ID) != 0 || word_at(bytes, LAST_ID + 1) != 0)) {
        return false;
    }
    if (word_at(bytes, PARTS) > ids ||
        (word_at(bytes, PARTS) == 0 && ids > 0) ||
        word_at(bytes, HAS_PART) > 1 ||
        word_at(bytes, HAS_PART) > word_at(bytes, PARTS) ||
        word_at(bytes, OUT_OF_ORDER) > ids - word_at(bytes, PARTS)) {
        return false;
    }
    return word_at(bytes, TIMED) == timed &&
           word_at(bytes, EARLIEST) <= word_at(bytes, LATEST) &&
           word_at(bytes, LATEST) < TICKS_END &&
           (timed > 0 || word_at(bytes, LATEST) == 0) &&
           slow_bits_are_valid(bytes + BITS_V4 * 8, word_at(bytes, 4)) &&
           slow_bits_are_valid(bytes + BITS_V7 * 8, word_at(bytes, 7));
}

/* The report of every state fits and has no character that JSON escapes. */
static void check_json(const guidon_audit *audit)
{
    char json[GUIDON_AUDIT_JSON_MAX];
    size_t len = 0;

    CHECK(guidon_audit_json(json, sizeof json, &len, audit, NULL) == GUIDON_OK);
    CHECK(len > 2 && json[0] == '{' && json[len - 1] == '}');
    for (size_t i = 0; i < len; i++) {
        CHECK(json[i] >= ' ' && json[i] <= '~' && json[i] != '\\');
    }
}

/* The counts agree with each other. */
static void check_counts(const guidon_audit *audit)
{
    guidon_audit_counts counts;
    uint64_t ids = 0;

    guidon_audit_read(&counts, audit);
    for (size_t kind = 0; kind < 32; kind++) {
        ids += counts.kinds[kind];
    }
    CHECK(ids == counts.ids && counts.timed <= ids && counts.parts <= ids);
    CHECK(counts.out_of_order <= ids - counts.parts);
    for (size_t bit = 0; bit < 128; bit++) {
        CHECK(counts.ones_v4[bit] <= counts.kinds[4]);
        CHECK(counts.ones_v7[bit] <= counts.kinds[7]);
    }
    check_json(audit);
}

static void fuzz_audit(struct fuzz_data *data)
{
    guidon_audit audit = {{0}}, other = {{0}};
    unsigned char bytes[sizeof audit];
    bool valid;

    for (uint64_t n = fuzz_take(data, 1) % 32; n > 0; n--) {
        const uint64_t what = fuzz_take(data, 1);
        const guidon_id id = id_of(what);

        guidon_audit_add(what % 3 ? &audit : &other, &id);
    }
    guidon_audit_merge(&audit, &other);
    memcpy(bytes, &audit, sizeof bytes);
    change_all(bytes, sizeof bytes, data);
    memcpy(&audit, bytes, sizeof audit);
    valid = guidon_audit_check(&audit);
    CHECK(valid == slow_audit_is_valid(bytes));
    if (valid) {
        check_counts(&audit);
        for (uint64_t i = 0; i < 300; i++) {
            const guidon_id id = id_of(i);

            guidon_audit_add(&audit, &id);
        }
        guidon_audit_merge(&other, &audit);
        check_counts(&audit);
        check_counts(&other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};

    if (fuzz_take(&rest, 1) % 2) {
        fuzz_audit(&rest);
    } else {
        fuzz_duplicates(&rest);
    }
    return 0;
}
