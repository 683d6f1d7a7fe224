/* SPDX-License-Identifier: MIT */
/* metrics.c - counts, written in the text format of Prometheus */
#include "metrics.h"

#include "clocks.h"

#include <errno.h>
#include <fcntl.h>
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

/* Begin a line with a name and the label `file`. It tells the processes of a machine
 * apart, because a collector shows one of several equal series only. Other bytes than
 * printable ASCII become '?'. */
static void begin(FILE *file, const char *name, const char *path)
{
    fprintf(file, "guidon_node_%s{file=\"", name);
    for (const char *c = path; *c; c++) {
        if (*c == '\\' || *c == '"') {
            fputc('\\', file);
        }
        fputc(*c >= ' ' && *c <= '~' ? *c : '?', file);
    }
    fputc('"', file);
}

static void count(FILE *file, const char *name, const char *path,
                  uint64_t value)
{
    begin(file, name, path);
    fprintf(file, "} %" PRIu64 "\n", value);
}

static void write_all(FILE *file, const char *path, const struct metrics *m)
{
    size_t i;

    head(file, "number", "gauge", "The number that is held.");
    count(file, "number", path, m->node_number);
    head(file, "slots", "gauge", "The numbers that are given out.");
    count(file, "slots", path, m->slots);
    head(file, "lease_seconds", "gauge",
         "Seconds of the lease that were left when this file was written.");
    begin(file, "lease_seconds", path);
    fprintf(file, "} %" PRId64 ".%03" PRId64 "\n", m->left_ns / NS_PER_S,
            m->left_ns % NS_PER_S / NS_PER_MS);
    head(file, "renewals_total", "counter", "Renewals that succeeded.");
    count(file, "renewals_total", path, m->renewals);
    head(file, "claims_lost_total", "counter",
         "Claims for which another process was faster.");
    count(file, "claims_lost_total", path, m->races);
    head(file, "failures_total", "counter",
         "Requests without a right answer, by endpoint.");
    for (i = 0; i < m->n_endpoints; i++) {
        begin(file, "failures_total", path);
        fprintf(file, ",endpoint=\"%s\"} %" PRIu64 "\n", m->endpoints[i],
                m->failures[i]);
    }
}

/* What every file of metrics begins with. */
#define BEGINNING "# HELP guidon_node_"

/* Why the file may not be replaced and removed; NULL if it may: there is none, or it
 * is empty, or a guidon-node has written it. A device, such as /dev/null, a link and a
 * file of somebody else's are not ours. */
static const char *foreign_because(const char *path)
{
    char text[sizeof BEGINNING - 1];
    struct stat about;
    ssize_t len;
    int fd;

    if (lstat(path, &about) != 0) {
        return errno == ENOENT ? NULL : strerror(errno);
    }
    if (!S_ISREG(about.st_mode)) {
        return "is not a regular file";
    }
    fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    len = fd < 0 ? -1 : read(fd, text, sizeof text);
    if (fd >= 0) {
        close(fd);
    }
    if (len < 0) {
        return strerror(errno);
    }
    return len == 0 || (len == sizeof text &&
                        memcmp(text, BEGINNING, sizeof text) == 0)
               ? NULL
               : "is not a file that --metrics has written; name another file";
}

void metrics_remove(const char *path)
{
    if (!foreign_because(path)) {
        unlink(path);
    }
}

bool metrics_write(const char *path, const struct metrics *metrics,
                   struct reason *reason)
{
    const char *why = foreign_because(path);
    char other[4096];
    FILE *file = NULL;
    bool good;

    if (why) {
        reason_set(reason, "%.300s: %s", path, why);
        return false;
    }
    errno = ENAMETOOLONG;
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
    write_all(file, path, metrics);
    good = !ferror(file);
    good = fclose(file) == 0 && good && rename(other, path) == 0;
    if (!good) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        unlink(other);
    }
    return good;
}
