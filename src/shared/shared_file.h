/* SPDX-License-Identifier: MIT */
/* The state file: created and opened safely, and mapped. */
#ifndef GDN_SHARED_SHARED_FILE_H
#define GDN_SHARED_SHARED_FILE_H

#include "../core/private.h"
#include "shared_identity.h"
#include "shared_page.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * Open the state file, or create it, and map its page.
 *
 *   path  in  NULL: guidon/state in /run for root, in $XDG_RUNTIME_DIR for
 *             other users
 *   node  in  the node that the file will hold if it is new, or is bound anew;
 *             any other file keeps its own
 *   host  in  the boot and the machine that use the file
 *
 * The file must be a regular file with one name, owned by this user, writable
 * by no other user, and its page must be sound. If `path` is NULL, this creates
 * the directory (0700), which must be as safe as the file. The last component
 * of the path must not be a symbolic link. A new file is written under another
 * name and then renamed, so no process ever sees half of one. A file that is
 * bound to another file, boot or machine is bound anew (shared_bind.c).
 *
 * Errors  GUIDON_E_STATE     the file cannot be opened safely, is damaged or
 *                            lacks a path, or the device is full; an existing
 *                            file stays as it is, except that binding may have
 *                            marked its time as lost
 *         GUIDON_E_MEMORY    the page cannot be mapped, or the heap is full
 *         GUIDON_E_ARGUMENT  this processor or system cannot share a state
 *                            between processes
 * Owns    *out: release it with gdn_shared_close
 */
guidon_status gdn_shared_file_open(struct gdn_shared **out, const char *path,
                                   const unsigned char node[6],
                                   const struct gdn_shared_host *host);

/* Close a state of gdn_shared_file_open or of gdn_shared_open_memory, whose memory
 * stays as it is. NULL is fine. */
void gdn_shared_close(struct gdn_shared *shared);

/*
 * Write the page through to the device; a state in memory has none.
 *
 * Errors  GUIDON_E_STATE  the page could not be written
 */
guidon_status gdn_shared_save(struct gdn_shared *shared);

GDN_PRIVATE_END

#endif
