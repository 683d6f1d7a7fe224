/* SPDX-License-Identifier: MIT */
/* leasefile.c - the lease file that generators read, and its directory */
#include "leasefile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Directories of this name are locked while their guidon-node lives. Those of older
 * versions, guidon-node-XXXXXX, are not, so they stay. */
static const char own_name[] = "guidon-node.";
static const char file_name[] = "lease";

/* The directory for files that live as long as this process. */
static const char *runtime_directory(void)
{
    const char *directory = secure_getenv("XDG_RUNTIME_DIR");

    if (directory && directory[0] == '/' && strlen(directory) < 4000) {
        return directory;
    }
    return geteuid() == 0 && access("/run", W_OK) == 0 ? "/run" : "/tmp";
}

/* Removes the files in a locked directory: the lease file, and those that had other
 * names while a lease file was written. If a generator uses the lease file, all stay. */
static void remove_files(DIR *directory)
{
    const int file = openat(dirfd(directory), file_name,
                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool unused =
        file < 0 ? errno == ENOENT : flock(file, LOCK_EX | LOCK_NB) == 0;
    const struct dirent *entry;

    while (unused && (entry = readdir(directory)) != NULL) {
        if (strncmp(entry->d_name, file_name, strlen(file_name)) == 0) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    if (file >= 0) {
        close(file);
    }
}

/* Removes a directory that a killed guidon-node has left. If its lock is free, no
 * guidon-node holds it, except for one that has just made it: see make_directory. */
static void remove_left(int parent, const char *name)
{
    const int opened =
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = opened >= 0 ? fdopendir(opened) : NULL;
    struct stat about;

    if (directory && fstat(opened, &about) == 0 && about.st_uid == geteuid() &&
        flock(opened, LOCK_EX | LOCK_NB) == 0) {
        remove_files(directory);
        unlinkat(parent, name, AT_REMOVEDIR); /* fails if it is not empty */
    }
    if (directory) {
        closedir(directory);
    } else if (opened >= 0) {
        close(opened);
    }
}

static void remove_all_left(const char *parent)
{
    DIR *entries = opendir(parent);
    const struct dirent *entry;

    while (entries && (entry = readdir(entries)) != NULL) {
        if (strncmp(entry->d_name, own_name, strlen(own_name)) == 0) {
            remove_left(dirfd(entries), entry->d_name);
        }
    }
    if (entries) {
        closedir(entries);
    }
}

/* Returns whether the directory that was locked still has its name. */
static bool has_its_name(const struct leasefile *file)
{
    struct stat named, locked;

    return stat(file->directory, &named) == 0 &&
           fstat(file->lock, &locked) == 0 && named.st_dev == locked.st_dev &&
           named.st_ino == locked.st_ino;
}

/* Makes the directory, and locks it until leasefile_end or the end of the process.
 * Before it is locked, another guidon-node may remove it as one that was left. Then
 * another directory is made. */
static bool make_directory(struct leasefile *file)
{
    int error;

    do {
        snprintf(file->directory, sizeof file->directory, "%.4000s/%sXXXXXX",
                 runtime_directory(), own_name);
        if (!mkdtemp(file->directory)) {
            return false;
        }
        file->lock = open(file->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (file->lock >= 0 && flock(file->lock, LOCK_EX) == 0 &&
            has_its_name(file)) {
            return true;
        }
        error = errno;
        if (file->lock >= 0) {
            close(file->lock);
        }
    } while (rmdir(file->directory) != 0 && errno == ENOENT);
    errno = error;
    return false;
}

static bool choose_path(struct leasefile *file, const char *path,
                        struct reason *reason)
{
    file->directory[0] = '\0';
    if (path) {
        snprintf(file->path, sizeof file->path, "%s", path);
        return true;
    }
    remove_all_left(runtime_directory());
    if (!make_directory(file)) {
        reason_set(reason, "%s: %s; name a file with --lease-file",
                   file->directory, strerror(errno));
        file->directory[0] = '\0';
        return false;
    }
    snprintf(file->path, sizeof file->path, "%.4080s/%s", file->directory,
             file_name);
    return true;
}

bool leasefile_check(const char *path, struct reason *reason)
{
    const char *end = path ? strrchr(path, '/') : NULL;
    char folder[LEASEFILE_PATH];

    if (path) {
        snprintf(folder, sizeof folder, "%.*s",
                 end ? (int)(end - path) + (end == path) : 1, end ? path : ".");
    } else {
        snprintf(folder, sizeof folder, "%.4000s", runtime_directory());
    }
    if (faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0) {
        return true;
    }
    reason_set(reason, "the folder %.300s of the lease file: %s%s", folder,
               strerror(errno), path ? "" : "; name a file with --lease-file");
    return false;
}

static void explain(struct reason *reason, const struct leasefile *file,
                    guidon_status status)
{
    reason_set(reason, "lease file %.300s: %s", file->path,
               status == GUIDON_E_STATE ? guidon_state_reason()
                                        : guidon_status_text(status));
}

bool leasefile_create(struct leasefile *file, const char *path,
                      uint32_t node_number, unsigned node_number_bits,
                      int64_t floor_ms, struct reason *reason)
{
    guidon_status status;

    file->lease = NULL;
    if (!choose_path(file, path, reason)) {
        return false;
    }
    status = guidon_lease_create(&file->lease, file->path, node_number,
                                 node_number_bits, (uint64_t)floor_ms + 1);
    if (status != GUIDON_OK) {
        explain(reason, file, status);
        leasefile_end(file);
        return false;
    }
    return true;
}

bool leasefile_extend(struct leasefile *file, int64_t fence_ns, int64_t last_ms,
                      struct reason *reason)
{
    guidon_status status =
        guidon_lease_extend(file->lease, (uint64_t)fence_ns, (uint64_t)last_ms);

    if (status != GUIDON_OK) {
        explain(reason, file, status);
    }
    return status == GUIDON_OK;
}

void leasefile_end(struct leasefile *file)
{
    guidon_lease_end(file->lease);
    file->lease = NULL;
    if (file->directory[0]) {
        rmdir(file->directory);
        close(file->lock);
        file->directory[0] = '\0';
    }
}
