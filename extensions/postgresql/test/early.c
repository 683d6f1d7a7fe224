/* SPDX-License-Identifier: MIT */
/* early.c - lets AddressSanitizer start before every library of a server (LD_PRELOAD).
 *
 * The first allocation of a process starts the sanitizer. In Debian's server that is one
 * inside newlocale(), which a constructor of libp11-kit calls, and which holds the C
 * library's lock of locales. The sanitizer's start calls dlerror(), which takes and
 * releases that lock too. The lock is out of step then, and the process waits for it
 * for ever when it ends.
 *
 * The loader runs the constructors of an object that is linked with -z initfirst before
 * all others, so this one allocates first. */
#include <stdlib.h>

__attribute__((constructor)) static void start(void)
{
    void *volatile first =
        malloc(1); /* volatile: gcc leaves out the pair otherwise */

    free(first);
}
