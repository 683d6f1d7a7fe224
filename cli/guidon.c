/* SPDX-License-Identifier: MIT */
/* guidon.c - main: prepares the process, runs the command, ends the output. */
#include "common/descriptors.h"
#include "dispatch.h"
#include "term/message.h"
#include "term/output.h"
#include "term/progress.h"

#include <signal.h>
#include <stdio.h>

/* A message follows all output before it and replaces the progress line. */
static void before_message(void)
{
    output_settle();
    progress_wipe();
}

int main(int argc, char **argv)
{
    descriptors_hold();
    signal(SIGXFSZ, SIG_IGN); /* the failed write reports the limit */
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* a message is one write */
    message_before(before_message);
    enum exit_code code = dispatch(argc, argv);

    return output_finish() ? (int)code : EXIT_IO;
}
