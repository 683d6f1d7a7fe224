/* SPDX-License-Identifier: MIT */
/*
 * test_base32.c - compare every base-32 kernel that this processor can run with
 * the scalar reference
 *
 * test_base32        the short version
 * test_base32 long   with 10^8 random ids for each kernel, and every alignment
 *                    of the input of a batch with every alignment of its output
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cpu/cpu.h"
#include "random.h"
#include "sanitized.h"
#include "text/base32.h"
#include "vectors.h"
#include "walls.h"

#include <guidon/text.h>
#include <string.h>

#define LEN  GDN_BASE32_LEN
#define LINE GDN_BASE32_LINE

/* Batches up to this many, and memory for them at the widest stride. */
#define MOST       200
#define STRIDE_MAX 128
#define SPACE      ((MOST + 1) * STRIDE_MAX)

static bool is_long;

/* Memory of the batches, with a wall before it and behind it. */
static struct walled id_memory, text_memory, want_memory;
static guidon_id pool[MOST];

/* -------------------------------------------------------------- the kernels */

static bool runs_here(const struct gdn_text_kernel *kernel)
{
    return (kernel->needs & gdn_cpu_features()) == kernel->needs;
}

/* The kernels that run here, one after another; NULL after the last. */
static const struct gdn_text_kernel *next_kernel(
    const struct gdn_text_kernel *kernel)
{
    const struct gdn_text_kernel *end =
        gdn_base32_kernels + gdn_n_base32_kernels;

    kernel = kernel ? kernel + 1 : gdn_base32_kernels;
    while (kernel < end && !runs_here(kernel)) {
        kernel++;
    }
    return kernel < end ? kernel : NULL;
}

#define EACH_KERNEL(k)                                                         \
  const struct gdn_text_kernel *k = next_kernel(NULL);                         \
  k;                                                                           \
  k = next_kernel(k)

/* Records are texts at a stride, or lines. */
struct layout {
    size_t stride;
    bool lines;
};

/* The bytes of a record, without the gap behind it. */
static size_t own(const struct layout *layout)
{
    return layout->lines ? LINE : LEN;
}

/* The bytes from the begin of the first record to the end of the last. */
static size_t span(const struct layout *layout, size_t n)
{
    return n ? (n - 1) * layout->stride + own(layout) : 0;
}

static void format(const struct gdn_text_kernel *kernel,
                   const struct layout *layout, char *out, const guidon_id *in,
                   size_t n)
{
    if (layout->lines) {
        kernel->format_lines(out, in, n);
    } else {
        kernel->format_many(out, layout->stride, in, n);
    }
}

static size_t parse(const struct gdn_text_kernel *kernel,
                    const struct layout *layout, guidon_id *out,
                    const char *text, size_t n)
{
    return layout->lines ? kernel->parse_lines(out, text, n)
                         : kernel->parse_many(out, text, layout->stride, n);
}

/* What the reference makes of the first ids of the pool. */
static void want_texts(char *out, const struct layout *layout, size_t n)
{
    for (size_t i = 0; i < n; i++, out += layout->stride) {
        gdn_base32_write(out, &pool[i], gdn_base32_upper);
        if (layout->lines) {
            out[LEN] = '\n';
        }
    }
}

/* ---------------------------------------------------------------- which one */

/* The name of the row that the features call for, without the table. A row
 * that is out of order or needs too much would otherwise leave a better row
 * unused. */
static const char *name_due(void)
{
    static const struct {
        unsigned needs;
        const char *name;
    } rows[] = {
        {GDN_CPU_AVX512VBMI, "avx512vbmi"},
        {GDN_CPU_AVX2, "avx2"},
        {GDN_CPU_SSE41, "sse41"},
        {GDN_CPU_NEON, "neon"},
        {0, "scalar"},
    };
    size_t i = 0;

    while ((rows[i].needs & gdn_cpu_features()) != rows[i].needs) {
        i++;
    }
    return rows[i].name;
}

/* What stands for the row until the first call. */
static const void *at_first;

