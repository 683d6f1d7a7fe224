/* SPDX-License-Identifier: MIT */
/* accept.c - sets of forms in C and in C++. accept.py compiles this file with WRONG
 * as 0, which is right, and with each wrong call. */
#include <guidon.h>

#include <stddef.h>

/* Static storage, in every language. */
static const guidon_accept both = {GUIDON_FORM_BIT(GUIDON_FORM_HEX) |
                                   GUIDON_FORM_BIT(GUIDON_FORM_URN)};
static const guidon_accept any = {GUIDON_ANY_FORMS};
#ifdef __cplusplus
constexpr guidon_accept alone = GUIDON_ACCEPT(GUIDON_FORM_HEX);
static_assert(alone.forms == GUIDON_FORM_BIT(GUIDON_FORM_HEX) &&
                  GUIDON_ACCEPT_ANY.forms == GUIDON_ANY_FORMS,
              "a set is not a constant expression");
#endif

guidon_status read_id(guidon_id *out, const char *text, size_t len,
                      size_t *bad_at);

guidon_status read_id(guidon_id *out, const char *text, size_t len,
                      size_t *bad_at)
{
#if WRONG == 0
    guidon_accept one = GUIDON_ACCEPT(GUIDON_FORM_HEX);
    guidon_status status =
        guidon_parse(out, NULL, text, len, GUIDON_ACCEPT_ANY, 0, bad_at);

    one = status == GUIDON_OK ? one : GUIDON_ACCEPT_FORMS(any.forms);
    if (guidon_parse_candidates(text, len, both, 0).forms > 0) {
        return guidon_parse_as(out, text, len, GUIDON_FORM_URN, bad_at);
    }
    return guidon_parse(out, NULL, text, len, one,
                        GUIDON_PARSE_LENIENT | GUIDON_PARSE_EXACT_CASE, bad_at);
#elif WRONG == 1 /* a form for a set of forms */
    return guidon_parse(out, NULL, text, len, GUIDON_FORM_URN, 0, bad_at);
#elif WRONG == 2 /* bits for a set of forms */
    return guidon_parse(out, NULL, text, len, GUIDON_FORM_BIT(GUIDON_FORM_URN),
                        0, bad_at);
#elif WRONG == 3 /* the flags before the set */
    return guidon_parse(out, NULL, text, len, 0, GUIDON_ACCEPT_ANY, bad_at);
#elif WRONG == 4 /* a flag in the set */
    return guidon_parse(out, NULL, text, len,
                        GUIDON_ACCEPT_ANY | GUIDON_PARSE_LENIENT, 0, bad_at);
#elif WRONG == 5 /* no flags */
    return guidon_parse(out, NULL, text, len, GUIDON_ACCEPT_ANY, bad_at);
#elif WRONG == 6 /* a set for a form */
    return guidon_parse_as(out, text, len, GUIDON_ACCEPT(GUIDON_FORM_URN),
                           bad_at);
#elif WRONG == 7
    char why[GUIDON_REASON_MAX];
    return guidon_parse_reason(why, sizeof why, NULL, text, len,
                               GUIDON_FORM_URN, 0);
#elif WRONG == 8
    (void)out, (void)bad_at;
    return guidon_parse_candidates(text, len, GUIDON_FORM_URN, 0).forms
               ? GUIDON_E_FORM
               : GUIDON_OK;
#else
#  error "there is no such call"
#endif
}
