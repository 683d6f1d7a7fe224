/* SPDX-License-Identifier: MIT */
/* show.c - guidon show: what an id says. */
#include "anatomy.h"
#include "args.h"
#include "card.h"
#include "choices.h"
#include "message.h"
#include "moment.h"
#include "output.h"
#include "reason.h"
#include "shown.h"

#include <guidon.h>
#include <jansson.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

static const char *choice_when(size_t i)
{
    static const char *const names[] = {"auto", "always", "never"};

    return i < COUNT_OF(names) ? names[i] : NULL;
}

enum { OPT_JSON, OPT_COLOR, OPT_NOW, OPT_LENIENT };

static const struct option_spec options[] = {
    {.name = "json", .help = "one JSON object a line (see docs/json.md)"},
    {.name = "color",
     .value = "WHEN",
     .choice = choice_when,
     .help = "colour (auto)"},
    {.name = "now",
     .value = "TIME",
     .help = "tell ages from TIME instead of the clock"},
    OPTION_LENIENT,
};

/* --------------------------------------------------------------------- JSON */

/* An object that lacks what there was no memory for. */
struct draft {
    json_t *object;
    bool lacking;
};

/* Takes the value over; NULL is one that could not be made. */
static void put(struct draft *draft, const char *key, json_t *value)
{
    if (json_object_set_new(draft->object, key, value) != 0) {
        draft->lacking = true;
    }
}

/* The finished object, or NULL. */
static json_t *finish(struct draft *draft)
{
    if (draft->lacking) {
        json_decref(draft->object);
        draft->object = NULL;
    }
    return draft->object;
}

static void put_time(struct draft *draft, const char *key, guidon_time time,
                     unsigned digits)
{
    char text[MOMENT_TEXT_MAX];

    put(draft, key, json_string(moment_format(text, time, digits)));
}

static json_t *json_field(const struct field *field, const guidon_id *id)
{
    struct draft draft = {.object = json_object()};
    char hex[FIELD_TEXT_MAX];

    put(&draft, "name", json_string(field->name));
    put(&draft, "bit", json_integer(field->start));
    put(&draft, "width", json_integer(field->width));
    put(&draft, "hex", json_string(field_hex(hex, field, id)));
    return finish(&draft);
}

