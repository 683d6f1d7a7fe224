/* SPDX-License-Identifier: MIT */
/*
 * test_text_kernels.c - compare every kernel of UUIDs and of ULIDs that this
 * processor can run, and the functions of <guidon/text.h>, with the scalar
 * kernel, and this one with a simple model
 *
 * test_text_kernels long   with 10^8 random texts for each row, and every
 *                          alignment of the ids with every alignment of texts
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "cpu/cpu.h"
#include "random.h"
#include "sanitized.h"
#include "text/base32.h"
#include "text/hex.h"
#include "text_oracle.h"
#include "walls.h"

#define MOST   200 /* ids; every count up to it */
#define WIDEST 128 /* stride */
#define EDGE   64  /* bytes before and behind that must not change */

typedef const struct gdn_text_kernel kernel;

/* A form with kernels, and the functions of the library. */
struct codec {
    guidon_form form;
    size_t len;
    const char *letters; /* right at all offsets but those of dashes */
    kernel *table;
    const size_t *rows;
    struct gdn_text_kernel (*picked)(void);
    void (*pick)(kernel *functions);
    const char *(*chosen_name)(void);
    size_t (*bad_at)(const char *text);
    guidon_status (*format_many)(char *out, size_t stride, const guidon_id *in,
                                 size_t n);
    guidon_status (*parse_many)(guidon_id *out, const char *text, size_t stride,
                                size_t n, size_t *done, size_t *bad_at);
    kernel scalar, library;
};

static bool is_long;

/* ------------------------------------------------- the library as a kernel */

static void require_stop(size_t done, size_t n, guidon_status status,
                         size_t bad_at, guidon_status want, size_t want_at)
{
    assert_true(done <= n);
    assert_int_equal(status, done < n ? want : GUIDON_OK);
    assert_int_equal(bad_at, done < n ? want_at : 777);
}

#define LIBRARY(codec, length)                                                 \
  static guidon_status codec##_parse(guidon_id *out, const char *text,         \
                                     size_t *bad_at)                           \
  {                                                                            \
    return guidon_##codec##_parse(out, text, length, bad_at);                  \
  }                                                                            \
                                                                               \
  static void codec##_format_many(char *out, size_t stride,                    \
                                  const guidon_id *in, size_t n)               \
  {                                                                            \
    assert_int_equal(guidon_##codec##_format_many(out, stride, in, n),         \
                     GUIDON_OK);                                               \
  }                                                                            \
                                                                               \
  static size_t codec##_parse_many(guidon_id *out, const char *text,           \
                                   size_t stride, size_t n)                    \
  {                                                                            \
    size_t done = 777, bad_at = 777, want_at = 777;                            \
    guidon_id id;                                                              \
    guidon_status status =                                                     \
        guidon_##codec##_parse_many(out, text, stride, n, &done, &bad_at);     \
    guidon_status want =                                                       \
        done < n ? codec##_parse(&id, text + done * stride, &want_at)          \
                 : GUIDON_OK;                                                  \
                                                                               \
    require_stop(done, n, status, bad_at, want, want_at);                      \
    if (done < n) {                                                            \
      assert_int_equal(                                                        \
          guidon_##codec##_parse_many(out, text, stride, n, &done, NULL),      \
          status);                                                             \
    }                                                                          \
    return done;                                                               \
  }                                                                            \
                                                                               \
  static size_t codec##_parse_lines(guidon_id *out, const char *text,          \
                                    size_t n)                                  \
  {                                                                            \
    size_t done = 777, bad_at = 777, want_at = length;                         \
    guidon_id id;                                                              \
    guidon_status status = guidon_##codec##_parse_lines(                       \
        out, text, n * (length + 1), n, &done, &bad_at);                       \
    guidon_status want =                                                       \
        done < n ? codec##_parse(&id, text + done * (length + 1), &want_at)    \
                 : GUIDON_OK;                                                  \
                                                                               \
    want = want == GUIDON_OK ? GUIDON_E_CHAR : want; /* no newline */          \
    require_stop(done, n, status, bad_at, want, done *(length + 1) + want_at); \
    if (done < n) {                                                            \
      assert_int_equal(guidon_##codec##_parse_lines(                           \
                           out, text, n *(length + 1), n, &done, NULL),        \
                       status);                                                \
    }                                                                          \
    return done;                                                               \
  }

LIBRARY(uuid, 36)
LIBRARY(ulid, 26)

