/* SPDX-License-Identifier: MIT */
/* Binding the state file anew: to this file, boot and machine. */
#ifndef GDN_SHARED_SHARED_BIND_H
#define GDN_SHARED_SHARED_BIND_H

#include "../core/private.h"
#include "shared_page.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/*
 * Take the lock that one process at a time binds a file under, or give it back.
 * A process that holds the lock and is stopped makes the others fail after ten
 * seconds.
 *
 * Errors  GUIDON_E_STATE  another process keeps the lock, or the file system
 *                         has no locks
 */
guidon_status gdn_shared_lock(int file);
void gdn_shared_unlock(int file);

/*
 * Bind a page that is sound but not bound to `now`. The caller holds the lock.
 *
 *   page  in/out  the mapped page of `file`
 *   node  in      the new node
 *
 * Errors  GUIDON_E_STATE  the file could not be written; it stays unbound, or
 *                         is bound
 */
guidon_status gdn_shared_bind(struct gdn_shared *page, int file,
                              const unsigned char node[6],
                              const struct gdn_shared_binding *now);

GDN_PRIVATE_END

#endif
