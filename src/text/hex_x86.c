/* SPDX-License-Identifier: MIT */
/* hex_x86.c - constants and streaming stores of the x86-64 kernels of
 * 8-4-4-4-12 text. */
#include "../cpu/arch.h"

#if GDN_ARCH_X86_64
#  include "hex_x86.h"

#  include <stdint.h>

#  define ALL8(x)  x, x, x, x, x, x, x, x
#  define ALL32(x) ALL8(x), ALL8(x), ALL8(x), ALL8(x)
#  define PAIRS16  16, 1, 16, 1, 16, 1, 16, 1, 16, 1, 16, 1, 16, 1, 16, 1

const struct gdn_hex_x86 gdn_hex_x86 = {
    .nibble = {ALL32(15)},
    .dash = {ALL32('-')},
    .past_decimal = {ALL32(0x100 - '9' - 1)},
    .six = {ALL32(6)},
    .high = {ALL32(0xf0)},
    .no_case = {ALL32(0xff - 0x20)},
    .letter_a = {ALL32('A')},
    .ten = {ALL32(10)},
    .pairs = {PAIRS16, PAIRS16},
};

#  define LINE  64
#  define PIECE 64

/* Copy one cache line past the caches. */
static void copy_line(char *out, const char *in)
{
    for (int i = 0; i < LINE; i += 16) {
        _mm_stream_si128(
            (__m128i *)(void *)(out + i),
            _mm_loadu_si128((const __m128i *)(const void *)(in + i)));
    }
}

/* PIECE records are a whole number of cache lines, whatever their length. If
 * out begins inside a line, each piece ends inside a line too. These two parts
 * of a line go through the cache. */
void gdn_hex_stream(char *out, const guidon_id *in, size_t n, size_t record,
                    gdn_text_format_lines_fn *write)
{
    char piece[PIECE * GDN_HEX_LINE];
    const size_t size = PIECE * record;
    const size_t head = -(uintptr_t)out % LINE;

    for (; n >= PIECE; n -= PIECE, in += PIECE, out += size) {
        size_t at = head;

        write(piece, in, PIECE);
        memcpy(out, piece, head);
        for (; at + LINE <= size; at += LINE) {
            copy_line(out + at, piece + at);
        }
        memcpy(out + at, piece + at, size - at);
    }
    _mm_sfence();
    write(out, in, n);
}
#else
GDN_EMPTY_FILE;
#endif
