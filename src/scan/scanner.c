/* SPDX-License-Identifier: MIT */
/*
 * scanner.c - finds ids in any text.
 *
 * Idea    Each block of 64 bytes becomes a few words of 64 bits, with a bit for
 *         each byte that is a '-', a digit or a letter. Shifts and ANDs of
 *         these words mark the candidates: the byte of a UUID's last '-', and
 *         the byte behind each run of letters and digits that is long enough
 *         for a ULID or a hex id. This takes no branch, so that text that
 *         resembles an id is as fast as other text. Only candidates are parsed
 *         byte by byte.
 */
#include "scanner.h"
#include "../core/memory.h"
#include "alias_id.h"

#include <guidon/id.h>
#include <guidon/text.h>

#if defined(__SSE2__) && !defined(GUIDON_SCANNER_PORTABLE)
#  include <emmintrin.h>
#endif

enum { SCAN_BLOCK = 64, SCAN_HEX_LEN = 32 };

/* -------------------------------------------------------- blocks of 64
 * bytes */

/* A bit for each byte of a block, the scan_lowest bit for the first byte. */
struct scan_classes {
    uint64_t dash;
    uint64_t digit;
    uint64_t upper;
    uint64_t lower;
    uint64_t hex_letter; /* in either case */
};

#if defined(__SSE2__) && !defined(GUIDON_SCANNER_PORTABLE)

/* A bit for each of 16 bytes that is from `first` to `first` + `n`. SSE2
 * compares signed bytes, so `first` moves to the scan_lowest of these. */
static uint64_t scan_within(__m128i bytes, int first, int n)
{
    __m128i moved = _mm_add_epi8(bytes, _mm_set1_epi8((char)(-128 - first)));
    __m128i behind = _mm_set1_epi8((char)(-128 + n + 1));

    return (uint64_t)_mm_movemask_epi8(_mm_cmplt_epi8(moved, behind));
}

/* A bit for each of 16 bytes that is `byte`. */
static uint64_t scan_equal(__m128i bytes, char byte)
{
    return (uint64_t)_mm_movemask_epi8(
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}

static void scan_classify(struct scan_classes *out, const char text[SCAN_BLOCK])
{
    *out = (struct scan_classes){0};
    for (int i = 0; i < SCAN_BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
        __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));

        out->dash |= scan_equal(bytes, '-') << i;
        out->digit |= scan_within(bytes, '0', 9) << i;
        out->upper |= scan_within(bytes, 'A', 25) << i;
        out->lower |= scan_within(bytes, 'a', 25) << i;
        out->hex_letter |= scan_within(lower, 'a', 5) << i;
    }
}

#else

/* Pack the scan_lowest bits of eight bytes into one byte. The multiplication moves
 * the bit of byte k to bit 56 + k; no other bits add up there, so nothing
 * carries. The word is written out because compilers turn the expression into
 * one load. */
