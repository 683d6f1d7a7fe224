/* SPDX-License-Identifier: MIT */
/* What a command of the tool writes, kept in memory for the page to read. */
#ifndef CLI_PAGE_SCREEN_H
#define CLI_PAGE_SCREEN_H

/* Forget the output and the messages of earlier calls. */
void screen_clear(void);

#endif
