/* SPDX-License-Identifier: MIT */
/* typeid.c - compare the reader, the writer and the check of prefixes of TypeIDs
 * with slow ones */
#include "../../tests/oracle/slow_typeid.h"
#include "../support/fuzz.h"

static void check_write(const char *prefix, size_t prefix_len,
                        const guidon_id *id, size_t cap)
{
    char want[GUIDON_TYPEID_MAX];
    size_t want_len = slow_typeid_write(want, prefix, prefix_len, id);
    char *out = fuzz_marked(cap);
    size_t len;
    guidon_status status;

    mark(&len, sizeof len);
    status = guidon_typeid_format(out, cap, &len, prefix, prefix_len, id);
    if (cap < want_len) {
        CHECK(status == GUIDON_E_SPACE);
        CHECK(is_marked(out, cap) && len == want_len);
        return;
    }
    CHECK(status == GUIDON_OK && len == want_len);
    CHECK(memcmp(out, want, len) == 0);
    CHECK(is_marked(out + len, cap - len));
}

/* The text as a prefix, before an id of its own bytes. */
static void check_prefix(const char *text, size_t len, size_t cap)
{
    const struct slow_typeid want = slow_typeid_prefix(text, len);
    guidon_id id = guidon_max();
    size_t bad_at;
    char *out;

    mark(&bad_at, sizeof bad_at);
    CHECK(guidon_typeid_prefix_check(text, len, &bad_at) == want.status);
    memcpy(id.bytes, text, len < sizeof id.bytes ? len : sizeof id.bytes);
    if (want.status == GUIDON_OK) {
        CHECK(is_marked(&bad_at, sizeof bad_at));
        check_write(text, len, &id, cap);
        return;
    }
    CHECK(bad_at == want.bad_at);
    out = fuzz_marked(cap);
    CHECK(guidon_typeid_format(out, cap, NULL, text, len, &id) == want.status);
    CHECK(is_marked(out, cap));
}

static void check_read(const char *text, size_t len, size_t cap)
{
    const struct slow_typeid want = slow_typeid_read(text, len);
    guidon_id out = marked_id();
    size_t prefix_len, bad_at;

    mark(&prefix_len, sizeof prefix_len);
    mark(&bad_at, sizeof bad_at);
    CHECK(guidon_typeid_parse(&out, &prefix_len, text, len, &bad_at) ==
          want.status);
    if (want.status == GUIDON_OK) {
        CHECK(guidon_equal(&out, &want.id));
        CHECK(prefix_len == want.prefix_len);
        CHECK(is_marked(&bad_at, sizeof bad_at));
        check_write(text, prefix_len, &out, cap);
    } else {
        CHECK(is_marked(&out, sizeof out));
        CHECK(is_marked(&prefix_len, sizeof prefix_len));
        CHECK(bad_at == want.bad_at && bad_at <= len);
    }
    CHECK(guidon_typeid_parse(&out, NULL, text, len, NULL) == want.status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    size_t cap = (size_t)fuzz_take(&rest, 1) % 128;
    const char *text;

    if (rest.left > FUZZ_BUFFER_MAX) {
        return 0;
    }
    text = fuzz_copy(rest.at, rest.left);
    check_read(text, rest.left, cap);
    check_prefix(text, rest.left, cap);
    return 0;
}
