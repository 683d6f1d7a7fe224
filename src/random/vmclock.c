/* SPDX-License-Identifier: MIT */
/* vmclock.c - reads the VMClock device (Linux: linux/vmclock-abi.h). */
#define _DEFAULT_SOURCE
#include "vmclock.h"

#include "../core/bytes.h"

/* Offsets into the page. All fields are little-endian. */
#define VMCLOCK_MAGIC_AT        0   /* 4 bytes */
#define VMCLOCK_SIZE_AT         4   /* 4 bytes: size of the shared region */
#define VMCLOCK_VERSION_AT      8   /* 2 bytes, then counter id and time type */
#define VMCLOCK_DISRUPTION_AT   16  /* 8 bytes */
#define VMCLOCK_FLAGS_AT        24  /* 8 bytes */
#define VMCLOCK_GENERATION_AT   104 /* 8 bytes */

#define VMCLOCK_MAGIC           UINT32_C(0x4b4c4356) /* "VCLK" */
#define VMCLOCK_VERSION         1
#define VMCLOCK_FLAG_GENERATION (UINT32_C(1) << 8)

const _Atomic(uint64_t) *gdn_vmclock_word(const void *page)
{
    const unsigned char *bytes = page;
    uint32_t size = gdn_load_le32(bytes + VMCLOCK_SIZE_AT);
    size_t at = VMCLOCK_DISRUPTION_AT;

    if (gdn_load_le32(bytes + VMCLOCK_MAGIC_AT) != VMCLOCK_MAGIC ||
        (gdn_load_le32(bytes + VMCLOCK_VERSION_AT) & 0xffff) !=
            VMCLOCK_VERSION ||
        size < VMCLOCK_GENERATION_AT) {
        return NULL;
    }
    if (size >= GDN_VMCLOCK_LEN && (gdn_load_le32(bytes + VMCLOCK_FLAGS_AT) &
                                    VMCLOCK_FLAG_GENERATION) != 0) {
        at = VMCLOCK_GENERATION_AT;
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
