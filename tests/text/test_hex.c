/* SPDX-License-Identifier: MIT */
/* test_hex.c - compare every kernel of 8-4-4-4-12 text that this processor can
 * run with the scalar kernel. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
/* cmocka.h needs these four headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu/cpu.h"
#include "random.h"
#include "sanitized.h"
#include "text/hex.h"
#include "walls.h"

#include <cmocka.h>
#include <guidon/text.h>
#include <stdlib.h>

#define MOST 200 /* ids; every count up to it */
#define WIDE 128 /* the largest stride */

typedef const struct gdn_text_kernel kernel;

/* The memory of texts and ids, with a guard on both sides. */
static struct walled texts, wanted, ids, read_ids;

/* `test_hex long`: 10^8 random texts for each kernel. */
static bool is_long;

static bool runs_here(kernel *k)
{
    return (k->needs & gdn_cpu_features()) == k->needs;
}

/* The kernels that run here, one after another; NULL after the last. */
static kernel *next_kernel(kernel *k)
{
    k = k ? k + 1 : gdn_hex_kernels;
    while (k < gdn_hex_kernels + gdn_n_hex_kernels && !runs_here(k)) {
        k++;
    }
    return k < gdn_hex_kernels + gdn_n_hex_kernels ? k : NULL;
}

#define EACH_KERNEL(k)                                                         \
  kernel *k = next_kernel(NULL);                                               \
  k;                                                                           \
  k = next_kernel(k)

static void setup_memory(void)
{
    texts = walled_new(1024 * WIDE);
    wanted = walled_new(1024 * WIDE);
    ids = walled_new(1024 * sizeof(guidon_id));
    read_ids = walled_new(1024 * sizeof(guidon_id));
}

/* Print the kernel and the case before the test fails. */
static void require(bool holds, kernel *k, const char *what, size_t n,
                    size_t stride, size_t at)
{
    if (!holds) {
        print_error("%s: %s, n %zu, stride %zu, at %zu\n", k->name, what, n,
                    stride, at);
    }
    assert_true(holds);
}

/* ------------------------------------------------------- the two directions */

/* A record is a text, one every `stride` bytes; or a line, if `stride` is
 * LINES. */
#define LINES 0

static size_t stride_of(size_t stride)
{
    return stride == LINES ? GDN_HEX_LINE : stride;
}

static size_t size_of(size_t stride, size_t n)
{
    if (stride == LINES || n == 0) {
        return n * GDN_HEX_LINE;
    }
    return (n - 1) * stride + GDN_HEX_LEN;
}

static void write_with(kernel *k, char *out, size_t stride, const guidon_id *in,
                       size_t n)
{
    if (stride == LINES) {
        k->format_lines(out, in, n);
    } else {
        k->format_many(out, stride, in, n);
    }
}

static size_t read_with(kernel *k, guidon_id *out, const char *text,
                        size_t stride, size_t n)
{
    return stride == LINES ? k->parse_lines(out, text, n)
                           : k->parse_many(out, text, stride, n);
}

static kernel *scalar(void)
{
    static kernel row = GDN_TEXT_ROW(hex, scalar, scalar, 0);

    return &row;
}

/* Write n ids from `in` to `out`. The bytes between the texts must not change,
 * nor the 64 bytes before and after them that are inside the guarded memory. */
static void check_write(kernel *k, char *out, size_t stride,
                        const guidon_id *in, size_t n)
{
    size_t size = size_of(stride, n);
    size_t before = (size_t)(out - texts.begin);
    size_t after = (size_t)(texts.end - (out + size));
    char *want = wanted.begin + before;

    before = before < 64 ? before : 64;
    after = after < 64 ? after : 64;
    mark(out - before, before + size + after);
    mark(want - before, before + size + after);
    write_with(scalar(), want, stride, in, n);
    write_with(k, out, stride, in, n);
    require(memcmp(out - before, want - before, before + size + after) == 0, k,
            "writes", n, stride, (uintptr_t)out % 64);
}

