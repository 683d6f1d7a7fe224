/* SPDX-License-Identifier: MIT */
/*
 * base32_avx512vbmi.c - ids to Crockford's base 32 and back with AVX-512 VBMI
 *
 * Needs   AVX-512 F, BW, DQ, VL and VBMI, and OS-saved ZMM state;
 *         src/cpu/x86.c checks all.
 * Shapes  an id is 16 bytes, a text 26 chars, no NUL, any alignment.
 * Bounds  reads and writes touch exactly those bytes: masks exclude all others.
 * Idea    Writing: for each eight letters, VPERMB collects the eight bytes that
 *         contain them, VPMULTISHIFTQB shifts the values out of these bytes,
 *         and VPERMB turns values into letters. Texts without gaps are one
 *         stream of whole vectors, see "stream" below. Reading: a register has
 *         two ids. VPERMI2B turns letters into values, two multiplications and
 *         a shift join eight values to a number, and VPMULTISHIFTQB and
 *         VPERMI2B take the bytes from these numbers.
 * Reference base32_scalar.c; test_text_kernels.c compares them.
 */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "base32.h"

#  include <immintrin.h>
#  include <stdint.h>

#  define TARGET                                                               \
    __attribute__((                                                            \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2")))

/* A batch whose texts have this many bytes is written past the caches. It does
 * not fit into a second-level cache or into one core's share of a third-level
 * cache, so its next reader would not find it there. A streaming store also
 * need not read the line that it overwrites. */
#  define LARGE ((size_t)8 << 20)

/* The input of such a batch is prefetched this many bytes ahead, because the
 * processor's own prefetcher stops at the end of a page. */
#  define AHEAD 1024

/* Fewer ids than these are written faster one by one than as a stream, because
 * the ends of a stream need masked stores. */
#  define FEW 20

/* Periods of a stream that are written together. Within the caches, loads are
 * the bound, and periods share the loads of the tables. */
#  define TOGETHER 2

/* Move a pointer, also to before or behind its object. Only masked accesses and
 * prefetches use such a pointer. */
static inline const char *base32_moved(const void *from, intptr_t by)
{
    return (const char *)((uintptr_t)from + (uintptr_t)by);
}

static inline void base32_prefetch(const void *from)
{
    _mm_prefetch(base32_moved(from, AHEAD), _MM_HINT_T0);
}

TARGET static inline __m512i base32_table(const void *from)
{
    return _mm512_load_si512(from);
}

/* ------------------------------------------------------------------ writing */

/*
 * The bits of the ids are counted from the first bit of the first byte, bit 0.
 * Letter l of id i ends at bit 128i + 5l + 2. It begins in byte
 * 16i + (5l - 2) / 8, rounded down.
 *
 * Eight letters in a row, of one id or two, lie within the eight bytes from the
 * byte of the first letter on. VPERMB puts the first of these bytes highest in
 * their quadword. So SHIFT, the distance from the last bit of a letter to the
 * last bit of the eight bytes, is the shift that brings the letter to bit 0.
 *
 * A mask then keeps five bits, or three for a first letter.
 */
#  define FIRST_BYTE(i, l)   (16 * (i) + (5 * (l) + 6) / 8 - 1)
#  define SHIFT(first, i, l) (8 * (first) + 63 - (128 * (i) + 5 * (l) + 2))
#  define KEEP(l)            ((l) == 0 ? 7 : (l) == GDN_BASE32_LEN ? 32 : 31)

/* ------------------------------------------------------------- writing: one */

/* A text is written as two vectors that overlap: letters 0 to 15 and 10 to 25.
 * Their quadwords begin with letters 0, 8, 10 and 18. */
#  define EACH_LETTER(of)                                                      \
    EACH_OF_8(of, 0), EACH_OF_8(of, 8), EACH_OF_8(of, 10), EACH_OF_8(of, 18)
#  define EACH_OF_8(of, l)                                                     \
    of(l, 0), of(l, 1), of(l, 2), of(l, 3), of(l, 4), of(l, 5), of(l, 6),      \
        of(l, 7)
#  define ONE_BYTE(l, t)  ((FIRST_BYTE(0, l) + 7 - (t)) & 15)
#  define ONE_SHIFT(l, t) SHIFT(FIRST_BYTE(0, l), 0, (l) + (t))
#  define ONE_KEEP(l, t)  KEEP((l) + (t))

static const _Alignas(32) unsigned char one_bytes[32] = {EACH_LETTER(ONE_BYTE)};
static const _Alignas(32) unsigned char one_shifts[32] = {
    EACH_LETTER(ONE_SHIFT)};
static const _Alignas(32) unsigned char one_keep[32] = {EACH_LETTER(ONE_KEEP)};

/* The letters by value. The value 32 is the end of a line. */
static const _Alignas(64) unsigned char letter_table[64] =
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ\n";

TARGET static inline __m256i half_table(const void *from)
{
    return _mm256_load_si256((const __m256i *)from);
}

TARGET static inline void base32_avx512vbmi_write_id(char out[26],
                                                     const guidon_id *id)
{
    __m256i x = _mm256_castsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)id->bytes));

    x = _mm256_permutexvar_epi8(half_table(one_bytes), x);
    x = _mm256_multishift_epi64_epi8(half_table(one_shifts), x);
    x = _mm256_and_si256(x, half_table(one_keep));
    x = _mm256_permutexvar_epi8(x, half_table(letter_table));
    _mm_storeu_si128((__m128i *)(void *)out, _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(void *)(out + 10),
                     _mm256_extracti128_si256(x, 1));
}

