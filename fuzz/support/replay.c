/* SPDX-License-Identifier: MIT */
/* replay.c - run a fuzz target on files and on changed copies of them, without
 * a fuzzer */
#define _DEFAULT_SOURCE
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FILE_MAX ((size_t)1 << 20)

static uint8_t content[FILE_MAX];
static unsigned long runs;
static unsigned long changes; /* number of changed copies of each file */

static void run(const uint8_t *data, size_t size)
{
    /* A copy of exactly its size, so that a sanitizer detects every read past
     * it. */
    uint8_t *copy = malloc(size ? size : 1);

    CHECK(copy);
    memcpy(copy, data, size);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    runs++;
}

/* Change one to four bytes: set them at random, add or subtract 1, or copy
 * other bytes of the same text. Every run makes the same changes. */
static size_t change(uint8_t *data, size_t size, uint64_t *seed)
{
    for (uint64_t n = 1 + draw(seed) % 4; n > 0 && size > 0; n--) {
        uint64_t r = draw(seed);
        size_t at = r % size;

        switch (r >> 32 & 3) {
        case 0:
            data[at] = (uint8_t)(r >> 40);
            break;
        case 1:
            data[at] = (uint8_t)(data[at] + (r >> 40 & 1 ? 1 : -1));
            break;
        case 2:
            data[at] = data[(r >> 40) % size];
            break;
        default:
            memmove(data + at, data + at + 1, size - at - 1);
            size--;
            break;
        }
    }
    return size;
}

static void run_file(const char *path)
{
    static uint8_t copy[FILE_MAX];
    FILE *file = fopen(path, "rb");
    size_t size;
    uint64_t seed;

    if (!file) {
        fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    size = fread(content, 1, sizeof content, file);
    fclose(file);
    fprintf(stderr, "%s\n",
            path); /* the last path printed is that of the failure */
    run(content, size);
    seed = size;
    for (unsigned long i = 0; i < changes; i++) {
        memcpy(copy, content, size);
        run(copy, change(copy, size, &seed));
    }
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void run_path(const char *path)
{
    struct dirent **names;
    struct stat about;
    int n;

    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        run_file(path);
        return;
    }
    n = scandir(path, &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char inside[4096];

        if (names[i]->d_name[0] != '.') {
            snprintf(inside, sizeof inside, "%s/%s", path, names[i]->d_name);
            run_path(inside);
        }
        free(names[i]);
    }
    free(names);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr,
                "usage: %s CHANGES FILE-OR-FOLDER...\n"
                "  each file, and CHANGES changed copies of each\n",
                argv[0]);
        return 2;
    }
    changes = strtoul(argv[1], NULL, 10);
    for (int i = 2; i < argc; i++) {
        run_path(argv[i]);
    }
    printf("%lu runs\n", runs);
    return runs > 0 ? 0 : 1; /* fails if the corpus is missing */
}
