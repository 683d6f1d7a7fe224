/* SPDX-License-Identifier: MIT */
/* show.c - guidon show: the content of an id. */
#include "../args.h"
#include "../choices.h"
#include "../command_table.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "../term/style.h"
#include "../text/id_fields.h"
#include "../text/json.h"
#include "../text/reason.h"
#include "../text/time_parse.h"
#include "../text/times.h"
#include "detail_view.h"

#include <guidon.h>
#include <stdio.h>
#include <string.h>

enum {
    OPT_JSON,
    OPT_COLOR,
    OPT_NOW,
    OPT_NODE_BITS,
    OPT_PREFIX_BITS,
    OPT_LENIENT
};

static const struct option_spec options[] = {
    {.name = "json", .help = "one JSON object per line (see docs/json.md)"},
    OPTION_COLOR,
    {.name = "now",
     .value = "TIME",
     .help = "calculate ages from TIME instead of the clock"},
    {.name = "node-bits",
     .value = "N",
     .least = 1,
     .most = GUIDON_V8_NODE_BITS_MAX,
     .help = "version 8 ids have a node number of N bits, as v8-node makes"},
    {.name = "prefix-bits",
     .value = "N",
     .most = GUIDON_V8_PREFIX_BITS_MAX,
     .help = "version 8 ids have a prefix of N bits, as v8-append makes"},
    OPTION_LENIENT,
};

/* --------------------------------------------------------------------- JSON */

/* Print a reading, with the argument before it and what the options tell of version 8
 * after it. False, with a message, if memory ran out. */
static bool show_json(const char *text, const struct shown *reading,
                      const struct detail_view *view)
{
    const guidon_id *id = &reading->id;
    struct json object = json_new_object();
    guidon_time time;
    uint32_t number;

    json_put_text(&object, "input", text);
    json_put_members(&object, reading->json + 1, reading->len - 2);
    if (guidon_kind_of(id) == GUIDON_KIND_V8 &&
        node_number_of(&time, &number, id, view->node_number_bits)) {
        json_put_time(&object, "time", time, 3);
        json_put_integer(&object, "node_number", number);
    }
    if (guidon_kind_of(id) == GUIDON_KIND_V8 && view->has_prefix &&
        guidon_v8_prefix_of(&time, &number, id, view->prefix_bits) ==
            GUIDON_OK) {
        json_put_time(&object, "time", time, 9);
        json_put_integer(&object, "prefix_number", number);
    }
    return json_print(&object);
}

/* ------------------------------------------------------------------ readings */

struct job {
    bool json;
    unsigned flags; /* of guidon_parse */
    struct detail_view view;
    size_t n_shown;
};

/* Find the reading that begins at `json`: an object of guidon_describe_json, which
 * begins with its form. Returns the byte after it: a comma or a bracket. */
static char *next_reading(struct shown *out, char *json, const char *text,
                          const struct job *job)
{
    static const char before[] = "{\"form\":\"";
    char name[32];
    static const char next[] = ",{\"form\":";
    char *end = json;
    guidon_status status;

    while (strncmp(end, next, sizeof next - 1) != 0 && end[1] != '\0') {
        end++;
    }
    *out = (struct shown){.json = json, .len = (size_t)(end - json)};
    snprintf(name, sizeof name, "%.*s",
             (int)strcspn(json + sizeof before - 1, "\""),
             json + sizeof before - 1);
    status = guidon_form_from_name(&out->form, name);
    if (status == GUIDON_OK) {
        status = guidon_parse(&out->id, NULL, text, strlen(text),
                              GUIDON_ACCEPT(out->form), job->flags, NULL);
    } else {
        out->form = (guidon_form)FORM_TYPEID;
        out->prefix.text = text;
        status = guidon_typeid_parse(&out->id, &out->prefix.len, text,
                                     strlen(text), NULL);
    }
    (void)status; /* it is read again as it was read */
    return end;
}

static bool show_one(struct job *job, const char *text,
                     const struct shown *reading)
{
    if (job->json) {
        return show_json(text, reading, &job->view);
    }
    if (job->n_shown++ > 0) {
        output_text("\n");
    }
    detail_view_draw(reading, &job->view);
    return true;
}

