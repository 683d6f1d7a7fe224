/* SPDX-License-Identifier: MIT */
/* The two functions that a program defines on a host without a system. */
#ifndef GUIDON_HOST_H
#define GUIDON_HOST_H

#include <guidon/api.h>
#include <guidon/id.h>
#include <guidon/status.h>
#include <stddef.h>

#if defined(GUIDON_HOST_NONE)

#  ifdef __cplusplus
extern "C" {
#  endif

/*
 * <guidon/api.h> says when a build is for a host without a system. Such a
 * program defines both functions if it makes ids that need random bits or the
 * time. Values, texts and ids from names need neither; link with --gc-sections
 * to leave the functions undefined.
 *
 * Guidon has one thread there: the program makes one call at a time, and no
 * interrupt handler calls Guidon while another call runs. The program can have 4
 * generators of guidon_generator_new at a time; define GUIDON_HOST_GENERATORS as
 * another number when you compile the library.
 *
 * If your clock reads whole milliseconds, define GUIDON_HOST_CLOCK_NS as 1000000
 * when you compile the library: the resolution of guidon_host_now in
 * nanoseconds, 1 by default and at most 1000000000. Then version 7 has random
 * bits where such a clock has none; see clock_resolution_ns in guidon_options.
 */

/*
 * Fill `len` bytes with random bits that nobody can predict. The program
 * defines this function.
 *
 *   out  out  `len` bytes, any alignment
 *   len  in   1 or more; Guidon asks for at most 32 bytes at a time, or for 16
 *             bytes an id (at most 1024 ids) with GUIDON_RANDOM_KERNEL
 *
 * Errors  any other status than GUIDON_OK  the program has no random bits now;
 *         the call of Guidon returns GUIDON_E_ENTROPY and makes no id
 * Threads Guidon calls it during a call of the program, and never from it
 */
guidon_status guidon_host_entropy(void *out, size_t len);

/*
 * Read the wall clock. The program defines this function.
 *
 *   out  out  seconds since 1970, UTC, and nanoseconds below 1 000 000 000
 *
 * The clock may be coarse (GUIDON_HOST_CLOCK_NS), stand still or go back;
 * ids stay unique, and ordered as the options of the generator say.
 *
 * Errors  any other status than GUIDON_OK  the program has no time now; the
 *         call of Guidon returns GUIDON_E_CLOCK and makes no id
 * Threads as guidon_host_entropy
 */
guidon_status guidon_host_now(guidon_time *out);

#  ifdef __cplusplus
}
#  endif

#endif

#endif
