/* SPDX-License-Identifier: MIT */
/* calls_of_values.c - the calls that make no system calls */
#include "calls.h"

#include <string.h>

#define MANY 70 /* more than a kernel's block, and a rest */

/* The data of the calls. A call may change it. */
static struct {
    guidon_id id, ids[MANY];
    guidon_time time, other_time;
    uint64_t words[2];
    uint16_t seq;
    uint32_t local_id;
    guidon_domain domain;
    guidon_form form;
    guidon_order order;
    guidon_cause cause;
    guidon_name_hash name;
    guidon_key key;
    guidon_mask_key mask_key;
    guidon_key_ring ring;
    guidon_audit audit, other_audit;
    guidon_audit_counts counts;
    uint64_t duplicates[40], other_duplicates[40]; /* 8 slots */
    guidon_duplicates_counts duplicates_counts;
    guidon_query query;
    guidon_scanner scanner;
    guidon_span span;
    unsigned char bytes[64];
    char text[MANY * 40];
    size_t len, bad_at;
} at;

static const guidon_time moment = {1700000000, 123456789};
static const guidon_time late = {1800000000, 0};
static const unsigned char some[32] = "the content does not matter";
static const uint64_t times[MANY];
static const void *names[MANY];
static size_t lens[MANY];

static const guidon_id v1 = {{0xc2, 0x32, 0xab, 0x00, 0x94, 0x14, 0x11, 0xec,
                              0xb3, 0xc8, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46}};
static const guidon_id v2 = {{0x00, 0x00, 0x03, 0xe8, 0xcb, 0x78, 0x21, 0xed,
                              0xb3, 0x00, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46}};
static const guidon_id v4 = {{0, 0, 0, 0, 0, 0, 0x40, 0, 0x80}};
static const guidon_id v7 = {{0, 0, 0, 0, 0, 0, 0x70, 0, 0x80}};
static const guidon_id v8 = {{0, 0, 0, 0, 0, 0, 0x80, 0, 0x80}};
static const guidon_id v6 = {{0x1e, 0xc9, 0x41, 0x4c, 0x23, 0x2a, 0x6b, 0x00,
                              0xb3, 0xc8, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46}};
static const guidon_id flipped = {{0x81, 0x97, 0, 0, 0, 0, 0x70, 0, 0x80}};
static const guidon_id ncs = {{1, 2, 3, 4, 5, 6, 0, 0, 7}};

/* Write the texts for the batch parsers. */
static void write_many(bool ulid, bool lines)
{
    if (ulid) {
        lines ? guidon_ulid_format_lines(at.text, at.ids, MANY)
              : (void)!guidon_ulid_format_many(at.text, 40, at.ids, MANY);
    } else {
        lines ? guidon_uuid_format_lines(at.text, at.ids, MANY)
              : (void)!guidon_uuid_format_many(at.text, 40, at.ids, MANY);
    }
}

static guidon_duplicates *begun(uint64_t memory[40])
{
    guidon_duplicates *duplicates;

    if (!guidon_duplicates_init(&duplicates, memory, 8)) {
        guidon_duplicates_add_many(duplicates, at.ids, MANY);
    }
    return duplicates;
}

