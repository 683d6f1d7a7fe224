/* SPDX-License-Identifier: MIT */
/* A strict reader and its writer: the library's and every kernel's, against the
 * slow ones. */
#ifndef FUZZ_STRICT_H
#define FUZZ_STRICT_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

struct strict {
    guidon_form form;
    size_t len; /* of its text */
    guidon_status (*parse)(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at);
};

/* One text, of the target's data; the target's answer. */
int strict_check(const struct strict *strict, const uint8_t *data, size_t size);

#endif
