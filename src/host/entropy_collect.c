/* SPDX-License-Identifier: MIT */
/* entropy_collect.c - collects all the requested bytes from the system, or none. */
#include "entropy_collect.h"

#if !GDN_HOST_NONE
#  include "../core/wipe.h"

#  include <errno.h>

guidon_status gdn_entropy_collect(gdn_entropy_call *call, void *context,
                                  void *out, size_t len)
{
    unsigned char *bytes = out;
    size_t done = 0;

    while (done < len) {
        long got = call(context, bytes + done, len - done);

        if (got > 0) {
            done += (size_t)got;
        } else if (got != -EINTR) {
            gdn_wipe(out, done);
            return GUIDON_E_ENTROPY;
        }
    }
    return GUIDON_OK;
}
#endif
