/* SPDX-License-Identifier: MIT */
/* many.c - compare batch functions with single calls: records with any
 * stride and lines, read and written, with the library's choice and with
 * every kernel */
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"
#include "../support/kernels.h"

#define N_MAX 160

/* The records, and the first bad one. */
struct records {
    bool ulids, lines;
    unsigned kernel; /* tested in addition to the library's choice */
    const char *text;
    size_t len, stride, n; /* of a record; between records; of all records */
    size_t right;          /* before the first bad one */
    guidon_status status;
    size_t bad_at;
    guidon_id ids[N_MAX];
};

/* Valid records, which the slow writer makes once. */
static struct {
    guidon_id id;
    char texts[2][GUIDON_TEXT_MAX];
} right[N_MAX];

static guidon_form form_of(const struct records *r)
{
    return r->ulids ? GUIDON_FORM_ULID : GUIDON_FORM_UUID;
}

static void make_right(void)
{
    uint64_t seed = 1;

    for (size_t i = 0; i < N_MAX; i++) {
        right[i].id = draw_id(&seed);
        slow_write(right[i].texts[0], &right[i].id, GUIDON_FORM_UUID);
        slow_write(right[i].texts[1], &right[i].id, GUIDON_FORM_ULID);
    }
}

static struct slow_answer read_one(const struct records *r, size_t i)
{
    const char *at = r->text + i * r->stride;
    struct slow_answer answer = {.status = GUIDON_OK, .id = right[i].id};

    if (memcmp(at, right[i].texts[r->ulids], r->len) != 0) {
        answer = slow_read(form_of(r), at, r->len, false);
    }
    if (answer.status == GUIDON_OK && r->lines && at[r->len] != '\n') {
        answer.status = GUIDON_E_CHAR;
        answer.bad_at = r->len;
    }
    return answer;
}

static void read_slowly(struct records *r)
{
    r->status = GUIDON_OK;
    for (r->right = 0; r->right < r->n; r->right++) {
        struct slow_answer answer = read_one(r, r->right);

        r->status = answer.status;
        r->bad_at = answer.bad_at;
        if (answer.status != GUIDON_OK) {
            return;
        }
        r->ids[r->right] = answer.id;
    }
}

static void check_ids(const struct records *r, const guidon_id *out,
                      size_t done)
{
    CHECK(done == r->right);
    CHECK(memcmp(out, r->ids, done * sizeof *out) == 0);
    CHECK(is_marked(out + done, (r->n - done) * sizeof *out));
}

static size_t text_len(const struct records *r, size_t n)
{
    return n == 0 ? 0 : (n - 1) * r->stride + r->len + r->lines;
}

/* The lines of the records' text, read one by one from the end of the line
 * before. */
static struct slow_answer read_line(const struct records *r, const char *text,
                                    size_t len, size_t *line_len)
{
    char padded[GUIDON_UUID_LEN] = {0};
    struct slow_answer answer;
    size_t end = r->len;

    memcpy(padded, text, len < end ? len : end);
    answer = slow_read(form_of(r), padded, end, false);
    if (len < end && answer.bad_at >= len) {
        answer.status = GUIDON_E_LENGTH;
        answer.bad_at = len;
    }
    if (answer.status != GUIDON_OK) {
        return answer;
    }
    end += len - end >= 2 && memcmp(text + end, "\r\n", 2) == 0;
    if (end < len && text[end] != '\n') {
        answer.status = GUIDON_E_CHAR;
        answer.bad_at = end;
    }
    *line_len = end + (end < len);
    return answer;
}

static void check_public_lines(const struct records *r)
{
    const size_t len = text_len(r, r->n);
    guidon_id *out = (guidon_id *)fuzz_marked(r->n * sizeof *out);
    struct slow_answer answer = {.status = GUIDON_OK};
    size_t at = 0, n = 0, done = 12345, bad_at;
    guidon_status status;

    mark(&bad_at, sizeof bad_at);
    status =
        r->ulids
            ? guidon_ulid_parse_lines(out, r->text, len, r->n, &done, &bad_at)
            : guidon_uuid_parse_lines(out, r->text, len, r->n, &done, &bad_at);
    while (at < len && answer.status == GUIDON_OK) {
        size_t line_len = 0;

        if (n == r->n) {
            answer.status = GUIDON_E_SPACE;
            answer.bad_at = 0;
            break;
        }
        answer = read_line(r, r->text + at, len - at, &line_len);
        if (answer.status == GUIDON_OK) {
            CHECK(n < done && memcmp(&out[n], &answer.id, sizeof *out) == 0);
            n++;
            at += line_len;
        }
    }
    CHECK(done == n);
    CHECK(is_marked(out + n, (r->n - n) * sizeof *out));
    CHECK(status == answer.status);
    CHECK(status == GUIDON_OK ? is_marked(&bad_at, sizeof bad_at)
                              : bad_at == at + answer.bad_at);
}