TARGET void gdn_base32_format_avx512vbmi(char out[26], const guidon_id *id)
{
    base32_avx512vbmi_write_id(out, id);
}

/* ---------------------------------------------------------- writing: stream */

/*
 * Records of s bytes without gaps, texts or lines, are a stream of characters.
 * At position p is letter p % s of id p / s. Vector f of the stream begins at
 * position 64f and has letters of at most the four ids from 64f / s on, which
 * are one load. The way to make a vector recurs when both 64 and s divide its
 * position. This period has 13 vectors (32 ids) if s is 26, and 27 vectors (64
 * ids) if s is 27. The vectors of a period are its phases.
 */
struct phase {
    _Alignas(64) unsigned char bytes[64];
    unsigned char shifts[64];
    unsigned char keep[64];
};

#  define FIRST_ID(s, p)   ((p) / 64 * 64 / (s))
#  define EIGHT_BYTE(s, p) FIRST_BYTE((p) / 8 * 8 / (s), (p) / 8 * 8 % (s))
#  define PHASE_BYTE(s, p)                                                     \
    ((EIGHT_BYTE(s, p) - 16 * FIRST_ID(s, p) + 7 - (p) % 8) & 63)
#  define PHASE_SHIFT(s, p) (SHIFT(EIGHT_BYTE(s, p), (p) / (s), (p) % (s)) & 63)
#  define PHASE_KEEP(s, p)  KEEP((p) % (s))

#  define EACH_8(of, s, p)                                                     \
    of(s, (p)), of(s, (p) + 1), of(s, (p) + 2), of(s, (p) + 3),                \
        of(s, (p) + 4), of(s, (p) + 5), of(s, (p) + 6), of(s, (p) + 7)
#  define EACH_64(of, s, p)                                                    \
    EACH_8(of, s, (p)), EACH_8(of, s, (p) + 8), EACH_8(of, s, (p) + 16),       \
        EACH_8(of, s, (p) + 24), EACH_8(of, s, (p) + 32),                      \
        EACH_8(of, s, (p) + 40), EACH_8(of, s, (p) + 48),                      \
        EACH_8(of, s, (p) + 56)
#  define PHASE(s, f)                                                          \
    {                                                                          \
      {EACH_64(PHASE_BYTE, s, 64 * (f))}, {EACH_64(PHASE_SHIFT, s, 64 * (f))}, \
      {                                                                        \
        EACH_64(PHASE_KEEP, s, 64 * (f))                                       \
      }                                                                        \
    }

static const struct phase text_phases[13] = {
    PHASE(26, 0),  PHASE(26, 1),  PHASE(26, 2), PHASE(26, 3), PHASE(26, 4),
    PHASE(26, 5),  PHASE(26, 6),  PHASE(26, 7), PHASE(26, 8), PHASE(26, 9),
    PHASE(26, 10), PHASE(26, 11), PHASE(26, 12)};