static const char scanned[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f id-7";

static guidon_status scan_some(void)
{
    const guidon_status status = guidon_scanner_init(
        &at.scanner, "id", 2, GUIDON_ALIAS_NUMBER, GUIDON_SCAN_UUID);

    if (status == GUIDON_OK) {
        guidon_scanner_piece(&at.scanner, scanned, sizeof scanned - 1, 0, true);
        if (!guidon_scanner_next(&at.span, &at.scanner)) {
            return GUIDON_E_STATE;
        }
    }
    return status;
}

static void point_at_names(void)
{
    for (size_t i = 0; i < MANY; i++) {
        names[i] = some;
        lens[i] = i % sizeof some;
    }
}

static guidon_status keys_ready(void)
{
    guidon_status status = guidon_key_init(&at.key, some, sizeof some);

    return status
               ? status
               : guidon_mask_key_init(&at.mask_key, some, GUIDON_MASK_KEY_LEN);
}

static guidon_status in_every_form(bool read)
{
    guidon_status status = GUIDON_OK;

    for (guidon_form form = 0; form < GUIDON_FORMS && !status; form++) {
        bool partial = guidon_form_traits(form) & GUIDON_TRAIT_PARTIAL;
        const guidon_id *id = partial ? &ncs : &v1;

        status = guidon_format(at.text, sizeof at.text, &at.len, id, form);
        if (read && !status) {
            status = guidon_parse(&at.id, &at.form, at.text, at.len,
                                  GUIDON_ACCEPT(form), 0, &at.bad_at);
        }
    }
    return status;
}

/* A call of a function. Its last expression is the status. */
#define CALL(function, ...)                                                    \
  static guidon_status run_##function(struct site *site)                       \
  {                                                                            \
    (void)site;                                                                \
    __VA_ARGS__;                                                               \
  }
/* A call that cannot fail. */
#define DO(function, ...) CALL(function, (void)(__VA_ARGS__); return GUIDON_OK)

DO(guidon_audit_add, guidon_audit_add(&at.audit, &v7))
DO(guidon_audit_add_many, guidon_audit_add_many(&at.audit, at.ids, MANY))
DO(guidon_audit_add_ulid, guidon_audit_add_ulid(&at.audit, &v7))
DO(guidon_audit_add_ulid_many,
   guidon_audit_add_ulid_many(&at.audit, at.ids, MANY))
DO(guidon_audit_check, at.words[0] = guidon_audit_check(&at.audit))
DO(guidon_audit_init, guidon_audit_init(&at.audit))
CALL(guidon_audit_json, return guidon_audit_json(at.text, sizeof at.text,
                                                 &at.len, &at.audit, NULL))
DO(guidon_audit_merge, guidon_audit_merge(&at.audit, &at.other_audit))
DO(guidon_audit_read, guidon_audit_read(&at.counts, &at.audit))
CALL(guidon_clock_seq_of, return guidon_clock_seq_of(&at.seq, &v1))
DO(guidon_compare, guidon_compare(&v1, &v6))
DO(guidon_compare_as, guidon_compare_as(&v1, &v6, GUIDON_ORDER_TIME))
CALL(guidon_data_check_text,
     return guidon_data_check_text(some, sizeof some, &at.bad_at))
DO(guidon_data_from_integer, guidon_data_from_integer(at.bytes, 258))
CALL(guidon_dce_of, return guidon_dce_of(&at.domain, &at.local_id, &v2))
CALL(guidon_dce_time_of,
     return guidon_dce_time_of(&at.time, &at.other_time, &v2))
CALL(guidon_decrypt, const guidon_status status = keys_ready();
     return status ? status : guidon_decrypt(&at.id, &at.key, &v8))
CALL(guidon_decrypt_many, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_decrypt_many(at.ids, &at.key, &v8, 1, &at.len))
CALL(guidon_encrypt, const guidon_status status = keys_ready();
     return status ? status : guidon_encrypt(&at.id, &at.key, &v7))
CALL(guidon_encrypt_many, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_encrypt_many(at.ids, &at.key, &v7, 1, &at.len))
DO(guidon_equal, guidon_equal(&v1, &v6))
DO(guidon_equal_consttime, guidon_equal_consttime(&v1, &v6))
DO(guidon_form_alphabet, guidon_form_alphabet(GUIDON_FORMS - 1))
CALL(guidon_form_from_name, return guidon_form_from_name(&at.form, "urn"))
DO(guidon_form_len, guidon_form_len(GUIDON_FORMS - 1))
DO(guidon_form_name, guidon_form_name(GUIDON_FORMS - 1))
DO(guidon_form_traits, guidon_form_traits(GUIDON_FORMS - 1))
CALL(guidon_format, return in_every_form(false))
CALL(guidon_format_many,
     return guidon_format_many(at.text, 40, at.ids, MANY, GUIDON_FORM_BRACES))
DO(guidon_from_guid_bytes, at.id = guidon_from_guid_bytes(some))
CALL(guidon_from_oid_der, guidon_to_oid_der(at.bytes, &at.len, &v1);
     return guidon_from_oid_der(&at.id, at.bytes, at.len, &at.bad_at))
DO(guidon_from_words, at.id = guidon_from_words(1, 2))
DO(guidon_hash, at.words[0] = guidon_hash(&v1))
DO(guidon_is_max, guidon_is_max(&v1))
DO(guidon_is_nil, guidon_is_nil(&v1))
CALL(guidon_key_init, return guidon_key_init(&at.key, some, sizeof some))
DO(guidon_key_wipe, guidon_key_wipe(&at.key))
static guidon_status ring_ready(void)
{
    guidon_key_ring_wipe(&at.ring);
    return guidon_key_ring_add(&at.ring, 7, some, sizeof some);
}
CALL(guidon_key_ring_add, return ring_ready())
CALL(guidon_key_ring_current, const guidon_status status = ring_ready();
     return status ? status : guidon_key_ring_current(&at.local_id, &at.ring))
CALL(guidon_key_ring_find, const guidon_status status = ring_ready();
     return status ? status
                   : guidon_key_ring_find(at.bytes, sizeof at.bytes, &at.len,
                                          &at.ring, 7))
CALL(guidon_key_ring_number, const guidon_status status = ring_ready();
     return status ? status : guidon_key_ring_number(&at.local_id, &at.ring, 0))
CALL(guidon_key_ring_parse,
     return guidon_key_ring_parse(&at.ring,
                                  "1 000102030405060708090a0b0c0d0e0f", 34,
                                  &at.bad_at))
CALL(guidon_key_ring_reason,
     return guidon_key_ring_reason(at.text, sizeof at.text, &at.len, "1 0", 3))
DO(guidon_key_ring_wipe, guidon_key_ring_wipe(&at.ring))
DO(guidon_library_version, guidon_library_version())
CALL(guidon_mask, const guidon_status status = keys_ready();
     return status ? status : guidon_mask(&at.id, &at.mask_key, &v7))
CALL(guidon_mask_key_init,
     return guidon_mask_key_init(&at.mask_key, some, GUIDON_MASK_KEY_LEN))
DO(guidon_mask_key_wipe, guidon_mask_key_wipe(&at.mask_key))
CALL(guidon_mask_many, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_mask_many(at.ids, &at.mask_key, &v7, 1, &at.len))
DO(guidon_max, at.id = guidon_max())
CALL(guidon_name_hash_id,
     guidon_status status = guidon_name_hash_init(&at.name, &v1,
                                                  GUIDON_NAME_V5);
     guidon_name_hash_id(&at.id, &at.name); return status)
CALL(guidon_name_hash_init,
     return guidon_name_hash_init(&at.name, &v1, GUIDON_NAME_V8_SHA256))
CALL(guidon_name_hash_update,
     guidon_status status = guidon_name_hash_init(&at.name, &v1,
                                                  GUIDON_NAME_V3);
     guidon_name_hash_update(&at.name, at.text, sizeof at.text); return status)
DO(guidon_namespace_dns, at.id = guidon_namespace_dns())
DO(guidon_namespace_oid, at.id = guidon_namespace_oid())
DO(guidon_namespace_url, at.id = guidon_namespace_url())
DO(guidon_namespace_x500, at.id = guidon_namespace_x500())
CALL(guidon_ncs_time_of, return guidon_ncs_time_of(&at.time, &ncs))
DO(guidon_nil, at.id = guidon_nil())
CALL(guidon_node_of, return guidon_node_of(at.bytes, &v1))
CALL(guidon_order_from_name, return guidon_order_from_name(&at.order, "java"))
DO(guidon_order_name, guidon_order_name(GUIDON_ORDER_JAVA))
CALL(guidon_cause_from_name,
     return guidon_cause_from_name(&at.cause, "duckdb-v7"))
DO(guidon_cause_name, guidon_cause_name(GUIDON_CAUSE_SECONDS))
DO(guidon_cause_reversible,
   at.local_id = guidon_cause_reversible(GUIDON_CAUSE_SECONDS))
DO(guidon_causes_of, at.local_id = guidon_causes_of(&v1, moment))
CALL(guidon_repair,
     return guidon_repair(&at.id, &flipped, late, GUIDON_CAUSE_DUCKDB_V7))
CALL(guidon_parse, return in_every_form(true))
CALL(guidon_parse_as,
     return guidon_parse_as(&at.id, "1", 1, GUIDON_FORM_INT, &at.bad_at))
DO(guidon_parse_candidates,
   at.words[0] = guidon_parse_candidates("1", 1, GUIDON_ACCEPT_ANY, 0).forms)
CALL(guidon_parse_many,
     guidon_status status = guidon_format_many(at.text, 40, at.ids, MANY,
                                               GUIDON_FORM_HEX);
     return status ? status
                   : guidon_parse_many(at.ids, at.text, 40, MANY,
                                       GUIDON_FORM_HEX, &at.len, &at.bad_at))
DO(guidon_kind_name, guidon_kind_name(GUIDON_KIND_NCS))
DO(guidon_kind_of, guidon_kind_of(&v1))
DO(guidon_variant_name, guidon_variant_name(GUIDON_VARIANT_RFC))
DO(guidon_fields_of,
   at.len = guidon_fields_of(&(const guidon_field *){NULL}, GUIDON_KIND_V2))
CALL(guidon_kind_time_of,
     return guidon_kind_time_of(&at.time, NULL, &v1, GUIDON_KIND_V1))
DO(guidon_kind_alternative,
   at.len = guidon_kind_alternative(&(guidon_id_kind){GUIDON_KIND_V0}, &v1,
                                    GUIDON_KIND_V1))
CALL(guidon_describe_json,
     return guidon_describe_json(at.text, sizeof at.text, &at.len, "1", 1,
                                 GUIDON_ACCEPT_ANY, 0))
CALL(guidon_parse_reason,
     return guidon_parse_reason(at.text, sizeof at.text, &at.len, "1", 1,
                                GUIDON_ACCEPT_ANY, 0))
DO(guidon_duplicates_add, guidon_duplicates_add(begun(at.duplicates), &v1))
DO(guidon_duplicates_add_many, begun(at.duplicates))
DO(guidon_duplicates_check,
   at.len = guidon_duplicates_check(begun(at.duplicates),
                                    guidon_duplicates_size(8)))
DO(guidon_duplicates_count,
   at.words[1] = guidon_duplicates_count(&at.words[0], begun(at.duplicates)))
CALL(guidon_duplicates_explain,
     return guidon_duplicates_explain(at.text, sizeof at.text, &at.len,
                                      &at.duplicates_counts))
DO(guidon_duplicates_held,
   at.len = guidon_duplicates_held(begun(at.duplicates)))
CALL(guidon_duplicates_init, guidon_duplicates *made;
     return guidon_duplicates_init(&made, at.duplicates, 8))
DO(guidon_duplicates_merge,
   guidon_duplicates_merge(begun(at.duplicates), begun(at.other_duplicates)))
DO(guidon_duplicates_read,
   guidon_duplicates_read(&at.duplicates_counts, begun(at.duplicates)))
DO(guidon_duplicates_room,
   at.len = guidon_duplicates_room(begun(at.duplicates)))
DO(guidon_duplicates_set_secret,
   guidon_duplicates_set_secret(begun(at.duplicates),
                                (const uint64_t[5]){1, 2, 3, 4, 5}))
DO(guidon_duplicates_size, at.len = guidon_duplicates_size(8192))
DO(guidon_duplicates_slots,
   at.len = guidon_duplicates_slots(begun(at.duplicates)))
DO(guidon_duplicates_slots_for,
   at.len = guidon_duplicates_slots_for(begun(at.duplicates), 9, 100))
CALL(guidon_pseudonym, const guidon_status status = keys_ready();
     return status ? status : guidon_pseudonym(&at.id, &at.key, &v7))
CALL(guidon_pseudonym_many, const guidon_status status = keys_ready();
     return status ? status : guidon_pseudonym_many(at.ids, &at.key, &v7, 1))
CALL(guidon_query_init,
     return guidon_query_init(&at.query, "398f", 4, &v1, GUIDON_QUERY_DIGITS))
CALL(
    guidon_query_rank,
    const guidon_status status = guidon_query_init(&at.query, "398f", 4, &v1,
                                                   GUIDON_QUERY_DIGITS);
    if (!status) { at.len = guidon_query_rank(&at.query, &v1); } return status)
CALL(
    guidon_query_rank_many,
    const guidon_status status = guidon_query_init(&at.query,
                                                   (const char *)scanned, 36,
                                                   NULL, GUIDON_QUERY_NEAR);
    if (!status) {
        guidon_query_rank_many(at.bytes, &at.query, at.ids, 64);
    } return status)
CALL(
    guidon_query_rank_text,
    const guidon_status status = guidon_query_init(&at.query, "c0", 2, NULL,
                                                   GUIDON_QUERY_TEXT);
    if (!status) {
        at.len = guidon_query_rank_text(&at.query, scanned, 36);
    } return status)
CALL(guidon_query_text,
     const guidon_status status = guidon_query_init(&at.query, "c0", 2, NULL,
                                                    GUIDON_QUERY_TEXT);
     return status ? status
                   : guidon_query_text(at.text, sizeof at.text, &at.len,
                                       &at.query))
CALL(guidon_scanner_init,
     return guidon_scanner_init(&at.scanner, "id", 2, GUIDON_ALIAS_NUMBER,
                                GUIDON_SCAN_UUID))
CALL(guidon_scanner_next, return scan_some())
DO(guidon_scanner_piece, (void)!scan_some())
DO(guidon_scanner_done, at.len = guidon_scanner_done(&at.scanner))
CALL(guidon_alias_format, const guidon_status status = scan_some();
     return status ? status
                   : guidon_alias_format(at.text, sizeof at.text, &at.len,
                                         &at.scanner, &at.span, scanned, 7, 1))
CALL(guidon_span_format, const guidon_status status = scan_some();
     return status ? status
                   : guidon_span_format(at.text, sizeof at.text, &at.len, &v1,
                                        &at.span, scanned))
DO(guidon_short_length, guidon_short_length(1000, 0.999, GUIDON_V7))
DO(guidon_sort_key, guidon_sort_key(at.bytes, &v1, GUIDON_ORDER_TIME))
DO(guidon_sort_key_inverse,
   at.id = guidon_sort_key_inverse(some, GUIDON_ORDER_MARIADB))
DO(guidon_status_text, guidon_status_text(GUIDON_E_MEMORY))
CALL(guidon_ticks_of, return guidon_ticks_of(&at.words[0], &v1))
DO(guidon_ticks_to_time, at.time = guidon_ticks_to_time(1))
CALL(guidon_time_of, return guidon_time_of(&at.time, &v6))
CALL(guidon_time_to_ticks, return guidon_time_to_ticks(&at.words[0], moment))
CALL(guidon_time_format,
     return guidon_time_format(at.text, sizeof at.text, &at.len, moment, 9))
CALL(guidon_time_parse,
     guidon_status status = guidon_time_format(at.text, sizeof at.text, &at.len,
                                               moment, 9);
     return status ? status
                   : guidon_time_parse(&at.time, &at.other_time, at.text,
                                       at.len, &at.bad_at))
DO(guidon_to_guid_bytes, guidon_to_guid_bytes(at.bytes, &v1))
DO(guidon_to_oid_der, guidon_to_oid_der(at.bytes, &at.len, &v1))
DO(guidon_to_words, guidon_to_words(&at.words[0], &at.words[1], &v1))
CALL(guidon_typeid_format,
     return guidon_typeid_format(at.text, GUIDON_TYPEID_MAX, &at.len, "user", 4,
                                 &v1))
CALL(guidon_typeid_parse,
     guidon_status status = guidon_typeid_format(at.text, GUIDON_TYPEID_MAX,
                                                 &at.len, "user", 4, &v1);
     return status ? status
                   : guidon_typeid_parse(&at.id, &at.len, at.text, at.len,
                                         &at.bad_at))
CALL(guidon_typeid_prefix_check,
     return guidon_typeid_prefix_check("my_type", 7, &at.bad_at))
DO(guidon_ulid_as_v7, at.id = guidon_ulid_as_v7(&v1))
CALL(guidon_ulid_ceil, return guidon_ulid_ceil(&at.id, moment))
CALL(guidon_ulid_floor, return guidon_ulid_floor(&at.id, moment))
DO(guidon_ulid_format, guidon_ulid_format(at.text, &v1))
CALL(guidon_ulid_format_alphabet,
     return guidon_ulid_format_alphabet(at.text, &v1,
                                        "0123456789abcdefghijklmnopqrstuv"))
DO(guidon_ulid_format_lines, guidon_ulid_format_lines(at.text, at.ids, MANY))
CALL(guidon_ulid_format_many,
     return guidon_ulid_format_many(at.text, 40, at.ids, MANY))
CALL(guidon_ulid_increment, at.id = v1; return guidon_ulid_increment(&at.id))
CALL(guidon_ulid_make, return guidon_ulid_make(&at.id, 1, some))
DO(guidon_ulid_ms_of, at.words[0] = guidon_ulid_ms_of(&v1))
CALL(guidon_ulid_parse, guidon_ulid_format(at.text, &v1);
     return guidon_ulid_parse(&at.id, at.text, GUIDON_ULID_LEN, &at.bad_at))
DO(guidon_ulid_str, guidon_ulid_str(at.text, &v7))
CALL(guidon_ulid_parse_lines, write_many(true, true);
     return guidon_ulid_parse_lines(at.ids, at.text, MANY *(size_t)27, MANY,
                                    &at.len, &at.bad_at))
CALL(guidon_ulid_parse_many, write_many(true, false);
     return guidon_ulid_parse_many(at.ids, at.text, 40, MANY, &at.len,
                                   &at.bad_at))
CALL(guidon_unmask, const guidon_status status = keys_ready();
     return status ? status : guidon_unmask(&at.id, &at.mask_key, &v4))
CALL(guidon_unmask_many, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_unmask_many(at.ids, &at.mask_key, &v4, 1, &at.len))
DO(guidon_uuid_format, guidon_uuid_format(at.text, &v1))
DO(guidon_uuid_format_lines, guidon_uuid_format_lines(at.text, at.ids, MANY))
CALL(guidon_uuid_format_many,
     return guidon_uuid_format_many(at.text, 40, at.ids, MANY))
CALL(guidon_uuid_parse, guidon_uuid_format(at.text, &v1);
     return guidon_uuid_parse(&at.id, at.text, GUIDON_UUID_LEN, &at.bad_at))
DO(guidon_uuid_str, guidon_uuid_str(at.text, &v7))
CALL(guidon_uuid_parse_lines, write_many(false, true);
     return guidon_uuid_parse_lines(at.ids, at.text, MANY *(size_t)37, MANY,
                                    &at.len, &at.bad_at))
CALL(guidon_uuid_parse_many, write_many(false, false);
     return guidon_uuid_parse_many(at.ids, at.text, 40, MANY, &at.len,
                                   &at.bad_at))
CALL(guidon_v1_ceil, return guidon_v1_ceil(&at.id, moment))
CALL(guidon_v1_floor, return guidon_v1_floor(&at.id, moment))
CALL(guidon_v1_make, return guidon_v1_make(&at.id, 1, 2, some))
CALL(guidon_v1_to_v6, return guidon_v1_to_v6(&at.id, &v1))
CALL(guidon_v2_make,
     return guidon_v2_make(&at.id, 1, 2, some, GUIDON_DOMAIN_LAST, 3))
DO(guidon_v3_make, guidon_v3_make(&at.id, &v1, some, sizeof some))
DO(guidon_v3_make_many, point_at_names(),
   guidon_v3_make_many(at.ids, &v1, names, lens, MANY))
DO(guidon_v4_make, guidon_v4_make(&at.id, some))
DO(guidon_v5_make, guidon_v5_make(&at.id, &v1, some, sizeof some))
DO(guidon_v5_make_many, point_at_names(),
   guidon_v5_make_many(at.ids, &v1, names, lens, MANY))
CALL(guidon_v6_ceil, return guidon_v6_ceil(&at.id, moment))
CALL(guidon_v6_floor, return guidon_v6_floor(&at.id, moment))
CALL(guidon_v6_make, return guidon_v6_make(&at.id, 1, 2, some))
CALL(guidon_v6_to_v1, return guidon_v6_to_v1(&at.id, &v6))
CALL(guidon_v7_ceil, return guidon_v7_ceil(&at.id, moment))
CALL(guidon_v7_derive, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_v7_derive(&at.id, 1, &at.key, some, sizeof some))
CALL(guidon_v7_derive_many, const guidon_status status = keys_ready();
     return status ? status
                   : guidon_v7_derive_many(at.ids, times, &at.key, some, 1, 0,
                                           MANY))
CALL(guidon_v7_floor, return guidon_v7_floor(&at.id, moment))
CALL(guidon_v7_make, return guidon_v7_make(&at.id, 1, some))
CALL(guidon_v7_make_precise,
     return guidon_v7_make_precise(&at.id, moment, some))
CALL(guidon_v8_from_digest,
     return guidon_v8_from_digest(&at.id, some, sizeof some))
DO(guidon_v8_make, guidon_v8_make(&at.id, some))
CALL(guidon_v8_node_make, return guidon_v8_node_make(&at.id, 1, 2, 10, 3, some))
CALL(guidon_v8_node_of,
     guidon_status status = guidon_v8_node_make(&at.id, 1, 2, 10, 3, some);
     return status ? status
                   : guidon_v8_node_of(&at.words[0], &at.local_id, &at.id, 10))
CALL(guidon_v8_append_floor, return guidon_v8_append_floor(&at.id, moment, 20))
CALL(guidon_v8_ceil, return guidon_v8_ceil(&at.id, moment, 9, 4))
CALL(guidon_v8_floor, return guidon_v8_floor(&at.id, moment, 9, 4))
CALL(guidon_v8_prefix_of, guidon_time t;
     guidon_status status = guidon_v8_floor(&at.id, moment, 9, 4);
     return status ? status : guidon_v8_prefix_of(&t, &at.local_id, &at.id, 4))
CALL(guidon_v8_prefixed_make,
     return guidon_v8_prefixed_make(&at.id, moment, 9, 4, some))
CALL(guidon_v8_ranges,
     return guidon_v8_ranges(at.ids, at.ids + 2, moment, moment, 1))
CALL(guidon_shard_of, return guidon_shard_of(&at.local_id, some, 4, 10))
DO(guidon_v8_sha256_make, guidon_v8_sha256_make(&at.id, &v1, some, sizeof some))
DO(guidon_v8_sha256_make_many, point_at_names(),
   guidon_v8_sha256_make_many(at.ids, &v1, names, lens, MANY))
CALL(guidon_validate, return guidon_validate(&v1, &moment, &moment))
DO(guidon_variant_of, guidon_variant_of(&v1))
DO(guidon_version_name, guidon_version_name(7))
DO(guidon_version_number, guidon_version_number())
DO(guidon_version_of, guidon_version_of(&v1))
DO(guidon_wipe, guidon_wipe(at.bytes, sizeof at.bytes))

#define ROW(named)                                                             \
  {                                                                            \
    .function = #named, .how = "", .run = run_##named                          \
  }

const struct call calls_of_values[] = {
    ROW(guidon_audit_add),
    ROW(guidon_audit_add_many),
    ROW(guidon_audit_add_ulid),
    ROW(guidon_audit_add_ulid_many),
    ROW(guidon_audit_check),
    ROW(guidon_audit_init),
    ROW(guidon_audit_json),
    ROW(guidon_audit_merge),
    ROW(guidon_audit_read),
    ROW(guidon_clock_seq_of),
    ROW(guidon_compare),
    ROW(guidon_compare_as),
    ROW(guidon_data_check_text),
    ROW(guidon_data_from_integer),
    ROW(guidon_dce_of),
    ROW(guidon_dce_time_of),
    ROW(guidon_decrypt),
    ROW(guidon_decrypt_many),
    ROW(guidon_describe_json),
    ROW(guidon_encrypt),
    ROW(guidon_encrypt_many),
    ROW(guidon_equal),
    ROW(guidon_equal_consttime),
    ROW(guidon_fields_of),
    ROW(guidon_form_alphabet),
    ROW(guidon_form_from_name),
    ROW(guidon_form_len),
    ROW(guidon_form_name),
    ROW(guidon_form_traits),
    ROW(guidon_format),
    ROW(guidon_format_many),
    ROW(guidon_from_guid_bytes),
    ROW(guidon_from_oid_der),
    ROW(guidon_from_words),
    ROW(guidon_hash),
    ROW(guidon_is_max),
    ROW(guidon_is_nil),
    ROW(guidon_key_init),
    ROW(guidon_key_wipe),
    ROW(guidon_key_ring_add),
    ROW(guidon_key_ring_current),
    ROW(guidon_key_ring_find),
    ROW(guidon_key_ring_number),
    ROW(guidon_key_ring_parse),
    ROW(guidon_key_ring_reason),
    ROW(guidon_key_ring_wipe),
    ROW(guidon_kind_alternative),
    ROW(guidon_kind_name),
    ROW(guidon_kind_of),
    ROW(guidon_kind_time_of),
    ROW(guidon_library_version),
    ROW(guidon_mask),
    ROW(guidon_mask_key_init),
    ROW(guidon_mask_key_wipe),
    ROW(guidon_mask_many),
    ROW(guidon_max),
    ROW(guidon_name_hash_id),
    ROW(guidon_name_hash_init),
    ROW(guidon_name_hash_update),
    ROW(guidon_namespace_dns),
    ROW(guidon_namespace_oid),
    ROW(guidon_namespace_url),
    ROW(guidon_namespace_x500),
    ROW(guidon_ncs_time_of),
    ROW(guidon_nil),
    ROW(guidon_node_of),
    ROW(guidon_order_from_name),
    ROW(guidon_order_name),
    ROW(guidon_parse),
    ROW(guidon_parse_as),
    ROW(guidon_parse_candidates),
    ROW(guidon_parse_many),
    ROW(guidon_parse_reason),
    ROW(guidon_duplicates_add),
    ROW(guidon_duplicates_add_many),
    ROW(guidon_duplicates_check),
    ROW(guidon_duplicates_count),
    ROW(guidon_duplicates_explain),
    ROW(guidon_duplicates_held),
    ROW(guidon_duplicates_init),
    ROW(guidon_duplicates_merge),
    ROW(guidon_duplicates_read),
    ROW(guidon_duplicates_room),
    ROW(guidon_duplicates_set_secret),
    ROW(guidon_duplicates_size),
    ROW(guidon_duplicates_slots),
    ROW(guidon_duplicates_slots_for),
    ROW(guidon_cause_from_name),
    ROW(guidon_cause_name),
    ROW(guidon_cause_reversible),
    ROW(guidon_causes_of),
    ROW(guidon_repair),
    ROW(guidon_pseudonym),
    ROW(guidon_pseudonym_many),
    ROW(guidon_query_init),
    ROW(guidon_query_rank),
    ROW(guidon_query_rank_many),
    ROW(guidon_query_rank_text),
    ROW(guidon_query_text),
    ROW(guidon_scanner_init),
    ROW(guidon_scanner_next),
    ROW(guidon_scanner_piece),
    ROW(guidon_scanner_done),
    ROW(guidon_alias_format),
    ROW(guidon_span_format),
    ROW(guidon_short_length),
    ROW(guidon_sort_key),
    ROW(guidon_sort_key_inverse),
    ROW(guidon_status_text),
    ROW(guidon_ticks_of),
    ROW(guidon_ticks_to_time),
    ROW(guidon_time_format),
    ROW(guidon_time_of),
    ROW(guidon_time_parse),
    ROW(guidon_time_to_ticks),
    ROW(guidon_to_guid_bytes),
    ROW(guidon_to_oid_der),
    ROW(guidon_to_words),
    ROW(guidon_typeid_format),
    ROW(guidon_typeid_parse),
    ROW(guidon_typeid_prefix_check),
    ROW(guidon_ulid_as_v7),
    ROW(guidon_ulid_ceil),
    ROW(guidon_ulid_floor),
    ROW(guidon_ulid_format),
    ROW(guidon_ulid_format_alphabet),
    ROW(guidon_ulid_format_lines),
    ROW(guidon_ulid_format_many),
    ROW(guidon_ulid_increment),
    ROW(guidon_ulid_make),
    ROW(guidon_ulid_ms_of),
    ROW(guidon_ulid_parse),
    ROW(guidon_ulid_parse_lines),
    ROW(guidon_ulid_str),
    ROW(guidon_ulid_parse_many),
    ROW(guidon_unmask),
    ROW(guidon_unmask_many),
    ROW(guidon_uuid_format),
    ROW(guidon_uuid_format_lines),
    ROW(guidon_uuid_format_many),
    ROW(guidon_uuid_parse),
    ROW(guidon_uuid_parse_lines),
    ROW(guidon_uuid_str),
    ROW(guidon_uuid_parse_many),
    ROW(guidon_v1_ceil),
    ROW(guidon_v1_floor),
    ROW(guidon_v1_make),
    ROW(guidon_v1_to_v6),
    ROW(guidon_v2_make),
    ROW(guidon_v3_make),
    ROW(guidon_v3_make_many),
    ROW(guidon_v4_make),
    ROW(guidon_v5_make),
    ROW(guidon_v5_make_many),
    ROW(guidon_v6_ceil),
    ROW(guidon_v6_floor),
    ROW(guidon_v6_make),
    ROW(guidon_v6_to_v1),
    ROW(guidon_v7_ceil),
    ROW(guidon_v7_derive),
    ROW(guidon_v7_derive_many),
    ROW(guidon_v7_floor),
    ROW(guidon_v7_make),
    ROW(guidon_v7_make_precise),
    ROW(guidon_v8_from_digest),
    ROW(guidon_v8_make),
    ROW(guidon_v8_node_make),
    ROW(guidon_v8_node_of),
    ROW(guidon_v8_append_floor),
    ROW(guidon_v8_ceil),
    ROW(guidon_v8_floor),
    ROW(guidon_v8_prefix_of),
    ROW(guidon_v8_prefixed_make),
    ROW(guidon_v8_ranges),
    ROW(guidon_shard_of),
    ROW(guidon_v8_sha256_make),
    ROW(guidon_v8_sha256_make_many),
    ROW(guidon_validate),
    ROW(guidon_variant_name),
    ROW(guidon_variant_of),
    ROW(guidon_version_name),
    ROW(guidon_version_number),
    ROW(guidon_version_of),
    ROW(guidon_wipe),
};
const size_t n_calls_of_values =
    sizeof calls_of_values / sizeof calls_of_values[0];
