/* SPDX-License-Identifier: MIT */
/* manual.c - writes the manual pages: guidon(1), a page per command and
 * guidon-ids(7).
 *
 * Names, options, notes and examples come from the tables of the commands;
 * forms and their samples come from the library. docs/man/PAGE.md adds text
 * that does not fit into a table. Its sections go between the options and the
 * examples, except the sections of every page (exit status, environment, files,
 * see also). An entry of its section "## Options" follows the text of the table
 * for that option. An entry for something that does not exist is an error.
 */
#include "../command_table.h"
#include "../text/id_fields.h"
#include "parts.h"

#include <ctype.h>
#include <guidon.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------- a command's
 * page */

/* Write the choices whose bit is set in `mask`, in bold: "a, b or c". */
static void write_choices(struct page *page, choice_fn choice, uint64_t mask,
                          const char *open)
{
    size_t left = open != NULL;

    for (size_t i = 0; choice(i) != NULL; i++) {
        left += (size_t)(mask >> i & 1u);
    }
    for (size_t i = 0; choice(i) != NULL; i++) {
        if (mask >> i & 1u) {
            left--;
            fputs("\\fB", page->out);
            roff_literal(page, span_of(choice(i)));
            fprintf(page->out, "\\fR%s",
                    left > 1    ? ", "
                    : left == 1 ? " or "
                                : "");
        }
    }
    if (open) {
        roff_words(page, open);
    }
}

/* "-n, --count N", "--kind KIND,...", "--not-future[=SLACK]" */
static void write_option_tag(struct page *page, const struct option_spec *spec)
{
    roff_tag(page);
    if (spec->letter) {
        fprintf(page->out, "\\fB\\-%c\\fR, ", spec->letter);
    }
    fputs("\\fB\\-\\-", page->out);
    roff_literal(page, span_of(spec->name));
    fputs("\\fR", page->out);
    if (spec->may_lack) {
        fprintf(page->out, "[=\\fI%s\\fR]", spec->value);
    } else if (spec->value) {
        fprintf(page->out, " \\fI%s\\fR%s", spec->value,
                spec->list ? ",..." : "");
    }
    fputc('\n', page->out);
}

/* Write the text of the table as sentences. */
static void write_option_help(struct page *page, const struct command *command,
                              const struct option_spec *spec)
{
    char help[256];

    snprintf(help, sizeof help, "%s", spec->help);
    help[0] = (char)toupper((unsigned char)help[0]);
    roff_words(page, help);
    fputs(".", page->out);
    if (spec->choice) {
        fprintf(page->out, " \\fI%s\\fR is ", spec->value);
        write_choices(page, spec->choice, CHOICES_ALL, spec->open);
        fputs(".", page->out);
    }
    if (spec->operands) {
        fputs(" For ", page->out);
        write_choices(page, command->operand_choice, spec->operands, NULL);
        fputs(".", page->out);
    }
    fputc('\n', page->out);
}

static void write_option(struct work *work, struct span entries,
                         const struct option_spec *spec)
{
    char tag[64];
    struct span more;

    write_option_tag(&work->page, spec);
    write_option_help(&work->page, work->page.command, spec);
    snprintf(tag, sizeof tag, "--%s", spec->name);
    more = prose_find(entries, ENTRY, tag);
    if (more.at) {
        work->page.inset = true;
        roff_blocks(&work->page, more);
        work->page.inset = false;
    }
}

/* The options of the page that is being written: a choice_fn. */
static const struct command *options_command;
static const char *option_name(size_t i)
{
    return i < options_command->n_options ? options_command->options[i].name
                                          : NULL;
}

static void write_options(struct work *work, const struct command *command)
{
    static const struct option_spec help = {
        .letter = 'h', .name = "help", .help = "show a summary and exit"};
    struct span entries = prose_find(work->prose.text, SECTION, "Options");

    if (!entries.at) {
        entries = span_of("");
    }
    options_command = command;
    refuse_unknown(work, entries, "--", option_name);
    heading(work, "Options");
    roff_blocks(&work->page, prose_before(entries, ENTRY));
    for (size_t i = 0; i < command->n_options; i++) {
        write_option(work, entries, &command->options[i]);
    }
    write_option(work, entries, &help);
}

static void write_synopsis(struct work *work, const struct command *command)
{
    bool optional = command->min_operands == 0;
    FILE *out = work->page.out;

    heading(work, "Synopsis");
    fprintf(out, "\\fBguidon %s\\fR [\\fIOPTION\\fR...]", command->name);
    if (command->operand) {
        fprintf(out, " %s\\fI%s\\fR%s%s", optional ? "[" : "", command->operand,
                command->max_operands > 1 ? "..." : "", optional ? "]" : "");
    }
    fputc('\n', out);
}

static void write_description(struct work *work, const struct command *command)
{
    struct page *page = &work->page;

    heading(work, "Description");
    if (command->operand_choice) {
        fprintf(page->out, "\\fI%s\\fR is ", command->operand);
        write_choices(page, command->operand_choice, CHOICES_ALL, NULL);
        if (command->operand_default) {
            fprintf(page->out, "; the default is \\fB%s\\fR",
                    command->operand_default);
        }
        fputs(".\n", page->out);
        page->fresh = false;
    }
    if (command->notes) {
        roff_blocks(page, span_of(command->notes));
    }
    roff_blocks(page, prose_before(work->prose.text, SECTION));
}

