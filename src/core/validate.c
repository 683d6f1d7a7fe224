/* SPDX-License-Identifier: MIT */
/* validate.c - check that RFC 9562 defines an id, and that its time has
 * come. */
#include "ticks.h"
#include <guidon/id.h>

static const guidon_time end_of_time = {INT64_MAX, GDN_NS_PER_SECOND - 1};

static bool is_after(guidon_time a, guidon_time b)
{
    return a.seconds != b.seconds ? a.seconds > b.seconds
                                  : a.nanoseconds > b.nanoseconds;
}

/* Add two valid times; `slack` is not negative. If the sum exceeds the seconds
 * of an int64_t, the result is end_of_time. */
static guidon_time validate_sum(guidon_time now, guidon_time slack)
{
    uint32_t nanoseconds = now.nanoseconds + slack.nanoseconds;
    int64_t carry = nanoseconds >= GDN_NS_PER_SECOND;
    guidon_time t;

    if (now.seconds > INT64_MAX - carry ||
        now.seconds + carry > INT64_MAX - slack.seconds) {
        return end_of_time;
    }
    t.seconds = now.seconds + carry + slack.seconds;
    t.nanoseconds = carry ? nanoseconds - GDN_NS_PER_SECOND : nanoseconds;
    return t;
}

static bool is_well_formed(const guidon_id *id)
{
    unsigned version = guidon_version_of(id);

    return (version >= 1 && version <= 8) || guidon_is_nil(id) ||
           guidon_is_max(id);
}

guidon_status guidon_validate(const guidon_id *id, const guidon_time *now,
                              const guidon_time *slack)
{
    const guidon_time none = {0, 0};
    guidon_time allowed = slack ? *slack : none;
    guidon_time t;

    if ((now && !gdn_time_is_sound(*now)) || !gdn_time_is_sound(allowed) ||
        allowed.seconds < 0) {
        return GUIDON_E_ARGUMENT;
    }
    if (!is_well_formed(id)) {
        return GUIDON_E_VERSION;
    }
    if (now && guidon_time_of(&t, id) == GUIDON_OK &&
        is_after(t, validate_sum(*now, allowed))) {
        return GUIDON_E_FUTURE;
    }
    return GUIDON_OK;
}
