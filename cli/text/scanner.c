/* SPDX-License-Identifier: MIT */
/*
 * scanner.c - find ids in any text.
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
#include "../choices.h"
#include "alias_id.h"

#include <string.h>

#if defined(__SSE2__) && !defined(SCANNER_PORTABLE)
#  include <emmintrin.h>
#endif

enum { BLOCK = 64, HEX_LEN = 32 };

/* -------------------------------------------------------- blocks of 64
 * bytes */

/* A bit for each byte of a block, the lowest bit for the first byte. */
struct classes {
    uint64_t dash;
    uint64_t digit;
    uint64_t upper;
    uint64_t lower;
    uint64_t hex_letter; /* in either case */
};

#if defined(__SSE2__) && !defined(SCANNER_PORTABLE)

/* A bit for each of 16 bytes that is from `first` to `first` + `n`. SSE2
 * compares signed bytes, so `first` moves to the lowest of these. */
static uint64_t within(__m128i bytes, int first, int n)
{
    __m128i moved = _mm_add_epi8(bytes, _mm_set1_epi8((char)(-128 - first)));
    __m128i behind = _mm_set1_epi8((char)(-128 + n + 1));

    return (uint64_t)_mm_movemask_epi8(_mm_cmplt_epi8(moved, behind));
}

/* A bit for each of 16 bytes that is `byte`. */
static uint64_t equal(__m128i bytes, char byte)
{
    return (uint64_t)_mm_movemask_epi8(
        _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}

static void classify(struct classes *out, const char text[BLOCK])
{
    *out = (struct classes){0};
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(text + i));
        __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));

        out->dash |= equal(bytes, '-') << i;
        out->digit |= within(bytes, '0', 9) << i;
        out->upper |= within(bytes, 'A', 25) << i;
        out->lower |= within(bytes, 'a', 25) << i;
        out->hex_letter |= within(lower, 'a', 5) << i;
    }
}

#else

/* Pack the lowest bits of eight bytes into one byte. The multiplication moves
 * the bit of byte k to bit 56 + k; no other bits add up there, so nothing
 * carries. The word is written out because compilers turn the expression into
 * one load. */
