/* SPDX-License-Identifier: MIT */
/* cost.c - runs under Callgrind, so that cost.sh can compare what one id costs
 * with what a batch of one id costs. */
#include <guidon.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

#define CALLS 10000 /* for each dump; a refill of a buffer counts for little */

static void check(guidon_status status)
{
    if (status != GUIDON_OK) {
        fprintf(stderr, "cost: %s\n", guidon_status_text(status));
        exit(1);
    }
}

static void call(int how, guidon_kind kind, guidon_generator *g)
{
    guidon_id id;

    switch (how) {
    case 0:
        check(guidon_new(&id, kind));
        break;
    case 1:
        check(guidon_new_many(&id, 1, kind));
        break;
    case 2:
        check(guidon_next(&id, g));
        break;
    default:
        check(guidon_next_many(&id, 1, g));
        break;
    }
}

int main(void)
{
    static const guidon_kind kinds[] = {GUIDON_V1,   GUIDON_V4,
                                        GUIDON_V6,   GUIDON_V7,
                                        GUIDON_ULID, GUIDON_ULID_MONOTONIC};
    static const char *const calls[] = {"new", "new_many", "next", "next_many"};

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        guidon_options options = {.kind = kinds[k]};
        guidon_generator *g;
        char name[32];

        check(guidon_generator_new(&g, &options));
        for (int how = 0; how < 4; how++) {
            call(how, kinds[k], g);
            CALLGRIND_ZERO_STATS;
            for (int i = 0; i < CALLS; i++) {
                call(how, kinds[k], g);
            }
            snprintf(name, sizeof name, "%d %s", (int)kinds[k], calls[how]);
            CALLGRIND_DUMP_STATS_AT(name);
        }
        guidon_generator_free(g);
    }
    return 0;
}
