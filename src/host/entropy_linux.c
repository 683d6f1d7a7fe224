/* SPDX-License-Identifier: MIT */
/* entropy_linux.c - getrandom, through the vDSO if the kernel offers it. */
#include "../core/private.h"

#if GDN_HOST_POSIX && defined(__linux__)
#  define _DEFAULT_SOURCE
#  include "entropy_collect.h"
#  include "host.h"
#  include "thread_local.h"
#  include "vdso.h"

#  include <errno.h>
#  include <sys/mman.h>
#  include <sys/syscall.h>
#  include <unistd.h>

/* MemorySanitizer does not see what these calls write. */
#  if defined(__has_feature)
#    if __has_feature(memory_sanitizer)
#      include <sanitizer/msan_interface.h>
#      define KERNEL_WROTE(at, len) __msan_unpoison(at, len)
#    endif
#  endif
#  if !defined(KERNEL_WROTE)
#    define KERNEL_WROTE(at, len) ((void)0)
#  endif

/*
 * From Linux 6.11 on, the vDSO has a getrandom that needs no system call. It
 * reads from the kernel's generator through an opaque state, which the caller
 * maps: of a kind that is wiped in a forked process, within one page, and used
 * by one thread at a time. See getrandom(2), vgetrandom in the kernel's
 * lib/vdso/getrandom.c, and struct vgetrandom_opaque_params of linux/random.h.
 */
typedef ssize_t vgetrandom_fn(void *out, size_t len, unsigned flags,
                              void *state, size_t state_len);

struct vgetrandom_params {
    uint32_t state_len;
    uint32_t map_protection;
    uint32_t map_flags;
    uint32_t reserved[13];
};

/* This length of a state asks for the parameters instead of bytes. */
#  define ASK_PARAMS ((size_t)-1)

/* This thread's vDSO function and state; `state` is NULL if it has none. */
static GDN_THREAD_LOCAL struct {
    vgetrandom_fn *call;
    void *state;
    size_t state_len;
} linux_vdso_getrandom;

/* NULL on processors whose vDSO functions do not follow the C calling
 * convention, and if the kernel has no such function. */
static vgetrandom_fn *find_vgetrandom(void)
{
#  if defined(__x86_64__) && defined(__LP64__)
    const char *name = "__vdso_getrandom";
#  elif defined(__aarch64__) && defined(__LP64__)
    const char *name = "__kernel_getrandom";
#  else
    const char *name = NULL;
#  endif
    return name ? (vgetrandom_fn *)gdn_vdso_find(gdn_vdso_image(), name) : NULL;
}

void gdn_entropy_thread_start(void)
{
    vgetrandom_fn *call = find_vgetrandom();
    struct vgetrandom_params params = {0};
    int saved = errno;
    void *state;

    if (linux_vdso_getrandom.state || !call ||
        call(NULL, 0, 0, &params, ASK_PARAMS) != 0) {
        return;
    }
    /* One state for each mapping: it starts a page, so it lies within one. */
    state = mmap(NULL, params.state_len, (int)params.map_protection,
                 (int)params.map_flags, -1, 0);
    errno = saved;
    if (state != MAP_FAILED) {
        linux_vdso_getrandom.call = call;
        linux_vdso_getrandom.state_len = params.state_len;
        linux_vdso_getrandom.state = state;
    }
}

void gdn_entropy_thread_end(void)
{
    int saved = errno;

    if (linux_vdso_getrandom.state) {
        munmap(linux_vdso_getrandom.state, linux_vdso_getrandom.state_len);
        linux_vdso_getrandom.state = NULL;
    }
    errno = saved;
}

/* This makes the system call itself, because libc's getrandom is a cancellation
 * point: a cancelled thread would leave its work half done. */
static long linux_getrandom(void *context, void *out, size_t len)
{
    long got;

    (void)context;
    if (linux_vdso_getrandom.state) {
        got = linux_vdso_getrandom.call(out, len, 0, linux_vdso_getrandom.state,
                                        linux_vdso_getrandom.state_len);
    } else {
        got = syscall(SYS_getrandom, out, len, 0);
        got = got < 0 ? -errno : got;
    }
    if (got > 0) {
        KERNEL_WROTE(out, (size_t)got);
    }
    return got;
}

guidon_status gdn_entropy(void *out, size_t len)
{
    int saved = errno;
    guidon_status status = gdn_entropy_collect(linux_getrandom, NULL, out, len);

    errno = saved;
    return status;
}

const char *gdn_entropy_name(void)
{
    return linux_vdso_getrandom.state ? "getrandom in the vDSO" : "getrandom";
}
#else
GDN_EMPTY_FILE;
#endif
