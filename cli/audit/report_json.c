/* SPDX-License-Identifier: MIT */
/* report_json.c - the report of audit as JSON Lines. */
#include "../text/json.h"
#include "audit.h"
#include "document.h"

static void put_position(struct json *object, const char *file,
                         const char *record, uint64_t position,
                         const struct report_context *context)
{
    json_put_path(object, file, audit_file(context, position));
    json_put_integer(object, record, POSITION_NUMBER(position));
}

/* ----------------------------------------------------------------- examples */

static struct json example_json(const struct issue_example *example,
                                enum issue_name name,
                                const struct report_context *context)
{
    struct json object = json_new_object();
    const bool ulid = POSITION_ULID(example->position);
    char text[GUIDON_UUID_LEN];
    int64_t ms;

    if (ulid) {
        guidon_ulid_format(text, &example->id);
    } else {
        guidon_uuid_format(text, &example->id);
    }
    put_position(&object, "file", "record", example->position, context);
    json_put_bytes(&object, "id", text,
                   ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN);
    if (example->first != 0) {
        put_position(&object, "first_file", "first_record", example->first,
                     context);
    }
    if (interpretations_time(&ms, name, &example->id,
                             kind_of(&example->id, ulid ? GUIDON_FORM_ULID
                                                        : GUIDON_FORM_UUID))) {
        json_put_time(&object, "time", time_of_ms(ms), 3);
    }
    return object;
}

static struct json examples_json(const struct issue_ids *issue,
                                 enum issue_name name,
                                 const struct report_context *context)
{
    struct json list = json_new_array();

    for (size_t i = 0; i < issue_examples(issue); i++) {
        json_append(&list, example_json(&issue->examples[i], name, context));
    }
    return list;
}

static struct json no_ids_json(const struct audit *audit,
                               const struct report_context *context)
{
    struct json list = json_new_array();

    for (size_t i = 0; i < issue_examples(&audit->issues[ISSUE_NOT_IDS]); i++) {
        struct json object = json_new_object();

        put_position(&object, "file", "record", audit->no_ids[i].position,
                     context);
        json_put_integer(&object, "offset", audit->no_ids[i].offset);
        json_put_text(&object, "reason", audit->no_ids[i].reason);
        json_append(&list, object);
    }
    return list;
}

static struct json nodes_json(const struct nodes *nodes)
{
    struct json list = json_new_array();

    for (size_t i = 0; i < nodes->n && i < NODES_REPORTED; i++) {
        struct json object = json_new_object();
        char text[NODE_TEXT_MAX];

        json_put_text(&object, "node", node_text(text, nodes->counts[i].node));
        json_put_integer(&object, "count", nodes->counts[i].count);
        json_put_bool(&object, "local", node_is_local(nodes->counts[i].node));
        json_append(&list, object);
    }
    return list;
}

/* ------------------------------------------------------------------- issues */

static struct json issue_json(enum issue_name name, enum certainty certainty,
                              uint64_t count)
{
    struct json object = json_new_object();

    json_put_text(&object, "what", "finding");
    json_put_text(&object, "finding", issue_title(name)->name);
    json_put_text(&object, "sure", certainty_word(certainty));
    json_put_integer(&object, "count", count);
    return object;
}

static bool print_issue(const struct audit *audit, enum issue_name name,
                        const struct report_context *context)
{
    const struct issue_ids *issue = &audit->issues[name];
    struct json object = issue_json(name, audit->certainty[name], issue->count);

    if (audit->p[name] < 1) {
        json_put_real(&object, "p", audit->p[name]);
    }
    if (name == ISSUE_DUPLICATES) {
        json_put_integer(&object, "different", audit->repeated);
    }
    if (name == ISSUE_MAC || name == ISSUE_NODE_BIT) {
        json_put_integer(&object, "different", audit->nodes.n);
        json_put(&object, "nodes", nodes_json(&audit->nodes));
    }
    json_put(&object, "examples",
             name == ISSUE_NOT_IDS ? no_ids_json(audit, context)
                                   : examples_json(issue, name, context));
    return json_print(&object);
}

/* The result of a test that was judged. */
static void put_measure(struct json *object, const struct randomness_test *test)
{
    const struct verdict *verdict = &test->verdict;

    json_put_real(object, "p", verdict->p);
    if (test->name >= ISSUE_SEQUENTIAL) {
        json_put_real(object, "due", test->expected);
        json_put_integer(object, "met", (uint64_t)verdict->statistic);
        return;
    }
    json_put_real(object, test->name == ISSUE_BYTES ? "chi_square" : "z",
                  verdict->statistic);
    json_put_integer(object, test->name == ISSUE_BYTES ? "octet" : "bit",
                     verdict->index);
}

