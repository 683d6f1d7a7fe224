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

/* One byte more than any key has tells that a key file is too long: 64 digits and CR
 * LF. A line of a ring has 72 bytes, and some more blanks if its author likes. */
#define KEY_FILE_CAP (2 * KEY_FILE_MOST + 3)
#define KEY_RING_CAP ((size_t)128 * GUIDON_KEY_RING_MAX)

/* The content of a key file, up to `cap` bytes. */
struct key_content {
    unsigned char bytes[KEY_RING_CAP];
    size_t cap, len;
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
    while (content->len < content->cap) {
        ssize_t n = read(fd, content->bytes + content->len,
                         content->cap - content->len);

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
    bool cut = content->len == content->cap;

    if (content->len != len) {
        message("%s has %s%zu byte%s, but this key has %zu", ESCAPED(name),
                cut ? "at least " : "", content->len,
                content->len == 1 ? "" : "s", len);
        return false;
    }
    memcpy(out, content->bytes, len);
    return true;
}

/* The name of a file in messages. */
static const char *name_of(const char *path)
{
    return is_stdin(path) ? "stdin" : path;
}

/* A usable name of a key file, or NULL with a message. Stdin cannot have the key
 * and ids. */
static const char *key_path(const struct args *args, size_t file)
{
    const char *path = args_value(args, file);
    const struct file_list files = args_files(args);

    if (!path || !*path) {
        const char *option = args->command->options[file].name;

        message_usage(path ? "the name of the --%s is empty"
                           : "the key is missing: name its file with --%s",
                      option);
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
    struct key_content content = {.cap = KEY_FILE_CAP};
    enum exit_code code = EXIT_IO;

    if (!path) {
        return EXIT_USAGE;
    }
    if (open_content(&content, path)) {
        bool taken = args_has(args, raw)
                         ? take_bytes(out, len, name_of(path), &content)
                         : take_digits(out, len, name_of(path), &content);

        code = taken ? EXIT_DONE : EXIT_USAGE;
    }
    guidon_wipe(&content, sizeof content);
    return code;
}

static bool take_ring(guidon_key_ring *ring, size_t len, const char *name,
                      const struct key_content *content)
{
    const char *text = (const char *)content->bytes;
    char reason[GUIDON_KEY_RING_REASON_MAX];
    unsigned char key[KEY_FILE_MOST];
    uint32_t number;
    size_t n = 0;

    if (content->len == content->cap) {
        message("%s has %zu bytes or more; no key ring is so long",
                ESCAPED(name), content->cap);
        return false;
    }
    if (guidon_key_ring_parse(ring, text, content->len, NULL) != GUIDON_OK) {
        if (guidon_key_ring_reason(reason, sizeof reason, &n, text,
                                   content->len) == GUIDON_OK) {
            message("%s: %.*s", ESCAPED(name), (int)n, reason);
        }
        return false;
    }
    if (guidon_key_ring_current(&number, ring) != GUIDON_OK ||
        guidon_key_ring_find(key, sizeof key, &n, ring, number) != GUIDON_OK ||
        n != len) {
        message("%s: line 1: the key has %zu hexadecimal digits, but a key of "
                "this command has %zu",
                ESCAPED(name), 2 * n, 2 * len);
        n = 0;
    }
    guidon_wipe(key, sizeof key);
    return n == len;
}

enum exit_code key_ring_read(guidon_key_ring *ring, size_t len,
                             const struct args *args, size_t file)
{
    const char *path = key_path(args, file);
    struct key_content content = {.cap = KEY_RING_CAP};
    enum exit_code code = EXIT_IO;

    if (!path) {
        return EXIT_USAGE;
    }
    if (open_content(&content, path)) {
        code = take_ring(ring, len, name_of(path), &content) ? EXIT_DONE
                                                             : EXIT_USAGE;
    }
    guidon_wipe(&content, sizeof content);
    return code;
}
