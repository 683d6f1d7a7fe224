/* SPDX-License-Identifier: MIT
 * A module of a reader. The program that loads it gives random bytes and the time. */
#include "guidon.h"

/* the block */

__attribute__((import_module("env"), import_name("fill"))) void fill(void *,
                                                                     size_t);
__attribute__((import_module("env"), import_name("seconds"))) double seconds(
    void);

guidon_status guidon_host_entropy(void *out, size_t len)
{
    fill(out, len);
    return GUIDON_OK;
}

guidon_status guidon_host_now(guidon_time *out)
{
    out->seconds = (int64_t)seconds();
    out->nanoseconds = 0;
    return GUIDON_OK;
}

static char text[GUIDON_UUID_LEN];

__attribute__((export_name("make"))) char *make(void)
{
    guidon_id id;

    if (guidon_new(&id, GUIDON_V7) != GUIDON_OK) {
        return NULL;
    }
    guidon_uuid_format(text, &id);
    return text;
}