/* Report a text that is not an id. guidon_parse returned `status` at `bad_at`. */
static void report_text(const char *text, size_t len, guidon_accept accept,
                        unsigned flags, guidon_status status, size_t bad_at)
{
    static const struct typeid_reading any = {.any = true};
    char words[REASON_MAX];
    guidon_id id;

    if (typeid_shaped(text, len)) {
        typeid_read(&id, words, sizeof words, &bad_at, text, len, &any);
    } else {
        reason_text(words, &bad_at, text, len, accept, flags, status);
    }
    message("'%s': %s", ESCAPED(text), words);
}

static enum exit_code show_text(struct job *job, const char *text)
{
    static char document[GUIDON_DESCRIBE_MAX + 1];
    const guidon_accept accept = GUIDON_ACCEPT_ANY;
    size_t len = strlen(text), n = 0, bad_at = 0;
    struct shown reading;
    guidon_id id;

    /* Every document fits. */
    (void)!guidon_describe_json(document, GUIDON_DESCRIBE_MAX, &n, text, len,
                                accept, job->flags);
    document[n] = '\0';
    for (char *at = document; at[1] == '{';) {
        at = next_reading(&reading, at + 1, text, job);
        if (!show_one(job, text, &reading)) {
            return EXIT_IO;
        }
    }
    if (document[1] == '{') {
        return EXIT_DONE;
    }
    report_text(text, len, accept, job->flags,
                guidon_parse(&id, NULL, text, len, accept, job->flags, &bad_at),
                bad_at);
    return EXIT_NO;
}

/* False, with a message, if a value is wrong. */
static bool read_options(struct detail_view *view, const struct args *args)
{
    const char *now = args_value(args, OPT_NOW);

    if (now && !time_parse(&view->now, now)) {
        return false;
    }
    view->node_number_bits = args_number(args, OPT_NODE_BITS, 0);
    view->has_prefix = args_has(args, OPT_PREFIX_BITS);
    view->prefix_bits = args_number(args, OPT_PREFIX_BITS, 0);
    if (view->has_prefix && view->node_number_bits > 0) {
        message_usage("--prefix-bits excludes --node-bits: an id has one "
                      "layout");
        return false;
    }
    return true;
}

static enum exit_code run(const struct args *args)
{
    struct job job = {
        .json = args_has(args, OPT_JSON),
        .flags = args_has(args, OPT_LENIENT) ? GUIDON_PARSE_LENIENT : 0,
        .view =
            {
                .style = style_of_stdout(args_colour(args, OPT_COLOR)),
                .now = time_now(),
            },
    };
    enum exit_code code = EXIT_DONE;

    if (!read_options(&job.view, args)) {
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < args->n_operands && !output_failed(); i++) {
        enum exit_code one = show_text(&job, args->operands[i]);

        code = one != EXIT_DONE ? one : code;
    }
    return code;
}

static const struct example examples[] = {
    {"The kind, time, fields and bits of an id",
     "guidon show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
    {"The same for an id in any other form",
     "guidon show 01ARZ3NDEKTSV4RRFFQ69G5FAV"},
    {"A TypeID, with its prefix",
     "guidon show user_01h455vb4pex5vsknk084sn02q"},
    {"The node number of an id of guidon new v8-node",
     "guidon show --node-bits 10 017f22e2-79b0-8a95-a9c4-dc0c0c07398f"},
    {"The prefix and the time of an id of guidon new v8-append",
     "guidon show --prefix-bits 20 fffff17f-22e2-879b-a000-0014b3a0f2c1"},
    {"For a script",
     "guidon show --json '{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}'"},
};

const struct command command_show = {
    .name = "show",
    .summary = "Explain an id: kind, time, fields, bits and every form",
    .operand = "ID",
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .options = options,
    .n_options = COUNT_OF(options),
    .notes =
        "guidon shows every reading of a text. If a text has no form that is read without\n"
        "its name, guidon shows it once for each form that it could have, for example as\n"
        "base58 and as base64url. The other readings of 32 hexadecimal digits stand after\n"
        "\"or as\", and so do those of a ULID of a time outside the years 2000 to 2099.\n\n"
        "Without --color, guidon colours on a terminal unless NO_COLOR is set.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
