/* SPDX-License-Identifier: MIT */
/* vmclock.c - a reader of the VMClock device (Linux: linux/vmclock-abi.h). */
#define _DEFAULT_SOURCE
#include "vmclock.h"

#include "../core/bytes.h"

/* Offsets into the page, all of it little-endian. */
#define AT_MAGIC        0   /* 4 bytes */
#define AT_SIZE         4   /* 4 bytes: of the region that is shared */
#define AT_VERSION      8   /* 2 bytes, then counter id and time type */
#define AT_DISRUPTION   16  /* 8 bytes */
#define AT_FLAGS        24  /* 8 bytes */
#define AT_GENERATION   104 /* 8 bytes */

#define MAGIC           UINT32_C(0x4b4c4356) /* "VCLK" */
#define VERSION         1
#define FLAG_GENERATION (UINT32_C(1) << 8)

const _Atomic(uint64_t) *gdn_vmclock_word(const void *page)
{
    const unsigned char *bytes = page;
    uint32_t size = gdn_load_le32(bytes + AT_SIZE);
    size_t at = AT_DISRUPTION;

    if (gdn_load_le32(bytes + AT_MAGIC) != MAGIC ||
        (gdn_load_le32(bytes + AT_VERSION) & 0xffff) != VERSION ||
        size < AT_GENERATION) {
        return NULL;
    }
    if (size >= GDN_VMCLOCK_LEN &&
        (gdn_load_le32(bytes + AT_FLAGS) & FLAG_GENERATION) != 0) {
        at = AT_GENERATION;
    }
    return (const void *)(bytes + at);
}

#if defined(__linux__)
#  include <errno.h>
#  include <fcntl.h>
#  include <sys/mman.h>
#  include <unistd.h>

const _Atomic(uint64_t) *gdn_vmclock_map(void)
{
    const _Atomic(uint64_t) *word = NULL;
    int saved = errno;
    int device = open("/dev/vmclock0", O_RDONLY | O_CLOEXEC);

    if (device >= 0) {
        void *page =
            mmap(NULL, GDN_VMCLOCK_LEN, PROT_READ, MAP_SHARED, device, 0);

        if (page != MAP_FAILED) {
            word = gdn_vmclock_word(page);
            if (!word) {
                munmap(page, GDN_VMCLOCK_LEN);
            }
        }
        close(device);
    }
    errno = saved;
    return word;
}
#else
const _Atomic(uint64_t) *gdn_vmclock_map(void)
{
    return NULL;
}
#endif
