/* SPDX-License-Identifier: MIT */
/*
 * id_index.c - an index file of a set of ids.
 *
 * Idea  The file has the different ids twice, in the order of their digits from
 *       the beginning and from the end, and for each of five pieces of the digits
 *       the numbers of the ids in the order of that piece. Ids of one generator
 *       have many digits in common, such as those of the time, so the pieces
 *       divide only the digits that differ in most ids. A garbled text keeps one piece whole, at most three places
 *       away; the few ids with this piece are the candidates.
 */
#include "id_index.h"
#include "../term/atomic_file.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The first 8 bytes of the file, and a number that shows the order of bytes. */
#define INDEX_MARK  "guidonix"
#define INDEX_ORDER UINT64_C(0x0102030405060702) /* format 2 */

/* Fewer digits than these are not worth pieces. */
enum { PIECE_LEAST = 3, READ_SIZE = 1 << 16 };

struct index_head {
    char mark[8];
    uint64_t order;
    uint64_t n;      /* different ids */
    uint64_t differ; /* a bit for each digit that differs in most ids */
    /* The file with the ids. */
    uint64_t size;
    int64_t seconds, nanoseconds; /* of its last change */
    guidon_id digest;             /* of its bytes, by SHA-256 */
    guidon_id reading;            /* of the options that it was read with */
    uint64_t reserved;
};
_Static_assert(sizeof(struct index_head) % sizeof(guidon_id) == 0,
               "the ids behind it are aligned");

static bool fail(const char *what, const char *path)
{
    message("cannot %s %s: %s", what, ESCAPED(path), strerror(errno));
    return false;
}

/* -------------------------------------------------------------------- pieces */

/* Divide the digits that differ in most ids into pieces. */
static void divide(struct id_index *index, uint64_t differ)
{
    unsigned digits[ID_DIGITS], n = 0;

    for (unsigned i = 0; i < ID_DIGITS; i++) {
        if (differ >> i & 1) {
            digits[n++] = i;
        }
    }
    index->n_pieces = n >= INDEX_PIECES * PIECE_LEAST ? INDEX_PIECES : 0;
    for (unsigned i = 0; i < index->n_pieces; i++) {
        struct index_piece *part = &index->parts[i];
        const unsigned first = n * i / INDEX_PIECES;

        part->n = n * (i + 1) / INDEX_PIECES - first;
        memcpy(part->digits, digits + first, part->n * sizeof *digits);
    }
}

/* A bit for each digit of which no value is that of half of the ids. */
static uint64_t digits_that_differ(const struct id_order *heads)
{
    uint64_t differ = 0;

    for (unsigned i = 0; i < ID_DIGITS; i++) {
        size_t counts[16] = {0}, most = 0;

        for (size_t k = 0; k < heads->n; k++) {
            const size_t count = ++counts[id_digit(&heads->keys[k], i)];

            most = count > most ? count : most;
        }
        differ |= (uint64_t)(most < heads->n / 2) << i;
    }
    return differ;
}

/* The digits of a piece as a number. */
static uint64_t piece_of(const guidon_id *id, const struct index_piece *part)
{
    uint64_t piece = 0;

    for (unsigned i = 0; i < part->n; i++) {
        piece = piece << 4 | id_digit(id, part->digits[i]);
    }
    return piece;
}

/* What sorts the numbers of ids by a piece. */
struct by_piece {
    const guidon_id *ids;
    const struct index_piece *part;
};

static int compare_pieces(const void *a, const void *b, void *context)
{
    const struct by_piece *by = context;
    const uint64_t one = piece_of(&by->ids[*(const uint32_t *)a], by->part);
    const uint64_t two = piece_of(&by->ids[*(const uint32_t *)b], by->part);

    return one < two ? -1 : one > two;
}

/* -------------------------------------------------------------------- digest */

