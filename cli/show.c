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
    {'\0', "json", NULL, NULL, "one JSON object a line (see docs/json.md)"},
    {'\0', "color", "WHEN", choice_when, "colour (auto):"},
    {'\0', "now", "TIME", NULL, "tell ages from TIME instead of the clock"},
    OPTION_LENIENT,
};

/* --------------------------------------------------------------------- JSON */

/* Both take the value over, and leave the object to fail later if either part
 * could not be had: json_dumps then has nothing to write. */
static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void
put_time(json_t *object, const char *key, guidon_time time, unsigned digits)
{
    char text[MOMENT_TEXT_MAX];

    put(object, key, json_string(moment_format(text, time, digits)));
}

static json_t *json_fields(const guidon_id *id, enum kind kind)
{
    size_t n;
    const struct field *fields = kind_fields(&n, kind);
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++) {
        char hex[FIELD_TEXT_MAX];

        json_array_append_new(array, json_pack("{s:s, s:i, s:i, s:s}", "name",
                                               fields[i].name, "bit",
                                               (int)fields[i].start, "width",
                                               (int)fields[i].width, "hex",
                                               field_hex(hex, &fields[i], id)));
    }
    return array;
}

static json_t *json_forms(const guidon_id *id)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        char text[GUIDON_TEXT_MAX];
        size_t len = 0;

        if (guidon_format(text, sizeof text, &len, id, (guidon_form)i) ==
            GUIDON_OK) {
            put(object, guidon_form_name((guidon_form)i),
                json_stringn(text, len));
        }
    }
    return object;
}

static void put_parts(json_t *object, const guidon_id *id, enum kind kind)
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
        put_time(object, "time", time, digits);
        return;
    }
    put(object, "variant", json_string(variant_title(guidon_variant_of(id))));
    if (guidon_variant_of(id) == GUIDON_VARIANT_RFC) {
        put(object, "version", json_integer((int)guidon_version_of(id)));
    }
    if (kind_time(&time, &digits, kind, id)) {
        put_time(object, "time", time, digits);
    }
    if (guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        put_time(object, "time_low", time, 7);
        put_time(object, "time_high", high, 7);
    }
    if (guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        put(object, "clock_seq", json_integer(clock_seq));
    }
    if (guidon_node_of(node, id) == GUIDON_OK) {
        snprintf(hex, sizeof hex, "%02x%02x%02x%02x%02x%02x", node[0], node[1],
                 node[2], node[3], node[4], node[5]);
        put(object, "node", json_string(hex));
    }
    if (guidon_dce_of(&domain, &local_id, id) == GUIDON_OK) {
        put(object, "domain", json_integer(domain));
        put(object, "local_id", json_integer(local_id));
    }
}

/* False, with a message, if there was no memory for it. */
static bool show_json(const char *text, const guidon_id *id, guidon_form form)
{
    enum kind kind = kind_of(id, form);
    json_t *object = json_object();
    char *line;

    put(object, "input", json_string(text));
    put(object, "form", json_string(guidon_form_name(form)));
    put(object, "kind", json_string(kind_name(kind)));
    put_parts(object, id, kind);
    put(object, "fields", json_fields(id, kind));
    put(object, "forms", json_forms(id));
    line = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
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

/* https://no-color.org: NO_COLOR set to anything asks for none. */
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

/* A text that could be two things: show it as each that it could be. How many
 * there were. */
static size_t show_each(struct job *job, const char *text, size_t len)
{
    size_t fits = 0;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        guidon_id id;
        guidon_form form;

        if (guidon_parse(&id, &form, text, len, GUIDON_ACCEPT(i), NULL) ==
                GUIDON_OK &&
            (unsigned)form == i && show_one(job, text, &id, form)) {
            fits++;
        }
    }
    return fits;
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

    if (status == GUIDON_OK) {
        return show_one(job, text, &id, form) ? EXIT_DONE : EXIT_SYSTEM;
    }
    if (status == GUIDON_E_FORM && show_each(job, text, len) > 0) {
        return EXIT_DONE;
    }
    message(
        "'%s': %s", text,
        reason_text(words, sizeof words, &bad_at, text, len, accept, status));
    return EXIT_NO;
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
        message_usage("'%s' is no time: write 2026-02-22T19:22:22Z, "
                      "@1771788142 or @1771788142000ms",
                      now);
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
    .operands = "ID...",
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
