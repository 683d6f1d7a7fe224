/* SPDX-License-Identifier: MIT */
/* Pick one of several kernels: the first row of a table whose needs the
 * processor meets. */
/*
 * A module with several kernels lists them in one constant table, best first.
 * Each row begins with a name and needs, and the last row runs on every
 * processor of this build. One struct gdn_pick belongs to each table:
 *
 *     struct codec_kernel {
 *         const char *name;
 *         unsigned needs;
 *         codec_fn *run;
 *     };
 *     static const struct codec_kernel codec_kernels[] = {
 *     #if GDN_ARCH_X86_64
 *         {"avx2", GDN_CPU_AVX2, codec_avx2},
 *     #endif
 *     #if !GDN_CPU_ALWAYS(GDN_CPU_AVX2)
 *         {"scalar", 0, codec_scalar},
 *     #endif
 *     };
 *     static struct gdn_pick codec_pick = GDN_PICK(codec_kernels);
 *
 * GDN_CPU_ALWAYS leaves out rows that no processor of this build reaches. If it
 * holds for the first row too, GDN_ROW is that row without a pick, and the
 * compiler then makes the call a direct one:
 *
 *     static const struct codec_kernel *codec(void)
 *     {
 *         return GDN_ROW(codec_kernels, codec_pick);
 *     }
 *
 * The library has no way to make a call use another row. Tests call the
 * functions of a row themselves.
 */
#ifndef GDN_CPU_PICK_H
#define GDN_CPU_PICK_H

#include "../core/private.h"
#include "baseline.h"

#include <stdatomic.h>
#include <stddef.h>

GDN_PRIVATE_BEGIN

/* The beginning of each row. `needs` is an OR of GDN_CPU_*. */
struct gdn_row {
    const char *name;
    unsigned needs;
};

/* A table, and the row that this processor gets; NULL until the first call. */
struct gdn_pick {
    _Atomic(const void *) row;
    const void *rows;
    size_t row_size;
};

/* A pick of a row of `rows`. */
#define GDN_PICK(rows)                                                         \
  {                                                                            \
    NULL, (rows), sizeof *(rows)                                               \
  }

/* Find the row, and keep it in `pick`. */
const void *gdn_pick_row(struct gdn_pick *pick);

/* The row that this processor gets. Threads: any. */
static inline const void *gdn_pick(struct gdn_pick *pick)
{
    const void *row = atomic_load_explicit(&pick->row, memory_order_relaxed);

    return row ? row : gdn_pick_row(pick);
}

/* The same, where the compiler sees the table. */
#define GDN_ROW(rows, pick)                                                    \
  (GDN_CPU_ALWAYS((rows)[0].needs) ? &(rows)[0] : gdn_pick(&(pick)))

GDN_PRIVATE_END

#endif
