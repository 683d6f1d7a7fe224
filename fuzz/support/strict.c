/* SPDX-License-Identifier: MIT */
/* strict.c - compare the readers and writers of text of a fixed length with
 * slow ones */
#include "strict.h"

#include "../../tests/oracle/slow_text.h"
#include "fuzz.h"
#include "kernels.h"

static void check_answer(guidon_status status, const guidon_id *out,
                         size_t bad_at, const struct slow_answer *want)
{
    CHECK(status == want->status);
    if (status == GUIDON_OK) {
        CHECK(guidon_equal(out, &want->id));
        CHECK(is_marked(&bad_at, sizeof bad_at));
    } else {
        CHECK(is_marked(out, sizeof *out));
        CHECK(bad_at == want->bad_at);
    }
}

static void check_kernel(const struct strict *strict,
                         const struct gdn_text_kernel *kernel, const char *text,
                         const struct slow_answer *want)
{
    guidon_id out = marked_id();
    size_t bad_at;
    guidon_status status;

    mark(&bad_at, sizeof bad_at);
    status = kernel->parse(&out, text, &bad_at);
    check_answer(status, &out, bad_at, want);
    if (status == GUIDON_OK) {
        char *back = fuzz_marked(strict->len);
        char slow[GUIDON_TEXT_MAX];

        CHECK(slow_write(slow, &out, strict->form) == strict->len);
        kernel->format(back, &out);
        CHECK(memcmp(back, slow, strict->len) == 0);
    }
}

int strict_check(const struct strict *strict, const uint8_t *data, size_t size)
{
    const bool ulids = strict->form == GUIDON_FORM_ULID;
    const char *text;
    struct slow_answer want;
    struct gdn_text_kernel kernel;
    guidon_id out = marked_id();
    size_t bad_at;
    guidon_status status;

    if (size > FUZZ_BUFFER_MAX) {
        return 0;
    }
    text = fuzz_copy(data, size);
    want = slow_read(strict->form, text, size, false);
    mark(&bad_at, sizeof bad_at);
    status = strict->parse(&out, text, size, &bad_at);
    check_answer(status, &out, bad_at, &want);
    for (size_t i = 0; size == strict->len && i < kernels_count(ulids); i++) {
        if (kernels_get(&kernel, ulids, i)) {
            check_kernel(strict, &kernel, text, &want);
        }
    }
    return 0;
}