static const struct phase line_phases[27] = {
    PHASE(27, 0),  PHASE(27, 1),  PHASE(27, 2),  PHASE(27, 3),  PHASE(27, 4),
    PHASE(27, 5),  PHASE(27, 6),  PHASE(27, 7),  PHASE(27, 8),  PHASE(27, 9),
    PHASE(27, 10), PHASE(27, 11), PHASE(27, 12), PHASE(27, 13), PHASE(27, 14),
    PHASE(27, 15), PHASE(27, 16), PHASE(27, 17), PHASE(27, 18), PHASE(27, 19),
    PHASE(27, 20), PHASE(27, 21), PHASE(27, 22), PHASE(27, 23), PHASE(27, 24),
    PHASE(27, 25), PHASE(27, 26)};

/* A layout of a stream, which is a constant wherever its members are used. */
struct layout {
    const struct phase *phases;
    unsigned record; /* bytes */
    unsigned period; /* phases */
    unsigned ids;    /* in a period */
};
static const struct layout text_layout = {text_phases, 26, 13, 32};
static const struct layout line_layout = {line_phases, 27, 27, 64};

/* A position in a stream: the memory of a period, a phase of the period, and
 * the number of ids from the first id of the period on. */
struct place {
    char *out;
    const char *in;
    unsigned f;
    intptr_t ids;
};

TARGET static inline __m512i make_phase(__m512i ids, const struct phase *phase)
{
    __m512i x = _mm512_permutexvar_epi8(base32_table(phase->bytes), ids);

    x = _mm512_multishift_epi64_epi8(base32_table(phase->shifts), x);
    /* keep & (x | ~0x1f): the kept bits of x, and 32 if `keep` has it. */
    x = _mm512_ternarylogic_epi32(x, base32_table(phase->keep),
                                  _mm512_set1_epi8(0x1f), 0xc4);
    return _mm512_permutexvar_epi8(x, base32_table(letter_table));
}

TARGET static inline void base32_put(char *out, __m512i x, bool past_caches)
{
    if (past_caches) {
        _mm512_stream_si512((__m512i *)(void *)out, x);
    } else {
        _mm512_storeu_si512(out, x);
    }
}

/* The same phase, `periods` periods later. */
static inline struct place base32_later(struct place place, size_t periods,
                                        const struct layout *layout)
{
    place.out += periods * 64 * layout->period;
    place.in += periods * 16 * layout->ids;
    place.ids -= (intptr_t)(periods * layout->ids);
    return place;
}

/* Phase f of the period. f == period is the first phase of the next period. */
static inline struct place moved_to(struct place place, unsigned f,
                                    const struct layout *layout)
{
    place.f = f;
    if (f == layout->period) {
        place = base32_later(place, 1, layout);
        place.f = 0;
    }
    return place;
}

/* The number of vectors from the first of the period on that have four ids. */
static inline intptr_t whole_vectors(const struct place *place,
                                     const struct layout *layout)
{
    return place->ids < 4
               ? 0
               : (place->ids - 4) * (intptr_t)layout->record / 64 + 1;
}

/* The bits from `from` on and below `to`. Either bound may be outside the 64
 * bits. */
TARGET static inline __mmask64 base32_bits(intptr_t from, intptr_t to)
{
    uint64_t below = to >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << to) - 1;

    return from <= 0 ? below : below & ~UINT64_C(0) << from;
}

/* Write one vector at an end of the stream: only the bytes of the ids from
 * `from` on, counted from the first id of the period. */
TARGET static inline void write_masked(struct place place, intptr_t from,
                                       const struct layout *layout)
{
    intptr_t p = 64 * (intptr_t)place.f;
    intptr_t id = p / layout->record;
    __mmask64 ids = base32_bits(16 * (from - id), 16 * (place.ids - id));
    __mmask64 chars =
        base32_bits(from * layout->record - p, place.ids * layout->record - p);
    __m512i x = _mm512_maskz_loadu_epi8(ids, base32_moved(place.in, 16 * id));

    _mm512_mask_storeu_epi8((char *)base32_moved(place.out, p), chars,
                            make_phase(x, &layout->phases[place.f]));
}

/* Write the vectors from the phase of `place` to `end` of `periods` periods in
 * a row, so that the tables of a phase are loaded once for all of them. */
TARGET static GDN_INLINE_ALWAYS void write_vectors(struct place place,
                                                   unsigned end, size_t periods,
                                                   const struct layout *layout,
                                                   bool past_caches)
{
    for (; place.f < end; place.f++) {
        const struct phase *phase = &layout->phases[place.f];
        size_t p = 64 * (size_t)place.f;

        GDN_UNROLL
        for (size_t i = 0; i < periods; i++) {
            struct place at = base32_later(place, i, layout);
            const char *in = at.in + 16 * (p / layout->record);

            if (past_caches) {
                base32_prefetch(in);
            }
            base32_put(at.out + p, make_phase(_mm512_loadu_si512(in), phase),
                       past_caches);
        }
    }
}

