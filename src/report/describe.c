/* SPDX-License-Identifier: MIT */
/* describe.c - what a text could be: every reading, as JSON. */
#include "../core/memory.h"
#include "../core/sentence.h"

#include <guidon/text.h>
#include <guidon/time.h>
#include <guidon/typeid.h>

/* Is the time in the years 2000 to 2099? Random digits of base32 form a ULID, but seldom
 * with such a time. */
static bool is_usual_time(guidon_time time)
{
    return time.seconds >= INT64_C(946684800) && /* 2000-01-01 */
           time.seconds < INT64_C(4102444800);   /* 2100-01-01 */
}

static GDN_OUT_OF_LINE guidon_time time_of_ulid(const guidon_id *id)
{
    const uint64_t ms = guidon_ulid_ms_of(id);
    const guidon_time time = {(int64_t)(ms / 1000),
                              (uint32_t)(ms % 1000) * 1000000};

    return time;
}

/* Has the id a text of NCS, as every id that NCS made? */
static bool has_ncs_text(const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];

    return guidon_format(text, sizeof text, NULL, id, GUIDON_FORM_NCS) ==
           GUIDON_OK;
}

guidon_status guidon_kind_time_of(guidon_time *out, unsigned *digits,
                                  const guidon_id *id, guidon_id_kind kind)
{
    guidon_status status = GUIDON_E_VERSION;
    unsigned held = 3;

    if (kind == GUIDON_KIND_ULID) {
        *out = time_of_ulid(id);
        status = GUIDON_OK;
    } else if (kind == GUIDON_KIND_V1 || kind == GUIDON_KIND_V6) {
        held = 7;
        status = guidon_time_of(out, id);
    } else if (kind == GUIDON_KIND_V7) {
        status = guidon_time_of(out, id);
    } else if (kind == GUIDON_KIND_NCS && has_ncs_text(id)) {
        held = 6;
        status = guidon_ncs_time_of(out, id);
    }
    if (status == GUIDON_OK && digits) {
        *digits = held;
    }
    return status;
}

bool guidon_kind_alternative(guidon_id_kind *out, const guidon_id *id,
                             guidon_id_kind kind)
{
    const bool is_usual_ulid = is_usual_time(time_of_ulid(id));
    const guidon_id_kind by_bits = guidon_kind_of(id);
    guidon_time time;
    bool is_likely = is_usual_ulid;

    if (kind == GUIDON_KIND_ULID) {
        if (by_bits == GUIDON_KIND_V1 || by_bits == GUIDON_KIND_V6) {
            is_likely =
                guidon_time_of(&time, id) == GUIDON_OK && is_usual_time(time);
        } else if (by_bits == GUIDON_KIND_V7) { /* of the same time */
            is_likely = true;
        } else {
            is_likely = !is_usual_ulid && by_bits >= GUIDON_KIND_V3 &&
                        by_bits <= GUIDON_KIND_V8;
        }
    }
    if (is_likely) {
        *out = kind == GUIDON_KIND_ULID ? by_bits : GUIDON_KIND_ULID;
    }
    return is_likely;
}

/* ------------------------------------------------------------------ members */

/* Begin a member after others of an object. */
static GDN_OUT_OF_LINE void member_name(struct gdn_sentence *to,
                                        const char *name)
{
    gdn_add(to, ",\"");
    gdn_add(to, name);
    gdn_add(to, "\":");
}

/* A member with a string, or a number. No name and no string has
 * a character that JSON escapes. */
static GDN_OUT_OF_LINE void member_bytes(struct gdn_sentence *to,
                                         const char *name, const char *text,
                                         size_t len)
{
    member_name(to, name);
    gdn_add(to, "\"");
    gdn_add_bytes(to, text, len);
    gdn_add(to, "\"");
}

static GDN_OUT_OF_LINE void member_text(struct gdn_sentence *to,
                                        const char *name, const char *text)
{
    member_bytes(to, name, text, strlen(text));
}

static GDN_OUT_OF_LINE void member_number(struct gdn_sentence *to,
                                          const char *name, uint64_t number)
{
    member_name(to, name);
    gdn_add_number(to, number);
}

