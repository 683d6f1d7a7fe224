/* SPDX-License-Identifier: MIT */
/* vmclock.c - reads a VMClock page (Linux: linux/vmclock-abi.h). */
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
