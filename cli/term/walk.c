/* SPDX-License-Identifier: MIT */
/* walk.c - visits the files below a folder, in the order of their names. */
#include "walk.h"
#include "escape.h"
#include "message.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct entry {
    bool folder;
    char name[];
};

/* The entries of a folder to visit. */
struct entries {
    struct entry **items;
    size_t n, capacity;
};

struct walk_state {
    void *context;
    walk_fn visit;
    bool hidden;
    bool stopped;
    bool failed;
};

static void fail(struct walk_state *state, const char *path)
{
    message("cannot read the folder %s: %s", *path ? ESCAPED(path) : ".",
            strerror(errno));
    state->failed = true;
}

/* The path of a name in a folder, for the caller to free; NULL if memory ran
 * out. */
static char *path_of(const char *folder, const char *name)
{
    size_t len = strlen(folder), name_len = strlen(name);
    bool slash = len > 0 && folder[len - 1] != '/';
    char *path = malloc(len + slash + name_len + 1);

    if (path) {
        memcpy(path, folder, len);
        memcpy(path + len, "/", slash);
        memcpy(path + len + slash, name, name_len + 1);
    }
    return path;
}

/* The type of an entry, for file systems that do not store it with the name. */
static unsigned char type_of(DIR *folder, const char *name)
{
    struct stat status;

    if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return DT_UNKNOWN; /* the entry is gone */
    }
    return S_ISREG(status.st_mode)   ? DT_REG
           : S_ISDIR(status.st_mode) ? DT_DIR
                                     : DT_UNKNOWN;
}

static bool append(struct entries *entries, const char *name, bool folder)
{
    size_t len = strlen(name) + 1;
    struct entry *entry = malloc(sizeof *entry + len);

    if (entries->n == entries->capacity) {
        size_t capacity = 2 * entries->capacity + 32;
        struct entry **items =
            entry ? realloc(entries->items, capacity * sizeof(struct entry *))
                  : NULL;

        if (!items) {
            free(entry);
            return false;
        }
        entries->items = items;
        entries->capacity = capacity;
    }
    if (entry) {
        entry->folder = folder;
        memcpy(entry->name, name, len);
        entries->items[entries->n++] = entry;
    }
    return entry != NULL;
}

/* Read the entries. False, with errno, if not all could be read. */
static bool read_entries(struct entries *entries, bool hidden, DIR *folder)
{
    const struct dirent *entry;

    while (errno = 0, (entry = readdir(folder)) != NULL) {
        const char *name = entry->d_name;
        unsigned char type = entry->d_type;

        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            (*name == '.' && !hidden)) {
            continue;
        }
        if (type == DT_UNKNOWN) {
            type = type_of(folder, name);
        }
        if ((type == DT_REG || type == DT_DIR) &&
            !append(entries, name, type == DT_DIR)) {
            return false;
        }
    }
    return errno == 0;
}

static int by_name(const void *a, const void *b)
{
    const struct entry *const *left = a, *const *right = b;

    return strcmp((*left)->name, (*right)->name);
}

static void walk(struct walk_state *state, const char *path)
{
    struct entries entries = {0};
    DIR *folder = opendir(*path ? path : ".");

    if (!folder || !read_entries(&entries, state->hidden, folder)) {
        fail(state, path); /* visit the entries that were read */
    }
    if (folder) {
        closedir(folder);
    }
    if (entries.n > 0) {
        qsort(entries.items, entries.n, sizeof(struct entry *), by_name);
    }
    for (size_t i = 0; i < entries.n; i++) {
        char *inner =
            state->stopped ? NULL : path_of(path, entries.items[i]->name);

        if (!inner && !state->stopped) {
            fail(state, path);
        } else if (inner && entries.items[i]->folder) {
            walk(state, inner);
        } else if (inner) {
            state->stopped = !state->visit(state->context, inner);
        }
        free(inner);
        free(entries.items[i]);
    }
    free(entries.items);
}

bool walk_folder(void *context, const char *path, bool hidden, walk_fn visit)
{
    struct walk_state state = {
        .context = context, .visit = visit, .hidden = hidden};

    walk(&state, path);
    return !state.failed;
}