/* Some bits of an id as hex digits, as many as their number needs. */
static GDN_OUT_OF_LINE void member_hex(struct gdn_sentence *to,
                                       const char *name, const guidon_id *id,
                                       unsigned bit, unsigned width)
{
    unsigned value = 0;
    char hex[32];
    size_t n = 0;

    while (width-- > 0) {
        value =
            value << 1 | ((unsigned)id->bytes[bit / 8] >> (7 - bit % 8) & 1);
        bit++;
        if (width % 4 == 0) {
            hex[n++] = "0123456789abcdef"[value & 15];
        }
    }
    member_bytes(to, name, hex, n);
}

static GDN_OUT_OF_LINE void member_time(struct gdn_sentence *to,
                                        const char *name, guidon_time time,
                                        unsigned digits)
{
    char text[GUIDON_TIME_TEXT_MAX];
    size_t len = 0;

    if (guidon_time_format(text, sizeof text, &len, time, digits) ==
        GUIDON_OK) {
        member_bytes(to, name, text, len);
    }
}

/* Begin the next member of an object of forms; `*comma` stands before it. */
static void member_of_form(struct gdn_sentence *to, const char **comma,
                           unsigned form, const char *text, size_t len)
{
    gdn_add(to, *comma);
    gdn_add(to, "\"");
    gdn_add(to, guidon_form_name((guidon_form)form));
    gdn_add(to, "\":\"");
    gdn_add_bytes(to, text, len);
    gdn_add(to, "\"");
    *comma = ",";
}

/* ------------------------------------------------------------------ readings */

/* A text as one id. */
struct described {
    const char *text;
    size_t len;
    guidon_id id;
    guidon_form form;
    guidon_id_kind kind;
    size_t prefix_len; /* of a TypeID */
    bool is_typeid;
    bool is_any; /* the form had no name */
};

static bool is_ulid_form(guidon_form form)
{
    return form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER;
}

/* The other forms that would read the text by their names, each with its id. Of the
 * forms without a name only 32 hex digits and ULIDs have the texts of others, and a ULID
 * of a usual time is what everybody means. */
static void add_others(struct gdn_sentence *to, const struct described *it)
{
    const bool is_hex =
        it->form == GUIDON_FORM_HEX || it->form == GUIDON_FORM_HEX_UPPER;
    const char *comma = ",\"or_as\":{";
    char uuid[GUIDON_UUID_LEN];
    guidon_id id;

    if (!it->is_any || !(is_hex || (is_ulid_form(it->form) &&
                                    !is_usual_time(time_of_ulid(&it->id))))) {
        return;
    }
    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        if (!(GUIDON_ANY_FORMS & GUIDON_FORM_BIT(form)) &&
            guidon_parse_as(&id, it->text, it->len, (guidon_form)form, NULL) ==
                GUIDON_OK) {
            guidon_uuid_format(uuid, &id);
            member_of_form(to, &comma, form, uuid, sizeof uuid);
        }
    }
    gdn_add(to, comma[1] ? "" : "}");
}

/* Node and clock sequence, and what DCE has in their place. */
static void add_node(struct gdn_sentence *to, const guidon_id *id)
{
    const unsigned char first = id->bytes[10];
    unsigned char node[6];
    uint16_t clock_seq;

    if (guidon_clock_seq_of(&clock_seq, id) == GUIDON_OK) {
        member_number(to, "clock_seq", clock_seq);
    }
    if (guidon_node_of(node, id) != GUIDON_OK) {
        return;
    }
    member_hex(to, "node", id, 80, 48);
    /* No MAC address has the multicast bit (RFC 9562, section 6.10). */
    member_text(to, "node_is",
                first & 1   ? "random"
                : first & 2 ? "local"
                            : "vendor");
}

static void add_parts(struct gdn_sentence *to, const struct described *it)
{
    const guidon_id *id = &it->id;
    guidon_time time, high;
    guidon_domain domain;
    uint32_t local_id;
    unsigned digits;

    if (it->kind != GUIDON_KIND_ULID) {
        member_text(to, "variant", guidon_variant_name(guidon_variant_of(id)));
        if (it->kind <= GUIDON_KIND_V15) {
            member_number(to, "version", (uint64_t)it->kind);
        }
    }
    if (guidon_kind_time_of(&time, &digits, id, it->kind) == GUIDON_OK) {
        member_time(to, "time", time, digits);
    }
    if (it->kind == GUIDON_KIND_ULID) {
        return;
    }
    if (guidon_dce_time_of(&time, &high, id) == GUIDON_OK) {
        member_time(to, "time_low", time, 7);
        member_time(to, "time_high", high, 7);
    }
    add_node(to, id);
    if (guidon_dce_of(&domain, &local_id, id) == GUIDON_OK) {
        member_number(to, "domain", (uint64_t)domain);
        member_number(to, "local_id", local_id);
    }
}

