/* SPDX-License-Identifier: MIT */
/* ncs.c - the text of Apollo NCS ids, such as 34dc23469000.0d.00.00.7c.... */
#include "../core/memory.h"
#include "forms.h"
#include "hex.h"
#include "hex_layout.h"
#include "parse_error.h"
#include "runs.h"

/*
 * The text has fourteen of the sixteen octets: time (0-5), address family (8)
 * and host (9-15). Octets 6 and 7 are reserved and must be zero.
 */
#define FAMILY_AT  13 /* in the text */
#define FAMILY_MAX 13 /* which keeps the variant bit of octet 8 clear */

#define FAMILY     8 /* in the id */
#define MARK       GDN_MARK

/* Octets 6 and 7 are read as octet 0 is, and then set to zero. */
static const struct gdn_hex_layout ncs_layout = {
    .len = 36,
    .digits = gdn_hex_lower,
    .nil = "000000000000.00.00.00.00.00.00.00.00",
    .digit = {GDN_RUN12(0), MARK, GDN_RUN2(16), MARK, GDN_RUN2(18), MARK,
              GDN_RUN2(20), MARK, GDN_RUN2(22), MARK, GDN_RUN2(24), MARK,
              GDN_RUN2(26), MARK, GDN_RUN2(28), MARK, GDN_RUN2(30)},
    .at = {GDN_RUN12(0), 0, 1, 0, 1, GDN_RUN2(13), GDN_RUN2(16), GDN_RUN2(19),
           GDN_RUN2(22), GDN_RUN2(25), GDN_RUN2(28), GDN_RUN2(31),
           GDN_RUN2(34)},
};

size_t gdn_ncs_write(char *out, const guidon_id *id)
{
    if (id->bytes[6] || id->bytes[7] || id->bytes[FAMILY] > FAMILY_MAX) {
        return 0;
    }
    gdn_hex_layout()->write(out, 0, id, 1, &ncs_layout);
    return ncs_layout.len;
}

guidon_status gdn_ncs_read(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at)
{
    guidon_id id;
    guidon_status status =
        gdn_hex_layout_parse(&id, text, len, bad_at, &ncs_layout);

    if (status) {
        return status;
    }
    if (id.bytes[FAMILY] > FAMILY_MAX) {
        return gdn_parse_error(bad_at, FAMILY_AT, GUIDON_E_RANGE);
    }
    id.bytes[6] = id.bytes[7] = 0;
    *out = id;
    return GUIDON_OK;
}
