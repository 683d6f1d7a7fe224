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

static struct json json_field(const struct field *field, const guidon_id *id)
{
    struct json object = json_new_object();
    char hex[FIELD_TEXT_MAX];

    json_put_text(&object, "name", field->name);
    json_put_integer(&object, "bit", field->start);
    json_put_integer(&object, "width", field->width);
    json_put_text(&object, "hex", field_hex(hex, field, id));
    return object;
}

static struct json json_fields(const guidon_id *id, enum kind kind)
{
    size_t n;
    const struct field *fields = kind_fields(&n, kind);
    struct json array = json_new_array();

    for (size_t i = 0; i < n; i++) {
        json_append(&array, json_field(&fields[i], id));
    }
    return array;
}

static struct json json_forms(const guidon_id *id)
{
    struct json object = json_new_object();

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        char text[GUIDON_TEXT_MAX];
        size_t len = 0;

        if (guidon_format(text, sizeof text, &len, id, (guidon_form)i) ==
            GUIDON_OK) {
            json_put_bytes(&object, guidon_form_name((guidon_form)i), text,
                           len);
        }
    }
    return object;
}

static void put_parts(struct json *object, const guidon_id *id, enum kind kind)
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
        json_put_time(object, "time", time, digits);
        return;
    }
    json_put_text(object, "variant", variant_title(guidon_variant_of(id)));
    if (guidon_variant_of(id) == GUIDON_VARIANT_RFC) {
        json_put_integer(object, "version", (uint64_t)guidon_version_of(id));
    }
    if (kind_time(&time, &digits, kind, id)) {
        json_put_time(object, "time", time, digits);
    }
    if (guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        json_put_time(object, "time_low", time, 7);
        json_put_time(object, "time_high", high, 7);
    }
    if (guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        json_put_integer(object, "clock_seq", clock_seq);
    }
    if (guidon_node_of(node, id) == GUIDON_OK) {
        snprintf(hex, sizeof hex, "%02x%02x%02x%02x%02x%02x", node[0], node[1],
                 node[2], node[3], node[4], node[5]);
        json_put_text(object, "node", hex);
        json_put_text(object, "node_is", node_is(id));
    }
    if (guidon_dce_of(&domain, &local_id, id) == GUIDON_OK) {
        json_put_integer(object, "domain", domain);
        json_put_integer(object, "local_id", local_id);
    }
}

static struct json json_others(const struct other_readings *others)
{
    struct json object = json_new_object();
    char uuid[GUIDON_UUID_LEN];

    for (unsigned form = 0; others->forms >> form; form++) {
        if (others->forms >> form & 1) {
            guidon_uuid_format(uuid, &others->ids[form]);
            json_put_bytes(&object, guidon_form_name((guidon_form)form), uuid,
                           sizeof uuid);
        }
    }
    return object;
}

/* False, with a message, if memory ran out. */
static bool show_json(const char *text, const guidon_id *id, guidon_form form,
                      const struct detail_view *view)
{
    enum kind kind = kind_of(id, form);
    enum kind other;
    guidon_time time;
    uint32_t node;
    struct json object = json_new_object();

    json_put_text(&object, "input", text);
    json_put_text(&object, "form", choice_any_form(form));
    if (view->others.forms) {
        json_put(&object, "or_as", json_others(&view->others));
    }
    if (view->prefix.len > 0) {
        json_put_bytes(&object, "prefix", view->prefix.text, view->prefix.len);
    }
    json_put_text(&object, "kind", kind_name(kind));
    if (kind_alternative(&other, id, kind)) {
        json_put_text(&object, "could_be", kind_name(other));
    }
    put_parts(&object, id, kind);
    if (kind == KIND_V8 &&
        node_number_of(&time, &node, id, view->node_number_bits)) {
        json_put_time(&object, "time", time, 3);
        json_put_integer(&object, "node_number", node);
    }
    if (kind == KIND_V8 && view->has_prefix &&
        guidon_v8_prefix_of(&node, &time, id, view->prefix_bits) == GUIDON_OK) {
        json_put_time(&object, "time", time, 9);
        json_put_integer(&object, "prefix_number", node);
    }
    json_put(&object, "fields", json_fields(id, kind));
    json_put(&object, "forms", json_forms(id));
    return json_print(&object);
}

/* -------------------------------------------------------------------- detail
 * view */

struct job {
    bool json;
    uint64_t lenient;
    struct detail_view view;
    size_t n_shown;
};

static bool show_one(struct job *job, const char *text, const guidon_id *id,
                     guidon_form form)
{
    if (job->json) {
        return show_json(text, id, form, &job->view);
    }
    if (job->n_shown++ > 0) {
        output_text("\n");
    }
    detail_view_draw(id, form, &job->view);
    return true;
}

