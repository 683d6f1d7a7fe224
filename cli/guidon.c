/* SPDX-License-Identifier: MIT */
/* guidon.c - main: prepares the process, runs the command, ends the output. */
#include "dispatch.h"
#include "term/message.h"
#include "term/output.h"
#include "term/progress.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Open /dev/null on each standard descriptor that the caller closed, so that no
 * other file gets its number. The access mode is the wrong one on purpose:
 * reads and writes still fail. */
static void hold_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/* A message follows all output before it and replaces the progress line. */
static void before_message(void)
{
    output_settle();
    progress_wipe();
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* the failed write reports the limit */
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a message is one write */
    message_before(before_message);
    enum exit_code code = dispatch(argc, argv);

    return output_finish() ? (int)code : EXIT_IO;
}
