/* SPDX-License-Identifier: MIT */
/* The functions of <guidon/inline.h> as ordinary ones, for tests that are
 * compiled once and linked with calls.c of each language and option. */
#ifndef INLINE_CALLS_H
#define INLINE_CALLS_H

#include <guidon/text.h>

#ifdef __cplusplus
extern "C" {
#endif

void inline_uuid_format(char out[36], const guidon_id *id);
void inline_ulid_format(char out[26], const guidon_id *id);
guidon_status inline_uuid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at);
guidon_status inline_ulid_parse(guidon_id *out, const char *text, size_t len,
                                size_t *bad_at);
guidon_status inline_format(char *out, size_t out_cap, size_t *out_len,
                            const guidon_id *id, guidon_form form);
guidon_status inline_parse_as(guidon_id *out, const char *text, size_t len,
                              guidon_form form, size_t *bad_at);
/* Is a number of GUIDON_FORMS or more a value of guidon_form? In C++ it is only
 * as large as the bits of the last form. */
int inline_takes_no_form(void);

#ifdef __cplusplus
}
#endif

#endif
