/* SPDX-License-Identifier: MIT */
/* test_progress.c - the text of the progress line, and when it is drawn. */
#include "term/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void test_due(void **state)
{
    static const struct {
        const char *why;
        struct progress_pace pace;
        int64_t now;
        bool due;
    } rows[] = {
        {"not before a second", {5, 5, 0, false}, 1004, false},
        {"after it", {5, 5, 0, false}, 1005, true},
        {"not within a tenth of the last", {5, 5, 2000, true}, 2099, false},
        {"after it", {5, 5, 2000, true}, 2100, true},
        {"at once after it was wiped", {5, 5, 2000, false}, 2001, true},
        {"not within a second of other text", {5, 3000, 0, false}, 3999, false},
        {"after it", {5, 3000, 0, false}, 4000, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (progress_is_due(&rows[i].pace, rows[i].now) != rows[i].due) {
            fail_msg("%s", rows[i].why);
        }
    }
}

static void test_text(void **state)
{
    static const struct {
        const char *why;
        struct progress_state state;
        unsigned columns;
        const char *want;
    } rows[] = {
        {"all of it",
         {"check", "lines", 1234567, 400, 1000, 2000},
         80,
         "guidon check: 1.2M lines, 617k a second, 40 %, 3 s left"},
        {"size unknown",
         {"sort", "ids written", 999, 999, 0, 1000},
         80,
         "guidon sort: 999 ids written, 999 a second"},
        {"bytes",
         {"annotate", NULL, 99949, 0, 0, 1000},
         80,
         "guidon annotate: 99.9kB, 99.9kB a second"},
        {"the last number without a letter, the first with one, three digits",
         {"new", "ids", 1000, 1000, 0, 1001},
         80,
         "guidon new: 1.0k ids, 999 a second"},
        {"a third digit in place of a decimal",
         {"new", "ids", 99950, 0, 0, 1000},
         80,
         "guidon new: 100k ids, 100k a second"},
        {"never four digits",
         {"new", "ids", 999500, 0, 0, 1000},
         80,
         "guidon new: 1.0M ids, 1.0M a second"},
        {"more than there are letters for",
         {"new", "ids", UINT64_MAX, 0, 0, 1000},
         80,
         "guidon new: 18.4E ids, 18.4E a second"},
        {"a phase has just begun",
         {"new", "ids", 0, 0, 10, 0},
         80,
         "guidon new: 0 ids"},
        {"minutes",
         {"new", "ids", 10, 10, 1000, 1000},
         80,
         "guidon new: 10 ids, 10 a second, 1 %, 1 min 39 s left"},
        {"hours; not 1 % yet",
         {"new", "ids", 9, 9, 100000, 1000},
         80,
         "guidon new: 9 ids, 9 a second, 0 %, 3 h 5 min left"},
        {"not 100 % yet",
         {"new", "ids", 9999, 9999, 10000, 1000},
         80,
         "guidon new: 10.0k ids, 10.0k a second, 99 %, 0 s left"},
        {"done",
         {"new", "ids", 10000, 10000, 10000, 1000},
         80,
         "guidon new: 10.0k ids, 10.0k a second, 100 %, 0 s left"},
        {"a file that grew: the rest is unknown",
         {"check", "lines", 5, 1001, 1000, 1000},
         80,
         "guidon check: 5 lines, 5 a second"},
        {"one column stays free",
         {"check", "lines", 5, 500, 1000, 1000},
         51,
         "guidon check: 5 lines, 5 a second, 50 %, 1 s left"},
        {"parts that do not fit are left out",
         {"check", "lines", 5, 500, 1000, 1000},
         48,
         "guidon check: 5 lines, 5 a second, 50 %"},
        {"and what comes after it",
         {"check", "lines", 5, 500, 1000, 1000},
         30,
         "guidon check: 5 lines"},
        {"to nothing", {"check", "lines", 5, 500, 1000, 1000}, 0, ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char out[PROGRESS_MAX];

        progress_text(out, rows[i].columns, &rows[i].state);
        if (strcmp(out, rows[i].want) != 0) {
            fail_msg("%s: %s", rows[i].why, out);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_due),
        cmocka_unit_test(test_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
