/* SPDX-License-Identifier: MIT */
/* machine.c - names the sources and kernels that the library uses on this
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

static const char *machine_sha1(void)
{
    return gdn_hash_one(&gdn_sha1)->name;
}

static const char *machine_sha1_many(void)
{
    return gdn_hash_many(&gdn_sha1)->name;
}

static const char *machine_cipher(void)
{
    return gdn_cipher()->name;
}

static const char *machine_host_scope(void)
{
    return GDN_SHARED_FILES ? "yes" : "no";
}

static const struct {
    const char *key;
    const char *(*value)(void);
} machine_parts[] = {
    {"entropy", gdn_entropy_name},       {"cipher", machine_cipher},
    {"fork", gdn_epoch_fork_name},       {"clone", gdn_epoch_clone_name},
    {"clock", gdn_clock_timestamp_name}, {"uuid_text", gdn_hex_name},
    {"ulid_text", gdn_base32_name},      {"sha1", machine_sha1},
    {"sha1_many", machine_sha1_many},    {"host_scope", machine_host_scope},
};

guidon_status guidon_machine_describe(const char **out_key,
                                      const char **out_value, unsigned index)
{
    struct gdn_thread *thread;
    guidon_status status;

    if (index >= sizeof machine_parts / sizeof machine_parts[0]) {
        return GUIDON_E_ARGUMENT;
    }
    /* Choose what the first id would choose, if none was made yet. If that
     * fails, the texts still tell why. */
    status = gdn_thread_self(&thread);
    (void)status;
    *out_key = machine_parts[index].key;
    *out_value = machine_parts[index].value();
    return GUIDON_OK;
}