/* The number of ids before the first id in a stream whose vectors are whole
 * cache lines and whose next text begins at `out`. 26 * 5 = 130 is 2 modulo 64,
 * and 27 * 19 = 513 is 1 modulo 64. For texts of 26 bytes, an odd `out` has no
 * such number. */
static inline unsigned ids_before(const char *out, const struct layout *layout)
{
    unsigned off = (unsigned)((uintptr_t)out % 64);

    return layout->record == GDN_BASE32_LEN ? off / 2 * 5 % 32 : off * 19 % 64;
}

/* Write the ids from `from` on, counted from the first id of the period. */
TARGET static GDN_INLINE_ALWAYS void base32_write_stream(
    struct place place, intptr_t from, const struct layout *layout,
    bool past_caches)
{
    const unsigned period = layout->period;
    intptr_t whole;

    write_masked(place, from, layout);
    place = moved_to(place, place.f + 1, layout);
    while (!past_caches && whole_vectors(&place, layout) >=
                               place.f + TOGETHER * (intptr_t)period) {
        struct place next = moved_to(place, period, layout);

        write_vectors(place, period, TOGETHER, layout, past_caches);
        write_vectors(next, place.f, TOGETHER, layout, past_caches);
        place = base32_later(place, TOGETHER, layout);
    }
    while ((whole = whole_vectors(&place, layout)) > place.f) {
        unsigned end = whole < period ? (unsigned)whole : period;

        write_vectors(place, end, 1, layout, past_caches);
        place = moved_to(place, end, layout);
    }
    while (64 * (intptr_t)place.f < place.ids * layout->record) {
        write_masked(place, 0, layout);
        place = moved_to(place, place.f + 1, layout);
    }
}

TARGET static GDN_INLINE_ALWAYS void base32_write_packed(
    char *out, const guidon_id *in, size_t n, const struct layout *layout)
{
    const intptr_t from = ids_before(out, layout);
    const intptr_t p = from * layout->record;
    const struct place place = {(char *)base32_moved(out, -p),
                                base32_moved(in, -16 * from),
                                (unsigned)(p / 64), from + (intptr_t)n};

    if (n * layout->record >= LARGE && (uintptr_t)place.out % 64 == 0) {
        base32_write_stream(place, from, layout, true);
        _mm_sfence();
    } else {
        base32_write_stream(place, from, layout, false);
    }
}

TARGET void gdn_base32_format_lines_avx512vbmi(char *out, const guidon_id *in,
                                               size_t n)
{
    if (n >= FEW) {
        base32_write_packed(out, in, n, &line_layout);
        return;
    }
    for (; n > 0; n--, in++, out += GDN_BASE32_LINE) {
        base32_avx512vbmi_write_id(out, in);
        out[GDN_BASE32_LEN] = '\n';
    }
}

TARGET void gdn_base32_format_many_avx512vbmi(char *out, size_t stride,
                                              const guidon_id *in, size_t n)
{
    if (stride == GDN_BASE32_LEN && n >= FEW) {
        base32_write_packed(out, in, n, &text_layout);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        base32_avx512vbmi_write_id(out + i * stride, &in[i]);
    }
}

/* ------------------------------------------------------------------ reading */

/*
 * A text is in bytes 6 to 31 of half a register, so that letters 2, 10 and 18
 * begin quadwords. The eight letters of a quadword are five bytes of an id.
 * Letters 0 and 1 are the end of the first quadword, and byte 0 of the id.
 */
#  define BEFORE     6
#  define LETTERS    ((UINT64_C(1) << 32) - (UINT64_C(1) << BEFORE))
#  define EIGHT(of)  of, of, of, of, of, of, of, of
#  define FOUR(half) half, half, half, half

/* The weights of the two letters of a pair, lower byte first; 0 before the
 * first letter. */
#  define PAIRS 32 | 1 << 8, 32 | 1 << 8, 32 | 1 << 8, 32 | 1 << 8
static const _Alignas(64) short pair_weights[32] = {
    0, 0, 0, 32 | 1 << 8, PAIRS, PAIRS, PAIRS,
    0, 0, 0, 32 | 1 << 8, PAIRS, PAIRS, PAIRS};

