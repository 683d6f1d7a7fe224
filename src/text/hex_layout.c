/* SPDX-License-Identifier: MIT */
/* hex_layout.c - the table of the kernels of hex digits among marks. */
#include "hex_layout.h"
#include "parse_error.h"

#define ROW(kernel, needs)                                                     \
  {                                                                            \
#    kernel, needs, gdn_hex_layout_write_##kernel,                             \
        gdn_hex_layout_read_##kernel                                           \
  }

const struct gdn_hex_layout_kernel gdn_hex_layout_kernels[] = {
#if GDN_ARCH_X86_64
    ROW(avx2, GDN_HEX_LAYOUT_NEEDS),
#  if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
    ROW(sse41, GDN_CPU_SSE41),
#  endif
#  if !GDN_CPU_ALWAYS(GDN_CPU_SSE41)
    ROW(scalar, 0),
#  endif
#elif GDN_ARCH_ARM64
    ROW(neon, GDN_HEX_LAYOUT_NEEDS),
#else
    ROW(scalar, GDN_HEX_LAYOUT_NEEDS),
#endif
};
const size_t gdn_n_hex_layout_kernels =
    sizeof gdn_hex_layout_kernels / sizeof gdn_hex_layout_kernels[0];

struct gdn_pick gdn_hex_layout_pick = GDN_PICK(gdn_hex_layout_kernels);

guidon_status gdn_hex_layout_parse(guidon_id *out, const char *text, size_t len,
                                   size_t *bad_at,
                                   const struct gdn_hex_layout *layout)
{
    if (len != layout->len) {
        return gdn_parse_error_length(bad_at, len, layout->len);
    }
    return gdn_hex_layout()->read(out, text, len, 1, layout) == 1
               ? GUIDON_OK
               : gdn_hex_layout_error(text, bad_at, layout);
}
