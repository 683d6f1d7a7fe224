/* SPDX-License-Identifier: MIT */
/* scan_paths.c - finds the files that guidon scan reads. */
#include "scan_paths.h"

#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/walk.h"
#include "scan_file.h"

/* Is another file needed? */
static bool wants_more(const struct scan_job *job)
{
    return !output_failed() && !(job->any && job->output == SCAN_NOTHING);
}

/* Scan a file of a folder: a walk_fn. */
static bool scan_found(void *context, const struct walk_file *file)
{
    struct scan_job *job = context;

    if (!blocks_open_found(&job->blocks, file)) {
        job->failed = true;
        return true; /* scan the other files as well */
    }
    if (!job->blocks.regular || job->blocks.output != OUTPUT_NONE) {
        blocks_close(&job->blocks);
        return true;
    }
    scan_file(job, true);
    return wants_more(job);
}

/* Scan the files of a folder: `fd`, which this closes, or `path` if it is -1.
 * False if no other file is needed. */
static bool scan_folder(struct scan_job *job, int fd, const char *path)
{
    if (!walk_folder(job, fd, path, job->hidden, scan_found)) {
        job->failed = true;
    }
    return wants_more(job);
}

/* Scan a path of the command line. False if no other file is needed. */
static bool scan_named(struct scan_job *job, const char *path)
{
    if (!blocks_open(&job->blocks, path)) {
        job->failed = true;
        return true;
    }
    if (!job->blocks.folder && job->blocks.output == OUTPUT_NONE) {
        scan_file(job, false);
        return wants_more(job);
    }
    if (job->blocks.folder && job->recursive) {
        return scan_folder(job, job->blocks.fd, path);
    }
    blocks_close(&job->blocks);
    if (job->blocks.folder) {
        message("%s is a folder; use -r to search it",
                ESCAPED(job->blocks.name));
    } else {
        output_refuse_file(job->blocks.output, job->blocks.name);
    }
    job->failed = true;
    return true;
}

void scan_paths(struct scan_job *job, const struct args *args)
{
    const struct file_list files = args_files(args);
    bool more = true;

    if (job->recursive && args->n_operands == 0) {
        progress_phase(NULL, 0); /* the size of stdin says nothing */
        scan_folder(job, -1, "");
        return;
    }
    for (size_t i = 0; more && i < files.n; i++) {
        more = scan_named(job, files.paths[i]);
    }
}
