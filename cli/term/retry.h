/* SPDX-License-Identifier: MIT */
/* Decides whether a read or write that failed is called again. */
#ifndef CLI_RETRY_H
#define CLI_RETRY_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>

/*
 * After a read (`events` is POLLIN) or a write (POLLOUT) that failed with errno:
 * shall the caller call it again? True if a signal interrupted it. Also true,
 * after a wait, if the caller of the tool has set the descriptor to non-blocking
 * mode, as some shells and runtimes leave a pipe or a terminal.
 */
static inline bool retry_after(int fd, short events)
{
    struct pollfd ready = {.fd = fd, .events = events};

    if (errno != EAGAIN && errno != EWOULDBLOCK) {
        return errno == EINTR;
    }
    return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

#endif