static uint64_t scan_pack_low_bits(const unsigned char b[8])
{
    uint64_t word = (uint64_t)b[0] | (uint64_t)b[1] << 8 |
                    (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                    (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
                    (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;

    return word * UINT64_C(0x0102040810204080) >> 56;
}

/* A bit for each byte that, after OR with `fold`, is from `first` to `first` +
 * `n`. */
static uint64_t scan_within(const char text[SCAN_BLOCK], unsigned char fold,
                            unsigned char first, unsigned char n)
{
    unsigned char is[SCAN_BLOCK];
    uint64_t bits = 0;

    for (int i = 0; i < SCAN_BLOCK; i++) {
        unsigned char byte = (unsigned char)text[i] | fold;

        is[i] = (unsigned char)(byte - first) <= n;
    }
    for (int i = 0; i < SCAN_BLOCK; i += 8) {
        bits |= scan_pack_low_bits(is + i) << i;
    }
    return bits;
}

static void scan_classify(struct scan_classes *out, const char text[SCAN_BLOCK])
{
    out->dash = scan_within(text, 0, '-', 0);
    out->digit = scan_within(text, 0, '0', 9);
    out->upper = scan_within(text, 0, 'A', 25);
    out->lower = scan_within(text, 0, 'a', 25);
    out->hex_letter = scan_within(text, 0x20, 'a', 5);
}

#endif

/* The number of the scan_lowest bit that is 1. `bits` is not 0. */
static unsigned scan_lowest(uint64_t bits)
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

/* Shift a word by `n` bytes of text: its scan_lowest `n` bits come from the previous
 * word. */
static uint64_t scan_later(uint64_t word, uint64_t before, unsigned n)
{
    return word << n | before >> (64 - n);
}

/* The bytes that end a run of at least `len` bytes of a class. After step i,
 * the bits that are left end runs of 2^i bytes; the last step adds the
 * remainder. */
static uint64_t scan_run_ends(uint64_t before[GDN_SCAN_STEPS], uint64_t word,
                              unsigned len)
{
    unsigned n = 1;

    for (int i = 0; i < GDN_SCAN_STEPS; i++) {
        unsigned more = 2 * n < len ? n : len - n;
        uint64_t all = word & scan_later(word, before[i], more);

        before[i] = word;
        word = all;
        n += more;
    }
    return word;
}

/* The last '-' of possible UUIDs: behind groups of eight, four, four and four
 * digits, each with a '-'. */
static uint64_t scan_last_dashes(struct gdn_scan_history *history,
                                 const struct scan_classes *is)
{
    uint64_t hex = is->digit | is->hex_letter;
    uint64_t two = hex & scan_later(hex, history->hex_digit, 1);
    uint64_t four = two & scan_later(two, history->two, 2);
    uint64_t group =
        is->dash & scan_later(four, history->four, 1); /* digits and '-' */
    uint64_t groups = group & scan_later(group, history->group, 5) &
                      scan_later(group, history->group, 10) &
                      scan_later(group, history->group, 15);

    groups &= scan_later(four, history->four, 20);
    history->hex_digit = hex;
    history->two = two;
    history->four = four;
    history->group = group;
    return groups;
}

/* The bytes behind runs of at least `len` bytes of a class, if the word ends
 * with the run. */
static uint64_t scan_behind_runs(struct gdn_scan_run *history, uint64_t class,
                                 unsigned len, uint64_t words)
{
    uint64_t ends = scan_run_ends(history->steps, class, len);
    uint64_t behind = scan_later(ends, history->ends, 1) & ~words;

    history->ends = ends;
    return behind;
}

/* Mark the candidates of a block. */
static void scan_find_marks(struct gdn_scan *scanner,
                            const char text[SCAN_BLOCK])
{
    struct gdn_scan_history *history = &scanner->history;
    struct scan_classes is;

    scan_classify(&is, text);
    uint64_t words = is.digit | is.upper | is.lower;
    if (scanner->forms & (GUIDON_SCAN_UUID | GUIDON_SCAN_ALIAS)) {
        scanner->marks[GDN_SCAN_UUID] = scan_last_dashes(history, &is);
    }
    if (scanner->forms & (GUIDON_SCAN_ULID | GUIDON_SCAN_ALIAS)) {
        scanner->marks[GDN_SCAN_ULID] = scan_behind_runs(
            &history->upper, is.digit | is.upper, GUIDON_ULID_LEN, words);
    }
    if (scanner->forms &
        (GUIDON_SCAN_ULID_LOWER | GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS)) {
        scanner->marks[GDN_SCAN_ULID_LOWER] = scan_behind_runs(
            &history->lower, is.digit | is.lower, GUIDON_ULID_LEN, words);
    }
    if (scanner->forms & (GUIDON_SCAN_HEX | GUIDON_SCAN_ALIAS)) {
        scanner->marks[GDN_SCAN_HEX] = scan_behind_runs(
            &history->hex, is.digit | is.hex_letter, SCAN_HEX_LEN, words);
    }
}

/* --------------------------------------------------------------- boundaries */

static bool scan_is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F');
}

static bool scan_is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static bool scan_are_hex(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!scan_is_hex(text[i])) {
            return false;
        }
    }
    return true;
}

