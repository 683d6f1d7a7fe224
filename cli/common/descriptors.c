/* SPDX-License-Identifier: MIT */
/* descriptors.c - keep the numbers 0 to 2 for the standard descriptors. */
#include "descriptors.h"

#include <fcntl.h>
#include <unistd.h>

void descriptors_hold(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}
