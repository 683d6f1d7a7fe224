/* SPDX-License-Identifier: MIT */
/* vdso_linux.c - reads the vDSO's symbols (System V ABI, chapters 4 and 5). */
#include "../core/private.h"

#if GDN_HOST_POSIX && defined(__linux__)
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

/* The tables that the dynamic section points at. */
struct vdso_tables {
    const ElfW(Sym) * symbols;
    const char *names;
    const uint32_t *hash;
    const uint32_t *gnu_hash;
};

/* Find the dynamic section; *bias is what to add to an address in the file. */
static const ElfW(Dyn) * find_dynamic(uintptr_t *bias, uintptr_t image)
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

static struct vdso_tables read_tables(const ElfW(Dyn) * entry, uintptr_t bias)
{
    struct vdso_tables found = {NULL, NULL, NULL, NULL};

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
 * The GNU hash table: four words (number of buckets, index of the first symbol
 * in the table, words of the Bloom filter, its shift), the filter, the first
 * symbol of each bucket, then one word for each symbol. The lowest bit of that
 * word marks the end of a chain. So the number of symbols is one more than the
 * index of the last symbol in the last chain.
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

static uint32_t count_symbols(const struct vdso_tables *tables)
{
    if (tables->hash) {
        return tables->hash[1]; /* nchain */
    }
    return tables->gnu_hash ? count_by_gnu_hash(tables->gnu_hash) : 0;
}

uintptr_t gdn_vdso_find(uintptr_t image, const char *name)
{
    uintptr_t bias = 0;

    if (image == 0 || memcmp((const void *)image, ELFMAG, SELFMAG) != 0) {
        return 0;
    }
    const ElfW(Dyn) *section = find_dynamic(&bias, image);
    if (!section) {
        return 0;
    }
    struct vdso_tables tables = read_tables(section, bias);
    if (!tables.symbols || !tables.names) {
        return 0;
    }
    uint32_t n = count_symbols(&tables);
    for (uint32_t i = 0; i < n; i++) {
        const ElfW(Sym) *symbol = &tables.symbols[i];

        if (symbol->st_shndx != SHN_UNDEF &&
            (symbol->st_info & 0xf) == STT_FUNC &&
            strcmp(tables.names + symbol->st_name, name) == 0) {
            return bias + symbol->st_value;
        }
    }
    return 0;
}
#else
GDN_EMPTY_FILE;
#endif
