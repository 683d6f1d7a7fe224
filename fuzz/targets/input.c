/* SPDX-License-Identifier: MIT */
/* input.c - fuzz the tool's record reader with any bytes, portions, order of
 * calls and buffer size */
/*
 * This file includes cli/text/input.c and runs.c with its own `read` and a small
 * buffer, so that records cross the end of the buffer all the time. In the tool the
 * buffer has 256 KiB.
 */
#define _DEFAULT_SOURCE
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

static ssize_t read_portion(int fd, void *out, size_t len);
static int poll_nothing(struct pollfd *fds, nfds_t n, int timeout);
static int open_nothing(const char *path, int flags);
static void *some_room(size_t len);
static void give_back(void *room);

#include "../../cli/text/input.h"
#include "../../cli/text/runs.h"
#undef INPUT_RECORD_MAX
#undef INPUT_EVEN_MIN
#define INPUT_RECORD_MAX buffer_size
#define INPUT_EVEN_MIN   even_min
static size_t buffer_size, even_min;
#define read   read_portion
#define poll   poll_nothing
#define open   open_nothing
#define malloc some_room
#define free   give_back
#include "../../cli/text/input.c"
#include "../../cli/text/runs.c"
#undef read
#undef poll
#undef open
#undef malloc
#undef free

/* The fuzzer shows no progress. */
bool progress_wanted;
void progress_disable(void)
{
}
void progress_update_closed(uint64_t count)
{
    (void)count;
}
void progress_update_read(size_t bytes, uint64_t count, const char *what)
{
    (void)bytes;
    (void)count;
    (void)what;
}

/* -------------------------------------------------------- the input stream */

static const char *stream; /* the whole input */
static size_t stream_len, given;
static struct fuzz_data portions; /* bytes of each read; 0 for EINTR */
static size_t fails_at;           /* offset at which a read fails */
static char *buffer;

static ssize_t read_portion(int fd, void *out, size_t len)
{
    size_t portion = portions.left ? (size_t)fuzz_take(&portions, 1) : 255;
    size_t left = (fails_at < stream_len ? fails_at : stream_len) - given;

    CHECK(fd == 77 && len > 0);
    CHECK((char *)out >= buffer && (char *)out + len <= buffer + buffer_size);
    if (portion == 0 && portions.left) {
        errno = EINTR;
        return -1;
    }
    if (left == 0 && fails_at < stream_len) {
        errno = EIO;
        return -1;
    }
    portion = portion < 1 ? 1 : portion;
    portion = portion < len ? portion : len;
    portion = portion < left ? portion : left;
    if (portion > 0) {
        memcpy(out, stream + given, portion);
    }
    given += portion;
    return (ssize_t)portion;
}

static int poll_nothing(struct pollfd *fds, nfds_t n, int timeout)
{
    (void)timeout;
    CHECK(n == 1 && fds->fd == 77);
    return 1;
}

static int open_nothing(const char *path, int flags)
{
    (void)path;
    (void)flags;
    return 77;
}

/* At the end of a page, so that a read past the buffer faults. */
static void *some_room(size_t len)
{
    CHECK(len == buffer_size);
    buffer = fuzz_buffer_tail(FUZZ_OUT, len);
    return buffer;
}

static void give_back(void *room)
{
    CHECK(room == buffer);
}

/* Stand-ins for the rest of the tool. */
enum output_stream output_is_file(const struct stat *file)
{
    (void)file;
    return OUTPUT_NONE;
}
void output_settle(void)
{
}

static unsigned messages;

void message(const char *format, ...)
{
    (void)format;
    messages++;
}

const char *escape_write(char out[ESCAPED_MAX], const char *text, size_t len)
{
    (void)text;
    (void)len;
    return out;
}

/* ------------------------------------------------------- expected results */

/* The position of the reader in the stream. */
struct reader {
    struct input input;
    char mark; /* the end mark of records; not used for ids */
    size_t at; /* the reader returned everything before */
    uint64_t number;
    bool inside;
};

