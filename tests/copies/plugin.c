/* SPDX-License-Identifier: MIT */
/* plugin.c - a shared object that uses the library: its own copy, or a shared
 * one. */
#include "copy.h"

/* Several threads may meet here, so the caller makes the first id in one. */
static guidon_status plugin_next(guidon_id *out)
{
    static guidon_generator *generator;
    const guidon_options options = {.kind = GUIDON_V7,
                                    .scope = GUIDON_SCOPE_PROCESS};
    guidon_status status = GUIDON_OK;

    if (!generator) {
        status = guidon_generator_new(&generator, &options);
    }
    return status == GUIDON_OK ? guidon_next(out, generator) : status;
}

COPY_EXPORT copy_calls_fn copy_calls;

const struct copy *copy_calls(void)
{
    static struct copy calls;

    calls.new_many = guidon_new_many;
    calls.next = plugin_next;
    return &calls;
}
