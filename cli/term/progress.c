/* SPDX-License-Identifier: MIT */
/* progress.c - the progress line on stderr. */
#include "progress.h"
#include "cleanup.h"
#include "terminal.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* -------------------------------------------------------------- pure
 * functions */

bool progress_is_due(const struct progress_pace *pace, int64_t now)
{
    return now - pace->begun >= PROGRESS_FIRST_MS &&
           now - pace->other >= PROGRESS_FIRST_MS &&
           (!pace->shown || now - pace->drawn >= PROGRESS_NEXT_MS);
}

/* "999", "1.0k", "12.3M": at most three digits before the letter. */
static void put_number(char out[32], double x)
{
    static const char units[] = " kMGTPE";
    size_t unit = 0;

    while (x >= 999.5 && unit + 2 < sizeof units) {
        x /= 1000;
        unit++;
    }
    if (unit == 0) {
        snprintf(out, 32, "%.0f", x);
    } else {
        snprintf(out, 32, x < 99.95 ? "%.1f%c" : "%.0f%c", x, units[unit]);
    }
}

/* "3 s", "1 min 20 s", "2 h 5 min" */
static void put_duration(char out[32], double seconds)
{
    const uint64_t s = seconds < 1e9 ? (uint64_t)(seconds + 0.5) : 1000000000;

    if (s < 60) {
        snprintf(out, 32, "%" PRIu64 " s", s);
    } else if (s < 3600) {
        snprintf(out, 32, "%" PRIu64 " min %" PRIu64 " s", s / 60, s % 60);
    } else {
        snprintf(out, 32, "%" PRIu64 " h %" PRIu64 " min", s / 3600,
                 s / 60 % 60);
    }
}

/* Add a part to the line. False if it does not fit: then no part follows. */
static bool add(char out[PROGRESS_MAX], unsigned columns, const char *part)
{
    const size_t used = strlen(out), len = strlen(part);

    if (used + len >= columns || used + len >= PROGRESS_MAX) {
        return false;
    }
    memcpy(out + used, part, len + 1);
    return true;
}

const char *progress_text(char out[PROGRESS_MAX], unsigned columns,
                          const struct progress_state *state)
{
    const double seconds = (double)state->ms / 1000;
    char number[32], part[96];

    out[0] = '\0';
    snprintf(part, sizeof part, "guidon %s: ", state->command);
    bool more = add(out, columns, part);
    put_number(number, (double)state->count);
    if (state->what) {
        snprintf(part, sizeof part, "%s %s", number, state->what);
    } else {
        snprintf(part, sizeof part, "%sB", number);
    }
    more = more && add(out, columns, part);
    if (seconds > 0) {
        put_number(number, (double)state->count / seconds);
        snprintf(part, sizeof part, ", %s%s a second", number,
                 state->what ? "" : "B");
        more = more && add(out, columns, part);
    }
    if (state->part > 0 && state->part <= state->size) {
        const double whole = (double)state->size / (double)state->part;

        snprintf(part, sizeof part, ", %u %%", (unsigned)(100 / whole));
        more = more && add(out, columns, part);
        put_duration(number, seconds * (whole - 1));
        snprintf(part, sizeof part, ", %s left", number);
        (void)(more && add(out, columns, part));
    }
    return out;
}

/* ------------------------------------------------------------------ the
 * process */

bool progress_wanted;

static struct {
    struct progress_pace pace;
    struct progress_state state;
    int64_t since;                 /* when the phase began */
    uint64_t before;               /* records of the files read so far */
    bool watching;                 /* cleanup_watch has been called */
    volatile sig_atomic_t visible; /* the line may be on the terminal */
} progress;

static int64_t clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The bytes of all files; 0 if one is not a regular file. */
uint64_t progress_size_of(char *const *files, size_t n)
{
    uint64_t size = 0;

    for (size_t i = 0; i < n; i++) {
        const char *path = files[i];
        const bool is_stdin = strcmp(path, "-") == 0;
        struct stat is;

        if ((is_stdin ? fstat(STDIN_FILENO, &is) : stat(path, &is)) != 0 ||
            !S_ISREG(is.st_mode)) {
            return 0;
        }
        off_t from = is_stdin ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0;
        size += is.st_size > from ? (uint64_t)(is.st_size - from) : 0;
    }
    return size;
}

void progress_begin(const char *command, char *const *files, size_t n_files)
{
    const char *term = getenv("TERM");

    progress_wanted =
        isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
    if (!progress_wanted) {
        return;
    }
    progress.since = clock_ms();
    progress.pace = (struct progress_pace){.begun = progress.since,
                                           .other = progress.since};
    progress.state = (struct progress_state){
        .command = command,
        .size = progress_size_of(files, n_files),
    };
}

void progress_phase(const char *what, uint64_t size)
{
    if (!progress_wanted) {
        return;
    }
    progress.state.what = what;
    progress.state.count = progress.state.part = 0;
    progress.state.size = size;
    progress.since = clock_ms();
}

void progress_disable(void)
{
    progress_wipe();
    progress_wanted = false;
}

static void put(const char *text, size_t len)
{
    ssize_t wrote = write(STDERR_FILENO, text, len);

    (void)wrote; /* progress is not worth a failure */
}

/* A process in the background must not draw over the one in the foreground. */
static bool is_in_foreground(void)
{
    pid_t front = tcgetpgrp(STDERR_FILENO);

    return front < 0 || front == getpgrp();
}

static void clear(void)
{
    static const char wipe[] = "\r\033[K";

    if (progress.visible && is_in_foreground()) {
        put(wipe, sizeof wipe - 1);
    }
    progress.visible = 0;
}

void progress_wipe(void)
{
    if (!progress_wanted) {
        return;
    }
    clear();
    progress.pace.shown = false;
    progress.pace.other = clock_ms();
}

static void draw_if_due(void)
{
    char line[PROGRESS_MAX + 8];
    char text[PROGRESS_MAX];
    const int64_t now = clock_ms();

    if (!progress_is_due(&progress.pace, now)) {
        return;
    }
    progress.pace.drawn = now;
    if (!is_in_foreground()) {
        return;
    }
    progress.state.ms = now - progress.since;
    int len = snprintf(
        line, sizeof line, "\r%s\033[K",
        progress_text(text, terminal_columns(STDERR_FILENO), &progress.state));
    progress.visible = 1;
    if (!progress.watching) {
        progress.watching = true;
        cleanup_watch(clear);
    }
    put(line, (size_t)len);
    progress.pace.shown = true;
}

void progress_update(uint64_t count)
{
    progress.state.count = progress.state.part = count;
    draw_if_due();
}

void progress_update_read(size_t bytes, uint64_t count, const char *what)
{
    progress.state.part += bytes;
    progress.state.count = what ? progress.before + count : progress.state.part;
    progress.state.what = what;
    draw_if_due();
}

void progress_update_closed(uint64_t count)
{
    progress.before += count;
}
