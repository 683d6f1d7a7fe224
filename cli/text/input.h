/* SPDX-License-Identifier: MIT */
/* Read the records of a file or of stdin through a buffer of fixed size. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size of the buffer at first. A record that is longer with its end mark
 * arrives in pieces of this size, whatever the buffer holds. */
#define INPUT_RECORD_MAX ((size_t)1 << 18)
/* The size of the buffer after input_gather. */
#define INPUT_GATHER_MAX ((size_t)1 << 20)

/* How records are separated. */
enum input_framing {
    INPUT_LINES, /* end in LF, except perhaps the last */
    INPUT_NUL,   /* end in NUL, except perhaps the last */
    INPUT_IDS,   /* 16 raw bytes each */
};

/* The forms whose records input_run reads; see runs.h. */
struct run_form {
    guidon_form form;
    guidon_form variant; /* the same form in the other case, or `form` */
    bool variant_is_upper;
    size_t len; /* of the texts in an even run */
};
struct run_forms {
    guidon_accept accept; /* what `list` was made for; no form: nothing yet */
    unsigned flags;       /* what `list` was made for */
    uint64_t bits;        /* of GUIDON_FORM_BIT, for the forms in `list` */
    size_t n;
    struct run_form list[GUIDON_FORMS];
};

struct input {
    const char *name; /* the path, or "stdin"; escape before writing it */
    enum input_framing framing;
    uint64_t number; /* of the current record, from 1 */
    int fd;
    int error; /* errno of a failed read, or 0 */
    bool ended;
    bool all_read;  /* the buffer holds the last bytes that reading gives */
    int read_error; /* why reading ended there; 0 at the end of the file */
    bool begun;     /* what the first bytes are is known */
    bool marked;    /* they were a byte order mark */
    bool inside;    /* the next piece continues the current record */
    char *bytes;
    size_t size;       /* of the buffer */
    size_t start, end; /* the unread part of the buffer */
    struct run_forms run_forms;
};

/* A record, or a piece of a record that is too long for the buffer. */
struct record {
    const char *text; /* without the end mark; valid until the next call */
    size_t len;
    size_t raw_len;   /* with the end mark */
    bool first, last; /* pieces of the record; a whole record is both */
};

/* Open a file, or stdin for "-". In INPUT_LINES, a byte order mark of UTF-8 is
 * not part of the first line. False, with a message, on failure; a regular
 * file that the output or the messages go to is such a failure. */
bool input_open(struct input *input, const char *path,
                enum input_framing framing);
/* Read the next record or piece. False at the end of the input; also if a read
 * failed, with input->error set and a message. */
bool input_next(struct record *record, struct input *input);
void input_close(struct input *input);
/* Move the unread part to the start of the buffer and read more behind it.
 * False if no bytes came: at the end, or if the read failed. */
bool input_fill(struct input *input);
/* Double the size of a full buffer, up to `most`. False if it has that size, or
 * if there is no memory. The texts of earlier records are then no longer
 * valid. */
bool input_grow(struct input *input, size_t most);
/* Fill a buffer of INPUT_GATHER_MAX bytes as far as possible without waiting for
 * the writer of a pipe. The texts of earlier records are then no longer valid. A
 * read that fails is reported when the records before it have been read. */
void input_gather(struct input *input);

/* Read the next records that are whole in the buffer, at most `most`, without
 * end marks. Sets input->number to the number of the last record. Returns their
 * number; if it is 0, read the next record with input_next. The texts are valid
 * until the next call. */
size_t input_whole(const void *texts[], size_t lens[], size_t most,
                   struct input *input);

/* In INPUT_LINES, remove a CR before the line feed from the record. */
void record_trim_cr(struct record *record, const struct input *input);

#endif
