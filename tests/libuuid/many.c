/* SPDX-License-Identifier: MIT */
/* many.c - make many time-based ids with a libuuid at once, and count
 * duplicates */
/*
 * many LIBRARY HOW N: each maker makes N ids with the libuuid at LIBRARY.
 * Prints the number of duplicates, and the number of ids that libuuid called
 * not safe.
 *
 *   fork       two children of a process that made an id before
 *   threads    eight threads
 *   processes  eight processes, started separately
 *   ends       1000 threads, one after another; prints the number of
 *              descriptors that stay open
 *   write      one process, which writes its ids to stdout for `processes`
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAKERS 8
#define ENDS   1000

struct made {
    unsigned char id[16];
    unsigned char unsafe;
};

static int (*make_safe)(unsigned char *id);
static void (*make_random)(unsigned char *id);
static void (*make_v7)(unsigned char *id); /* or NULL */
static size_t n;

static void stop(const char *what)
{
    perror(what);
    exit(99);
}

static void *call(void *handle, const char *name)
{
    return dlsym(handle, name);
}

static void load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW);

    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        exit(99);
    }
    *(void **)&make_safe = call(handle, "uuid_generate_time_safe");
    *(void **)&make_random = call(handle, "uuid_generate_random");
    *(void **)&make_v7 = call(handle, "uuid_generate_time_v7");
}

static void make(struct made *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i].unsafe = make_safe(out[i].id) != 0;
    }
}

static int by_id(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

static void judge(struct made *made, size_t count)
{
    size_t repeats = 0, unsafe = 0;

    qsort(made, count, sizeof *made, by_id);
    for (size_t i = 0; i < count; i++) {
        repeats += i > 0 && by_id(&made[i], &made[i - 1]) == 0;
        unsafe += made[i].unsafe;
    }
    printf("%zu %zu\n", repeats, unsafe);
}

/* Memory shared with the children. */
static struct made *map_shared(size_t count)
{
    void *room = mmap(NULL, count * sizeof(struct made), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED) {
        stop("mmap");
    }
    return room;
}

static void wait_for(int children)
{
    int status;

    while (children-- > 0) {
        if (wait(&status) < 0 || status != 0) {
            stop("a child");
        }
    }
}

static void by_fork(void)
{
    struct made *made = map_shared(2 * n + 1);

    made[2 * n].unsafe = make_safe(made[2 * n].id) != 0;
    for (size_t i = 0; i < 2; i++) {
        pid_t child = fork();

        if (child < 0) {
            stop("fork");
        }
        if (child == 0) {
            make(made + i * n);
            _exit(0);
        }
    }
    wait_for(2);
    judge(made, 2 * n + 1);
}

static void *in_thread(void *out)
{
    make(out);
    return NULL;
}

static void by_threads(void)
{
    struct made *made = map_shared(MAKERS * n);
    pthread_t threads[MAKERS];

    for (size_t i = 0; i < MAKERS; i++) {
        if (pthread_create(&threads[i], NULL, in_thread, made + i * n) != 0) {
            stop("pthread_create");
        }
    }
    for (size_t i = 0; i < MAKERS; i++) {
        pthread_join(threads[i], NULL);
    }
    judge(made, MAKERS * n);
}

static void read_all(struct made *out, FILE *pipe)
{
    if (fread(out, sizeof *out, n, pipe) != n || pclose(pipe) != 0) {
        stop("a process");
    }
}

static void by_processes(const char *self, const char *library)
{
    struct made *made = map_shared(MAKERS * n);
    FILE *pipes[MAKERS];
    char line[4096];

    if (snprintf(line, sizeof line, "exec '%s' '%s' write %zu", self, library,
                 n) >= (int)sizeof line) {
        stop("a path");
    }
    for (size_t i = 0; i < MAKERS; i++) {
        pipes[i] = popen(line, "r");
        if (!pipes[i]) {
            stop("popen");
        }
    }
    for (size_t i = 0; i < MAKERS; i++) {
        read_all(made + i * n, pipes[i]);
    }
    judge(made, MAKERS * n);
}

static void write_them(void)
{
    struct made *made = map_shared(n);

    make(made);
    if (fwrite(made, sizeof *made, n, stdout) != n || fflush(stdout) != 0) {
        stop("writing");
    }
}

static long descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    long count = 0;

    if (!folder) {
        stop("/proc/self/fd");
    }
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

static void *in_short_thread(void *unused)
{
    unsigned char id[16];

    for (size_t i = 0; i < n; i++) {
        make_safe(id);
        make_random(id);
        if (make_v7) {
            make_v7(id);
        }
    }
    return unused;
}

static void by_ends(void)
{
    long before = descriptors();

    for (int i = 0; i < ENDS; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, in_short_thread, NULL) != 0) {
            stop("pthread_create");
        }
        pthread_join(thread, NULL);
    }
    printf("%ld\n", descriptors() - before);
}

int main(int argc, char **argv)
{
    const char *how = argc == 4 ? argv[2] : "";

    if (argc == 4) {
        load(argv[1]);
        n = strtoul(argv[3], NULL, 10);
    }
    if (strcmp(how, "fork") == 0) {
        by_fork();
    } else if (strcmp(how, "threads") == 0) {
        by_threads();
    } else if (strcmp(how, "processes") == 0) {
        by_processes(argv[0], argv[1]);
    } else if (strcmp(how, "ends") == 0) {
        by_ends();
    } else if (strcmp(how, "write") == 0) {
        write_them();
    } else {
        fprintf(stderr, "usage: many LIBRARY HOW N\n");
        return 99;
    }
    return 0;
}
