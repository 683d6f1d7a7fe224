/* SPDX-License-Identifier: MIT */
/* scanner.c - compare the scanner, with pieces of any length, with a search at
 * every offset of the whole text */
#include "../../tests/oracle/slow_scan.h"
#include "../support/fuzz.h"

#define FOUND_MAX 256
#define TEXT_MAX  4096

/* Scan the text up to `end`. The scanner has finished the text before *from. */
static size_t scan_piece(guidon_scanner *scanner, const guidon_span *want,
                         size_t n, const char *text, size_t *from, size_t end,
                         bool last)
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
    CHECK(end - *from <= GUIDON_TYPEID_MAX);
    CHECK(!last || *from == end);
    return n_found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static guidon_span want[FOUND_MAX];
    struct fuzz_data rest = {data, size};
    unsigned forms = (unsigned)fuzz_take(&rest, 1) & 63;
    guidon_scanner scanner;
    struct fuzz_data cuts;
    size_t n, n_found = 0, from = 0, end = 0;

    if (size > TEXT_MAX) {
        return 0;
    }
    CHECK(guidon_scanner_init(&scanner, NULL, 0, GUIDON_ALIAS_NONE,
                              forms | GUIDON_SCAN_ANY_TIME) == GUIDON_OK);
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