/* Read n records. The first `right` records are right, and the next one is
 * wrong. */
static void check_read(kernel *k, guidon_id *out, const char *text,
                       size_t stride, const guidon_id *want, size_t right,
                       size_t n)
{
    size_t at = (uintptr_t)text % 64;

    mark(out, n * sizeof *out);
    require(read_with(k, out, text, stride, n) == right, k, "reads", n, stride,
            at);
    require(memcmp(out, want, right * sizeof *out) == 0, k, "ids", n, stride,
            at);
    require(is_marked(out + right, (n - right) * sizeof *out), k,
            "ids past the wrong one", n, stride, at);
}

/* -------------------------------------------------------------------- tests */

/* Ids and texts at each offset in a cache line, in all combinations. */
static void test_every_count_at_every_alignment(void **state)
{
    uint64_t seed = 1;
    (void)state;

    draw_bytes(ids.begin, (MOST + 8) * sizeof(guidon_id), &seed);
    for (EACH_KERNEL(k)) {
        for (size_t n = 0; n <= MOST; n++) {
            for (size_t i = 0; i < (is_long ? 4096 : 64); i++) {
                size_t at = i % 64;
                size_t id_at = is_long ? i / 64 : (i * 23 + n) % 64;
                guidon_id *in = (guidon_id *)(void *)(ids.begin + id_at);
                guidon_id *out = (guidon_id *)(void *)(read_ids.begin + id_at);
                char *text = texts.begin + 64 + at;

                if (SANITIZED && at % 16 != n % 16) {
                    continue;
                }
                for (size_t lines = 0; lines < 2; lines++) {
                    size_t stride = lines ? LINES : GDN_HEX_LEN;
                    check_write(k, text, stride, in, n);
                    check_read(k, out, text, stride, in, n, n);
                }
            }
        }
    }
}

/* Writers do not touch the bytes between texts, and readers ignore them. */
static void test_every_stride(void **state)
{
    uint64_t seed = 2;
    (void)state;

    draw_bytes(ids.begin, MOST * sizeof(guidon_id), &seed);
    for (EACH_KERNEL(k)) {
        for (size_t stride = GDN_HEX_LEN; stride <= WIDE; stride++) {
            for (size_t n = 0; n <= 70; n += SANITIZED ? 7 : 1) {
                guidon_id *in = (guidon_id *)(void *)ids.begin;
                guidon_id *out = (guidon_id *)(void *)read_ids.begin;

                check_write(k, texts.begin + n, stride, in, n);
                check_read(k, out, texts.begin + n, stride, in, n, n);
            }
        }
    }
}

/* All memory ends before a page that must not be touched; then all memory
 * begins behind one. */
static void test_nothing_past_the_edges(void **state)
{
    static const size_t strides[] = {LINES, 36, 37, 38, 63, 64, 65, 100, 128};
    uint64_t seed = 3;
    (void)state;

    for (EACH_KERNEL(k)) {
        for (size_t i = 0; i < 2 * sizeof strides / sizeof strides[0]; i++) {
            for (size_t n = 0; n <= MOST; n += BRIEF ? 3 : 1) {
                size_t stride = strides[i / 2];
                size_t room = n * sizeof(guidon_id);
                bool last = i % 2;
                char *text =
                    last ? texts.end - size_of(stride, n) : texts.begin;
                void *in = last ? ids.end - room : ids.begin;
                void *out = last ? read_ids.end - room : read_ids.begin;

                draw_bytes(in, room, &seed);
                check_write(k, text, stride, in, n);
                check_read(k, out, text, stride, in, n, n);
                if (n == 1) {
                    size_t bad_at = 7;
                    mark(text, GDN_HEX_LEN);
                    k->format(text, in);
                    require(memcmp(text, wanted.begin + (text - texts.begin),
                                   GDN_HEX_LEN) == 0,
                            k, "writes one", n, stride, 0);
                    mark(out, room);
                    assert_int_equal(k->parse(out, text, &bad_at), GUIDON_OK);
                    assert_memory_equal(out, in, room);
                    assert_int_equal(bad_at, 7);
                }
            }
        }
    }
}

