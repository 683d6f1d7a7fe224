/* SPDX-License-Identifier: MIT */
/* feed.c - a clock and random bytes that the fuzzer controls */
#include "feed.h"
#include "fuzz.h"

#define SECOND 1000000000

void feed_begin(struct feed *feed)
{
    feed->n_readings = feed->n_draws = 0;
    feed->clock_failed = feed->draw_failed = GUIDON_OK;
}

void feed_move(struct feed *feed, int64_t ns)
{
    int64_t rest = (int64_t)(feed->now.nanoseconds % SECOND) + ns % SECOND;
    int64_t seconds = ns / SECOND;

    if (rest < 0) {
        rest += SECOND;
        seconds--;
    } else if (rest >= SECOND) {
        rest -= SECOND;
        seconds++;
    }
    if ((seconds > 0 && feed->now.seconds > INT64_MAX - seconds) ||
        (seconds < 0 && feed->now.seconds < INT64_MIN - seconds)) {
        return;
    }
    feed->now.seconds += seconds;
    feed->now.nanoseconds = (uint32_t)rest;
}

guidon_status feed_clock(void *context, guidon_time *now)
{
    struct feed *feed = context;

    CHECK(feed->clock_failed == GUIDON_OK && feed->draw_failed == GUIDON_OK);
    if (feed->n_readings + 1 == feed->clock_fails_at) {
        feed->clock_failed = feed->clock_status;
    } else if (feed->n_readings == FEED_READINGS) {
        feed->clock_failed = GUIDON_E_CLOCK;
    } else {
        *now = feed->readings[feed->n_readings++] = feed->now;
        feed_move(feed, feed->step_ns);
    }
    return feed->clock_failed;
}

guidon_status feed_random(void *context, void *out, size_t len)
{
    struct feed *feed = context;

    CHECK(feed->clock_failed == GUIDON_OK && feed->draw_failed == GUIDON_OK);
    if (++feed->n_draws == feed->draw_fails_at) {
        feed->draw_failed = feed->draw_status;
    } else if (feed->fill >= 0) {
        memset(out, feed->fill, len);
    } else {
        unsigned char *bytes = out;

        for (size_t i = 0; i < len;
             i += 8) { /* eight bytes at a time, for speed */
            uint64_t word = draw(&feed->seed);

            memcpy(bytes + i, &word, len - i < 8 ? len - i : 8);
        }
    }
    return feed->draw_failed;
}