/* Does the 'm' at `at` end a colour: ESC [, numbers of at most three digits with
 * ';' and ':', then 'm'? No id is such a number, so a colour has no id inside. */
static bool scan_ends_colour(const char *text, size_t at)
{
    size_t least = at > GDN_SCAN_BEFORE - 1 ? at - (GDN_SCAN_BEFORE - 1) : 0;
    size_t i = at;

    for (size_t digits = 0; i > least && digits <= 3; i--) {
        const char c = text[i - 1];

        if (c == ';' || c == ':') {
            digits = 0;
        } else if (c >= '0' && c <= '9') {
            digits++;
        } else {
            return i >= least + 2 && c == '[' && text[i - 2] == '\033';
        }
    }
    return false;
}

bool gdn_scan_ends_escape(const char *text, size_t at)
{
    if (at >= 1 && text[at - 1] == '\\') {
        return text[at] == 'n' || text[at] == 'r' || text[at] == 't';
    }
    if (at >= 2 && text[at - 2] == '%') {
        return scan_are_hex(text + at - 1, 2);
    }
    if (at >= 5 && text[at - 5] == '\\' && text[at - 4] == 'u') {
        return scan_are_hex(text + at - 3, 4);
    }
    return text[at] == 'm' && scan_ends_colour(text, at);
}

static bool scan_begins_word(const char *text, size_t at)
{
    return at == 0 || !scan_is_word(text[at - 1]) ||
           gdn_scan_ends_escape(text, at - 1);
}

/* False at the end of a piece, unless the text ends there. */
static bool scan_ends_word(const struct gdn_scan *scanner, size_t at)
{
    return at < scanner->len ? !scan_is_word(scanner->text[at])
                             : at == scanner->len && scanner->last;
}

/* --------------------------------------------------------------------- ids */

/* 32 hex digits are most often a hash. One of eight hashes has a version and a
 * variant of RFC 9562. */
static bool scan_has_version_and_variant(const char *text)
{
    return text[12] >= '1' && text[12] <= '8' &&
           memchr("89abAB", text[16], 6) != NULL;
}

/* The forms of ids, and the offset of the mark in each. */
static const struct {
    size_t len;
    size_t mark; /* offset */
    guidon_form form;
    unsigned asked; /* the SCAN_ that asks for it */
} scan_forms[GDN_SCAN_MARKS] = {
    [GDN_SCAN_UUID] = {GUIDON_UUID_LEN, 23, GUIDON_FORM_UUID, GUIDON_SCAN_UUID},
    [GDN_SCAN_ULID] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID,
                       GUIDON_SCAN_ULID},
    [GDN_SCAN_ULID_LOWER] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID,
                             GUIDON_SCAN_ULID_LOWER},
    [GDN_SCAN_HEX] = {SCAN_HEX_LEN, SCAN_HEX_LEN, GUIDON_FORM_HEX,
                      GUIDON_SCAN_HEX},
};

/* Read 32 digits as a canonical text: the reader of every form would bring the table
 * of all forms into a small program. */
static bool scan_parse_hex(guidon_id *id, const char *text)
{
    char canonical[GUIDON_UUID_LEN];

    memcpy(canonical, text, 8);
    for (int group = 0; group < 3; group++) {
        canonical[8 + 5 * group] = '-';
        memcpy(canonical + 9 + 5 * group, text + 8 + 4 * group, 4);
    }
    canonical[23] = '-';
    memcpy(canonical + 24, text + 20, 12);
    return guidon_uuid_parse(id, canonical, sizeof canonical, NULL) ==
           GUIDON_OK;
}

