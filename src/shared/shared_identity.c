/* SPDX-License-Identifier: MIT */
/* shared_identity.c - reads what a state file is bound to. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared_identity.h"

#if GDN_SHARED_FILES

#  include "../core/ticks.h"
#  include "../random/epoch.h"
#  include "../random/thread.h"
#  include "shared_reason.h"

#  include <errno.h>
#  include <fcntl.h>
#  include <string.h>
#  include <sys/stat.h>
#  include <unistd.h>

/* ----------------------------------------------------- by operating system */

#  if defined(__linux__)

#    include <sys/syscall.h>

/* Read a short file of the system; returns its length, 0 with errno if it
 * cannot be read. */
static size_t read_text(char *out, size_t size, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = 0;

    if (file >= 0) {
        len = read(file, out, size);
        close(file);
    }
    return len > 0 ? (size_t)len : 0;
}

#    define BOOT_ID_PLACE "/proc/sys/kernel/random/boot_id"

static size_t read_boot_id(char *out, size_t size)
{
    return read_text(out, size, BOOT_ID_PLACE);
}

static size_t read_machine_id(char *out, size_t size)
{
    return read_text(out, size, "/etc/machine-id");
}

/* The kernel's struct statx, because older C libraries have none. */
struct identity_statx {
    uint32_t mask, before[19];
    int64_t born_seconds;
    uint32_t born_ns, after[41];
};

/* When the file was made, in nanoseconds; 0 if the file system does not keep
 * it. */
static uint64_t read_birth(int file, const struct stat *about)
{
    uint64_t born = 0;

    (void)about;
#    ifdef SYS_statx
    enum { EMPTY_PATH = 0x1000, BTIME = 0x800 };
    struct identity_statx found = {.mask = 0};
    int saved = errno;

    if (syscall(SYS_statx, file, "", EMPTY_PATH, BTIME, &found) == 0 &&
        found.mask & BTIME) {
        born = (uint64_t)found.born_seconds * GDN_NS_PER_SECOND + found.born_ns;
    }
    errno = saved;
#    endif
    return born;
}

#  else

#    include <sys/sysctl.h>

#    define BOOT_ID_PLACE "kern.bootsessionuuid"

static size_t read_boot_id(char *out, size_t size)
{
    return sysctlbyname(BOOT_ID_PLACE, out, &size, NULL, 0) ? 0 : size;
}

/* The id of a boot differs from machine to machine. */
static size_t read_machine_id(char *out, size_t size)
{
    (void)out;
    (void)size;
    return 0;
}

static uint64_t read_birth(int file, const struct stat *about)
{
    (void)file;
    return (uint64_t)about->st_birthtimespec.tv_sec * GDN_NS_PER_SECOND +
           (uint64_t)about->st_birthtimespec.tv_nsec;
}

#  endif

/* --------------------------------------------------------- host and file */

enum { BOOT_ID_LEN = 36, MACHINE_ID_LEN = 32 };

static guidon_status read_boot(uint64_t *out)
{
    static const char no_boot_id[] =
        "the system does not tell its boots apart: the boot id cannot be read "
        "(" BOOT_ID_PLACE ")";
    char text[BOOT_ID_LEN + 1];

    errno = 0;
    if (read_boot_id(text, sizeof text) < BOOT_ID_LEN) {
        return errno == EMFILE || errno == ENFILE
                   ? gdn_shared_refused_by(errno, no_boot_id)
                   : gdn_state_refused(no_boot_id);
    }
    *out = gdn_shared_checksum(text, BOOT_ID_LEN) | 1;
    return GUIDON_OK;
}

/* A machine id is 32 hexadecimal digits. A system that has none yet has an
 * empty file, or a word. */
static uint64_t read_machine(void)
{
    char text[MACHINE_ID_LEN + 1];

    return read_machine_id(text, sizeof text) < MACHINE_ID_LEN
               ? 0
               : gdn_shared_checksum(text, MACHINE_ID_LEN) | 1;
}

guidon_status gdn_shared_host_now(struct gdn_shared_host *out)
{
    int saved = errno;
    struct gdn_shared_host host = {.machine = 0};
    guidon_status status = read_boot(&host.boot);

    if (status == GUIDON_OK) {
        host.machine = read_machine();
        (void)gdn_epoch(); /* looks for the VM generation word */
        host.vm = atomic_load_explicit(
            atomic_load_explicit(&gdn_epoch_watch.vm_generation,
                                 memory_order_acquire),
            memory_order_relaxed);
        *out = host;
    }
    errno = saved;
    return status;
}

bool gdn_shared_identify(struct gdn_shared_binding *out, int file,
                         const struct gdn_shared_host *host)
{
    struct stat about;

    if (fstat(file, &about)) {
        return false;
    }
    *out = (struct gdn_shared_binding){
        .boot = host->boot,
        .machine = host->machine,
        .vm = host->vm,
        .device = (uint64_t)about.st_dev,
        .inode = (uint64_t)about.st_ino,
        .born = read_birth(file, &about),
    };
    return true;
}

#else

guidon_status gdn_shared_host_now(struct gdn_shared_host *out)
{
    (void)out;
    return GUIDON_E_ARGUMENT;
}

bool gdn_shared_identify(struct gdn_shared_binding *out, int file,
                         const struct gdn_shared_host *host)
{
    (void)out;
    (void)file;
    (void)host;
    return false;
}

#endif
