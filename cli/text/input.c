/* SPDX-License-Identifier: MIT */
/* input.c - read the records of a file or of stdin through one buffer. */
#include "input.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/progress.h"
#include "../term/retry.h"
#include "operand.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* False, with a message, if the output or the messages go to the input, because
 * reading would then never end. */
static bool is_apart(const struct input *input)
{
    struct stat file;
    const enum output_stream stream =
        fstat(input->fd, &file) == 0 ? output_is_file(&file) : OUTPUT_NONE;

    if (stream != OUTPUT_NONE) {
        output_refuse_file(stream, input->name);
    }
    return stream == OUTPUT_NONE;
}

bool input_open(struct input *input, const char *path,
                enum input_framing framing)
{
    bool is_stdin = strcmp(path, "-") == 0;

    *input = (struct input){
        .name = is_stdin ? "stdin" : path,
        .framing = framing,
        .fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC),
    };
    if (input->fd < 0) {
        operand_cannot_open(path);
        return false;
    }
    if (!is_apart(input)) {
        input_close(input);
        return false;
    }
    input->bytes = malloc(INPUT_RECORD_MAX);
    if (!input->bytes) {
        message("cannot read %s: %s", ESCAPED(input->name), strerror(errno));
        input_close(input);
        return false;
    }
    input->size = INPUT_RECORD_MAX;
    if (progress_wanted && isatty(input->fd)) {
        progress_disable();
    }
    return true;
}

void input_close(struct input *input)
{
    if (input->fd > STDIN_FILENO) {
        close(input->fd);
    }
    input->fd = -1;
    free(input->bytes);
    input->bytes = NULL;
    progress_closed(input->number);
}

static bool must_wait(int fd)
{
    struct pollfd in = {.fd = fd, .events = POLLIN};

    return poll(&in, 1, 0) == 0;
}

/* Move the unread part to the start of the buffer. */
static void move_to_start(struct input *input)
{
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start,
                input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
}

/* Pass over the byte order mark with which some programs begin a text. The first
 * bytes may come one by one. */
static void pass_over_mark(struct input *input)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    const size_t held = input->end;

    if (input->begun ||
        (held < sizeof mark && memcmp(input->bytes, mark, held) == 0)) {
        return;
    }
    input->begun = true;
    if (input->framing == INPUT_LINES && held >= sizeof mark &&
        memcmp(input->bytes, mark, sizeof mark) == 0) {
        input->start = sizeof mark;
        input->marked = true;
    }
}

/* Read once behind the unread part. False if no bytes came. */
static bool read_once(struct input *input)
{
    ssize_t got;

    do {
        got = read(input->fd, input->bytes + input->end,
                   input->size - input->end);
    } while (got < 0 && retry_after(input->fd, POLLIN));
    if (got <= 0) {
        input->all_read = true;
        input->read_error = got < 0 ? errno : 0;
        return false;
    }
    input->end += (size_t)got;
    pass_over_mark(input);
    progress_read((size_t)got, input->number,
                  input->framing == INPUT_LINES ? "lines" : "records");
    return true;
}

bool input_fill(struct input *input)
{
    if (input->ended) {
        return false;
    }
    move_to_start(input);
    if (!input->all_read && must_wait(input->fd)) {
        /* The writer of the input may wait for our answer before it writes
         * more. */
        output_settle();
    }
    if (!input->all_read && read_once(input)) {
        return true;
    }
    input->ended = true;
    input->error = input->read_error;
    if (input->error) {
        message("cannot read %s: %s", ESCAPED(input->name),
                strerror(input->error));
    }
    return false;
}

/* Make the buffer larger. False if there is no memory for it. */
static bool resize(struct input *input, size_t size)
{
    char *larger = realloc(input->bytes, size);

    if (larger) {
        input->bytes = larger;
        input->size = size;
    }
    return larger != NULL;
}

bool input_grow(struct input *input, size_t most)
{
    return input->size < most && resize(input, 2 * input->size);
}

void input_gather(struct input *input)
{
    if (input->all_read) {
        return;
    }
    if (input->size < INPUT_GATHER_MAX) {
        (void)resize(input, INPUT_GATHER_MAX); /* or go on with this one */
    }
    move_to_start(input);
    while (input->end < input->size && !must_wait(input->fd) &&
           read_once(input)) {
    }
}

/* The end of the record at input->start, behind its end mark; 0 if the buffer
 * does not hold the end. Sets `*mark` to the length of the end mark. */
static size_t record_end(size_t *mark, const struct input *input, size_t from)
{
    const size_t last = input->start + INPUT_RECORD_MAX;
    const size_t end = input->end < last ? input->end : last;
    const char *at;

    if (input->framing == INPUT_IDS) {
        *mark = 0;
        return input->end - input->start >= 16 ? input->start + 16 : 0;
    }
    *mark = 1;
    at = memchr(input->bytes + from, input->framing == INPUT_NUL ? '\0' : '\n',
                end - from);
    return at ? (size_t)(at - input->bytes) + 1 : 0;
}

bool input_next(struct record *record, struct input *input)
{
    size_t mark = 0;
    size_t searched = input->start;
    size_t end;

    while ((end = record_end(&mark, input, searched)) == 0) {
        size_t held = input->end - input->start;

        if (held >= INPUT_RECORD_MAX) {
            end = input->start + INPUT_RECORD_MAX;
            mark = 0;
            break;
        }
        if (!input_fill(input)) {
            end = input->end;
            mark = 0;
            break;
        }
        searched = held; /* input_fill moved the record to the front */
    }
    if (input->error || (end == input->start && !input->inside)) {
        return false;
    }
    record->text = input->bytes + input->start;
    record->raw_len = end - input->start;
    record->len = record->raw_len - mark;
    record->first = !input->inside;
    record->last = mark > 0 || input->ended || input->framing == INPUT_IDS;
    input->inside = !record->last;
    input->number += record->first;
    input->start = end;
    return true;
}

size_t input_whole(const void *texts[], size_t lens[], size_t most,
                   struct input *input)
{
    size_t n = 0;

    if (input->inside) {
        return 0;
    }
    if (input->start == input->end) {
        (void)input_fill(input);
    }
    while (n < most && !input->error) {
        size_t mark;
        size_t end = record_end(&mark, input, input->start);

        if (end == 0) {
            break;
        }
        texts[n] = input->bytes + input->start;
        lens[n++] = end - mark - input->start;
        input->start = end;
    }
    input->number += n;
    return n;
}

void record_trim_cr(struct record *record, const struct input *input)
{
    if (input->framing == INPUT_LINES && record->len > 0 &&
        record->len < record->raw_len &&
        record->text[record->len - 1] == '\r') {
        record->len--;
    }
}
