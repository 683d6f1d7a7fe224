/* SPDX-License-Identifier: MIT */
/* What the terminal, or whatever reads stdout, is fit to show. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../args.h"

/* --color, of every command that draws or colours anything. */
#define OPTION_COLOR                                                           \
  {                                                                            \
    .name = "color", .value = "WHEN", .choice = choice_when,                   \
    .help = "colour (auto)"                                                    \
  }
/* Its words: auto, always, never. */
const char *choice_when(size_t i);

struct look {
    bool colour;
    bool unicode;     /* the locale reads UTF-8; otherwise ASCII */
    unsigned columns; /* of the terminal; 80 where stdout is none */
    size_t room; /* that a line of text has: the same, but no end to it where
                         stdout is no terminal; 40 at least */
};

/* What stdout is fit for, and `option`, which is OPTION_COLOR, asks for. */
struct look terminal_look(const struct args *args, size_t option);

/* Columns of the terminal that a descriptor is; 80 where it is none. */
unsigned terminal_columns(int fd);

/* Write a sequence that colours what follows, where there is colour. */
#define PAINT_PLAIN "\033[0m"
#define PAINT_TITLE "\033[1m"
#define PAINT_FAINT "\033[2m"
#define PAINT_BAR   "\033[36m"
/* As grep has them. */
#define PAINT_FILE  "\033[35m"
#define PAINT_PLACE "\033[32m"
#define PAINT_MATCH "\033[1;31m"
void look_paint(const struct look *look, const char *paint);
/* Write a name, faint, and spaces up to `column`. */
void look_name(const struct look *look, unsigned column, const char *name);
/* Write a name, and "v4 12, v7 3": those of the `n` counts that are not 0, with
 * their names, on as many lines as it needs. Nothing where all are. */
void look_counts(const struct look *look, unsigned column, const char *name,
                 const uint64_t *counts, size_t n, choice_fn name_of);
/* Write a name, faint, and `text` from `column` on; or below, where it does not fit
 * behind the name. */
void look_entry(const struct look *look, unsigned column, const char *name,
                const char *text);
/* Write a text on lines of its own, from `column` on, broken at spaces or after
 * commas. */
void look_wrap(const struct look *look, unsigned column, const char *text);
/* The same from where what look_entry puts below begins. */
void look_below(const struct look *look, const char *text);
/* Is stdout a terminal? */
bool terminal_is(void);
/* Does the locale read UTF-8? */
bool terminal_unicode(void);

#endif
