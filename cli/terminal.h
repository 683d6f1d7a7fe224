/* SPDX-License-Identifier: MIT */
/* What the terminal, or whatever reads stdout, is fit to show. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "args.h"

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
void look_paint(const struct look *look, const char *paint);
/* Write a name, faint, and `text` from `column` on; or below, where it does not fit
 * behind the name. */
void look_entry(const struct look *look, unsigned column, const char *name,
                const char *text);
/* Write a text on lines of its own, broken at spaces or after commas. */
void look_below(const struct look *look, const char *text);
/* Is stdout a terminal? */
bool terminal_is(void);
/* Does the locale read UTF-8? */
bool terminal_unicode(void);

#endif
