/* SPDX-License-Identifier: MIT */
/* state_reason.c - keeps the reason of a thread's last GUIDON_E_STATE. */
#include "state_reason.h"
#include "../host/thread_local.h"
#include <guidon/generate.h>
#include <stddef.h>

static GDN_THREAD_LOCAL const char *state_reason_last;

guidon_status gdn_state_refused(const char *reason)
{
    state_reason_last = reason;
    return GUIDON_E_STATE;
}

const char *guidon_state_reason(void)
{
    return state_reason_last;
}
