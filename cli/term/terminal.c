/* SPDX-License-Identifier: MIT */
/* terminal.c - is a descriptor a terminal, how wide, and can it show UTF-8? */
#include "terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(void)
{
    return isatty(STDOUT_FILENO);
}

void terminal_take_locale(void)
{
    static bool taken;

    if (!taken) {
        setlocale(LC_CTYPE, "");
        taken = true;
    }
}

bool terminal_unicode(void)
{
    terminal_take_locale();
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

unsigned terminal_columns(int fd)
{
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}
