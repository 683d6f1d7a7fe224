/* SPDX-License-Identifier: MIT */
/* alias_files.c - reads the files of guidon alias, and writes what becomes of
 * them. */
#include "../term/atomic_file.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../text/utf8.h"
#include "alias_job.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define UTF16_BYTES 256 /* the first bytes of a file tell UTF-16 */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Write what is decided, after the rows of the map that it needs. */
static void write_out(struct alias_job *job)
{
    if (job->map.rows_len > 0 && !alias_map_commit(&job->map)) {
        job->stopped = true;
        return;
    }
    output_bytes(job->replace.out, job->replace.out_len);
    job->replace.out_len = 0;
}

/* Pass on bytes of the text. */
static void take(struct alias_job *job, const char *bytes, size_t len,
                 bool last)
{
    char *room = len > 0 ? alias_replace_room(&job->replace, len) : NULL;

    if (room) {
        memcpy(room, bytes, len);
    }
    if ((room || len == 0) && alias_replace_take(&job->replace, len, last)) {
        write_out(job);
    } else {
        message("out of memory");
        job->stopped = true;
    }
}

/* Begin the next file of the command line. False if there is no use. */
static bool begin_file(struct alias_job *job)
{
    if (!job->stopped && !alias_replace_file(&job->replace)) {
        message("out of memory");
        job->stopped = true;
    }
    return !job->stopped;
}

/* ------------------------------------------------------------------- reading */

/* Open a file for reading, unless the tool writes to it. */
static bool open_input(struct alias_job *job, const char *path)
{
    struct blocks *blocks = &job->blocks;
    struct stat file;
    bool refused = true;

    if (!blocks_open(blocks, path)) {
        job->failed = true;
        return false;
    }
    if (blocks->folder) {
        message("%s is a folder", ESCAPED(blocks->name));
    } else if (blocks->output != OUTPUT_NONE) {
        output_refuse_file(blocks->output, blocks->name);
    } else if (fstat(blocks->fd, &file) == 0 &&
               alias_map_is_file(&job->map, &file)) {
        message("%s is the map; it cannot be the input too",
                ESCAPED(blocks->name));
    } else {
        refused = false;
    }
    if (refused) {
        blocks_close(blocks);
        job->failed = true;
    }
    return !refused;
}

/* Read the open file to its end, and pass it on. The text ends there if `last`.
 */
static void read_input(struct alias_job *job, bool last)
{
    struct blocks *blocks = &job->blocks;
    const uint64_t before = job->replace.n_replaced + job->replace.n_left;
    bool more = true, first = true, utf16 = false;

    while (more && !job->stopped && !output_failed()) {
        if (!blocks->regular) {
            output_settle(); /* show it before waiting for more input */
        }
        more = blocks_more(blocks, blocks->len);
        if (first) {
            utf16 = utf8_is_utf16(blocks->bytes, blocks->len < UTF16_BYTES
                                                     ? blocks->len
                                                     : (size_t)UTF16_BYTES);
        }
        first = false;
        take(job, blocks->bytes, more ? blocks->len : 0, !more && last);
    }
    blocks_close(blocks);
    job->failed |= blocks->error != 0;
    if (utf16 && before == job->replace.n_replaced + job->replace.n_left) {
        message("%s: %s", ESCAPED(blocks->name), UTF16_HINT);
        job->failed = true;
    }
}

/* ------------------------------------------------------------------- writing */

/* All files become one text on stdout. */
static void join_files(struct alias_job *job)
{
    if (job->files.n > 1) {
        message("the files come out as one text, in order; --in-place and "
                "--output-dir keep them apart");
    }
    for (size_t i = 0; i < job->files.n && begin_file(job); i++) {
        if (open_input(job, job->files.paths[i])) {
            read_input(job, false);
        }
    }
    if (!job->stopped) {
        take(job, NULL, 0, true);
    }
}

static bool is_same(const struct stat *one, const struct stat *two)
{
    return one->st_dev == two->st_dev && one->st_ino == two->st_ino;
}

/* Would an output take the place of a file that is needed to restore it? A message
 * says so. */
static bool replaces_secret(const struct alias_job *job, const char *out,
                            const struct stat *to)
{
    const bool map = alias_map_is_file(&job->map, to);
    struct stat key;

    if (map || (job->key_file && strcmp(job->key_file, "-") != 0 &&
                stat(job->key_file, &key) == 0 && is_same(&key, to))) {
        message("%s is the %s; it cannot be an output too", ESCAPED(out),
                map ? "map" : "key file");
        return true;
    }
    return false;
}

/* The path of the output of a file. False, with a message. */
static bool output_path(char out[PATH_MAX], const struct alias_job *job,
                        const char *path)
{
    const int len = job->in_place ? snprintf(out, PATH_MAX, "%s", path)
                                  : snprintf(out, PATH_MAX, "%s/%s",
                                             job->output_dir, base_name(path));
    struct stat in, to;
    bool exists;

    if (len < 0 || len >= PATH_MAX) {
        message("the path of the output of %s is too long", ESCAPED(path));
        return false;
    }
    exists = stat(out, &to) == 0;
    if (exists && replaces_secret(job, out, &to)) {
        return false;
    }
    if (!job->in_place && exists && fstat(job->blocks.fd, &in) == 0 &&
        is_same(&in, &to)) {
        message("%s is its own output; use --in-place to replace it",
                ESCAPED(path));
        return false;
    }
    return true;
}

/* The file that is open for reading becomes another file. */
static bool change_open_file(struct alias_job *job, const char *path)
{
    const bool before = job->failed;
    char out[PATH_MAX];
    bool failed;

    if (!output_path(out, job, path) ||
        !atomic_file_begin_like(out, job->blocks.fd)) {
        blocks_close(&job->blocks);
        return false;
    }
    job->failed = false;
    read_input(job, true);
    failed = job->failed || job->stopped || !alias_map_sync(&job->map);
    failed = atomic_file_end(failed ? EXIT_IO : EXIT_DONE) != EXIT_DONE;
    atomic_file_next();
    job->failed = before;
    return !failed;
}

/* Are the outputs in the folder different files? */
static bool have_own_names(const struct alias_job *job)
{
    for (size_t i = 0; job->output_dir && i < job->files.n; i++) {
        for (size_t j = 0; j < i; j++) {
            const char *one = job->files.paths[j], *two = job->files.paths[i];

            if (strcmp(base_name(one), base_name(two)) == 0) {
                message("%s and %s would have one output in %s", ESCAPED(one),
                        ESCAPED(two), ESCAPED(job->output_dir));
                return false;
            }
        }
    }
    return true;
}

void alias_files(struct alias_job *job)
{
    if (!job->in_place && !job->output_dir) {
        join_files(job);
        return;
    }
    if (!have_own_names(job)) {
        job->failed = true;
        return;
    }
    for (size_t i = 0; i < job->files.n && begin_file(job); i++) {
        const char *path = job->files.paths[i];

        if (open_input(job, path) && !change_open_file(job, path)) {
            job->failed = true;
        }
    }
}