static void check_public_read(const struct records *r)
{
    guidon_id *out = (guidon_id *)fuzz_marked(r->n * sizeof *out);
    size_t done = 12345, bad_at;
    guidon_status status;

    mark(&bad_at, sizeof bad_at);
    if (r->lines) {
        check_public_lines(r);
        return;
    }
    status = r->ulids ? guidon_ulid_parse_many(out, r->text, r->stride, r->n,
                                               &done, &bad_at)
                      : guidon_uuid_parse_many(out, r->text, r->stride, r->n,
                                               &done, &bad_at);
    check_ids(r, out, done);
    CHECK(status == r->status);
    CHECK(status == GUIDON_OK ? is_marked(&bad_at, sizeof bad_at)
                              : bad_at == r->bad_at);
}

/* Check that only the bytes of the records changed. */
static void check_text(const struct records *r, const char *out, size_t n)
{
    char slow[GUIDON_TEXT_MAX];
    size_t gap = r->stride - r->len;

    for (size_t i = 0; i < n; i++) {
        const char *at = out + i * r->stride;
        const char *want = right[i].texts[r->ulids];

        if (!guidon_equal(&r->ids[i], &right[i].id)) {
            slow_write(slow, &r->ids[i], form_of(r));
            want = slow;
        }
        CHECK(memcmp(at, want, r->len) == 0);
        if (r->lines) {
            CHECK(at[r->len] == '\n');
        } else if (i + 1 < n) {
            CHECK(is_marked(at + r->len, gap));
        }
    }
}

static void check_public_write(const struct records *r)
{
    char *out = fuzz_marked(text_len(r, r->right));

    if (r->lines && r->ulids) {
        guidon_ulid_format_lines(out, r->ids, r->right);
    } else if (r->lines) {
        guidon_uuid_format_lines(out, r->ids, r->right);
    } else if (r->ulids) {
        CHECK(guidon_ulid_format_many(out, r->stride, r->ids, r->right) ==
              GUIDON_OK);
    } else {
        CHECK(guidon_uuid_format_many(out, r->stride, r->ids, r->right) ==
              GUIDON_OK);
    }
    check_text(r, out, r->right);
}

/* The kernel that the data chose, if this processor has it. A kernel's
 * functions are for one record or more. */
static void check_kernel(const struct records *r)
{
    guidon_id *ids = (guidon_id *)fuzz_marked(r->n * sizeof *ids);
    struct gdn_text_kernel k;
    char *text;

    if (!kernels_get(&k, r->ulids, r->kernel % kernels_count(r->ulids))) {
        return;
    }
    check_ids(r, ids,
              r->lines ? k.parse_lines(ids, r->text, r->n)
                       : k.parse_many(ids, r->text, r->stride, r->n));
    if (r->right > 0) {
        text = fuzz_marked(text_len(r, r->right));
        if (r->lines) {
            k.format_lines(text, r->ids, r->right);
        } else {
            k.format_many(text, r->stride, r->ids, r->right);
        }
        check_text(r, text, r->right);
    }
}

/* Fill the records: either repeat the input, whose length shifts each record,
 * or take valid records and change some bytes. */
static void fill(struct records *r, struct fuzz_data *data, bool rightly)
{
    size_t total = text_len(r, r->n);
    char *text = fuzz_buffer_tail(FUZZ_IN, total);

    r->text = text;
    if (!rightly) {
        for (size_t i = 0; i < total; i++) {
            text[i] = data->left ? (char)data->at[i % data->left] : '0';
        }
        return;
    }
    for (size_t i = 0; i < r->n; i++) {
        char *at = text + i * r->stride;

        memcpy(at, right[i].texts[r->ulids], r->len);
        if (r->lines) {
            at[r->len] = '\n';
        }
    }
    for (int i = 0; i < 4 && data->left >= 3 && total > 0; i++) {
        size_t at = (size_t)fuzz_take(data, 2);

        text[at % total] = (char)fuzz_take(data, 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct records r;
    struct fuzz_data rest = {data, size};
    unsigned what = (unsigned)fuzz_take(&rest, 1);
    size_t extra = (size_t)fuzz_take(&rest, 1);

    if (right[0].texts[0][0] == 0) {
        make_right();
    }
    r.ulids = what & 1;
    r.lines = what >> 1 & 1;
    r.kernel = what >> 4;
    r.len = r.ulids ? 26 : 36;
    r.stride = r.len + (r.lines ? 1 : extra % 4 == 3 ? extra / 4 : extra % 4);
    r.n = (size_t)fuzz_take(&rest, 1);
    r.n %= what >> 2 & 1 ? N_MAX : 20;
    fill(&r, &rest, what >> 3 & 1);
    read_slowly(&r);
    if (extra & 128) {
        check_public_read(&r);
        check_public_write(&r);
    }
    if (r.n > 0) {
        check_kernel(&r);
    }
    return 0;
}
