/* SPDX-License-Identifier: MIT */
/* What a shared object of these tests offers: its own way into the library. */
#ifndef COPY_H
#define COPY_H

#include <guidon.h>
#include <stddef.h>

struct copy {
    guidon_status (*new_many)(guidon_id *out, size_t n, guidon_kind kind);
    /* The next id of a generator of this shared object, in scope PROCESS. */
    guidon_status (*next)(guidon_id *out);
};

#if defined(_WIN32)
#  define COPY_EXPORT __declspec(dllexport)
#else
#  define COPY_EXPORT __attribute__((visibility("default")))
#endif

/* The one name that each shared object exports. */
#define COPY_NAME "copy_calls"
typedef const struct copy *copy_calls_fn(void);

#endif
