/* SPDX-License-Identifier: MIT */
/* guidon.c - the tool's process: its descriptors, its locale, its end. */
#include "dispatch.h"
#include "term/message.h"
#include "term/output.h"
#include "term/progress.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

/* Hold a standard descriptor that was closed at the start, so that no file is
 * opened on it; the wrong way round, so that its use still fails. */
static void hold_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

/* A message comes after the output before it, in place of the progress line. */
static void before_message(void)
{
    output_settle();
    progress_wipe();
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    setlocale(LC_CTYPE, ""); /* asks whether the terminal reads UTF-8 */
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a message is one write */
    message_before(before_message);
    enum exit_code code = dispatch(argc, argv);

    return output_finish() ? (int)code : EXIT_IO;
}
