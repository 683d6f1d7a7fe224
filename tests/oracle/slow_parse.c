/* SPDX-License-Identifier: MIT */
/* slow_parse.c - recognises the form of a text, one character at a time */
#include "slow_initialiser.h"
#include "slow_lenient.h"
#include "slow_parts.h"

#include "form_rules.h"

#include <string.h>

#define NO_FORM    ((guidon_form)GUIDON_FORMS)
#define EVERY_FORM (GUIDON_FORM_BIT(GUIDON_FORMS) - 1)

static bool begins_with(const char *text, size_t len, const char *prefix,
                        bool any_case)
{
    size_t n = strlen(prefix);
    bool same = len >= n;

    for (size_t i = 0; same && i < n; i++) {
        same = slow_same_mark(text[i], prefix[i], any_case);
    }
    return same;
}

static bool all_digits(const char *text, size_t len)
{
    bool all = true;

    for (size_t i = 0; i < len; i++) {
        all = all && text[i] >= '0' && text[i] <= '9';
    }
    return all;
}

static size_t count(const char *text, size_t len, char c)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        n += text[i] == c;
    }
    return n;
}

/* Has the text the length and marks of this form? */
static bool has_shape_of(guidon_form form, const char *text, size_t len,
                         uint64_t accept)
{
    bool lenient = accept >> 63 & 1;

    switch (form) {
    case GUIDON_FORM_URN:
        return begins_with(text, len, "urn:uuid:", true);
    case GUIDON_FORM_URN_OID:
        return begins_with(text, len, "urn:oid:", true);
    case GUIDON_FORM_OID:
        return begins_with(text, len, "2.25.", false);
    case GUIDON_FORM_C:
    case GUIDON_FORM_GUID_X:
    case GUIDON_FORM_BRACES:
        return begins_with(text, len, "{", false) &&
               slow_braced_form(text, len) == form;
    case GUIDON_FORM_PARENS:
        return begins_with(text, len, "(", false);
    case GUIDON_FORM_ULID:
        return (lenient ? len - count(text, len, '-') : len) == 26;
    case GUIDON_FORM_NCS:
        return len == 36 && text[12] == '.' && text[15] == '.';
    case GUIDON_FORM_UUID:
        return len == 36 && !(accept & GUIDON_FORM_BIT(GUIDON_FORM_INT) &&
                              all_digits(text, len));
    case GUIDON_FORM_HEX:
        return len == 32;
    case GUIDON_FORM_HEX_0X:
        return len == 34 && begins_with(text, len, "0x", true);
    case GUIDON_FORM_BASE64:
    case GUIDON_FORM_NCNAME58:
        if (form == GUIDON_FORM_NCNAME58 &&
            accept & GUIDON_FORM_BIT(GUIDON_FORM_BASE52)) {
            return false;
        }
        return len == (form == GUIDON_FORM_BASE64 ? 24 : 23) &&
               !(accept & GUIDON_FORM_BIT(GUIDON_FORM_INT) &&
                 all_digits(text, len));
    default:
        return false;
    }
}

/* The first such form, in the order of the header. */
static guidon_form shaped(const char *text, size_t len, uint64_t accept)
{
    for (size_t i = 0; i < sizeof form_shape_order / sizeof form_shape_order[0];
         i++) {
        if (accept & GUIDON_FORM_BIT(form_shape_order[i]) &&
            has_shape_of(form_shape_order[i], text, len, accept)) {
            return form_shape_order[i];
        }
    }
    return NO_FORM;
}

/* The case variant in which a text is written. */
static guidon_form written(guidon_form form, const char *text, size_t len)
{
    bool any_upper = false, any_lower = false;

    for (size_t i = 0; i < len; i++) {
        any_upper = any_upper || slow_lower(text[i]) != text[i];
        any_lower = any_lower || slow_upper(text[i]) != text[i];
    }
    switch (form) {
    case GUIDON_FORM_UUID:
        return any_upper && !any_lower ? GUIDON_FORM_UUID_UPPER : form;
    case GUIDON_FORM_HEX:
        return any_upper && !any_lower ? GUIDON_FORM_HEX_UPPER : form;
    case GUIDON_FORM_ULID:
        return any_lower && !any_upper ? GUIDON_FORM_ULID_LOWER : form;
    default:
        return form;
    }
}