static void write_command_page(const struct folders *folders,
                               const struct command *command)
{
    struct work work;
    char name[64];

    snprintf(name, sizeof name, "guidon-%s", command->name);
    open_page(&work, folders, name, 1);
    work.page.command = command;
    write_name(&work, command->summary);
    write_synopsis(&work, command);
    write_description(&work, command);
    write_options(&work, command);
    write_other_sections(&work);
    heading(&work, "Examples");
    for (size_t i = 0; i < command->n_examples; i++) {
        write_example(&work, &command->examples[i]);
    }
    write_exit_status(&work);
    write_end(&work);
    close_page(&work);
}

/* ------------------------------------------------------------- the tool's
 * page */

static void write_commands(struct work *work)
{
    const struct command *command;

    heading(work, "Commands");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        roff_tag(&work->page);
        fprintf(work->page.out, "\\fBguidon\\-%s\\fR(1)\n", command->name);
        roff_text(&work->page, span_of(command->summary));
    }
}

static void write_tool_page(const struct folders *folders)
{
    static const struct option_spec own[] = {
        {.letter = 'h', .name = "help", .help = "list the commands and exit"},
        {.name = "version", .help = "show the version and exit"},
    };
    const struct command *command;
    struct work work;

    open_page(&work, folders, "guidon", 1);
    write_name(&work, "make, read, convert and check 128-bit ids: UUID and "
                      "ULID");
    heading(&work, "Synopsis");
    fputs("\\fBguidon\\fR\n.br\n\\fBguidon\\fR \\fIID\\fR...\n.br\n"
          "\\fBguidon\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n",
          work.page.out);
    heading(&work, "Description");
    roff_blocks(&work.page, prose_before(work.prose.text, SECTION));
    write_commands(&work);
    heading(&work, "Options");
    for (size_t i = 0; i < COUNT_OF(own); i++) {
        write_option_tag(&work.page, &own[i]);
        write_option_help(&work.page, NULL, &own[i]);
    }
    write_other_sections(&work);
    heading(&work, "Examples");
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        write_example(&work, &command->examples[0]);
    }
    write_exit_status(&work);
    write_end(&work);
    close_page(&work);
}

/* ----------------------------------------------------- kinds and forms of
 * ids */

/* Write an id in a form. A long text may break behind a comma. */
static void write_sample(struct page *page, guidon_form form)
{
    static const char *const samples[] = {
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "34dc2346-9000-0000-0d00-007c5f000000"};
    bool partial = (guidon_form_traits(form) & GUIDON_TRAIT_PARTIAL) != 0;
    const char *sample = samples[partial];
    char text[GUIDON_TEXT_MAX];
    guidon_id id;
    size_t len;

    if (guidon_uuid_parse(&id, sample, strlen(sample), NULL) != GUIDON_OK ||
        guidon_format(text, sizeof text, &len, &id, form) != GUIDON_OK) {
        fail("the sample has no form %s", guidon_form_name(form));
    }
    for (size_t i = 0; i < len; i++) {
        roff_literal(page, (struct span){&text[i], 1});
        fputs(text[i] == ',' ? "\\:" : "", page->out);
    }
    fputc('\n', page->out);
}

static struct span begin_entries(struct work *work, const char *title,
                                 choice_fn choice)
{
    struct span entries = prose_find(work->prose.text, SECTION, title);

    if (!entries.at) {
        fail("%s.md: no section %s", work->name, title);
    }
    refuse_unknown(work, entries, "", choice);
    heading(work, title);
    roff_blocks(&work->page, prose_before(entries, ENTRY));
    return entries;
}

static void write_kinds(struct work *work)
{
    struct span entries = begin_entries(work, "Kinds", kind_name);

    for (size_t i = 0; kind_name(i) != NULL; i++) {
        const char *kind = kind_name(i);

        begin_entry(work, kind);
        roff_blocks(&work->page, entry_of(work, entries, kind));
        work->page.inset = false;
    }
}

static void write_forms(struct work *work)
{
    struct span entries = begin_entries(work, "Forms", choice_any_form);

    for (size_t i = 0; choice_any_form(i) != NULL; i++) {
        const char *form = choice_any_form(i);

        begin_entry(work, form);
        if (i < FORM_BYTES) {
            write_sample(&work->page, (guidon_form)i);
            fputs(".br\n", work->page.out);
        }
        roff_blocks(&work->page, entry_of(work, entries, form));
        work->page.inset = false;
    }
}

static void write_ids_page(const struct folders *folders)
{
    struct work work;

    open_page(&work, folders, "guidon-ids", 7);
    write_name(&work, "kinds of 128-bit ids and the forms they are written in");
    heading(&work, "Description");
    roff_blocks(&work.page, prose_before(work.prose.text, SECTION));
    write_kinds(&work);
    write_forms(&work);
    write_other_sections(&work);
    write_end(&work);
    close_page(&work);
}

int main(int argc, char **argv)
{
    const struct command *command;

    if (argc != 4) {
        fail("usage: guidon_manual PROSE_FOLDER OUT_FOLDER DATE");
    }
    const struct folders folders = {argv[1], argv[2], argv[3]};

    write_tool_page(&folders);
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        write_command_page(&folders, command);
    }
    write_ids_page(&folders);
    return EXIT_SUCCESS;
}
