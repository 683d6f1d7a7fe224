/* SPDX-License-Identifier: MIT */
/* input.c - records of a file or of stdin, through one buffer. */
#include "input.h"
#include "message.h"
#include "shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        message("cannot open %s: %s", SHOWN(path), strerror(errno));
        return false;
    }
    input->bytes = malloc(INPUT_RECORD_MAX);
    if (!input->bytes) {
        message("cannot read %s: %s", SHOWN(input->name), strerror(errno));
        input_close(input);
        return false;
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
}

/* Read once into the free end of the buffer. False when nothing came. */
static bool fill(struct input *input)
{
    ssize_t got;

    if (input->ended) {
        return false;
    }
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start,
                input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    do {
        got = read(input->fd, input->bytes + input->end,
                   INPUT_RECORD_MAX - input->end);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        input->error = errno;
        message("cannot read %s: %s", SHOWN(input->name), strerror(errno));
    }
    if (got <= 0) {
        input->ended = true;
        return false;
    }
    input->end += (size_t)got;
    return true;
}

/* Where the record at input->start ends, past its end mark; 0 if it does not
 * end in what is held. `*mark` is the length of the end mark. */
static size_t record_end(size_t *mark, const struct input *input, size_t from)
{
    const char *at;

    if (input->framing == INPUT_IDS) {
        *mark = 0;
        return input->end - input->start >= 16 ? input->start + 16 : 0;
    }
    *mark = 1;
    at = memchr(input->bytes + from, input->framing == INPUT_NUL ? '\0' : '\n',
                input->end - from);
    return at ? (size_t)(at - input->bytes) + 1 : 0;
}

bool input_next(struct record *record, struct input *input)
{
    size_t mark = 0;
    size_t searched = input->start;
    size_t end;

    while ((end = record_end(&mark, input, searched)) == 0) {
        size_t held = input->end - input->start;

        if (held == INPUT_RECORD_MAX || !fill(input)) {
            mark = 0;
            end = input->end;
            break;
        }
        searched = held; /* fill moved the record to the front */
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

void record_trim_cr(struct record *record, const struct input *input)
{
    if (input->framing == INPUT_LINES && record->len > 0 &&
        record->len < record->raw_len &&
        record->text[record->len - 1] == '\r') {
        record->len--;
    }
}
