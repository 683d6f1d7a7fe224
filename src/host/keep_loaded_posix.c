/* SPDX-License-Identifier: MIT */
/* keep_loaded_posix.c - opens the shared object a second time, never to close
 * it. */
#define _GNU_SOURCE
#include "keep_loaded.h"

#if GDN_KEEP_LOADED_AT_START
#  include <dlfcn.h>
#  include <errno.h>
#  include <link.h>
#  include <stddef.h>

/* Weak, because a static program has no loader, and old versions of glibc have
 * it in a library of its own, which is there if anything loaded this object. */
static __typeof__(dl_iterate_phdr) loader_each_object
    __attribute__((weakref("dl_iterate_phdr")));
static __typeof__(dlopen) loader_open __attribute__((weakref("dlopen")));

struct object_search {
    uintptr_t address; /* in the object */
    const char *name;  /* the object's; NULL: not found */
};

static int object_visit(struct dl_phdr_info *info, size_t size, void *context)
{
    struct object_search *search = context;

    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            search->address - start < info->dlpi_phdr[i].p_memsz) {
            search->name = info->dlpi_name;
            return 1;
        }
    }
    return 0;
}

/* The loader knows this object by this name, so it opens no file. */
static void object_keep(const char *name)
{
    int saved = errno;

    (void)!loader_open(name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    errno = saved;
}

void gdn_keep_loaded(void)
{
    struct object_search search = {(uintptr_t)gdn_keep_loaded, NULL};

    if (!loader_each_object || !loader_open) {
        return;
    }
    loader_each_object(object_visit, &search);
    if (search.name && search.name[0] != '\0') { /* empty: the program */
        object_keep(search.name);
    }
}
#else
GDN_EMPTY_FILE;
#endif