static json_t *json_fields(const guidon_id *id, enum kind kind)
{
    size_t n;
    const struct field *fields = kind_fields(&n, kind);
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++) {
        if (json_array_append_new(array, json_field(&fields[i], id)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *json_forms(const guidon_id *id)
{
    struct draft draft = {.object = json_object()};

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        char text[GUIDON_TEXT_MAX];
        size_t len = 0;

        if (guidon_format(text, sizeof text, &len, id, (guidon_form)i) ==
            GUIDON_OK) {
            put(&draft, guidon_form_name((guidon_form)i),
                json_stringn(text, len));
        }
    }
    return finish(&draft);
}

static void put_parts(struct draft *draft, const guidon_id *id, enum kind kind)
{
    unsigned digits;
    guidon_time time, high;
    uint16_t clock_seq;
    unsigned char node[6];
    char hex[13];
    guidon_domain domain;
    uint32_t local_id;

    if (kind == KIND_ULID) {
        kind_time(&time, &digits, kind, id);
        put_time(draft, "time", time, digits);
        return;
    }
    put(draft, "variant", json_string(variant_title(guidon_variant_of(id))));
    if (guidon_variant_of(id) == GUIDON_VARIANT_RFC) {
        put(draft, "version", json_integer((int)guidon_version_of(id)));
    }
    if (kind_time(&time, &digits, kind, id)) {
        put_time(draft, "time", time, digits);
    }
    if (guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        put_time(draft, "time_low", time, 7);
        put_time(draft, "time_high", high, 7);
    }
    if (guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        put(draft, "clock_seq", json_integer(clock_seq));
    }
    if (guidon_node_of(node, id) == GUIDON_OK) {
        snprintf(hex, sizeof hex, "%02x%02x%02x%02x%02x%02x", node[0], node[1],
                 node[2], node[3], node[4], node[5]);
        put(draft, "node", json_string(hex));
    }
    if (guidon_dce_of(&domain, &local_id, id) == GUIDON_OK) {
        put(draft, "domain", json_integer(domain));
        put(draft, "local_id", json_integer(local_id));
    }
}

/* False, with a message, if there was no memory for it. */
static bool show_json(const char *text, const guidon_id *id, guidon_form form)
{
    enum kind kind = kind_of(id, form);
    struct draft draft = {.object = json_object()};
    char *line;

    put(&draft, "input", json_string(text));
    put(&draft, "form", json_string(guidon_form_name(form)));
    put(&draft, "kind", json_string(kind_name(kind)));
    put_parts(&draft, id, kind);
    put(&draft, "fields", json_fields(id, kind));
    put(&draft, "forms", json_forms(id));
    line = json_dumps(finish(&draft), JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(draft.object);
    if (!line) {
        message("out of memory");
        return false;
    }
    output_text(line);
    output_text("\n");
    free(line);
    return true;
}

/* -------------------------------------------------------------------- cards */

/* https://no-color.org: NO_COLOR asks for none unless it is empty. */
static bool colour_wanted(enum when when)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    if (when != WHEN_AUTO) {
        return when == WHEN_ALWAYS;
    }
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

struct job {
    bool json;
    unsigned lenient;
    struct card_style style;
    size_t shown;
};

static bool show_one(struct job *job, const char *text, const guidon_id *id,
                     guidon_form form)
{
    if (job->json) {
        return show_json(text, id, form);
    }
    if (job->shown++ > 0) {
        output_text("\n");
    }
    card_draw(id, form, &job->style);
    return true;
}

/* A text that could be two things: show it as each that it could be. EXIT_NO if
 * it is nothing. */
static enum exit_code show_each(struct job *job, const char *text, size_t len)
{
    enum exit_code code = EXIT_NO;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        guidon_id id;

        if (guidon_parse(&id, NULL, text, len, GUIDON_ACCEPT(i), NULL) ==
            GUIDON_OK) {
            if (!show_one(job, text, &id, (guidon_form)i)) {
                return EXIT_IO;
            }
            code = EXIT_DONE;
        }
    }
    return code;
}

static enum exit_code show_text(struct job *job, const char *text)
{
    char words[REASON_MAX];
    guidon_id id;
    guidon_form form;
    size_t len = strlen(text);
    size_t bad_at = 0;
    unsigned accept = GUIDON_ACCEPT_ANY | job->lenient;
    guidon_status status = guidon_parse(&id, &form, text, len, accept, &bad_at);
    enum exit_code code = EXIT_NO;

    if (status == GUIDON_OK) {
        return show_one(job, text, &id, form) ? EXIT_DONE : EXIT_IO;
    }
    if (status == GUIDON_E_FORM) {
        code = show_each(job, text, len);
    }
    if (code == EXIT_NO) {
        message("'%s': %s", SHOWN(text),
                reason_text(words, sizeof words, &bad_at, text, len, accept,
                            status));
    }
    return code;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .json = args_has(args, OPT_JSON),
        .lenient = args_has(args, OPT_LENIENT) ? GUIDON_ACCEPT_LENIENT : 0,
        .style =
            {
                .colour = colour_wanted(
                    (enum when)args_choice(args, OPT_COLOR, WHEN_AUTO)),
                .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                .now = moment_now(),
            },
    };
    const char *now = args_value(args, OPT_NOW);
    enum exit_code code = EXIT_DONE;

    if (now && !moment_parse(&job.style.now, now)) {
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < args->n_operands && !output_failed(); i++) {
        enum exit_code one = show_text(&job, args->operands[i]);

        code = one != EXIT_DONE ? one : code;
    }
    return code;
}

static const struct example examples[] = {
    {"A card with the bits drawn",
     "guidon show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
    {"In any form", "guidon show 01ARZ3NDEKTSV4RRFFQ69G5FAV"},
    {"For a script",
     "guidon show --json '{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}'"},
};

const struct command command_show = {
    .name = "show",
    .summary = "What an id says: kind, time, fields, bits and every form",
    .operand = "ID",
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "Any form is recognised. Text that could be two things, such as 22 letters of\n"
        "base58 or base64url, is shown as each.\n\n"
        "Without --color, colour is used on a terminal unless NO_COLOR is set.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
