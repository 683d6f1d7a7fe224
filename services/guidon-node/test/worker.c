/* SPDX-License-Identifier: MIT */
/* worker.c - a COMMAND that makes ids by its lease file, and notes when.
 *
 *   worker FILE PAUSE_US
 *
 * Appends lines to FILE: "id NUMBER BEFORE AFTER ID" with the instants of
 * guidon_monotonic_now around the call, or "no NUMBER BEFORE AFTER" if the
 * generator refused. */
#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static guidon_status wrong_clock(void *context, guidon_time *now)
{
    const char *path = getenv("SKEW_FILE");
    FILE *file = path ? fopen(path, "re") : NULL;
    struct timespec read;
    long long ms = 0;

    (void)context;
    clock_gettime(CLOCK_REALTIME, &read);
    if (file) {
        if (fscanf(file, "%lld", &ms) != 1) {
            ms = 0;
        }
        fclose(file);
    }
    ms += (long long)read.tv_sec * 1000 + read.tv_nsec / 1000000;
    now->seconds = ms / 1000;
    now->nanoseconds = (uint32_t)(ms % 1000 * 1000000);
    return GUIDON_OK;
}

static uint64_t instant(void)
{
    uint64_t ns = 0;

    if (guidon_monotonic_now(&ns) != GUIDON_OK) {
        exit(3);
    }
    return ns;
}

static void make(FILE *file, guidon_generator *g, const char *number)
{
    char text[GUIDON_UUID_LEN];
    guidon_id id;
    const uint64_t before = instant();
    const guidon_status status = guidon_next(&id, g);
    const uint64_t after = instant();

    if (status == GUIDON_OK) {
        guidon_uuid_format(text, &id);
        fprintf(file, "id %s %" PRIu64 " %" PRIu64 " %.*s\n", number, before,
                after, GUIDON_UUID_LEN, text);
    } else {
        fprintf(file, "no %s %" PRIu64 " %" PRIu64 "\n", number, before, after);
    }
    fflush(file);
}

int main(int argc, char **argv)
{
    const char *number = getenv("GUIDON_NODE");
    guidon_options options = {.kind = GUIDON_V8_NODE,
                              .scope = GUIDON_SCOPE_PROCESS,
                              .lease_path = getenv("GUIDON_LEASE"),
                              .clock_fn =
                                  getenv("SKEW_FILE") ? wrong_clock : NULL};
    FILE *file = argc > 2 ? fopen(argv[1], "ae") : NULL;
    guidon_generator *g;
    guidon_status status;

    if (!file || !number || !options.lease_path) {
        return 2;
    }
    status = guidon_generator_new(&g, &options);
    if (status != GUIDON_OK) {
        fprintf(stderr, "worker: %s: %s\n", guidon_status_text(status),
                guidon_state_reason());
        return 3;
    }
    for (;;) {
        make(file, g, number);
        usleep((useconds_t)atoi(argv[2]));
    }
}
