/* SPDX-License-Identifier: MIT */
/* lease.c - fuzz the reading of lease files with any bytes, and the ids that
 * generators make under them */
/*
 * Guidon either rejects a file, or the file obeys the rules of
 * docs/decisions/0032-lease-files.md, which this target checks with code of its
 * own. It never changes a file. The times of ids lie within the file's bounds,
 * and a call fails only if the bounds or the end of the lease demand it.
 */
#include "../support/feed.h"
#include "../support/fuzz.h"
#include "../support/page.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PAGE      256u
#define FILE_MAX  (2 * PAGE)
#define IDS       20u
#define T0_MS     UINT64_C(1645557742000)
#define INSTANT   UINT64_C(1000)
#define TOLERANCE 10000u

/* Where the words are. */
enum {
    AT_NUMBER = 24,
    AT_BITS = 28,
    AT_TIME = 40,
    AT_FIRST_MS = 48,
    AT_DEVICE = 56,
    AT_INODE = 64,
    AT_CHECKSUM = 72,
    AT_NOT_AFTER = 128,
    AT_LAST_MS = 136,
    AT_ENDED = 144,
    AT_ZEROS = 152
};

/* ----------------------------------------------------------------- the file */

/* A lease file of this boot, as the library writes it, but bound to the file that
 * page_write writes. */
static const unsigned char *new_page(void)
{
    static unsigned char page[PAGE];
    guidon_lease *lease;

    if (page[0] == 0) {
        const char *target = page_write(page, 0);
        struct stat about;
        char path[160];
        FILE *file;

        snprintf(path, sizeof path, "%s.holder", target);
        CHECK(guidon_lease_create(&lease, path, 677, 10, T0_MS) == GUIDON_OK);
        CHECK(guidon_lease_extend(lease, INSTANT, T0_MS + 1000) == GUIDON_OK);
        file = fopen(path, "rb");
        CHECK(file && fread(page, 1, PAGE, file) == PAGE);
        fclose(file);
        guidon_lease_end(lease);
        CHECK(stat(target, &about) == 0);
        page_put(page, AT_DEVICE, about.st_dev);
        page_put(page, AT_INODE, about.st_ino);
        page_put(page, AT_CHECKSUM, page_sum(page, AT_CHECKSUM));
    }
    return page;
}

static uint32_t half_at(const unsigned char *bytes, size_t at)
{
    uint32_t half;

    memcpy(&half, bytes + at, 4);
    return half;
}

static bool is_valid(const unsigned char *bytes, size_t len)
{
    const unsigned char *page = new_page();
    uint64_t time, first_ms, last_ms;
    uint32_t bits;

    /* Magic, format, size and byte order; then boot, device and inode. */
    if (len != PAGE || memcmp(bytes, page, AT_NUMBER) != 0 ||
        page_word(bytes, 32) != page_word(page, 32) ||
        memcmp(bytes + AT_DEVICE, page + AT_DEVICE, 16) != 0) {
        return false;
    }
    time = page_word(bytes, AT_TIME);
    first_ms = page_word(bytes, AT_FIRST_MS);
    last_ms = page_word(bytes, AT_LAST_MS);
    bits = half_at(bytes, AT_BITS);
    return bits >= 1 && bits <= 24 && half_at(bytes, AT_NUMBER) < 1u << bits &&
           (time == 0 || page_word(page, AT_TIME) == 0 ||
            time == page_word(page, AT_TIME)) &&
           first_ms < UINT64_C(1) << 44 &&
           (last_ms == 0 || last_ms >= first_ms) &&
           page_word(bytes, AT_ENDED) <= 1 &&
           page_word(bytes, AT_CHECKSUM) == page_sum(bytes, AT_CHECKSUM) &&
           page_is_zero(bytes, AT_CHECKSUM + 8, AT_NOT_AFTER) &&
           page_is_zero(bytes, AT_ZEROS, PAGE);
}

/* One of a few kinds of change: a word or a byte of the input, or a number that
 * is near one that matters. */
static void change(unsigned char bytes[PAGE], struct fuzz_data *data)
{
    const uint64_t what = fuzz_take(data, 1);
    const size_t at = fuzz_take(data, 1) % PAGE;
    const uint64_t near = fuzz_take(data, 2) - 0x8000;

    switch (what % 4) {
    case 0:
        page_put(bytes, at / 8 * 8, fuzz_take(data, 8));
        break;
    case 1:
        page_put(bytes, at / 8 * 8, T0_MS + near);
        break;
    case 2:
        page_put(bytes, at / 8 * 8, (at < AT_NOT_AFTER ? 0 : INSTANT) + near);
        break;
    default:
        bytes[at] = (unsigned char)near;
        break;
    }
}

/* Make the file: either the input itself, or a changed page, whose checksum is
 * right if `sums`. */
static size_t take_file(unsigned char bytes[FILE_MAX], struct fuzz_data *data,
                        bool as_it_is, bool sums)
{
    if (as_it_is) {
        const size_t len = data->left < FILE_MAX ? data->left : FILE_MAX;

        fuzz_take_bytes(bytes, len, data);
        return len;
    }
    memcpy(bytes, new_page(), PAGE);
    while (data->left > 0) {
        change(bytes, data);
    }
    if (sums) {
        page_put(bytes, AT_CHECKSUM, page_sum(bytes, AT_CHECKSUM));
    }
    return PAGE;
}

