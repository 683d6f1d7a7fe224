/* SPDX-License-Identifier: MIT */
/* id_source.c - a generator with the options of `guidon new`. */
#include "id_source.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../text/time_text.h"
#include "../text/times.h"

#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------ clock and random
 * bytes */

static guidon_status read_fixed(void *context, guidon_time *now)
{
    struct id_source *source = context;
    uint32_t ns = source->at.nanoseconds + source->step_ms * 1000000;

    *now = source->at;
    source->at.seconds += ns / 1000000000;
    source->at.nanoseconds = ns % 1000000000;
    return GUIDON_OK;
}

/* SplitMix64: evenly distributed, but the seed predicts every byte. */
static guidon_status draw_seeded(void *context, void *out, size_t len)
{
    struct id_source *source = context;
    unsigned char *bytes = out;

    for (size_t i = 0; i < len; i++) {
        uint64_t z = source->seed += UINT64_C(0x9e3779b97f4a7c15);

        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        bytes[i] = (unsigned char)(z >> 56);
    }
    return GUIDON_OK;
}

void id_source_seed(struct id_source *source, const char *text)
{
    guidon_id ns = guidon_nil(), id;
    uint64_t rest;

    guidon_v8_sha256_make(&id, &ns, text, strlen(text));
    guidon_to_words(&source->seed, &rest, &id);
    source->seeded = true;
    source->seed ^= rest;
    source->options.random = GUIDON_RANDOM_CALLBACK;
    source->options.random_fn = draw_seeded;
    source->options.random_context = source;
}

/* -------------------------------------------------------------------
 * failures */

/* The range of times that a kind can hold. */
static const char *range_of(const guidon_options *options)
{
    switch (options->kind) {
    case GUIDON_V1:
    case GUIDON_V2:
    case GUIDON_V6:
        return TIME_TEXT_RANGE_TICKS;
    case GUIDON_V7:
        if (options->v7_layout != GUIDON_V7_UNORDERED) {
            return "1970-01-01 to 2527-06-23T06:20:44.415Z, with --layout "
                   "unordered to 10889";
        }
        break;
    case GUIDON_V8_NODE:
    case GUIDON_V8_PREFIXED:
        return "1970-01-01 to 2527-06-23T06:20:44.415Z";
    default:
        break;
    }
    return TIME_TEXT_RANGE_MS;
}

/* Report why the state file cannot be used, and what to do. */
static void report_state(const char *path)
{
    const char *reason = guidon_state_reason();

    if (path) {
        message("cannot use the state file %s: %s", ESCAPED(path), reason);
    } else {
        message("cannot use the state file guidon/state in %s: %s (--state "
                "FILE chooses the file)",
                geteuid() == 0 ? "/run" : "$XDG_RUNTIME_DIR", reason);
    }
}

/* Report the option that the library refuses on this machine; false if it refuses none.
 * The tool has checked all others. */
static bool report_option(const guidon_options *options)
{
    char reason[GUIDON_OPTIONS_REASON_MAX];
    size_t len = 0;

    if (guidon_options_reason(reason, sizeof reason, &len, options) !=
            GUIDON_OK ||
        len == 0) {
        return false;
    }
    message("%.*s", (int)len, reason);
    return true;
}

enum exit_code id_source_report(const struct id_source *source,
                                guidon_status status)
{
    switch (status) {
    case GUIDON_E_ENTROPY:
        message("the system returned no random bytes");
        return EXIT_SYSTEM;
    case GUIDON_E_CLOCK:
        if (source->fixed) {
            message_usage(
                "--at is out of range: ids of this kind hold times from "
                "%s",
                range_of(&source->options));
            return EXIT_USAGE;
        }
        message("the clock is out of the range of this kind of id");
        return EXIT_SYSTEM;
    case GUIDON_E_OVERFLOW:
        message("no more ids of this kind are left for this time");
        return EXIT_SYSTEM;
    case GUIDON_E_ARGUMENT:
        if (report_option(&source->options)) {
            return EXIT_SYSTEM;
        }
        /* The state file has prefixes of another length. */
        report_state(source->options.state_path);
        return EXIT_IO;
    case GUIDON_E_STATE:
        report_state(source->options.state_path);
        return EXIT_IO;
    default:
        message("%s", guidon_status_text(status));
        return EXIT_IO;
    }
}

/* Version 2 keeps only the highest 28 bits of the 60-bit time (DCE 1.1), so a
 * step has 2^32 ticks of 100 ns: 429.5 s. Steps are counted from 1582-10-15. */
#define TICKS_PER_SECOND 10000000u

bool id_source_may_wait(const struct id_source *source)
{
    return source->options.kind == GUIDON_V2 && !source->fixed;
}

unsigned id_source_wait_s(void)
{
    uint64_t ticks = 0;
    uint64_t left;

    /* Version 2 makes no ids outside the range of ticks. */
    if (guidon_time_to_ticks(&ticks, time_now()) != GUIDON_OK) {
        ticks = 0;
    }
    left = (UINT64_C(1) << 32) - (uint32_t)ticks;
    return (unsigned)((left + TICKS_PER_SECOND - 1) / TICKS_PER_SECOND);
}

enum exit_code id_source_open(struct id_source *source)
{
    guidon_status status;

    if (source->fixed) {
        source->options.clock_fn = read_fixed;
        source->options.clock_context = source;
    }
    /* A clock that stands still would make the generator wait for ever. */
    if (source->fixed || id_source_may_wait(source)) {
        source->options.overflow = GUIDON_OVERFLOW_FAIL;
    }
    status = guidon_generator_new(&source->generator, &source->options);
    return status == GUIDON_OK ? EXIT_DONE : id_source_report(source, status);
}

guidon_status id_source_next(guidon_id *out, size_t n, struct id_source *source)
{
    return guidon_next_many(out, n, source->generator);
}

void id_source_close(struct id_source *source)
{
    guidon_generator_free(source->generator);
    source->generator = NULL;
}
