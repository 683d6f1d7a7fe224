/* SPDX-License-Identifier: MIT */
/* scanner.c - compare the scanner, with pieces of any length, with a search at
 * every offset of the whole text */
#include "../../cli/text/scanner.h"
#include "../../tests/oracle/slow_scan.h"
#include "../support/fuzz.h"

#define FOUND_MAX 256
#define TEXT_MAX  4096

/* Scan the text up to `end`. The scanner has finished the text before *from. */
static size_t scan_piece(struct scanner *scanner, const struct match *want,
                         size_t n, const char *text, size_t *from, size_t end,
                         bool last)
{
    size_t begin = *from > SCANNER_BEFORE ? *from - SCANNER_BEFORE : 0;
    const char *piece = fuzz_copy(text + begin, end - begin);
    struct match found;
    size_t n_found = 0;

    scanner_piece(scanner, piece, *from - begin, end - begin, last);
    while (scanner_next(&found, scanner)) {
        CHECK(n_found < n);
        CHECK(begin + found.at == want[n_found].at);
        CHECK(found.len == want[n_found].len &&
              found.form == want[n_found].form);
        CHECK(guidon_equal(&found.id, &want[n_found].id));
        CHECK(begin + found.at >= *from);
        n_found++;
    }
    CHECK(begin + scanner->scanned >= *from && begin + scanner->scanned <= end);
    *from = begin + scanner->scanned;
    CHECK(end - *from <=
          (scanner->forms & (SCAN_TYPEID | SCAN_ALIAS) ? SCANNER_AFTER : 36));
    CHECK(!last || *from == end);
    return n_found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match want[FOUND_MAX];
    struct fuzz_data rest = {data, size};
    unsigned forms = (unsigned)fuzz_take(&rest, 1) & 63;
    struct scanner scanner = {.forms = forms};
    struct fuzz_data cuts;
    size_t n, n_found = 0, from = 0, end = 0;

    if (size > TEXT_MAX) {
        return 0;
    }
    n = slow_scan(want, FOUND_MAX, (const char *)rest.at, rest.left, forms);
    cuts = (struct fuzz_data){rest.at, rest.left / 4};
    while (end < rest.left) {
        size_t more = (size_t)fuzz_take(&cuts, 1) % 97;

        end +=
            cuts.left == 0 || more > rest.left - end ? rest.left - end : more;
        n_found += scan_piece(&scanner, want + n_found, n - n_found,
                              (const char *)rest.at, &from, end, false);
    }
    n_found += scan_piece(&scanner, want + n_found, n - n_found,
                          (const char *)rest.at, &from, end, true);
    CHECK(n_found == n);
    return 0;
}
