/* SPDX-License-Identifier: MIT */
/* finder.c - fuzzes what finds ids within a text, given it in any pieces,
 * against a search of every place of the whole. */
#include "../../cli/finder.h"
#include "../support/fuzz.h"
#include "../support/slow_text.h"

#define FOUND_MAX 256
#define TEXT_MAX  4096

/* --------------------------------------------------------- the slow search */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* Does the letter before `at` end "\n", "\r", "\t" as they are written, or a
 * colour: ESC [ digits, ';' and ':' m, in at most FINDER_BEFORE bytes? */
static bool after_escape(const char *text, size_t at)
{
    size_t i = at - 1;

    if (at >= 2 && text[at - 2] == '\\') {
        return text[i] == 'n' || text[i] == 'r' || text[i] == 't';
    }
    if (text[i] != 'm') {
        return false;
    }
    while (i > 0 && text[i - 1] >= '0' && text[i - 1] <= ';') {
        i--;
    }
    return i >= 2 && text[i - 1] == '[' && text[i - 2] == '\033' &&
           at - (i - 2) <= FINDER_BEFORE;
}

static bool stands_alone(const char *text, size_t len, size_t at, size_t n)
{
    return at + n <= len && (at + n == len || !is_word(text[at + n])) &&
           (at == 0 || !is_word(text[at - 1]) || after_escape(text, at));
}

static bool one_case(const char *text, bool upper)
{
    for (size_t i = 0; i < 26; i++) {
        if (upper ? text[i] >= 'a' && text[i] <= 'z'
                  : text[i] >= 'A' && text[i] <= 'Z') {
            return false;
        }
    }
    return true;
}

static bool ulid_case_fits(const char *text, unsigned what)
{
    return (what & FIND_ULID && one_case(text, true)) ||
           (what & FIND_ULID_LOWER && one_case(text, false));
}

static size_t search(struct finding found[FOUND_MAX], const char *text,
                     size_t len, unsigned what)
{
    size_t n = 0;

    for (size_t at = 0; at < len && n < FOUND_MAX; at++) {
        struct slow_answer as = {.status = GUIDON_E_FORM};

        if (what & FIND_UUID && stands_alone(text, len, at, 36)) {
            as = slow_read(GUIDON_FORM_UUID, text + at, 36, false);
        }
        if (as.status != GUIDON_OK && stands_alone(text, len, at, 26) &&
            ulid_case_fits(text + at, what)) {
            as = slow_read(GUIDON_FORM_ULID, text + at, 26, false);
        }
        if (as.status == GUIDON_OK) {
            found[n++] = (struct finding){
                at, as.form == GUIDON_FORM_UUID ? 36 : 26, as.form, as.id};
        }
    }
    return n;
}

/* ----------------------------------------------------------------- in pieces */

/* The text up to `end` is there; the finder has done with all before *from. */
static size_t look(struct finder *finder, const struct finding *want, size_t n,
                   const char *text, size_t *from, size_t end, bool last)
{
    size_t begin = *from > FINDER_BEFORE ? *from - FINDER_BEFORE : 0;
    const char *piece = fuzz_copy(text + begin, end - begin);
    struct finding found;
    size_t seen = 0;

    finder_piece(finder, piece, *from - begin, end - begin, last);
    while (finder_next(&found, finder)) {
        CHECK(seen < n);
        CHECK(begin + found.at == want[seen].at);
        CHECK(found.len == want[seen].len && found.form == want[seen].form);
        CHECK(guidon_equal(&found.id, &want[seen].id));
        CHECK(begin + found.at >= *from);
        seen++;
    }
    CHECK(begin + finder->settled >= *from && begin + finder->settled <= end);
    *from = begin + finder->settled;
    CHECK(end - *from <= FINDER_AFTER);
    CHECK(!last || *from == end);
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct finding want[FOUND_MAX];
    struct fuzz_data rest = {data, size};
    unsigned what = (unsigned)fuzz_take(&rest, 1) & 7;
    struct finder finder = {.what = what};
    struct fuzz_data cuts;
    size_t n, seen = 0, from = 0, end = 0;

    if (size > TEXT_MAX) {
        return 0;
    }
    n = search(want, (const char *)rest.at, rest.left, what);
    cuts = (struct fuzz_data){rest.at, rest.left / 4};
    while (end < rest.left) {
        size_t more = (size_t)fuzz_take(&cuts, 1) % 97;

        end +=
            cuts.left == 0 || more > rest.left - end ? rest.left - end : more;
        seen += look(&finder, want + seen, n - seen, (const char *)rest.at,
                     &from, end, false);
    }
    seen += look(&finder, want + seen, n - seen, (const char *)rest.at, &from,
                 end, true);
    CHECK(seen == n);
    return 0;
}