static bool scan_parse(guidon_id *id, const char *text, guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID:
        return guidon_uuid_parse(id, text, GUIDON_UUID_LEN, NULL) == GUIDON_OK;
    case GUIDON_FORM_ULID:
        return guidon_ulid_parse(id, text, GUIDON_ULID_LEN, NULL) == GUIDON_OK;
    default:
        return scan_has_version_and_variant(text) && scan_parse_hex(id, text);
    }
}

/* Does "0x" begin a word and stand before `at`? */
static bool scan_follows_0x(const char *text, size_t at)
{
    return at >= 2 && text[at - 2] == '0' &&
           (text[at - 1] == 'x' || text[at - 1] == 'X') &&
           scan_begins_word(text, at - 2);
}

static bool scan_is_prefix_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

/* A prefix begins here: letters of an escape sequence that are letters of a
 * prefix too belong to the sequence. */
static bool scan_begins_prefix(const char *text, size_t at)
{
    return text[at] != '_' && scan_begins_word(text, at) &&
           !gdn_scan_ends_escape(text, at);
}

/* Does a TypeID end at `end`? Sets *at to its first byte, which is that of the
 * longest prefix. */
static bool scan_typeid_before(guidon_id *id, size_t *at, const char *text,
                               size_t end)
{
    const size_t suffix = end - GUIDON_ULID_LEN;
    size_t prefix_len;

    if (suffix < 2 || text[suffix - 1] != '_') {
        return false;
    }
    for (*at = suffix - 1; *at > 0 && scan_is_prefix_letter(text[*at - 1]) &&
                           suffix - *at <= GUIDON_TYPEID_PREFIX_MAX;) {
        --*at;
    }
    if (*at > 0 && scan_is_prefix_letter(text[*at - 1])) {
        return false; /* the prefix is too long */
    }
    while (*at < suffix - 1 && !scan_begins_prefix(text, *at)) {
        ++*at;
    }
    return guidon_typeid_parse(id, &prefix_len, text + *at, end - *at, NULL) ==
               GUIDON_OK &&
           prefix_len > 0;
}

static bool scan_is_v7(const guidon_id *id)
{
    return guidon_version_of(id) == 7 &&
           guidon_variant_of(id) == GUIDON_VARIANT_RFC;
}

/* Is an id wanted because of this form, or as an id of alias_id.h? */
static bool scan_is_asked_for(const struct gdn_scan *scanner, unsigned form,
                              const guidon_id *id)
{
    return scanner->forms & form ||
           (scanner->forms & GUIDON_SCAN_ALIAS && gdn_alias_id_number(id) > 0);
}

static void scan_take_match(guidon_span *match, struct gdn_scan *scanner,
                            size_t at, size_t end, guidon_form form)
{
    match->at = at;
    match->len = end - at;
    match->form = form;
    if (scanner->scanned < end) {
        scanner->scanned = end;
    }
}

/* Is there a TypeID whose suffix ends at offset `mark`? */
static bool scan_match_typeid(guidon_span *match, struct gdn_scan *scanner,
                              size_t mark)
{
    size_t at;

    if (!(scanner->forms & (GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS)) ||
        !scan_ends_word(scanner, mark) ||
        !scan_typeid_before(&match->id, &at, scanner->text, mark) ||
        !scan_is_asked_for(scanner,
                           scan_is_v7(&match->id) ? GUIDON_SCAN_TYPEID : 0,
                           &match->id)) {
        return false;
    }
    scan_take_match(match, scanner, at, mark, GUIDON_SPAN_TYPEID);
    return true;
}

