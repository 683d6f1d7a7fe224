/* SPDX-License-Identifier: MIT */
/* v4.c - version 4: 122 random bits in each id, no time, no state. */
#include "v4.h"
#include "../core/layout.h"
#include "../random/thread.h"
#include "kinds.h"
#include "next_fast.h"

static enum gdn_verdict v4_plan(struct gdn_plan *plan,
                                const struct gdn_u128 *last, uint64_t now,
                                size_t n, const struct gdn_rules *rules)
{
    (void)last;
    (void)now;
    (void)rules;
    plan->n = n;
    return GDN_PLAN_OK;
}

static void v4_write(guidon_id *out, const struct gdn_plan *plan,
                     const unsigned char *random, const struct gdn_rules *rules)
{
    (void)rules;
    memmove(out, random, plan->n * sizeof *out);
    for (size_t i = 0; i < plan->n; i++) {
        gdn_set_version(&out[i], 4);
    }
}

GDN_FAST_PATH(bool, v4_next_fast, gdn_next_fast, gdn_kind_v4)

const struct gdn_kind gdn_kind_v4 = {
    .unit = GDN_UNIT_NONE,
    .random_len = 16,
    .plan = v4_plan,
    .write = v4_write,
    .next_fast = v4_next_fast,
};

/* The bits that gdn_set_version clears and sets. */
static struct gdn_cipher_bits v4_version_bits(void)
{
    struct gdn_cipher_bits bits;
    guidon_id id;

    memset(&id, 0, sizeof id);
    gdn_set_version(&id, 4);
    memcpy(bits.set, &id, sizeof bits.set);
    memset(&id, 0xff, sizeof id);
    gdn_set_version(&id, 4);
    memcpy(bits.clear, &id, sizeof bits.clear);
    bits.clear[0] = ~bits.clear[0];
    bits.clear[1] = ~bits.clear[1];
    return bits;
}

/* The stream writes straight into out[], with the version already set. */
guidon_status gdn_v4_of_thread(guidon_id *out, size_t n)
{
    const struct gdn_cipher_bits bits = v4_version_bits();
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