/* Whichever call comes first finds the row and does its work. */
static void test_each_call_may_be_the_first(void **unused)
{
    const struct gdn_text_kernel *last =
        &gdn_base32_kernels[gdn_n_base32_kernels - 1];
    char want[LINE];

    (void)unused;
    assert_true(GDN_CPU_ALWAYS(last->needs));
    gdn_base32_write(want, &pool[0], gdn_base32_upper);
    want[LEN] = '\n';
    for (int call = 0; call < 6; call++) {
        char text[LINE];
        guidon_id id = marked_id();
        size_t n = 1;

        atomic_store(&gdn_base32_pick.row, at_first);
        if (call == 0) {
            guidon_ulid_format(text, &pool[0]);
        } else if (call == 1) {
            assert_int_equal(guidon_ulid_format_many(text, LEN, &pool[0], 1),
                             GUIDON_OK);
        } else if (call == 2) {
            guidon_ulid_format_lines(text, &pool[0], 1);
        } else if (call == 3) {
            assert_int_equal(guidon_ulid_parse(&id, want, LEN, NULL),
                             GUIDON_OK);
        } else if (call == 4) {
            assert_int_equal(
                guidon_ulid_parse_many(&id, want, LEN, 1, &n, NULL), GUIDON_OK);
        } else {
            assert_int_equal(
                guidon_ulid_parse_lines(&id, want, LINE, 1, &n, NULL),
                GUIDON_OK);
        }
        assert_int_equal(n, 1);
        if (call < 3) {
            assert_memory_equal(text, want, call == 2 ? LINE : LEN);
        } else {
            assert_memory_equal(&id, &pool[0], sizeof id);
        }
        if (gdn_n_base32_kernels > 1) { /* one row is not searched */
            assert_ptr_equal(atomic_load(&gdn_base32_pick.row),
                             next_kernel(NULL));
            assert_ptr_equal(gdn_base32(), next_kernel(NULL));
        }
        assert_string_equal(gdn_base32_name(), name_due());
    }
}

/* -------------------------------------------------------------- one by one */

/* Turn some letters of a text to lower case, and replace one character in one
 * text of four. */
static void spoil(char text[LEN], uint64_t *seed)
{
    uint64_t random = draw(seed);

    for (size_t i = 0; i < LEN; i++, random >>= 1) {
        if (random & 1 && text[i] >= 'A') {
            text[i] = (char)(text[i] - 'A' + 'a');
        }
    }
    if (random % 4 == 0) {
        text[random / 4 % LEN] = (char)(random >> 16);
    }
}

static void check_one(const struct gdn_text_kernel *kernel, const guidon_id *id,
                      uint64_t *seed)
{
    char want[LEN];
    char text[LEN];
    guidon_id read = marked_id();
    guidon_id want_id = marked_id();
    size_t bad_at = 77;
    guidon_status status;

    gdn_base32_write(want, id, gdn_base32_upper);
    kernel->format(text, id);
    if (memcmp(text, want, LEN) != 0) {
        fail_msg("%s: %.26s, not %.26s", kernel->name, text, want);
    }
    spoil(text, seed);
    bool right = gdn_base32_read(&want_id, text);
    status = kernel->parse(&read, text, &bad_at);
    if ((status == GUIDON_OK) != right || (bad_at == 77) != right ||
        memcmp(&read, &want_id, sizeof read) != 0) {
        fail_msg("%s: %.26s: status %d", kernel->name, text, (int)status);
    }
}

static void check_batch(const struct gdn_text_kernel *kernel,
                        const struct layout *layout, size_t n);

static void test_random_ids(void **unused)
{
    unsigned long rounds =
        is_long ? 100000000 / MOST : 1000 / (1 + 9 * SANITIZED);
    static const struct layout layouts[] = {
        {LEN, false}, {LINE, true}, {LINE, false}, {41, false}};

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        uint64_t seed = 32;

        for (unsigned long round = 0; round < rounds; round++) {
            for (size_t i = 0; i < MOST; i++) {
                uint64_t halves[2] = {draw(&seed), draw(&seed)};

                memcpy(&pool[i], halves, sizeof pool[i]);
                check_one(kernel, &pool[i], &seed);
            }
            check_batch(kernel, &layouts[round % 4], MOST);
        }
    }
}

