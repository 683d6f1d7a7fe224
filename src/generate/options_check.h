/* SPDX-License-Identifier: MIT */
/* What is wrong with options: the member, and what it lacks. */
#ifndef GDN_GENERATE_OPTIONS_CHECK_H
#define GDN_GENERATE_OPTIONS_CHECK_H

#include "../core/private.h"
#include <guidon/generate.h>
#include <stdbool.h>
#include <stdint.h>

GDN_PRIVATE_BEGIN

/* X(MEMBER, name): the members of guidon_options. Of two members that do not fit
 * together, the one that names more of what the caller wants is the right one. */
#define GDN_OPTION_LIST(X)                                                     \
  X(STRUCT_SIZE, struct_size)                                                  \
  X(KIND, kind)                                                                \
  X(SCOPE, scope)                                                              \
  X(STATE_PATH, state_path)                                                    \
  X(V7_LAYOUT, v7_layout)                                                      \
  X(ULID_STEP, ulid_step)                                                      \
  X(ROLLBACK, rollback)                                                        \
  X(OVERFLOW, overflow)                                                        \
  X(RANDOM, random)                                                            \
  X(RANDOM_FN, random_fn)                                                      \
  X(RANDOM_CONTEXT, random_context)                                            \
  X(CLOCK_CONTEXT, clock_context)                                              \
  X(NODE, node)                                                                \
  X(NODE_BYTES, node_bytes)                                                    \
  X(CLOCK_SEQ_FIXED, clock_seq_fixed)                                          \
  X(CLOCK_SEQ, clock_seq)                                                      \
  X(DOMAIN, domain)                                                            \
  X(LOCAL_ID, local_id)                                                        \
  X(NOT_AFTER, not_after)                                                      \
  X(MONOTONIC_FN, monotonic_fn)                                                \
  X(MONOTONIC_CONTEXT, monotonic_context)                                      \
  X(NODE_NUMBER, node_number)                                                  \
  X(NODE_NUMBER_BITS, node_number_bits)                                        \
  X(LEASE_PATH, lease_path)                                                    \
  X(RESERVED_AFTER_LEASE_PATH, reserved_after_lease_path)                      \
  X(CLOCK_RESOLUTION_NS, clock_resolution_ns)                                  \
  X(STATE_MEMORY, state_memory)                                                \
  X(RESERVED_AFTER_STATE_MEMORY, reserved_after_state_memory)                  \
  X(PREFIX, prefix)                                                            \
  X(PREFIX_BITS, prefix_bits)                                                  \
  X(PREFIX_RANDOM, prefix_random)                                              \
  X(RESERVED_AFTER_PREFIX_RANDOM, reserved_after_prefix_random)

enum gdn_option {
#define GDN_OPTION_CONSTANT(member, name) GDN_OPTION_##member,
    GDN_OPTION_LIST(GDN_OPTION_CONSTANT)
#undef GDN_OPTION_CONSTANT
};

/* X(NEED, words): why an option is refused, as the end of a sentence that begins
 * "MEMBER is VALUE". A file that only refuses holds no words. */
#define GDN_NEED_LIST(X)                                                       \
  X(KIND, ", which is no kind of id (expected a kind such as v7)")             \
  X(RANGE, NULL)      /* " (expected 0 to 2)", or "(expected 0)" */            \
  X(OTHER_KIND, NULL) /* ", which has no effect on v4 (expected 0)" */         \
  X(ZERO, ", but this version of the library knows no such option "            \
          "(expected 0)")                                                      \
  X(KNOWN_SIZE, ", but a byte after the members that this version of the "     \
                "library knows is set (expected zeros)")                       \
  X(PROCESS, ", but v8-node needs scope PROCESS")                              \
  X(HOST, ", which has no effect without scope HOST")                          \
  X(STATE_FILES, ", but this machine has no state files (Linux and macOS on "  \
                 "x86-64 and AArch64 have)")                                   \
  X(LEASE_FILES, ", but this machine has no lease files (Linux and macOS on "  \
                 "x86-64 and AArch64 have)")                                   \
  X(NO_MEMORY, ", and so is state_memory (expected one of them)")              \
  X(ALIGNED, ", but not to a multiple of 16")                                  \
  X(FILE, ", but this kind needs a file (v7, ulid-monotonic and v8-prefixed "  \
          "do not)")                                                           \
  X(CALLBACK, ", which has no effect unless random is CALLBACK")               \
  X(FUNCTION, ", but random is CALLBACK (expected a function)")                \
  X(RANDOM_FN, ", which has no effect without random_fn")                      \
  X(CLOCK_FN, ", which has no effect without clock_fn")                        \
  X(MONOTONIC_FN, ", which has no effect without monotonic_fn")                \
  X(EXPIRY, ", which has no effect without not_after or lease_path")           \
  X(NO_LEASE, ", and so is lease_path (expected one of them)")                 \
  X(MONOTONIC_CLOCK, ", but this system has no clock for it (expected a "      \
                     "monotonic_fn)")                                          \
  X(FIXED_NODE, ", which has no effect without node FIXED")                    \
  X(FIXED_SEQ, ", which has no effect without clock_seq_fixed")                \
  X(GIVEN_PREFIX, ", which has no effect with prefix_random (expected 0)")     \
  X(FINE_CLOCK, ", which needs a clock of 1000 ns or finer (expected at most " \
                "20, or prefix_random)")                                       \
  X(MAC, ", but this host has no hardware address")                            \
  X(LEASED, ", but the lease file has another node number or another length")

enum gdn_need {
#define GDN_NEED_CONSTANT(need, words) GDN_NEED_##need,
    GDN_NEED_LIST(GDN_NEED_CONSTANT)
#undef GDN_NEED_CONSTANT
};

struct gdn_misfit {
    enum gdn_option option;
    enum gdn_need need;
    uint64_t low, high; /* of GDN_NEED_RANGE */
};

/* Copy the options of a caller whose structure may have another size. If false,
 * *misfit says why this library cannot take them. */
bool gdn_options_take(guidon_options *out, struct gdn_misfit *misfit,
                      const guidon_options *options);

/*
 * Does each member have a value that is allowed, and an effect? If not, *misfit
 * names the first that has not. The options are complete, as gdn_options_take
 * gives them.
 *
 * An option of what a generator does when something happens (rollback, overflow,
 * not_after), and of what it reads (scope, random, clock_fn and its resolution),
 * fits every kind: where nothing happens and nothing is read, nothing is lost. An
 * option of what ids contain fits the kinds whose ids contain it.
 */
bool gdn_options_fit(struct gdn_misfit *misfit, const guidon_options *options);

GDN_PRIVATE_END

#endif
