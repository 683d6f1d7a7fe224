/* SPDX-License-Identifier: MIT */
/* make.c - make ids from the fields that the caller gives. */
#include "layout.h"
#include "ticks.h"
#include <guidon/make.h>

/* Every function reads all inputs before it writes *out, so an input may
 * overlap *out. */

/* Versions 1 and 6 differ only in the positions of the ticks. */
static guidon_status gregorian_make(guidon_id *out, unsigned version,
                                    uint64_t ticks, uint16_t clock_seq,
                                    const unsigned char node[6])
{
    guidon_id id;

    if (ticks > GDN_TICKS_MAX || clock_seq > GDN_CLOCK_SEQ_MAX) {
        return GUIDON_E_RANGE;
    }
    if (version == 1) {
        gdn_put_ticks_v1(&id, ticks);
    } else {
        gdn_put_ticks_v6(&id, ticks);
    }
    gdn_put_clock_seq(&id, clock_seq);
    gdn_put_node(&id, node);
    gdn_set_version(&id, version);
    *out = id;
    return GUIDON_OK;
}

guidon_status guidon_v1_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
                             const unsigned char node[6])
{
    return gregorian_make(out, 1, ticks, clock_seq, node);
}

guidon_status guidon_v6_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
                             const unsigned char node[6])
{
    return gregorian_make(out, 6, ticks, clock_seq, node);
}

guidon_status guidon_v2_make(guidon_id *out, uint64_t ticks, uint16_t clock_seq,
                             const unsigned char node[6], guidon_domain domain,
                             uint32_t local_id)
{
    guidon_id id;

    if (ticks > GDN_TICKS_MAX || clock_seq > GDN_DCE_SEQ_MAX ||
        (unsigned)domain > GUIDON_DOMAIN_LAST) {
        return GUIDON_E_RANGE;
    }
    gdn_put_ticks_v1(&id, ticks);
    gdn_put_local_id(&id, local_id);
    gdn_put_dce(&id, clock_seq, (unsigned)domain);
    gdn_put_node(&id, node);
    gdn_set_version(&id, 2);
    *out = id;
    return GUIDON_OK;
}

/* Versions 4 and 8: the caller gives all bits except six. */
static void stamp_copy(guidon_id *out, const unsigned char bytes[16],
                       unsigned version)
{
    guidon_id id;

    memcpy(id.bytes, bytes, sizeof id.bytes);
    gdn_set_version(&id, version);
    *out = id;
}

void guidon_v4_make(guidon_id *out, const unsigned char random[16])
{
    stamp_copy(out, random, 4);
}

void guidon_v8_make(guidon_id *out, const unsigned char custom[16])
{
    stamp_copy(out, custom, 8);
}

static bool node_fits(uint32_t node_number, unsigned node_number_bits)
{
    return node_number_bits >= 1 &&
           node_number_bits <= GUIDON_V8_NODE_BITS_MAX &&
           node_number >> node_number_bits == 0;
}

guidon_status guidon_v8_node_make(guidon_id *out, uint64_t unix_ms,
                                  uint32_t node_number,
                                  unsigned node_number_bits, uint32_t counter,
                                  const unsigned char random[8])
{
    if (unix_ms > GDN_UNIX_MS_MAX ||
        !node_fits(node_number, node_number_bits) ||
        counter >> GDN_V8_COUNTER_BITS != 0) {
        return GUIDON_E_RANGE;
    }
    gdn_put_v8_node(out, unix_ms, node_number, node_number_bits, counter,
                    gdn_load_be64(random));
    return GUIDON_OK;
}

guidon_status guidon_v8_node_of(uint64_t *unix_ms, uint32_t *node_number,
                                const guidon_id *id, unsigned node_number_bits)
{
    if (!node_fits(0, node_number_bits)) {
        return GUIDON_E_RANGE;
    }
    if (!gdn_is_v8_node(id)) {
        return GUIDON_E_VERSION;
    }
    *unix_ms = gdn_first_48(id);
    *node_number = gdn_v8_node(id, node_number_bits);
    return GUIDON_OK;
}

guidon_status guidon_ulid_make(guidon_id *out, uint64_t unix_ms,
                               const unsigned char random[10])
{
    guidon_id id;

    if (unix_ms > GDN_UNIX_MS_MAX) {
        return GUIDON_E_RANGE;
    }
    gdn_put_first_48(&id, unix_ms);
    gdn_put_random_80(&id, random);
    *out = id;
    return GUIDON_OK;
}

/* Version 7 is a ULID with version and variant. */
guidon_status guidon_v7_make(guidon_id *out, uint64_t unix_ms,
                             const unsigned char random[10])
{
    guidon_status status = guidon_ulid_make(out, unix_ms, random);

    if (!status) {
        gdn_set_version(out, 7);
    }
    return status;
}

/* floor(fraction of the millisecond * 2^12). It cannot overflow, because
 * 999 999 << 12 is below 2^32. */
static uint32_t method_3_bits(guidon_time t)
{
    return (t.nanoseconds % GDN_NS_PER_MS << 12) / GDN_NS_PER_MS;
}

guidon_status guidon_v7_make_precise(guidon_id *out, guidon_time time,
                                     const unsigned char random[8])
{
    guidon_id id;
    uint64_t ms;
    guidon_status status = gdn_time_to_unix_ms(&ms, time);

    if (status) {
        return status;
    }
    gdn_put_first_48(&id, ms);
    gdn_put_rand_a(&id, method_3_bits(time));
    gdn_put_rand_b(&id, random);
    gdn_set_version(&id, 7);
    *out = id;
    return GUIDON_OK;
}
