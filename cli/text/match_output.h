/* SPDX-License-Identifier: MIT */
/* An id that was seen in a file, as a line of output. */
#ifndef CLI_MATCH_OUTPUT_H
#define CLI_MATCH_OUTPUT_H

#include "../term/snippet.h"
#include "../term/style.h"
#include "id_fields.h"
#include "scanner.h"
#include "time_text.h"

#include <stdint.h>

struct match_output {
    const char *path; /* of the file; NULL: it is not named */
    uint64_t line;    /* from 1 */
    uint64_t column;  /* bytes, from 1 */
    uint64_t offset;  /* bytes of the file before it */
    enum kind kind;
    guidon_form form;
    bool has_time;
    unsigned digits;
    guidon_time time;
    struct snippet text; /* the id as it is written, in its line */
};

/* How sightings are written. */
struct match_layout {
    struct style style;
    bool rows; /* the line of each, on a row of its own */
    size_t columns;
    bool terminal; /* names are made fit to be shown on one */
    struct time_text last;
};

/* Write the name of a file. */
void match_output_write_path(const struct match_layout *layout,
                             const char *path);
/* FILE:LINE:COLUMN: KIND TIME ID, or in place of the id its line below. */
void match_output_write(struct match_layout *layout,
                        const struct match_output *match);
/* An object of JSON, on a line. False, with a message, if memory ran out. */
bool match_output_write_json(const struct match_output *match);

#endif
