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
#include <unistd.h>

/* How many folders are open at once, besides the first one. Deeper walks close
 * the upper ones and open them again on the way back. */
#define OPEN_FOLDERS 16
#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

struct entry {
    bool folder;
    char name[];
};

/* A folder between the first one and the current one. */
struct level {
    struct entry **items; /* to visit, in order */
    size_t n, capacity, next;
    size_t path_len; /* the folder's part of walk_state.path */
    int fd;          /* -1 if it is closed */
    dev_t device;    /* these two identify the folder when it is opened again */
    ino_t inode;
};

struct walk_state {
    void *context;
    walk_fn visit;
    bool hidden;
    bool stopped;
    bool failed;
    char *path; /* of the current entry */
    size_t path_capacity;
    struct level *levels; /* levels[0] stays open */
    size_t n, capacity;
};

static void fail(struct walk_state *state)
{
    message("cannot read the folder %s: %s",
            *state->path ? ESCAPED(state->path) : ".", strerror(errno));
    state->failed = true;
}

/* ------------------------------------------------------------------- paths */

/* Make space for a path of `len` characters. False if memory ran out. */
static bool reserve_path(struct walk_state *state, size_t len)
{
    if (len >= state->path_capacity) {
        size_t capacity = 2 * len + 256;
        char *path = realloc(state->path, capacity);

        if (!path) {
            return false;
        }
        state->path = path;
        state->path_capacity = capacity;
    }
    return true;
}

/* Set state->path to the path of a name in a folder. */
static bool path_of(struct walk_state *state, const struct level *level,
                    const char *name)
{
    size_t len = level->path_len, name_len = strlen(name);

    if (!reserve_path(state, len + 1 + name_len)) {
        return false;
    }
    if (len > 0 && state->path[len - 1] != '/') {
        state->path[len++] = '/';
    }
    memcpy(state->path + len, name, name_len + 1);
    return true;
}

/* ----------------------------------------------------------------- entries */

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

static bool append(struct level *level, const char *name, bool folder)
{
    size_t len = strlen(name) + 1;
    struct entry *entry = malloc(sizeof *entry + len);

    if (level->n == level->capacity) {
        size_t capacity = 2 * level->capacity + 32;
        struct entry **items =
            entry ? realloc(level->items, capacity * sizeof(struct entry *))
                  : NULL;

        if (!items) {
            free(entry);
            return false;
        }
        level->items = items;
        level->capacity = capacity;
    }
    if (entry) {
        entry->folder = folder;
        memcpy(entry->name, name, len);
        level->items[level->n++] = entry;
    }
    return entry != NULL;
}

