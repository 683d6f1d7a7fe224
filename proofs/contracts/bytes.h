/* SPDX-License-Identifier: MIT */
/* bytes.h - the contracts of the loads in src/core/bytes.h, in ACSL: they may
 * return any number, and read nothing past its bytes */
#include "../../src/core/bytes.h"

/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
*/
static inline uint16_t gdn_load_be16(const unsigned char *p);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline uint32_t gdn_load_be32(const unsigned char *p);

/*@ requires \valid_read(p + (0 .. 7));
    assigns \nothing;
*/
static inline uint64_t gdn_load_be64(const unsigned char *p);
