/* SPDX-License-Identifier: MIT */
/* terminal.c - what the terminal is fit to show. */
#include "terminal.h"
#include "command.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *choice_when(size_t i)
{
    static const char *const names[] = {"auto", "always", "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* https://no-color.org: NO_COLOR asks for none unless it is empty. */
bool terminal_colour(enum when when)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (when != WHEN_AUTO) {
        return when == WHEN_ALWAYS;
    }
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

bool terminal_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

unsigned terminal_columns(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}