/* ------------------------------------------------------------------ the ids */

static guidon_status standing(void *context, uint64_t *ns)
{
    (void)context;
    *ns = INSTANT;
    return GUIDON_OK;
}

/* The Unix millisecond in an id. */
static uint64_t id_ms(guidon_kind kind, const guidon_id *id)
{
    guidon_time time = {0, 0}, high;
    uint64_t ms = 0;

    if (kind == GUIDON_V1 || kind == GUIDON_V2 || kind == GUIDON_V6) {
        CHECK((kind == GUIDON_V2 ? guidon_dce_time_of(&time, &high, id)
                                 : guidon_time_of(&time, id)) == GUIDON_OK);
        return (uint64_t)time.seconds * 1000 + time.nanoseconds / 1000000;
    }
    for (size_t i = 0; i < 6; i++) {
        ms = ms << 8 | id->bytes[i];
    }
    return ms;
}

/* The status of the first call, whose clock reads T0_MS. Not of version 2,
 * whose times are those of its steps. */
static guidon_status first_status(const unsigned char *page)
{
    const uint64_t first_ms = page_word(page, AT_FIRST_MS);
    const uint64_t ms = first_ms > T0_MS ? first_ms : T0_MS;

    return page_word(page, AT_NOT_AFTER) < INSTANT ? GUIDON_E_STATE
           : ms - T0_MS > TOLERANCE                ? GUIDON_E_CLOCK
           : ms > page_word(page, AT_LAST_MS)      ? GUIDON_E_STATE
                                                   : GUIDON_OK;
}

static void make_ids(guidon_generator *g, const guidon_options *options,
                     const unsigned char *page)
{
    for (size_t i = 0; i < IDS; i++) {
        guidon_id id = marked_id();
        guidon_status status;

        feed_begin(options->clock_context);
        status = guidon_next(&id, g);
        CHECK(i > 0 || options->kind == GUIDON_V2 ||
              status == first_status(page));
        if (status == GUIDON_OK) {
            const uint64_t ms = id_ms(options->kind, &id);

            CHECK(ms >= page_word(page, AT_FIRST_MS));
            CHECK(ms <= page_word(page, AT_LAST_MS));
            CHECK(page_word(page, AT_NOT_AFTER) >= INSTANT);
        } else {
            CHECK(status == GUIDON_E_STATE || status == GUIDON_E_CLOCK);
            CHECK(is_marked(&id, sizeof id));
        }
    }
}

static void check_terms(const char *path, const unsigned char *page, bool valid)
{
    guidon_lease_terms terms;
    const guidon_status status = guidon_lease_read(&terms, path);

    CHECK(status == (valid ? GUIDON_OK : GUIDON_E_STATE));
    if (valid) {
        CHECK(terms.node_number == half_at(page, AT_NUMBER));
        CHECK(terms.node_number_bits == half_at(page, AT_BITS));
        CHECK(terms.not_after == page_word(page, AT_NOT_AFTER));
        CHECK(terms.first_ms == page_word(page, AT_FIRST_MS));
        CHECK(terms.last_ms == page_word(page, AT_LAST_MS));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const guidon_kind kinds[] = {
        GUIDON_V8_NODE, GUIDON_V1, GUIDON_V2,   GUIDON_V6,
        GUIDON_V7,      GUIDON_V7, GUIDON_ULID, GUIDON_ULID_MONOTONIC};
    static unsigned char bytes[FILE_MAX], after[FILE_MAX];
    struct fuzz_data rest = {data, size};
    const uint64_t word = fuzz_take(&rest, 2);
    const size_t len = take_file(bytes, &rest, word >> 15, word >> 14 & 1);
    const bool valid = is_valid(bytes, len);
    struct feed feed = {.now = {T0_MS / 1000, 0},
                        .fill = -1,
                        .seed = word,
                        .step_ns = word >> 3 & 1 ? 300000000 : 0};
    guidon_options options = {
        .kind = kinds[word % 8],
        .scope = GUIDON_SCOPE_PROCESS,
        .rollback =
            word >> 6 & 1 ? GUIDON_ROLLBACK_FAIL : GUIDON_ROLLBACK_RESTART,
        .random = GUIDON_RANDOM_CALLBACK,
        .random_fn = feed_random,
        .random_context = &feed,
        .clock_fn = feed_clock,
        .clock_context = &feed,
        .monotonic_fn = standing,
        .lease_path = page_write(bytes, len),
    };
    guidon_generator *g = NULL;
    guidon_status status;

    if (options.kind == GUIDON_V7) {
        options.v7_layout = (guidon_v7_layout)(word >> 4 & 3);
    }
    status = guidon_generator_new(&g, &options);
    CHECK(status == (valid && page_word(bytes, AT_ENDED) == 0
                         ? GUIDON_OK
                         : GUIDON_E_STATE));
    if (status == GUIDON_OK) {
        make_ids(g, &options, bytes);
    }
    guidon_generator_free(g);
    check_terms(options.lease_path, bytes, valid);
    page_read(after, len);
    CHECK(memcmp(after, bytes, len) == 0);
    return 0;
}
