/* SPDX-License-Identifier: MIT */
/* vdso.c - a reader of the vDSO's symbols (System V ABI, chapters 4 and 5). */
#include "../core/private.h"

#if defined(__linux__)
#  define _DEFAULT_SOURCE
#  include "vdso.h"

#  include <elf.h>
#  include <errno.h>
#  include <link.h>
#  include <string.h>
#  include <sys/auxv.h>

uintptr_t gdn_vdso_image(void)
{
    int saved = errno;
    uintptr_t image = (uintptr_t)getauxval(AT_SYSINFO_EHDR);

    errno = saved;
    return image;
}

/* What the dynamic section points at. */
struct dynamic {
    const ElfW(Sym) * symbols;
    const char *names;
    const uint32_t *hash;
    const uint32_t *gnu_hash;
};

/* The dynamic section, and what is added to an address of the file. */
static const ElfW(Dyn) * dynamic_of(uintptr_t *bias, uintptr_t image)
{
    const ElfW(Ehdr) *file = (const void *)image;
    const ElfW(Phdr) *segment = (const void *)(image + file->e_phoff);
    const ElfW(Dyn) *found = NULL;
    int has_load = 0;

    for (unsigned i = 0; i < file->e_phnum; i++, segment++) {
        if (segment->p_type == PT_LOAD && !has_load) {
            *bias = image + segment->p_offset - segment->p_vaddr;
            has_load = 1;
        } else if (segment->p_type == PT_DYNAMIC) {
            found = (const void *)(image + segment->p_offset);
        }
    }
    return has_load ? found : NULL;
}

static struct dynamic read_dynamic(const ElfW(Dyn) * entry, uintptr_t bias)
{
    struct dynamic found = {NULL, NULL, NULL, NULL};

    for (; entry->d_tag != DT_NULL; entry++) {
        const void *target = (const void *)(bias + entry->d_un.d_ptr);

        switch (entry->d_tag) {
        case DT_SYMTAB:
            found.symbols = target;
            break;
        case DT_STRTAB:
            found.names = target;
            break;
        case DT_HASH:
            found.hash = target;
            break;
        case DT_GNU_HASH:
            found.gnu_hash = target;
            break;
        default:
            break;
        }
    }
    return found;
}

/*
 * The GNU hash table: four words (buckets, first symbol in the table, words of
 * the Bloom filter, its shift), the filter, the first symbol of each bucket,
 * then a word for each symbol, whose lowest bit ends a chain. The count of
 * symbols is one more than the last of the last chain.
 */
static uint32_t count_by_gnu_hash(const uint32_t *table)
{
    uint32_t n_buckets = table[0];
    uint32_t first = table[1];
    const uint32_t *buckets =
        table + 4 + table[2] * (sizeof(ElfW(Addr)) / sizeof *table);
    const uint32_t *chain = buckets + n_buckets;
    uint32_t last = 0;

    for (uint32_t i = 0; i < n_buckets; i++) {
        last = buckets[i] > last ? buckets[i] : last;
    }
    if (last < first) {
        return first;
    }
    while (!(chain[last - first] & 1)) {
        last++;
    }
    return last + 1;
}

static uint32_t count_symbols(const struct dynamic *dynamic)
{
    if (dynamic->hash) {
        return dynamic->hash[1]; /* nchain */
    }
    return dynamic->gnu_hash ? count_by_gnu_hash(dynamic->gnu_hash) : 0;
}

uintptr_t gdn_vdso_find(uintptr_t image, const char *name)
{
    uintptr_t bias = 0;

    if (image == 0 || memcmp((const void *)image, ELFMAG, SELFMAG) != 0) {
        return 0;
    }
    const ElfW(Dyn) *section = dynamic_of(&bias, image);
    if (!section) {
        return 0;
    }
    struct dynamic dynamic = read_dynamic(section, bias);
    if (!dynamic.symbols || !dynamic.names) {
        return 0;
    }
    uint32_t n = count_symbols(&dynamic);
    for (uint32_t i = 0; i < n; i++) {
        const ElfW(Sym) *symbol = &dynamic.symbols[i];

        if (symbol->st_shndx != SHN_UNDEF &&
            (symbol->st_info & 0xf) == STT_FUNC &&
            strcmp(dynamic.names + symbol->st_name, name) == 0) {
            return bias + symbol->st_value;
        }
    }
    return 0;
}
#else
GDN_EMPTY_FILE;
#endif