/* The length of the record at `at`. Sets *marked if it has its end mark. */
static size_t record_at(bool *marked, const struct reader *r, size_t at)
{
    size_t len = stream_len - at;
    const char *end;

    if (r->input.framing == INPUT_IDS) {
        *marked = len >= 16;
        return len < 16 ? len : 16;
    }
    end = len > 0 ? memchr(stream + at, r->mark, len) : NULL;
    *marked = end != NULL;
    return end ? (size_t)(end - (stream + at)) : len;
}

static void check_piece(struct reader *r, const struct record *record)
{
    bool marked;
    size_t len = record_at(&marked, r, r->at);
    bool has_mark = marked && r->input.framing != INPUT_IDS;
    bool whole = record->len == len;

    CHECK(record->first == !r->inside);
    CHECK(record->len <= len && record->raw_len <= buffer_size);
    CHECK(memcmp(record->text, stream + r->at, record->raw_len) == 0);
    CHECK(record->raw_len - record->len ==
          (whole && has_mark && record->last ? 1u : 0u));
    /* The reader cuts a record only if the buffer is full. */
    CHECK(record->last || record->raw_len == buffer_size);
    CHECK(!record->last || whole);
    r->number += record->first;
    CHECK(r->input.number == r->number);
    r->inside = !record->last;
    r->at += record->raw_len;
}

/* The length of the end of a text in the stream: LF, CR LF or NUL. */
static size_t end_at(const struct reader *r, size_t at)
{
    size_t cr = r->mark == '\n' && at < stream_len && stream[at] == '\r';

    CHECK(at + cr < stream_len && stream[at + cr] == r->mark);
    return 1 + cr;
}

/* guidon_parse reads record i of a run alike. */
static void check_text(struct reader *r, const struct run *run, size_t i,
                       uint64_t accept)
{
    const char *text = stream + r->at;
    const size_t len = run_text_len(run, i);
    const size_t raw_len = len + end_at(r, r->at + len);
    const struct record record = run_record(run, i);
    const struct slow_answer want = slow_parse(text, len, accept);

    CHECK(memcmp(record.text, text, raw_len) == 0);
    CHECK(record.raw_len == raw_len && record.len == raw_len - 1 &&
          record.first && record.last);
    CHECK(want.status == GUIDON_OK);
    CHECK(guidon_equal(&run->ids[i], &want.id));
    CHECK(run_found(run, i) == want.form);
    CHECK(run_form_in_any_case(run, i) ==
          (run->line_len > 0 ? run->form : want.form));
    r->at += raw_len;
}

/* All records of a run are ids, and those of an even run are alike. */
static void check_texts(struct reader *r, const struct run *run,
                        uint64_t accept)
{
    const size_t len = run->line_len > 0 ? guidon_form_len(run->form) : 0;
    const size_t ending = run->line_len - len;

    CHECK(run->line_len == 0 || (len > 0 && run->n >= even_min));
    for (size_t i = 0; i < run->n; i++) {
        CHECK(len == 0 || (run_text_len(run, i) == len &&
                           end_at(r, r->at + len) == ending));
        check_text(r, run, i, accept);
    }
}

static void check_ids(struct reader *r, const struct run *run)
{
    CHECK(run->form == GUIDON_FORM_UUID && run->line_len == 16);
    CHECK(memcmp(run->ids, stream + r->at, run->n * 16) == 0);
    for (size_t i = 0; i < run->n; i++) {
        CHECK(run_found(run, i) == GUIDON_FORM_UUID);
        CHECK(run_record(run, i).len == 16);
    }
    r->at += run->n * 16;
}

static void check_run(struct reader *r, const struct run *run, uint64_t accept)
{
    CHECK(!r->inside && run->n > 0 && run->n <= INPUT_RUN_MAX);
    CHECK(run->number == r->number + 1);
    if (r->input.framing == INPUT_IDS) {
        check_ids(r, run);
    } else {
        check_texts(r, run, accept);
    }
    r->number += run->n;
    CHECK(r->input.number == r->number);
}