/* The digest of a file: version 8 by SHA-256, of Nil and its bytes. */
static bool digest_of(guidon_id *digest, const char *path)
{
    static char bytes[READ_SIZE];
    const guidon_id none = guidon_nil();
    guidon_name_hash name;
    ssize_t got = -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd >= 0 && guidon_name_hash_init(&name, &none, GUIDON_NAME_V8_SHA256) ==
                       GUIDON_OK) {
        while ((got = read(fd, bytes, sizeof bytes)) > 0) {
            guidon_name_hash_update(&name, bytes, (size_t)got);
        }
    }
    if (got == 0) {
        guidon_name_hash_id(digest, &name);
    } else {
        fail("read", path);
    }
    if (fd >= 0) {
        close(fd);
    }
    return got == 0;
}

/* --------------------------------------------------------------------- write */

static void write_pieces(const struct id_order *heads, uint64_t differ,
                         uint32_t *numbers)
{
    struct id_index index;

    divide(&index, differ);
    for (unsigned i = 0; i < index.n_pieces; i++) {
        struct by_piece by = {heads->keys, &index.parts[i]};

        for (uint32_t k = 0; k < heads->n; k++) {
            numbers[k] = k;
        }
        qsort_r(numbers, heads->n, sizeof *numbers, compare_pieces, &by);
        output_bytes(numbers, heads->n * sizeof *numbers);
    }
}

