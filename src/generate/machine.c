/* SPDX-License-Identifier: MIT */
/* machine.c - describes the sources and kernels that the library uses on this
 * machine. */
#include "../clock/tsc.h"
#include "../hash/hash.h"
#include "../host/host.h"
#include "../random/cipher.h"
#include "../random/epoch.h"
#include "../random/thread.h"
#include "../shared/shared_page.h"
#include "../text/base32.h"
#include "../text/hex.h"

#include <guidon/generate.h>

void guidon_machine_describe(guidon_machine *out)
{
    struct gdn_thread *thread;

    /* Choose what the first id would choose, if none was made yet. */
    guidon_status status = gdn_thread_self(&thread);

    (void)status; /* on a failure the names below still tell why */
    *out = (guidon_machine){
        .entropy = gdn_entropy_name(),
        .cipher = gdn_cipher()->name,
        .fork = gdn_epoch_fork_name(),
        .clone = gdn_epoch_clone_name(),
        .clock = gdn_clock_timestamp_name(),
        .uuid_text = gdn_hex_name(),
        .ulid_text = gdn_base32_name(),
        .sha1 = gdn_hash_one(&gdn_sha1)->name,
        .sha1_many = gdn_hash_many(&gdn_sha1)->name,
        .host_scope = GDN_SHARED_FILES,
    };
}
