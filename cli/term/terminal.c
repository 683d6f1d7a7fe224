/* SPDX-License-Identifier: MIT */
/* terminal.c - is a descriptor a terminal, how wide, and can it show UTF-8? */
#include "terminal.h"

#include <langinfo.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(void)
{
    return isatty(STDOUT_FILENO);
}

bool terminal_unicode(void)
{
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