/* Read one text, right or wrong. */
static void check_one(kernel *k, const char *text)
{
    guidon_id want = marked_id();
    guidon_id got = marked_id();
    size_t want_at = 77;
    size_t got_at = 77;
    guidon_status status = gdn_hex_parse_scalar(&want, text, &want_at);

    require(k->parse(&got, text, &got_at) == status, k, "status", 1, 0,
            want_at);
    require(got_at == want_at, k, "bad_at", 1, 0, want_at);
    require(memcmp(&got, &want, sizeof got) == 0, k, "id", 1, 0, want_at);
    if (status != GUIDON_OK) {
        assert_int_equal(k->parse(&got, text, NULL), status);
        assert_true(is_marked(&got, sizeof got));
    }
}

/* Each byte value at each position of a text: in a single text, and in each
 * lane of a block. */
static void test_every_byte_at_every_place(void **state)
{
    uint64_t seed = 4;
    const size_t n = 33; /* two blocks of the widest kernel, and one text */
    guidon_id in[33];
    (void)state;

    for (EACH_KERNEL(k)) {
        draw_bytes(in, sizeof in, &seed);
        gdn_hex_format_lines_scalar(texts.begin, in, n);
        for (size_t at = 0; at < n * GDN_HEX_LINE; at++) {
            size_t bad = at / GDN_HEX_LINE;
            size_t offset = at % GDN_HEX_LINE;
            char *text = texts.begin + bad * GDN_HEX_LINE;
            char was = texts.begin[at];

            if (SANITIZED && bad % 16 != 0) {
                continue;
            }
            for (unsigned c = 0; c < 256; c++) {
                guidon_id id = in[bad];
                guidon_status status;
                bool right;

                texts.begin[at] = (char)c;
                status = gdn_hex_parse_scalar(&in[bad], text, NULL);
                right = status == GUIDON_OK && text[GDN_HEX_LEN] == '\n';
                if (offset < GDN_HEX_LEN) {
                    check_one(k, text);
                    check_read(k, (guidon_id *)(void *)read_ids.begin,
                               texts.begin, GDN_HEX_LINE, in,
                               status == GUIDON_OK ? n : bad, n);
                }
                check_read(k, (guidon_id *)(void *)read_ids.begin, texts.begin,
                           LINES, in, right ? n : bad, n);
                in[bad] = id;
            }
            texts.begin[at] = was;
        }
    }
}

/* Other positions may be wrong as well, and must not hide the first. */
static void test_the_first_of_two_wrong_records(void **state)
{
    static const size_t strides[] = {LINES, GDN_HEX_LEN, 40};
    uint64_t seed = 5;
    guidon_id in[70];
    (void)state;

    draw_bytes(in, sizeof in, &seed);
    for (EACH_KERNEL(k)) {
        for (size_t i = 0; i < 3 * 70 * (BRIEF ? 7 : 70); i++) {
            size_t stride = strides[i % 3];
            size_t step = stride_of(stride);
            size_t n = 1 + i / 3 % 70;
            size_t bad = (size_t)draw(&seed) % n;
            size_t also = bad + (size_t)draw(&seed) % (n - bad);

            write_with(scalar(), texts.begin, stride, in, n);
            texts.begin[bad * step + draw(&seed) % GDN_HEX_LEN] = 'g';
            texts.begin[also * step + draw(&seed) % GDN_HEX_LEN] = '@';
            check_read(k, (guidon_id *)(void *)read_ids.begin, texts.begin,
                       stride, in, bad, n);
        }
    }
}

