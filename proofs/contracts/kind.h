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
    ensures \result == GDN_COURSE_FRESH <==> now > last;
    ensures \result == GDN_COURSE_ON <==>
        now <= last && (now >= highest || highest - now <= rules->tolerance);
    ensures \result == GDN_COURSE_RESTART ==>
        now < highest && highest - now > rules->tolerance &&
        rules->rollback == GUIDON_ROLLBACK_RESTART;
    ensures \result == GDN_COURSE_BACK ==>
        now < highest && rules->rollback != GUIDON_ROLLBACK_RESTART;
    ensures \old(*events) == 0 ==>
        (*events == 1 <==> \result == GDN_COURSE_ON && now < highest);
    ensures \old(*events) == 0 ==> *events == 0 || *events == 1 || *events == 2;
    ensures \result == GDN_COURSE_FRESH || \result == GDN_COURSE_ON ||
        \result == GDN_COURSE_RESTART || \result == GDN_COURSE_BACK;
*/
static inline enum gdn_course gdn_course(unsigned *events, uint64_t last,
                                         uint64_t highest, uint64_t now,
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
