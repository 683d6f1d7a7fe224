/* SPDX-License-Identifier: MIT */
/* measure.c - run the statistics over records */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

double false_alarm_share(void)
{
    return FALSE_ALARM / (double)(n_fields * n_statistics);
}

unsigned all_statistics(void)
{
    return (1u << n_statistics) - 1;
}

void measure(struct finding *findings, struct maker *maker, size_t blocks,
             unsigned chosen)
{
    struct block *block = must_have(1, sizeof *block);
    void *states[32] = {0};

    for (size_t s = 0; s < n_statistics; s++) {
        if (chosen >> s & 1) {
            states[s] = statistics[s]->begin(maker->field->bits);
        }
    }
    for (size_t b = 0; b < blocks; b++) {
        maker_fill(maker, block->records);
        block_turn(block, b == 0);
        for (size_t s = 0; s < n_statistics; s++) {
            if (states[s]) {
                statistics[s]->feed(states[s], block);
            }
        }
    }
    for (size_t s = 0; s < n_statistics; s++) {
        if (states[s]) {
            memset(&findings[s], 0, sizeof findings[s]);
            statistics[s]->end(states[s], &findings[s]);
        }
    }
    free(block);
}
