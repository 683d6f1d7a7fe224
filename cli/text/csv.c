/* SPDX-License-Identifier: MIT */
/* csv.c - read records of CSV or TSV, and write them with another id. */
#include "csv.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "number.h"
#include "place.h"
#include "utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- options */

static const struct {
    const char *name;
    char mark;
} separators[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}};

const char *choice_separator(size_t i)
{
    return i < COUNT_OF(separators) ? separators[i].name : NULL;
}

bool csv_wanted(const struct args *args, size_t first)
{
    return args_has(args, first + CSV_OPT_ID_COLUMN);
}

bool csv_read_column(struct csv *csv, enum csv_use use, const struct args *args,
                     size_t option)
{
    struct csv_column *column = &csv->columns[use];
    const char *text = args_value(args, option);

    if (!text) {
        return true;
    }
    *column = (struct csv_column){.name = text};
    if (!text[strspn(text, "0123456789")]) {
        column->name = NULL;
        if (!*text || !count_parse(&column->n, text) || column->n == 0) {
            args_refuse(&args->command->options[option], text, strlen(text));
            return false;
        }
    }
    csv->header = csv->header || column->name;
    return true;
}

bool csv_read_options(struct csv *csv, const struct args *args, size_t first,
                      bool wanted)
{
    const size_t separator =
        args_choice(args, first + CSV_OPT_SEPARATOR, SIZE_MAX);

    for (size_t i = CSV_OPT_HEADER; !wanted && i < CSV_OPTIONS; i++) {
        if (args_has(args, first + i)) {
            message_usage("--%s needs --id-column",
                          args->command->options[first + i].name);
            return false;
        }
    }
    csv->columns[CSV_ID].n = 1;
    csv->header = csv->header || args_has(args, first + CSV_OPT_HEADER);
    csv->wanted = separator != SIZE_MAX ? separators[separator].mark : '\0';
    return csv_read_column(csv, CSV_ID, args, first + CSV_OPT_ID_COLUMN);
}

const char *csv_name(char out[CSV_NAME_MAX], const struct csv *csv,
                     enum csv_use use)
{
    const struct csv_column *column = &csv->columns[use];

    if (column->name) {
        snprintf(out, CSV_NAME_MAX, "column %.40s", ESCAPED(column->name));
    } else {
        snprintf(out, CSV_NAME_MAX, "column %" PRIu64, column->n);
    }
    return out;
}

/* ------------------------------------------------------ the end of a record */

/* How far a record is read. The offsets are those in the record. */
struct scan {
    enum {
        FIELD_BEGINS,
        IN_BARE,      /* in a field without quotes */
        IN_QUOTES,    /* in a field with quotes */
        BEHIND_QUOTE, /* behind a quote in such a field: its last, or doubled */
        BEHIND_CR     /* behind that and a CR */
    } where;
    size_t at;       /* everything before is read */
    size_t quote_at; /* where the last field in quotes begins */
    uint64_t feeds;  /* line feeds in fields in quotes */
    bool tab;        /* a tab separates fields */
    const char *bad;
    size_t bad_at;
};

static uint64_t count_feeds(const char *text, const char *end)
{
    uint64_t n = 0;

    while ((text = memchr(text, '\n', (size_t)(end - text))) != NULL) {
        n++;
        text++;
    }
    return n;
}

/* Read a field in quotes up to its next quote, or up to the end. */
static void scan_quoted(struct scan *scan, const char *text, size_t held)
{
    const char *from = text + scan->at;
    const char *quote = memchr(from, '"', held - scan->at);

    scan->feeds += count_feeds(from, quote ? quote : text + held);
    scan->at = quote ? (size_t)(quote - text) + 1 : held;
    scan->where = quote ? BEHIND_QUOTE : IN_QUOTES;
}

/* Read one character outside of quotes that is not a line feed. */
static void scan_character(struct scan *scan, char c, bool separates)
{
    const bool closed = scan->where == BEHIND_QUOTE;

    if (!scan->bad && (scan->where == BEHIND_CR ||
                       (closed && !separates && c != '"' && c != '\r'))) {
        scan->bad = "text behind the closing quote of a field (expected the "
                    "separator, or two quotes for a quote in the field)";
        scan->bad_at = scan->at - 1;
    }
    if (separates) {
        scan->tab = scan->tab || c == '\t';
        scan->where = FIELD_BEGINS;
    } else if (c == '"' && (closed || scan->where == FIELD_BEGINS)) {
        scan->quote_at = closed ? scan->quote_at : scan->at - 1;
        scan->where = IN_QUOTES;
    } else {
        scan->where = c == '\r' && closed ? BEHIND_CR : IN_BARE;
    }
}