/* A bit for either case accepts both cases. From here on only the bit of the
 * first remains. */
static uint64_t without_case_variants(uint64_t accept)
{
    static const guidon_form firsts[] = {GUIDON_FORM_UUID, GUIDON_FORM_HEX,
                                         GUIDON_FORM_ULID};

    for (size_t i = 0; i < 3; i++) {
        uint64_t second = GUIDON_FORM_BIT(firsts[i] + 1);

        if (accept & second) {
            accept = (accept & ~second) | GUIDON_FORM_BIT(firsts[i]);
        }
    }
    return accept;
}

static bool reads(unsigned form, const char *text, size_t len)
{
    return slow_read((guidon_form)form, text, len, false).status == GUIDON_OK;
}

static bool same_octets(const guidon_id *a, const guidon_id *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* The accepted forms that need their names, if they agree. */
static struct slow_answer parse_named(const char *text, size_t len,
                                      uint64_t accept)
{
    struct slow_answer answer = slow_no(GUIDON_E_FORM, 0);

    for (unsigned i = GUIDON_FORMS; i-- > 0;) {
        struct slow_answer as;

        if (!(accept & GUIDON_FORM_BIT(i)) ||
            !(form_rules[i].traits & RULE_EXPLICIT) || !reads(i, text, len)) {
            continue;
        }
        as = slow_read((guidon_form)i, text, len, false);
        if (answer.status == GUIDON_OK && !same_octets(&answer.id, &as.id)) {
            return slow_no(GUIDON_E_AMBIGUOUS, 0);
        }
        answer = as;
    }
    return answer;
}

static bool accepts_one_form(uint64_t forms)
{
    return (forms & (forms - 1)) == 0;
}

/* The only form among the accepted ones, or the first whose shape the text has,
 * or those that need their names. */
static struct slow_answer read_any(const char *text, size_t len, uint64_t forms,
                                   bool lenient)
{
    guidon_form form = NO_FORM;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if (forms == GUIDON_FORM_BIT(i)) {
            form = (guidon_form)i;
        }
    }
    if (form == NO_FORM) {
        form = shaped(text, len, forms | (lenient ? SLOW_LENIENT : 0));
    }
    return form == NO_FORM ? parse_named(text, len, forms)
                           : slow_read(form, text, len, lenient);
}

/* The forms that read a text only by their names: the accepted ones, or all if
 * the forms that need no name are accepted and no other fits. */
static uint64_t named_forms(const char *text, size_t len, uint64_t forms)
{
    uint64_t accepted = 0, all = 0;
    bool is_any = true;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if (form_rules[i].traits & RULE_EXPLICIT) {
            uint64_t bit = reads(i, text, len) ? GUIDON_FORM_BIT(i) : 0;

            all |= bit;
            accepted |= bit & forms;
        } else if (!(form_rules[i].traits & RULE_VARIANT)) {
            is_any = is_any && (forms & GUIDON_FORM_BIT(i));
        }
    }
    return accepts_one_form(forms) ? 0 : accepted || !is_any ? accepted : all;
}

/* The answer, or that only a name makes this text an id. */
static struct slow_answer or_ambiguous(struct slow_answer answer,
                                       const char *text, size_t len,
                                       uint64_t forms)
{
    return answer.status != GUIDON_OK && named_forms(text, len, forms)
               ? slow_no(GUIDON_E_AMBIGUOUS, 0)
               : answer;
}

