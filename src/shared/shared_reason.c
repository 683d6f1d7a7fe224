/* SPDX-License-Identifier: MIT */
/* shared_reason.c - the reasons for which a state file cannot be used. */
#if defined(__linux__)
#  define _GNU_SOURCE
#elif defined(__APPLE__)
#  define _DARWIN_C_SOURCE
#endif
#include "shared_reason.h"
#include "../core/memory.h"
#include "../random/thread.h"
#include "shared_page.h"

#define OTHER_PREFIX_TEXT                                                      \
  "it holds v8-prefixed ids of 00 prefix bits, not of 00; name another file"
#define OTHER_PREFIX_HELD  28 /* where its two numbers stand */
#define OTHER_PREFIX_ASKED 51

static void put_two_digits(char *place, unsigned number)
{
    place[0] = (char)('0' + number / 10);
    place[1] = (char)('0' + number % 10);
}

guidon_status gdn_shared_has_other_prefix(unsigned held, unsigned asked)
{
    const char *reason =
        "it holds v8-prefixed ids of other prefix bits; name another file";
    struct gdn_thread *thread;

    _Static_assert(sizeof OTHER_PREFIX_TEXT <= sizeof thread->words, "it fits");
    if (gdn_thread_self(&thread) == GUIDON_OK) {
        memcpy(thread->words, OTHER_PREFIX_TEXT, sizeof OTHER_PREFIX_TEXT);
        put_two_digits(thread->words + OTHER_PREFIX_HELD, held);
        put_two_digits(thread->words + OTHER_PREFIX_ASKED, asked);
        reason = thread->words;
    }
    (void)gdn_state_refused(reason);
    return GUIDON_E_ARGUMENT;
}

#if GDN_SHARED_FILES

#  include <errno.h>

static const char *shared_reason_of(int error, const char *otherwise)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "the file system is full, or your quota is; free some space";
    case EFBIG:
        return "the limit on the size of files is too low; raise it (ulimit "
               "-f)";
    case EROFS:
        return "the file system is read-only; name a file on another one";
    case EACCES:
        return "permission denied; name a file in a directory of your own";
    case EPERM:
        return "a call on it is not permitted, as by a filter (seccomp) or an "
               "immutable file; permit the call, or name another file";
    case ENOENT:
        return "its directory does not exist; create it";
    case ENOTDIR:
        return "a part of its path is not a directory; correct the path";
    case ENAMETOOLONG:
        return GDN_SHARED_TOO_LONG;
    case ELOOP:
        return "it is a symbolic link; name the file itself";
    case EISDIR:
    case ENXIO: /* a socket */
        return GDN_SHARED_NOT_REGULAR;
    case EMFILE:
    case ENFILE:
        return "no file descriptor is left; close other files, or raise the "
               "limit (ulimit -n)";
    case EIO:
        return "its device failed; name a file on another device";
    default:
        return otherwise;
    }
}

guidon_status gdn_shared_refused_by(int error, const char *otherwise)
{
    return gdn_state_refused(shared_reason_of(error, otherwise));
}

#endif
