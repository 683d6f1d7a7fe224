/* SPDX-License-Identifier: MIT */
/* at.c - ids of times that the caller gives, with new random bits. */
#include "../core/layout.h"
#include "../core/ticks.h"
#include "../random/thread.h"
#include "kind.h"
#include <guidon/generate.h>
#include <guidon/make.h>

#define AT_RANDOM_LEN 10 /* octets 6 to 15 */

/* So many ids are made before the call checks again whether the process was
 * forked or the machine cloned. */
#define AT_STEP 512

/* Make an id of a time that its kind holds. */
typedef guidon_status at_fn(guidon_id *out, guidon_time time,
                            const unsigned char random[AT_RANDOM_LEN]);

static guidon_status at_ulid(guidon_id *out, guidon_time time,
                             const unsigned char random[AT_RANDOM_LEN])
{
    uint64_t ms = 0;
    guidon_status status = gdn_time_to_unix_ms(&ms, time);

    return status ? status : guidon_ulid_make(out, ms, random);
}

static guidon_status at_v7(guidon_id *out, guidon_time time,
                           const unsigned char random[AT_RANDOM_LEN])
{
    uint64_t ms = 0;
    guidon_status status = gdn_time_to_unix_ms(&ms, time);

    return status ? status : guidon_v7_make(out, ms, random);
}

static guidon_status at_v7_precise(guidon_id *out, guidon_time time,
                                   const unsigned char random[AT_RANDOM_LEN])
{
    return guidon_v7_make_precise(out, time, random + 2);
}

static guidon_status at_step(guidon_id *out, const guidon_time *times, size_t n,
                             at_fn *make)
{
    unsigned char random[AT_RANDOM_LEN];
    struct gdn_thread *thread;
    guidon_status status = gdn_thread_self(&thread);

    if (status == GUIDON_OK) {
        status = gdn_stream_reserve(thread->stream, n * sizeof random);
    }
    for (size_t i = 0; status == GUIDON_OK && i < n; i++) {
        gdn_stream_consume(thread->stream, random, sizeof random);
        status = make(&out[i], times[i], random);
    }
    return status;
}

static guidon_status at_times(guidon_id *out, const guidon_time *times,
                              size_t n, at_fn *make)
{
    guidon_status status = GUIDON_OK;
    uint64_t ms;

    for (size_t i = 0; status == GUIDON_OK && i < n; i++) {
        status = gdn_time_to_unix_ms(&ms, times[i]);
    }
    if (status != GUIDON_OK) {
        return status;
    }
    for (size_t made = 0; status == GUIDON_OK && made < n;) {
        const size_t more = gdn_at_most(n - made, AT_STEP);

        status = at_step(out + made, times + made, more, make);
        made += more;
    }
    if (status != GUIDON_OK && n > AT_STEP) {
        memset(out, 0, n * sizeof *out);
    }
    return status;
}

guidon_status guidon_v7_at(guidon_id *out, guidon_time time)
{
    return at_times(out, &time, 1, at_v7);
}

guidon_status guidon_v7_at_precise(guidon_id *out, guidon_time time)
{
    return at_times(out, &time, 1, at_v7_precise);
}

guidon_status guidon_ulid_at(guidon_id *out, guidon_time time)
{
    return at_times(out, &time, 1, at_ulid);
}

guidon_status guidon_v7_at_many(guidon_id *out, const guidon_time times[],
                                size_t n)
{
    return at_times(out, times, n, at_v7);
}

guidon_status guidon_v7_at_precise_many(guidon_id *out,
                                        const guidon_time times[], size_t n)
{
    return at_times(out, times, n, at_v7_precise);
}

guidon_status guidon_ulid_at_many(guidon_id *out, const guidon_time times[],
                                  size_t n)
{
    return at_times(out, times, n, at_ulid);
}
