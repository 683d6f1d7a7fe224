/* SPDX-License-Identifier: MIT */
/* value.c - the value room, called with any id, number and time there is */
#include "shim.h"

#include "any.h"

#include "../src/core/bounds.c"
#include "../src/core/convert.c"
#include "../src/core/fields.c"
#include "../src/core/make.c"
#include "../src/core/ticks.c"
#include "../src/core/validate.c"
#include "../src/core/value.c"

#include <limits.h>

static guidon_id a, b, out;
static guidon_time time;
static unsigned char bytes[16];

static void any_inputs(void)
{
    any_bytes(&a, sizeof a);
    any_bytes(&b, sizeof b);
    any_bytes(bytes, sizeof bytes);
    time.seconds = Frama_C_long_long_interval(INT64_MIN, INT64_MAX);
    time.nanoseconds = any_u32();
}

static void look(void)
{
    guidon_time t, u;
    uint64_t hi, lo;
    uint16_t seq;
    uint32_t local;
    guidon_domain domain;
    guidon_variant variant = guidon_variant_of(&a);
    unsigned version = guidon_version_of(&a);
    int order = guidon_compare(&a, &b);

    /*@ check version <= 15; */
    /*@ check -1 <= order <= 1; */
    guidon_version_name(version);
    guidon_version_name(any_u32());
    if (guidon_time_of(&t, &a) == GUIDON_OK) {
        /*@ check t.nanoseconds < 1000000000; */
        /*@ check -12219292800 <= t.seconds <= 281474976710; */
    }
    guidon_ticks_of(&hi, &a);
    guidon_clock_seq_of(&seq, &a);
    guidon_node_of(bytes, &a);
    guidon_dce_of(&domain, &local, &a);
    guidon_dce_time_of(&t, &u, &a);
    guidon_ncs_time_of(&t, &a);
    guidon_ulid_ms_of(&a);
    guidon_is_nil(&a);
    guidon_is_max(&a);
    guidon_equal(&a, &b);
    guidon_to_words(&hi, &lo, &a);
    guidon_hash(&a);
}

static void make(void)
{
    guidon_status status;

    out = guidon_from_words(any_u64(), any_u64());
    status = guidon_v1_make(&out, any_u64(), (uint16_t)any_u32(), bytes);
    /*@ check status == GUIDON_OK || status == GUIDON_E_RANGE; */
    guidon_v6_make(&out, any_u64(), (uint16_t)any_u32(), bytes);
    guidon_v2_make(&out, any_u64(), (uint16_t)any_u32(), bytes,
                   (guidon_domain)any_u32(), any_u32());
    guidon_v4_make(&out, bytes);
    guidon_v8_make(&out, bytes);
    guidon_v8_node_make(&out, any_u64(), any_u32(), any_u32(), any_u32(),
                        bytes);
    guidon_ulid_make(&out, any_u64(), bytes);
    guidon_v7_make(&out, any_u64(), bytes);
    guidon_v7_make_precise(&out, time, bytes);
    guidon_v1_floor(&out, time);
    guidon_v1_ceil(&out, time);
    guidon_v6_floor(&out, time);
    guidon_v6_ceil(&out, time);
    guidon_v7_floor(&out, time);
    guidon_v7_ceil(&out, time);
    guidon_ulid_floor(&out, time);
    guidon_ulid_ceil(&out, time);
}

static void turn(void)
{
    guidon_time slack = time;

    guidon_v1_to_v6(&out, &a);
    guidon_v6_to_v1(&out, &a);
    out = guidon_ulid_as_v7(&a);
    guidon_ulid_increment(&a);
    slack.seconds = Frama_C_long_long_interval(INT64_MIN, INT64_MAX);
    guidon_validate(&a, any_bit() ? &time : NULL, any_bit() ? &slack : NULL);
}

void main(void)
{
    any_inputs();
    look();
    any_inputs();
    make();
    any_inputs();
    turn();
}
