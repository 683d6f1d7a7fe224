/* SPDX-License-Identifier: MIT */
/* uuid.c - fuzz the reader and the writer of UUIDs */
#include "../support/fuzz.h"
#include "../support/strict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct strict uuid = {GUIDON_FORM_UUID, GUIDON_UUID_LEN,
                                       guidon_uuid_parse};

    return strict_check(&uuid, data, size);
}
