/* SPDX-License-Identifier: MIT */
/* prepare.c - does at once what the first ids would do. */
#include "../clock/tsc.h"
#include "../cpu/cpu.h"
#include "../random/thread.h"
#include <guidon/generate.h>

guidon_status guidon_prepare(void)
{
    struct gdn_thread *thread;

    (void)gdn_cpu_features();
    (void)gdn_tsc_is_sound();
    return gdn_thread_self(&thread);
}
