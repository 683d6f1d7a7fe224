/* SPDX-License-Identifier: MIT */
/* host.c - the library's random bits and clock, from the browser. */
#include "browser.h"

#include <guidon.h>
#include <guidon/host.h>

guidon_status guidon_host_entropy(void *out, size_t len)
{
    browser_random(out, len);
    return GUIDON_OK;
}

guidon_status guidon_host_now(guidon_time *out)
{
    const double ms = browser_now();

    if (!(ms >= 0)) {
        return GUIDON_E_CLOCK;
    }
    const uint64_t whole = (uint64_t)ms;

    *out = (guidon_time){.seconds = (int64_t)(whole / 1000),
                         .nanoseconds = (uint32_t)(whole % 1000) * 1000000};
    return GUIDON_OK;
}