/* Each bit set alone, and cleared alone: finds wrong shifts and masks that
 * random ids hide. */
static void test_every_bit_alone(void **unused)
{
    uint64_t seed = 1;

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (unsigned bit = 0; bit < 256; bit++) {
            guidon_id id;

            memset(&id, bit < 128 ? 0 : 0xff, sizeof id);
            id.bytes[bit / 8 % 16] ^= (unsigned char)(1u << bit % 8);
            check_one(kernel, &id, &seed);
        }
    }
}

/* Every value of every character of a line: in a single line, in the first
 * record of a batch, and in every record of a batch. */
static void check_char(const struct gdn_text_kernel *kernel,
                       const struct layout *layout, char *text, size_t n,
                       size_t bad)
{
    char *record = text + bad * layout->stride;
    guidon_id want_id;
    bool right = gdn_base32_read(&want_id, record) &&
                 (!layout->lines || record[LEN] == '\n');
    guidon_id out[20];
    size_t done;

    mark(out, sizeof out);
    done = parse(kernel, layout, out, text, n);
    if (done != (right ? n : bad) || !is_marked(out + done, (20 - done) * 16) ||
        (right && memcmp(&out[bad], &want_id, sizeof want_id) != 0)) {
        fail_msg("%s: %.27s, record %zu of %zu: %zu", kernel->name, record, bad,
                 n, done);
    }
}

static void test_every_char_at_every_offset(void **unused)
{
    static const struct layout layouts[] = {{LEN, false}, {LINE, true}};
    static char text[20 * LINE];

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t k = 0; k < 2; k++) {
            const struct layout *layout = &layouts[k];
            for (size_t at = 0; at < own(layout) * 256; at++) {
                size_t bad = SANITIZED ? at % 20 : 0;

                do {
                    want_texts(text, layout, 20);
                    text[bad * layout->stride + at / 256] = (char)at;
                    check_char(kernel, layout, text, 20, bad);
                    check_char(kernel, layout, text + bad * layout->stride, 1,
                               0);
                    guidon_id id = marked_id();
                    guidon_id want_id = marked_id();
                    const char *one = text + bad * layout->stride;
                    bool right = gdn_base32_read(&want_id, one);
                    assert_int_equal(kernel->parse(&id, one, NULL) == GUIDON_OK,
                                     right);
                    assert_memory_equal(&id, &want_id, sizeof id);
                } while (!SANITIZED && ++bad < 20);
            }
        }
    }
}

/* ------------------------------------------------------------------ batches */

/* Write the first ids of the pool from `in` to `out`, and read them to `back`.
 * No byte around the results changes. */
static void check_places(const struct gdn_text_kernel *kernel,
                         const struct layout *layout, guidon_id *in, char *out,
                         size_t n)
{
    size_t size = span(layout, n);
    char *want = (char *)want_memory.begin;

    memcpy(in, pool, n * sizeof *in);
    memset(want, '#', size);
    want_texts(want, layout, n);
    memset(out, '#', size);
    format(kernel, layout, out, in, n);
    if (memcmp(out, want, size) != 0) {
        fail_msg("%s: %zu texts at %zu, written", kernel->name, n,
                 layout->stride);
    }
    mark(in, n * sizeof *in);
    assert_int_equal(parse(kernel, layout, in, out, n), n);
    if (memcmp(in, pool, n * sizeof *in) != 0) {
        fail_msg("%s: %zu texts at %zu, read", kernel->name, n, layout->stride);
    }
}

static void check_batch(const struct gdn_text_kernel *kernel,
                        const struct layout *layout, size_t n)
{
    check_places(kernel, layout, (guidon_id *)(void *)id_memory.begin,
                 (char *)text_memory.begin, n);
}

