/* SPDX-License-Identifier: MIT */
/* output.c - buffered output, with every write checked. */
#include "output.h"
#include "escape.h"
#include "message.h"
#include "progress.h"
#include "retry.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The buffer is a quarter of the pipe that widen_pipe asks for. */
#define HELD_MAX ((size_t)1 << 18)
#define PIPE_MAX (1 << 20)
/* The longest line of output_format. */
#define LINE_MAX_LEN 4096

/* The buffer is not a member of the struct below, because the struct has an
 * initializer, which would put 256 KiB of zeros into the tool's file. */
static char output_held[HELD_MAX];

static struct {
    size_t held;   /* bytes in output_held */
    bool begun;    /* the pipe is widened: a large block was written */
    bool finished; /* output_finish has run */
    int error;     /* errno of the first write that failed */
    int fd;
} output = {.fd = STDOUT_FILENO};

/* Ask for a pipe of 1 MiB, because writer and reader wait for each other more
 * often with the default of 64 KiB. */
static void widen_pipe(void)
{
#if defined(F_SETPIPE_SZ)
    (void)fcntl(output.fd, F_SETPIPE_SZ,
                PIPE_MAX); /* a smaller pipe works too */
#endif
}

/* End the process by SIGPIPE, even if the caller made it ignored. */
static void end_quietly(void)
{
    progress_wipe();
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static void write_all(const char *bytes, size_t len)
{
    if (!output.begun && len > HELD_MAX / 2) {
        widen_pipe();
        output.begun = true;
    }
    if (progress_wanted && len > 0 && isatty(output.fd)) {
        progress_wipe();
    }
    while (len > 0 && !output.error) {
        ssize_t wrote = write(output.fd, bytes, len);

        if (wrote >= 0) {
            bytes += wrote;
            len -= (size_t)wrote;
        } else if (errno == EPIPE) {
            end_quietly();
            output.error = EPIPE;
        } else if (!retry_after(output.fd, POLLOUT)) {
            output.error = errno;
        }
    }
}

void output_settle(void)
{
    write_all(output_held, output.held);
    output.held = 0;
}

void output_bytes(const void *bytes, size_t len)
{
    if (len > sizeof output_held - output.held) {
        output_settle();
    }
    if (len > sizeof output_held) {
        write_all(bytes, len);
        return;
    }
    if (len > 0) { /* else `bytes` may be NULL */
        memcpy(output_held + output.held, bytes, len);
        output.held += len;
    }
}

void output_text(const char *text)
{
    output_bytes(text, strlen(text));
}

void output_format(const char *format, ...)
{
    char *room = output_room(LINE_MAX_LEN);
    va_list values;

    va_start(values, format);
    int len = vsnprintf(room, LINE_MAX_LEN, format, values);
    va_end(values);
    if (len < 0 || len >= LINE_MAX_LEN) {
        output.error = EOVERFLOW; /* no caller writes such a line */
    } else {
        output_claim((size_t)len);
    }
}

char *output_room(size_t len)
{
    if (len > sizeof output_held - output.held) {
        output_settle();
    }
    return output_held + output.held;
}

void output_claim(size_t len)
{
    output.held += len;
}

bool output_failed(void)
{
    return output.error != 0;
}

bool output_finish(void)
{
    if (output.finished) {
        return !output.error;
    }
    output.finished = true;
    output_settle();
    if (!output.error && close(output.fd) != 0 && errno != EINTR) {
        output.error = errno; /* some file systems report a full disk here */
    }
    if (output.error) {
        message("cannot write the output: %s", strerror(output.error));
    }
    return !output.error;
}

static bool is_same_file(const struct stat *file, int fd)
{
    struct stat out;

    return fstat(fd, &out) == 0 && file->st_dev == out.st_dev &&
           file->st_ino == out.st_ino;
}

enum output_stream output_is_file(const struct stat *file)
{
    if (!S_ISREG(file->st_mode)) {
        return OUTPUT_NONE;
    }
    if (!output.finished && is_same_file(file, output.fd)) {
        return OUTPUT_RESULTS; /* a closed descriptor may be another file's */
    }
    return is_same_file(file, STDERR_FILENO) ? OUTPUT_MESSAGES : OUTPUT_NONE;
}

void output_refuse_file(enum output_stream stream, const char *name)
{
    message(stream == OUTPUT_RESULTS
                ? "%s is also the output; write to another file"
                : "%s is also where messages go; send them to another file",
            ESCAPED(name));
}

void output_to(int fd)
{
    output.fd = fd;
    output.held = 0;
    output.begun = output.finished = false;
    output.error = 0;
}
