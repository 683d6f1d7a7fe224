/* SPDX-License-Identifier: MIT */
/* The ids of files, in the order of the files and of their texts. */
#ifndef CLI_PAGE_LIST_H
#define CLI_PAGE_LIST_H

#include "../audit/audit.h"
#include "../text/id_fields.h"

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIST_FILES_MOST ((size_t)1 << POSITION_FILE_BITS)

struct list_entry {
    guidon_id id;
    uint32_t line;      /* of its first character, of all lines, from 1 */
    unsigned char form; /* a guidon_form or LIST_TYPEID */
    unsigned char kind; /* guidon_id_kind */
    bool duplicated;    /* the list has this id more than once */
};

struct list {
    struct list_entry *entries;
    size_t n, capacity;
    double now_ms;
    uint32_t
        *view; /* indexes of entries, as list_view chose and ordered them */
    size_t in_view;
    size_t files;
    uint64_t lines;   /* of all files */
    uint64_t whole;   /* lines that are an id and nothing else */
    uint64_t empty;   /* lines of blanks */
    uint64_t without; /* other lines of at most 512 bytes without an id */
    struct no_id no_ids[ISSUE_EXAMPLES]; /* the first of these */
    bool failed;                         /* memory ran out */
};

/* The list of the current files. Its entries, and then the view, are blocks. */
extern struct list list;

/* The name of a form; LIST_TYPEID is that of texts with a prefix. */
#define LIST_TYPEID (GUIDON_FORMS + 1)
const char *list_form_name(size_t form);

/* Where a line is: its file, from 0, and its number in this file, from 1. */
struct list_place {
    size_t file;
    uint32_t line;
};
struct list_place list_place(uint64_t line);

/* An id as words that sort as the id does, with the index of its entry. */
enum { LIST_ID = 0, LIST_INDEX = 2, LIST_ITEM = 3 };
/* All ids as items in ascending order, a block. NULL if memory ran out. */
uint64_t *list_sorted(void);

/* Put the kind, the canonical text and the time of an entry into an object. */
#define LIST_TEXT_MAX GUIDON_UUID_LEN
size_t list_entry_text(char out[LIST_TEXT_MAX], const struct list_entry *entry);
bool list_entry_time(guidon_time *time, unsigned *digits,
                     const struct list_entry *entry);

#endif
