/* SPDX-License-Identifier: MIT */
/* key_file.c - read a secret key from a file. */
#include "key_file.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/retry.h"

#include <errno.h>
#include <fcntl.h>
#include <guidon.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The content of a key file. One byte more than any key tells that it is too
 * long: 64 digits and CR LF. */
struct key_content {
    unsigned char bytes[2 * KEY_FILE_MOST + 3];
    size_t len;
};

/* Others may know a key that they can read, and choose a key that they can
 * write. Pipes and devices have no mode to warn of. A warning and no refusal,
 * because containers mount secrets with fixed modes such as 0444. */
static void warn_of_others(int fd, const char *path)
{
    struct stat file;
    bool is_read, is_written;

    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) {
        return;
    }
    is_read = (file.st_mode & (S_IRGRP | S_IROTH)) != 0;
    is_written = (file.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    if (is_read || is_written) {
        message("warning: %s may be %s by others than its owner (mode %04o)",
                ESCAPED(path),
                !is_written ? "read"
                : !is_read  ? "written"
                            : "read and written",
                (unsigned)(file.st_mode & 07777));
    }
}

/* Read the whole file, as far as it fits. False if a read failed. */
static bool read_content(struct key_content *content, int fd)
{
    content->len = 0;
    while (content->len < sizeof content->bytes) {
        ssize_t n = read(fd, content->bytes + content->len,
                         sizeof content->bytes - content->len);

        if (n == 0) {
            return true;
        }
        if (n > 0) {
            content->len += (size_t)n;
        } else if (!retry_after(fd, POLLIN)) {
            return false;
        }
    }
    return true;
}

static bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool open_content(struct key_content *content, const char *path)
{
    int fd = is_stdin(path) ? STDIN_FILENO
                            : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    const char *name = is_stdin(path) ? "stdin" : path;
    bool done;

    if (fd < 0) {
        message("cannot open '%s': %s", ESCAPED(path), strerror(errno));
        return false;
    }
    warn_of_others(fd, name);
    done = read_content(content, fd);
    if (!done) {
        message("cannot read %s: %s", ESCAPED(name), strerror(errno));
    }
    if (!is_stdin(path)) {
        close(fd);
    }
    return done;
}

/* The value of a hexadecimal digit, or 16. */
static unsigned digit_value(unsigned char c)
{
    return c >= '0' && c <= '9'   ? c - (unsigned)'0'
           : c >= 'a' && c <= 'f' ? c - (unsigned)'a' + 10
           : c >= 'A' && c <= 'F' ? c - (unsigned)'A' + 10
                                  : 16;
}

/* The number of digits at the beginning. *all: is there nothing behind them but
 * an optional line end? */
static size_t count_digits(bool *all, const struct key_content *content)
{
    size_t n = 0, end = content->len;

    if (end > 0 && content->bytes[end - 1] == '\n') {
        end--;
    }
    if (end > 0 && content->bytes[end - 1] == '\r') {
        end--;
    }
    while (n < end && digit_value(content->bytes[n]) < 16) {
        n++;
    }
    *all = n == end;
    return n;
}

static bool take_digits(unsigned char *out, size_t len, const char *name,
                        const struct key_content *content)
{
    const size_t most = (size_t)2 * KEY_FILE_MOST;
    bool all;
    size_t n = count_digits(&all, content);

    if (!all) {
        message(
            "%s: the byte at offset %zu is not a hexadecimal digit; a key of "
            "raw bytes needs --key-raw",
            ESCAPED(name), n);
        return false;
    }
    if (n != 2 * len) {
        message("%s has %s%zu hexadecimal digit%s, but this key has %zu (%zu "
                "bytes)",
                ESCAPED(name), n > most ? "more than " : "",
                n > most ? most : n, n == 1 ? "" : "s", 2 * len, len);
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        out[i] = (unsigned char)(digit_value(content->bytes[2 * i]) << 4 |
                                 digit_value(content->bytes[2 * i + 1]));
    }
    return true;
}

static bool take_bytes(unsigned char *out, size_t len, const char *name,
                       const struct key_content *content)
{
    bool cut = content->len == sizeof content->bytes;

    if (content->len != len) {
        message("%s has %s%zu byte%s, but this key has %zu", ESCAPED(name),
                cut ? "at least " : "", content->len,
                content->len == 1 ? "" : "s", len);
        return false;
    }
    memcpy(out, content->bytes, len);
    return true;
}

/* A usable name of a key file, or NULL with a message. Stdin cannot have the key
 * and ids. */
static const char *key_path(const struct args *args, size_t file)
{
    const char *path = args_value(args, file);
    const struct file_list files = args_files(args);

    if (!path || !*path) {
        message_usage(
            path ? "the name of the --key-file is empty"
                 : "the key is missing: name its file with --key-file");
        return NULL;
    }
    for (size_t i = 0; is_stdin(path) && i < files.n; i++) {
        if (is_stdin(files.paths[i])) {
            message_usage("stdin cannot have both the key and the ids: name a "
                          "file for one of them");
            return NULL;
        }
    }
    return path;
}

enum exit_code key_file_read(unsigned char *out, size_t len,
                             const struct args *args, size_t file, size_t raw)
{
    const char *path = key_path(args, file);
    struct key_content content;
    enum exit_code code = EXIT_IO;

    if (!path) {
        return EXIT_USAGE;
    }
    if (open_content(&content, path)) {
        const char *name = is_stdin(path) ? "stdin" : path;
        bool taken = args_has(args, raw)
                         ? take_bytes(out, len, name, &content)
                         : take_digits(out, len, name, &content);

        code = taken ? EXIT_DONE : EXIT_USAGE;
    }
    guidon_wipe(&content, sizeof content);
    return code;
}
