/* SPDX-License-Identifier: MIT */
/* ncs.c - the text of Apollo NCS ids, such as 34dc23469000.0d.00.00.7c.... */
#include "../core/memory.h"
#include "forms.h"
#include "hex.h"
#include "parse_error.h"
#include "pattern.h"

/*
 * The text has fourteen of the sixteen octets: time (0-5), address family (8)
 * and host (9-15). Octets 6 and 7 are reserved and must be zero.
 */
#define PATTERN    "hhhhhhhhhhhh.hh.hh.hh.hh.hh.hh.hh.hh"
#define FAMILY_AT  13 /* in the text */
#define FAMILY_MAX 13 /* which keeps the variant bit of octet 8 clear */

size_t gdn_ncs_write(char *out, const guidon_id *id)
{
    unsigned char bytes[14];

    if (id->bytes[6] || id->bytes[7] || id->bytes[8] > FAMILY_MAX) {
        return 0;
    }
    memcpy(bytes, id->bytes, 6);
    memcpy(bytes + 6, id->bytes + 8, 8);
    return gdn_pattern_write(out, PATTERN, gdn_hex_lower, bytes);
}

guidon_status gdn_ncs_read(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at)
{
    unsigned char bytes[14];
    guidon_status status = gdn_pattern_read(bytes, PATTERN, text, len, bad_at);

    if (status) {
        return status;
    }
    if (bytes[6] > FAMILY_MAX) {
        return gdn_parse_error(bad_at, FAMILY_AT, GUIDON_E_RANGE);
    }
    memcpy(out->bytes, bytes, 6);
    memset(out->bytes + 6, 0, 2);
    memcpy(out->bytes + 8, bytes + 6, 8);
    return GUIDON_OK;
}