/* The bits that a value must not have: the upper three, or the upper five for a
 * first letter. In lines, bytes 32 and 33 are the two line ends, see
 * load_lines. */
#  define FIVE_BITS 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0, 0xe0
#  define FORBIDDEN(ends)                                                      \
    {                                                                          \
      0, 0, 0, 0, 0, 0, 0xf8, 0xe0, FIVE_BITS, FIVE_BITS, FIVE_BITS, ends,     \
          ends, 0, 0, 0, 0, 0xf8, 0xe0, FIVE_BITS, FIVE_BITS, FIVE_BITS        \
    }
static const _Alignas(64) unsigned char in_texts[64] = FORBIDDEN(0);
static const _Alignas(64) unsigned char in_lines[64] = FORBIDDEN(0xff);

/* Load two texts, one letter in each byte. */
TARGET static inline __m512i load_texts(const char *a, const char *b)
{
    __m512i x = _mm512_maskz_loadu_epi8(LETTERS, base32_moved(a, -BEFORE));

    return _mm512_mask_loadu_epi8(x, LETTERS << 32,
                                  base32_moved(b, -BEFORE - 32));
}

/* Load two lines. Byte 32 is the end of the first line, byte 33 the end of the
 * second. In both, '\n' becomes '0', whose value is zero. */
TARGET static inline __m512i load_lines(const char *a)
{
    const char *b = a + GDN_BASE32_LINE;
    const __m512i ends = _mm512_maskz_set1_epi8(UINT64_C(3) << 32, '\n' ^ '0');
    __m512i x = _mm512_maskz_loadu_epi8(LETTERS | UINT64_C(1) << 32,
                                        base32_moved(a, -BEFORE));

    x = _mm512_mask_loadu_epi8(x, LETTERS << 32, base32_moved(b, -BEFORE - 32));
    x = _mm512_mask_loadu_epi8(x, UINT64_C(1) << 33,
                               base32_moved(b, GDN_BASE32_LEN - 33));
    return _mm512_xor_si512(x, ends);
}

/* The faults of the characters so far: forbidden bits of values, and the
 * characters themselves, because the table does not look at their highest
 * bit. */
struct faults {
    __m512i values;
    __m512i chars;
};

TARGET static inline bool is_faulty(const struct faults *faults)
{
    return (_mm512_test_epi8_mask(faults->values, faults->values) |
            _mm512_movepi8_mask(faults->chars)) != 0;
}

TARGET static inline __m512i base32_avx512vbmi_values_of_letters(__m512i c)
{
    return _mm512_permutex2var_epi8(base32_table(gdn_base32_value), c,
                                    base32_table(gdn_base32_value + 64));
}

/*
 * Join eight values in each quadword to a number of forty bits, which begins at
 * bit 44 and wraps round: the first four letters are lowest, and the other four
 * are shifted to the top. Then collect its five bytes, highest bits first, in
 * bytes 0 to 4.
 */
TARGET static inline __m512i bytes_of_values(__m512i values)
{
    const __m512i high_first = _mm512_set1_epi64(12 | 4 << 8 | 60 << 16 |
                                                 52 << 24 | INT64_C(44) << 32);
    __m512i x = _mm512_maddubs_epi16(values, base32_table(pair_weights));

    x = _mm512_madd_epi16(x, _mm512_set1_epi32(1 << 16 | 1 << 10));
    x = _mm512_sllv_epi32(x, _mm512_set1_epi64(INT64_C(12) << 32));
    return _mm512_multishift_epi64_epi8(high_first, x);
}

/* The positions of the bytes of the ids in two registers, for each half. */
#  define FIVE(at) (at), (at) + 1, (at) + 2, (at) + 3, (at) + 4
#  define ID(half)                                                             \
    32 * (half) + 4, FIVE(32 * (half) + 8), FIVE(32 * (half) + 16),            \
        FIVE(32 * (half) + 24)
static const _Alignas(64) unsigned char four_ids[64] = {ID(0), ID(1), ID(2),
                                                        ID(3)};

