/* SPDX-License-Identifier: MIT */
/* vmclock.c - a reader of the VMClock device (Linux: linux/vmclock-abi.h). */
#define _DEFAULT_SOURCE
#include "vmclock.h"

#include "../core/bytes.h"

/* Offsets into the page, all of it little-endian. */
#define MAGIC_AT        0   /* 4 bytes */
#define SIZE_AT         4   /* 4 bytes: of the region that is shared */
#define VERSION_AT      8   /* 2 bytes, then counter id and time type */
#define DISRUPTION_AT   16  /* 8 bytes */
#define FLAGS_AT        24  /* 8 bytes */
#define GENERATION_AT   104 /* 8 bytes */

#define MAGIC           UINT32_C(0x4b4c4356) /* "VCLK" */
#define VERSION         1
#define FLAG_GENERATION (UINT32_C(1) << 8)

const _Atomic(uint64_t) *gdn_vmclock_word(const void *page)
{
    const unsigned char *bytes = page;
    uint32_t size = gdn_load_le32(bytes + SIZE_AT);
    size_t at = DISRUPTION_AT;

    if (gdn_load_le32(bytes + MAGIC_AT) != MAGIC ||
        (gdn_load_le32(bytes + VERSION_AT) & 0xffff) != VERSION ||
        size < GENERATION_AT) {
        return NULL;
    }
    if (size >= GDN_VMCLOCK_LEN &&
        (gdn_load_le32(bytes + FLAGS_AT) & FLAG_GENERATION) != 0) {
        at = GENERATION_AT;
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
