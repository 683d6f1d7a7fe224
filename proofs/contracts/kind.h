/* SPDX-License-Identifier: MIT */
/* kind.h - the contracts of src/generate/kind.h, in ACSL */
#include "../../src/generate/kind.h"

/*@ assigns \nothing;
    ensures a + b <= 0xffffffffffffffff ==> \result == a + b;
    ensures a + b > 0xffffffffffffffff ==> \result == 0xffffffffffffffff;
*/
static inline uint64_t gdn_add_saturated(uint64_t a, uint64_t b);

/*@ assigns \nothing;
    ensures \result == (n < limit ? n : limit);
*/
static inline size_t gdn_at_most(size_t n, uint64_t limit);

/*@ requires \valid(events) && \valid_read(rules);
    requires \separated(events, rules);
    assigns *events;
    ensures \result == GDN_RELATION_AHEAD <==> now > last;
    ensures \result == GDN_RELATION_CONTINUE <==>
        now <= last && (now >= highest || highest - now <= rules->tolerance);
    ensures \result == GDN_RELATION_RESTART ==>
        now < highest && highest - now > rules->tolerance &&
        rules->rollback == GUIDON_ROLLBACK_RESTART;
    ensures \result == GDN_RELATION_TOO_FAR_BACK ==>
        now < highest && rules->rollback != GUIDON_ROLLBACK_RESTART;
    ensures \old(*events) == 0 ==>
        (*events == 1 <==> \result == GDN_RELATION_CONTINUE && now < highest);
    ensures \old(*events) == 0 ==> *events == 0 || *events == 1 || *events == 2;
    ensures \result == GDN_RELATION_AHEAD || \result == GDN_RELATION_CONTINUE ||
        \result == GDN_RELATION_RESTART || \result == GDN_RELATION_TOO_FAR_BACK;
*/
static inline enum gdn_clock_relation gdn_clock_relation(
    unsigned *events, uint64_t last, uint64_t highest, uint64_t now,
    const struct gdn_rules *rules);

/*@ requires \valid_read(rules);
    assigns \nothing;
    ensures \result == \max(
        \min(highest + ahead, 0xffffffffffffffff),
        (events & 1) != 0 ? \min(now + rules->tolerance, 0xffffffffffffffff)
                          : 0);
*/
static inline uint64_t gdn_limit(unsigned events, uint64_t highest,
                                 uint64_t now, uint64_t ahead,
                                 const struct gdn_rules *rules);