static bool print_test_issue(const struct audit *audit,
                             enum randomness_kind kind,
                             const struct randomness_test *test,
                             const struct report_context *context)
{
    const struct randomness *randomness = &audit->randomness[kind];
    struct json object = issue_json(
        test->name, issue_title(test->name)->certainty,
        test->name >= ISSUE_SEQUENTIAL ? (uint64_t)test->verdict.statistic
                                       : test->n);

    json_put_text(&object, "kind", kind_name(randomness_kind_name(kind)));
    put_measure(&object, test);
    if (test->name >= ISSUE_SEQUENTIAL) {
        json_put(&object, "examples",
                 examples_json(test->name == ISSUE_SEQUENTIAL
                                   ? &randomness->same_first_half
                                   : &randomness->same_second_half,
                               test->name, context));
    }
    return json_print(&object);
}

/* -------------------------------------------------------------------- tests */

static bool print_test(enum randomness_kind kind,
                       const struct randomness_test *test)
{
    struct json object = json_new_object();

    json_put_text(&object, "what", "test");
    json_put_text(&object, "test", issue_title(test->name)->name);
    json_put_text(&object, "kind", kind_name(randomness_kind_name(kind)));
    json_put_integer(&object, "n", test->n);
    if (test->reason) {
        json_put_null(&object, "p");
        json_put_text(&object, "reason", test->reason);
    } else {
        put_measure(&object, test);
    }
    return json_print(&object);
}

static bool print_bits(const struct audit *audit, enum randomness_kind kind)
{
    const struct byte_histogram *values = &audit->randomness[kind].values;
    struct json object = json_new_object();
    struct json list = json_new_array();

    json_put_text(&object, "what", "bits");
    json_put_text(&object, "kind", kind_name(randomness_kind_name(kind)));
    json_put_integer(&object, "n", values->n);
    for (unsigned bit = 0; bit < 128; bit++) {
        json_append_integer(&list, byte_histogram_ones(values, bit));
    }
    json_put(&object, "ones", list);
    return json_print(&object);
}

static bool print_kind(const struct audit *audit, enum randomness_kind kind)
{
    for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
        const struct randomness_test *test = &audit->tests[kind][i];

        if ((test->verdict.tests > 0 || test->reason) &&
            !print_test(kind, test)) {
            return false;
        }
    }
    return print_bits(audit, kind);
}

static bool print_summary(const struct audit *audit)
{
    struct json object = json_new_object();

    json_put_text(&object, "what", "summary");
    json_put_integer(&object, "records", audit->records);
    document_put(&object, &audit->ids, &audit->issues[ISSUE_DUPLICATES].count);
    json_put_integer(&object, "findings", audit_issue_count(audit));
    timeline_put(&object, &audit->timeline);
    return json_print(&object);
}

static bool print_cause(const struct cause_found *found,
                        const struct report_context *context)
{
    struct json object = json_new_object();

    json_put_text(&object, "what", "cause");
    json_put_text(&object, "cause", guidon_cause_name(found->cause));
    json_put_text(&object, "sure", certainty_word(found->certainty));
    json_put_integer(&object, "count", found->ids.count);
    json_put_real(&object, "p", found->p);
    json_put_bool(&object, "repair", guidon_cause_reversible(found->cause));
    json_put(&object, "examples",
             examples_json(&found->ids, ISSUE_NOT_RFC, context));
    return json_print(&object);
}

bool audit_print_json(const struct audit *audit,
                      const struct report_context *context)
{
    bool done = true;

    for (int name = 0; name < ISSUE_BITS && done; name++) {
        if (audit->issues[name].count > 0) {
            done = print_issue(audit, (enum issue_name)name, context);
        }
    }
    for (enum randomness_kind kind = 0; kind < RANDOMNESS_KINDS; kind++) {
        for (size_t i = 0; i < RANDOMNESS_TESTS && done; i++) {
            if (audit->tests[kind][i].found) {
                done = print_test_issue(audit, kind, &audit->tests[kind][i],
                                        context);
            }
        }
    }
    for (size_t i = 0; i < audit->causes.n && done; i++) {
        done = print_cause(&audit->causes.found[i], context);
    }
    for (enum randomness_kind kind = 0; kind < RANDOMNESS_KINDS && done;
         kind++) {
        if (audit->randomness[kind].ids > 0) {
            done = print_kind(audit, kind);
        }
    }
    return done && print_summary(audit);
}
