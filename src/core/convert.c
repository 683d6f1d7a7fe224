/* SPDX-License-Identifier: MIT */
/* convert.c - convert between v1 and v6, ULID to v7, and increment a ULID. */
#include "layout.h"
#include <guidon/make.h>

/* Both versions have clock sequence and node in the same octets. */

guidon_status guidon_v1_to_v6(guidon_id *out, const guidon_id *id)
{
    guidon_id v6 = *id;

    if (!gdn_is_version(id, 1)) {
        return GUIDON_E_VERSION;
    }
    gdn_put_ticks_v6(&v6, gdn_ticks_v1(id));
    gdn_set_version(&v6, 6);
    *out = v6;
    return GUIDON_OK;
}

guidon_status guidon_v6_to_v1(guidon_id *out, const guidon_id *id)
{
    guidon_id v1 = *id;

    if (!gdn_is_version(id, 6)) {
        return GUIDON_E_VERSION;
    }
    gdn_put_ticks_v1(&v1, gdn_ticks_v6(id));
    gdn_set_version(&v1, 1);
    *out = v1;
    return GUIDON_OK;
}

guidon_id guidon_ulid_as_v7(const guidon_id *id)
{
    guidon_id v7 = *id;

    gdn_set_version(&v7, 7);
    return v7;
}

guidon_status guidon_ulid_increment(guidon_id *id)
{
    uint16_t hi;
    uint64_t lo;

    gdn_last_80(&hi, &lo, id);
    lo++;
    if (lo == 0) {
        if (hi == UINT16_MAX) {
            return GUIDON_E_OVERFLOW;
        }
        hi++;
    }
    gdn_put_last_80(id, hi, lo);
    return GUIDON_OK;
}
