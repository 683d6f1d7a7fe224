/* SPDX-License-Identifier: MIT */
/* v4.c - version 4 generated: 122 random bits each, no time, no state. */
#include "v4.h"
#include "../core/layout.h"
#include "../random/thread.h"
#include "next_fast.h"

static void stamp_all(guidon_id *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gdn_stamp_version(&out[i], 4);
    }
}

static enum gdn_verdict plan(struct gdn_plan *plan, const struct gdn_u128 *last,
                             uint64_t now, size_t n,
                             const struct gdn_rules *rules)
{
    (void)last;
    (void)now;
    (void)rules;
    plan->n = n;
    return GDN_PLAN_OK;
}

static void write(guidon_id *out, const struct gdn_plan *plan,
                  const unsigned char *random, const struct gdn_rules *rules)
{
    (void)rules;
    memcpy(out, random, plan->n * sizeof *out);
    stamp_all(out, plan->n);
}

GDN_FLATTEN static bool one(guidon_id *out, guidon_generator *g,
                            struct gdn_stream *stream)
{
    return gdn_next_fast(out, g, stream, &gdn_kind_v4);
}

const struct gdn_kind gdn_kind_v4 = {
    .unit = GDN_UNIT_NONE,
    .random_len = 16,
    .plan = plan,
    .write = write,
    .one = one,
};

/* What gdn_stamp_version clears and sets. */
static struct gdn_cipher_bits bits_of_version(void)
{
    struct gdn_cipher_bits bits;
    guidon_id id;

    memset(&id, 0, sizeof id);
    gdn_stamp_version(&id, 4);
    memcpy(bits.set, &id, sizeof bits.set);
    memset(&id, 0xff, sizeof id);
    gdn_stamp_version(&id, 4);
    memcpy(bits.clear, &id, sizeof bits.clear);
    bits.clear[0] = ~bits.clear[0];
    bits.clear[1] = ~bits.clear[1];
    return bits;
}

/* No clock and no state: the stream writes where the ids go. */
guidon_status gdn_v4_of_thread(guidon_id *out, size_t n)
{
    const struct gdn_cipher_bits bits = bits_of_version();
    struct gdn_thread *thread;
    guidon_status status = gdn_thread_self(&thread);

    if (status == GUIDON_OK) {
        status = gdn_stream_reserve(thread->stream, n * sizeof *out);
    }
    if (status != GUIDON_OK) {
        return status;
    }
    gdn_stream_consume_each(thread->stream, &out->bytes, n, &bits);
    return GUIDON_OK;
}