#define LIBRARY_ROW(codec)                                                     \
  {                                                                            \
    "the library", 0, guidon_##codec##_format, codec##_parse,                  \
        codec##_format_many, codec##_parse_many,                               \
        guidon_##codec##_format_lines, codec##_parse_lines                     \
  }

/* The functions that are picked now, and others in their place. */
#define PICKED(codec)                                                          \
  static struct gdn_text_kernel codec##_picked(void)                           \
  {                                                                            \
    return (struct gdn_text_kernel){                                           \
        .format = atomic_load(&gdn_##codec##_format_picked),                   \
        .parse = atomic_load(&gdn_##codec##_parse_picked),                     \
        .format_many = atomic_load(&gdn_##codec##_format_many_picked),         \
        .parse_many = atomic_load(&gdn_##codec##_parse_many_picked),           \
        .format_lines = atomic_load(&gdn_##codec##_format_lines_picked),       \
        .parse_lines = atomic_load(&gdn_##codec##_parse_lines_picked),         \
    };                                                                         \
  }                                                                            \
  static void codec##_pick(kernel *k)                                          \
  {                                                                            \
    atomic_store(&gdn_##codec##_format_picked, k->format);                     \
    atomic_store(&gdn_##codec##_parse_picked, k->parse);                       \
    atomic_store(&gdn_##codec##_format_many_picked, k->format_many);           \
    atomic_store(&gdn_##codec##_parse_many_picked, k->parse_many);             \
    atomic_store(&gdn_##codec##_format_lines_picked, k->format_lines);         \
    atomic_store(&gdn_##codec##_parse_lines_picked, k->parse_lines);           \
  }

PICKED(hex)
PICKED(base32)

static const struct codec codecs[] = {
    {GUIDON_FORM_UUID, 36, "0123456789abcdefABCDEF", gdn_hex_kernels,
     &gdn_n_hex_kernels, hex_picked, hex_pick, gdn_hex_name, gdn_hex_bad_at,
     guidon_uuid_format_many, guidon_uuid_parse_many,
     GDN_TEXT_ROW(hex, scalar, 0), LIBRARY_ROW(uuid)},
    {GUIDON_FORM_ULID, 26,
     "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz",
     gdn_base32_kernels, &gdn_n_base32_kernels, base32_picked, base32_pick,
     gdn_base32_name, gdn_base32_bad_at, guidon_ulid_format_many,
     guidon_ulid_parse_many, GDN_TEXT_ROW(base32, scalar, 0),
     LIBRARY_ROW(ulid)},
};

/* ---------------------------------------------------------- rows and places */

static bool runs_here(kernel *k)
{
    return (k->needs & gdn_cpu_features()) == k->needs;
}

/* The kernel of the table that runs here, from `k` on; NULL behind the last. */
static kernel *runs_from(const struct codec *codec, kernel *k)
{
    kernel *end = codec->table + *codec->rows;

    while (k < end && !runs_here(k)) {
        k++;
    }
    return k < end ? k : NULL;
}

/* What is tested: a row, and how its texts lie, one every `stride` bytes or as
 * lines. */
struct place {
    const struct codec *codec;
    kernel *row;
    size_t stride;
    bool lines;
};

static struct place at_row(const struct codec *codec, kernel *row)
{
    return (struct place){codec, row, codec->len, false};
}

static struct place first_row(const struct codec *codec)
{
    return at_row(codec, runs_from(codec, codec->table));
}

/* The next row of a codec, the library behind all; then the next codec. */
static struct place next_row(const struct place *place)
{
    const struct codec *codec = place->codec;
    kernel *next;

    if (place->row == &codec->library) {
        return codec == codecs ? first_row(codec + 1) : (struct place){0};
    }
    next = runs_from(codec, place->row + 1);
    return at_row(codec, next ? next : &codec->library);
}

#define EACH_ROW(place)                                                        \
  struct place place = first_row(codecs);                                      \
  place.row;                                                                   \
  place = next_row(&place)

/* Texts without gaps, lines, and texts as far apart as lines. */
enum { LAYOUTS = 3 };

static void lay_out(struct place *place, size_t layout)
{
    place->stride = place->codec->len + (layout > 0);
    place->lines = layout == 1;
}

/* From the first byte of the first record to the last byte of the last. */
static size_t span(const struct place *place, size_t n)
{
    return n ? (n - 1) * place->stride + place->codec->len + place->lines : 0;
}

static void write_by(kernel *row, const struct place *place, char *out,
                     const guidon_id *in, size_t n)
{
    if (place->lines) {
        row->format_lines(out, in, n);
    } else {
        row->format_many(out, place->stride, in, n);
    }
}

static size_t read_by(kernel *row, const struct place *place, guidon_id *out,
                      const char *text, size_t n)
{
    return place->lines ? row->parse_lines(out, text, n)
                        : row->parse_many(out, text, place->stride, n);
}

/* Print the row and the case before the test fails. */
static void require(bool holds, const struct place *place, const char *what,
                    size_t n, const void *at)
{
    if (!holds) {
        fail_msg("%s of %s: %s, n %zu, %s every %zu, at %zu", place->row->name,
                 guidon_form_name(place->codec->form), what, n,
                 place->lines ? "lines" : "texts", place->stride,
                 (size_t)((uintptr_t)at % 64));
    }
}

/* Memory with a guard on both sides. */
static struct walled id_memory, text_memory, want_memory;
static guidon_id pool[MOST];

static size_t at_most(size_t n, ptrdiff_t space)
{
    return (size_t)space < n ? (size_t)space : n;
}

/* Write the first ids of the pool from `in` to `out`. No byte between the texts
 * changes, nor those before and behind them that are in the memory. */
static void check_write(const struct place *place, char *out, guidon_id *in,
                        size_t n)
{
    size_t size = span(place, n);
    size_t before = at_most(EDGE, out - text_memory.begin);
    size_t all = before + size + at_most(EDGE, text_memory.end - (out + size));
    char *want = want_memory.begin + EDGE;

    memcpy(in, pool, n * sizeof *in);
    mark(out - before, all);
    mark(want - before, all);
    write_by(&place->codec->scalar, place, want, pool, n);
    write_by(place->row, place, out, in, n);
    require(memcmp(out - before, want - before, all) == 0, place, "writes", n,
            out);
}

/* Read n records, of which the first `right` are right and the next is not.
 * They have the first ids of the pool. No other id is written. */
static void check_read(const struct place *place, guidon_id *out,
                       const char *text, size_t right, size_t n)
{
    char *begin = (char *)out;
    char *end = (char *)(out + n);
    size_t before = at_most(EDGE, begin - id_memory.begin);
    size_t after = at_most(EDGE, id_memory.end - end);

    mark(begin - before, before + (size_t)(end - begin) + after);
    require(read_by(place->row, place, out, text, n) == right, place, "reads",
            n, text);
    require(memcmp(out, pool, right * sizeof *out) == 0, place, "ids", n, text);
    require(is_marked(begin - before, before) &&
                is_marked(out + right, (n - right) * sizeof *out + after),
            place, "ids past the wrong one", n, text);
}

static void check_both(const struct place *place, guidon_id *ids, char *text,
                       size_t n)
{
    check_write(place, text, ids, n);
    check_read(place, ids, text, n, n);
}

/* Read one text, right or wrong, as the scalar kernel does. */
static void check_one(const struct place *place, const char *text)
{
    guidon_id want = marked_id();
    guidon_id got = marked_id();
    size_t want_at = 77;
    size_t got_at = 77;
    guidon_status status = place->codec->scalar.parse(&want, text, &want_at);

    require(place->row->parse(&got, text, &got_at) == status &&
                got_at == want_at && same_id(&got, &want),
            place, "reads one", want_at, text);
    if (status != GUIDON_OK) {
        assert_int_equal(place->row->parse(&got, text, NULL), status);
        assert_true(is_marked(&got, sizeof got));
    }
}

static void check_format(const struct place *place, const guidon_id *id)
{
    char want[GUIDON_TEXT_MAX], got[GUIDON_TEXT_MAX];

    mark(want, sizeof want);
    mark(got, sizeof got);
    place->codec->scalar.format(want + 1, id);
    place->row->format(got + 1, id);
    require(memcmp(got, want, sizeof got) == 0, place, "writes one", 1, got);
}

/* -------------------------------------------------------- the scalar kernel */

static bool is_dash(const struct codec *codec, size_t i)
{
    return codec->len == 36 && (i == 8 || i == 13 || i == 18 || i == 23);
}

static size_t first_wrong(const struct codec *codec, const char *text)
{
    size_t i = 0;

    while (i < codec->len &&
           (is_dash(codec, i) ? text[i] == '-'
                              : text[i] && strchr(codec->letters, text[i]))) {
        i++;
    }
    return i;
}

static void check_scalar(const struct codec *codec, const char *text)
{
    size_t wrong = first_wrong(codec, text);
    bool large = codec->form == GUIDON_FORM_ULID && text[0] > '7';
    guidon_id id = marked_id();
    size_t bad_at = 77;
    guidon_status status = codec->scalar.parse(&id, text, &bad_at);

    assert_int_equal(codec->bad_at(text), wrong);
    if (wrong < codec->len || large) {
        assert_int_equal(status,
                         wrong < codec->len ? GUIDON_E_CHAR : GUIDON_E_RANGE);
        assert_int_equal(bad_at, wrong < codec->len ? wrong : 0);
    } else {
        char want[GUIDON_TEXT_MAX], got[GUIDON_TEXT_MAX];

        assert_int_equal(status, GUIDON_OK);
        assert_int_equal(bad_at, 77);
        oracle_write(want, &id, codec->form);
        codec->scalar.format(got, &id);
        assert_memory_equal(got, want, codec->len);
        memcpy(got, text, codec->len);
        in_case(got, codec->len, tolower);
        in_case(want, codec->len, tolower);
        assert_memory_equal(got, want, codec->len);
    }
}

static void test_the_scalar_kernel_is_the_simple_model(void **unused)
{
    uint64_t seed = 7;

    (void)unused;
    for (size_t c = 0; c < 2; c++) {
        const struct codec *codec = &codecs[c];

        for (size_t n = 0; n < 40; n++) {
            char text[GUIDON_TEXT_MAX];
            guidon_id id = random_id(&seed);

            oracle_write(text, &id, codec->form);
            check_scalar(codec, text);
            for (size_t at = 0; at < codec->len * 256; at++) {
                char was = text[at / 256];

                text[at / 256] = (char)at;
                check_scalar(codec, text);
                text[at / 256] = was;
            }
        }
    }
}

/* ---------------------------------------------------------------- which one */

/* The name of the row that the features call for, without the table. A row
 * that is out of order or needs too much would leave a better row unused. */
static const char *name_due(void)
{
    unsigned features = gdn_cpu_features();

    return features & GDN_CPU_AVX512VBMI ? "avx512vbmi"
           : features & GDN_CPU_AVX2     ? "avx2"
           : features & GDN_CPU_SSE41    ? "sse41"
           : features & GDN_CPU_NEON     ? "neon"
                                         : "scalar";
}

/* What stands for the functions of each codec until the first call. */
static struct gdn_text_kernel at_first[2];

/* The functions of `best` for a call of call_first, the rest as at first. */
static struct gdn_text_kernel picked_by(int call, kernel *first, kernel *best)
{
    struct gdn_text_kernel want = *first;

    switch (call) {
    case 0:
        want.format = best->format;
        break;
    case 1:
        want.format_many = best->format_many;
        break;
    case 2:
        want.format_lines = best->format_lines;
        break;
    case 3:
        want.parse = best->parse;
        break;
    case 4:
        want.parse_many = best->parse_many;
        break;
    default:
        want.parse_lines = best->parse_lines;
    }
    return want;
}

static bool same_functions(kernel *a, kernel *b)
{
    return a->format == b->format && a->parse == b->parse &&
           a->format_many == b->format_many && a->parse_many == b->parse_many &&
           a->format_lines == b->format_lines &&
           a->parse_lines == b->parse_lines;
}

static void call_first(const struct codec *codec, int call)
{
    kernel *library = &codec->library;
    char want[GUIDON_TEXT_MAX], text[GUIDON_TEXT_MAX];
    guidon_id id = pool[0];

    oracle_write(want, &pool[0], codec->form);
    want[codec->len] = '\n';
    memcpy(text, want, sizeof text);
    mark(call < 3 ? text : (void *)&id, call < 3 ? codec->len : sizeof id);
    switch (call) {
    case 0:
        library->format(text, &id);
        break;
    case 1:
        library->format_many(text, codec->len, &id, 1);
        break;
    case 2:
        library->format_lines(text, &id, 1);
        break;
    case 3:
        assert_int_equal(library->parse(&id, text, NULL), GUIDON_OK);
        break;
    case 4:
        assert_int_equal(library->parse_many(&id, text, codec->len, 1), 1);
        break;
    default:
        assert_int_equal(library->parse_lines(&id, text, 1), 1);
    }
    assert_memory_equal(text, want, codec->len + 1);
    assert_id_equal(id, pool[0]);
}

/* Each operation's first call finds its function in the row of this processor, finds
 * no other function, and does its work. A library that is built for size reads lines
 * one text after another. */
static void test_each_call_may_be_the_first(void **unused)
{
    (void)unused;
    for (size_t c = 0; c < 2; c++) {
        const struct codec *codec = &codecs[c];
        kernel *best = runs_from(codec, codec->table);

        assert_true(GDN_CPU_ALWAYS(codec->table[*codec->rows - 1].needs));
        for (int call = 0; call < 6; call++) {
            struct gdn_text_kernel want = picked_by(call, &at_first[c], best);
            struct gdn_text_kernel of_size = picked_by(3, &at_first[c], best);
            struct gdn_text_kernel now;

            codec->pick(&at_first[c]);
            call_first(codec, call);
            now = codec->picked();
            if (*codec->rows > 1) { /* else nothing is picked */
                assert_true(same_functions(&now, &want) ||
                            (call == 5 && same_functions(&now, &of_size)));
            }
            assert_string_equal(codec->chosen_name(), name_due());
        }
    }
}

/* ---------------------------------------------------------- texts and places */

static guidon_id *ids_at(size_t offset)
{
    return (guidon_id *)(void *)(id_memory.begin + offset);
}

/* Each bit set alone, and cleared alone: finds wrong shifts and masks that
 * random ids hide. */
static void test_every_bit_alone(void **unused)
{
    (void)unused;
    for (EACH_ROW(place)) {
        for (unsigned bit = 0; bit < 256; bit++) {
            char text[GUIDON_TEXT_MAX];
            guidon_id id;

            memset(&id, bit < 128 ? 0 : 0xff, sizeof id);
            id.bytes[bit / 8 % 16] ^= (unsigned char)(1u << bit % 8);
            check_format(&place, &id);
            place.codec->scalar.format(text, &id);
            check_one(&place, text);
        }
    }
}

static void test_every_count_at_every_alignment(void **unused)
{
    (void)unused;
    for (EACH_ROW(place)) {
        for (size_t i = 0; i < (MOST + 1) * (is_long ? 4096 : 64); i++) {
            size_t n = i % (MOST + 1);
            size_t at = i / (MOST + 1) % 64;
            size_t id_at = is_long ? i / (MOST + 1) / 64 : (at * 23 + n) % 64;

            for (size_t l = 0; l < 2; l++) {
                if (!SANITIZED || at % 16 == n % 16) {
                    lay_out(&place, l);
                    check_both(&place, ids_at(EDGE + id_at),
                               text_memory.begin + EDGE + at, n);
                }
            }
        }
    }
}

/* Writers do not touch the bytes between texts, and readers ignore them. */
static void test_every_stride(void **unused)
{
    (void)unused;
    for (EACH_ROW(place)) {
        for (; place.stride <= WIDEST; place.stride++) {
            for (size_t n = 0; n <= 70; n += SANITIZED ? 7 : 1) {
                check_both(&place, ids_at(n % 16), text_memory.begin + n, n);
            }
            check_both(&place, ids_at(0), text_memory.begin, MOST);
        }
    }
}

/* Ids and texts behind a page that must not be touched, or before one. */
static void test_nothing_past_the_edges(void **unused)
{
    static const size_t strides[] = {0, 0, 0, 38, 63, 64, 65, 100, WIDEST};

    (void)unused;
    for (EACH_ROW(place)) {
        for (size_t i = 0; i < 4 * sizeof strides / sizeof strides[0]; i++) {
            lay_out(&place, i / 4);
            place.stride = strides[i / 4] ? strides[i / 4] : place.stride;
            for (size_t n = 0; n <= MOST; n += BRIEF ? 3 : 1) {
                char *text = i & 1 ? text_memory.end - span(&place, n)
                                   : text_memory.begin;
                char *ids = i & 2 ? id_memory.end - n * sizeof(guidon_id)
                                  : id_memory.begin;
                guidon_id *in = (guidon_id *)(void *)ids;

                check_both(&place, in, text, n);
                if (n == 1 && !place.lines) {
                    mark(text, place.codec->len);
                    place.row->format(text, in);
                    check_read(&place, in, text, 1, 1);
                    *in = marked_id();
                    assert_int_equal(place.row->parse(in, text, NULL),
                                     GUIDON_OK);
                    assert_id_equal(*in, pool[0]);
                }
            }
        }
    }
}

/* Texts at the ends of pages, with pages between them that must not be
 * touched. */
static void test_nothing_between_texts_is_touched(void **unused)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t n = 37;
    struct walled memory = walled_new(2 * n * page);

    (void)unused;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(
            mprotect(memory.begin + (2 * i + 1) * page, page, PROT_NONE), 0);
    }
    for (EACH_ROW(place)) {
        place.stride = 2 * page;
        for (int last = 0; last < 2; last++) {
            char *text = memory.begin + (last ? page - place.codec->len : 0);
            char want[GUIDON_TEXT_MAX];

            place.row->format_many(text, place.stride, pool, n);
            for (size_t i = 0; i < n; i++) {
                place.codec->scalar.format(want, &pool[i]);
                assert_memory_equal(text + i * place.stride, want,
                                    place.codec->len);
            }
            check_read(&place, ids_at(0), text, n, n);
        }
    }
}

/* A few texts that are far apart are not a large batch. */
static void test_few_texts_far_apart(void **unused)
{
    const size_t stride = (size_t)9 << 20;
    struct walled memory = walled_new(3 * stride);

    (void)unused;
    for (EACH_ROW(place)) {
        place.stride = stride;
        for (size_t i = 0; i < 12; i++) {
            size_t n = 1 + i % 3;
            char *text = memory.end - span(&place, n);

            write_by(place.row, &place, text, pool, n);
            check_read(&place, ids_at(i / 3 * sizeof(guidon_id)), text, n, n);
        }
    }
}

/* ------------------------------------------------------------- wrong records */

/* Each byte value at each offset of a line: in a text alone, and in each lane
 * of a block. */
static void test_every_byte_at_every_place(void **unused)
{
    enum { N = 33 }; /* two blocks of the widest kernel, and one text */

    (void)unused;
    for (EACH_ROW(place)) {
        const size_t len = place.codec->len;
        char *lines = text_memory.begin;

        place.codec->scalar.format_lines(lines, pool, N);
        for (size_t at = 0; at < N * (len + 1); at++) {
            size_t bad = at / (len + 1);
            char *text = lines + bad * (len + 1);
            guidon_id id = pool[bad];
            char was = lines[at];

            for (unsigned c = 0; c < 256 && (!SANITIZED || bad % 16 == 0);
                 c++) {
                lines[at] = (char)c;
                bool right = place.codec->scalar.parse(&pool[bad], text,
                                                       NULL) == GUIDON_OK;
                check_one(&place, text);
                lay_out(&place, 2);
                check_read(&place, ids_at(0), lines, right ? N : bad, N);
                lay_out(&place, 1);
                check_read(&place, ids_at(0), lines,
                           right && text[len] == '\n' ? N : bad, N);
                pool[bad] = id;
            }
            lines[at] = was;
        }
    }
}

/* Of n right records, which want_memory has, one gets a wrong character at an
 * offset, or a number that is too large. Records after it are wrong too. */
static void check_stop(const struct place *place, size_t n, size_t bad,
                       size_t at)
{
    static const char wrong[] = {'U', '\0', '\xb0', '@', '[',  '`',
                                 '{', '/',  ':',    'i', '\r', '\n'};
    const size_t len = place->codec->len;
    char *text = text_memory.end - span(place, n);
    char *record = text + bad * place->stride;
    char *out = id_memory.end - n * sizeof(guidon_id);

    memcpy(text, want_memory.begin, span(place, n));
    if (at <= len) {
        record[at] = wrong[(bad + at) % (sizeof wrong - (at == len))];
    } else { /* 2^128 or more */
        record[0] = place->codec->form == GUIDON_FORM_ULID ? '8' : 'x';
    }
    if (place->lines && bad % 2 == 1) {
        record[len] = 'x'; /* which is told after the text */
    }
    for (size_t i = bad + 1; i < n; i += 3) {
        text[i * place->stride + i % len] = '!';
    }
    check_read(place, (guidon_id *)(void *)out, text, bad, n);
}

static void test_the_first_bad_record_is_told(void **unused)
{
    const size_t most = is_long ? 120 : SANITIZED ? 21 : 40;

    (void)unused;
    for (EACH_ROW(place)) {
        for (size_t l = 0; l < LAYOUTS; l++) {
            lay_out(&place, l);
            for (size_t n = 1; n <= most; n++) {
                write_by(&place.codec->scalar, &place, want_memory.begin, pool,
                         n);
                for (size_t bad = 0; bad < n; bad++) {
                    for (size_t at = 0; at <= place.codec->len + 1; at++) {
                        if (place.lines || at != place.codec->len) {
                            check_stop(&place, n, bad, at);
                        }
                    }
                }
            }
        }
    }
}

/* Letters change their case. One text in four has a byte replaced, half of
 * these by a byte that is right at most offsets. */
static void spoil(const struct codec *codec, char *text, uint64_t *seed)
{
    uint64_t r = draw(seed);
    uint64_t cases = draw(seed);

    for (size_t i = 0; i < codec->len; i++) {
        text[i] ^=
            (char)(cases >> i & 1 && isalpha((unsigned char)text[i]) ? 32 : 0);
    }
    if (r % 4 == 0) {
        text[(r >> 8 & 0xffff) % (codec->len + 1)] =
            r >> 3 & 1
                ? codec->letters[(r >> 24 & 0xffff) % strlen(codec->letters)]
                : (char)(r >> 40);
    }
}

/* A batch of random ids, and a batch of random texts from which the wrong ones
 * are then removed one by one. */
static void check_random(struct place *place, uint64_t *seed)
{
    const size_t n = 1 + (size_t)(draw(seed) % 64);
    const size_t line = place->codec->len + 1;
    char *text = text_memory.begin + draw(seed) % 64;
    guidon_id *ids = ids_at(0);

    for (size_t i = 0; i < n; i++) {
        uint64_t halves[2] = {draw(seed), draw(seed)};
        memcpy(&pool[i], halves, sizeof halves);
    }
    lay_out(place, 0);
    check_write(place, text, ids, n);
    lay_out(place, 1);
    check_write(place, text, ids, n);
    check_format(place, &pool[n - 1]);
    for (size_t i = 0; i < n; i++) {
        spoil(place->codec, text + i * line, seed);
    }
    for (size_t from = 0; from < n;) {
        size_t right = place->codec->scalar.parse_lines(
            pool, text + from * line, n - from);
        check_read(place, ids, text + from * line, right, n - from);
        check_one(place, text + from * line);
        from += right + 1;
    }
}

static void test_random_texts(void **unused)
{
    /* A batch has 32.5 ids on average. */
    const size_t batches = is_long ? 100000000 / 32 : SANITIZED ? 300 : 3000;

    (void)unused;
    for (EACH_ROW(place)) {
        uint64_t seed = 6;
        for (size_t i = 0; i < batches; i++) {
            check_random(&place, &seed);
        }
    }
}

/* ----------------------------------------------------------- a great many ids */

/* Read n texts, and then with a wrong one among the last, in the middle and
 * among the first, at each offset of ids in a cache line. */
static void check_large(const struct place *place, guidon_id *back, char *text,
                        const guidon_id *ids, size_t n)
{
    const size_t bads[] = {n, n - 1, n - 17, n / 2, 18, 3, 2, 1, 0};

    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        guidon_id *out = back + i % 4;
        size_t bad = bads[i];

        mark(back, (n + 4) * sizeof *back);
        if (bad < n) {
            text[bad * place->stride + 25] = 'U';
        }
        require(read_by(place->row, place, out, text, n) == bad &&
                    memcmp(out, ids, bad * sizeof *out) == 0 &&
                    is_marked(back, i % 4 * sizeof *back) &&
                    is_marked(out + bad, (n + 4 - i % 4 - bad) * sizeof *out),
                place, "reads a great many", bad, text);
    }
}

/* So many ids that stores bypass the caches (GDN_HEX_STREAM ids, 8 MiB of
 * ULIDs), to the beginning, middle and end of a cache line, and to the very end
 * of the memory. */
static void test_a_great_many(void **unused)
{
    const size_t most = ((size_t)1 << 20) + 77;
    struct walled out = walled_new(most * 37 + 3 * EDGE);
    char *want = malloc(most * 37);
    guidon_id *ids = malloc(most * sizeof *ids);
    guidon_id *back = malloc((most + 4) * sizeof *ids);
    uint64_t seed = 8;

    (void)unused;
    assert_true(ids && back && want);
    for (size_t i = 0; i < most; i++) {
        uint64_t halves[2] = {draw(&seed), draw(&seed)};
        memcpy(&ids[i], halves, sizeof halves);
    }
    for (EACH_ROW(place)) {
        for (size_t i = 0; i < 2 * 6; i++) {
            bool last = i / 2 % 2;
            size_t n =
                place.codec->len == 36 ? most : ((size_t)8 << 20) / 26 + 77;
            n -= last ? i / 4 * 29 : 0;
            lay_out(&place, i % 2);
            size_t size = span(&place, n);
            char *text = last ? out.end - size : out.begin + EDGE + i / 4 * 31;

            write_by(&place.codec->scalar, &place, want, ids, n);
            mark(out.begin, (size_t)(out.end - out.begin));
            write_by(place.row, &place, text, ids, n);
            require(memcmp(text, want, size) == 0 &&
                        is_marked(text - EDGE, EDGE) &&
                        (last || is_marked(text + size, EDGE)),
                    &place, "writes a great many", n, text);
            if (i / 2 == 2 && !SANITIZED) {
                check_large(&place, back, text, ids, n);
            }
        }
    }
    free(ids);
    free(back);
    free(want);
}

/* ------------------------------------------------------- the library's checks */

static void test_a_stride_too_small_does_nothing(void **unused)
{
    char text[80];
    guidon_id ids[2];

    (void)unused;
    for (size_t i = 0; i < 3 * 2 * 36; i++) {
        const struct codec *codec = &codecs[i % 2];
        size_t stride = i / 6;
        size_t n = i / 2 % 3;
        size_t done = 777, bad_at = 777;

        if (stride >= codec->len) {
            continue;
        }
        mark(text, sizeof text);
        mark(ids, sizeof ids);
        assert_int_equal(codec->format_many(text, stride, ids, n),
                         GUIDON_E_ARGUMENT);
        assert_true(is_marked(text, sizeof text));
        memset(text, '0', sizeof text);
        assert_int_equal(
            codec->parse_many(ids, text, stride, n, &done, &bad_at),
            GUIDON_E_ARGUMENT);
        assert_true(done == 0 && bad_at == 0);
        assert_int_equal(codec->parse_many(ids, text, stride, n, &done, NULL),
                         GUIDON_E_ARGUMENT);
        assert_true(is_marked(ids, sizeof ids));
    }
}

/* For no ids the pointers may be NULL. */
static void test_none_at_all(void **unused)
{
    (void)unused;
    for (size_t c = 0; c < 2; c++) {
        kernel *library = &codecs[c].library;

        library->format_many(NULL, codecs[c].len, NULL, 0);
        library->format_lines(NULL, NULL, 0);
        assert_int_equal(library->parse_many(NULL, NULL, codecs[c].len, 0), 0);
        assert_int_equal(library->parse_lines(NULL, NULL, 0), 0);
    }
}

static int prepare(void **unused)
{
    uint64_t seed = 26;

    (void)unused;
    id_memory = walled_new(MOST * sizeof(guidon_id) + 3 * EDGE);
    text_memory = walled_new(MOST * WIDEST + 3 * EDGE);
    want_memory = walled_new(MOST * WIDEST + 3 * EDGE);
    for (size_t i = 0; i < MOST; i++) {
        pool[i] = i == 1   ? guidon_max()
                  : i == 2 ? guidon_nil()
                           : draw_id(&seed);
    }
    for (size_t c = 0; c < 2; c++) {
        at_first[c] = codecs[c].picked();
        for (size_t i = 0; i < *codecs[c].rows; i++) {
            print_message("%s of %s: %s\n", codecs[c].table[i].name,
                          guidon_form_name(codecs[c].form),
                          runs_here(&codecs[c].table[i])
                              ? "tested"
                              : "skipped, not on this processor");
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_call_may_be_the_first),
        cmocka_unit_test(test_the_scalar_kernel_is_the_simple_model),
        cmocka_unit_test(test_every_bit_alone),
        cmocka_unit_test(test_every_count_at_every_alignment),
        cmocka_unit_test(test_every_stride),
        cmocka_unit_test(test_nothing_past_the_edges),
        cmocka_unit_test(test_nothing_between_texts_is_touched),
        cmocka_unit_test(test_few_texts_far_apart),
        cmocka_unit_test(test_every_byte_at_every_place),
        cmocka_unit_test(test_the_first_bad_record_is_told),
        cmocka_unit_test(test_a_great_many),
        cmocka_unit_test(test_a_stride_too_small_does_nothing),
        cmocka_unit_test(test_none_at_all),
        cmocka_unit_test(test_random_texts),
    };

    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("text_kernels", tests, prepare, NULL);
}
