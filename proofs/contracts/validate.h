/* SPDX-License-Identifier: MIT */
/* validate.h - the contract of the sum in src/core/validate.c, in ACSL */
#include "../../src/core/ticks.h"
#include <guidon/id.h>

/*@ logic integer ns_of(guidon_time t) =
        t.seconds * 1000000000 + t.nanoseconds;
*/

/*@ requires now.nanoseconds < 1000000000 && slack.nanoseconds < 1000000000;
    requires slack.seconds >= 0;
    assigns \nothing;
    ensures \result.nanoseconds < 1000000000;
    ensures ns_of(\result) == ns_of(now) + ns_of(slack) ||
        (\result.seconds == 0x7fffffffffffffff &&
         ns_of(\result) < ns_of(now) + ns_of(slack));
*/
static guidon_time validate_sum(guidon_time now, guidon_time slack);
