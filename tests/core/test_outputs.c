/* SPDX-License-Identifier: MIT */
/* test_outputs.c - the rule of <guidon/status.h>: a call that fails leaves its
 * outputs unchanged, and a call that creates an object gives NULL. Every
 * function of the headers that can fail has a row. */
#include "core_test.h"

#include <stdio.h>
#include <stdlib.h>

#define N 3

/* Everything that the rows write. A call may change the members of `reports` if
 * its row says so. */
static struct outputs {
    struct {
        size_t bad_at, done, out_len;
    } reports;
    void *made;
    const char *part[2];
    guidon_id id, ids[N], high[N];
    guidon_time time, other_time;
    guidon_form form;
    guidon_order order;
    guidon_cause cause;
    guidon_domain domain;
    guidon_key key;
    guidon_mask_key mask_key;
    guidon_key_ring ring;
    guidon_name_hash name;
    guidon_lease_terms terms;
    uint64_t number;
    uint32_t small, other_small;
    uint16_t seq;
    unsigned digits;
    size_t len;
    unsigned char bytes[16];
    char text[N * 64];
    uint64_t memory[64];
    guidon_scanner scanner;
    guidon_query query;
} at;

static const guidon_id v4 = {{0, 0, 0, 0, 0, 0, 0x40, 0, 0x80}};
static const guidon_id v7 = {{0, 0, 0, 0, 0, 0, 0x70, 0, 0x80}};
static const guidon_id of_v7[N] = {{{0, 0, 0, 0, 0, 0, 0x40, 0, 0x80}}};
static const guidon_key no_key;
static const guidon_options no_kind;
static const guidon_mask_key no_mask_key;
static const guidon_key_ring no_ring;
static const unsigned char some[32];
static const guidon_time before = {-20000000000, 0};
static const guidon_time unsound = {0, 1000000000};
static const guidon_time times[N] = {{0, 0}, {0, 0}, {-1, 0}};
static const uint64_t unix_ms[N];
static const uint64_t past = UINT64_C(1) << 60;
static const char wrong[N * 64] = "not an id";
static const char braces[] = "{00000000-0000-0000-0000-000000000000}";
static const guidon_span span = {.form = GUIDON_FORM_UUID};
static guidon_scanner of_numbers;
static guidon_query of_digits;
static guidon_audit audit; /* of no id */
static guidon_generator *of_no_clock;

