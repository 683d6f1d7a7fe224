/* SPDX-License-Identifier: MIT */
/* forms.c - compare batches of every form with a slow reader and writer, which
 * take one text at a time */
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"

#define N_MAX   40
#define GAP_MAX 64

struct batch {
    guidon_form form;
    size_t len, stride, n;
    const char *text;
    guidon_id ids[N_MAX];
};

static size_t size_of(const struct batch *b)
{
    return b->n == 0 ? 0 : (b->n - 1) * b->stride + b->len;
}

/* Valid texts with some changed bytes; or the input, repeated. */
static void fill(struct batch *b, struct fuzz_data *data, bool rightly)
{
    uint64_t seed = fuzz_take(data, 2);
    char *text = fuzz_buffer_tail(FUZZ_IN, size_of(b));

    b->text = text;
    for (size_t i = 0; i < size_of(b); i++) {
        text[i] = data->left ? (char)data->at[i % data->left] : '0';
    }
    for (size_t i = 0; i < b->n && rightly; i++) {
        char right[GUIDON_TEXT_MAX];
        guidon_id id = draw_id(&seed);

        id.bytes[6] = id.bytes[7] = 0; /* so that it has a text as NCS too */
        id.bytes[8] %= 14;
        slow_write(right, &id, b->form);
        memcpy(text + i * b->stride, right, b->len);
    }
    for (int i = 0; i < 4 && rightly && data->left >= 3 && b->n > 0; i++) {
        size_t at = (size_t)fuzz_take(data, 2);

        text[at % size_of(b)] = (char)fuzz_take(data, 1);
    }
}

/* Returns how many texts are right. */
static size_t check_read(struct batch *b)
{
    guidon_id *out = (guidon_id *)fuzz_marked(b->n * sizeof *out);
    struct slow_answer want = {.status = GUIDON_OK};
    size_t right = 0, done = 12345, bad_at;
    guidon_status status;

    while (right < b->n) {
        want = slow_read(b->form, b->text + right * b->stride, b->len, false);
        if (want.status != GUIDON_OK) {
            break;
        }
        b->ids[right++] = want.id;
    }
    mark(&bad_at, sizeof bad_at);
    status = guidon_parse_many(out, b->text, b->stride, b->n, b->form, &done,
                               &bad_at);
    CHECK(status == want.status && done == right);
    CHECK(status == GUIDON_OK ? is_marked(&bad_at, sizeof bad_at)
                              : bad_at == want.bad_at);
    CHECK(memcmp(out, b->ids, right * sizeof *out) == 0);
    CHECK(is_marked(out + right, (b->n - right) * sizeof *out));
    return right;
}

/* Only the bytes of the texts change. */
static void check_write(struct batch *b, size_t n)
{
    char want[GUIDON_TEXT_MAX];
    char *out;

    b->n = n;
    out = fuzz_marked(size_of(b));
    CHECK(guidon_format_many(out, b->stride, b->ids, n, b->form) == GUIDON_OK);
    for (size_t i = 0; i < n; i++) {
        char *at = out + i * b->stride;

        slow_write(want, &b->ids[i], b->form);
        CHECK(memcmp(at, want, b->len) == 0);
        CHECK(i + 1 == n || is_marked(at + b->len, b->stride - b->len));
    }
}

/* An id that may have no text in the form: all or nothing is written. */
static void check_whole(struct batch *b, struct fuzz_data *data)
{
    char want[GUIDON_TEXT_MAX];
    char *out;
    bool has_text;

    if (b->n == 0) {
        return;
    }
    fuzz_take_bytes(b->ids[b->n - 1].bytes, 16, data);
    has_text = slow_write(want, &b->ids[b->n - 1], b->form) > 0;
    out = fuzz_marked(size_of(b));
    CHECK(guidon_format_many(out, b->stride, b->ids, b->n, b->form) ==
          (has_text ? GUIDON_OK : GUIDON_E_VERSION));
    CHECK(has_text || is_marked(out, size_of(b)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct batch b;
    struct fuzz_data rest = {data, size};
    unsigned what = (unsigned)fuzz_take(&rest, 1);
    size_t gap = (size_t)fuzz_take(&rest, 1) % GAP_MAX;
    char none[1] = {'-'};

    b.form = (guidon_form)(what & 63);
    b.len = guidon_form_len(b.form);
    b.stride = b.len + gap;
    b.n = (size_t)fuzz_take(&rest, 1) % N_MAX;
    if (b.len == 0) {
        CHECK(guidon_format_many(none, 1, b.ids, 1, b.form) ==
              GUIDON_E_ARGUMENT);
        CHECK(none[0] == '-');
        return 0;
    }
    fill(&b, &rest, what >> 6 & 1);
    check_write(&b, check_read(&b));
    check_whole(&b, &rest);
    return 0;
}
