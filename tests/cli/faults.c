/* SPDX-License-Identifier: MIT */
/* faults.c - stands in for libc: FAULT says what of it goes wrong. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);

static bool is(const char *fault)
{
    const char *wanted = getenv("FAULT");

    return wanted && strcmp(wanted, fault) == 0;
}

/* "short": a byte at a time, every other call interrupted. "NAME": the second
 * call of that name fails. */
static ssize_t pass(const char *name, long call, int fd, void *bytes,
                    size_t len)
{
    static int calls;

    calls++;
    if (is("short") && calls % 2) {
        errno = EINTR;
        return -1;
    }
    if (is(name) && calls == 2) {
        errno = EIO;
        return -1;
    }
    return syscall(call, fd, bytes, is("short") && len > 0 ? 1 : len);
}

ssize_t read(int fd, void *bytes, size_t len)
{
    return is("write") ? syscall(SYS_read, fd, bytes, len)
                       : pass("read", SYS_read, fd, bytes, len);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    return is("read") ? syscall(SYS_write, fd, bytes, len)
                      : pass("write", SYS_write, fd, (void *)bytes, len);
}

/* "close": that of stdout fails. */
int close(int fd)
{
    if (is("close") && fd == STDOUT_FILENO) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_close, fd);
}

/* A number: the allocation of that number fails. */
static bool gives_memory(void)
{
    static long calls;
    const char *fault = getenv("FAULT");

    if (fault && atol(fault) == ++calls) {
        errno = ENOMEM;
        return false;
    }
    return true;
}

void *malloc(size_t size)
{
    return gives_memory() ? __libc_malloc(size) : NULL;
}

void *calloc(size_t n, size_t size)
{
    return gives_memory() ? __libc_calloc(n, size) : NULL;
}
