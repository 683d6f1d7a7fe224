/* SPDX-License-Identifier: MIT */
/* terminal.c - what the terminal is fit to show. */
#include "terminal.h"
#include "command.h"
#include "output.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum when { AUTO, ALWAYS, NEVER };

const char *choice_when(size_t i)
{
    static const char *const names[] = {"auto", "always", "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* https://no-color.org: NO_COLOR asks for none unless it is empty. */
static bool has_colour(enum when when)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (when != AUTO) {
        return when == ALWAYS;
    }
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

unsigned terminal_columns(int fd)
{
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}

struct look terminal_look(const struct args *args, size_t option)
{
    return (struct look){
        .colour = has_colour((enum when)args_choice(args, option, AUTO)),
        .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .columns = terminal_columns(STDOUT_FILENO),
    };
}

void look_paint(const struct look *look, const char *paint)
{
    if (look->colour) {
        output_text(paint);
    }
}
