/* SPDX-License-Identifier: MIT */
/* der.c - compare the reader of object identifiers in DER with a slow reader */
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const unsigned char *der;
    struct slow_answer want;
    guidon_id out = marked_id();
    size_t bad_at;

    if (size > FUZZ_BUFFER_MAX) {
        return 0;
    }
    der = (const unsigned char *)fuzz_copy(data, size);
    want = slow_read_der(der, size);
    mark(&bad_at, sizeof bad_at);
    CHECK(guidon_from_oid_der(&out, der, size, &bad_at) == want.status);
    if (want.status == GUIDON_OK) {
        unsigned char back[GUIDON_OID_DER_MAX];
        size_t len;

        CHECK(guidon_equal(&out, &want.id));
        guidon_to_oid_der(back, &len, &out);
        CHECK(len == size && memcmp(back, der, len) == 0);
    } else {
        CHECK(is_marked(&out, sizeof out));
        CHECK(bad_at == want.bad_at && bad_at <= size);
    }
    return 0;
}