static void add_fields(struct gdn_sentence *to, const struct described *it)
{
    const guidon_field *fields;
    const size_t n = guidon_fields_of(&fields, it->kind);

    gdn_add(to, ",\"fields\":[");
    for (size_t i = 0; i < n; i++) {
        gdn_add(to, i > 0 ? ",{\"name\":\"" : "{\"name\":\"");
        gdn_add(to, fields[i].name);
        gdn_add(to, "\"");
        member_number(to, "bit", fields[i].bit);
        member_number(to, "width", fields[i].width);
        member_hex(to, "hex", &it->id, fields[i].bit, fields[i].width);
        gdn_add(to, "}");
    }
    gdn_add(to, "]");
}

static void add_forms(struct gdn_sentence *to, const guidon_id *id)
{
    const char *comma = ",\"forms\":{";
    char text[GUIDON_TEXT_MAX];
    size_t len = 0;

    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        if (guidon_format(text, sizeof text, &len, id, (guidon_form)form) ==
            GUIDON_OK) {
            member_of_form(to, &comma, form, text, len);
        }
    }
    gdn_add(to, "}");
}

/* Add a reading; `it` has the text, the id and its form. */
static void add_reading(struct gdn_sentence *to, struct described *it)
{
    guidon_id_kind other;

    it->kind = !it->is_typeid && is_ulid_form(it->form)
                   ? GUIDON_KIND_ULID
                   : guidon_kind_of(&it->id);
    gdn_add(to, to->len > 1 ? ",{\"form\":\"" : "{\"form\":\"");
    gdn_add(to, it->is_typeid ? "typeid" : guidon_form_name(it->form));
    gdn_add(to, "\"");
    add_others(to, it);
    if (it->prefix_len > 0) {
        member_bytes(to, "prefix", it->text, it->prefix_len);
    }
    member_text(to, "kind", guidon_kind_name(it->kind));
    if (guidon_kind_alternative(&other, &it->id, it->kind)) {
        member_text(to, "could_be", guidon_kind_name(other));
    }
    add_parts(to, it);
    add_fields(to, it);
    add_forms(to, &it->id);
    gdn_add(to, "}");
}

/* Add a reading for each form that an ambiguous text could have. */
static void add_candidates(struct gdn_sentence *to, struct described *it,
                           guidon_accept accept, unsigned flags)
{
    const uint64_t forms =
        guidon_parse_candidates(it->text, it->len, accept, flags).forms;

    for (unsigned form = 0; forms >> form; form++) {
        if (guidon_parse(&it->id, &it->form, it->text, it->len,
                         GUIDON_ACCEPT_FORMS(forms & GUIDON_FORM_BIT(form)),
                         flags & GUIDON_PARSE_LENIENT, NULL) == GUIDON_OK) {
            add_reading(to, it);
        }
    }
}

static void add_readings(struct gdn_sentence *to, const char *text, size_t len,
                         guidon_accept accept, unsigned flags)
{
    struct described it = {.text = text, .len = len};
    const bool is_any = (accept.forms & GUIDON_ANY_FORMS) == GUIDON_ANY_FORMS;
    const guidon_status status =
        guidon_parse(&it.id, &it.form, text, len, accept, flags, NULL);

    gdn_add(to, "[");
    if (status == GUIDON_OK) {
        it.is_any = is_any;
        add_reading(to, &it);
    } else if (is_any && guidon_typeid_parse(&it.id, &it.prefix_len, text, len,
                                             NULL) == GUIDON_OK) {
        it.is_typeid = true;
        add_reading(to, &it);
    } else if (status == GUIDON_E_AMBIGUOUS) {
        add_candidates(to, &it, accept, flags);
    }
    gdn_add(to, "]");
}

guidon_status guidon_describe_json(char *out, size_t out_cap, size_t *out_len,
                                   const char *text, size_t len,
                                   guidon_accept accept, unsigned flags)
{
    struct gdn_sentence measured = {NULL, 0, 0};
    struct gdn_sentence document = {out, out_cap, 0};

    add_readings(&measured, text, len, accept, flags);
    if (out_len) {
        *out_len = measured.len;
    }
    if (measured.len > out_cap) {
        return GUIDON_E_SPACE;
    }
    add_readings(&document, text, len, accept, flags);
    return GUIDON_OK;
}
