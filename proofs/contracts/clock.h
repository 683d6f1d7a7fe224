/* SPDX-License-Identifier: MIT */
/* clock.h - contracts of src/core/ticks.c and src/clock/timestamp.c, in ACSL */
#include "../../src/clock/timestamp.h"
#include "../../src/core/ticks.h"
#include <guidon/make.h>

/*@ predicate sound(guidon_time t) = t.nanoseconds < 1000000000;
    logic integer ms_of(guidon_time t) =
        t.seconds * 1000 + t.nanoseconds / 1000000;
    logic integer ticks_of(guidon_time t) =
        (t.seconds + 12219292800) * 10000000 + t.nanoseconds / 100;
    predicate has_ms(guidon_time t) =
        sound(t) && 0 <= t.seconds && ms_of(t) < 0x1000000000000;
    predicate has_ticks(guidon_time t) =
        sound(t) && -12219292800 <= t.seconds &&
        ticks_of(t) < 0x1000000000000000;
    predicate has_timestamp(guidon_time t) =
        has_ms(t) && ms_of(t) < 0x100000000000;
*/

/*@ assigns \nothing;
    ensures \result <==> sound(t);
*/
bool gdn_time_is_sound(guidon_time t);

/*@ requires \valid(out);
    assigns *out;
    ensures \result == GUIDON_OK <==> has_ticks(t);
    ensures \result == GUIDON_OK ==> *out == ticks_of(t);
    ensures \result != GUIDON_OK ==> *out == \old(*out);
    ensures \result == GUIDON_E_ARGUMENT <==> !sound(t);
*/
guidon_status guidon_time_to_ticks(uint64_t *out, guidon_time t);

/*@ assigns \nothing;
    ensures sound(\result);
    ensures ticks_of(\result) == ticks;
    ensures \result.seconds == ticks / 10000000 - 12219292800;
    ensures \result.nanoseconds == (ticks % 10000000) * 100;
*/
static inline guidon_time gdn_ticks_to_time(uint64_t ticks);

/*@ assigns \nothing;
    ensures sound(\result);
    ensures ticks_of(\result) == ticks;
*/
guidon_time guidon_ticks_to_time(uint64_t ticks);

/*@ assigns \nothing;
    ensures sound(\result) && 0 <= \result.seconds && ms_of(\result) == ms;
*/
guidon_time gdn_unix_ms_to_time(uint64_t ms);

/*@ requires \valid(out);
    assigns *out;
    ensures \result == GUIDON_OK <==> has_ms(t);
    ensures \result == GUIDON_OK ==> *out == ms_of(t);
    ensures \result != GUIDON_OK ==> *out == \old(*out);
    ensures \result == GUIDON_E_ARGUMENT <==> !sound(t);
*/
guidon_status gdn_time_to_unix_ms(uint64_t *out, guidon_time t);

/*@ requires \valid(out);
    assigns *out;
    ensures \result == GUIDON_OK <==> has_timestamp(t);
    ensures \result == GUIDON_OK ==> *out ==
        ((uint64_t)(ms_of(t) << 20) |
         ((uint64_t)((uint32_t)(t.nanoseconds % 1000000) << 20) / 1000000));
    ensures \result != GUIDON_OK ==>
        *out == \old(*out) && \result == GUIDON_E_CLOCK;
*/
guidon_status gdn_timestamp_of(uint64_t *out, guidon_time t);

/*@ requires \valid(out);
    assigns *out;
    ensures \result == GUIDON_OK <==> has_ticks(t);
    ensures \result == GUIDON_OK ==> *out == ticks_of(t);
    ensures \result != GUIDON_OK ==>
        *out == \old(*out) && \result == GUIDON_E_CLOCK;
*/
guidon_status gdn_clock_ticks_of(uint64_t *out, guidon_time t);

/*@ requires \valid(out);
    assigns *out;
    ensures \result == GUIDON_OK <==> has_ms(t);
    ensures \result == GUIDON_OK ==> *out == ms_of(t);
    ensures \result != GUIDON_OK ==>
        *out == \old(*out) && \result == GUIDON_E_CLOCK;
*/
guidon_status gdn_clock_ms_of(uint64_t *out, guidon_time t);

/*@ assigns \nothing;
    ensures status == GUIDON_OK ==> \result == GUIDON_OK;
    ensures status != GUIDON_OK ==> \result == GUIDON_E_CLOCK;
*/
static guidon_status as_clock_error(guidon_status status);
