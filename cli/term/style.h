/* SPDX-License-Identifier: MIT */
/* Names, values and wrapped text on stdout, as wide and as colourful as its
 * reader can show. */
#ifndef CLI_STYLE_H
#define CLI_STYLE_H

#include "../basics.h"

#include <stdbool.h>
#include <stdint.h>

/* The value of --color. */
enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
/* The words of --color, in the order of the enum. */
const char *choice_colour(size_t i);

struct style {
    bool colour;
    unsigned columns;    /* of the terminal; 80 if stdout is not a terminal */
    size_t wrap_columns; /* width to which text wraps: at least 40; SIZE_MAX
                            (never) if stdout is not a terminal */
};

/* The style that suits stdout, with colour as `when` asks. */
struct style style_of_stdout(enum colour_when when);

/* Terminal sequences that set how the text after them looks. */
#define PAINT_PLAIN "\033[0m"
#define PAINT_TITLE "\033[1m"
#define PAINT_FAINT "\033[2m"
#define PAINT_BAR   "\033[36m"
/* The colours of grep. */
#define PAINT_FILE     "\033[35m"
#define PAINT_POSITION "\033[32m"
#define PAINT_MATCH    "\033[1;31m"
/* Write a PAINT_ sequence if the style has colour. */
void style_paint(const struct style *style, const char *paint);

/* Write `name`, faint, and spaces up to `column`. */
void style_name(const struct style *style, unsigned column, const char *name);

/* Write `name` and the counts that are not 0, for example "v4 12, v7 3", on as
 * many lines as they need. Writes nothing if all `n` counts are 0. */
void style_counts(const struct style *style, unsigned column, const char *name,
                  const uint64_t *counts, size_t n, choice_fn name_of);

/* Write `name`, faint, and `text` from `column` on. Text that does not fit
 * behind the name goes below it. */
void style_entry(const struct style *style, unsigned column, const char *name,
                 const char *text);

/* Write `text` from `column` on, in lines that break at spaces or after
 * commas. */
void style_wrap(const struct style *style, unsigned column, const char *text);
/* The same, at the column of text that style_entry writes below a name. */
void style_below(const struct style *style, const char *text);

#endif
