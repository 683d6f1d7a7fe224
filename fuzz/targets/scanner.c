/* SPDX-License-Identifier: MIT */
/* scanner.c - compare the scanner, with pieces of any length, with a search at
 * every offset of the whole text */
#include "../../tests/oracle/slow_scan.h"
#include "../support/fuzz.h"

#include <string.h>

#define FOUND_MAX 256
#define TEXT_MAX  4096

/* An alias of GUIDON_SCAN_ALIAS: 00000000-0000-4000-8000-... with a number above 0. */
static bool is_alias(const guidon_id *id)
{
    static const unsigned char head[10] = {[6] = 0x40, [8] = 0x80}, zeros[6];

    return memcmp(id->bytes, head, 10) == 0 &&
           memcmp(id->bytes + 10, zeros, 6) != 0;
}

/* Leave out ULIDs and TypeIDs of a time outside 2000 to 2099, except aliases. */
static size_t of_our_time(guidon_span *spans, size_t n, unsigned forms)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        const unsigned char *b = spans[i].id.bytes;
        const uint64_t ms = (uint64_t)b[0] << 40 | (uint64_t)b[1] << 32 |
                            (uint64_t)b[2] << 24 | (uint64_t)b[3] << 16 |
                            (uint64_t)b[4] << 8 | b[5];

        if ((spans[i].form != GUIDON_FORM_ULID &&
             spans[i].form != GUIDON_SPAN_TYPEID) ||
            (forms & GUIDON_SCAN_ALIAS && is_alias(&spans[i].id)) ||
            (ms >= UINT64_C(946684800000) && ms <= UINT64_C(4102444799999))) {
            spans[kept++] = spans[i];
        }
    }
    return kept;
}

/* Scan the text up to `end`. The scanner has finished the text before *from, and may
 * leave `most` bytes unfinished. */
static size_t scan_piece(guidon_scanner *scanner, const guidon_span *want,
                         size_t n, const char *text, size_t *from, size_t end,
                         size_t most, bool last)
{
    size_t begin = *from > GUIDON_SCAN_BEFORE ? *from - GUIDON_SCAN_BEFORE : 0;
    const char *piece = fuzz_copy(text + begin, end - begin);
    guidon_span found;
    size_t n_found = 0, done;

    guidon_scanner_piece(scanner, piece, end - begin, *from - begin, last);
    while (guidon_scanner_next(&found, scanner)) {
        CHECK(n_found < n);
        CHECK(begin + found.at == want[n_found].at);
        CHECK(found.len == want[n_found].len &&
              found.form == want[n_found].form);
        CHECK(guidon_equal(&found.id, &want[n_found].id));
        CHECK(begin + found.at >= *from);
        n_found++;
    }
    done = begin + guidon_scanner_done(scanner);
    CHECK(done >= *from && done <= end);
    *from = done;
    CHECK(end - *from <= most);
    CHECK(!last || *from == end);
    return n_found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static guidon_span want[FOUND_MAX];
    struct fuzz_data rest = {data, size};
    unsigned flags = (unsigned)fuzz_take(&rest, 1) & 127;
    unsigned forms = flags & ~GUIDON_SCAN_ANY_TIME;
    size_t most = flags & (GUIDON_SCAN_TYPEID | GUIDON_SCAN_ALIAS)
                      ? GUIDON_TYPEID_MAX
                      : 36;
    guidon_scanner scanner;
    struct fuzz_data cuts;
    size_t n, n_found = 0, from = 0, end = 0;

    if (size > TEXT_MAX) {
        return 0;
    }
    CHECK(guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE, flags) ==
          GUIDON_OK);
    n = slow_scan(want, FOUND_MAX, (const char *)rest.at, rest.left, forms);
    n = flags & GUIDON_SCAN_ANY_TIME ? n : of_our_time(want, n, forms);
    cuts = (struct fuzz_data){rest.at, rest.left / 4};
    while (end < rest.left) {
        size_t more = (size_t)fuzz_take(&cuts, 1) % 97;

        end +=
            cuts.left == 0 || more > rest.left - end ? rest.left - end : more;
        n_found += scan_piece(&scanner, want + n_found, n - n_found,
                              (const char *)rest.at, &from, end, most, false);
    }
    n_found += scan_piece(&scanner, want + n_found, n - n_found,
                          (const char *)rest.at, &from, end, most, true);
    CHECK(n_found == n);
    return 0;
}
