/* SPDX-License-Identifier: MIT */
/* The progress line: how far a command has come. It appears on stderr after one
 * second, if stderr is a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -------------------------------------------- pure functions: no clock, no
 * I/O */

enum { PROGRESS_FIRST_MS = 1000, PROGRESS_NEXT_MS = 100 };

/* Times in milliseconds of a monotonic clock. */
struct progress_pace {
    int64_t begun; /* when the command began */
    int64_t other; /* when other text was last written to the terminal */
    int64_t drawn; /* when the line was last drawn, if `shown` */
    bool shown;
};
/* Is it time to draw the line? */
bool progress_is_due(const struct progress_pace *pace, int64_t now);

struct progress_state {
    const char *command;
    const char *what; /* the unit of `count`, such as "lines"; NULL: bytes */
    uint64_t count;   /* how many so far */
    uint64_t part;    /* how much of `size` is done */
    uint64_t size;    /* 0: not known */
    int64_t ms;       /* since the phase began */
};
/* Write the line in fewer than `columns` columns, for example "guidon check:
 * 1.2M lines, 300k a second, 40 %, 3 s left". Parts that do not fit are left
 * out, from the right. */
#define PROGRESS_MAX 160
const char *progress_text(char out[PROGRESS_MAX], unsigned columns,
                          const struct progress_state *state);

/* ------------------------------------------------------------------ the
 * process */

/* Is the line wanted at all? If not, the calls below only test this
 * variable. */
extern bool progress_wanted;

/* The bytes that these files have left to read, "-" is stdin. 0 if one of them
 * is not a regular file. */
uint64_t progress_size_of(char *const *files, size_t n);

/* Begin a command that reads these files; "-" is stdin. */
void progress_begin(const char *command, char *const *files, size_t n_files);
/* Begin a phase: progress_at counts up to `size` items, 0 if that is not known.
 */
void progress_phase(const char *what, uint64_t size);
/* Show no progress from now on, because the command waits for the user. */
void progress_disable(void);
/* Remove the line before other text goes to its terminal. */
void progress_wipe(void);

void progress_update(uint64_t count);
void progress_update_read(size_t bytes, uint64_t count, const char *what);
void progress_update_closed(uint64_t count);

/* `count` items of the phase are done. */
static inline void progress_at(uint64_t count)
{
    if (progress_wanted) {
        progress_update(count);
    }
}

/* `bytes` more bytes were read from the files. `count` records of the
 * current file came before them; `what` names the records, or is NULL to
 * count bytes. */
static inline void progress_read(size_t bytes, uint64_t count, const char *what)
{
    if (progress_wanted) {
        progress_update_read(bytes, count, what);
    }
}

/* A file with `count` records is closed. */
static inline void progress_closed(uint64_t count)
{
    if (progress_wanted) {
        progress_update_closed(count);
    }
}

#endif
