/* SPDX-License-Identifier: MIT */
/* Read the records of CSV or TSV (RFC 4180) with an id in one of their columns, and
 * write them with that field alone changed. */
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "../args.h"
#include "input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --id-column and what belongs to it, for commands that read a line for each id.
 * Every command lists them in its table in this order, without a gap. `first` below
 * is the index of CSV_OPT_ID_COLUMN in that table. */
enum csv_option {
    CSV_OPT_ID_COLUMN,
    CSV_OPT_HEADER,
    CSV_OPT_SEPARATOR,
    CSV_OPTIONS
};
const char *choice_separator(size_t i);
#define CSV_COLUMN_VALUE .value = "COLUMN", .open = "a name, or a number from 1"
#define CSV_OPTION_LIST                                                        \
  {.name = "id-column",                                                        \
   CSV_COLUMN_VALUE,                                                           \
   .help = "lines are CSV or TSV; this column has the id"},                    \
      {.name = "header",                                                       \
       .help = "the first record has the names of the columns"},               \
  {                                                                            \
    .name = "separator", .value = "NAME", .choice = choice_separator,          \
    .help = "mark between columns (that of the first record)"                  \
  }

/* A paragraph of --help about these options. */
#define CSV_NOTES                                                                      \
  "With --id-column, the input is CSV or TSV, and the id is in this column: a\n"       \
  "name of the header, or a number from 1; --header says that there is a header\n"     \
  "though no name is given. A tab separates the fields if the first record has one\n"  \
  "outside of quotes, and otherwise a comma; --separator names it. Fields in quotes\n" \
  "may hold line breaks. Empty lines are passed over. LINE is where a record\n"        \
  "begins."
/* The same, for commands that write the records. */
#define CSV_WRITE_NOTES                                                         \
  CSV_NOTES                                                                     \
  "\n"                                                                          \
  "The header, the other fields and a byte order mark stay as they are, byte\n" \
  "for byte. All files must have the same header, which is written once."

/* A longer record is an error. */
#define CSV_RECORD_MAX ((size_t)1 << 28)

/* A column, by its name in the header or by its number. */
struct csv_column {
    const char *name; /* or NULL */
    uint64_t n;       /* from 1; of a name, in the current file; 0: no column */
};

/* What is between the separators, without the quotes around it. */
struct csv_field {
    const char *text; /* NULL: the record has fewer fields */
    size_t len;
};

enum csv_use { CSV_ID, CSV_TIME, CSV_USES };

struct csv {
    /* What the user asks for. */
    struct csv_column columns[CSV_USES];
    bool header;
    char wanted;     /* the separator, or NUL */
    bool one_header; /* the records are written: all files have one header */
    /* The first header, with its length. */
    char *kept;
    size_t kept_len;
    bool kept_is, kept_crlf;
    bool marked;  /* the first file begins with a byte order mark */
    bool written; /* the mark and the header are written */
    bool opened;  /* a file */
    /* The current file. */
    char separator; /* NUL before its first record */
    bool crlf;      /* records end in CR LF, to judge by the last one */
    bool ended;     /* no more records can be read */
    bool begun;     /* its first record is read */
    bool first;     /* the current record is the first */
    /* The current record. */
    uint64_t feeds; /* line feeds inside it */
    uint64_t fields;
    struct csv_field field[CSV_USES];
    const char *bad; /* the reason why it is no record of CSV, or NULL */
    size_t bad_at;
};

/* Was --id-column given? */
bool csv_wanted(const struct args *args, size_t first);
/* Read the value of an option for a column. False, with a message, if it names no
 * column. */
bool csv_read_column(struct csv *csv, enum csv_use use, const struct args *args,
                     size_t option);
/* Read the options; --id-column need not be given if `wanted`, and is then 1. False,
 * with a message, if they are wrong. */
bool csv_read_options(struct csv *csv, const struct args *args, size_t first,
                      bool wanted);
/* Begin with a file that has just been opened: read its header and find the columns
 * in it. False, with a message, if a column is not there. */
bool csv_open(struct csv *csv, struct input *input);
/* Read the next record, whole, with its fields. input->number is then the line at
 * which it begins. False at the end, as of input_next. */
bool csv_next(struct record *record, struct input *input, struct csv *csv);
/* How people call the column of the id, for messages: "column id". Returns `out`. */
#define CSV_NAME_MAX 64
const char *csv_name(char out[CSV_NAME_MAX], const struct csv *csv,
                     enum csv_use use);

/* Write the byte order mark and the header of the first file, if it has them and they
 * are not yet written. */
void csv_write_header(struct csv *csv);
/* The line end that the last record of a file lacks, because a record of the next file
 * may follow; "" if nothing is lacking, or if nothing may follow. */
const char *csv_lacking_end(const struct csv *csv, const struct record *record);
/* Write the current record with `text` instead of its id. */
void csv_write(const struct csv *csv, const struct record *record,
               const char *text, size_t len);
/* Free the memory. */
void csv_end(struct csv *csv);

#endif
