/* SPDX-License-Identifier: MIT */
/* duplicates_secret.c - a random secret for a state of duplicates. */
#include "../core/wipe.h"
#include "thread.h"
#include <guidon/audit.h>

/* A search through all ids that so many slots hold is short enough. */
#define SLOTS_WITHOUT_SECRET 8192

guidon_status guidon_duplicates_set_random_secret(guidon_duplicates *duplicates)
{
    uint64_t secret[5];
    struct gdn_thread *thread;
    guidon_status status;

    if (guidon_duplicates_slots(duplicates) <= SLOTS_WITHOUT_SECRET) {
        return GUIDON_OK;
    }
    status = gdn_thread_self(&thread);
    if (status == GUIDON_OK) {
        status = gdn_stream_reserve(thread->stream, sizeof secret);
    }
    if (status == GUIDON_OK) {
        gdn_stream_consume(thread->stream, secret, sizeof secret);
        guidon_duplicates_set_secret(duplicates, secret);
        gdn_wipe(secret, sizeof secret);
    }
    return status;
}
