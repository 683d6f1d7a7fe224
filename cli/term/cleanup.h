/* SPDX-License-Identifier: MIT */
/* Cleanup if a signal ends the process. */
#ifndef CLI_CLEANUP_H
#define CLI_CLEANUP_H

/* Runs in a signal handler: only calls of signal-safety(7) are allowed. */
typedef void cleanup_fn(void);

/*
 * Call `clear` if SIGHUP, SIGINT, SIGQUIT or SIGTERM ends the process. The
 * process still ends by that signal. Signals that were ignored at the start
 * (nohup) stay ignored. Register each function once, at most CLEANUP_MAX in
 * all.
 */
enum { CLEANUP_MAX = 2 };
void cleanup_watch(cleanup_fn *clear);

#endif