static void check_whole(struct reader *r, const void *const texts[],
                        const size_t lens[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool marked;

        CHECK(record_at(&marked, r, r->at) == lens[i] && marked);
        CHECK(memcmp(texts[i], stream + r->at, lens[i]) == 0);
        r->at += lens[i] + (r->input.framing != INPUT_IDS);
        r->number++;
    }
    CHECK(n == 0 || !r->inside);
    CHECK(r->input.number == r->number);
}

/* Trimming removes only a CR before the line feed. */
static void check_trim(const struct reader *r, const struct record *record)
{
    struct record trimmed = *record;
    bool cr = r->input.framing == INPUT_LINES && record->len > 0 &&
              record->raw_len == record->len + 1 &&
              record->text[record->len - 1] == '\r';

    record_trim_cr(&trimmed, &r->input);
    CHECK(trimmed.len == record->len - cr && trimmed.text == record->text);
}

/* Every form, strictly or leniently, or a single one. */
static uint64_t accepted(unsigned which)
{
    return which == 0 ? GUIDON_ANY_FORMS
           : which == 1 || which - 2 >= GUIDON_FORMS
               ? GUIDON_ANY_FORMS | SLOW_LENIENT
               : GUIDON_FORM_BIT(which - 2);
}

/* Make one of the three calls, chosen by the data. False at the end. */
static bool take(struct reader *r, unsigned how)
{
    static struct run run;
    struct record record;
    const void *texts[8];
    size_t lens[8];
    uint64_t accept = accepted(how >> 2 & 63);

    if (how % 4 == 1 && input_run(&run, &r->input, SLOW_ACCEPT(accept))) {
        check_run(r, &run, accept);
        return true;
    }
    if (how % 4 == 2) {
        size_t n = input_whole(texts, lens, 1 + (how >> 4) % 8, &r->input);

        check_whole(r, texts, lens, n);
        if (n > 0) {
            return true;
        }
    }
    CHECK(r->input.number == r->number);
    if (!input_next(&record, &r->input)) {
        return false;
    }
    check_piece(r, &record);
    check_trim(r, &record);
    return true;
}

/* The reader returned everything; after an error, everything except the record
 * that the error cut. */
static void check_end(const struct reader *r)
{
    bool failed = fails_at < stream_len;

    CHECK(messages == failed);
    CHECK(r->input.error == (failed ? EIO : 0));
    if (!failed) {
        CHECK(r->at == stream_len);
    } else {
        bool marked;
        size_t len = record_at(&marked, r, r->at);

        CHECK(r->at <= fails_at);
        CHECK(r->at + len + (r->input.framing != INPUT_IDS) > fails_at ||
              !marked);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum input_framing framings[] = {INPUT_LINES, INPUT_LINES,
                                                  INPUT_NUL, INPUT_IDS};
    struct fuzz_data rest = {data, size};
    uint64_t word = fuzz_take(&rest, 4);
    struct reader r = {.number = 0};
    struct fuzz_data calls = {data, size};
    unsigned runs = 1 | (unsigned)(word >> 19 & 63) << 2;

    buffer_size = 40 + (word >> 4) % 160;
    even_min = 1 + (word >> 16) % 4;
    r.mark = framings[word % 4] == INPUT_NUL ? '\0' : '\n';
    portions = (struct fuzz_data){rest.at, rest.left / 4};
    stream = (const char *)rest.at;
    stream_len = rest.left;
    given = messages = 0;
    fails_at = word >> 2 & 1 ? word >> 12 & 0xff : SIZE_MAX;
    CHECK(input_open(&r.input, "somewhere", framings[word % 4]));
    while (take(&r, word >> 3 & 1 ? (unsigned)fuzz_take(&calls, 1) : runs)) {
    }
    check_end(&r);
    input_close(&r.input);
    return 0;
}
