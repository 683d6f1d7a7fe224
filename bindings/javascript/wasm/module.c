/* SPDX-License-Identifier: MIT */
/*
 * module.c - what the modules have beside the functions of <guidon.h>: memory
 * for the arguments of a call, the random bits and the time of JavaScript, and
 * functions that take numbers in place of structures and of 64-bit integers.
 *
 * guidon.txt, forms.txt and scan.txt list the exports of the modules. The linker drops
 * what a module does not export.
 */
#include <guidon.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(name)))
#define EXPORT       __attribute__((visibility("default")))

/* Fill `len` bytes; 0 on success. */
IMPORT("random") int module_random(void *out, size_t len);
/* Milliseconds since 1970, UTC. */
IMPORT("now") double module_now(void);

/* The times of JavaScript's Date are within this many milliseconds of 1970. */
#define MODULE_MS_MAX 8.64e15

/* ----------------------------------------------- memory for calls, by JavaScript */

#define MODULE_IDS 1024
EXPORT guidon_id module_ids[MODULE_IDS];
EXPORT char module_text[65536]; /* more than a line for each id */
EXPORT _Alignas(16) unsigned char module_out[64]; /* outputs that are no ids */
EXPORT char module_sentence[GUIDON_REASON_MAX];
EXPORT guidon_mask_key module_mask_key;
EXPORT guidon_key module_key;
EXPORT guidon_key_ring module_ring;
EXPORT guidon_name_hash module_name;
EXPORT guidon_scanner module_scanner;
EXPORT guidon_query module_query;

/* ------------------------------------------------------------ the host's functions */

guidon_status guidon_host_entropy(void *out, size_t len)
{
    return module_random(out, len) == 0 ? GUIDON_OK : GUIDON_E_ENTROPY;
}

guidon_status guidon_host_now(guidon_time *out)
{
    const double ms = module_now();
    int64_t seconds;

    if (!(ms >= -MODULE_MS_MAX && ms <= MODULE_MS_MAX)) {
        return GUIDON_E_CLOCK;
    }
    seconds = (int64_t)(ms / 1000);
    if ((double)seconds * 1000 > ms) {
        seconds--;
    }
    out->seconds = seconds;
    out->nanoseconds = (uint32_t)((ms - (double)seconds * 1000) * 1e6);
    return GUIDON_OK;
}

/* --------------------------------------------------------------------- functions */

/* Give the next call the whole stack. A call that JavaScript cut off, by an overflow of
 * its own stack or by a time limit, left the stack pointer where it was. No other call
 * may be running. */
EXPORT void module_start(void)
{
    __asm__ volatile(".globaltype __stack_pointer, i32\n"
                     "i32.const __stack_high\n"
                     "global.set __stack_pointer");
}

/* Create a generator; 0 and the status at module_out on an error. A layout is for
 * version 7, node and sequence are for versions 1 and 6, because an object of the package
 * has generators of all kinds.
 *
 *   node       6 bytes at module_out if it is GUIDON_NODE_FIXED
 *   clock_seq  14 bits, or -1 for a random one
 *   prefix_bits  0 .. GUIDON_V8_PREFIX_BITS_MAX, of GUIDON_V8_PREFIXED, whose ids
 *              have random prefixes unless guidon_next_prefixed replaces them
 */
EXPORT guidon_generator *module_generator_new(
    guidon_kind kind, guidon_v7_layout layout, guidon_rollback rollback,
    guidon_overflow overflow, guidon_random random, guidon_node node,
    int clock_seq, unsigned prefix_bits)
{
    const bool has_node = kind == GUIDON_V1 || kind == GUIDON_V6;
    guidon_options options = {
        .kind = kind,
        .v7_layout = kind == GUIDON_V7 ? layout : GUIDON_V7_PRECISE,
        .rollback = rollback,
        .overflow = overflow,
        .random = random,
        .node = has_node ? node : GUIDON_NODE_RANDOM,
        .clock_seq_fixed = has_node && clock_seq >= 0,
        .clock_seq = (uint16_t)(has_node && clock_seq >= 0 ? clock_seq : 0),
        .prefix_bits = prefix_bits,
        .prefix_random = kind == GUIDON_V8_PREFIXED};
    guidon_generator *generator = NULL;
    guidon_status status;

    if (options.node == GUIDON_NODE_FIXED) {
        __builtin_memcpy(options.node_bytes, module_out,
                         sizeof options.node_bytes);
    }
    status = guidon_generator_new(&generator, &options);
    __builtin_memcpy(module_out, &status, sizeof status);
    return status == GUIDON_OK ? generator : NULL;
}

/* Read the text of module_text into module_ids[0]. The forms come in two halves.
 * Returns the form, or -1 - status with the offset at module_out and, for
 * GUIDON_E_AMBIGUOUS, the forms that the text could have at module_out + 8. */
EXPORT int module_parse(size_t len, uint32_t low, uint32_t high, unsigned flags)
{
    guidon_form form = GUIDON_FORM_UUID;
    size_t bad_at = 0;
    const guidon_accept accept = {(uint64_t)high << 32 | low};
    const guidon_status status = guidon_parse(module_ids, &form, module_text,
                                              len, accept, flags, &bad_at);
    const uint64_t forms =
        status == GUIDON_E_AMBIGUOUS
            ? guidon_parse_candidates(module_text, len, accept, flags).forms
            : 0;

    __builtin_memcpy(module_out, &bad_at, sizeof bad_at);
    __builtin_memcpy(module_out + 8, &forms, sizeof forms);
    return status == GUIDON_OK ? (int)form : -1 - (int)status;
}

/* Write to module_sentence why the text of module_text is not read. Returns the length,
 * 0 if it is read. */
EXPORT int module_parse_reason(size_t len, uint32_t low, uint32_t high,
                               unsigned flags)
{
    const guidon_accept accept = {(uint64_t)high << 32 | low};
    size_t n = 0;

    /* Every sentence fits. */
    (void)!guidon_parse_reason(module_sentence, sizeof module_sentence, &n,
                               module_text, len, accept, flags);
    return (int)n;
}

_Static_assert(sizeof module_ids >= GUIDON_DESCRIBE_MAX,
               "module_ids has room for every document");

/* Write what the text of module_text could be to module_ids, as JSON. Returns the
 * length. */
EXPORT int module_describe(size_t len, uint32_t low, uint32_t high,
                           unsigned flags)
{
    const guidon_accept accept = {(uint64_t)high << 32 | low};
    size_t n = 0;

    /* Every document fits. */
    (void)!guidon_describe_json((char *)module_ids, sizeof module_ids, &n,
                                module_text, len, accept, flags);
    return (int)n;
}

/* Write module_ids[0] to module_text. Returns the length, or -1 - status. */
EXPORT int module_format(guidon_form form)
{
    size_t len = 0;
    const guidon_status status =
        guidon_format(module_text, sizeof module_text, &len, module_ids, form);

    return status == GUIDON_OK ? (int)len : -1 - (int)status;
}