/* A function, the mistake in its call, and the status. */
#define CALLS(ROW)                                                             \
  ROW(guidon_alias_format, RANGE,                                              \
      guidon_alias_format(at.text, 90, &at.reports.out_len, &of_numbers,       \
                          &span, wrong, 0, 0))                                 \
  ROW(guidon_audit_json, SPACE,                                                \
      guidon_audit_json(at.text, 1, &at.reports.out_len, &audit, NULL))        \
  ROW(guidon_cause_from_name, ARGUMENT,                                        \
      guidon_cause_from_name(&at.cause, "unknown"))                            \
  ROW(guidon_clock_seq_of, VERSION, guidon_clock_seq_of(&at.seq, &v7))         \
  ROW(guidon_data_check_text, CHAR,                                            \
      guidon_data_check_text("\xff", 1, &at.reports.bad_at))                   \
  ROW(guidon_dce_of, VERSION, guidon_dce_of(&at.domain, &at.small, &v7))       \
  ROW(guidon_dce_time_of, VERSION,                                             \
      guidon_dce_time_of(&at.time, &at.other_time, &v7))                       \
  ROW(guidon_decrypt, ARGUMENT, guidon_decrypt(&at.id, &no_key, &v7))          \
  ROW(guidon_decrypt_many, ARGUMENT,                                           \
      guidon_decrypt_many(at.ids, &no_key, of_v7, N, &at.reports.done))        \
  ROW(guidon_describe_json, SPACE,                                             \
      guidon_describe_json(at.text, 1, &at.reports.out_len, braces, 38,        \
                           GUIDON_ACCEPT_ANY, 0))                              \
  ROW(guidon_duplicates_explain, SPACE,                                        \
      guidon_duplicates_explain(at.text, 9, &at.reports.out_len, NULL))        \
  ROW(guidon_encrypt, ARGUMENT, guidon_encrypt(&at.id, &no_key, &v7))          \
  ROW(guidon_encrypt_many, ARGUMENT,                                           \
      guidon_encrypt_many(at.ids, &no_key, of_v7, N, &at.reports.done))        \
  ROW(guidon_form_from_name, ARGUMENT, guidon_form_from_name(&at.form, "x"))   \
  ROW(guidon_format, SPACE,                                                    \
      guidon_format(at.text, 31, &at.reports.out_len, &v7, GUIDON_FORM_HEX))   \
  ROW(guidon_format_many, ARGUMENT,                                            \
      guidon_format_many(at.text, 31, of_v7, N, GUIDON_FORM_HEX))              \
  ROW(guidon_from_oid_der, LENGTH,                                             \
      guidon_from_oid_der(&at.id, some, 0, &at.reports.bad_at))                \
  ROW(guidon_key_init, ARGUMENT, guidon_key_init(&at.key, some, 31))           \
  ROW(guidon_key_ring_add, RANGE,                                              \
      guidon_key_ring_add(&at.ring, 65536, some, GUIDON_KEY_LEN))              \
  ROW(guidon_key_ring_current, ARGUMENT,                                       \
      guidon_key_ring_current(&at.small, &no_ring))                            \
  ROW(guidon_key_ring_find, ARGUMENT,                                          \
      guidon_key_ring_find(at.bytes, sizeof at.bytes, NULL, &no_ring, 0))      \
  ROW(guidon_key_ring_number, ARGUMENT,                                        \
      guidon_key_ring_number(&at.small, &no_ring, 0))                          \
  ROW(guidon_key_ring_parse, CHAR,                                             \
      guidon_key_ring_parse(&at.ring, wrong, 9, &at.reports.bad_at))           \
  ROW(guidon_key_ring_reason, SPACE,                                           \
      guidon_key_ring_reason(at.text, 1, &at.reports.out_len, wrong, 9))       \
  ROW(guidon_kind_time_of, VERSION,                                            \
      guidon_kind_time_of(&at.time, &at.digits, &v4, GUIDON_KIND_V4))          \
  ROW(guidon_lease_read, STATE, guidon_lease_read(&at.terms, "/"))             \
  ROW(guidon_machine_describe, ARGUMENT,                                       \
      guidon_machine_describe(&at.part[0], &at.part[1], 999))                  \
  ROW(guidon_mask, ARGUMENT, guidon_mask(&at.id, &no_mask_key, &v7))           \
  ROW(guidon_mask_key_init, ARGUMENT,                                          \
      guidon_mask_key_init(&at.mask_key, some, 17))                            \
  ROW(guidon_mask_many, ARGUMENT,                                              \
      guidon_mask_many(at.ids, &no_mask_key, of_v7, N, &at.reports.done))      \
  ROW(guidon_name_hash_init, ARGUMENT,                                         \
      guidon_name_hash_init(&at.name, &v7, (guidon_name_kind)99))              \
  ROW(guidon_ncs_time_of, VERSION, guidon_ncs_time_of(&at.time, &v7))          \
  ROW(guidon_new, ARGUMENT, guidon_new(&at.id, (guidon_kind)99))               \
  ROW(guidon_new_many, ARGUMENT, guidon_new_many(at.ids, N, (guidon_kind)99))  \
  ROW(guidon_next, CLOCK, guidon_next(&at.id, of_no_clock))                    \
  ROW(guidon_next_many, CLOCK, guidon_next_many(at.ids, N, of_no_clock))       \
  ROW(guidon_next_prefixed, ARGUMENT,                                          \
      guidon_next_prefixed(&at.id, of_no_clock, 0))                            \
  ROW(guidon_node_of, VERSION, guidon_node_of(at.bytes, &v7))                  \
  ROW(guidon_options_reason, SPACE,                                            \
      guidon_options_reason(at.text, 1, &at.reports.out_len, &no_kind))        \
  ROW(guidon_order_from_name, ARGUMENT,                                        \
      guidon_order_from_name(&at.order, "x"))                                  \
  ROW(guidon_parse, FORM,                                                      \
      guidon_parse(&at.id, &at.form, wrong, 9, GUIDON_ACCEPT_ANY, 0,           \
                   &at.reports.bad_at))                                        \
  ROW(guidon_parse_as, CHAR,                                                   \
      guidon_parse_as(&at.id, "x", 1, GUIDON_FORM_INT, &at.reports.bad_at))    \
  ROW(guidon_parse_many, CHAR,                                                 \
      guidon_parse_many(at.ids, wrong, 32, N, GUIDON_FORM_HEX,                 \
                        &at.reports.done, &at.reports.bad_at))                 \
  ROW(guidon_parse_reason, SPACE,                                              \
      guidon_parse_reason(at.text, 1, &at.reports.out_len, wrong, 9,           \
                          GUIDON_ACCEPT_ANY, 0))                               \
  ROW(guidon_pseudonym, ARGUMENT, guidon_pseudonym(&at.id, &no_key, &v7))      \
  ROW(guidon_pseudonym_many, ARGUMENT,                                         \
      guidon_pseudonym_many(at.ids, &no_key, of_v7, N))                        \
  ROW(guidon_query_init, CHAR,                                                 \
      guidon_query_init(&at.query, wrong, 9, NULL, GUIDON_QUERY_DIGITS))       \
  ROW(guidon_query_text, SPACE,                                                \
      guidon_query_text(at.text, 1, &at.reports.out_len, &of_digits))          \
  ROW(guidon_repair, VERSION,                                                  \
      guidon_repair(&at.id, &v4, times[0], GUIDON_CAUSE_SECONDS))              \
  ROW(guidon_scanner_init, ARGUMENT,                                           \
      guidon_scanner_init(&at.scanner, "-", 1, GUIDON_ALIAS_NUMBER, 0))        \
  ROW(guidon_shard_of, RANGE, guidon_shard_of(&at.small, some, 1, 11))         \
  ROW(guidon_span_format, SPACE,                                               \
      guidon_span_format(at.text, 35, &at.reports.out_len, &v7, &span, wrong)) \
  ROW(guidon_ticks_of, VERSION, guidon_ticks_of(&at.number, &v7))              \
  ROW(guidon_time_format, SPACE,                                               \
      guidon_time_format(at.text, 19, &at.reports.out_len, times[0], 0))       \
  ROW(guidon_time_of, VERSION, guidon_time_of(&at.time, &v4))                  \
  ROW(guidon_time_parse, CHAR,                                                 \
      guidon_time_parse(&at.time, &at.other_time, wrong, 9,                    \
                        &at.reports.bad_at))                                   \
  ROW(guidon_time_to_ticks, RANGE, guidon_time_to_ticks(&at.number, before))   \
  ROW(guidon_typeid_format, CHAR,                                              \
      guidon_typeid_format(at.text, 90, &at.len, "x_", 2, &v7))                \
  ROW(guidon_typeid_parse, CHAR,                                               \
      guidon_typeid_parse(&at.id, &at.len, "X_00000000000000000000000000", 28, \
                          &at.reports.bad_at))                                 \
  ROW(guidon_typeid_prefix_check, CHAR,                                        \
      guidon_typeid_prefix_check("x_", 2, &at.reports.bad_at))                 \
  ROW(guidon_ulid_at, RANGE, guidon_ulid_at(&at.id, before))                   \
  ROW(guidon_ulid_at_many, RANGE, guidon_ulid_at_many(at.ids, times, N))       \
  ROW(guidon_ulid_ceil, ARGUMENT, guidon_ulid_ceil(&at.id, unsound))           \
  ROW(guidon_ulid_floor, ARGUMENT, guidon_ulid_floor(&at.id, unsound))         \
  ROW(guidon_ulid_format_alphabet, ARGUMENT,                                   \
      guidon_ulid_format_alphabet(at.text, &v7, (const char *)some))           \
  ROW(guidon_ulid_format_many, ARGUMENT,                                       \
      guidon_ulid_format_many(at.text, 25, of_v7, N))                          \
  ROW(guidon_ulid_increment, OVERFLOW, all_ones_incremented())                 \
  ROW(guidon_ulid_make, RANGE, guidon_ulid_make(&at.id, past, some))           \
  ROW(guidon_ulid_parse, LENGTH,                                               \
      guidon_ulid_parse(&at.id, wrong, 9, &at.reports.bad_at))                 \
  ROW(guidon_ulid_parse_lines, CHAR,                                           \
      guidon_ulid_parse_lines(at.ids, wrong, sizeof wrong, N,                  \
                              &at.reports.done, &at.reports.bad_at))           \
  ROW(guidon_ulid_parse_many, ARGUMENT,                                        \
      guidon_ulid_parse_many(at.ids, wrong, 25, N, &at.reports.done,           \
                             &at.reports.bad_at))                              \
  ROW(guidon_unmask, ARGUMENT, guidon_unmask(&at.id, &no_mask_key, &v4))       \
  ROW(guidon_unmask_many, ARGUMENT,                                            \
      guidon_unmask_many(at.ids, &no_mask_key, of_v7, N, &at.reports.done))    \
  ROW(guidon_uuid_format_many, ARGUMENT,                                       \
      guidon_uuid_format_many(at.text, 35, of_v7, N))                          \
  ROW(guidon_uuid_parse, LENGTH,                                               \
      guidon_uuid_parse(&at.id, wrong, 9, &at.reports.bad_at))                 \
  ROW(guidon_uuid_parse_lines, CHAR,                                           \
      guidon_uuid_parse_lines(at.ids, wrong, sizeof wrong, N,                  \
                              &at.reports.done, &at.reports.bad_at))           \
  ROW(guidon_uuid_parse_many, CHAR,                                            \
      guidon_uuid_parse_many(at.ids, wrong, 36, N, &at.reports.done,           \
                             &at.reports.bad_at))                              \
  ROW(guidon_v1_ceil, RANGE, guidon_v1_ceil(&at.id, before))                   \
  ROW(guidon_v1_floor, RANGE, guidon_v1_floor(&at.id, before))                 \
  ROW(guidon_v1_make, RANGE, guidon_v1_make(&at.id, past, 0, some))            \
  ROW(guidon_v1_to_v6, VERSION, guidon_v1_to_v6(&at.id, &v7))                  \
  ROW(guidon_v2_make, RANGE,                                                   \
      guidon_v2_make(&at.id, 0, 64, some, GUIDON_DOMAIN_ORG, 0))               \
  ROW(guidon_v6_ceil, RANGE, guidon_v6_ceil(&at.id, before))                   \
  ROW(guidon_v6_floor, RANGE, guidon_v6_floor(&at.id, before))                 \
  ROW(guidon_v6_make, RANGE, guidon_v6_make(&at.id, 0, 0x4000, some))          \
  ROW(guidon_v6_to_v1, VERSION, guidon_v6_to_v1(&at.id, &v7))                  \
  ROW(guidon_v7_at, ARGUMENT, guidon_v7_at(&at.id, unsound))                   \
  ROW(guidon_v7_at_many, RANGE, guidon_v7_at_many(at.ids, times, N))           \
  ROW(guidon_v7_at_precise, RANGE, guidon_v7_at_precise(&at.id, before))       \
  ROW(guidon_v7_at_precise_many, RANGE,                                        \
      guidon_v7_at_precise_many(at.ids, times, N))                             \
  ROW(guidon_v7_ceil, RANGE, guidon_v7_ceil(&at.id, before))                   \
  ROW(guidon_v7_derive, ARGUMENT,                                              \
      guidon_v7_derive(&at.id, 0, &no_key, some, 1))                           \
  ROW(guidon_v7_derive_many, ARGUMENT,                                         \
      guidon_v7_derive_many(at.ids, unix_ms, &no_key, some, 1, 1, N))          \
  ROW(guidon_v7_floor, RANGE, guidon_v7_floor(&at.id, before))                 \
  ROW(guidon_v7_make, RANGE, guidon_v7_make(&at.id, past, some))               \
  ROW(guidon_v7_make_precise, RANGE,                                           \
      guidon_v7_make_precise(&at.id, before, some))                            \
  ROW(guidon_v8_append, RANGE, guidon_v8_append(&at.id, 29))                   \
  ROW(guidon_v8_append_many, RANGE, guidon_v8_append_many(at.ids, N, 29))      \
  ROW(guidon_v8_append_at, RANGE, guidon_v8_append_at(&at.id, before, 20))     \
  ROW(guidon_v8_append_at_many, RANGE,                                         \
      guidon_v8_append_at_many(at.ids, times, N, 20))                          \
  ROW(guidon_v8_append_floor, RANGE,                                           \
      guidon_v8_append_floor(&at.id, times[0], 29))                            \
  ROW(guidon_v8_ceil, RANGE, guidon_v8_ceil(&at.id, times[0], 2, 1))           \
  ROW(guidon_v8_floor, RANGE, guidon_v8_floor(&at.id, times[0], 2, 1))         \
  ROW(guidon_v8_from_digest, ARGUMENT,                                         \
      guidon_v8_from_digest(&at.id, some, 15))                                 \
  ROW(guidon_v8_node_make, RANGE,                                              \
      guidon_v8_node_make(&at.id, 0, 2, 1, 0, some))                           \
  ROW(guidon_v8_node_of, VERSION,                                              \
      guidon_v8_node_of(&at.number, &at.small, &v7, 10))                       \
  ROW(guidon_v8_prefix_of, VERSION,                                            \
      guidon_v8_prefix_of(&at.time, &at.small, &v7, 10))                       \
  ROW(guidon_v8_prefixed_make, RANGE,                                          \
      guidon_v8_prefixed_make(&at.id, times[0], 2, 1, some))                   \
  ROW(guidon_v8_ranges, RANGE,                                                 \
      guidon_v8_ranges(at.ids, at.high, before, before, 1))                    \
  ROW(guidon_v8_sharded, RANGE, guidon_v8_sharded(&at.id, 2, 1))               \
  ROW(guidon_v8_sharded_many, RANGE, guidon_v8_sharded_many(at.ids, N, 0, 11)) \
  ROW(guidon_v8_sharded_at, RANGE,                                             \
      guidon_v8_sharded_at(&at.id, times[0], 2, 1))                            \
  ROW(guidon_v8_sharded_at_many, RANGE,                                        \
      guidon_v8_sharded_at_many(at.ids, times, N, 0, 1))                       \
  ROW(guidon_validate, VERSION, guidon_validate(&of_no_version, NULL, NULL))   \
  ROW(guidon_duplicates_init, ARGUMENT, duplicates_begun())                    \
  ROW(guidon_generator_new, ARGUMENT, generator_made())                        \
  ROW(guidon_lease_create, RANGE, lease_created())

