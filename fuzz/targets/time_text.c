/* SPDX-License-Identifier: MIT */
/* time_text.c - compare times as text with a slow reader and writer
 *
 * The input is a text. If it is a time, that is written again with every number
 * of digits. The first twelve bytes are also read as any time, and the next byte
 * as a size of the buffer. */
#include "../../tests/oracle/slow_time.h"
#include "../support/fuzz.h"

static bool is_same(guidon_time a, guidon_time b)
{
    return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

static void check_format(guidon_time time, unsigned digits, size_t cap)
{
    char want[64], got[GUIDON_TIME_TEXT_MAX];
    const size_t want_len = slow_write_time(want, time, digits);
    size_t len;
    guidon_status status;
    guidon_time back, last;

    mark(got, sizeof got);
    mark(&len, sizeof len);
    status = guidon_time_format(got, cap, &len, time, digits);
    if (status != GUIDON_OK) {
        CHECK(is_marked(got, sizeof got));
        CHECK(status == GUIDON_E_SPACE ? len == want_len
                                       : is_marked(&len, sizeof len));
        CHECK(status == (time.nanoseconds > 999999999 || digits > 9
                             ? GUIDON_E_ARGUMENT
                         : want_len == 0 ? GUIDON_E_RANGE
                                         : GUIDON_E_SPACE));
        CHECK(want_len == 0 || want_len > cap);
        return;
    }
    CHECK(len == want_len && memcmp(got, want, len) == 0);
    CHECK(is_marked(got + len, sizeof got - len));
    CHECK(guidon_time_parse(&back, &last, got, len, NULL) == GUIDON_OK);
    CHECK(back.seconds == time.seconds &&
          back.nanoseconds <= time.nanoseconds &&
          last.nanoseconds >= time.nanoseconds);
}

static void check_parse(const char *text, size_t size)
{
    const struct slow_time want = slow_read_time(text, size);
    guidon_time time, last;
    size_t bad_at;

    mark(&time, sizeof time);
    mark(&last, sizeof last);
    mark(&bad_at, sizeof bad_at);
    CHECK(guidon_time_parse(&time, &last, text, size, &bad_at) == want.status);
    if (want.status != GUIDON_OK) {
        CHECK(is_marked(&time, sizeof time) && is_marked(&last, sizeof last));
        CHECK(bad_at == want.bad_at && bad_at <= size);
        return;
    }
    CHECK(is_marked(&bad_at, sizeof bad_at));
    CHECK(is_same(time, want.first) && is_same(last, want.last));
    for (unsigned digits = 0; digits <= GUIDON_TIME_DIGITS_MAX + 1; digits++) {
        check_format(time, digits, GUIDON_TIME_TEXT_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    guidon_time time = {0, 0};

    if (size > FUZZ_BUFFER_MAX) {
        return 0;
    }
    check_parse(fuzz_copy(data, size), size);
    if (size > 13) {
        memcpy(&time.seconds, data, 8);
        time.seconds %= INT64_C(1) << (data[13] % 62 + 1);
        memcpy(&time.nanoseconds, data + 8, 4);
        time.nanoseconds %= 1100000000;
        check_format(time, data[12] % 11,
                     data[13] % (GUIDON_TIME_TEXT_MAX + 1));
    }
    return 0;
}
