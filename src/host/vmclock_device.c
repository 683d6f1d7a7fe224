/* SPDX-License-Identifier: MIT */
/* vmclock_device.c - maps the VMClock device, which only Linux has. */
#define _DEFAULT_SOURCE
#include "host.h"

#include "vmclock.h"

#if GDN_HOST_POSIX && defined(__linux__)
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
