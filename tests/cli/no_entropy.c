/* SPDX-License-Identifier: MIT */
/* no_entropy.c - stands in for getentropy: gives three blocks, then fails. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

int getentropy(void *out, size_t len);
int getentropy(void *out, size_t len)
{
    static int calls;

    if (++calls > 3) {
        errno = ENOSYS;
        return -1;
    }
    memset(out, calls, len);
    return 0;
}
