/* SPDX-License-Identifier: MIT */
/* slow_layouts.c - forms of hex digits among marks, one character at a time */
#include "slow_families.h"
#include "slow_parts.h"

#include <string.h>

static const char hex_digits[] = "0123456789abcdef";

/* Forms of hex digits ('#') and marks, with the octet of each pair of
 * digits. */
struct layout {
    const char *marks;
    size_t any_case; /* so many marks at the start are read in either case */
    bool writes_upper;
    unsigned char octets[16];
};

#define IN_ORDER                                                               \
  {                                                                            \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15                       \
  }
#define PLAIN   "################################"
#define CANONIC "########-####-####-####-############"
#define X2      "0x##,0x##,"
#define X8      X2 X2 X2 "0x##,0x##"

static const struct layout layouts[GUIDON_FORMS] = {
    [GUIDON_FORM_UUID] = {CANONIC, 0, false, IN_ORDER},
    [GUIDON_FORM_UUID_UPPER] = {CANONIC, 0, true, IN_ORDER},
    [GUIDON_FORM_HEX] = {PLAIN, 0, false, IN_ORDER},
    [GUIDON_FORM_HEX_UPPER] = {PLAIN, 0, true, IN_ORDER},
    [GUIDON_FORM_BRACES] = {"{" CANONIC "}", 0, true, IN_ORDER},
    [GUIDON_FORM_URN] = {"urn:uuid:" CANONIC, 9, false, IN_ORDER},
    [GUIDON_FORM_GUID_HEX] = {PLAIN,
                              0,
                              false,
                              {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14,
                               15}},
    [GUIDON_FORM_C] = {"{" X8 "," X8 "}", 0, false, IN_ORDER},
    [GUIDON_FORM_PARENS] = {"(" CANONIC ")", 0, false, IN_ORDER},
    [GUIDON_FORM_GUID_X] = {"{0x########,0x####,0x####,{" X8 "}}", 0, false,
                            IN_ORDER},
    [GUIDON_FORM_NCS] = {"############.##.##.##.##.##.##.##.##",
                         0,
                         false,
                         {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15}},
    [GUIDON_FORM_HEX_0X] = {"0x" PLAIN, 2, false, IN_ORDER},
    [GUIDON_FORM_MONGO_JAVA] = {PLAIN,
                                0,
                                false,
                                {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10,
                                 9, 8}},
    [GUIDON_FORM_MYSQL_SWAP] = {PLAIN,
                                0,
                                false,
                                {6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13,
                                 14, 15}},
};

bool slow_is_layout(guidon_form form)
{
    return layouts[form].marks != NULL;
}

static struct slow_answer read_by(const struct layout *layout, guidon_form form,
                                  const char *text, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    size_t nibble = 0;

    if (len != strlen(layout->marks)) {
        return slow_wrong_length(len, strlen(layout->marks));
    }
    for (size_t i = 0; i < len; i++) {
        char want = layout->marks[i];
        int value = slow_value_of(slow_lower(text[i]), hex_digits);

        if (want != '#') {
            if (!slow_same_mark(text[i], want, i < layout->any_case)) {
                return slow_no(GUIDON_E_CHAR, i);
            }
            continue;
        }
        if (value < 0) {
            return slow_no(GUIDON_E_CHAR, i);
        }
        answer.id.bytes[layout->octets[nibble / 2]] |=
            (unsigned char)(nibble % 2 ? value : value * 16);
        nibble++;
    }
    if (form == GUIDON_FORM_NCS && answer.id.bytes[8] > 13) {
        return slow_no(GUIDON_E_RANGE, 13);
    }
    return answer;
}

/* Digits without hyphens, where leniency allows it. */
static const struct layout plain_braces = {"{" PLAIN "}", 0, true, IN_ORDER};
static const struct layout plain_urn = {"urn:uuid:" PLAIN, 9, false, IN_ORDER};

struct slow_answer slow_read_layout(guidon_form form, const char *text,
                                    size_t len, bool lenient)
{
    if (lenient && form == GUIDON_FORM_BRACES && len == 34) {
        return read_by(&plain_braces, form, text, len);
    }
    if (lenient && form == GUIDON_FORM_URN && len == 41) {
        return read_by(&plain_urn, form, text, len);
    }
    return read_by(&layouts[form], form, text, len);
}

size_t slow_write_layout(char *out, const guidon_id *id, guidon_form form)
{
    const struct layout *layout = &layouts[form];
    size_t nibble = 0;
    size_t i;

    for (i = 0; layout->marks[i]; i++) {
        out[i] = layout->marks[i];
        if (out[i] == '#') {
            unsigned octet = id->bytes[layout->octets[nibble / 2]];

            out[i] = hex_digits[nibble % 2 ? octet % 16 : octet / 16];
            nibble++;
        }
        out[i] = layout->writes_upper ? slow_upper(out[i]) : out[i];
    }
    return i;
}
