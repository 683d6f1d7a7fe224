/* SPDX-License-Identifier: MIT */
/* state_reason.c - keeps the reason of a thread's last GUIDON_E_STATE. */
#include "state_reason.h"
#include "../core/memory.h"
#include "../host/thread_local.h"
#include "../random/thread.h"
#include <guidon/generate.h>
#include <stddef.h>

static GDN_THREAD_LOCAL const char *state_reason_last;

guidon_status gdn_state_refused(const char *reason)
{
    state_reason_last = reason;
    return GUIDON_E_STATE;
}

#define OTHER_PREFIX_TEXT                                                      \
  "it holds v8-prefixed ids of 00 prefix bits, not of 00; name another file"
#define OTHER_PREFIX_HELD  28 /* where its two numbers stand */
#define OTHER_PREFIX_ASKED 51

static void put_two_digits(char *place, unsigned number)
{
    place[0] = (char)('0' + number / 10);
    place[1] = (char)('0' + number % 10);
}

guidon_status gdn_state_of_other_prefix(unsigned held, unsigned asked)
{
    struct gdn_thread *thread;

    if (gdn_thread_self(&thread) != GUIDON_OK) {
        state_reason_last =
            "it holds v8-prefixed ids of other prefix bits; name another file";
        return GUIDON_E_ARGUMENT;
    }
    _Static_assert(sizeof OTHER_PREFIX_TEXT <= sizeof thread->words, "it fits");
    memcpy(thread->words, OTHER_PREFIX_TEXT, sizeof OTHER_PREFIX_TEXT);
    put_two_digits(thread->words + OTHER_PREFIX_HELD, held);
    put_two_digits(thread->words + OTHER_PREFIX_ASKED, asked);
    state_reason_last = thread->words;
    return GUIDON_E_ARGUMENT;
}

const char *guidon_state_reason(void)
{
    return state_reason_last;
}
