/* SPDX-License-Identifier: MIT */
/* Functions of the WebAssembly module that the page calls, beside those of the npm package
 * that page/exports.txt lists. */
#ifndef CLI_PAGE_EXPORTS_H
#define CLI_PAGE_EXPORTS_H

#include <stdbool.h>
#include <stddef.h>

/* Give a function to JavaScript under its own name. */
#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

/*
 * What the last call wrote: results, and messages for people. Both are UTF-8 and
 * stay valid until the next call.
 */
const char *page_output(void);
size_t page_output_len(void);
const char *page_messages(void);
size_t page_messages_len(void);

/*
 * Run a command of the tool: bounds or odds. The page writes the words
 * of the command line to page_words, each with a NUL behind it.
 *
 *   len  in  bytes of all words, at most PAGE_WORDS_MAX
 *
 * Returns the exit status of the command, as cli/basics.h lists them.
 */
#define PAGE_WORDS_MAX ((size_t)1 << 16)
char *page_words(void);
int page_run(size_t len);

/*
 * Write `n` ids, one a line.
 *
 *   kind        in  a guidon_kind
 *   fixed       in  take `ms` as the time, instead of now
 *   ms          in  Unix milliseconds
 *   form        in  a guidon_form, or FORM_TYPEID with the prefix at page_words
 *   prefix_len  in  bytes of the prefix
 *
 * Returns a guidon_status, and writes a message if it is not GUIDON_OK.
 */
int make_ids(int kind, size_t n, bool fixed, double ms, int form,
             size_t prefix_len);

/*
 * Write the id of a name. page_words holds the text of the namespace, which is an
 * id, and then the name.
 *
 *   kind  in  a guidon_name_kind
 *
 * Returns a guidon_status, and writes a message if it is not GUIDON_OK.
 */
int make_named(int kind, size_t ns_len, size_t name_len, int form);

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
 *   needle_len  in  only ids whose canonical text contains the bytes at page_words
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
