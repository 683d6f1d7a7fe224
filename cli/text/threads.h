/* SPDX-License-Identifier: MIT */
/* The option --threads. */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#define OPTION_THREADS                                                         \
  {                                                                            \
    .name = "threads", .value = "N",                                           \
    .help = "use N threads (the processors that are available)"                \
  }

/* Parse the value of --threads; NULL stands for the processors that are
 * available. False, with a message, if it is not 1 to WORKERS_MAX. */
bool threads_parse(size_t *n, const char *text);

#endif