/* Is there an id of this form whose mark is at offset `mark` of the piece? */
static bool scan_match_at(guidon_span *match, struct gdn_scan *scanner,
                          size_t mark, int form)
{
    size_t at = mark - scan_forms[form].mark;
    size_t end = at + scan_forms[form].len;
    const bool with_0x =
        form == GDN_SCAN_HEX && scan_follows_0x(scanner->text, at);

    /* A suffix of digits alone has the mark of upper case too. */
    if ((form == GDN_SCAN_ULID || form == GDN_SCAN_ULID_LOWER) &&
        scan_match_typeid(match, scanner, mark)) {
        return true;
    }
    if (!scan_ends_word(scanner, end) ||
        !(with_0x || scan_begins_word(scanner->text, at)) ||
        !scan_parse(&match->id, scanner->text + at, scan_forms[form].form) ||
        !scan_is_asked_for(scanner, scan_forms[form].asked, &match->id)) {
        return false;
    }
    scan_take_match(match, scanner, with_0x ? at - 2 : at, end,
                    with_0x ? GUIDON_FORM_HEX_0X : scan_forms[form].form);
    return true;
}

/* Try the marks of the block in order. False if no mark belongs to an id. */
static bool scan_match_at_marks(guidon_span *match, struct gdn_scan *scanner)
{
    uint64_t all;

    while ((all = scanner->marks[GDN_SCAN_UUID] |
                  scanner->marks[GDN_SCAN_ULID] |
                  scanner->marks[GDN_SCAN_ULID_LOWER] |
                  scanner->marks[GDN_SCAN_HEX]) != 0) {
        uint64_t mark = all & (0 - all);
        size_t at = scanner->block + scan_lowest(all);
        bool taken = false; /* only digits match both cases: report once */

        for (int form = 0; form < GDN_SCAN_MARKS; form++) {
            if (scanner->marks[form] & mark) {
                scanner->marks[form] &= ~mark;
                taken = taken || scan_match_at(match, scanner, at, form);
            }
        }
        if (taken) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------- pieces */

/* The offset before which no byte can belong to an id that the end of the piece
 * cuts. Only letters, digits and '-', or '_' of a TypeID, at the end can, and at
 * most as many as an id has. */
static size_t scan_scanned_end(const struct gdn_scan *scanner, size_t from)
{
    const bool typeid =
        scanner->forms & (GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS);
    const size_t most = typeid ? GDN_SCAN_AFTER : GUIDON_UUID_LEN;
    size_t least = scanner->len > most ? scanner->len - most : 0;
    size_t at = scanner->len;

    if (scanner->last) {
        return at;
    }
    least = least > from ? least : from;
    while (at > least && (scan_is_word(scanner->text[at - 1]) ||
                          scanner->text[at - 1] == '-' ||
                          (typeid && scanner->text[at - 1] == '_'))) {
        at--;
    }
    return at;
}

void gdn_scan_piece(struct gdn_scan *scanner, const char *text, size_t from,
                    size_t len, bool last)
{
    *scanner = (struct gdn_scan){
        .forms = scanner->forms,
        .text = text,
        .len = len,
        .last = last,
        .next = from,
    };
    scanner->scanned = scan_scanned_end(scanner, from);
}

/* Mark the candidates of the next block. False behind the last block. The piece
 * is padded with NUL, so that each id has a byte behind it. */
static bool scan_next_block(struct gdn_scan *scanner)
{
    char rest[SCAN_BLOCK] = {0};

    if (scanner->next > scanner->len) {
        return false;
    }
    scanner->block = scanner->next;
    scanner->next += SCAN_BLOCK;
    if (scanner->next <= scanner->len) {
        scan_find_marks(scanner, scanner->text + scanner->block);
    } else {
        memcpy(rest, scanner->text + scanner->block,
               scanner->len - scanner->block);
        scan_find_marks(scanner, rest);
    }
    return true;
}

bool gdn_scan_next(guidon_span *match, struct gdn_scan *scanner)
{
    do {
        if (scan_match_at_marks(match, scanner)) {
            return true;
        }
    } while (scan_next_block(scanner));
    return false;
}
