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

/* The directory for files that live as long as this process. */
static const char *runtime_directory(void)
{
    const char *directory = secure_getenv("XDG_RUNTIME_DIR");

    if (directory && directory[0] == '/' && strlen(directory) < 4000) {
        return directory;
    }
    return geteuid() == 0 && access("/run", W_OK) == 0 ? "/run" : "/tmp";
}

/* Removes a directory that a killed guidon-node has left. If its lock is free, no
 * guidon-node holds it, and if that of the file is free, no generator uses it. A
 * directory without a file may be new, so it stays. */
static void remove_left(int parent, const char *name)
{
    const int directory =
        openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat about;
    int file = -1;

    if (directory >= 0 && fstat(directory, &about) == 0 &&
        about.st_uid == geteuid() && flock(directory, LOCK_EX | LOCK_NB) == 0) {
        file = openat(directory, "lease",
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    }
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        unlinkat(directory, "lease", 0) == 0) {
        unlinkat(parent, name, AT_REMOVEDIR);
    }
    if (file >= 0) {
        close(file);
    }
    if (directory >= 0) {
        close(directory);
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

/* Makes the directory, and locks it until leasefile_end or the end of the process. */
static bool make_directory(struct leasefile *file)
{
    int error;

    if (!mkdtemp(file->directory)) {
        return false;
    }
    file->lock = open(file->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file->lock >= 0 && flock(file->lock, LOCK_EX) == 0) {
        return true;
    }
    error = errno;
    if (file->lock >= 0) {
        close(file->lock);
    }
    rmdir(file->directory);
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
    snprintf(file->directory, sizeof file->directory, "%.4000s/%sXXXXXX",
             runtime_directory(), own_name);
    if (!make_directory(file)) {
        reason_set(reason, "%s: %s; name a file with --lease-file",
                   file->directory, strerror(errno));
        file->directory[0] = '\0';
        return false;
    }
    snprintf(file->path, sizeof file->path, "%.4080s/lease", file->directory);
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

bool leasefile_create(struct leasefile *file, const char *path, uint32_t number,
                      unsigned bits, int64_t floor_ms, struct reason *reason)
{
    guidon_status status;

    file->lease = NULL;
    if (!choose_path(file, path, reason)) {
        return false;
    }
    status = guidon_lease_create(&file->lease, file->path, number, bits,
                                 (uint64_t)floor_ms + 1);
    if (status != GUIDON_OK) {
        explain(reason, file, status);
        leasefile_end(file);
        return false;
    }
    return true;
}

bool leasefile_extend(struct leasefile *file, int64_t fence_ns, int64_t mark_ms,
                      struct reason *reason)
{
    guidon_status status =
        guidon_lease_extend(file->lease, (uint64_t)fence_ns, (uint64_t)mark_ms);

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
