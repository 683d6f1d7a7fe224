/* SPDX-License-Identifier: MIT */
/* What guidon alias was asked for. */
#ifndef CLI_ALIAS_JOB_H
#define CLI_ALIAS_JOB_H

#include "../alias/alias_map.h"
#include "../alias/alias_replace.h"
#include "../args.h"
#include "../text/blocks.h"

#include <stdbool.h>
#include <stdint.h>

struct alias_job {
    struct file_list files;
    bool in_place;
    const char *output_dir; /* NULL: no folder for the outputs */
    const char *key_file;   /* NULL: no file with a key */
    struct alias_map map;
    struct alias_replace replace;
    struct blocks blocks;
    bool failed;  /* a file was not read or written */
    bool stopped; /* memory ran out, or the map cannot be written */
};

/* Replace the ids of all files, or restore them. */
void alias_files(struct alias_job *job);

#endif
