/* SPDX-License-Identifier: MIT */
/* ulid.c - fuzz the reader and the writer of ULIDs */
#include "../support/fuzz.h"
#include "../support/strict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct strict ulid = {GUIDON_FORM_ULID, GUIDON_ULID_LEN,
                                       guidon_ulid_parse};

    return strict_check(&ulid, data, size);
}
