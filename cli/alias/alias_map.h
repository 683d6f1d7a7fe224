/* SPDX-License-Identifier: MIT */
/* The file of an alias map. */
#ifndef CLI_ALIAS_MAP_H
#define CLI_ALIAS_MAP_H

#include "../basics.h"
#include "alias_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/*
 * A map is a table of text. Its first line names the format, the kind and, if
 * aliases are words, the word, with tabs between them:
 *
 *   # guidon alias map 1	number	id
 *
 * Each line behind it is a row: the alias, a tab and the text that it stands
 * for. Rows come in the order of their numbers. Only a writer that was
 * interrupted leaves a last line without a line feed, and it counts for nothing.
 */
struct alias_map {
    const char *path; /* NULL: the map is only in memory */
    struct alias_names names;
    int fd;
    uint64_t size; /* of the whole lines in the file */
    char *rows;    /* what is to be added to them */
    size_t rows_len, rows_size;
};

/* What a command wants of a map. */
struct alias_map_want {
    const char *path; /* NULL: a map in memory */
    size_t kind;      /* an alias_kind; SIZE_MAX: that of the file */
    const char *word; /* NULL: that of the file */
    bool restore;     /* only read the file, which must exist */
    bool no_wait;     /* fail if another process writes the map */
};

/* Open a map and read its rows. A new file can be read by its owner alone. A
 * writer locks the file, and waits until it can. EXIT_DONE, or a message told
 * what failed; the file is then as it was. */
enum exit_code alias_map_open(struct alias_map *map,
                              const struct alias_map_want *want);
/* Is this the file of the map? */
bool alias_map_is_file(const struct alias_map *map, const struct stat *file);
/* Note that a row is to be added to the file. False, with a message. */
bool alias_map_add(struct alias_map *map, uint32_t row);
/* Add the rows to the file, in one write. False, with a message. */
bool alias_map_commit(struct alias_map *map);
/* Wait until the rows are on the device. False, with a message. */
bool alias_map_sync(const struct alias_map *map);
void alias_map_close(struct alias_map *map);

/* The words of --to. */
const char *choice_alias_kind(size_t i);

#endif
