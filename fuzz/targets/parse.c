/* SPDX-License-Identifier: MIT */
/* parse.c - compare guidon_parse and guidon_parse_candidates with a slow reader for
 * any mask and any text, write the result back, and ask for the reason if there is none
 * and for the document of all readings */
#include "../../tests/oracle/slow_text.h"
#include "../support/fuzz.h"

#include <ctype.h>
#include <string.h>

/* The mask of eight input bytes: every form, or those whose bits are set. The
 * two highest bits ask for leniency and for the unknown bits below them. */
static uint64_t mask_of(uint64_t word)
{
    const uint64_t every = GUIDON_FORM_BIT(GUIDON_FORMS) - 1;
    uint64_t forms = word & every;
    uint64_t others = word & ~every & ~(UINT64_C(3) << 62);

    return (forms ? forms : GUIDON_ANY_FORMS) |
           (word >> 63 ? SLOW_LENIENT : 0) | (word >> 62 & 1 ? others : 0);
}

/* Write the id in the form found, and read that text again. */
static void check_back(const guidon_id *id, guidon_form form)
{
    char *back;
    char room[GUIDON_TEXT_MAX];
    size_t len;
    guidon_id again;

    CHECK(guidon_format(room, sizeof room, &len, id, form) == GUIDON_OK);
    back = fuzz_marked(len);
    CHECK(guidon_format(back, len, &len, id, form) == GUIDON_OK);
    CHECK(guidon_parse_as(&again, back, len, form, NULL) == GUIDON_OK);
    CHECK(guidon_equal(&again, id));
}

/* The sentence is whole, printable and of this text, and its buffer is filled to the
 * last byte. A text that is read has none. */
static void check_reason(const char *text, size_t text_len, uint64_t accept,
                         guidon_status status)
{
    static const char before[] = " at offset ";
    char room[GUIDON_REASON_MAX + 1];
    size_t len = 0, offset = 0;
    char *out;
    const char *found;

    CHECK(guidon_parse_reason(room, GUIDON_REASON_MAX, &len, text, text_len,
                              SLOW_ACCEPT(accept)) == GUIDON_OK);
    CHECK((len == 0) == (status == GUIDON_OK));
    for (size_t i = 0; i < len; i++) {
        CHECK(room[i] >= ' ' && room[i] <= '~');
    }
    room[len] = '\0';
    found = strstr(room, before);
    for (size_t i = sizeof before - 1; found && isdigit(found[i]); i++) {
        offset = 10 * offset + (size_t)(found[i] - '0');
    }
    CHECK(!found || offset < text_len);
    out = fuzz_marked(len);
    CHECK(guidon_parse_reason(out, len, NULL, text, text_len,
                              SLOW_ACCEPT(accept)) == GUIDON_OK);
    CHECK(memcmp(out, room, len) == 0);
    CHECK(len == 0 ||
          guidon_parse_reason(out, len - 1, NULL, text, text_len,
                              SLOW_ACCEPT(accept)) == GUIDON_E_SPACE);
}

/* The document has a reading for each way to read the text, its brackets match, and its
 * buffer is filled to the last byte. */
static void check_document(const char *text, size_t text_len, uint64_t accept,
                           guidon_status status)
{
    static char room[GUIDON_DESCRIBE_MAX + 1];
    const bool is_typeid = (accept & GUIDON_ANY_FORMS) == GUIDON_ANY_FORMS &&
                           guidon_typeid_parse(&(guidon_id){{0}}, NULL, text,
                                               text_len, NULL) == GUIDON_OK;
    size_t len = 0, readings = 0, want = status == GUIDON_OK || is_typeid;
    bool in_string = false;
    int depth = 0;
    char *out;

    CHECK(guidon_describe_json(room, GUIDON_DESCRIBE_MAX, &len, text, text_len,
                               SLOW_ACCEPT(accept)) == GUIDON_OK);
    for (uint64_t forms =
             want ? 0
                  : guidon_parse_candidates(text, text_len, SLOW_ACCEPT(accept))
                        .forms;
         forms > 0; forms &= forms - 1) {
        want++;
    }
    for (size_t i = 0; i < len; i++) {
        CHECK(room[i] >= ' ' && room[i] <= '~');
    }
    room[len] = '\0';
    for (const char *at = room; (at = strstr(at, "{\"form\":\"")); at++) {
        readings++;
    }
    CHECK(readings == want);
    for (size_t i = 0; i < len; i++) { /* no string has an escape */
        in_string ^= room[i] == '"';
        depth += !in_string && (room[i] == '[' || room[i] == '{');
        depth -= !in_string && (room[i] == ']' || room[i] == '}');
        CHECK(depth > 0 || (i + 1 == len && depth == 0));
    }
    out = fuzz_marked(len);
    CHECK(guidon_describe_json(out, len, NULL, text, text_len,
                               SLOW_ACCEPT(accept)) == GUIDON_OK);
    CHECK(memcmp(out, room, len) == 0);
    CHECK(guidon_describe_json(out, len - 1, NULL, text, text_len,
                               SLOW_ACCEPT(accept)) == GUIDON_E_SPACE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_data rest = {data, size};
    uint64_t accept = mask_of(fuzz_take(&rest, 8));
    struct slow_answer want;
    guidon_id out = marked_id();
    guidon_form form;
    size_t bad_at;
    const char *text;

    if (rest.left > FUZZ_BUFFER_MAX) {
        return 0;
    }
    text = fuzz_copy(rest.at, rest.left);
    want = slow_parse(text, rest.left, accept);
    mark(&form, sizeof form);
    mark(&bad_at, sizeof bad_at);
    CHECK(guidon_parse(&out, &form, text, rest.left, SLOW_ACCEPT(accept),
                       &bad_at) == want.status);
    if (want.status == GUIDON_OK) {
        CHECK(guidon_equal(&out, &want.id));
        CHECK(form == want.form);
        CHECK(is_marked(&bad_at, sizeof bad_at));
        check_back(&out, form);
    } else {
        CHECK(is_marked(&out, sizeof out));
        CHECK(is_marked(&form, sizeof form));
        CHECK(bad_at == want.bad_at && bad_at <= rest.left);
    }
    CHECK(guidon_parse(&out, NULL, text, rest.left, SLOW_ACCEPT(accept),
                       NULL) == want.status);
    CHECK(guidon_parse_candidates(text, rest.left, SLOW_ACCEPT(accept)).forms ==
          slow_candidates(text, rest.left, accept));
    check_reason(text, rest.left, accept, want.status);
    check_document(text, rest.left, accept, want.status);
    return 0;
}
