/* SPDX-License-Identifier: MIT */
/* What is cleared away where a signal ends the process. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

/* Called by a handler: it may do what signal-safety(7) allows. */
typedef void ending_fn(void);

/*
 * From now on call `clear` where SIGHUP, SIGINT, SIGQUIT or SIGTERM ends the
 * process, which ends by that signal then. Those that were ignored when it began
 * (nohup) stay so. At most ENDING_MAX are asked for, each once.
 */
enum { ENDING_MAX = 2 };
void ending_watch(ending_fn *clear);

#endif
