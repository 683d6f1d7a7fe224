/* SPDX-License-Identifier: MIT */
/* script.c - a clock and a random source that a test controls */
#include "script.h"

#define SECOND 1000000000

struct script script_at(int64_t seconds, uint32_t nanoseconds)
{
    return (struct script){
        .now = {seconds, nanoseconds}, .seed = 1, .fill = -1};
}

void script_move(struct script *script, int64_t ns)
{
    int64_t sum = (int64_t)script->now.nanoseconds + ns % SECOND;

    script->now.seconds += ns / SECOND;
    if (sum < 0) {
        sum += SECOND;
        script->now.seconds--;
    } else if (sum >= SECOND) {
        sum -= SECOND;
        script->now.seconds++;
    }
    script->now.nanoseconds = (uint32_t)sum;
}

guidon_status script_clock(void *context, guidon_time *now)
{
    struct script *script = context;

    script->readings++;
    if (script->clock_status != GUIDON_OK) {
        return script->clock_status;
    }
    *now = script->now;
    script_move(script, (int64_t)script->tick_ns);
    return GUIDON_OK;
}

/* splitmix64 */
static uint64_t next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

guidon_status script_random(void *context, void *out, size_t len)
{
    struct script *script = context;
    unsigned char *bytes = out;

    script->draws++;
    if (script->fails_at && script->draws >= script->fails_at) {
        return GUIDON_E_ENTROPY;
    }
    for (size_t i = 0; i < len; i++) {
        bytes[i] = script->fill >= 0 ? (unsigned char)script->fill
                                     : (unsigned char)next(&script->seed);
    }
    return GUIDON_OK;
}

guidon_options script_options(struct script *script, guidon_kind kind)
{
    return (guidon_options){
        .kind = kind,
        .random = GUIDON_RANDOM_CALLBACK,
        .random_fn = script_random,
        .random_context = script,
        .clock_fn = script_clock,
        .clock_context = script,
    };
}

void script_no_random(guidon_options *options)
{
    options->random = GUIDON_RANDOM_FAST;
    options->random_fn = NULL;
    options->random_context = NULL;
}

void script_no_clock(guidon_options *options)
{
    options->clock_fn = NULL;
    options->clock_context = NULL;
}

guidon_generator *script_generator(const guidon_options *options)
{
    guidon_generator *g = NULL;

    assert_int_equal(guidon_generator_new(&g, options), GUIDON_OK);
    return g;
}
