/* SPDX-License-Identifier: MIT */
/* faults.c - replaces functions of libc; FAULT names the one that fails */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);

static bool is(const char *fault)
{
    const char *wanted = getenv("FAULT");
    size_t len = strlen(fault);

    return wanted && strncmp(wanted, fault, len) == 0 &&
           (wanted[len] == '\0' || wanted[len] == ' ');
}

/* "NAME N": the N-th call fails; without a number the second one. */
static int wanted_call(const char *name)
{
    const char *number = getenv("FAULT") + strlen(name);

    return *number ? atoi(number) : 2;
}

/* "short": each call transfers one byte, and every other call is interrupted.
 * "NAME": a call of that function fails. */
static ssize_t pass(const char *name, long call, int fd, void *bytes,
                    size_t len, off_t offset)
{
    static int calls;

    if (is("short")) {
        if (++calls % 2) {
            errno = EINTR;
            return -1;
        }
        len = len > 0 ? 1 : 0;
    } else if (is(name) && ++calls == wanted_call(name)) {
        errno = EIO;
        return -1;
    }
    return syscall(call, fd, bytes, len, offset);
}

/* "again N": the N-th read has nothing to read yet. If it waited, it would do so
 * for ever, so the process ends. */
static bool has_nothing_yet(int fd)
{
    static int calls;

    if (!is("again") || ++calls != wanted_call("again")) {
        return false;
    }
    if (!(fcntl(fd, F_GETFL) & O_NONBLOCK)) {
        _exit(99);
    }
    return true;
}

/* "change": when the first read has ended, the first byte of the file CHANGED becomes
 * '9'. */
static void change(void)
{
    static int calls;
    int fd;

    if (++calls == 1) {
        fd = open(getenv("CHANGED"), O_WRONLY | O_CLOEXEC);
        (void)!syscall(SYS_pwrite64, fd, "9", 1, 0L);
        close(fd);
    }
}

ssize_t read(int fd, void *bytes, size_t len)
{
    if (has_nothing_yet(fd)) {
        errno = EAGAIN;
        return -1;
    }
    if (is("change")) {
        const ssize_t got = syscall(SYS_read, fd, bytes, len);

        change();
        return got;
    }
    return pass("read", SYS_read, fd, bytes, len, 0);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
    return pass("write", SYS_write, fd, (void *)bytes, len, 0);
}