/* Most lines have no quote, and then the line is the record. */
static bool scan_line(struct scan *scan, const char *text, size_t held)
{
    const char *feed = memchr(text, '\n', held);

    if (!feed || memchr(text, '"', (size_t)(feed - text))) {
        return false;
    }
    scan->at = (size_t)(feed - text) + 1;
    return true;
}

/* Go on with the `held` bytes of a record that are there. True if it ends in them;
 * scan->at is then behind its line feed. Only a field that begins with a quote is in
 * quotes; a quote inside of it is written twice (RFC 4180, section 2). Without a
 * separator, a comma and a tab are one. */
static bool scan_on(struct scan *scan, const char *text, size_t held,
                    char separator)
{
    const char a = separator ? separator : ',';
    const char b = separator ? separator : '\t';

    if (scan->at == 0 && separator && scan_line(scan, text, held)) {
        return true;
    }
    while (scan->at < held) {
        if (scan->where == IN_QUOTES) {
            scan_quoted(scan, text, held);
            continue;
        }
        const char c = text[scan->at++];

        if (c == '\n') {
            return true;
        }
        scan_character(scan, c, c == a || c == b);
    }
    return false;
}

/* Find the end of the record, and read as much as that takes. Returns false if
 * reading failed. */
static bool scan_record(struct scan *scan, struct input *input, struct csv *csv)
{
    size_t held = input->end - input->start;

    *scan = (struct scan){.where = FIELD_BEGINS};
    while (!scan_on(scan, input->bytes + input->start, held, csv->separator)) {
        if (held == input->size && !input_grow(input, CSV_RECORD_MAX)) {
            scan->bad = "the record is longer than 256 MiB, or than the memory "
                        "(is a quote missing?)";
            scan->bad_at = scan->where == IN_QUOTES ? scan->quote_at : 0;
            csv->ended = true;
            return true;
        }
        if (!input_fill(input)) {
            break;
        }
        held = input->end - input->start;
    }
    if (input->ended && scan->where == IN_QUOTES) {
        scan->bad = "the field is open at the end of the file (expected its "
                    "closing quote)";
        scan->bad_at = scan->quote_at;
        csv->ended = true;
    }
    return !input->error;
}

/* ------------------------------------------------------------------ records */

/* Where a field ends: at a separator outside of quotes, or with the record. */
static const char *field_end(const char *at, const char *end, char separator)
{
    const char *found;

    if (at < end && *at == '"') {
        bool quoted = false;

        while (at < end && (quoted || *at != separator)) {
            quoted ^= *at == '"';
            at++;
        }
        return at;
    }
    found = memchr(at, separator, (size_t)(end - at));
    return found ? found : end;
}

static struct csv_field field_of(const char *from, const char *end)
{
    const bool bare = end - from < 2 || *from != '"' || end[-1] != '"';

    return bare ? (struct csv_field){from, (size_t)(end - from)}
                : (struct csv_field){from + 1, (size_t)(end - from) - 2};
}

/* Take the next field of a record. False if there is none. */
static bool next_field(struct csv_field *field, const char **at,
                       const char *end, char separator)
{
    const char *from = *at;

    if (!from) {
        return false;
    }
    *at = field_end(from, end, separator);
    *field = field_of(from, *at);
    *at = *at < end ? *at + 1 : NULL; /* behind a separator is another field */
    return true;
}

/* A carriage return outside of quotes, which other programs take for the end of a
 * record; NULL if there is none. */
static const char *stray_return(const struct record *record, char separator)
{
    const char *at = record->text, *end = at + record->len;
    struct csv_field field;

    if (!memchr(at, '\r', record->len)) {
        return NULL; /* as in nearly every record */
    }
    for (const char *from = at; next_field(&field, &at, end, separator);
         from = at) {
        const char *behind = at ? at - 1 : end;
        const bool starts_quoted = *from == '"';
        bool quoted = false;

        for (; from < behind; from++) {
            quoted ^= starts_quoted && *from == '"';
            if (*from == '\r' && !quoted) {
                return from;
            }
        }
    }
    return NULL;
}

/* Find the fields of the columns; count the fields if there are too few. */
static void find_fields(struct csv *csv, const struct record *record)
{
    const char *at = record->text, *end = at + record->len;
    const uint64_t id = csv->columns[CSV_ID].n, time = csv->columns[CSV_TIME].n;
    const uint64_t last = id > time ? id : time;
    struct csv_field field;

    csv->field[CSV_ID].text = csv->field[CSV_TIME].text = NULL;
    csv->fields = 0;
    while (csv->fields < last && next_field(&field, &at, end, csv->separator)) {
        csv->fields++;
        if (csv->fields == id) {
            csv->field[CSV_ID] = field;
        }
        if (csv->fields == time) {
            csv->field[CSV_TIME] = field;
        }
    }
}

