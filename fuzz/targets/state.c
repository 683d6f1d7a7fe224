/* SPDX-License-Identifier: MIT */
/* state.c - fuzz the opening of state files with any bytes, and the ids that
 * generators make from them */
/*
 * Guidon either rejects a file and leaves it unchanged, or the file obeys the
 * rules of src/shared/shared_page.h, which this target checks with code of its
 * own. The slots of a valid file may have any state. Even so, the ids must rise
 * and differ, and their times must be below the write-ahead limit in the file.
 */
#include "../support/feed.h"
#include "../support/fuzz.h"
#include "../support/page.h"

#include <string.h>

#define PAGE     4096u
#define SLOTS    8u
#define PREFIXED 7u /* the slot of version 8 with a prefix */
#define FILE_MAX (2 * PAGE)
#define IDS      70u /* more than the 64 ids of v2 in a step */

/* ----------------------------------------------------------------- the file */

#define BINDING     32u /* where it stands in the head */
#define BINDING_LEN 48u
#define SUMMED      (BINDING + BINDING_LEN) /* the bytes of the checksum */

static void begin_page(unsigned char page[PAGE])
{
    const uint32_t format = 3, size = PAGE;

    memset(page, 0, PAGE);
    memcpy(page, "guidon\r\n", 8);
    memcpy(page + 8, &format, 4);
    memcpy(page + 12, &size, 4);
    page_put(page, 16, UINT64_C(0x0102030405060708));
    memcpy(page + 24, "\x03\x10\x20\x30\x40\x50", 6);
    page_put(page, SUMMED, page_sum(page, SUMMED));
}

static bool is_sound_head(const unsigned char *bytes)
{
    unsigned char want[PAGE];

    begin_page(want);
    memcpy(want + 24, bytes + 24, 6);
    memcpy(want + BINDING, bytes + BINDING, BINDING_LEN);
    page_put(want, SUMMED, page_sum(want, SUMMED));
    return memcmp(bytes, want, 128) == 0;
}

/* The parts of a record of a copy may be from different moments. */
static bool is_valid_record(const unsigned char *record, size_t slot,
                            bool bound)
{
    /* Only v1, v2 and v6 have a limit; v7 precise and v8 with a prefix may reserve. */
    const bool has_limit = slot < 3, reserves = slot == 3 || slot == PREFIXED;

    uint64_t made = page_word(record, 0);
    uint64_t limit = page_word(record, 32);
    uint64_t durable = page_word(record, 40);
    uint64_t rate = page_word(record, 56);

    if (reserves ? rate != 0 && (rate < 1u << 28 || rate > UINT64_C(1) << 50)
                 : !page_is_zero(record, 48, 64)) {
        return false;
    }
    if (!page_is_zero(record, 64, 128) ||
        page_word(record, 16) > (slot == PREFIXED ? 29u : 0u)) {
        return false;
    }
    if (!has_limit) {
        return limit == 0 && durable == 0;
    }
    return bound ? durable <= limit && (limit == 0 || made < limit)
                 : made != UINT64_MAX;
}

/* The binding of the file on this host, as the library writes it. */
static const unsigned char *binding_now(void)
{
    static unsigned char page[PAGE];
    guidon_options options = {.kind = GUIDON_V1, .scope = GUIDON_SCOPE_HOST};
    guidon_generator *g;

    if (page[0] == 0) {
        begin_page(page);
        options.state_path = page_write(page, PAGE);
        CHECK(guidon_generator_new(&g, &options) == GUIDON_OK);
        guidon_generator_free(g);
        page_read(page, PAGE);
    }
    return page + BINDING;
}

static bool is_bound(const unsigned char *bytes)
{
    return is_sound_head(bytes) &&
           memcmp(bytes + BINDING, binding_now(), BINDING_LEN) == 0;
}

static bool is_valid(const unsigned char *bytes, size_t len)
{
    if (len != PAGE || !is_sound_head(bytes) ||
        !page_is_zero(bytes, 128 + SLOTS * 128, PAGE)) {
        return false;
    }
    for (size_t slot = 0; slot < SLOTS; slot++) {
        if (!is_valid_record(bytes + 128 + slot * 128, slot, is_bound(bytes))) {
            return false;
        }
    }
    return true;
}

/* Make the file: either the input itself, or a new page, perhaps bound to the
 * file, with some changed words. */
static size_t take_file(unsigned char bytes[FILE_MAX], struct fuzz_data *data,
                        bool as_it_is, bool bound)
{
    if (as_it_is) {
        size_t len = data->left < FILE_MAX ? data->left : FILE_MAX;

        fuzz_take_bytes(bytes, len, data);
        return len;
    }
    begin_page(bytes);
    if (bound) {
        memcpy(bytes + BINDING, binding_now(), BINDING_LEN);
        page_put(bytes, SUMMED, page_sum(bytes, SUMMED));
    }
    while (data->left > 0) {
        uint64_t word = fuzz_take(data, 2);
        /* Mostly a word of a slot, sometimes any byte. */
        size_t slot = 128 + word % SLOTS * 128;

        if (word & 0x8000) {
            bytes[fuzz_take(data, 2) % PAGE] = (unsigned char)word;
        } else {
            page_put(bytes, slot + (word >> 4) % 8 * 8, fuzz_take(data, 8));
        }
    }
    return PAGE;
}

/* ------------------------------------------------------------------ the ids */

struct made {
    guidon_id ids[2 * IDS];
    size_t n;
};

