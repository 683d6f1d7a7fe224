/* SPDX-License-Identifier: MIT */
/*
 * scanner.c - ids within any text.
 *
 * Idea    Sixty-four bytes become a few words of 64 bits, a bit for each byte
 *         that is a '-', a digit, a letter. Shifted and combined they have a bit
 *         where a UUID's last '-' may be, and one behind each run of letters and
 *         digits that is long enough for a ULID or a hex number: without a
 *         branch, so that what nearly is an id costs no more than other text.
 *         Only there the text is looked at byte by byte.
 */
#include "scanner.h"

#include <string.h>

#if defined(__SSE2__) && !defined(SCANNER_PORTABLE)
#  include <emmintrin.h>
#endif

enum { BLOCK = 64, HEX_LEN = 32 };

/* ------------------------------------------------------- sixty-four at once */

/* A bit for each byte, the lowest for the first. */
struct classes {
    uint64_t dash;
    uint64_t digit;
    uint64_t upper;
    uint64_t lower;
    uint64_t hex_letter; /* in either case */
};

#if defined(__SSE2__) && !defined(SCANNER_PORTABLE)

/* A bit for each of sixteen bytes that is `first` or at most `n` above. */
static uint64_t within(__m128i bytes, char first, char n)
{
    __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    __m128i least = _mm_min_epu8(above, _mm_set1_epi8(n));

    return (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(above, least));
}

static void classify(struct classes *out, const char text[BLOCK])
{
    *out = (struct classes){0};
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
        __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));

        out->dash |= within(bytes, '-', 0) << i;
        out->digit |= within(bytes, '0', 9) << i;
        out->upper |= within(bytes, 'A', 25) << i;
        out->lower |= within(bytes, 'a', 25) << i;
        out->hex_letter |= within(lower, 'a', 5) << i;
    }
}

#else

/* The lowest bits of eight bytes, the first byte's lowest: of a word whose lowest
 * byte is the first, byte k comes to bit 56 + k of the product, and nothing else
 * to where it would carry. Written out for compilers to see one load. */
