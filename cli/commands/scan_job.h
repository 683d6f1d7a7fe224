/* SPDX-License-Identifier: MIT */
/* What guidon scan was asked for, and what it has found so far. */
#ifndef CLI_SCAN_JOB_H
#define CLI_SCAN_JOB_H

#include "../text/blocks.h"
#include "../text/line_counter.h"
#include "../text/match_output.h"
#include "../text/scanner.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What to print: the place of each id, or what an option asks for. */
enum scan_output {
    SCAN_PLACES,
    SCAN_ONLY_IDS,
    SCAN_COUNTS,
    SCAN_FILES,
    SCAN_NOTHING,
    SCAN_JSON
};

struct scan_job {
    enum scan_output output;
    char end; /* after each path or id */
    bool recursive, hidden, text, no_filename;
    bool all;       /* also ULIDs and TypeIDs of other centuries */
    unsigned kinds; /* a bit for each wanted kind; 0: any */
    uint64_t max_count;
    struct match_layout layout;
    struct scanner scanner;
    struct blocks blocks;
    /* The current file. Offsets count bytes from its beginning. */
    size_t name_len;
    uint64_t gone; /* offset of the first byte in memory */
    struct line_counter lines;
    uint64_t found;
    bool stopped; /* the rest of the file is not needed */
    bool utf16;   /* the file looks like UTF-16, in which no id is found */
    /* All files. */
    bool any; /* an id was found */
    bool failed;
};

#endif