/* These change an object that only the library reads, or nothing; the last
 * three fail only with the system. */
static const char *const without_outputs[] = {
    "guidon_generator_renew",
    "guidon_generator_set_node",
    "guidon_generator_set_clock_seq",
    "guidon_lease_extend",
    "guidon_monotonic_now",
    "guidon_prepare",
    "guidon_duplicates_set_random_secret",
};

static const guidon_id of_no_version = {{0, 0, 0, 0, 0, 0, 0x90, 0, 0x80}};

static guidon_status all_ones_incremented(void)
{
    guidon_id id = guidon_max();
    const guidon_status status = guidon_ulid_increment(&id);

    assert_true(guidon_is_max(&id));
    return status;
}

static guidon_status duplicates_begun(void)
{
    guidon_duplicates *made = (guidon_duplicates *)(void *)at.memory;
    const guidon_status status = guidon_duplicates_init(&made, at.memory, 9);

    assert_null(made);
    return status;
}

static guidon_status generator_made(void)
{
    const guidon_options options = {.kind = (guidon_kind)99};
    guidon_generator *made = of_no_clock;
    const guidon_status status = guidon_generator_new(&made, &options);

    assert_null(made);
    return status;
}

static guidon_status lease_created(void)
{
    guidon_lease *made = (guidon_lease *)(void *)at.memory;
    const guidon_status status = guidon_lease_create(&made, "lease", 2, 1, 0);

    assert_null(made);
    return status;
}

