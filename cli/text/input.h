/* SPDX-License-Identifier: MIT */
/* Read the records of a file or of stdin through a buffer of fixed size. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size of the buffer. A record that does not fit with its end mark arrives
 * in pieces. */
#define INPUT_RECORD_MAX ((size_t)1 << 18)

/* How records are separated. */
enum input_framing {
    INPUT_LINES, /* end in LF, except perhaps the last */
    INPUT_NUL,   /* end in NUL, except perhaps the last */
    INPUT_IDS,   /* 16 raw bytes each */
};

struct input {
    const char *name; /* the path, or "stdin"; escape before writing it */
    enum input_framing framing;
    uint64_t number; /* of the current record, from 1 */
    int fd;
    int error; /* errno of a failed read, or 0 */
    bool ended;
    bool inside; /* the next piece continues the current record */
    char *bytes;
    size_t start, end; /* the unread part of the buffer */
};

/* A record, or a piece of a record that is too long for the buffer. */
struct record {
    const char *text; /* without the end mark; valid until the next call */
    size_t len;
    size_t raw_len;   /* with the end mark */
    bool first, last; /* pieces of the record; a whole record is both */
};

/* Open a file, or stdin for "-". False, with a message, on failure; a regular
 * file that the output or the messages go to is such a failure. */
bool input_open(struct input *input, const char *path,
                enum input_framing framing);
/* Read the next record or piece. False at the end of the input; also if a read
 * failed, with input->error set and a message. */
bool input_next(struct record *record, struct input *input);
void input_close(struct input *input);

/* Successive lines that are all canonical UUIDs (36 characters), or all ULIDs
 * (26 characters), and that all end in LF or all in CR LF. */
#define INPUT_RUN_MAX 1024
struct run {
    size_t n;
    guidon_form form; /* GUIDON_FORM_UUID or _ULID, in either case */
    const char *text; /* the first line; valid until the next call */
    size_t line_len;  /* with its end */
    uint64_t number;  /* of the first line, from 1 */
    guidon_id ids[INPUT_RUN_MAX];
};

/* Read the next records, if they are such lines of a form in `accept` (see
 * guidon_parse) and the buffer holds them. Sets input->number to the number of
 * the last line. False if the next record is not such a line; then read it with
 * input_next. */
bool input_run(struct run *run, struct input *input, unsigned accept);

/* Read the next records that are whole in the buffer, at most `most`, without
 * end marks. Sets input->number to the number of the last record. Returns their
 * number; if it is 0, read the next record with input_next. The texts are valid
 * until the next call. */
size_t input_whole(const void *texts[], size_t lens[], size_t most,
                   struct input *input);

/* In INPUT_LINES, remove a CR before the line feed from the record. */
void record_trim_cr(struct record *record, const struct input *input);

#endif