static bool is_below(guidon_kind kind, guidon_id a, guidon_id b)
{
    if (kind == GUIDON_V1) {
        CHECK(guidon_v1_to_v6(&a, &a) == GUIDON_OK);
        CHECK(guidon_v1_to_v6(&b, &b) == GUIDON_OK);
    }
    if (kind == GUIDON_V1 || kind == GUIDON_V6) { /* compare only the times */
        return memcmp(a.bytes, b.bytes, 8) < 0;
    }
    return memcmp(a.bytes, b.bytes, 16) < 0;
}

static void check_ids(const struct made *made, guidon_kind kind)
{
    for (size_t i = 1; i < made->n; i++) {
        CHECK(kind == GUIDON_V2 ||
              is_below(kind, made->ids[i - 1], made->ids[i]));
        for (size_t j = 0; kind == GUIDON_V2 && j < i; j++) {
            CHECK(!guidon_equal(&made->ids[i], &made->ids[j]));
        }
    }
}

/* The time of each id is below the write-ahead limit of its slot. */
static void check_limit(const unsigned char *page, const guidon_id *id)
{
    unsigned version = guidon_version_of(id);
    size_t slot = version == 1 ? 0 : version == 2 ? 1 : 2;
    uint64_t durable = page_word(page, 128 + slot * 128 + 40);
    guidon_time low, high;
    uint64_t ticks;

    if (version == 2) {
        CHECK(guidon_dce_time_of(&low, &high, id) == GUIDON_OK);
        CHECK(guidon_time_to_ticks(&ticks, high) == GUIDON_OK);
    } else {
        CHECK(guidon_ticks_of(&ticks, id) == GUIDON_OK);
    }
    CHECK(ticks < durable);
}

/* The length of the prefix with which the slot may be used: the one that it holds, or
 * if it holds none any. */
static unsigned prefix_bits_of(const unsigned char *bytes, uint64_t word)
{
    const uint64_t held = page_word(bytes, 128 + PREFIXED * 128 + 16);

    return held >= 1 && held <= 29 ? (unsigned)held - 1 : (unsigned)(word % 29);
}

/* Another length than the slot holds is an error, and no state. */
static void check_other_prefix(guidon_options options)
{
    guidon_generator *g = NULL;

    options.prefix_bits = (options.prefix_bits + 1) % 29;
    CHECK(guidon_generator_new(&g, &options) == GUIDON_E_ARGUMENT && g == NULL);
}

/* Open the file, make ids, close it. False if the file is rejected. */
static bool make_some(struct made *made, const guidon_options *options,
                      size_t n)
{
    guidon_generator *g = NULL;
    guidon_status status = guidon_generator_new(&g, options);

    if (status != GUIDON_OK) {
        CHECK(status == GUIDON_E_STATE && g == NULL);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        guidon_id id = marked_id();

        feed_begin(options->clock_context);
        status = guidon_next(&id, g);
        if (status == GUIDON_OK) {
            made->ids[made->n++] = id;
        } else {
            CHECK(status == GUIDON_E_OVERFLOW || status == GUIDON_E_CLOCK);
            CHECK(is_marked(&id, sizeof id));
        }
    }
    guidon_generator_free(g);
    return true;
}

/* Has the file a limit for the kind, below which all ids of before lie? */
static bool is_limited(guidon_kind kind)
{
    return kind == GUIDON_V1 || kind == GUIDON_V2 || kind == GUIDON_V6;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const guidon_kind kinds[] = {GUIDON_V1,
                                        GUIDON_V2,
                                        GUIDON_V6,
                                        GUIDON_V7,
                                        GUIDON_V7,
                                        GUIDON_V7,
                                        GUIDON_ULID_MONOTONIC,
                                        GUIDON_V8_PREFIXED};
    static unsigned char bytes[FILE_MAX], after[FILE_MAX];
    static struct made made;
    struct fuzz_data rest = {data, size};
    uint64_t word = fuzz_take(&rest, 2);
    size_t len = take_file(bytes, &rest, word >> 15, word >> 14 & 1);
    struct feed feed = {.now = {1645557742, 0},
                        .fill = -1,
                        .seed = word,
                        .step_ns = word >> 3 & 1 ? 1000000 : 0};
    guidon_options options = {
        .kind = kinds[word % SLOTS],
        .scope = GUIDON_SCOPE_HOST,
        .overflow = GUIDON_OVERFLOW_FAIL,
        .random = GUIDON_RANDOM_CALLBACK,
        .random_fn = feed_random,
        .random_context = &feed,
        .clock_fn = feed_clock,
        .clock_context = &feed,
    };
    bool valid = is_valid(bytes, len);
    size_t n = 1 + (word >> 4) % IDS;

    made.n = 0;
    if (options.kind == GUIDON_V7) {
        options.v7_layout = (guidon_v7_layout)(word % SLOTS - 3);
    }
    if (options.kind == GUIDON_V8_PREFIXED) {
        options.prefix_bits = prefix_bits_of(bytes, word >> 4);
    }
    options.state_path = page_write(bytes, len);
    CHECK(make_some(&made, &options, n) == valid);
    page_read(after, len);
    if (!valid) {
        CHECK(memcmp(after, bytes, len) == 0);
        return 0;
    }
    CHECK(is_valid(after, len) && is_bound(after));
    for (size_t i = 0; is_limited(options.kind) && i < made.n; i++) {
        check_limit(after, &made.ids[i]);
    }
    CHECK(make_some(&made, &options, n));
    if (options.kind == GUIDON_V8_PREFIXED) {
        check_other_prefix(options);
    }
    check_ids(&made, options.kind);
    return 0;
}
