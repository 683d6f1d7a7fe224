/* SPDX-License-Identifier: MIT */
/* text_ifunc.c - the functions for one UUID or ULID text, which the dynamic
 * linker binds to a kernel. Elsewhere uuid_text.c and ulid_text.c define them. */
#include "../cpu/ifunc.h"

#if GDN_IFUNC
#  include "../cpu/cpu.h"
#  include "base32.h"
#  include "hex.h"
#  include "parse_error.h"

#  include <guidon/text.h>

/* -------------------------------------------------------------------- writing */

static gdn_text_format_fn *resolve_uuid_format(void)
{
    return GDN_TEXT_BEST(hex, format, gdn_cpu_features());
}

static gdn_text_format_fn *resolve_ulid_format(void)
{
    return GDN_TEXT_BEST(base32, format, gdn_cpu_features());
}

void guidon_uuid_format(char out[36], const guidon_id *id)
    GDN_BOUND_BY(resolve_uuid_format);
void guidon_ulid_format(char out[26], const guidon_id *id)
    GDN_BOUND_BY(resolve_ulid_format);

/* -------------------------------------------------------------------- reading */

typedef guidon_status parse_one(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at);

/* A kernel's reader behind a test of the length. */
#  define PARSE_ONE(codec, kernel, want)                                       \
    static guidon_status codec##_parse_one_##kernel(                           \
        guidon_id *out, const char *text, size_t len, size_t *bad_at)          \
    {                                                                          \
      return len == (want) ? gdn_##codec##_parse_##kernel(out, text, bad_at)   \
                           : gdn_parse_error_length(bad_at, len, want);        \
    }

PARSE_ONE(hex, avx512vbmi, GUIDON_UUID_LEN)
PARSE_ONE(hex, avx2, GUIDON_UUID_LEN)
PARSE_ONE(hex, sse41, GUIDON_UUID_LEN)
PARSE_ONE(hex, scalar, GUIDON_UUID_LEN)
PARSE_ONE(base32, avx512vbmi, GUIDON_ULID_LEN)
PARSE_ONE(base32, avx2, GUIDON_ULID_LEN)
PARSE_ONE(base32, sse41, GUIDON_ULID_LEN)
PARSE_ONE(base32, scalar, GUIDON_ULID_LEN)

static parse_one *resolve_uuid_parse(void)
{
    unsigned features = gdn_cpu_features();

    return features & GDN_CPU_AVX512VBMI ? hex_parse_one_avx512vbmi
           : features & GDN_CPU_AVX2     ? hex_parse_one_avx2
           : features & GDN_CPU_SSE41    ? hex_parse_one_sse41
                                         : hex_parse_one_scalar;
}

static parse_one *resolve_ulid_parse(void)
{
    unsigned features = gdn_cpu_features();

    return features & GDN_CPU_AVX512VBMI ? base32_parse_one_avx512vbmi
           : features & GDN_CPU_AVX2     ? base32_parse_one_avx2
           : features & GDN_CPU_SSE41    ? base32_parse_one_sse41
                                         : base32_parse_one_scalar;
}

guidon_status guidon_uuid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
    GDN_BOUND_BY(resolve_uuid_parse);
guidon_status guidon_ulid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
    GDN_BOUND_BY(resolve_ulid_parse);
#else
GDN_EMPTY_FILE;
#endif
