/* SPDX-License-Identifier: MIT */
/* Names for one kernel of several lanes: each template name takes the kernel's
 * name as its prefix, for example md5_avx2_absorb. */
/*
 * A template, like the headers that it is for: lanes_avx2.h and lanes_avx512.h
 * (the instructions), md5_lanes.h, sha1_lanes.h and sha256_lanes.h (the rounds)
 * and lanes.h (the messages). Each kernel's file includes one of either kind
 * and then lanes.h, after these definitions:
 *
 *   KERNEL      its name, for example md5_avx2
 *   SERIAL_MAX  this many messages or fewer are hashed faster one by one
 *
 * The prefix lets several kernels stand in one file, as in the amalgamation,
 * and tells them apart in a backtrace.
 */
#include "../core/memory.h"
#include "../cpu/cpu.h"
#include "kernels.h"

#include <immintrin.h>

#define LANES_JOIN_(kernel, name) kernel##_##name
#define LANES_JOIN(kernel, name)  LANES_JOIN_(kernel, name)
#define LANES_NAME(name)          LANES_JOIN(KERNEL, name)
#define LANES_PUBLIC_(kernel)     gdn_##kernel
#define LANES_PUBLIC(kernel)      LANES_PUBLIC_(kernel)

/* The instructions. */
#define lanes_word    LANES_NAME(lanes_word)
#define every         LANES_NAME(every)
#define load          LANES_NAME(load)
#define store         LANES_NAME(store)
#define add           LANES_NAME(add)
#define early         LANES_NAME(early)
#define xor2          LANES_NAME(xor2)
#define xor3          LANES_NAME(xor3)
#define choose        LANES_NAME(choose)
#define majority      LANES_NAME(majority)
#define md5_i         LANES_NAME(md5_i)
#define replace       LANES_NAME(replace)
#define in_order      LANES_NAME(in_order)
#define load_half     LANES_NAME(load_half)
#define load_blocks   LANES_NAME(load_blocks)
#define load_end      LANES_NAME(load_end)
#define copy_end      LANES_NAME(copy_end)
#define transpose     LANES_NAME(transpose)
#define transpose_4x4 LANES_NAME(transpose_4x4)
#define with_length   LANES_NAME(with_length)
#define first_block   LANES_NAME(first_block)
#define last_block    LANES_NAME(last_block)
#define load_messages LANES_NAME(load_messages)
#define store_digests LANES_NAME(store_digests)

/* The rounds. */
#define word          LANES_NAME(word)
#define big_sigma_0   LANES_NAME(big_sigma_0)
#define big_sigma_1   LANES_NAME(big_sigma_1)
#define small_sigma_0 LANES_NAME(small_sigma_0)
#define small_sigma_1 LANES_NAME(small_sigma_1)
#define rounds        LANES_NAME(rounds)

/* The messages. */
#define lane             LANES_NAME(lane)
#define lanes            LANES_NAME(lanes)
#define lane_stage       LANES_NAME(lane_stage)
#define ENDS             LANES_NAME(ENDS)
#define CONTINUES        LANES_NAME(CONTINUES)
#define PADDED           LANES_NAME(PADDED)
#define IDLE             LANES_NAME(IDLE)
#define begin_message    LANES_NAME(begin_message)
#define next_block       LANES_NAME(next_block)
#define write_digest     LANES_NAME(write_digest)
#define finish_lane      LANES_NAME(finish_lane)
#define absorb           LANES_NAME(absorb)
#define digest_any       LANES_NAME(digest_any)
#define are_one_block    LANES_NAME(are_one_block)
#define digest_one_block LANES_NAME(digest_one_block)
#define digest_few       LANES_NAME(digest_few)
