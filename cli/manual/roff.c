/* SPDX-License-Identifier: MIT */
/* roff.c - writes words, marks and blocks in man(7) macros. */
#include "roff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Columns for verbatim lines on a terminal of 80 columns: man(1) keeps two free
 * at the right, and the indentation takes 11 at the left. */
enum { VERBATIM_WIDTH = 80 - 2 - 11 };

struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

/* -------------------------------------------------------------------- lines */

/* Take the first line off *text. */
static struct span take_line(struct span *text)
{
    const char *feed = memchr(text->at, '\n', text->len);
    struct span line = {text->at, feed ? (size_t)(feed - text->at) : text->len};
    size_t taken = line.len + (feed != NULL);

    text->at += taken;
    text->len -= taken;
    return line;
}

static bool begins(struct span line, const char *with)
{
    size_t len = strlen(with);

    return line.len >= len && memcmp(line.at, with, len) == 0;
}

enum { LINE_MAX_LEN = 78 }; /* of the source of the page */

/* The offset at which to break a line of the source: at the last space that
 * fits. A space after the end of a sentence does not count, because man sets
 * two spaces for a line that ends there. */
static size_t fold_at(struct span line)
{
    size_t at = 0;

    for (size_t i = 1; i < line.len && (i <= LINE_MAX_LEN || at == 0); i++) {
        if (line.at[i] == ' ' && !strchr(".?!", line.at[i - 1])) {
            at = i;
        }
    }
    return line.len > LINE_MAX_LEN && at > 0 ? at : line.len;
}

/* Copy a line of filled text, folded to LINE_MAX_LEN. */
static void fold(FILE *out, struct span line)
{
    for (;;) {
        size_t len = fold_at(line);

        fprintf(out, "%.*s\n", (int)len, line.at);
        if (len == line.len) {
            return;
        }
        line = (struct span){line.at + len + 1, line.len - len - 1};
        fputs(*line.at == '.' ? "\\&" : "", out);
    }
}

void roff_copy(FILE *out, struct span source)
{
    bool filled = true;

    while (source.len > 0) {
        struct span line = take_line(&source);

        filled = begins(line, ".EX") ? false : begins(line, ".EE") || filled;
        if (filled && !begins(line, ".")) {
            fold(out, line);
        } else {
            fprintf(out, "%.*s\n", (int)line.len, line.at);
        }
    }
}

/* -------------------------------------------------------------------- words */

static void write_char(struct page *page, char c, bool literal)
{
    switch (c) {
    case '\\':
        fputs("\\(rs", page->out);
        break;
    case '\'': /* a plain one becomes a closing quotation mark */
        fputs("\\(aq", page->out);
        break;
    case '`':
        fputs("\\(ga", page->out);
        break;
    case '^':
        fputs("\\(ha", page->out);
        break;
    case '~':
        fputs("\\(ti", page->out);
        break;
    case '-': /* plain '-' may become a hyphen, which shells do not accept */
        fputs(literal ? "\\-" : "-", page->out);
        break;
    case '\n':
        fputc(' ', page->out);
        break;
    default:
        fputc(c, page->out);
    }
}

void roff_literal(struct page *page, struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        write_char(page, text.at[i], true);
    }
}

static void write_font(struct page *page, char font, struct span text)
{
    fprintf(page->out, "\\f%c", font);
    roff_literal(page, text);
    fputs("\\fR", page->out);
}

static bool is_end(const char *at, const char *end)
{
    return at >= end || (!isalnum((unsigned char)*at) && *at != '-');
}

/* The length of the option that the text begins with: "--word", or a letter of
 * the command; or 0. */
static size_t option_len(const struct command *command, const char *at,
                         const char *end)
{
    const char *p = at + 2;

    if (end - at < 2 || at[0] != '-') {
        return 0;
    }
    if (at[1] != '-') {
        for (size_t i = 0; command && is_end(p, end) && i < command->n_options;
             i++) {
            if (command->options[i].letter == at[1]) {
                return 2;
            }
        }
        return 0;
    }
    while (p < end && (isalnum((unsigned char)*p) || *p == '-')) {
        p++;
    }
    return p > at + 2 ? (size_t)(p - at) : 0;
}

static bool is_value_name(const struct command *command, struct span word)
{
    bool is = command->operand && strlen(command->operand) == word.len &&
              memcmp(command->operand, word.at, word.len) == 0;

    for (size_t i = 0; !is && i < command->n_options; i++) {
        const char *value = command->options[i].value;

        is = value && strlen(value) == word.len &&
             memcmp(value, word.at, word.len) == 0;
    }
    return is;
}

