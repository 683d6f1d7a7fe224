/* SPDX-License-Identifier: MIT */
/* What the tests of the state file share: a directory, files in it, processes.
 * Files that include this define _GNU_SOURCE first. */
#ifndef SHARED_TEST_H
#define SHARED_TEST_H

#include "core_test.h"
#include "shared/shared.h"
#include "shared/shared_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <guidon/generate.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define NODE   ((const unsigned char[6]){0x03, 0x10, 0x20, 0x30, 0x40, 0x50})
#define BOOT   7u
#define NOBODY 65534u

/* ------------------------------------------------------------------- files */

static char folder[64];

/* The path of a file in the directory. The last four results stay valid. */
static inline const char *in_folder(const char *name)
{
    static char paths[4][600];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/*
 * Count the names in the directory, and pass each to `what` unless it is NULL.
 */
static inline int each_in_folder(void (*what)(const char *name))
{
    DIR *open_folder = opendir(folder);
    struct dirent *entry;
    int n = 0;

    while (open_folder && (entry = readdir(open_folder))) {
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) {
            n++;
            if (what) {
                what(entry->d_name);
            }
        }
    }
    if (open_folder) {
        closedir(open_folder);
    }
    return n;
}

static inline void remove_one(const char *name)
{
    remove(in_folder(name));
}

static inline int make_folder(void **state)
{
    (void)state;
    alarm(100); /* processes that wait for each other could wait for ever */
    snprintf(folder, sizeof folder, "/tmp/guidon-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    each_in_folder(remove_one);
    return rmdir(folder);
}

static inline void write_file(const char *path, const void *bytes, size_t len)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (file < 0 || write(file, bytes, len) != (ssize_t)len || close(file)) {
        fail_msg("%s: %s", path, strerror(errno));
    }
}

/* A page in which no id has been made, and which is bound to no file. */
static inline void init_page(struct gdn_shared *page)
{
    gdn_shared_page_init(page, NODE, &(struct gdn_shared_binding){.boot = 0});
}

/* What a file is bound to, on this host in its current boot. */
static inline struct gdn_shared_binding binding_of(const char *path)
{
    struct gdn_shared_binding binding = {.boot = 0};
    struct gdn_shared_host host;
    int file = open(path, O_RDONLY);

    if (file < 0 || gdn_shared_host_now(&host) != GUIDON_OK ||
        !gdn_shared_identify(&binding, file, &host) || close(file)) {
        fail_msg("%s: %s", path, strerror(errno));
    }
    return binding;
}

/* Write a page to a file, and bind it to that. */
static inline void write_bound_page(const char *path, struct gdn_shared *page)
{
    struct gdn_shared_binding binding;

    write_file(path, page, sizeof *page);
    binding = binding_of(path);
    page->head = gdn_shared_head_of(page->head.node, &binding);
    write_file(path, page, sizeof *page);
}

/* A new state file, as the library writes it. */
static inline void write_sound_file(const char *path)
{
    struct gdn_shared page;

    init_page(&page);
    write_bound_page(path, &page);
}

/* Returns the length of the file; its first bytes go to `out`. */
static inline size_t read_file(void *out, size_t room, const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY);
    ssize_t len = file < 0 ? -1 : pread(file, out, room, 0);

    if (len < 0 || fstat(file, &about) || close(file)) {
        fail_msg("%s: %s", path, strerror(errno));
    }
    return (size_t)about.st_size;
}

/* Is the page sound where it is bound? */
static inline bool is_sound(const struct gdn_shared *page)
{
    return gdn_shared_page_check(page, &page->head, &page->head.binding) ==
           GDN_SHARED_BOUND;
}

/* ---------------------------------------------------- the state in the file */

/* Is this GUIDON_E_STATE, for a reason that has this word? */
static inline bool is_refused_for(const char *word, guidon_status status)
{
    const char *reason = guidon_state_reason();

    return status == GUIDON_E_STATE && reason && strstr(reason, word);
}

static inline guidon_status open_in_boot(struct gdn_shared **out,
                                         const char *path, uint64_t boot)
{
    const struct gdn_shared_host host = {.boot = boot};

    return gdn_shared_file_open(out, path, NODE, &host);
}

static inline struct gdn_shared *open_state(const char *name, uint64_t boot)
{
    struct gdn_shared *shared = NULL;

    assert_int_equal(open_in_boot(&shared, in_folder(name), boot), GUIDON_OK);
    return shared;
}

/* --------------------------------------------------------------- processes */

/* Memory that this process shares with processes that it forks. */
static inline void *common_memory(size_t len)
{
    void *memory = mmap(NULL, len, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(memory != MAP_FAILED);
    return memory;
}

/* Run in a new process, which exits with the result of `run`, below 128. */
static inline pid_t start(int (*run)(void *), void *argument)
{
    pid_t child = fork();

    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* do not outlive a failed test */
        _exit(run(argument));
    }
    assert_true(child > 0);
    return child;
}

/* The status that a process exited with; 128 and more for a signal. */
static inline int end_of(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) != child) {
        assert_int_equal(errno, EINTR);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static inline int result_of(int (*run)(void *), void *argument)
{
    return end_of(start(run, argument));
}

/* Root may write anything, so become another user, in a process of its own. */
static inline bool become_nobody(void)
{
    return geteuid() != 0 || (chown(folder, NOBODY, NOBODY) == 0 &&
                              setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
}

#define SKIPPED 77 /* the status of a process that could not run its part */

/* Hold `n` processes until all have arrived. */
static inline void meet(atomic_int *there, int n)
{
    atomic_fetch_add(there, 1);
    while (atomic_load(there) < n) {
        sched_yield();
    }
}

#endif
