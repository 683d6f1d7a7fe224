/* SPDX-License-Identifier: MIT */
/* fields.c - read the variant, version, time and other fields of an id. */
#include "layout.h"
#include "ticks.h"
#include <guidon/make.h>

/* Apollo NCS counts 4 us since 1980-01-01, which is 3652 days of 86 400 s after
 * 1970-01-01. */
#define NCS_US_PER_COUNT  4u
#define NCS_EPOCH_SECONDS INT64_C(315532800)
#define US_PER_SECOND     1000000u
#define NS_PER_US         1000u

guidon_variant guidon_variant_of(const guidon_id *id)
{
    switch (gdn_variant_bits(id)) {
    case 7:
        return GUIDON_VARIANT_FUTURE;
    case 6:
        return GUIDON_VARIANT_MICROSOFT;
    case 5:
    case 4:
        return GUIDON_VARIANT_RFC;
    default:
        return GUIDON_VARIANT_NCS;
    }
}

unsigned guidon_version_of(const guidon_id *id)
{
    if (guidon_variant_of(id) != GUIDON_VARIANT_RFC) {
        return 0;
    }
    return gdn_version_nibble(id);
}

const char *guidon_version_name(unsigned version)
{
    static const char *const names[] = {
        "Unused",
        "Gregorian Time-based",
        "DCE Security",
        "MD5 Name-based",
        "Random",
        "SHA-1 Name-based",
        "Reordered Gregorian Time-based",
        "Unix Time-based",
        "Custom",
    };

    return version < sizeof names / sizeof names[0] ? names[version]
                                                    : "Reserved";
}

/* Read the ticks of versions 1 and 6. Return false for other versions. */
static bool has_ticks(uint64_t *out, const guidon_id *id)
{
    if (gdn_is_version(id, 1)) {
        *out = gdn_ticks_v1(id);
        return true;
    }
    if (gdn_is_version(id, 6)) {
        *out = gdn_ticks_v6(id);
        return true;
    }
    return false;
}

guidon_status guidon_time_of(guidon_time *out, const guidon_id *id)
{
    uint64_t ticks;

    if (gdn_is_version(id, 7)) {
        *out = gdn_unix_ms_to_time(gdn_first_48(id));
        return GUIDON_OK;
    }
    if (!has_ticks(&ticks, id)) {
        return GUIDON_E_VERSION;
    }
    *out = gdn_ticks_to_time(ticks);
    return GUIDON_OK;
}

guidon_status guidon_ticks_of(uint64_t *out, const guidon_id *id)
{
    return has_ticks(out, id) ? GUIDON_OK : GUIDON_E_VERSION;
}

guidon_status guidon_clock_seq_of(uint16_t *out, const guidon_id *id)
{
    switch (guidon_version_of(id)) {
    case 1:
    case 6:
        *out = gdn_clock_seq(id);
        return GUIDON_OK;
    case 2:
        *out = gdn_dce_seq(id);
        return GUIDON_OK;
    default:
        return GUIDON_E_VERSION;
    }
}

guidon_status guidon_node_of(unsigned char out[6], const guidon_id *id)
{
    switch (guidon_version_of(id)) {
    case 1:
    case 2:
    case 6:
        gdn_node(out, id);
        return GUIDON_OK;
    default:
        return GUIDON_E_VERSION;
    }
}

guidon_status guidon_dce_of(guidon_domain *domain, uint32_t *local_id,
                            const guidon_id *id)
{
    if (!gdn_is_version(id, 2)) {
        return GUIDON_E_VERSION;
    }
    *domain = (guidon_domain)gdn_domain(id);
    *local_id = gdn_local_id(id);
    return GUIDON_OK;
}

guidon_status guidon_dce_time_of(guidon_time *low, guidon_time *high,
                                 const guidon_id *id)
{
    uint64_t ticks = gdn_ticks_v1(id);

    if (!gdn_is_version(id, 2)) {
        return GUIDON_E_VERSION;
    }
    *low = guidon_ticks_to_time(ticks & ~UINT64_C(0xffffffff));
    *high = guidon_ticks_to_time(ticks | UINT64_C(0xffffffff));
    return GUIDON_OK;
}

guidon_status guidon_ncs_time_of(guidon_time *out, const guidon_id *id)
{
    uint64_t us = gdn_first_48(id) * NCS_US_PER_COUNT;

    if (guidon_variant_of(id) != GUIDON_VARIANT_NCS || guidon_is_nil(id)) {
        return GUIDON_E_VERSION;
    }
    out->seconds = NCS_EPOCH_SECONDS + (int64_t)(us / US_PER_SECOND);
    out->nanoseconds = (uint32_t)(us % US_PER_SECOND) * NS_PER_US;
    return GUIDON_OK;
}

uint64_t guidon_ulid_ms_of(const guidon_id *id)
{
    return gdn_first_48(id);
}
