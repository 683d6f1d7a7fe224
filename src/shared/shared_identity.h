/* SPDX-License-Identifier: MIT */
/* What a state file is bound to: the host's boot and machine, and the file. */
#ifndef GDN_SHARED_SHARED_IDENTITY_H
#define GDN_SHARED_SHARED_IDENTITY_H

#include "../core/private.h"
#include "shared_page.h"
#include <guidon/status.h>

GDN_PRIVATE_BEGIN

/* The host, as struct gdn_shared_binding keeps it. */
struct gdn_shared_host {
    uint64_t boot, machine, vm;
};

/*
 * The host that this process runs on, in its current boot.
 *
 * Errors  GUIDON_E_STATE     the system does not tell its boots apart
 *         GUIDON_E_ARGUMENT  it cannot share a state between processes
 */
guidon_status gdn_shared_host_now(struct gdn_shared_host *out);

/*
 * The binding of an open file on `host`. False, with errno, if the system does
 * not describe the file.
 */
bool gdn_shared_identify(struct gdn_shared_binding *out, int file,
                         const struct gdn_shared_host *host);

GDN_PRIVATE_END

#endif
