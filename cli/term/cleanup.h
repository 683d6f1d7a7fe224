/* SPDX-License-Identifier: MIT */
/* What is cleared away where a signal ends the process. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

/* Called by a handler: it may do what signal-safety(7) allows. */
typedef void cleanup_fn(void);

/*
 * From now on call `clear` where SIGHUP, SIGINT, SIGQUIT or SIGTERM ends the
 * process, which ends by that signal then. Those that were ignored when it began
 * (nohup) stay so. At most CLEANUP_MAX are asked for, each once.
 */
enum { CLEANUP_MAX = 2 };
void cleanup_watch(cleanup_fn *clear);

#endif