static uint64_t gather(const unsigned char b[8])
{
    uint64_t word = (uint64_t)b[0] | (uint64_t)b[1] << 8 |
                    (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                    (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
                    (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;

    return word * UINT64_C(0x0102040810204080) >> 56;
}

/* A bit for each byte that, with `fold` set in it, is `first` or at most `n`
 * above. */
static uint64_t within(const char text[BLOCK], unsigned char fold,
                       unsigned char first, unsigned char n)
{
    unsigned char is[BLOCK];
    uint64_t bits = 0;

    for (int i = 0; i < BLOCK; i++) {
        unsigned char byte = (unsigned char)text[i] | fold;

        is[i] = (unsigned char)(byte - first) <= n;
    }
    for (int i = 0; i < BLOCK; i += 8) {
        bits |= gather(is + i) << i;
    }
    return bits;
}

static void classify(struct classes *out, const char text[BLOCK])
{
    out->dash = within(text, 0, '-', 0);
    out->digit = within(text, 0, '0', 9);
    out->upper = within(text, 0, 'A', 25);
    out->lower = within(text, 0, 'a', 25);
    out->hex_letter = within(text, 0x20, 'a', 5);
}

#endif

/* The number of the lowest bit that is set; there is one. */
static unsigned lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned n = 0;

    while (!(bits >> n & 1)) {
        n++;
    }
    return n;
#endif
}

/* The bits of a word and, below them, the highest `n` of the one before it. */
static uint64_t later(uint64_t word, uint64_t before, unsigned n)
{
    return word << n | before >> (64 - n);
}

/* The bytes that end a run of so many or more bytes of a class. In step i, bits
 * are left where a run of 2^i ends; the last step goes as far as is missing. */
static uint64_t run_ends(uint64_t before[SCANNER_STEPS], uint64_t word,
                         unsigned len)
{
    unsigned n = 1;

    for (int i = 0; i < SCANNER_STEPS; i++) {
        unsigned more = 2 * n < len ? n : len - n;
        uint64_t all = word & later(word, before[i], more);

        before[i] = word;
        word = all;
        n += more;
    }
    return word;
}

/* The last '-' of what may be UUIDs: behind eight and three times four digits,
 * and a '-' each. */
static uint64_t last_dashes(struct scanner_past *past, const struct classes *is)
{
    uint64_t hex = is->digit | is->hex_letter;
    uint64_t two = hex & later(hex, past->hex_digit, 1);
    uint64_t four = two & later(two, past->two, 2);
    uint64_t group = is->dash & later(four, past->four, 1); /* digits and '-' */
    uint64_t groups = group & later(group, past->group, 5) &
                      later(group, past->group, 10) &
                      later(group, past->group, 15);

    groups &= later(four, past->four, 20);
    past->hex_digit = hex;
    past->two = two;
    past->four = four;
    past->group = group;
    return groups;
}

/* The bytes behind runs of so many bytes of a class that end with their word. */
static uint64_t behind_runs(struct scanner_run *past, uint64_t class,
                            unsigned len, uint64_t words)
{
    uint64_t ends = run_ends(past->steps, class, len);
    uint64_t behind = later(ends, past->ends, 1) & ~words;

    past->ends = ends;
    return behind;
}

/* Find the bytes of a block at which ids may show. */
static void find_marks(struct scanner *f, const char text[BLOCK])
{
    struct scanner_past *past = &f->past;
    struct classes is;

    classify(&is, text);
    uint64_t words = is.digit | is.upper | is.lower;
    if (f->what & SCAN_UUID) {
        f->marks[SCANNER_UUID] = last_dashes(past, &is);
    }
    if (f->what & SCAN_ULID) {
        f->marks[SCANNER_ULID] = behind_runs(&past->upper, is.digit | is.upper,
                                             GUIDON_ULID_LEN, words);
    }
    if (f->what & SCAN_ULID_LOWER) {
        f->marks[SCANNER_ULID_LOWER] = behind_runs(
            &past->lower, is.digit | is.lower, GUIDON_ULID_LEN, words);
    }
    if (f->what & SCAN_HEX) {
        f->marks[SCANNER_HEX] =
            behind_runs(&past->hex, is.digit | is.hex_letter, HEX_LEN, words);
    }
}

/* --------------------------------------------------------------- boundaries */

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F');
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static bool are_hex(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!is_hex(text[i])) {
            return false;
        }
    }
    return true;
}

/* A CSI sequence that says a colour, ESC [ digits ; digits, of which the 'm' is
 * at `at`? */
static bool ends_colour(const char *text, size_t at)
{
    size_t least = at > SCANNER_BEFORE - 1 ? at - (SCANNER_BEFORE - 1) : 0;
    size_t i = at;

    while (i > least && text[i - 1] && strchr("0123456789;:", text[i - 1])) {
        i--;
    }
    return i >= least + 2 && text[i - 1] == '[' && text[i - 2] == '\033';
}

/* Does the letter or digit at `at` end an escape sequence? "\n" and "\u003c" as
 * JSON has them, "%2F" of a URL, or a colour. */
static bool ends_escape(const char *text, size_t at)
{
    if (at >= 1 && text[at - 1] == '\\') {
        return text[at] == 'n' || text[at] == 'r' || text[at] == 't';
    }
    if (at >= 2 && text[at - 2] == '%') {
        return are_hex(text + at - 1, 2);
    }
    if (at >= 5 && text[at - 5] == '\\' && text[at - 4] == 'u') {
        return are_hex(text + at - 3, 4);
    }
    return text[at] == 'm' && ends_colour(text, at);
}

static bool begins_word(const char *text, size_t at)
{
    return at == 0 || !is_word(text[at - 1]) || ends_escape(text, at - 1);
}

/* False too where the piece ends, unless the text does. */
static bool ends_word(const struct scanner *f, size_t at)
{
    return at < f->len ? !is_word(f->text[at]) : at == f->len && f->last;
}

/* --------------------------------------------------------------------- ids */

/* 32 digits are most often a hash: one in eight has a version and variant that
 * an id may have. */