/* Show an ambiguous text once for each form that it could have. */
static enum exit_code show_each(struct job *job, const char *text, size_t len,
                                uint64_t accept)
{
    uint64_t forms = guidon_parse_candidates(text, len, accept);

    for (unsigned form = 0; forms >> form; form++) {
        guidon_id id;

        if (guidon_parse(&id, NULL, text, len,
                         (forms & GUIDON_ACCEPT(form)) | job->lenient,
                         NULL) == GUIDON_OK &&
            !show_one(job, text, &id, (guidon_form)form)) {
            return EXIT_IO;
        }
    }
    return EXIT_DONE;
}

/* Could the text of a ULID be of another form? Other forms seldom have such
 * texts, and a ULID of a usual time is what everybody means. */
static bool is_doubtful_ulid(const guidon_id *id, guidon_time now)
{
    const int64_t day = 86400, year_2000 = 946684800;
    guidon_time time;
    unsigned digits;

    return kind_time(&time, &digits, KIND_ULID, id) &&
           (time.seconds < year_2000 || time.seconds - day > now.seconds);
}

/* The forms beside `form` that would read a text by their names: of 32 hex
 * digits, and of 26 characters of a doubtful ULID. Only these two shapes belong to
 * one form although others have them. */
static struct other_readings others_of(const char *text, size_t len,
                                       const guidon_id *id, guidon_form form,
                                       guidon_time now)
{
    struct other_readings others = {.forms = 0};
    bool is_hex = form == GUIDON_FORM_HEX || form == GUIDON_FORM_HEX_UPPER;
    bool is_ulid = form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if ((is_hex || (is_ulid && is_doubtful_ulid(id, now))) &&
            !(GUIDON_ACCEPT_ANY & GUIDON_ACCEPT(i)) &&
            guidon_parse(&others.ids[i], NULL, text, len, GUIDON_ACCEPT(i),
                         NULL) == GUIDON_OK) {
            others.forms |= GUIDON_ACCEPT(i);
        }
    }
    return others;
}

/* Show an id that is read without the name of its form. */
static enum exit_code show_read(struct job *job, const char *text, size_t len,
                                const guidon_id *id, guidon_form form)
{
    bool shown;

    job->view.others = others_of(text, len, id, form, job->view.now);
    shown = show_one(job, text, id, form);
    job->view.others.forms = 0;
    return shown ? EXIT_DONE : EXIT_IO;
}

/* Show a TypeID with a prefix. False if the text is not one. A TypeID without a
 * prefix is a ULID. */
static bool show_typeid(enum exit_code *code, struct job *job, const char *text,
                        size_t len)
{
    guidon_id id;
    size_t prefix_len;

    if (guidon_typeid_parse(&id, &prefix_len, text, len, NULL) != GUIDON_OK) {
        return false;
    }
    job->view.prefix = (struct typeid_prefix){text, prefix_len};
    *code = show_one(job, text, &id, (guidon_form)FORM_TYPEID) ? EXIT_DONE
                                                               : EXIT_IO;
    job->view.prefix.len = 0;
    return true;
}

/* Report a text that is not an id. guidon_parse returned `status` at `bad_at`. */
static void report_text(const char *text, size_t len, uint64_t accept,
                        guidon_status status, size_t bad_at)
{
    static const struct typeid_reading any = {.any = true};
    char words[REASON_MAX];
    guidon_id id;

    if (typeid_shaped(text, len)) {
        typeid_read(&id, words, sizeof words, &bad_at, text, len, &any);
    } else {
        reason_text(words, &bad_at, text, len, accept, status);
    }
    message("'%s': %s", ESCAPED(text), words);
}

static enum exit_code show_text(struct job *job, const char *text)
{
    guidon_id id;
    guidon_form form;
    size_t len = strlen(text);
    size_t bad_at = 0;
    uint64_t accept = GUIDON_ACCEPT_ANY | job->lenient;
    guidon_status status = guidon_parse(&id, &form, text, len, accept, &bad_at);
    enum exit_code code = EXIT_NO;

    if (status == GUIDON_OK) {
        return show_read(job, text, len, &id, form);
    }
    if (show_typeid(&code, job, text, len)) {
        return code;
    }
    if (status == GUIDON_E_AMBIGUOUS) {
        return show_each(job, text, len, accept);
    }
    report_text(text, len, accept, status, bad_at);
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
        .lenient = args_has(args, OPT_LENIENT) ? GUIDON_ACCEPT_LENIENT : 0,
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
        "\"or as\", and so do those of a ULID from before 2000 or after tomorrow.\n\n"
        "Without --color, guidon colours on a terminal unless NO_COLOR is set.",
    .examples = examples,
    .n_examples = COUNT_OF(examples),
    .run = run,
};
