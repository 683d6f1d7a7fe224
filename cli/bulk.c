/* SPDX-License-Identifier: MIT */
/* bulk.c - all ids in, all ids out, in bounded memory. */
#include "bulk.h"
#include "message.h"
#include "output.h"
#include "replace.h"
#include "shown.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#define MEMORY_LEAST   ((uint64_t)64 << 10)
#define MEMORY_DEFAULT ((uint64_t)256 << 20)
/* For all but the ids: the program, its buffers, its stack. */
#define MEMORY_APART ((uint64_t)8 << 20)
/* From so much on, memory comes in larger pages where it can. */
#define LARGE_PAGES_FROM ((size_t)16 << 20)

_Static_assert(MEMORY_LEAST / 2 >= SORTER_AGAIN_LEAST, "ids get the half");

const char *choice_stop_or_skip(size_t i)
{
    static const char *const names[] = {"stop", "skip"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

/* Bytes, with K, M or G for 1024, its square and its cube. */
static bool parse_size(uint64_t *out, const char *text)
{
    static const char units[] = "KMG";
    char *end;
    unsigned shift = 0;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end) {
        const char *unit = strchr(units, *end == 'k' ? 'K' : *end);

        if (!unit || end[1]) {
            return false;
        }
        shift = 10 * (unsigned)(unit - units + 1);
    }
    if (errno || value > (UINT64_MAX >> shift)) {
        return false;
    }
    *out = (uint64_t)value << shift;
    return true;
}

/* How much of it is for ids. */
static bool read_memory(struct bulk *bulk, const char *text)
{
    uint64_t size = MEMORY_DEFAULT;

    if (text && (!parse_size(&size, text) || size > SIZE_MAX / 2)) {
        message_usage("'%s' is no size: digits, and K, M or G if you like",
                      SHOWN(text));
        return false;
    }
    if (size < MEMORY_LEAST) {
        message_usage("--memory is 64K at least");
        return false;
    }
    size -= size / 2 < MEMORY_APART ? size / 2 : MEMORY_APART;
    bulk->size = (size_t)size & ~(sizeof *bulk->memory - 1);
    return true;
}

/* What is written where -f does not say. */
static size_t form_of(bool ulid, const struct bulk *bulk)
{
    return bulk->gather.reading.framing == INPUT_IDS ? FORM_BYTES
           : ulid                                    ? GUIDON_FORM_ULID
                                                     : GUIDON_FORM_UUID;
}

enum exit_code bulk_options(struct bulk *bulk, const struct args *args,
                            size_t first)
{
    const bool null = args_has(args, first + BULK_NULL);
    size_t form = args_choice(args, first + BULK_FORM, SIZE_MAX);

    bulk->gather.reading =
        reading_of(args_choice(args, first + BULK_FROM, SIZE_MAX),
                   args_has(args, first + BULK_LENIENT), null);
    bulk->gather.skip = args_choice(args, first + BULK_ON_ERROR, 0) == 1;
    for (size_t ulid = 0; ulid < 2; ulid++) {
        bulk->writing[ulid] = (struct writing){
            .form = form == SIZE_MAX ? form_of(ulid == 1, bulk) : form,
            .end = null ? '\0' : '\n',
        };
    }
    bulk->one_form = bulk->writing[0].form == bulk->writing[1].form;
    bulk->gather.writing = bulk->writing[0];
    bulk->directory = args_value(args, first + BULK_TEMPORARY);
    return read_memory(bulk, args_value(args, first + BULK_MEMORY))
               ? EXIT_DONE
               : EXIT_USAGE;
}

/* Memory that is used at random costs less in larger pages. */
static void want_large_pages(const struct bulk *bulk)
{
#if defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)1 << 21;
    const uintptr_t start = (uintptr_t)bulk->memory;
    const uintptr_t from = (start + page - 1) & ~(page - 1);
    const uintptr_t to = (start + bulk->size) & ~(page - 1);

    if (bulk->size >= LARGE_PAGES_FROM) {
        (void)madvise((char *)bulk->memory + (from - start), to - from,
                      MADV_HUGEPAGE);
    }
#else
    (void)bulk;
#endif
}

enum exit_code bulk_begin(struct bulk *bulk, struct sorter *sorter,
                          const struct shape *shape, const struct args *args,
                          size_t first)
{
    const char *output = args_value(args, first + BULK_OUTPUT);

    bulk->memory = malloc(bulk->size);
    sorter_begin(sorter, shape, bulk->memory, bulk->size, bulk->directory);
    if (!bulk->memory) {
        message("no memory for ids; less of it will do: see --memory");
        return EXIT_IO;
    }
    want_large_pages(bulk);
    /* What can go wrong only at the end is tried before all is read. */
    if ((bulk->directory && !temporary_open(&sorter->levels[0].file)) ||
        (output && !replace_begin(output))) {
        return EXIT_IO;
    }
    return EXIT_DONE;
}

enum exit_code bulk_end(struct bulk *bulk, enum exit_code code)
{
    free(bulk->memory);
    bulk->memory = NULL;
    if (code == EXIT_DONE && bulk->gather.unread) {
        code = EXIT_IO;
    }
    return replace_end(code);
}

void bulk_flush(struct bulk *bulk)
{
    const struct writing *writing = &bulk->writing[bulk->ulid];

    if (writing_is_quick(writing)) {
        writing_many(writing, bulk->ids, bulk->n);
    } else {
        for (size_t i = 0; i < bulk->n; i++) {
            (void)writing_one(writing, &bulk->ids[i]); /* it was looked at */
        }
    }
    bulk->n = 0;
}

void bulk_write(struct bulk *bulk, const guidon_id *id, bool ulid)
{
    ulid = ulid && !bulk->one_form;
    if (bulk->n == COUNT_OF(bulk->ids) || ulid != bulk->ulid) {
        bulk_flush(bulk);
        bulk->ulid = ulid;
    }
    bulk->ids[bulk->n++] = *id;
}
