/* SPDX-License-Identifier: MIT */
/* metrics.h - counts, written in the text format of Prometheus */
#ifndef GUIDON_NODE_METRICS_H
#define GUIDON_NODE_METRICS_H

#include "outcome.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct metrics {
    uint32_t node_number, slots;
    int64_t left_ns; /* of the lease */
    uint64_t renewals, races;
    const char *const *endpoints;
    const uint64_t *failures; /* of each endpoint */
    size_t n_endpoints;
};

/* Replaces a file by another file with these metrics. False if the path has something
 * else than a file of metrics, such as a device or a file of somebody else's. */
bool metrics_write(const char *path, const struct metrics *metrics,
                   struct reason *reason);

/* Removes the file, if it is one of metrics. */
void metrics_remove(const char *path);

#endif
