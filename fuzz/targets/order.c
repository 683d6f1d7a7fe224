/* SPDX-License-Identifier: MIT */
/* order.c - compare every order of two ids, and its sort keys, with slow ones;
 * the causes of ids, and their repair */
#include "../../tests/oracle/slow_order.h"
#include "../support/fuzz.h"

#include <guidon.h>

/* The key in its own memory, and over the id itself. It gives the id again. */
static size_t key_of(guidon_order order, unsigned char *key,
                     const guidon_id *id)
{
    const size_t due = order == GUIDON_ORDER_TIME ? 24 : 16;
    unsigned char *out = (unsigned char *)fuzz_marked(due);
    const size_t len = guidon_sort_key(out, id, order);
    const guidon_id back = guidon_sort_key_inverse(out, order);

    CHECK(len == due);
    CHECK(guidon_equal(&back, id));
    memcpy(key, out, len);
    return len;
}

static void check_order(guidon_order order, const guidon_id *a,
                        const guidon_id *b)
{
    unsigned char x[GUIDON_SORT_KEY_MAX], y[GUIDON_SORT_KEY_MAX];
    const int got = guidon_compare_as(a, b, order);
    const size_t len = key_of(order, x, a);
    const int keys = memcmp(x, y, key_of(order, y, b));

    CHECK(len <= sizeof x);
    CHECK(got == (keys > 0) - (keys < 0));
    CHECK(got == -guidon_compare_as(b, a, order));
    CHECK((got == 0) == guidon_equal(a, b));
    if (order != GUIDON_ORDER_MARIADB ||
        !(slow_order_is_rejected(a) || slow_order_is_rejected(b))) {
        CHECK(got == slow_order_compare(order, a, b));
    }
}

/* A repair changes just the ids that a cause fits; a repaired id has no cause that
 * the bits of its version and time could have. */
static void check_causes(const guidon_id *id)
{
    static const guidon_time now = {1795833356, 0};
    const guidon_cause_set causes = guidon_causes_of(id, now);

    CHECK(causes >> GUIDON_CAUSES == 0);
    for (unsigned cause = 0; cause < GUIDON_CAUSES; cause++) {
        guidon_id out = *id;
        const guidon_status status =
            guidon_repair(&out, &out, now, (guidon_cause)cause);

        CHECK((status == GUIDON_OK) ==
              (guidon_cause_reversible((guidon_cause)cause) &&
               (causes & GUIDON_CAUSE_BIT(cause)) != 0));
        CHECK(status == GUIDON_OK
                  ? (guidon_causes_of(&out, now) & GUIDON_CAUSE_BIT(0)) == 0
                  : guidon_equal(&out, id));
    }
}

/* An id, and another one that begins or ends as it does: the octets that differ
 * then decide. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    const unsigned differ = (unsigned)fuzz_take(&rest, 2);
    guidon_id a, b;

    fuzz_take_bytes(a.bytes, sizeof a.bytes, &rest);
    b = a;
    for (unsigned i = 0; i < 16; i++) {
        if (differ >> i & 1) {
            b.bytes[i] = (unsigned char)fuzz_take(&rest, 1);
        }
    }
    for (guidon_order order = 0; order < GUIDON_ORDERS; order++) {
        check_order(order, &a, &b);
    }
    check_causes(&a);
    check_causes(&b);
    return 0;
}