#define ROW_CALL(function, status, call)                                       \
  static guidon_status call_##function(void)                                   \
  {                                                                            \
    return call;                                                               \
  }
CALLS(ROW_CALL)

struct row {
    const char *function;
    guidon_status (*call)(void);
    guidon_status want;
};

#define ROW_OF(function, status, call)                                         \
  {#function, call_##function, GUIDON_E_##status},
static const struct row rows[] = {CALLS(ROW_OF)};

#define ROWS (sizeof rows / sizeof rows[0])

static guidon_status no_clock(void *context, guidon_time *now)
{
    (void)context;
    (void)now;
    return GUIDON_E_CLOCK;
}

static int set_up(void **state)
{
    const guidon_options options = {.kind = GUIDON_V7, .clock_fn = no_clock};

    (void)state;
    return guidon_query_init(&of_digits, "017f22e279b07cc398c4dc0c0c07398f", 32,
                             NULL, GUIDON_QUERY_DIGITS) == GUIDON_OK &&
                   guidon_scanner_init(&of_numbers, "id", 2,
                                       GUIDON_ALIAS_NUMBER, 0) == GUIDON_OK
               ? (int)guidon_generator_new(&of_no_clock, &options)
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    guidon_generator_free(of_no_clock);
    return 0;
}

/* Lease files are a part of some systems only. */
static bool is_want(const struct row *row, guidon_status status)
{
    return status == row->want ||
           (status == GUIDON_E_ARGUMENT &&
            !strncmp(row->function, "guidon_lease_", 13));
}

static void test_a_failed_call_leaves_its_outputs(void **state)
{
    static struct outputs was;

    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        guidon_status status;

        memset(&at, 0xa5, sizeof at);
        memcpy(&was, &at, sizeof at);
        status = rows[i].call();
        if (!is_want(&rows[i], status)) {
            fail_msg("%s: %s", rows[i].function, guidon_status_text(status));
        }
        memcpy(&was.reports, &at.reports, sizeof at.reports);
        if (status == GUIDON_E_SPACE && rows[i].want == status) {
            assert_in_range(at.reports.out_len, 20, GUIDON_DESCRIBE_MAX);
        }
        if (memcmp(&was, &at, sizeof at) != 0) {
            fail_msg("%s changed an output", rows[i].function);
        }
    }
}

