/* SPDX-License-Identifier: MIT */
/* Records of a file or of stdin, through one buffer that never grows. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A record of so many bytes or more, its end mark counted, may arrive in
 * pieces: without a mark in them it does. */
#define INPUT_RECORD_MAX ((size_t)1 << 18)

/* How records are told apart. */
enum input_framing {
    INPUT_LINES, /* each ends in LF; the last one may lack it */
    INPUT_NUL,   /* each ends in NUL; the last one may lack it */
    INPUT_IDS,   /* each is sixteen bytes */
};

struct input {
    const char *name; /* the path, or "stdin"; not fit to be shown as it is */
    enum input_framing framing;
    uint64_t number; /* of the current record, from 1 */
    int fd;
    int error; /* errno that ended the input; 0: none did */
    bool ended;
    bool inside; /* the last piece was not the last of its record */
    char *bytes;
    size_t start, end; /* what is in the buffer and not yet handed out */
};

/* A whole record, or a piece of one that is too long for the buffer. */
struct record {
    const char *text; /* valid until the next call; without its end mark */
    size_t len;
    size_t raw_len;   /* with its end mark, as it stands in the input */
    bool first, last; /* a whole record is both */
};

/* Open a file, or stdin for "-". False, with a message, if it cannot be. */
bool input_open(struct input *input, const char *path,
                enum input_framing framing);
/* The next record or piece. False at the end, or where reading failed: then
 * input->error is set and a message was given. */
bool input_next(struct record *record, struct input *input);
void input_close(struct input *input);

/* Lines that follow each other, each a UUID of 36 characters or each a ULID of
 * 26, and nothing else but its line feed. */
#define INPUT_RUN_MAX 1024
struct run {
    size_t n;
    guidon_form form; /* GUIDON_FORM_UUID or _ULID, whatever their case */
    const char *text; /* the first line; valid until the next call */
    size_t line_len;  /* from one to the next, the line feed counted */
    uint64_t number;  /* of the first */
    guidon_id ids[INPUT_RUN_MAX];
};

/* The next records, as far as they are such lines of a form in `accept` (see
 * guidon_parse) and the buffer holds them; input->number is then the last's.
 * False, with nothing taken, where the next record is another: it is for
 * input_next. */
bool input_run(struct run *run, struct input *input, unsigned accept);

/* The next records that the buffer holds whole, end marks off, at most `most`;
 * input->number is then the last's. 0 where there is none: the next is for
 * input_next. The texts are valid until the next call. */
size_t input_whole(const void *texts[], size_t lens[], size_t most,
                   struct input *input);

/* In INPUT_LINES, take a CR before the line feed off a record's text. */
void record_trim_cr(struct record *record, const struct input *input);

#endif
