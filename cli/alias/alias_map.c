/* SPDX-License-Identifier: MIT */
/* alias_map.c - reads and extends the file of an alias map. */
#include "alias_map.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "alias_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAP_MARK     "# guidon alias map 1"
#define DEFAULT_WORD "id"

enum {
    READ_SIZE = 1 << 16,
    /* "MARK", a kind and a word, or "ALIAS", a tab and a text. */
    LINE_MAX_LEN = 2 * GUIDON_ALIAS_MAX + 32
};

const char *choice_alias_kind(size_t i)
{
    static const char *const names[] = {"number", "uuid", "pseudonym",
                                        "typeid"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

static bool fail(const struct alias_map *map, const char *what)
{
    message("cannot %s %s: %s", what, ESCAPED(map->path), strerror(errno));
    return false;
}

/* ---------------------------------------------------------------- first line */

/* Write the first line, without its end. Returns its length. */
static size_t write_first(char out[LINE_MAX_LEN],
                          const struct alias_names *names)
{
    char *end = stpcpy(out, MAP_MARK "\t");

    end = stpcpy(end, choice_alias_kind(names->kind));
    if (names->kind != ALIAS_UUID) {
        *end++ = '\t';
        end = stpcpy(end, names->word);
    }
    return (size_t)(end - out);
}

/* Take kind and word from the first line. False if it is not that of a map. */
static bool read_first(struct alias_names *names, const char *line, size_t len)
{
    const size_t mark = strlen(MAP_MARK "\t");

    if (len < mark || memcmp(line, MAP_MARK "\t", mark) != 0) {
        return false;
    }
    line += mark;
    len -= mark;
    for (size_t kind = 0; choice_alias_kind(kind); kind++) {
        const char *name = choice_alias_kind(kind);
        const size_t n = strlen(name);

        if (kind == ALIAS_PSEUDONYM || len < n || memcmp(line, name, n) != 0) {
            continue;
        }
        if (kind == ALIAS_UUID && len == n) {
            return alias_names_set(names, ALIAS_UUID, "", 0);
        }
        if (kind != ALIAS_UUID && len > n + 1 && line[n] == '\t') {
            return alias_names_set(names, (enum alias_kind)kind, line + n + 1,
                                   len - n - 1);
        }
    }
    return false;
}

/* Does the map suit the command line? */
static bool suits(const struct alias_map *map,
                  const struct alias_map_want *want)
{
    const struct alias_names *names = &map->names;

    if (want->kind != SIZE_MAX && want->kind != names->kind) {
        message("%s has aliases of the kind '%s', not '%s'; take another map",
                ESCAPED(map->path), choice_alias_kind(names->kind),
                choice_alias_kind(want->kind));
        return false;
    }
    if (want->word && strcmp(want->word, names->word) != 0) {
        message("%s has aliases with the prefix '%s', not '%s'; take another "
                "map",
                ESCAPED(map->path), names->word, ESCAPED(want->word));
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------------- rows */

/* The id or the word that a whole text is. */
static bool span_of(guidon_span *span, struct alias_names *names,
                    const char *text, size_t len)
{
    guidon_scanner_piece(&names->scanner, text, len, 0, true);
    return guidon_scanner_next(span, &names->scanner) && span->at == 0 &&
           span->len == len;
}

/* A row of a file. */
struct file_row {
    const char *alias, *text;
    size_t alias_len, text_len;
    uint64_t hash, line;
    guidon_span span;
};

/* Take a row apart. NULL, or what is wrong with it. */
static const char *split_row(struct file_row *row, struct alias_names *names,
                             const char *line, size_t len)
{
    const char *tab = memchr(line, '\t', len);

    if (!tab) {
        return "expected an alias, a tab and an id";
    }
    row->alias = line;
    row->alias_len = (size_t)(tab - line);
    row->text = tab + 1;
    row->text_len = len - row->alias_len - 1;
    if (!span_of(&row->span, names, row->text, row->text_len)) {
        return "what follows the tab is neither an id nor an alias";
    }
    row->hash = alias_names_hash_text(names, row->text, &row->span);
    return NULL;
}

/* Add a row to the names. NULL, or what is wrong with it. */
static const char *add_row(struct alias_names *names,
                           const struct file_row *row)
{
    const struct alias_text text = {row->text, row->text_len, row->hash,
                                    &row->span};
    char alias[GUIDON_ALIAS_MAX];
    const char *why;
    uint32_t added;

    if (!names->by_alias && alias_names_find(names, &text) != ALIAS_NO_ROW) {
        return "an earlier row has the same id";
    }
    added = alias_names_add(&why, names, &text);
    if (added == ALIAS_NO_ROW) {
        return why ? why : "out of memory";
    }
    return alias_names_alias(alias, names, added) == row->alias_len &&
                   memcmp(alias, row->alias, row->alias_len) == 0
               ? NULL
               : "the alias is not the one that belongs here; a row is missing "
                 "or was changed";
}

/* The reading of a file, line by line. */
struct map_reader {
    struct alias_map *map;
    const struct alias_map_want *want;
    uint64_t line;                       /* the lines read so far */
    struct file_row rows[ALIAS_AT_ONCE]; /* those that are not added yet */
    size_t n_rows;
};

static bool fail_line(const struct map_reader *reader, uint64_t line,
                      const char *why)
{
    message("%s:%" PRIu64 ": %s", ESCAPED(reader->map->path), line, why);
    return false;
}

/* Add the rows that were read to the names. False, with a message, if one of them
 * is not right. */
static bool add_rows(struct map_reader *reader)
{
    struct alias_names *names = &reader->map->names;
    uint64_t hashes[ALIAS_AT_ONCE];

    for (size_t i = 0; i < reader->n_rows; i++) {
        hashes[i] = reader->rows[i].hash;
    }
    alias_names_prefetch_ids(names, hashes, reader->n_rows);
    for (size_t i = 0; i < reader->n_rows; i++) {
        const char *why = add_row(names, &reader->rows[i]);

        if (why) {
            return fail_line(reader, reader->rows[i].line, why);
        }
    }
    reader->n_rows = 0;
    return true;
}

/* Read a row, which stays in memory until add_rows. False, with a message. */
static bool read_row(struct map_reader *reader, const char *line, size_t len)
{
    struct file_row *row = &reader->rows[reader->n_rows];
    const char *why = split_row(row, &reader->map->names, line, len);

    if (why) {
        return add_rows(reader) && fail_line(reader, reader->line, why);
    }
    row->line = reader->line;
    reader->n_rows++;
    return reader->n_rows < ALIAS_AT_ONCE || add_rows(reader);
}

/* False, with a message, if the line is not right. */
static bool read_line(struct map_reader *reader, const char *line, size_t len)
{
    struct alias_map *map = reader->map;

    reader->line++;
    map->size += len + 1;
    if (reader->line > 1) {
        return read_row(reader, line, len);
    }
    if (!read_first(&map->names, line, len)) {
        return fail_line(reader, reader->line,
                         "not a map of guidon alias, whose first line begins "
                         "with '" MAP_MARK "'");
    }
    return suits(map, reader->want);
}

/* Can this be what an interrupted writer leaves of the first line? */
static bool is_torn_first(const char *text, size_t len)
{
    const size_t mark = strlen(MAP_MARK "\t");

    return len < LINE_MAX_LEN &&
           memcmp(text, MAP_MARK "\t", len < mark ? len : mark) == 0;
}

/* Read all lines. Sets *rest to the bytes behind the last line feed. */
static bool read_lines(struct map_reader *reader, size_t *rest)
{
    static char bytes[READ_SIZE];
    size_t len = 0;
    ssize_t got;

    while ((got = read(reader->map->fd, bytes + len, sizeof bytes - len)) !=
           0) {
        const char *line = bytes, *feed;

        if (got < 0) {
            return fail(reader->map, "read");
        }
        len += (size_t)got;
        while ((feed = memchr(line, '\n', len - (size_t)(line - bytes)))) {
            if (!read_line(reader, line, (size_t)(feed - line))) {
                return false;
            }
            line = feed + 1;
        }
        if (!add_rows(reader)) { /* their lines go away */
            return false;
        }
        len -= (size_t)(line - bytes);
        memmove(bytes, line, len);
        if (len >= LINE_MAX_LEN) {
            return fail_line(reader, reader->line + 1,
                             reader->line == 0 ? "not a map of guidon alias"
                                               : "the row is too long");
        }
    }
    if (reader->line == 0 && len > 0 && !is_torn_first(bytes, len)) {
        return fail_line(reader, 1, "not a map of guidon alias");
    }
    *rest = len;
    return true;
}

/* ---------------------------------------------------------------------- open */

static bool queue(struct alias_map *map, const char *line, size_t len)
{
    if (len + 1 > map->rows_size - map->rows_len) {
        const size_t size = 2 * map->rows_size + READ_SIZE;
        char *wider = realloc(map->rows, size);

        if (!wider) {
            message("out of memory");
            return false;
        }
        map->rows = wider;
        map->rows_size = size;
    }
    memcpy(map->rows + map->rows_len, line, len);
    map->rows[map->rows_len + len] = '\n';
    map->rows_len += len + 1;
    return true;
}

/* Begin the file of a map without a line. */
static bool begin_file(struct alias_map *map)
{
    char line[LINE_MAX_LEN];

    return queue(map, line, write_first(line, &map->names)) &&
           alias_map_commit(map);
}

/* Drop what a writer left behind the last whole line. */
static bool drop_rest(struct alias_map *map, size_t rest)
{
    if (rest > 0) {
        if (ftruncate(map->fd, (off_t)map->size) != 0) {
            return fail(map, "write");
        }
        message("%s: dropped %zu bytes of a last row that an interrupted run "
                "left incomplete",
                ESCAPED(map->path), rest);
    }
    return lseek(map->fd, (off_t)map->size, SEEK_SET) >= 0 ||
           fail(map, "write");
}

static bool open_file(struct alias_map *map, const struct alias_map_want *want)
{
    struct stat file;

    map->fd =
        want->restore
            ? open(map->path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            : open(map->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
    if (map->fd < 0) {
        return fail(map, "open");
    }
    if (fstat(map->fd, &file) != 0 || !S_ISREG(file.st_mode)) {
        message("%s is not a regular file, so it cannot be a map",
                ESCAPED(map->path));
        return false;
    }
    return true;
}

static bool load(struct alias_map *map, const struct alias_map_want *want)
{
    struct map_reader reader = {.map = map, .want = want};
    size_t rest = 0;

    if (!read_lines(&reader, &rest)) {
        return false;
    }
    if (want->restore) {
        if (reader.line == 0) {
            message("%s has no rows yet", ESCAPED(map->path));
            return false;
        }
        if (!alias_names_list_aliases(&map->names)) {
            message("out of memory");
            return false;
        }
        return true;
    }
    return drop_rest(map, rest) && (reader.line > 0 || begin_file(map));
}

enum exit_code alias_map_open(struct alias_map *map,
                              const struct alias_map_want *want)
{
    const char *word = want->word ? want->word : DEFAULT_WORD;
    const enum alias_kind kind =
        want->kind == SIZE_MAX ? ALIAS_NUMBER : (enum alias_kind)want->kind;
    uint64_t seed = 0;

    *map = (struct alias_map){.path = want->path, .fd = -1};
    map->names.by_alias = want->restore;
    /* Without random bytes the map is as good, but somebody who chooses the ids
     * can make it slow. */
    (void)!getentropy(&seed, sizeof seed);
    alias_names_begin(&map->names, seed);
    /* The word is checked, or that of the file counts. */
    alias_names_set(&map->names, kind, word,
                    kind == ALIAS_UUID ? 0 : strlen(word));
    if (!map->path) {
        return EXIT_DONE;
    }
    do {
        if (map->fd >= 0) {
            close(map->fd); /* another file has the name by now */
        }
        if (!open_file(map, want) ||
            (!want->restore &&
             !alias_lock(map->fd, map->path, want->no_wait))) {
            return EXIT_IO;
        }
    } while (!want->restore && !alias_lock_has_name(map->fd, map->path));
    return load(map, want) ? EXIT_DONE : EXIT_IO;
}

/* --------------------------------------------------------------------- write */

bool alias_map_is_file(const struct alias_map *map, const struct stat *file)
{
    struct stat own;

    return map->path && fstat(map->fd, &own) == 0 &&
           own.st_dev == file->st_dev && own.st_ino == file->st_ino;
}

bool alias_map_add(struct alias_map *map, uint32_t row)
{
    char line[LINE_MAX_LEN], room[GUIDON_ALIAS_MAX];
    size_t len, text_len;
    const char *text;

    if (!map->path) {
        return true;
    }
    len = alias_names_alias(line, &map->names, row);
    text = alias_names_text(&text_len, room, &map->names, row);
    line[len++] = '\t';
    memcpy(line + len, text, text_len);
    return queue(map, line, len + text_len);
}

bool alias_map_commit(struct alias_map *map)
{
    size_t done = 0;

    while (done < map->rows_len) {
        ssize_t wrote = write(map->fd, map->rows + done, map->rows_len - done);

        if (wrote < 0 && errno != EINTR) {
            const int error = errno;

            /* No text with these aliases is written, so nobody misses them. */
            (void)!ftruncate(map->fd, (off_t)map->size);
            errno = error;
            return fail(map, "write");
        }
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    map->size += done;
    map->rows_len = 0;
    return true;
}

bool alias_map_sync(const struct alias_map *map)
{
    return !map->path || fdatasync(map->fd) == 0 || errno == EINVAL ||
           errno == EROFS || fail(map, "write");
}

void alias_map_close(struct alias_map *map)
{
    alias_names_free(&map->names);
    free(map->rows);
    map->rows = NULL;
    if (map->fd >= 0) {
        close(map->fd);
    }
    map->fd = -1;
}