/* ------------------------------------------------ every function has a row */

static bool has_row(const char *name)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!strcmp(rows[i].function, name)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof without_outputs / sizeof *without_outputs;
         i++) {
        if (!strcmp(without_outputs[i], name)) {
            return true;
        }
    }
    return false;
}

/* The whole header as text. The caller frees it. */
static char *header_text(const char *name)
{
    char path[512];
    char *text = calloc(1, 1 << 17);
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", HEADERS, name);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 17) - 1, file) > 0);
    fclose(file);
    return text;
}

/* A function that can fail is declared with GUIDON_MUST_CHECK. */
static unsigned check_header(const char *name)
{
    char *text = header_text(name);
    unsigned n = 0;

    for (const char *at_mark = text;
         (at_mark = strstr(at_mark, "GUIDON_MUST_CHECK"));) {
        char function[80] = "";

        at_mark += strlen("GUIDON_MUST_CHECK");
        if (sscanf(at_mark, " guidon_status %79[a-z0-9_](", function) == 1) {
            n++;
            if (!has_row(function)) {
                fail_msg("%s of %s has no row", function, name);
            }
        }
    }
    free(text);
    return n;
}

static void test_every_function_that_can_fail_has_a_row(void **state)
{
    static const char *const headers[] = {
        "audit.h", "generate.h", "id.h",       "keys.h",  "lease.h",
        "make.h",  "order.h",    "prefixed.h", "query.h", "scan.h",
        "text.h",  "time.h",     "typeid.h",
    };
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        n += check_header(headers[i]);
    }
    assert_int_equal(n,
                     ROWS + sizeof without_outputs / sizeof *without_outputs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_failed_call_leaves_its_outputs),
        cmocka_unit_test(test_every_function_that_can_fail_has_a_row),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