static struct slow_answer read_leniently(const char *text, size_t len,
                                         uint64_t forms)
{
    struct slow_answer answer, other;
    size_t before = 0;

    while (len > 0 && slow_is_blank(text[len - 1])) {
        len--;
    }
    while (before < len && slow_is_blank(text[before])) {
        before++;
    }
    answer = read_any(text + before, len - before, forms, true);
    other = slow_lenient(text + before, len - before, forms);
    if (answer.status != GUIDON_OK && other.status == GUIDON_OK) {
        return other;
    }
    if (answer.status != GUIDON_E_FORM && answer.status != GUIDON_E_AMBIGUOUS) {
        answer.bad_at += before;
    }
    return or_ambiguous(answer, text + before, len - before, forms);
}

/* With SLOW_EXACT_CASE: is a text of these cases accepted? A text has a
 * case if it stays the same when its letters take this case. */
static struct slow_answer check_case(struct slow_answer answer,
                                     const char *text, size_t len,
                                     uint64_t accept)
{
    guidon_form first = without_case_variants(GUIDON_FORM_BIT(answer.form)) ==
                                GUIDON_FORM_BIT(answer.form)
                            ? answer.form
                            : (guidon_form)(answer.form - 1);
    uint64_t has_first = accept & GUIDON_FORM_BIT(first);
    uint64_t has_second = accept & GUIDON_FORM_BIT(first + 1);
    size_t no_lower = 0, no_upper = 0; /* the first letter in this case */

    if (first != GUIDON_FORM_UUID && first != GUIDON_FORM_HEX &&
        first != GUIDON_FORM_ULID) {
        return answer;
    }
    while (no_lower < len && slow_upper(text[no_lower]) == text[no_lower]) {
        no_lower++;
    }
    while (no_upper < len && slow_lower(text[no_upper]) == text[no_upper]) {
        no_upper++;
    }
    if (has_first && has_second) {
        size_t mixed = no_lower > no_upper ? no_lower : no_upper;

        return mixed < len ? slow_no(GUIDON_E_CHAR, mixed) : answer;
    }
    if ((has_first != 0) == (first != GUIDON_FORM_ULID)) { /* lower case */
        if (no_upper < len) {
            return slow_no(GUIDON_E_CHAR, no_upper);
        }
    } else if (no_lower < len) {
        return slow_no(GUIDON_E_CHAR, no_lower);
    }
    answer.form = has_first ? first : (guidon_form)(first + 1);
    return answer;
}

guidon_accept slow_accept(uint64_t accept)
{
    return GUIDON_ACCEPT_FORMS(accept & ~(SLOW_LENIENT | SLOW_EXACT_CASE));
}

unsigned slow_flags(uint64_t accept)
{
    return (accept & SLOW_LENIENT ? GUIDON_PARSE_LENIENT : 0) |
           (accept & SLOW_EXACT_CASE ? GUIDON_PARSE_EXACT_CASE : 0);
}

struct slow_answer slow_parse(const char *text, size_t len, uint64_t accept)
{
    uint64_t forms = without_case_variants(accept & EVERY_FORM);
    bool lenient = accept >> 63, exact = accept >> 62 & 1;
    struct slow_answer answer;

    if (forms == 0 || accept & ~(EVERY_FORM | UINT64_C(3) << 62)) {
        return slow_no(GUIDON_E_ARGUMENT, 0);
    }
    answer = lenient ? read_leniently(text, len, forms)
                     : or_ambiguous(read_any(text, len, forms, false), text,
                                    len, forms);
    if (answer.status != GUIDON_OK) {
        return answer;
    }
    answer.form = written(answer.form, text, len);
    return exact ? check_case(answer, text, len, accept) : answer;
}

uint64_t slow_candidates(const char *text, size_t len, uint64_t accept)
{
    size_t before = 0;

    if (slow_parse(text, len, accept).status != GUIDON_E_AMBIGUOUS) {
        return 0;
    }
    while (accept >> 63 && len > 0 && slow_is_blank(text[len - 1])) {
        len--;
    }
    while (accept >> 63 && before < len && slow_is_blank(text[before])) {
        before++;
    }
    return named_forms(text + before, len - before,
                       without_case_variants(accept & EVERY_FORM));
}
