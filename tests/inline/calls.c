/* SPDX-License-Identifier: MIT */
/* calls.c - call <guidon/inline.h>; valid as C11 and as C++11. It is compiled
 * with INLINED, the value of GUIDON_INLINED that its options must give. */
#include <guidon/inline.h>

#include "calls.h"

#if GUIDON_INLINED != INLINED
#  error "the options choose the wrong functions"
#endif

void inline_uuid_format(char out[36], const guidon_id *id)
{
    guidon_uuid_format_inline(out, id);
}

void inline_ulid_format(char out[26], const guidon_id *id)
{
    guidon_ulid_format_inline(out, id);
}

guidon_status inline_uuid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    return guidon_uuid_parse_inline(out, text, len, bad_at);
}

guidon_status inline_ulid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at)
{
    return guidon_ulid_parse_inline(out, text, len, bad_at);
}

guidon_status inline_format(char *out, size_t out_cap, size_t *out_len,
                            const guidon_id *id, guidon_form form)
{
    return guidon_format_inline(out, out_cap, out_len, id, form);
}

guidon_status inline_parse_as(guidon_id *out, const char *text, size_t len,
                              guidon_form form, size_t *bad_at)
{
    return guidon_parse_as_inline(out, text, len, form, bad_at);
}

int inline_takes_no_form(void)
{
#ifdef __cplusplus
    return 0;
#else
    return 1;
#endif
}