static uint64_t pack_low_bits(const unsigned char b[8])
{
    uint64_t word = (uint64_t)b[0] | (uint64_t)b[1] << 8 |
                    (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
                    (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
                    (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;

    return word * UINT64_C(0x0102040810204080) >> 56;
}

/* A bit for each byte that, after OR with `fold`, is from `first` to `first` +
 * `n`. */
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
        bits |= pack_low_bits(is + i) << i;
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

/* The number of the lowest bit that is 1. `bits` is not 0. */
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

/* Shift a word by `n` bytes of text: its lowest `n` bits come from the previous
 * word. */
static uint64_t later(uint64_t word, uint64_t before, unsigned n)
{
    return word << n | before >> (64 - n);
}

/* The bytes that end a run of at least `len` bytes of a class. After step i,
 * the bits that are left end runs of 2^i bytes; the last step adds the
 * remainder. */
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

/* The last '-' of possible UUIDs: behind groups of eight, four, four and four
 * digits, each with a '-'. */
static uint64_t last_dashes(struct scanner_history *history,
                            const struct classes *is)
{
    uint64_t hex = is->digit | is->hex_letter;
    uint64_t two = hex & later(hex, history->hex_digit, 1);
    uint64_t four = two & later(two, history->two, 2);
    uint64_t group =
        is->dash & later(four, history->four, 1); /* digits and '-' */
    uint64_t groups = group & later(group, history->group, 5) &
                      later(group, history->group, 10) &
                      later(group, history->group, 15);

    groups &= later(four, history->four, 20);
    history->hex_digit = hex;
    history->two = two;
    history->four = four;
    history->group = group;
    return groups;
}

/* The bytes behind runs of at least `len` bytes of a class, if the word ends
 * with the run. */
static uint64_t behind_runs(struct scanner_run *history, uint64_t class,
                            unsigned len, uint64_t words)
{
    uint64_t ends = run_ends(history->steps, class, len);
    uint64_t behind = later(ends, history->ends, 1) & ~words;

    history->ends = ends;
    return behind;
}

/* Mark the candidates of a block. */
static void find_marks(struct scanner *scanner, const char text[BLOCK])
{
    struct scanner_history *history = &scanner->history;
    struct classes is;

    classify(&is, text);
    uint64_t words = is.digit | is.upper | is.lower;
    if (scanner->forms & (SCAN_UUID | SCAN_ALIAS)) {
        scanner->marks[SCANNER_UUID] = last_dashes(history, &is);
    }
    if (scanner->forms & (SCAN_ULID | SCAN_ALIAS)) {
        scanner->marks[SCANNER_ULID] = behind_runs(
            &history->upper, is.digit | is.upper, GUIDON_ULID_LEN, words);
    }
    if (scanner->forms & (SCAN_ULID_LOWER | SCAN_TYPEID | SCAN_ALIAS)) {
        scanner->marks[SCANNER_ULID_LOWER] = behind_runs(
            &history->lower, is.digit | is.lower, GUIDON_ULID_LEN, words);
    }
    if (scanner->forms & (SCAN_HEX | SCAN_ALIAS)) {
        scanner->marks[SCANNER_HEX] = behind_runs(
            &history->hex, is.digit | is.hex_letter, HEX_LEN, words);
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

/* Does the 'm' at `at` end a colour: ESC [, numbers of at most three digits with
 * ';' and ':', then 'm'? No id is such a number, so a colour has no id inside. */
static bool ends_colour(const char *text, size_t at)
{
    size_t least = at > SCANNER_BEFORE - 1 ? at - (SCANNER_BEFORE - 1) : 0;
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

bool scanner_ends_escape(const char *text, size_t at)
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
    return at == 0 || !is_word(text[at - 1]) ||
           scanner_ends_escape(text, at - 1);
}

/* False at the end of a piece, unless the text ends there. */
static bool ends_word(const struct scanner *scanner, size_t at)
{
    return at < scanner->len ? !is_word(scanner->text[at])
                             : at == scanner->len && scanner->last;
}

/* --------------------------------------------------------------------- ids */

/* 32 hex digits are most often a hash. One of eight hashes has a version and a
 * variant of RFC 9562. */
static bool has_version_and_variant(const char *text)
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
} forms[SCANNER_MARKS] = {
    [SCANNER_UUID] = {GUIDON_UUID_LEN, 23, GUIDON_FORM_UUID, SCAN_UUID},
    [SCANNER_ULID] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID,
                      SCAN_ULID},
    [SCANNER_ULID_LOWER] = {GUIDON_ULID_LEN, GUIDON_ULID_LEN, GUIDON_FORM_ULID,
                            SCAN_ULID_LOWER},
    [SCANNER_HEX] = {HEX_LEN, HEX_LEN, GUIDON_FORM_HEX, SCAN_HEX},
};

static bool parse(guidon_id *id, const char *text, guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID:
        return guidon_uuid_parse(id, text, GUIDON_UUID_LEN, NULL) == GUIDON_OK;
    case GUIDON_FORM_ULID:
        return guidon_ulid_parse(id, text, GUIDON_ULID_LEN, NULL) == GUIDON_OK;
    default:
        return has_version_and_variant(text) &&
               guidon_parse_as(id, text, HEX_LEN, GUIDON_FORM_HEX, NULL) ==
                   GUIDON_OK;
    }
}

/* Does "0x" begin a word and stand before `at`? */
static bool follows_0x(const char *text, size_t at)
{
    return at >= 2 && text[at - 2] == '0' &&
           (text[at - 1] == 'x' || text[at - 1] == 'X') &&
           begins_word(text, at - 2);
}

static bool is_prefix_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

/* A prefix begins here: letters of an escape sequence that are letters of a
 * prefix too belong to the sequence. */
static bool begins_prefix(const char *text, size_t at)
{
    return text[at] != '_' && begins_word(text, at) &&
           !(at >= 1 && text[at - 1] == '\\' && scanner_ends_escape(text, at));
}

/* Does a TypeID end at `end`? Sets *at to its first byte, which is that of the
 * longest prefix. */
static bool typeid_before(guidon_id *id, size_t *at, const char *text,
                          size_t end)
{
    const size_t suffix = end - GUIDON_ULID_LEN;
    size_t prefix_len;

    if (suffix < 2 || text[suffix - 1] != '_') {
        return false;
    }
    for (*at = suffix - 1; *at > 0 && is_prefix_letter(text[*at - 1]) &&
                           suffix - *at <= GUIDON_TYPEID_PREFIX_MAX;) {
        --*at;
    }
    if (*at > 0 && is_prefix_letter(text[*at - 1])) {
        return false; /* the prefix is too long */
    }
    while (*at < suffix - 1 && !begins_prefix(text, *at)) {
        ++*at;
    }
    return guidon_typeid_parse(id, &prefix_len, text + *at, end - *at, NULL) ==
               GUIDON_OK &&
           prefix_len > 0;
}

static bool is_v7(const guidon_id *id)
{
    return guidon_version_of(id) == 7 &&
           guidon_variant_of(id) == GUIDON_VARIANT_RFC;
}

/* Is an id wanted because of this form, or as an id of alias_id.h? */
static bool is_asked_for(const struct scanner *scanner, unsigned form,
                         const guidon_id *id)
{
    return scanner->forms & form ||
           (scanner->forms & SCAN_ALIAS && alias_id_number(id) > 0);
}

static void take_match(struct match *match, struct scanner *scanner, size_t at,
                       size_t end, guidon_form form)
{
    match->at = at;
    match->len = end - at;
    match->form = form;
    if (scanner->scanned < end) {
        scanner->scanned = end;
    }
}

/* Is there a TypeID whose suffix ends at offset `mark`? */
static bool match_typeid(struct match *match, struct scanner *scanner,
                         size_t mark)
{
    size_t at;

    if (!(scanner->forms & (SCAN_TYPEID | SCAN_ALIAS)) ||
        !ends_word(scanner, mark) ||
        !typeid_before(&match->id, &at, scanner->text, mark) ||
        !is_asked_for(scanner, is_v7(&match->id) ? SCAN_TYPEID : 0,
                      &match->id)) {
        return false;
    }
    take_match(match, scanner, at, mark, (guidon_form)FORM_TYPEID);
    return true;
}

/* Is there an id of this form whose mark is at offset `mark` of the piece? */
static bool match_at(struct match *match, struct scanner *scanner, size_t mark,
                     int form)
{
    size_t at = mark - forms[form].mark;
    size_t end = at + forms[form].len;
    const bool with_0x = form == SCANNER_HEX && follows_0x(scanner->text, at);

    /* A suffix of digits alone has the mark of upper case too. */
    if ((form == SCANNER_ULID || form == SCANNER_ULID_LOWER) &&
        match_typeid(match, scanner, mark)) {
        return true;
    }
    if (!ends_word(scanner, end) ||
        !(with_0x || begins_word(scanner->text, at)) ||
        !parse(&match->id, scanner->text + at, forms[form].form) ||
        !is_asked_for(scanner, forms[form].asked, &match->id)) {
        return false;
    }
    take_match(match, scanner, with_0x ? at - 2 : at, end,
               with_0x ? GUIDON_FORM_HEX_0X : forms[form].form);
    return true;
}

/* Try the marks of the block in order. False if no mark belongs to an id. */
static bool match_at_marks(struct match *match, struct scanner *scanner)
{
    uint64_t all;

    while ((all = scanner->marks[SCANNER_UUID] | scanner->marks[SCANNER_ULID] |
                  scanner->marks[SCANNER_ULID_LOWER] |
                  scanner->marks[SCANNER_HEX]) != 0) {
        uint64_t mark = all & (0 - all);
        size_t at = scanner->block + lowest(all);
        bool taken = false; /* only digits match both cases: report once */

        for (int form = 0; form < SCANNER_MARKS; form++) {
            if (scanner->marks[form] & mark) {
                scanner->marks[form] &= ~mark;
                taken = taken || match_at(match, scanner, at, form);
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
static size_t scanned_end(const struct scanner *scanner, size_t from)
{
    const bool typeid = scanner->forms & (SCAN_TYPEID | SCAN_ALIAS);
    const size_t most = typeid ? SCANNER_AFTER : GUIDON_UUID_LEN;
    size_t least = scanner->len > most ? scanner->len - most : 0;
    size_t at = scanner->len;

    if (scanner->last) {
        return at;
    }
    least = least > from ? least : from;
    while (at > least &&
           (is_word(scanner->text[at - 1]) || scanner->text[at - 1] == '-' ||
            (typeid && scanner->text[at - 1] == '_'))) {
        at--;
    }
    return at;
}

void scanner_piece(struct scanner *scanner, const char *text, size_t from,
                   size_t len, bool last)
{
    *scanner = (struct scanner){
        .forms = scanner->forms,
        .text = text,
        .len = len,
        .last = last,
        .next = from,
    };
    scanner->scanned = scanned_end(scanner, from);
}

/* Mark the candidates of the next block. False behind the last block. The piece
 * is padded with NUL, so that each id has a byte behind it. */
static bool next_block(struct scanner *scanner)
{
    char rest[BLOCK] = {0};

    if (scanner->next > scanner->len) {
        return false;
    }
    scanner->block = scanner->next;
    scanner->next += BLOCK;
    if (scanner->next <= scanner->len) {
        find_marks(scanner, scanner->text + scanner->block);
    } else {
        memcpy(rest, scanner->text + scanner->block,
               scanner->len - scanner->block);
        find_marks(scanner, rest);
    }
    return true;
}

bool scanner_next(struct match *match, struct scanner *scanner)
{
    do {
        if (match_at_marks(match, scanner)) {
            return true;
        }
    } while (next_block(scanner));
    return false;
}
