/* SPDX-License-Identifier: MIT */
/* Compares a strict reader and its writer, with the library's choice and with
 * every kernel, with the slow ones. */
#ifndef FUZZ_STRICT_H
#define FUZZ_STRICT_H

#include <guidon.h>
#include <stddef.h>
#include <stdint.h>

struct strict {
    guidon_form form;
    size_t len; /* of the text */
    guidon_status (*parse)(guidon_id *out, const char *text, size_t len,
                           size_t *bad_at);
};

/* Check one input of a target. Returns the target's result. */
int strict_check(const struct strict *strict, const uint8_t *data, size_t size);

#endif