/* All bytes that a batch must not write are '#' before and after the call. */
static void check_around(const struct gdn_text_kernel *kernel,
                         const struct layout *layout, size_t off_in,
                         size_t off_out, size_t n)
{
    unsigned char *ids = (unsigned char *)id_memory.begin + 64 + off_in;
    unsigned char *texts = (unsigned char *)text_memory.begin + 64 + off_out;
    size_t size = span(layout, n);

    memset(ids - 64, '#', 64);
    memset(ids + n * 16, '#', 64);
    memset(texts - 64, '#', 64);
    memset(texts + size, '#', 64);
    check_places(kernel, layout, (guidon_id *)(void *)ids, (char *)texts, n);
    for (size_t i = 0; i < 64; i++) {
        if ((ids - 64)[i] != '#' || ids[n * 16 + i] != '#' ||
            (texts - 64)[i] != '#' || texts[size + i] != '#') {
            fail_msg("%s: %zu texts at %zu: more is written", kernel->name, n,
                     layout->stride);
        }
    }
}

static void test_every_count_at_every_alignment(void **unused)
{
    static const struct layout layouts[] = {
        {LEN, false}, {LINE, true}, {LINE, false}};

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t at = 0; at < 3 * (MOST + 1) * 64; at++) {
            size_t n = at / 64 % (MOST + 1);
            size_t off = at % 64;
            const struct layout *layout = &layouts[at / 64 / (MOST + 1)];

            if (SANITIZED && off % 9 != n % 9) {
                continue;
            }
            /* 5 is odd: every alignment of the output occurs, with another one
             * of the input for each count. */
            check_around(kernel, layout, (5 * off + n) % 64, off, n);
            for (size_t in = 0; is_long && in < 64; in++) {
                check_around(kernel, layout, in, off, n);
            }
        }
    }
}

static void test_every_stride(void **unused)
{
    static const size_t counts[] = {1, 2, 3, 5, 16, 17, 31, 100, MOST};

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t stride = LEN; stride <= STRIDE_MAX; stride++) {
            const struct layout layout = {stride, false};

            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
                if (stride <= 80 || stride == STRIDE_MAX) {
                    check_around(kernel, &layout, i, stride % 7, counts[i]);
                }
            }
        }
    }
}

static void check_one_at(const struct gdn_text_kernel *kernel, void *ids,
                         void *texts)
{
    guidon_id *id = ids;
    char *text = texts;
    char want[LEN];

    *id = pool[0];
    gdn_base32_write(want, id, gdn_base32_upper);
    kernel->format(text, id);
    assert_memory_equal(text, want, LEN);
    *id = marked_id();
    assert_int_equal(kernel->parse(id, text, NULL), GUIDON_OK);
    assert_memory_equal(id, &pool[0], sizeof *id);
}

/* Ids and texts behind a wall and before one. */
static void test_nothing_past_a_batch_is_touched(void **unused)
{
    static const struct layout layouts[] = {
        {LEN, false}, {LINE, true}, {LINE, false}, {64, false}};

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t i = 0; i < 4 * (MOST + 1); i++) {
            const struct layout *layout = &layouts[i % 4];
            size_t n = i / 4;
            guidon_id *first = (guidon_id *)(void *)id_memory.begin;
            guidon_id *last = (guidon_id *)(void *)(id_memory.end - 16 * n);
            char *begin = (char *)text_memory.begin;
            char *end = (char *)text_memory.end - span(layout, n);

            check_places(kernel, layout, first, begin, n);
            check_places(kernel, layout, last, end, n);
            check_places(kernel, layout, first, end, n);
            check_places(kernel, layout, last, begin, n);
        }
        check_one_at(kernel, id_memory.begin, text_memory.begin);
        check_one_at(kernel, id_memory.end - 16, text_memory.end - LEN);
    }
}

/* Texts at the ends of pages, with pages between them that must not be
 * touched. */
