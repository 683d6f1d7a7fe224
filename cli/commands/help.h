/* SPDX-License-Identifier: MIT */
/* The text of guidon --help, on stdout. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

void help_all(void);

#endif
