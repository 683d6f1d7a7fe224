/* SPDX-License-Identifier: MIT */
/* generated_ids.c - ids of a generator. */
#include "generated_ids.h"

#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"

#include <guidon.h>
#include <inttypes.h>
#include <stdbool.h>
#include <time.h>

#define BATCH ((size_t)1024)

/* Write the ids there are, say how long the next ones take, and sleep until
 * then. A signal ends the process meanwhile. */
static void wait_for_step(uint64_t done, uint64_t all)
{
    const unsigned seconds = id_source_wait_s();
    const struct timespec length = {.tv_sec = seconds};

    message("version 2 has 64 ids for each local id, domain and node in 429 s; "
            "waiting %u s for more (%" PRIu64 " of %" PRIu64 " are written)",
            seconds, done, all);
    nanosleep(&length, NULL); /* if a signal cuts it short, wait once more */
}

enum exit_code generated_ids(struct id_source *source,
                             const struct writing *writing, uint64_t count)
{
    guidon_id ids[BATCH];
    enum exit_code code = id_source_open(source);
    const bool waits = id_source_may_wait(source);
    /* The seeded clock moves with each call: one id per call gives each id its
     * own millisecond. A call that is too long for a step of version 2 gives
     * none of its ids. */
    size_t most = source->seeded || waits ? 1 : BATCH;
    uint64_t done = 0;

    progress_phase("ids", count);
    while (code == EXIT_DONE && done < count && !output_failed()) {
        size_t n = count - done < most ? (size_t)(count - done) : most;
        guidon_status status = id_source_next(ids, n, source);

        if (status == GUIDON_OK) {
            writing_all(writing, ids, n);
            done += n;
            progress_at(done);
        } else if (n > 1) {
            most = 1; /* write the ids there are before the failure */
        } else if (waits && status == GUIDON_E_OVERFLOW) {
            wait_for_step(done, count);
        } else {
            code = id_source_report(source, status);
        }
    }
    id_source_close(source);
    return code;
}