/* The length of the name of a value that the text begins with, such as FILE; or
 * 0. The FILE of FILE:LINE is part of a pattern and does not count. */
static size_t value_len(const struct command *command, const char *at,
                        const char *end)
{
    const char *p = at;

    while (p < end && (isupper((unsigned char)*p) || *p == '/')) {
        p++;
    }
    bool part = !is_end(p, end) ||
                (end - p > 1 && *p == ':' && isupper((unsigned char)p[1]));
    return p > at && command && !part &&
                   is_value_name(command, (struct span){at, (size_t)(p - at)})
               ? (size_t)(p - at)
               : 0;
}

/* The length of the name of a page of the manual: of "guidon-new" if "(1)"
 * follows; 0 if the text does not begin with such a name. */
static size_t page_len(const char *at, const char *end)
{
    const char *p = at + strlen("guidon");

    if (end - at < 9 || memcmp(at, "guidon", strlen("guidon")) != 0) {
        return 0;
    }
    while (p < end && (islower((unsigned char)*p) || *p == '-')) {
        p++;
    }
    return end - p >= 3 && p[0] == '(' && isdigit((unsigned char)p[1]) &&
                   p[2] == ')'
               ? (size_t)(p - at)
               : 0;
}

/* Write text between two marks. Returns its length with the marks, or 0. */
static size_t write_marked(struct page *page, const char *at, const char *end)
{
    const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));

    if (!close || close == at + 1 || (*at == '*' && isspace(at[1]))) {
        return 0;
    }
    write_font(page, *at == '`' ? 'B' : 'I',
               (struct span){at + 1, (size_t)(close - at - 1)});
    return (size_t)(close - at) + 1;
}

/* Write a marked text, or a name that needs no mark. Returns its length, or
 * 0. */
static size_t write_mark(struct page *page, const char *at, const char *end,
                         bool word_begins)
{
    size_t len = 0;

    if (*at == '`' || *at == '*') {
        return write_marked(page, at, end);
    }
    if (word_begins && ((len = option_len(page->command, at, end)) > 0 ||
                        (len = page_len(at, end)) > 0)) {
        write_font(page, 'B', (struct span){at, len});
    } else if (word_begins && (len = value_len(page->command, at, end)) > 0) {
        write_font(page, 'I', (struct span){at, len});
    }
    return len;
}

static void write_words(struct page *page, struct span text)
{
    const char *end = text.at + text.len;
    const char *at = text.at;

    if (text.len > 0 && *at == '.') {
        fputs("\\&", page->out); /* otherwise roff would read a request */
    }
    while (at < end) {
        bool begins = at == text.at || strchr(" \n([", at[-1]) != NULL;
        size_t len = write_mark(page, at, end, begins);

        if (len == 0) {
            write_char(page, *at, false);
            len = 1;
        }
        at += len;
    }
}

void roff_words(struct page *page, const char *text)
{
    write_words(page, span_of(text));
}

void roff_text(struct page *page, struct span text)
{
    write_words(page, text);
    fputc('\n', page->out);
    page->fresh = false;
}

/* ------------------------------------------------------------------- macros */

void roff_title(struct page *page, const char *title, int section,
                const char *date, const char *version)
{
    fputs(".\\\" Written by the build from the tables of the tool and "
          "docs/man: edit those.\n.TH \"",
          page->out);
    for (; *title; title++) {
        write_char(page, (char)toupper((unsigned char)*title), true);
    }
    fprintf(page->out,
            "\" %d \"%s\" \"guidon %s\" \"Guidon Manual\"\n"
            /* Break no word and stretch no space. From groff 1.23 on, each
             * paragraph sets its adjustment from the string AD. */
            ".nh\n.ds AD l\n.ad l\n",
            section, date, version);
}

void roff_heading(struct page *page, struct span title)
{
    fputs(".SH ", page->out);
    for (size_t i = 0; i < title.len; i++) {
        write_char(page, (char)toupper((unsigned char)title.at[i]), false);
    }
    fputc('\n', page->out);
    page->fresh = true;
    page->inset = false;
}

void roff_paragraph(struct page *page)
{
    if (!page->fresh) {
        fputs(page->inset ? ".IP\n" : ".PP\n", page->out);
    }
    page->fresh = false;
}

void roff_tag(struct page *page)
{
    fputs(".TP\n", page->out);
    page->fresh = false;
}

static void write_line(struct page *page, struct span line)
{
    fputs(begins(line, ".") ? "\\&" : "",
          page->out); /* otherwise roff would read a request */
    roff_literal(page, line);
    fputc('\n', page->out);
}