/* Half of the texts have upper case. One in four has a byte replaced, half of
 * these by a byte that is right at most positions. */
static void spoil(char *text, uint64_t *seed)
{
    static const char common[] = "0123456789abcdefABCDEF-\n";
    uint64_t r = draw(seed);

    for (size_t i = 0; r % 2 && i < GDN_HEX_LEN; i++) {
        text[i] = (char)(text[i] >= 'a' ? text[i] - 'a' + 'A' : text[i]);
    }
    if (r >> 1 & 1 && r >> 2 & 1) {
        text[(r >> 8 & 0xffff) % GDN_HEX_LINE] =
            r >> 3 & 1 ? common[(r >> 24 & 0xffff) % (sizeof common - 1)]
                       : (char)(r >> 40);
    }
}

/* A batch of random ids, and a batch of random texts from which the wrong ones
 * are then removed one by one. */
static void check_random(kernel *k, uint64_t *seed)
{
    const size_t n = 1 + (size_t)(draw(seed) % 64);
    char *text = texts.begin + draw(seed) % 64;
    guidon_id *in = (guidon_id *)(void *)ids.begin;
    size_t from = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t halves[2] = {draw(seed), draw(seed)};
        memcpy(&in[i], halves, sizeof halves);
    }
    check_write(k, text, GDN_HEX_LEN, in, n);
    check_write(k, text, LINES, in, n);
    k->format(wanted.begin, &in[n - 1]);
    assert_memory_equal(wanted.begin, text + (n - 1) * GDN_HEX_LINE,
                        GDN_HEX_LEN);
    for (size_t i = 0; i < n; i++) {
        spoil(text + i * GDN_HEX_LINE, seed);
    }
    while (from < n) {
        guidon_id *out = (guidon_id *)(void *)read_ids.begin;
        size_t right = gdn_hex_parse_lines_scalar(
            in, text + from * GDN_HEX_LINE, n - from);
        check_read(k, out, text + from * GDN_HEX_LINE, LINES, in, right,
                   n - from);
        check_one(k, text + from * GDN_HEX_LINE);
        from += right + 1;
    }
}

static void test_random_texts(void **state)
{
    /* A batch has 32.5 ids on average. */
    const size_t batches = is_long ? 100000000 / 32 : SANITIZED ? 300 : 3000;
    (void)state;

    for (EACH_KERNEL(k)) {
        uint64_t seed = 6;
        for (size_t i = 0; i < batches; i++) {
            check_random(k, &seed);
        }
    }
}

/* So many ids that stores bypass the caches, to the beginning, middle and end
 * of a cache line. */
static void test_a_great_many(void **state)
{
    const size_t n = ((size_t)1 << 20) + 77;
    struct walled many_ids = walled_new(n * sizeof(guidon_id));
    struct walled out = walled_new(64 + n * GDN_HEX_LINE + 64);
    struct walled want = walled_new(n * GDN_HEX_LINE);
    guidon_id *in = (guidon_id *)(void *)many_ids.begin;
    (void)state;

    for (size_t i = 0; i < n; i++) {
        uint64_t seed = i;
        uint64_t halves[2] = {draw(&seed), draw(&seed)};
        memcpy(&in[i], halves, sizeof halves);
    }
    for (EACH_KERNEL(k)) {
        for (size_t i = 0; i < 6; i++) {
            size_t at =
                64 + (i / 2) * 31; /* bytes 0, 31 and 62 of a cache line */
            size_t stride = i % 2 ? GDN_HEX_LEN : LINES;
            size_t size = size_of(stride, n);

            mark(out.begin, 64 + size + 128);
            write_with(scalar(), want.begin, stride, in, n);
            write_with(k, out.begin + at, stride, in, n);
            require(memcmp(out.begin + at, want.begin, size) == 0 &&
                        is_marked(out.begin, at) &&
                        is_marked(out.begin + at + size, 2),
                    k, "writes a great many", n, stride, at);
        }
        for (size_t i = 0; i < 6; i++) { /* to the very end of the memory */
            size_t count = ((size_t)1 << 20) + (size_t[]){0, 15, 64}[i / 2];
            size_t stride = i % 2 ? GDN_HEX_LEN : LINES;
            size_t size = size_of(stride, count);

            write_with(scalar(), want.begin, stride, in, count);
            write_with(k, out.end - size, stride, in, count);
            require(memcmp(out.end - size, want.begin, size) == 0, k,
                    "writes a great many to the end", count, stride, 0);
        }
    }
}

