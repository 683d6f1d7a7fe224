/* SPDX-License-Identifier: MIT */
/* page.c - the content of a file that the library maps */
#define _GNU_SOURCE
#include "page.h"
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t page_word(const unsigned char *bytes, size_t at)
{
    uint64_t word;

    memcpy(&word, bytes + at, 8);
    return word;
}

void page_put(unsigned char *bytes, size_t at, uint64_t word)
{
    memcpy(bytes + at, &word, 8);
}

bool page_is_zero(const unsigned char *bytes, size_t from, size_t to)
{
    while (from < to && bytes[from] == 0) {
        from++;
    }
    return from == to;
}

uint64_t page_sum(const unsigned char *bytes, size_t len)
{
    uint64_t sum = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < len; i++) {
        sum ^= bytes[i];
        sum *= UINT64_C(1099511628211);
    }
    return sum;
}

static char folder[64], path[128];
static int file = -1;

static void remove_all(void)
{
    unlink(path);
    rmdir(folder);
}

const char *page_write(const unsigned char *bytes, size_t len)
{
    if (file < 0) {
        const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

        snprintf(folder, sizeof folder, "%s/guidon-fuzz-XXXXXX", base);
        CHECK(mkdtemp(folder));
        snprintf(path, sizeof path, "%s/file", folder);
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        CHECK(file >= 0);
        atexit(remove_all);
    }
    CHECK(ftruncate(file, (off_t)len) == 0);
    CHECK(pwrite(file, bytes, len, 0) == (ssize_t)len);
    return path;
}

void page_read(unsigned char *bytes, size_t len)
{
    CHECK(pread(file, bytes, len, 0) == (ssize_t)len);
}
