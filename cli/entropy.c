/* SPDX-License-Identifier: MIT */
/* entropy.c - random bytes from the kernel, in blocks. */
#include "entropy.h"
#include "message.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool entropy_fill(void *out, size_t len)
{
    /* One system call serves many ids; what was handed out is wiped. */
    static unsigned char block[256]; /* as much as getentropy gives at once */
    static size_t used = sizeof block;
    unsigned char *bytes = out;

    while (len > 0) {
        if (used == sizeof block) {
            if (getentropy(block, sizeof block) != 0) {
                message("the system gives no random bytes: %s",
                        strerror(errno));
                return false;
            }
            used = 0;
        }
        size_t left = sizeof block - used;
        size_t n = len < left ? len : left;

        memcpy(bytes, block + used, n);
        memset(block + used, 0, n);
        used += n;
        bytes += n;
        len -= n;
    }
    return true;
}