/* Read the entries. False, with errno, if not all could be read. */
static bool read_entries(struct level *level, bool hidden, DIR *folder)
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
            !append(level, name, type == DT_DIR)) {
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

/* Read the entries of an open folder. False, with errno, if not all could be
 * read; the walk visits those that were. */
static bool list(struct level *level, bool hidden)
{
    /* closedir closes the copy */
    int copy = fcntl(level->fd, F_DUPFD_CLOEXEC, 0);
    DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
    bool whole = folder && read_entries(level, hidden, folder);
    int error = errno;

    if (folder) {
        closedir(folder);
    } else if (copy >= 0) {
        close(copy);
    }
    if (level->n > 0) {
        qsort(level->items, level->n, sizeof(struct entry *), by_name);
    }
    errno = error;
    return whole;
}

/* ------------------------------------------------------------------ levels */

static bool is_folder_of(const struct level *level, int fd)
{
    struct stat is;

    return fstat(fd, &is) == 0 && is.st_dev == level->device &&
           is.st_ino == level->inode;
}

/* Add a level. NULL, with errno, if memory ran out. */
static struct level *add_level(struct walk_state *state)
{
    if (state->n == state->capacity) {
        size_t capacity = 2 * state->capacity + OPEN_FOLDERS;
        struct level *levels =
            realloc(state->levels, capacity * sizeof *levels);

        if (!levels) {
            return NULL;
        }
        state->levels = levels;
        state->capacity = capacity;
    }
    state->levels[state->n] = (struct level){.fd = -1};
    return &state->levels[state->n++];
}

/* Go down into the open folder `fd` at state->path. */
static void enter(struct walk_state *state, int fd)
{
    struct level *level = add_level(state);
    struct stat is;

    if (!level || fstat(fd, &is) != 0) {
        fail(state);
        close(fd);
        state->n -= level != NULL;
        return;
    }
    level->fd = fd;
    level->device = is.st_dev;
    level->inode = is.st_ino;
    level->path_len = strlen(state->path);
    if (!list(level, state->hidden)) {
        fail(state);
    }
    if (state->n > OPEN_FOLDERS + 1) {
        struct level *upper = level - OPEN_FOLDERS;

        if (upper->fd >= 0) {
            close(upper->fd);
        }
        upper->fd = -1;
    }
}

/* Open the folder of level `i` from the first folder on, name by name. -1 if the
 * path no longer leads there. */
static int open_from_top(const struct walk_state *state, size_t i)
{
    int fd = state->levels[0].fd;

    for (size_t k = 1; k <= i; k++) {
        size_t from = state->levels[k - 1].path_len;
        char *end = state->path + state->levels[k].path_len;
        const char after = *end;

        *end = '\0';
        from += state->path[from] == '/';
        int inner = openat(fd, state->path + from, FOLDER_FLAGS | O_NOFOLLOW);
        *end = after;
        if (k > 1) {
            close(fd);
        }
        if (inner < 0) {
            return -1;
        }
        fd = inner;
    }
    if (!is_folder_of(&state->levels[i], fd)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Open the folder of level `i` again, from the level below it. Somebody may have
 * moved one of the two meanwhile, so compare where ".." leads. */
static int open_again(const struct walk_state *state, size_t i)
{
    int below = state->levels[i + 1].fd;
    int fd = below >= 0 ? openat(below, "..", FOLDER_FLAGS) : -1;

    if (fd >= 0 && is_folder_of(&state->levels[i], fd)) {
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
    return open_from_top(state, i);
}

/* Go up from the current folder. */
static void leave(struct walk_state *state)
{
    struct level *level = &state->levels[state->n - 1];
    struct level *upper = level - 1;

    if (state->n > 1 && upper->fd < 0 && !state->stopped) {
        state->path[upper->path_len] = '\0';
        upper->fd = open_again(state, state->n - 2);
        if (upper->fd < 0 && upper->next < upper->n) {
            message("cannot read the rest of the folder %s: it was moved",
                    ESCAPED(state->path));
            state->failed = true;
            upper->next = upper->n;
        }
    }
    if (level->fd >= 0) {
        close(level->fd);
    }
    for (size_t i = 0; i < level->n; i++) {
        free(level->items[i]);
    }
    free(level->items);
    state->n--;
}

/* -------------------------------------------------------------------- walk */

/* Go down into a folder, unless another file has taken its place. */
static void enter_entry(struct walk_state *state, const struct level *level,
                        const char *name)
{
    int fd = openat(level->fd, name, FOLDER_FLAGS | O_NOFOLLOW);

    if (fd >= 0) {
        enter(state, fd);
    } else if (errno != ENOTDIR && errno != ELOOP) {
        fail(state);
    }
}

/* Visit the next entry of the current folder. */
static void visit_next(struct walk_state *state)
{
    struct level *level = &state->levels[state->n - 1];
    const struct entry *entry = level->items[level->next++];

    if (!path_of(state, level, entry->name)) {
        state->path[level->path_len] = '\0';
        fail(state);
    } else if (entry->folder) {
        enter_entry(state, level, entry->name);
    } else {
        state->stopped = !state->visit(
            state->context,
            &(struct walk_file){level->fd, entry->name, state->path});
    }
}

bool walk_folder(void *context, int fd, const char *path, bool hidden,
                 walk_fn visit)
{
    struct walk_state state = {
        .context = context, .visit = visit, .hidden = hidden};

    if (!reserve_path(&state, strlen(path))) {
        message("out of memory");
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    memcpy(state.path, path, strlen(path) + 1);
    if (fd < 0) {
        fd = open(*path ? path : ".", FOLDER_FLAGS);
    }
    if (fd < 0) {
        fail(&state);
    } else {
        enter(&state, fd);
    }
    while (state.n > 0) {
        const struct level *level = &state.levels[state.n - 1];

        if (state.stopped || level->next == level->n) {
            leave(&state);
        } else {
            visit_next(&state);
        }
    }
    free(state.levels);
    free(state.path);
    return !state.failed;
}
