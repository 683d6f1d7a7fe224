/* SPDX-License-Identifier: MIT */
/* threads.c - the option --threads. */
#include "threads.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../workers.h"
#include "number.h"

#include <stdint.h>

bool threads_parse(size_t *n, const char *text)
{
    uint64_t count;

    if (!text) {
        *n = workers_available();
        return true;
    }
    if (!count_parse(&count, text) || count < 1 || count > WORKERS_MAX) {
        message_usage("invalid number of threads '%s' (expected 1 to %d)",
                      ESCAPED(text), WORKERS_MAX);
        return false;
    }
    *n = (size_t)count;
    return true;
}
