/* SPDX-License-Identifier: MIT */
/* init.h - the first process of COMMAND's PID namespace */
#ifndef GUIDON_NODE_INIT_H
#define GUIDON_NODE_INIT_H

#include "isolation.h"
#include "launch.h"

/* Runs in a copy of guidon-node, which is process 1 of new namespaces. It starts
 * COMMAND, sends the signals on that come as bytes through the pipe `control`,
 * and waits for orphans. It ends with the exit status of COMMAND, or when
 * guidon-node has ended. The kernel then kills everything in the namespace,
 * whichever user it has become. */
_Noreturn void init_run(const struct isolation_plan *plan,
                        const struct launch *launch, const int control[2]);

#endif