/* Pass over empty lines. False at the end of the input. */
static bool begin_record(struct input *input)
{
    for (;;) {
        const char *at = input->bytes + input->start;
        const size_t held = input->end - input->start;
        const size_t len = held > 0 && at[0] == '\n'                    ? 1
                           : held > 1 && at[0] == '\r' && at[1] == '\n' ? 2
                                                                        : 0;

        if (len > 0) {
            input->start += len;
            input->number++;
        } else if (held > 1 || (held == 1 && at[0] != '\r')) {
            return true;
        } else if (!input_fill(input)) {
            return held > 0 && !input->error; /* a CR alone */
        }
    }
}

/* Find the fields of the columns, or what is wrong with the record. */
static void read_fields(struct csv *csv, const struct record *record)
{
    const char *stray = stray_return(record, csv->separator);

    if (stray) {
        csv->bad = "a carriage return outside of quotes (records end in LF or "
                   "CR LF)";
        csv->bad_at = (size_t)(stray - record->text);
    } else {
        find_fields(csv, record);
    }
}

bool csv_next(struct record *record, struct input *input, struct csv *csv)
{
    struct scan scan;

    input->number += csv->feeds;
    csv->feeds = 0;
    if (csv->ended || !begin_record(input)) {
        return false;
    }
    csv->first = !csv->begun;
    csv->begun = true;
    if (!csv->separator) {
        if (!scan_record(&scan, input, csv)) {
            return false;
        }
        csv->separator = scan.tab ? '\t' : ',';
    }
    csv->ended = false; /* both separators may have left a quote open */
    if (!scan_record(&scan, input, csv)) {
        return false;
    }
    const char *text = input->bytes + input->start;
    const bool whole =
        scan.at > 0 && text[scan.at - 1] == '\n' && scan.where != IN_QUOTES;
    const size_t mark = !whole                                     ? 0
                        : scan.at > 1 && text[scan.at - 2] == '\r' ? 2
                                                                   : 1;

    *record = (struct record){.text = text,
                              .len = scan.at - mark,
                              .raw_len = scan.at,
                              .first = true,
                              .last = true};
    csv->crlf = whole ? mark == 2 : csv->crlf;
    csv->feeds = scan.feeds;
    csv->bad = scan.bad;
    csv->bad_at = scan.bad_at;
    input->start += scan.at;
    input->number++;
    if (!csv->bad) {
        read_fields(csv, record);
    }
    return true;
}

/* ------------------------------------------------------------------- header */

/* Is this the name, with each of its quotes written twice in a field in quotes? */
static bool is_name(const struct csv_field *field, bool quoted,
                    const char *name)
{
    size_t at = 0;

    for (; *name; name++, at++) {
        if (at == field->len || field->text[at] != *name) {
            return false;
        }
        at += quoted && *name == '"';
    }
    return at == field->len;
}

/* Write the names of the header's columns, as many as `out` takes. */
static void list_names(char *out, size_t cap, const struct csv *csv,
                       const struct record *header)
{
    const char *at = header->text, *end = at + header->len;
    struct csv_field field;
    size_t used = 0;

    out[0] = '\0';
    while (next_field(&field, &at, end, csv->separator)) {
        char name[ESCAPED_MAX];

        escape_write(name, field.text, field.len);
        if (used + strlen(name) + sizeof ", , ..." > cap) {
            snprintf(out + used, cap - used, used > 0 ? ", ..." : "...");
            return;
        }
        used += (size_t)snprintf(out + used, cap - used, "%s%s",
                                 used > 0 ? ", " : "", name);
    }
}

/* Report that a column is not in the header. */
static bool refuse_column(const struct csv *csv,
                          const struct csv_column *column,
                          const struct input *input,
                          const struct record *header)
{
    char names[200], number[24];

    snprintf(number, sizeof number, "%" PRIu64, column->n);
    list_names(names, sizeof names, csv, header);
    message("%s:%" PRIu64 ": no column '%s' (the columns are: %s)",
            ESCAPED(input->name), input->number,
            column->name ? ESCAPED(column->name) : number, names);
    return false;
}

/* Find a column in the header. False, with a message, if it is not there, or if two
 * have its name. */
