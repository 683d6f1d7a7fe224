/* SPDX-License-Identifier: MIT */
/* report_json.c - what audit found, as JSON Lines. */
#include "../text/json.h"
#include "audit.h"

static json_t *integer(uint64_t number)
{
    return json_integer((json_int_t)number);
}

static void append(struct draft *list, json_t *value)
{
    if (json_array_append_new(list->object, value) != 0) {
        list->lacking = true;
    }
}

static void put_place(struct draft *draft, const char *file, const char *record,
                      uint64_t place, const struct audit_style *style)
{
    draft_put(draft, file, json_path(audit_file(style, place)));
    draft_put(draft, record, integer(PLACE_NUMBER(place)));
}

/* ----------------------------------------------------------------- examples */

static json_t *example_json(const struct found_id *example,
                            enum issue_name name,
                            const struct audit_style *style)
{
    struct draft draft = draft_new();
    const bool ulid = PLACE_ULID(example->place);
    char text[GUIDON_UUID_LEN];
    int64_t ms;

    if (ulid) {
        guidon_ulid_format(text, &example->id);
    } else {
        guidon_uuid_format(text, &example->id);
    }
    put_place(&draft, "file", "record", example->place, style);
    draft_put(&draft, "id",
              json_stringn(text, ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN));
    if (example->first != 0) {
        put_place(&draft, "first_file", "first_record", example->first, style);
    }
    if (interpretations_time(&ms, name, &example->id,
                             kind_of(&example->id, ulid ? GUIDON_FORM_ULID
                                                        : GUIDON_FORM_UUID))) {
        draft_put_time(&draft, "time", time_of_ms(ms), 3);
    }
    return draft_finish(&draft);
}

static json_t *examples_json(const struct found_ids *finding,
                             enum issue_name name,
                             const struct audit_style *style)
{
    struct draft list = {.object = json_array()};

    for (size_t i = 0; i < found_examples(finding); i++) {
        append(&list, example_json(&finding->examples[i], name, style));
    }
    return draft_finish(&list);
}

static json_t *no_ids_json(const struct audit *audit,
                           const struct audit_style *style)
{
    struct draft list = {.object = json_array()};

    for (size_t i = 0; i < found_examples(&audit->found[ISSUE_NOT_IDS]); i++) {
        struct draft draft = draft_new();

        put_place(&draft, "file", "record", audit->no_ids[i].place, style);
        draft_put(&draft, "offset", integer(audit->no_ids[i].offset));
        draft_put(&draft, "reason", json_string(audit->no_ids[i].why));
        append(&list, draft_finish(&draft));
    }
    return draft_finish(&list);
}

static json_t *nodes_json(const struct nodes *nodes)
{
    struct draft list = {.object = json_array()};

    for (size_t i = 0; i < nodes->n && i < NODES_REPORTED; i++) {
        struct draft draft = draft_new();
        char text[NODE_TEXT_MAX];

        draft_put(&draft, "node",
                  json_string(node_text(text, nodes->held[i].node)));
        draft_put(&draft, "count", integer(nodes->held[i].count));
        draft_put(&draft, "local",
                  json_boolean(node_is_local(nodes->held[i].node)));
        append(&list, draft_finish(&draft));
    }
    return draft_finish(&list);
}

/* ----------------------------------------------------------------- findings */

static struct draft issue_draft(enum issue_name name, enum sure sure,
                                uint64_t count)
{
    struct draft draft = draft_new();

    draft_put(&draft, "what", json_string("finding"));
    draft_put(&draft, "finding", json_string(issue_title(name)->name));
    draft_put(&draft, "sure", json_string(sure_word(sure)));
    draft_put(&draft, "count", integer(count));
    return draft;
}

static bool print_finding(const struct audit *audit, enum issue_name name,
                          const struct audit_style *style)
{
    const struct found_ids *finding = &audit->found[name];
    struct draft draft = issue_draft(name, audit->sure[name], finding->count);

    if (audit->p[name] < 1) {
        draft_put(&draft, "p", json_real(audit->p[name]));
    }
    if (name == ISSUE_DUPLICATES) {
        draft_put(&draft, "different", integer(audit->repeated));
    }
    if (name == ISSUE_MAC || name == ISSUE_NODE_BIT) {
        draft_put(&draft, "different", integer(audit->nodes.n));
        draft_put(&draft, "nodes", nodes_json(&audit->nodes));
    }
    draft_put(&draft, "examples",
              name == ISSUE_NOT_IDS ? no_ids_json(audit, style)
                                    : examples_json(finding, name, style));
    return draft_print(&draft);
}