static bool write_all(const char *path, const struct index_head *head,
                      const struct id_order *heads,
                      const struct id_order *tails, uint32_t *numbers)
{
    enum exit_code code;

    if (!atomic_file_begin_like(path, -1)) {
        return false;
    }
    output_bytes(head, sizeof *head);
    output_bytes(heads->keys, heads->n * sizeof *heads->keys);
    output_bytes(tails->keys, tails->n * sizeof *tails->keys);
    write_pieces(heads, head->differ, numbers);
    code = atomic_file_end(output_failed() ? EXIT_IO : EXIT_DONE);
    atomic_file_next();
    output_to(STDOUT_FILENO);
    return code == EXIT_DONE;
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

/* Is the file the same as before, with the same content? A message says so if it is
 * not. */
static bool is_unchanged(const char *path, const struct stat *before)
{
    struct stat now;

    if (stat(path, &now) != 0) {
        return fail("read", path);
    }
    if (now.st_dev == before->st_dev && now.st_ino == before->st_ino &&
        now.st_size == before->st_size &&
        is_same_time(&now.st_mtim, &before->st_mtim) &&
        is_same_time(&now.st_ctim, &before->st_ctim)) {
        return true;
    }
    message("%s has changed while it was read, so it gets no index; try again",
            ESCAPED(path));
    return false;
}

bool id_index_write(const char *path, const struct id_list *list,
                    const struct indexed_source *source,
                    const struct stat *before)
{
    struct index_head head = {
        .mark = {'g', 'u', 'i', 'd', 'o', 'n', 'i', 'x'},
        .order = INDEX_ORDER,
        .size = (uint64_t)before->st_size,
        .seconds = before->st_mtim.tv_sec,
        .nanoseconds = before->st_mtim.tv_nsec,
        .reading = source->reading,
    };
    struct id_order heads = {0}, tails = {0};
    uint32_t *numbers = NULL;
    bool done = false;

    if (list->n > UINT32_MAX || !id_order_begin(&heads, list, false) ||
        !id_order_begin(&tails, list, true) ||
        !(numbers = malloc((heads.n + 1) * sizeof *numbers))) {
        message("out of memory");
    } else if (digest_of(&head.digest, source->path) &&
               is_unchanged(source->path, before)) {
        head.n = heads.n;
        head.differ = digits_that_differ(&heads);
        done = write_all(path, &head, &heads, &tails, numbers);
    }
    free(numbers);
    id_order_free(&heads);
    id_order_free(&tails);
    return done;
}

/* ---------------------------------------------------------------------- open */

/* Does the file of the ids still have the bytes that it had? */
static bool is_same_source(const struct index_head *head, const char *path,
                           const char *source)
{
    struct stat now;
    guidon_id digest;

    if (stat(source, &now) != 0) {
        return fail("read", source);
    }
    if ((uint64_t)now.st_size == head->size &&
        now.st_mtim.tv_sec == head->seconds &&
        now.st_mtim.tv_nsec == head->nanoseconds) {
        return true;
    }
    if ((uint64_t)now.st_size == head->size) {
        if (!digest_of(&digest, source)) {
            return false;
        }
        if (guidon_equal(&digest, &head->digest)) {
            return true;
        }
    }
    message("%s is not the index of %s, which has changed since; remove it to "
            "make it again",
            ESCAPED(path), ESCAPED(source));
    return false;
}

/* Set the members that point into the mapped file. False if it has another
 * size than its head says. */
static bool use_map(struct id_index *index)
{
    const struct index_head *head = index->map;
    const size_t n = (size_t)head->n;
    guidon_id *ids = (guidon_id *)(void *)((char *)index->map + sizeof *head);
    const uint32_t *numbers;

    if (head->n > UINT32_MAX || head->differ >> ID_DIGITS != 0) {
        return false;
    }
    divide(index, head->differ);
    /* In 64 bits, which these numbers cannot exceed; size_t may have 32. */
    if (index->map_len !=
        sizeof *head +
            head->n * (2 * sizeof *ids + index->n_pieces * sizeof *numbers)) {
        return false;
    }
    index->heads = (struct id_order){.keys = ids, .n = n};
    index->tails = (struct id_order){true, ids + n, n};
    numbers = (const uint32_t *)(const void *)(ids + 2 * n);
    for (unsigned i = 0; i < index->n_pieces; i++) {
        index->pieces[i] = numbers + i * n;
    }
    return true;
}

/* Map the file. False, with a message. */
static bool map_file(struct id_index *index, const char *path)
{
    struct stat file;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *map = MAP_FAILED;

    if (fd < 0) {
        return fail("open", path);
    }
    if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
        file.st_size >= (off_t)sizeof(struct index_head) &&
        (uint64_t)file.st_size <= SIZE_MAX) {
        map = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    close(fd);
    if (map == MAP_FAILED) {
        message("%s is not an index of guidon find", ESCAPED(path));
        return false;
    }
    index->map = map;
    index->map_len = (size_t)file.st_size;
    return true;
}

/* Were the ids read with the same options? A message says so if they were not. */
static bool is_same_reading(const struct index_head *head, const char *path,
                            const struct indexed_source *source)
{
    if (guidon_equal(&head->reading, &source->reading)) {
        return true;
    }
    message(
        "%s was made with other options for reading %s; give --from, "
        "--on-error, --lenient, --null and those of --id-column as they were "
        "then, or name another INDEX",
        ESCAPED(path), ESCAPED(source->path));
    return false;
}

bool id_index_open(struct id_index *index, const char *path,
                   const struct indexed_source *source)
{
    const struct index_head *head;

    *index = (struct id_index){.map = NULL};
    if (!map_file(index, path)) {
        return false;
    }
    head = index->map;
    if (memcmp(head->mark, INDEX_MARK, sizeof head->mark) != 0 ||
        head->order != INDEX_ORDER || !use_map(index)) {
        message(
            "%s is not an index of guidon find, or is damaged; remove it to "
            "make it again",
            ESCAPED(path));
        return false;
    }
    return is_same_source(head, path, source->path) &&
           is_same_reading(head, path, source);
}

void id_index_close(struct id_index *index)
{
    if (index->map) {
        munmap(index->map, index->map_len);
    }
    *index = (struct id_index){.map = NULL};
}

/* -------------------------------------------------------------------- search */

bool id_index_all(const struct id_index *index, index_take_fn *take,
                  void *context)
{
    for (size_t i = 0; i < index->heads.n; i++) {
        if (!take(context, &index->heads.keys[i])) {
            return false;
        }
    }
    return true;
}

static int value_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

bool id_index_side(const struct id_index *index, bool tail, const char *digits,
                   size_t len, index_take_fn *take, void *context)
{
    const struct id_order *order = tail ? &index->tails : &index->heads;
    guidon_id key = {{0}}, id;

    for (size_t i = 0; i < len; i++) {
        const unsigned digit =
            (unsigned)value_of(digits[tail ? len - 1 - i : i]);

        key.bytes[i / 2] |= (unsigned char)(i % 2 == 0 ? digit << 4 : digit);
    }
    for (size_t i = id_order_place(order, &key);
         i < order->n && id_digits_shared(&order->keys[i], &key) >= len; i++) {
        id = id_order_id(order, i);
        if (!take(context, &id)) {
            return false;
        }
    }
    return true;
}

/* The first of the ids, in the order of a piece, whose piece is not below. An
 * index that is damaged may name ids that there are not. */
static size_t piece_place(const struct id_index *index, unsigned i,
                          uint64_t piece)
{
    size_t low = 0, high = index->heads.n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const uint32_t number = index->pieces[i][middle];

        if (number < index->heads.n &&
            piece_of(&index->heads.keys[number], &index->parts[i]) < piece) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* How to read a piece in a text. */
struct piece_reading {
    int moved;  /* by so many places */
    bool first; /* its first character was swapped with the one before it, */
    bool last;  /* and its last with the one behind it */
};

/* The place in the text of digit `k` of a piece. */
static int place_in_text(const struct index_piece *part, unsigned k,
                         const struct piece_reading *reading)
{
    const int place = (int)part->digits[k] + reading->moved;

    return k == 0 && reading->first            ? place - 1
           : k == part->n - 1 && reading->last ? place + 1
                                               : place;
}

/* Pass on the ids whose piece `i` stands in the text, read in this way. */
static bool take_piece(const struct id_index *index, unsigned i,
                       const char *text, size_t len,
                       const struct piece_reading *reading, index_take_fn *take,
                       void *context)
{
    const struct index_piece *part = &index->parts[i];
    uint64_t piece = 0;

    if (place_in_text(part, 0, reading) < 0 ||
        place_in_text(part, part->n - 1, reading) >= (int)len) {
        return true;
    }
    for (unsigned k = 0; k < part->n; k++) {
        const int value = value_of(text[place_in_text(part, k, reading)]);

        if (value < 0) {
            return true;
        }
        piece = piece << 4 | (uint64_t)value;
    }
    for (size_t at = piece_place(index, i, piece); at < index->heads.n; at++) {
        const uint32_t number = index->pieces[i][at];

        if (number >= index->heads.n ||
            piece_of(&index->heads.keys[number], part) != piece) {
            break;
        }
        if (!take(context, &index->heads.keys[number])) {
            return false;
        }
    }
    return true;
}

/* Can a piece have moved by `moved` places in a text that is `longer` than an id?
 * Each place takes a lost or an added character, and so does each that leads to
 * the length of the text behind the piece. */
static bool can_move(int moved, int longer)
{
    return abs(moved) + abs(longer - moved) <= INDEX_MOVED;
}

bool id_index_near(const struct id_index *index, const char *text, size_t len,
                   index_take_fn *take, void *context)
{
    const int longer = (int)len - ID_DIGITS;

    if (index->n_pieces == 0) {
        return id_index_all(index, take, context);
    }
    for (unsigned i = 0; i < index->n_pieces; i++) {
        for (int moved = -INDEX_MOVED; moved <= INDEX_MOVED; moved++) {
            for (unsigned swaps = 0; swaps < 4 && can_move(moved, longer);
                 swaps++) {
                const struct piece_reading reading = {moved, swaps & 1,
                                                      swaps & 2};

                if (!take_piece(index, i, text, len, &reading, take, context)) {
                    return false;
                }
            }
        }
    }
    return true;
}
