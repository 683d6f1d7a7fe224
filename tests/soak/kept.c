/* SPDX-License-Identifier: MIT */
/* kept.c - files of ids of version 4, and the log of all runs */
#define _DEFAULT_SOURCE
#include "kept.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATH 4096

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, mode);
}

/* ------------------------------------------------------------- version 4 */

static FILE *open_part(const char *folder, unsigned part, const char *mode)
{
    char name[16];

    snprintf(name, sizeof name, "v4-%02x", part & 0xff);
    return open_in(folder, name, mode);
}

void kept_forget(const char *folder)
{
    char path[PATH];

    for (unsigned part = 0; part < 256; part++) {
        snprintf(path, sizeof path, "%s/v4-%02x", folder, part);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/log.tsv", folder);
    unlink(path);
}

void kept_open(struct kept *kept, const char *folder)
{
    kept->folder = folder;
    for (unsigned i = 0; i < 256; i++) {
        kept->files[i] = open_part(folder, i, "ab");
        if (!kept->files[i]) {
            fail(folder);
        }
    }
}

void kept_add(struct kept *kept, const guidon_id *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        FILE *file = kept->files[ids[i].bytes[0]];

        if (fwrite(&ids[i], sizeof ids[i], 1, file) != 1) {
            fail(kept->folder);
        }
    }
}

void kept_close(struct kept *kept)
{
    for (unsigned i = 0; i < 256; i++) {
        if (fclose(kept->files[i]) != 0) {
            fail(kept->folder);
        }
    }
}

/* The ids of one file. The caller frees them. */
static guidon_id *read_part(const char *folder, unsigned part, size_t *n)
{
    FILE *file = open_part(folder, part, "rb");
    guidon_id *ids;
    long len = -1;

    if (file && fseek(file, 0, SEEK_END) == 0) {
        len = ftell(file);
    }
    if (len < 0 || fseek(file, 0, SEEK_SET) != 0) {
        fail(folder);
    }
    *n = (size_t)len / sizeof *ids;
    ids = malloc(*n * sizeof *ids + 1);
    if (!ids || fread(ids, sizeof *ids, *n, file) != *n) {
        fail(folder);
    }
    fclose(file);
    return ids;
}

struct repeats kept_repeats(const char *folder, unsigned threads, uint64_t *n)
{
    struct repeats all = {0};

    *n = 0;
    for (unsigned part = 0; part < 256; part++) {
        struct id_span run = {0};
        guidon_id *ids = read_part(folder, part, &run.n);
        guidon_id *scratch = malloc(run.n * sizeof *scratch + 1);
        struct repeats found;

        if (!scratch) {
            fail("memory");
        }
        run.ids = ids;
        found = repeats_among(&run, 1, scratch, threads);
        if (found.n > 0) {
            all.n += found.n;
            all.first = found.first;
        }
        *n += run.n;
        free(scratch);
        free(ids);
    }
    return all;
}

/* ------------------------------------------------------------------ the log */

#define COLUMNS                                                                \
  "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64       \
  " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64

struct sums log_read(const char *folder)
{
    FILE *log = open_in(folder, "log.tsv", "r");
    struct sums all = {0};
    struct sums one;
    uint64_t round;

    while (log && fscanf(log, "%*s %" SCNu64 " %*s " COLUMNS " %*s", &round,
                         &one.rounds, &one.ids, &one.by_time, &one.forks,
                         &one.kills, &one.steps, &one.far_back, &one.restarts,
                         &one.refused, &one.faults) == 11) {
        all.rounds = round + 1;
        all.ids += one.ids;
        all.by_time += one.by_time;
        all.forks += one.forks;
        all.kills += one.kills;
        all.steps += one.steps;
        all.far_back += one.far_back;
        all.restarts += one.restarts;
        all.refused += one.refused;
        all.faults += one.faults;
    }
    if (log) {
        fclose(log);
    }
    return all;
}

void log_add(const char *folder, uint64_t round, uint64_t seed,
             const struct sums *sums, double seconds)
{
    FILE *log = open_in(folder, "log.tsv", "a");
    time_t now = time(NULL);
    char when[32];
    struct tm utc;

    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (!log ||
        fprintf(log,
                "%s\t%" PRIu64 "\t%#" PRIx64 "\t1\t%" PRIu64 "\t%" PRIu64
                "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                "\t%" PRIu64 "\t%" PRIu64 "\t%.2f\n",
                when, round, seed, sums->ids, sums->by_time, sums->forks,
                sums->kills, sums->steps, sums->far_back, sums->restarts,
                sums->refused, sums->faults, seconds) < 0 ||
        fclose(log) != 0) {
        fail("log.tsv");
    }
}