static void test_nothing_between_texts_is_touched(void **unused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t n = 37;
    const struct layout layout = {2 * page, false};
    struct walled memory = walled_new(2 * n * page);

    (void)unused;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(
            mprotect(memory.begin + (2 * i + 1) * page, page, PROT_NONE), 0);
    }
    for (EACH_KERNEL(kernel)) {
        for (size_t off = 0; off < page; off += page - LEN) {
            char *texts = (char *)memory.begin + off;
            guidon_id out[37];
            char want[LEN];

            kernel->format_many(texts, layout.stride, pool, n);
            for (size_t i = 0; i < n; i++) {
                gdn_base32_write(want, &pool[i], gdn_base32_upper);
                assert_memory_equal(texts + i * layout.stride, want, LEN);
            }
            mark(out, sizeof out);
            assert_int_equal(kernel->parse_many(out, texts, layout.stride, n),
                             n);
            assert_memory_equal(out, pool, sizeof out);
        }
    }
}

/* A few texts that are far apart are not a large batch. */
static void test_few_texts_far_apart(void **unused)
{
    const struct layout layout = {(size_t)9 << 20, false};
    struct walled memory = walled_new(3 * layout.stride);

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t n = 1; n <= 3; n++) {
            char *texts = (char *)memory.end - span(&layout, n);

            for (size_t off = 0; off < 4; off++) {
                guidon_id *ids = (guidon_id *)(void *)id_memory.begin + off;

                memcpy(ids, pool, n * sizeof *ids);
                format(kernel, &layout, texts, ids, n);
                mark(ids, n * sizeof *ids);
                assert_int_equal(parse(kernel, &layout, ids, texts, n), n);
                assert_memory_equal(ids, pool, n * sizeof *ids);
            }
        }
    }
}

/* Ids at each offset in a cache line; and a wrong text among the first, in the
 * middle and among the last. The last is damaged first. */
static void check_large(const struct gdn_text_kernel *kernel,
                        const struct layout *layout, guidon_id *back,
                        char *texts, const guidon_id *ids, size_t n)
{
    const size_t bads[] = {n, n - 1, n - 17, n / 2, 18, 3, 2, 1, 0};

    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        guidon_id *out = back + i % 4;
        size_t bad = bads[i];

        mark(back, (n + 4) * sizeof *back);
        if (bad < n) {
            texts[bad * layout->stride + 25] = 'U';
        }
        assert_int_equal(parse(kernel, layout, out, texts, n), bad);
        assert_memory_equal(out, ids, bad * sizeof *out);
        assert_true(is_marked(back, i % 4 * sizeof *back));
        assert_true(is_marked(out + bad, (n + 4 - i % 4 - bad) * sizeof *out));
    }
}

/* More text than fits into the caches, so that kernels bypass them. */
static void test_large_batches(void **unused)
{
    static const struct layout layouts[] = {{LEN, false}, {LINE, true}};
    const size_t n = ((size_t)8 << 20) / LEN + 77;
    guidon_id *ids = malloc(n * sizeof *ids);
    guidon_id *back = malloc((n + 4) * sizeof *ids);
    char *want = malloc(n * LINE + 64);
    char *texts = malloc(n * LINE + 64);
    struct walled walled = walled_new(n * LINE);

    (void)unused;
    assert_true(ids && back && want && texts);
    for (size_t i = 0; i < n; i++) {
        ids[i] = pool[i % MOST];
        ids[i].bytes[i % 16] = (unsigned char)(i / MOST);
    }
    for (size_t k = 0; k < 2; k++) {
        const struct layout *layout = &layouts[k];

        for (size_t i = 0; i < n; i++) {
            char *text = want + i * layout->stride;
            gdn_base32_write(text, &ids[i], gdn_base32_upper);
            if (layout->lines) {
                text[LEN] = '\n';
            }
        }
        for (EACH_KERNEL(kernel)) {
            for (size_t off = 0; off < 64; off += SANITIZED ? 37 : 16) {
                memset(texts, '#', n * LINE + 64);
                format(kernel, layout, texts + off, ids, n);
                assert_memory_equal(texts + off, want, n * layout->stride);
                assert_int_equal(texts[off ? off - 1 : n * LINE], '#');
                check_large(kernel, layout, back, texts + off, ids, n);
            }
            for (size_t less = 0; less < 64; less += 21) {
                /* to the very end of the memory, from any count */
                size_t size = (n - less) * layout->stride;

                format(kernel, layout, walled.end - size, ids, n - less);
                assert_memory_equal(walled.end - size, want, size);
            }
        }
    }
    free(ids);
    free(back);
    free(want);
    free(texts);
}

