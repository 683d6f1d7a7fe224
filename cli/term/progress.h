/* SPDX-License-Identifier: MIT */
/* How far long work has come: a line on stderr, where that is a terminal and the
 * work has taken a second. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------ what to do: no clock, no I/O */

enum { PROGRESS_FIRST_MS = 1000, PROGRESS_NEXT_MS = 100 };

/* Milliseconds of a clock that never steps back. */
struct progress_pace {
    int64_t begun; /* the work */
    int64_t other; /* something else was written to the terminal; or begun */
    int64_t drawn; /* the line, if `shown` */
    bool shown;
};
/* Is the line to be drawn now? */
bool progress_is_due(const struct progress_pace *pace, int64_t now);

struct progress_state {
    const char *command;
    const char *what; /* "lines", "ids written" */
    uint64_t count;   /* of them; bytes where `what` is NULL */
    uint64_t part;    /* of `size`, as far as it has come */
    uint64_t size;    /* 0: not known */
    int64_t ms;       /* since the first of them */
};
/* Write it in fewer than `columns` columns, leaving out what comes last where it
 * does not fit: "guidon check: 1.2M lines, 300k a second, 40 %, 3 s left". */
#define PROGRESS_MAX 160
const char *progress_text(char out[PROGRESS_MAX], unsigned columns,
                          const struct progress_state *state);

/* ------------------------------------------------------------------ the process */

/* Is there any use in the calls below? They cost one look at this where not. */
extern bool progress_wanted;

/* A command begins that reads these files, of which "-" is stdin. */
void progress_begin(const char *command, char *const *files, size_t n_files);
/* From now on `size` things are counted, 0 where nobody knows, by progress_at.
 */
void progress_phase(const char *what, uint64_t size);
/* It waits for a person: no progress. */
void progress_none(void);
/* Take the line away, before something else is written to its terminal. */
void progress_wipe(void);

void progress_look(uint64_t count);
void progress_look_read(size_t bytes, uint64_t count, const char *what);
void progress_look_closed(uint64_t count);

/* So many of the phase are done. */
static inline void progress_at(uint64_t count)
{
    if (progress_wanted) {
        progress_look(count);
    }
}

/* So many bytes more were read of the files, `count` records of this one before
 * them; `what` is what these are called, or NULL for bytes alone. */
static inline void progress_read(size_t bytes, uint64_t count, const char *what)
{
    if (progress_wanted) {
        progress_look_read(bytes, count, what);
    }
}

/* A file of so many records is closed. */
static inline void progress_closed(uint64_t count)
{
    if (progress_wanted) {
        progress_look_closed(count);
    }
}

#endif