static void begin_verbatim(struct page *page)
{
    fputs(".PP\n.RS 4\n.EX\n", page->out);
}

static void end_verbatim(struct page *page)
{
    fputs(".EE\n.RE\n", page->out);
    page->fresh = false;
}

/* The offset at which to break a command line to at most `columns`: the last
 * space outside quotes before a pipe, else before an option, else at any such
 * space. Returns the whole length if the line fits or cannot be broken. */
static size_t break_of(const char *line, size_t columns)
{
    size_t pipe = 0, option = 0, any = 0;
    char quote = '\0';

    if (strlen(line) <= columns) {
        return strlen(line);
    }
    for (size_t i = 0; line[i] && (i + 2 <= columns || any == 0); i++) {
        if (quote) {
            quote = line[i] == quote ? '\0' : quote;
        } else if (line[i] == '"' || line[i] == '\'') {
            quote = line[i];
        } else if (line[i] == ' ') {
            any = i;
            option = line[i + 1] == '-' ? i : option;
            pipe = line[i + 1] == '|' ? i : pipe;
        }
    }
    return pipe ? pipe : option ? option : any ? any : strlen(line);
}

void roff_command_line(struct page *page, const char *line)
{
    begin_verbatim(page);
    fputs("$ ", page->out);
    for (size_t columns = VERBATIM_WIDTH - 2;; columns = VERBATIM_WIDTH - 6) {
        size_t len = break_of(line, columns);

        roff_literal(page, (struct span){line, len});
        line += len;
        if (!*line) {
            break;
        }
        fputs(" \\(rs\n      ", page->out);
        line++;
    }
    fputc('\n', page->out);
    end_verbatim(page);
}

/* ------------------------------------------------------------------- blocks */

/* Take the lines up to an empty line or a line that begins with `stop`. */
static struct span take_block(struct span *text, const char *stop)
{
    struct span block = {text->at, 0};

    while (text->len > 0) {
        struct span rest = *text;
        struct span line = take_line(&rest);

        if (line.len == 0 || (block.len > 0 && begins(line, stop))) {
            break;
        }
        block.len = (size_t)(line.at - block.at) + line.len;
        *text = rest;
    }
    return block;
}

void roff_verbatim(struct page *page, struct span lines)
{
    begin_verbatim(page);
    while (lines.len > 0) {
        struct span line = take_line(&lines);

        if (begins(line, "    ")) {
            line = (struct span){line.at + 4, line.len - 4};
        }
        write_line(page, line);
    }
    end_verbatim(page);
}

/* The length of the tag of an item: up to the first "`:"; or 0. */
static size_t tag_len(struct span item)
{
    for (size_t i = 1; *item.at == '`' && i + 1 < item.len; i++) {
        if (item.at[i] == '`' && item.at[i + 1] == ':') {
            return i + 1;
        }
    }
    return 0;
}

/* Write an item, given without its "- ". Its other lines begin with two
 * spaces. */
static void write_item(struct page *page, struct span item)
{
    size_t tag = tag_len(item);

    fputs(tag ? ".TP\n" : ".IP \\(bu 2\n", page->out);
    if (tag) {
        roff_text(page, (struct span){item.at, tag});
        item = (struct span){item.at + tag + 1, item.len - tag - 1};
        while (item.len > 0 && isspace((unsigned char)*item.at)) {
            item = (struct span){item.at + 1, item.len - 1};
        }
    }
    while (item.len > 0) {
        struct span line = take_line(&item);

        while (line.len > 0 && *line.at == ' ') {
            line = (struct span){line.at + 1, line.len - 1};
        }
        write_words(page, line);
        fputs(item.len > 0 ? " " : "\n", page->out);
    }
}

static void write_list(struct page *page, struct span *text)
{
    if (page->inset) {
        fputs(".RS\n", page->out);
    }
    while (begins(*text, "- ")) {
        struct span item = take_block(text, "- ");

        write_item(page, (struct span){item.at + 2, item.len - 2});
    }
    if (page->inset) {
        fputs(".RE\n", page->out);
    }
    page->fresh = false;
}

void roff_blocks(struct page *page, struct span text)
{
    while (text.len > 0) {
        if (*text.at == '\n') {
            take_line(&text);
        } else if (begins(text, "- ")) {
            write_list(page, &text);
        } else if (begins(text, "    ")) {
            roff_verbatim(page, take_block(&text, "\n"));
        } else {
            roff_paragraph(page);
            roff_text(page, take_block(&text, "- "));
        }
    }
}