/* ----------------------------------------------------------------- failures */

/* One record has a wrong character at an offset, or a number that is too large.
 * Readers read the records before it, and do not change the ids from it on.
 * Records after it are wrong too. */
static void check_stop(const struct gdn_text_kernel *kernel,
                       const struct layout *layout, size_t n, size_t bad,
                       size_t at)
{
    static const char wrong[] = {'U', '\0', '\xb0', '@', '[',  '`',
                                 '{', '/',  ':',    'i', '\r', '\n'};
    char *texts = (char *)text_memory.end - span(layout, n);
    guidon_id *out = (guidon_id *)(void *)(id_memory.end - 16 * n);
    size_t done;

    want_texts(texts, layout, n);
    if (at == own(layout)) { /* 2^128 or more */
        texts[bad * layout->stride] = '8';
    } else {
        size_t which = (bad + at) % (sizeof wrong - (at == LEN));
        texts[bad * layout->stride + at] = wrong[which];
    }
    for (size_t i = bad + 1; i < n; i += 3) {
        texts[i * layout->stride + i % LEN] = '!';
    }
    mark(out, n * 16);
    done = parse(kernel, layout, out, texts, n);
    if (done != bad || memcmp(out, pool, bad * 16) != 0 ||
        !is_marked(out + bad, (n - bad) * 16)) {
        fail_msg("%s: %zu records at %zu, of which %zu is wrong at %zu: %zu",
                 kernel->name, n, layout->stride, bad, at, done);
    }
}

static void test_the_first_bad_record_is_told(void **unused)
{
    static const struct layout layouts[] = {
        {LEN, false}, {LINE, true}, {40, false}};
    const size_t most = is_long ? 120 : SANITIZED ? 21 : 40;

    (void)unused;
    for (EACH_KERNEL(kernel)) {
        for (size_t k = 0; k < 3; k++) {
            for (size_t n = 1; n <= most; n++) {
                for (size_t bad = 0; bad < n; bad++) {
                    for (size_t at = 0; at <= own(&layouts[k]); at++) {
                        check_stop(kernel, &layouts[k], n, bad, at);
                    }
                }
            }
        }
    }
}

static int prepare(void **unused)
{
    uint64_t seed = 26;

    (void)unused;
    for (size_t i = 0; i < gdn_n_base32_kernels; i++) {
        print_message("%s: %s\n", gdn_base32_kernels[i].name,
                      runs_here(&gdn_base32_kernels[i])
                          ? "tested"
                          : "skipped, not on this processor");
    }
    at_first = gdn_picked(&gdn_base32_pick);
    id_memory = walled_new(16 * MOST + 192);
    text_memory = walled_new(SPACE + 192);
    want_memory = walled_new(SPACE);
    for (size_t i = 0; i < MOST; i++) {
        pool[i] = draw_id(&seed);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_call_may_be_the_first),
        cmocka_unit_test(test_every_bit_alone),
        cmocka_unit_test(test_every_char_at_every_offset),
        cmocka_unit_test(test_every_count_at_every_alignment),
        cmocka_unit_test(test_every_stride),
        cmocka_unit_test(test_nothing_past_a_batch_is_touched),
        cmocka_unit_test(test_nothing_between_texts_is_touched),
        cmocka_unit_test(test_few_texts_far_apart),
        cmocka_unit_test(test_large_batches),
        cmocka_unit_test(test_the_first_bad_record_is_told),
        cmocka_unit_test(test_random_ids),
    };

    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests(tests, prepare, NULL);
}
