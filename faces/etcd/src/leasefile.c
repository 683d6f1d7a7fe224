/* SPDX-License-Identifier: MIT */
/* leasefile.c - the lease file that generators read, and its directory */
#include "leasefile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The directory for files that live as long as this process. */
static const char *runtime_directory(void)
{
    const char *directory = secure_getenv("XDG_RUNTIME_DIR");

    if (directory && directory[0] == '/' && strlen(directory) < 4000) {
        return directory;
    }
    return geteuid() == 0 && access("/run", W_OK) == 0 ? "/run" : "/tmp";
}

static bool choose_path(struct leasefile *file, const char *path,
                        struct reason *reason)
{
    file->directory[0] = '\0';
    if (path) {
        snprintf(file->path, sizeof file->path, "%s", path);
        return true;
    }
    snprintf(file->directory, sizeof file->directory,
             "%.4000s/guidon-node-XXXXXX", runtime_directory());
    if (!mkdtemp(file->directory)) {
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
        file->directory[0] = '\0';
    }
}
