/* SPDX-License-Identifier: MIT */
/* rights.h - whether a program gets rights of its own when it is executed */
#ifndef GUIDON_NODE_RIGHTS_H
#define GUIDON_NODE_RIGHTS_H

/* "is set-user-ID" or its like if the kernel gives the file of a command, or of
 * its interpreter, another user, another group or capabilities. This process
 * could not signal such a command, and the kernel would not kill it together
 * with this process. NULL if the rights stay, or if no file is found. */
const char *rights_gained(const char *command);

#endif