TARGET static inline bool base32_avx512vbmi_read_id(guidon_id *out,
                                                    const char text[26])
{
    __m128i low = _mm_slli_si128(
        _mm_loadu_si128((const __m128i *)(const void *)text), BEFORE);
    __m256i c = _mm256_inserti128_si256(
        _mm256_castsi128_si256(low),
        _mm_loadu_si128((const __m128i *)(const void *)(text + 10)), 1);
    __m512i values =
        base32_avx512vbmi_values_of_letters(_mm512_castsi256_si512(c));
    __m256i wrong =
        _mm256_and_si256(_mm512_castsi512_si256(values), half_table(in_texts));

    if ((_mm256_test_epi8_mask(wrong, wrong) | _mm256_movepi8_mask(c)) != 0) {
        return false;
    }
    __m256i x = _mm512_castsi512_si256(_mm512_permutexvar_epi8(
        base32_table(four_ids), bytes_of_values(values)));
    _mm_storeu_si128((__m128i *)(void *)out->bytes, _mm256_castsi256_si128(x));
    return true;
}

TARGET guidon_status gdn_base32_parse_avx512vbmi(guidon_id *out,
                                                 const char text[26],
                                                 size_t *bad_at)
{
    return base32_avx512vbmi_read_id(out, text)
               ? GUIDON_OK
               : gdn_base32_parse_error(bad_at, text);
}

/* Read four records. A stride of 0 means lines. */
TARGET static inline __m512i read_four(struct faults *faults, const char *text,
                                       size_t stride)
{
    const bool in_line = stride == 0;
    const size_t next = in_line ? GDN_BASE32_LINE : stride;
    const __m512i forbidden = base32_table(in_line ? in_lines : in_texts);
    __m512i two[2];

    GDN_UNROLL
    for (size_t i = 0; i < 2; i++, text += 2 * next) {
        __m512i c = in_line ? load_lines(text) : load_texts(text, text + next);
        __m512i values = base32_avx512vbmi_values_of_letters(c);

        /* a | (b & c) */
        faults->values =
            _mm512_ternarylogic_epi32(faults->values, values, forbidden, 0xf8);
        faults->chars = _mm512_or_si512(faults->chars, c);
        two[i] = bytes_of_values(values);
    }
    return _mm512_permutex2var_epi8(two[0], base32_table(four_ids), two[1]);
}

/* Read 4 * fours records; or none, and return false. */
TARGET static GDN_INLINE_ALWAYS bool read_fours(guidon_id *out,
                                                const char *text, size_t stride,
                                                size_t fours)
{
    const size_t next = stride ? stride : GDN_BASE32_LINE;
    struct faults faults = {_mm512_setzero_si512(), _mm512_setzero_si512()};
    __m512i ids[4];

    GDN_UNROLL
    for (size_t i = 0; i < fours; i++) {
        ids[i] = read_four(&faults, text + 4 * i * next, stride);
    }
    if (is_faulty(&faults)) {
        return false;
    }
    GDN_UNROLL
    for (size_t i = 0; i < fours; i++) {
        _mm512_storeu_si512(&out[4 * i], ids[i]);
    }
    return true;
}

/* Read one record after another, up to `n` or to the first wrong record. */
TARGET static size_t read_ones(guidon_id *out, const char *text, size_t stride,
                               size_t n)
{
    const size_t next = stride ? stride : GDN_BASE32_LINE;
    size_t i = 0;

    while (i < n && (stride || text[GDN_BASE32_LEN] == '\n') &&
           base32_avx512vbmi_read_id(&out[i], text)) {
        i++;
        text += next;
    }
    return i;
}

TARGET static GDN_INLINE_ALWAYS size_t base32_read_many(guidon_id *out,
                                                        const char *text,
                                                        size_t stride, size_t n)
{
    const size_t next = stride ? stride : GDN_BASE32_LINE;
    size_t i = 0;

    while (n - i >= 16 && read_fours(&out[i], text + i * next, stride, 4)) {
        i += 16;
    }
    while (n - i >= 4 && read_fours(&out[i], text + i * next, stride, 1)) {
        i += 4;
    }
    return i + read_ones(&out[i], text + i * next, stride, n - i);
}

TARGET size_t gdn_base32_parse_many_avx512vbmi(guidon_id *out, const char *text,
                                               size_t stride, size_t n)
{
    return stride == GDN_BASE32_LEN
               ? base32_read_many(out, text, GDN_BASE32_LEN, n)
               : base32_read_many(out, text, stride, n);
}

TARGET size_t gdn_base32_parse_lines_avx512vbmi(guidon_id *out,
                                                const char *text, size_t n)
{
    return base32_read_many(out, text, 0, n);
}
#else
GDN_EMPTY_FILE;
#endif
