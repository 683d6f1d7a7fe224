/* SPDX-License-Identifier: MIT */
/* metrics.c - counts, written in the text format of Prometheus */
#include "metrics.h"

#include "clocks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void head(FILE *file, const char *name, const char *type,
                 const char *help)
{
    fprintf(file, "# HELP guidon_node_%s %s\n# TYPE guidon_node_%s %s\n", name,
            help, name, type);
}

static void write_all(FILE *file, const struct metrics *m)
{
    size_t i;

    head(file, "number", "gauge", "The number that is held.");
    fprintf(file, "guidon_node_number %" PRIu32 "\n", m->number);
    head(file, "slots", "gauge", "The numbers that are given out.");
    fprintf(file, "guidon_node_slots %" PRIu32 "\n", m->slots);
    head(file, "lease_seconds", "gauge",
         "Seconds of the lease that were left when this file was written.");
    fprintf(file, "guidon_node_lease_seconds %" PRId64 ".%03" PRId64 "\n",
            m->left_ns / NS_PER_S, m->left_ns % NS_PER_S / NS_PER_MS);
    head(file, "renewals_total", "counter", "Renewals that succeeded.");
    fprintf(file, "guidon_node_renewals_total %" PRIu64 "\n", m->renewals);
    head(file, "claims_lost_total", "counter",
         "Claims for which another process was faster.");
    fprintf(file, "guidon_node_claims_lost_total %" PRIu64 "\n", m->races);
    head(file, "failures_total", "counter",
         "Requests without a right answer, by endpoint.");
    for (i = 0; i < m->n_endpoints; i++) {
        fprintf(file,
                "guidon_node_failures_total{endpoint=\"%s\"} %" PRIu64 "\n",
                m->endpoints[i], m->failures[i]);
    }
}

/* May the file be replaced and removed? A device or a pipe, such as /dev/null, is not
 * ours. Sets errno if it cannot be known. */
static bool is_ours(const char *path)
{
    struct stat about;

    errno = 0;
    return lstat(path, &about) == 0
               ? S_ISREG(about.st_mode) || S_ISLNK(about.st_mode)
               : errno == ENOENT;
}

void metrics_remove(const char *path)
{
    if (is_ours(path)) {
        unlink(path);
    }
}

bool metrics_write(const char *path, const struct metrics *metrics,
                   struct reason *reason)
{
    char other[4096];
    FILE *file = NULL;
    bool good;

    if (!is_ours(path)) {
        reason_set(reason, "%.300s: %s", path,
                   errno ? strerror(errno) : "is not a regular file");
        return false;
    }
    if (snprintf(other, sizeof other, "%s.%ld", path, (long)getpid()) <
        (int)sizeof other) {
        /* Never through a link that somebody else made. */
        unlink(other);
        file = fopen(other, "wxe");
    }
    if (!file) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        return false;
    }
    write_all(file, metrics);
    good = !ferror(file);
    good = fclose(file) == 0 && good && rename(other, path) == 0;
    if (!good) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        unlink(other);
    }
    return good;
}
