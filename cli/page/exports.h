/* SPDX-License-Identifier: MIT */
/* Functions of the WebAssembly module that the page calls, beside those of the npm package
 * that page/exports.txt lists. */
#ifndef CLI_PAGE_EXPORTS_H
#define CLI_PAGE_EXPORTS_H

#include <stdbool.h>
#include <stddef.h>

/* Give a function to JavaScript under its own name. */
#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

/* Memory of the npm package's module.c: JavaScript writes texts there, each with a NUL
 * behind it, and reads numbers. */
extern char module_text[65536];
extern unsigned char module_out[64];

/*
 * The bounds of a time span. The texts are the kind; the form in which they are stored,
 * "" for the usual one or "bytes"; the database; the first and the last time, which may
 * be ""; and "=" and the column, or "" if no SQL is asked for. Kind, form and database
 * must exist.
 *
 * Returns true and writes the object of `guidon bounds --json`, or false and writes what
 * is wrong.
 */
bool page_bounds(void);

/*
 * How likely two equal ids are. The texts are the kind, which must exist, and then the
 * number of ids, ids per time, and years: each is "=" and the text, or "" if it is not
 * given. Given is the number of ids, or two of the three.
 *
 * Returns true and writes doubles to module_out: the probability, the number of ids, the
 * years or 0, how many different ids there can be, and the random bits of an id. Or
 * returns false and writes what is wrong.
 */
bool page_odds(void);

/* The title of a guidon_id_kind, as `guidon show` has it, until the next call. */
const char *page_title(int kind);

/*
 * Collect the ids of files that arrive in pieces. list_begin forgets all files, and
 * list_file begins the next one. Write at most list_room_len bytes to list_room,
 * then call list_piece with their number.
 *
 *   now_ms  in  Unix milliseconds: ids of a later time are in the future
 *   last    in  the file ends here
 *
 * list_file returns 0, and list_piece the number of ids so far; both return -1 if
 * memory ran out.
 */
void list_begin(double now_ms);
int list_file(void);
char *list_room(void);
size_t list_room_len(void);
double list_piece(size_t len, bool last);

/*
 * Compare all ids and judge them. Writes an object with the counts of the text,
 * one with the meaning of each finding, and then the lines of
 * `guidon audit --json`. There, the name of a file is its number, from 0. Returns 0,
 * or -1 if memory ran out.
 */
int list_conclude(void);

/*
 * Choose and order ids. list_rows, list_texts and their counts refer to this
 * view.
 *
 *   order       in  0 as in the text, 1 by bytes, 2 by time, 3 by kind, 4 by form
 *   descending  in  the other way round
 *   kinds       in  a bit for each `guidon_id_kind` that is wanted; 0: all
 *   duplicates  in  only ids that occur more than once
 *   from, to    in  Unix milliseconds: only ids of these times, both included; no
 *                   limit if `from` is above `to`
 *   needle_len  in  only ids whose canonical text contains the bytes at module_text
 *
 * Returns the number of ids in the view, or -1 if memory ran out.
 */
double list_view(int order, bool descending, unsigned kinds, bool duplicates,
                 double from, double to, size_t needle_len);

/* Write a JSON object for each of `n` ids of the view, from `first` on. */
void list_rows(size_t first, size_t n);

/* Write the texts of `n` ids of the view in a form, each on a line. An id that has
 * no such text gets an empty line. */
void list_texts(size_t first, size_t n, int form);

#endif
