/* SPDX-License-Identifier: MIT */
/* uuid.c - fuzzes the reader and the writer of 36-character text: the library's
 * and every kernel's against a slow reader. */
#include "../support/fuzz.h"
#include "../support/slow_text.h"
#include "cpu/cpu.h"
#include "text/hex.h"

#define LEN GUIDON_UUID_LEN

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

static void check_kernel(const struct gdn_hex_kernel *kernel, const char *text,
                         const struct slow_answer *want)
{
    guidon_id out = marked_id();
    size_t bad_at;
    guidon_status status;

    mark(&bad_at, sizeof bad_at);
    status = kernel->parse(&out, text, &bad_at);
    check_answer(status, &out, bad_at, want);
    if (status == GUIDON_OK) {
        char *back = fuzz_marked(LEN);
        char slow[GUIDON_TEXT_MAX];

        CHECK(slow_write(slow, &out, GUIDON_FORM_UUID) == LEN);
        kernel->format(back, &out);
        CHECK(memcmp(back, slow, LEN) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text;
    struct slow_answer want;
    guidon_id out = marked_id();
    size_t bad_at;
    guidon_status status;

    if (size > FUZZ_PLACE_MAX) {
        return 0;
    }
    text = fuzz_copy(data, size);
    want = slow_read(GUIDON_FORM_UUID, text, size, false);
    mark(&bad_at, sizeof bad_at);
    status = guidon_uuid_parse(&out, text, size, &bad_at);
    check_answer(status, &out, bad_at, &want);
    for (size_t i = 0; size == LEN && i < gdn_n_hex_kernels; i++) {
        if (!(gdn_hex_kernels[i].needs & ~gdn_cpu_features())) {
            check_kernel(&gdn_hex_kernels[i], text, &want);
        }
    }
    return 0;
}