static bool find_column(struct csv *csv, struct csv_column *column,
                        const struct input *input, const struct record *header)
{
    const char *at = header->text, *end = at + header->len;
    struct csv_field field;
    uint64_t n = 0, found = 0;

    while (next_field(&field, &at, end, csv->separator)) {
        n++;
        if (column->name &&
            is_name(&field, field.text > header->text && field.text[-1] == '"',
                    column->name)) {
            if (found > 0) {
                message(
                    "%s:%" PRIu64 ": columns %" PRIu64 " and %" PRIu64
                    " have the name '%s' (expected the number of one, with --header)",
                    ESCAPED(input->name), input->number, found, n,
                    ESCAPED(column->name));
                return false;
            }
            found = n;
        }
    }
    if (column->name) {
        column->n = found;
    }
    return (column->name ? found > 0 : column->n <= n) ||
           refuse_column(csv, column, input, header);
}

/* Keep the header of the first file, and compare those of the others with it. */
static bool keep_header(struct csv *csv, const struct input *input,
                        const struct record *header)
{
    if (!csv->kept_is) {
        csv->kept = malloc(header->len + 1);
        if (!csv->kept) {
            message("cannot read %s: %s", ESCAPED(input->name),
                    strerror(errno));
            return false;
        }
        memcpy(csv->kept, header->text, header->len);
        csv->kept_len = header->len;
        csv->kept_is = true;
        csv->kept_crlf = csv->crlf;
    }
    if (header->len == csv->kept_len &&
        memcmp(header->text, csv->kept, header->len) == 0) {
        return true;
    }
    message("%s:%" PRIu64 ": the header is not that of the first file, which "
            "the output has (expected %s)",
            ESCAPED(input->name), input->number,
            escape_write((char[ESCAPED_MAX]){0}, csv->kept, csv->kept_len));
    return false;
}

static bool read_header(struct csv *csv, struct input *input)
{
    char name[CSV_NAME_MAX];
    struct record header;

    if (!csv_next(&header, input, csv)) {
        if (!input->error && csv->columns[CSV_ID].name) {
            message("%s: the file is empty (expected a header with %s)",
                    ESCAPED(input->name), csv_name(name, csv, CSV_ID));
        }
        return !input->error && !csv->columns[CSV_ID].name;
    }
    if (csv->bad) {
        message(PLACE ": %s", PLACE_OF(input->name, input->number, csv->bad_at),
                csv->bad);
        return false;
    }
    if (utf8_is_utf16(header.text, header.len)) {
        message("%s:%" PRIu64 ": %s", ESCAPED(input->name), input->number,
                UTF16_HINT);
        return false;
    }
    for (size_t i = 0; i < CSV_USES; i++) {
        struct csv_column *column = &csv->columns[i];

        if ((column->name || column->n > 0) &&
            !find_column(csv, column, input, &header)) {
            return false;
        }
    }
    return !csv->one_header || keep_header(csv, input, &header);
}

bool csv_open(struct csv *csv, struct input *input)
{
    csv->separator = csv->wanted;
    csv->feeds = 0;
    csv->ended = csv->begun = false;
    while (!input->begun && input_fill(input)) {
    } /* a byte order mark is whole or not there */
    csv->marked = csv->opened ? csv->marked : input->marked;
    csv->opened = true;
    return !csv->header || read_header(csv, input);
}

/* ------------------------------------------------------------------ writing */

void csv_write_header(struct csv *csv)
{
    if (csv->written) {
        return;
    }
    csv->written = true;
    if (csv->marked) {
        output_text("\xef\xbb\xbf");
    }
    if (csv->kept_is) {
        output_bytes(csv->kept, csv->kept_len);
        output_text(csv->kept_crlf ? "\r\n" : "\n");
    }
}

const char *csv_lacking_end(const struct csv *csv, const struct record *record)
{
    return record->raw_len > record->len || csv->ended ? ""
           : csv->crlf                                 ? "\r\n"
                                                       : "\n";
}

void csv_write(const struct csv *csv, const struct record *record,
               const char *text, size_t len)
{
    const struct csv_field *field = &csv->field[CSV_ID];
    const char *end = field->text + field->len;
    const bool quoted = field->text > record->text && field->text[-1] == '"' &&
                        end < record->text + record->len && *end == '"';
    const bool quotes = !quoted && memchr(text, csv->separator, len) != NULL;

    output_bytes(record->text, (size_t)(field->text - record->text));
    output_bytes("\"", quotes);
    output_bytes(text, len);
    output_bytes("\"", quotes);
    output_bytes(end, (size_t)(record->text + record->raw_len - end));
    output_text(csv_lacking_end(csv, record));
}

void csv_end(struct csv *csv)
{
    free(csv->kept);
    csv->kept = NULL;
}
