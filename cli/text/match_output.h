/* SPDX-License-Identifier: MIT */
/* Write an id that the scanner found in a file. */
#ifndef CLI_MATCH_OUTPUT_H
#define CLI_MATCH_OUTPUT_H

#include "../term/snippet.h"
#include "../term/style.h"
#include "id_fields.h"
#include "scanner.h"
#include "time_text.h"

#include <stddef.h>
#include <stdint.h>

struct match_output {
    const char *path; /* of the file; NULL to leave it out */
    size_t path_len;
    uint64_t line;   /* from 1 */
    uint64_t column; /* in bytes, from 1 */
    uint64_t offset; /* in the file, in bytes */
    guidon_id_kind kind;
    guidon_form form;
    bool has_time;
    unsigned digits;
    guidon_time time;
    /* The id as written, at most GUIDON_TYPEID_MAX bytes. Only layout->rows needs
     * its line. */
    struct snippet text;
};

/* How to write matches. */
struct match_layout {
    struct style style;
    bool rows; /* write the line of text below each match */
    size_t columns;
    bool terminal; /* escape paths for a terminal */
    struct time_text last;
};

/* Write the path of a file, of `len` bytes. */
void match_output_write_path(const struct match_layout *layout,
                             const char *path, size_t len);
/* Write FILE:LINE:COLUMN: KIND TIME ID; with layout->rows, the line of text in
 * place of the id. */
void match_output_write(struct match_layout *layout,
                        const struct match_output *match);
/* Write a JSON object on one line. False, with a message, if memory ran out. */
bool match_output_write_json(const struct match_output *match);

#endif