/* What a test measured, of one that was judged. */
static void put_measure(struct draft *draft, const struct randomness_test *test)
{
    const struct verdict *verdict = &test->verdict;

    draft_put(draft, "p", json_real(verdict->p));
    if (test->name >= ISSUE_SEQUENTIAL) {
        draft_put(draft, "due", json_real(test->due));
        draft_put(draft, "met", integer((uint64_t)verdict->statistic));
        return;
    }
    draft_put(draft, test->name == ISSUE_BYTES ? "chi_square" : "z",
              json_real(verdict->statistic));
    draft_put(draft, test->name == ISSUE_BYTES ? "octet" : "bit",
              integer(verdict->at));
}

static bool print_test_finding(const struct audit *audit,
                               enum randomness_kind kind,
                               const struct randomness_test *test,
                               const struct audit_style *style)
{
    const struct randomness *draws = &audit->draws[kind];
    struct draft draft = issue_draft(test->name, issue_title(test->name)->sure,
                                     test->name >= ISSUE_SEQUENTIAL
                                         ? (uint64_t)test->verdict.statistic
                                         : test->n);

    draft_put(&draft, "kind",
              json_string(kind_name(randomness_kind_name(kind))));
    put_measure(&draft, test);
    if (test->name >= ISSUE_SEQUENTIAL) {
        draft_put(&draft, "examples",
                  examples_json(test->name == ISSUE_SEQUENTIAL
                                    ? &draws->neighbours
                                    : &draws->again,
                                test->name, style));
    }
    return draft_print(&draft);
}

/* -------------------------------------------------------------------- tests */

static bool print_test(enum randomness_kind kind,
                       const struct randomness_test *test)
{
    struct draft draft = draft_new();

    draft_put(&draft, "what", json_string("test"));
    draft_put(&draft, "test", json_string(issue_title(test->name)->name));
    draft_put(&draft, "kind",
              json_string(kind_name(randomness_kind_name(kind))));
    draft_put(&draft, "n", integer(test->n));
    if (test->why) {
        draft_put(&draft, "p", json_null());
        draft_put(&draft, "reason", json_string(test->why));
    } else {
        put_measure(&draft, test);
    }
    return draft_print(&draft);
}

static bool print_bits(const struct audit *audit, enum randomness_kind kind)
{
    const struct byte_histogram *values = &audit->draws[kind].values;
    struct draft draft = draft_new();
    struct draft list = {.object = json_array()};

    draft_put(&draft, "what", json_string("bits"));
    draft_put(&draft, "kind",
              json_string(kind_name(randomness_kind_name(kind))));
    draft_put(&draft, "n", integer(values->n));
    for (unsigned bit = 0; bit < 128; bit++) {
        append(&list, integer(byte_histogram_ones(values, bit)));
    }
    draft_put(&draft, "ones", draft_finish(&list));
    return draft_print(&draft);
}

static bool print_kind(const struct audit *audit, enum randomness_kind kind)
{
    for (size_t i = 0; i < RANDOMNESS_TESTS; i++) {
        const struct randomness_test *test = &audit->tests[kind][i];

        if ((test->verdict.tests > 0 || test->why) && !print_test(kind, test)) {
            return false;
        }
    }
    return print_bits(audit, kind);
}

static bool print_summary(const struct audit *audit)
{
    struct draft draft = draft_new();
    struct draft kinds = draft_new();

    draft_put(&draft, "what", json_string("summary"));
    draft_put(&draft, "records", integer(audit->records));
    draft_put(&draft, "ids", integer(audit->ids));
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (audit->kinds[kind] > 0) {
            draft_put(&kinds, kind_name(kind), integer(audit->kinds[kind]));
        }
    }
    draft_put(&draft, "kinds", draft_finish(&kinds));
    draft_put(&draft, "findings", integer(audit_findings(audit)));
    timeline_put(&draft, &audit->line);
    return draft_print(&draft);
}

bool audit_print_json(const struct audit *audit,
                      const struct audit_style *style)
{
    bool done = true;

    for (int name = 0; name < ISSUE_BITS && done; name++) {
        if (audit->found[name].count > 0) {
            done = print_finding(audit, (enum issue_name)name, style);
        }
    }
    for (enum randomness_kind kind = 0; kind < DRAWS; kind++) {
        for (size_t i = 0; i < RANDOMNESS_TESTS && done; i++) {
            if (audit->tests[kind][i].found) {
                done = print_test_finding(audit, kind, &audit->tests[kind][i],
                                          style);
            }
        }
    }
    for (enum randomness_kind kind = 0; kind < DRAWS && done; kind++) {
        if (audit->draws[kind].ids > 0) {
            done = print_kind(audit, kind);
        }
    }
    return done && print_summary(audit);
}