static bool is_made(const char *text)
{
    return text[12] >= '1' && text[12] <= '8' &&
           memchr("89abAB", text[16], 6) != NULL;
}

/* The forms of ids, and where each shows. */
static const struct {
    size_t len;
    size_t mark; /* offset in it */
    guidon_form form;
} forms[SCANNER_MARKS] = {
    [SCANNER_UUID] = {GUIDON_UUID_LEN, 23, GUIDON_FORM_UUID},
    [SCANNER_ULID] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID},
    [SCANNER_ULID_LOWER] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID},
    [SCANNER_HEX] = {HEX_LEN, HEX_LEN, GUIDON_FORM_HEX},
};

static bool parse(guidon_id *id, const char *text, guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID:
        return guidon_uuid_parse(id, text, GUIDON_UUID_LEN, NULL) == GUIDON_OK;
    case GUIDON_FORM_ULID:
        return guidon_ulid_parse(id, text, GUIDON_ULID_LEN, NULL) == GUIDON_OK;
    default:
        return is_made(text) &&
               guidon_parse(id, NULL, text, HEX_LEN,
                            GUIDON_ACCEPT(GUIDON_FORM_HEX), NULL) == GUIDON_OK;
    }
}

/* Is there an id of this form, with its mark at an offset of the piece? */
static bool take(struct match *found, struct scanner *f, size_t mark, int form)
{
    size_t at = mark - forms[form].mark;
    size_t end = at + forms[form].len;

    if (!ends_word(f, end) || !begins_word(f->text, at) ||
        !parse(&found->id, f->text + at, forms[form].form)) {
        return false;
    }
    found->at = at;
    found->len = end - at;
    found->form = forms[form].form;
    if (f->settled < end) {
        f->settled = end;
    }
    return true;
}

/* Look at the marks of the block; false if there is no id at any. */
static bool take_marks(struct match *found, struct scanner *f)
{
    uint64_t all;

    while ((all = f->marks[SCANNER_UUID] | f->marks[SCANNER_ULID] |
                  f->marks[SCANNER_ULID_LOWER] | f->marks[SCANNER_HEX]) != 0) {
        uint64_t mark = all & (0 - all);
        size_t at = f->block + lowest(all);
        bool taken = false; /* once, of digits alone in either case */

        for (int form = 0; form < SCANNER_MARKS; form++) {
            if (f->marks[form] & mark) {
                f->marks[form] &= ~mark;
                taken = taken || take(found, f, at, form);
            }
        }
        if (taken) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------- pieces */

/* Before it, nothing can be part of an id that the end of the piece cuts: at
 * most the letters, digits and '-' at the very end, and of them no more than an
 * id has. */
static size_t settled_of(const struct scanner *f, size_t from)
{
    size_t least = f->len > SCANNER_AFTER ? f->len - SCANNER_AFTER : 0;
    size_t at = f->len;

    if (f->last) {
        return at;
    }
    least = least > from ? least : from;
    while (at > least && (is_word(f->text[at - 1]) || f->text[at - 1] == '-')) {
        at--;
    }
    return at;
}

void scanner_piece(struct scanner *f, const char *text, size_t from, size_t len,
                   bool last)
{
    *f = (struct scanner){
        .what = f->what,
        .text = text,
        .len = len,
        .last = last,
        .next = from,
    };
    f->settled = settled_of(f, from);
}

/* Find the marks of the next block; false behind the last. What follows the
 * piece is as if it were NUL, so that there is a byte behind each id. */
static bool next_block(struct scanner *f)
{
    char rest[BLOCK] = {0};

    if (f->next > f->len) {
        return false;
    }
    f->block = f->next;
    f->next += BLOCK;
    if (f->next <= f->len) {
        find_marks(f, f->text + f->block);
    } else {
        memcpy(rest, f->text + f->block, f->len - f->block);
        find_marks(f, rest);
    }
    return true;
}

bool scanner_next(struct match *found, struct scanner *f)
{
    do {
        if (take_marks(found, f)) {
            return true;
        }
    } while (next_block(f));
    return false;
}
