/* SPDX-License-Identifier: MIT */
/* output.c - standard output in large blocks, every write of it checked. */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct {
    char bytes[1 << 16];
    size_t held;
    int error; /* errno of the first write that failed */
} output;

/* As if SIGPIPE had not been ignored by whoever started us. */
static void end_quietly(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static void write_all(const char *bytes, size_t len)
{
    while (len > 0 && !output.error) {
        ssize_t wrote = write(STDOUT_FILENO, bytes, len);

        if (wrote >= 0) {
            bytes += wrote;
            len -= (size_t)wrote;
        } else if (errno == EPIPE) {
            end_quietly();
            output.error = EPIPE;
        } else if (errno != EINTR) {
            output.error = errno;
        }
    }
}

void output_settle(void)
{
    write_all(output.bytes, output.held);
    output.held = 0;
}

void output_bytes(const void *bytes, size_t len)
{
    if (len > sizeof output.bytes - output.held) {
        output_settle();
    }
    if (len > sizeof output.bytes) {
        write_all(bytes, len);
        return;
    }
    memcpy(output.bytes + output.held, bytes, len);
    output.held += len;
}

void output_text(const char *text)
{
    output_bytes(text, strlen(text));
}

void output_format(const char *format, ...)
{
    char *room = output_room(OUTPUT_ROOM_MAX);
    va_list values;

    va_start(values, format);
    int len = vsnprintf(room, OUTPUT_ROOM_MAX, format, values);
    va_end(values);
    if (len < 0 || len >= OUTPUT_ROOM_MAX) {
        output.error = EOVERFLOW; /* a line that no caller makes */
    } else {
        output_claim((size_t)len);
    }
}

char *output_room(size_t len)
{
    if (len > sizeof output.bytes - output.held) {
        output_settle();
    }
    return output.bytes + output.held;
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
    output_settle();
    if (!output.error && close(STDOUT_FILENO) != 0 && errno != EINTR) {
        output.error = errno; /* some file systems report a full disk here */
    }
    if (output.error) {
        message("cannot write the output: %s", strerror(output.error));
    }
    return !output.error;
}
