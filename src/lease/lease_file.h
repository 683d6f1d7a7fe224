/* SPDX-License-Identifier: MIT */
/* The lease file as a generator uses it: checked, locked and mapped. */
#ifndef GDN_LEASE_LEASE_FILE_H
#define GDN_LEASE_LEASE_FILE_H

#include "../core/private.h"
#include "lease_page.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/* An open lease file. The lock belongs to the descriptor. */
struct gdn_lease_file {
    const struct gdn_lease_page *page;
    int descriptor;
    uint64_t device, inode;
    /* The first time that ids may have, in the unit of the generator's kind,
     * which the generator sets; 0: any. */
    uint64_t first;
    /* The page's not_after when a clone of the machine was noticed, else 0. Only
     * a later not_after counts. */
    _Atomic uint64_t revoked;
};

/*
 * The clocks of this process.
 *
 * Errors  GUIDON_E_STATE     the boot id cannot be read
 *         GUIDON_E_ARGUMENT  this system has no lease files
 */
guidon_status gdn_lease_clocks_now(struct gdn_lease_clocks *out);

/*
 * Open and check a lease file, and read its content once. The file must be a
 * regular file with one name, which belongs to this user or to root, and which
 * no other user may write.
 *
 *   page        out  the content
 *   descriptor  out  the open file; the caller closes it
 *
 * Errors  GUIDON_E_STATE     the file cannot be used
 *         GUIDON_E_ARGUMENT  this system has no lease files
 */
guidon_status gdn_lease_file_load(struct gdn_lease_page *page, int *descriptor,
                                  const char *path);

/*
 * Open a lease file for one generator: map it, and lock it against other
 * generators in all processes.
 *
 * Errors  as gdn_lease_file_load; GUIDON_E_STATE also if another generator has
 *         the lock, or the lease has ended; GUIDON_E_MEMORY no memory
 * Owns    *out: release it with gdn_lease_file_close (NULL is fine there)
 */
guidon_status gdn_lease_file_open(struct gdn_lease_file **out,
                                  const char *path);

/* Release the file. `unlock` is false in a process that was forked since the
 * file was opened: there the lock is the parent's. */
void gdn_lease_file_close(struct gdn_lease_file *file, bool unlock);

/* Set the reason for the error of a system call on a lease file, and return
 * GUIDON_E_STATE; or return GUIDON_E_MEMORY for ENOMEM. */
guidon_status gdn_lease_file_refused_by(int error);

GDN_PRIVATE_END

#endif