/* The same functions with 64-bit offsets. */
ssize_t pread64(int fd, void *bytes, size_t len, off_t offset)
{
    return pass("pread", SYS_pread64, fd, bytes, len, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off_t offset)
{
    return pass("pwrite", SYS_pwrite64, fd, (void *)bytes, len, offset);
}

/* "nameless": the file system does not support unnamed files. */
static int open_any(int folder, const char *path, int flags, mode_t mode)
{
    if (is("nameless") && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_in(va_list more, int flags)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open64(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = mode_in(more, flags);
    va_end(more);
    return open_any(AT_FDCWD, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = mode_in(more, flags);
    va_end(more);
    return open_any(folder, path, flags, mode);
}

/* "ended": a signal to end arrives as soon as a file has its name. */
static int named(int result)
{
    if (result == 0 && (is("ended") || is("nameless ended"))) {
        kill(getpid(), SIGTERM);
    }
    return result;
}

/* "linkat", "rename": the call that names a file fails. */
int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags)
{
    if (is("linkat")) {
        errno = EIO;
        return -1;
    }
    return named((int)syscall(SYS_linkat, from_fd, from, to_fd, to, flags));
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
    if (is("rename") || is("nameless rename")) {
        errno = EIO;
        return -1;
    }
    return named((int)syscall(SYS_renameat2, from_fd, from, to_fd, to, 0));
}

/* "fsync": a file cannot be written through to its device. "no-fsync": the file
 * system has no such call. */
int fsync(int fd)
{
    if (is("fsync") || is("no-fsync")) {
        errno = is("fsync") ? EIO : EINVAL;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

/* "user": a user who owns nothing started the process. */
uid_t getuid(void)
{
    return is("user") ? 54321 : (uid_t)syscall(SYS_getuid);
}

uid_t geteuid(void)
{
    return is("user") ? 54321 : (uid_t)syscall(SYS_geteuid);
}

/* "fsetxattr": no extended attribute can be set. */
int fsetxattr(int fd, const char *name, const void *value, size_t len,
              int flags)
{
    if (is("fsetxattr")) {
        errno = EPERM;
        return -1;
    }
    return (int)syscall(SYS_fsetxattr, fd, name, value, len, flags);
}

/* "close": closing stdout fails. */
int close(int fd)
{
    if (is("close") && fd == STDOUT_FILENO) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_close, fd);
}

/* "swap N": at the end of the N-th listing of a folder, what is at $SWAP_TO moves
 * to $SWAP_AWAY, or to a name that ends in ".gone", and what is at $SWAP_FROM
 * takes its place. */
static void swap_files(void)
{
    const char *to = getenv("SWAP_TO"), *away = getenv("SWAP_AWAY");
    char gone[4096];

    snprintf(gone, sizeof gone, "%s.gone", to);
    rename(to, away ? away : gone);
    rename(getenv("SWAP_FROM"), to);
}

struct dirent64 *readdir64(DIR *folder)
{
    static struct dirent64 *(*next)(DIR *);
    static int ends;
    struct dirent64 *entry;

    if (!next) {
        *(void **)&next = dlsym(RTLD_NEXT, "readdir64");
    }
    entry = next(folder);
    if (!entry && is("swap") && ++ends == wanted_call("swap")) {
        int saved = errno;

        swap_files();
        errno = saved;
    }
    return entry;
}

/* "replace": the same swap, when the path of a file is resolved. */
static char *resolve_late(const char *path, char *out)
{
    static char *(*next)(const char *, char *);

    if (!next) {
        *(void **)&next = dlsym(RTLD_NEXT, "realpath");
    }
    if (is("replace")) {
        swap_files();
    }
    return next(path, out);
}

char *realpath(const char *path, char *out)
{
    return resolve_late(path, out);
}

char *__realpath_chk(const char *path, char *out, size_t len);
char *__realpath_chk(const char *path, char *out, size_t len)
{
    (void)len;
    return resolve_late(path, out);
}

/* "wait": the wall clock stands 100 s after the begin of a step of version 2, and
 * only sleeping advances it. "wait N": the N-th sleep is cut short by a signal
 * that the caller handles, and the one after it ends the process by SIGINT. */
static const struct timespec step_begin = {1699999992, 137318400};
static time_t slept = 100;

int nanosleep(const struct timespec *length, struct timespec *left)
{
    static int calls;

    if (!is("wait")) {
        return (int)syscall(SYS_nanosleep, length, left);
    }
    calls++;
    if (strcmp(getenv("FAULT"), "wait") != 0) {
        if (calls > wanted_call("wait")) {
            raise(SIGINT);
        }
        slept += 10;
        errno = EINTR;
        return -1;
    }
    slept += length->tv_sec;
    return 0;
}

/* "clock N": the clock of progress advances by N milliseconds with each
 * reading. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    static long ms;

    if (clock == CLOCK_REALTIME && is("wait")) {
        *out = step_begin;
        out->tv_sec += slept;
        return 0;
    }
    if (clock == CLOCK_MONOTONIC && is("clock")) {
        ms += wanted_call("clock");
        *out = (struct timespec){ms / 1000, ms % 1000 * 1000000};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, out);
}

/* A number N: the N-th allocation fails. */
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

/* "no-threads": no thread can start. "thread-ends": the first thread ends the
 * process with status 99. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*start)(void *), void *context)
{
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                       void *);

    if (is("thread-ends")) {
        _exit(99);
    }
    if (is("no-threads")) {
        return EAGAIN;
    }
    if (!next) {
        *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
    }
    return next(thread, attributes, start, context);
}