/* The name of the row that the features call for, without the table. */
static const char *expected_name(void)
{
    unsigned features = gdn_cpu_features();

    return features & GDN_CPU_AVX512VBMI ? "avx512vbmi"
           : features & GDN_CPU_AVX2     ? "avx2"
           : features & GDN_CPU_SSE41    ? "sse41"
           : features & GDN_CPU_NEON     ? "neon"
                                         : "scalar";
}

#define TEXT "00112233-4455-6677-8899-aabbccddeeff"

/* Whichever call comes first finds the row and does its work. */
static void test_the_best_row_is_what_runs(void **state)
{
    kernel *at_first = *state;
    kernel *last = &gdn_hex_kernels[gdn_n_hex_kernels - 1];
    guidon_id id = {{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
                     0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}};

    assert_true(GDN_CPU_ALWAYS(last->needs));
    for (int call = 0; call < 6; call++) {
        char out[GDN_HEX_LINE] = TEXT "\n";
        guidon_id got = id;
        size_t done = 1;

        atomic_store(&gdn_hex_pick.row, at_first);
        mark(call % 2 ? (void *)&got : out, call % 2 ? sizeof got : 36);
        switch (call) {
        case 0:
            guidon_uuid_format(out, &id);
            break;
        case 1:
            assert_int_equal(guidon_uuid_parse(&got, out, 36, NULL), GUIDON_OK);
            break;
        case 2:
            assert_int_equal(guidon_uuid_format_many(out, 36, &id, 1),
                             GUIDON_OK);
            break;
        case 3:
            assert_int_equal(
                guidon_uuid_parse_many(&got, out, 36, 1, &done, NULL),
                GUIDON_OK);
            break;
        case 4:
            guidon_uuid_format_lines(out, &id, 1);
            break;
        default:
            assert_int_equal(
                guidon_uuid_parse_lines(&got, out, 37, 1, &done, NULL),
                GUIDON_OK);
        }
        assert_memory_equal(out, TEXT "\n", sizeof out);
        assert_memory_equal(&got, &id, sizeof got);
        assert_int_equal(done, 1);
        if (gdn_n_hex_kernels > 1) { /* a table of one row is not searched */
            assert_ptr_equal(atomic_load(&gdn_hex_pick.row), next_kernel(NULL));
            assert_ptr_equal(gdn_hex(), next_kernel(NULL));
        }
        assert_string_equal(gdn_hex_name(), expected_name());
    }
}

static int prepare(void **state)
{
    *state = (void *)(uintptr_t)gdn_picked(&gdn_hex_pick);
    setup_memory();
    for (size_t i = 0; i < gdn_n_hex_kernels; i++) {
        print_message("%s: %s\n", gdn_hex_kernels[i].name,
                      runs_here(&gdn_hex_kernels[i])
                          ? "tested"
                          : "skipped, not on this processor");
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_best_row_is_what_runs),
        cmocka_unit_test(test_every_count_at_every_alignment),
        cmocka_unit_test(test_every_stride),
        cmocka_unit_test(test_nothing_past_the_edges),
        cmocka_unit_test(test_every_byte_at_every_place),
        cmocka_unit_test(test_the_first_of_two_wrong_records),
        cmocka_unit_test(test_random_texts),
        cmocka_unit_test(test_a_great_many),
    };
    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("hex", tests, prepare, NULL);
}
