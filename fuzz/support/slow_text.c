/* SPDX-License-Identifier: MIT */
/* slow_text.c - read and write every text form, one character at a time */
#include "slow_text.h"

#include "../../tests/form_rules.h"

#include <stdint.h>
#include <string.h>

/* ------------------------------------------------------------------ numbers */

/* A number of 128 bits, its most significant part first. */
struct big {
    uint32_t parts[4];
};

/* big = big * base + digit. False if that exceeds 128 bits; big is then
 * invalid. */
static bool grow(struct big *big, unsigned base, unsigned digit)
{
    uint64_t carry = digit;

    for (int i = 3; i >= 0; i--) {
        carry += (uint64_t)big->parts[i] * base;
        big->parts[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

/* big = big / base. Returns the remainder. */
static unsigned shrink(struct big *big, unsigned base)
{
    uint64_t rest = 0;

    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | big->parts[i];
        big->parts[i] = (uint32_t)(rest / base);
        rest %= base;
    }
    return (unsigned)rest;
}

static bool is_zero(const struct big *big)
{
    return !(big->parts[0] | big->parts[1] | big->parts[2] | big->parts[3]);
}

static struct big big_of(const guidon_id *id)
{
    struct big big = {{0}};

    for (int i = 0; i < 16; i++) {
        grow(&big, 256, id->bytes[i]);
    }
    return big;
}

static guidon_id id_of(const struct big *big)
{
    guidon_id id;

    for (int i = 0; i < 16; i++) {
        id.bytes[i] = (unsigned char)(big->parts[i / 4] >> (24 - i % 4 * 8));
    }
    return id;
}

/* -------------------------------------------------------------------- forms */

static const char hex_digits[] = "0123456789abcdef";
static const char crockford[] = "0123456789abcdefghjkmnpqrstvwxyz";
static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";
static const char base32hex[] = "0123456789abcdefghijklmnopqrstuv";
static const char base58[] =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
static const char base64[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char base64url[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* The value of a digit in an alphabet; -1 if it is not there. */
static int value_of(char c, const char *letters)
{
    const char *at = c ? strchr(letters, c) : NULL;

    return at ? (int)(at - letters) : -1;
}

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

/* Forms with a prefix and a number in some base. */
struct digits {
    const char *prefix;
    size_t any_case;
    const char *letters;
    size_t width;      /* 0: variable, 1 to 39 */
    bool folds;        /* digits are read in either case */
    bool writes_upper; /* digits in `letters` are in lower case */
    unsigned spare;    /* bits of the last digit that must be zero */
    const char *suffix;
};

static struct digits digits_of(guidon_form form)
{
    struct digits ulid = {"", 0, crockford, 26, true, false, 0, ""};

    switch (form) {
    case GUIDON_FORM_OID:
        return (struct digits){"2.25.", 0, "0123456789", 0, false, false,
                               0,       ""};
    case GUIDON_FORM_URN_OID:
        return (struct digits){
            "urn:oid:2.25.", 8, "0123456789", 0, false, false, 0, ""};
    case GUIDON_FORM_INT:
        return (struct digits){"", 0, "0123456789", 0, false, false, 0, ""};
    case GUIDON_FORM_BASE64URL:
        return (struct digits){"", 0, base64url, 22, false, false, 4, ""};
    case GUIDON_FORM_BASE64:
        return (struct digits){"", 0, base64, 22, false, false, 4, "=="};
    case GUIDON_FORM_BASE32:
        return (struct digits){"", 0, base32, 26, true, true, 2, ""};
    case GUIDON_FORM_BASE32HEX:
        return (struct digits){"", 0, base32hex, 26, true, true, 2, ""};
    case GUIDON_FORM_ULID:
        ulid.writes_upper = true;
        return ulid;
    case GUIDON_FORM_ULID_LOWER:
        return ulid;
    default: /* a number of fixed width */
        return (struct digits){.prefix = "",
                               .letters = form_rules[form].letters,
                               .width = strlen(form_rules[form].rule),
                               .folds = form == GUIDON_FORM_BASE36,
                               .suffix = ""};
    }
}

/* ------------------------------------------------------------------ reading */

static struct slow_answer no(guidon_status status, size_t bad_at)
{
    return (struct slow_answer){.status = status, .bad_at = bad_at};
}

static struct slow_answer wrong_length(size_t len, size_t want)
{
    return no(GUIDON_E_LENGTH, len < want ? len : want);
}

static bool same_mark(char c, char want, bool any_case)
{
    return c == want || (any_case && lower(c) == want);
}

static struct slow_answer read_by(const struct layout *layout, guidon_form form,
                                  const char *text, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    size_t nibble = 0;

    if (len != strlen(layout->marks)) {
        return wrong_length(len, strlen(layout->marks));
    }
    for (size_t i = 0; i < len; i++) {
        char want = layout->marks[i];
        int value = value_of(lower(text[i]), hex_digits);

        if (want != '#') {
            if (!same_mark(text[i], want, i < layout->any_case)) {
                return no(GUIDON_E_CHAR, i);
            }
            continue;
        }
        if (value < 0) {
            return no(GUIDON_E_CHAR, i);
        }
        answer.id.bytes[layout->octets[nibble / 2]] |=
            (unsigned char)(nibble % 2 ? value : value * 16);
        nibble++;
    }
    if (form == GUIDON_FORM_NCS && answer.id.bytes[8] > 13) {
        return no(GUIDON_E_RANGE, 13);
    }
    return answer;
}

/* Read the prefix, character by character. */
static bool read_prefix(struct slow_answer *answer, const struct digits *form,
                        const char *text, size_t len)
{
    for (size_t i = 0; form->prefix[i]; i++) {
        if (i == len) {
            *answer = no(GUIDON_E_LENGTH, len);
            return false;
        }
        if (!same_mark(text[i], form->prefix[i], i < form->any_case)) {
            *answer = no(GUIDON_E_CHAR, i);
            return false;
        }
    }
    return true;
}

static struct slow_answer read_digits(guidon_form form, const char *text,
                                      size_t len)
{
    struct digits shape = digits_of(form);
    size_t start = strlen(shape.prefix);
    unsigned base = (unsigned)strlen(shape.letters);
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    struct big number = {{0}};
    bool fits = true;
    size_t end;

    if (!read_prefix(&answer, &shape, text, len)) {
        return answer;
    }
    if (shape.width ? len != shape.width + strlen(shape.suffix)
                    : len == start) {
        return shape.width
                   ? wrong_length(len, shape.width + strlen(shape.suffix))
                   : no(GUIDON_E_LENGTH, len);
    }
    if (!shape.width && len - start >= 2 && text[start] == '0' &&
        value_of(text[start + 1], shape.letters) >= 0) {
        return no(GUIDON_E_CHAR, start); /* a leading zero */
    }
    end = len - strlen(shape.suffix);
    for (size_t i = start; i < end; i++) {
        int value =
            value_of(shape.folds ? lower(text[i]) : text[i], shape.letters);
        unsigned parts = i == end - 1 ? 1u << shape.spare : 1;

        if (value < 0 || (unsigned)value % parts) {
            return no(GUIDON_E_CHAR, i);
        }
        fits = fits && grow(&number, base / parts, (unsigned)value / parts);
    }
    for (size_t i = end; i < len; i++) {
        if (text[i] != shape.suffix[i - end]) {
            return no(GUIDON_E_CHAR, i);
        }
    }
    answer.id = id_of(&number);
    return fits ? answer : no(GUIDON_E_RANGE, start);
}

/* UUID-NCName: a nibble, 30 nibbles of the other octets, and a nibble. Takes
 * and gives the nibbles of an id in this order. */
static unsigned name_nibble(const guidon_id *id, size_t i)
{
    size_t at = i == 0    ? 12
                : i == 31 ? 16
                : i <= 12 ? i - 1
                : i <= 15 ? i
                          : i + 1;

    return (unsigned)id->bytes[at / 2] >> (at % 2 ? 0 : 4) & 15u;
}

static void set_name_nibble(guidon_id *id, size_t i, unsigned nibble)
{
    size_t at = i == 0    ? 12
                : i == 31 ? 16
                : i <= 12 ? i - 1
                : i <= 15 ? i
                          : i + 1;

    id->bytes[at / 2] |= (unsigned char)(nibble << (at % 2 ? 0 : 4));
}

static bool is_name(guidon_form form)
{
    return form == GUIDON_FORM_NCNAME32 || form == GUIDON_FORM_NCNAME58 ||
           form == GUIDON_FORM_NCNAME64;
}

/* The middle of a name in base 58: 15 bytes as Bitcoin writes them. */
static guidon_status read_name_58(struct big *middle, size_t *bad_at,
                                  const char *text)
{
    size_t n = 21, zeros = 0, bytes = 0;

    while (n > 0 && text[n] == '_') {
        n--;
    }
    for (size_t i = 1; i <= n; i++) {
        int value = value_of(text[i], base58);

        if (value < 0) {
            *bad_at = i;
            return GUIDON_E_CHAR;
        }
        grow(middle, 58, (unsigned)value); /* 58^21 is below 2^124 */
        zeros += value == 0 && zeros == i - 1;
    }
    for (struct big rest = *middle; !is_zero(&rest); bytes++) {
        shrink(&rest, 256);
    }
    *bad_at = 1;
    return zeros + bytes == 15 ? GUIDON_OK : GUIDON_E_RANGE;
}

static guidon_status read_name_bits(struct big *middle, size_t *bad_at,
                                    const char *text, size_t len,
                                    const char *letters, bool folds)
{
    for (size_t i = 1; i < len - 1; i++) {
        int value = value_of(folds ? lower(text[i]) : text[i], letters);

        if (value < 0) {
            *bad_at = i;
            return GUIDON_E_CHAR;
        }
        grow(middle, (unsigned)strlen(letters), (unsigned)value);
    }
    return GUIDON_OK;
}

static struct slow_answer read_name(guidon_form form, const char *text,
                                    size_t len)
{
    size_t want = strlen(form_rules[form].rule), bad_at = 0;
    struct slow_answer answer = {.status = GUIDON_OK, .form = form};
    struct big middle = {{0}};
    guidon_status status;
    int first, last;

    if (len != want) {
        return wrong_length(len, want);
    }
    first = value_of(lower(text[0]), "abcdefghijklmnop");
    last = value_of(lower(text[len - 1]), "abcdefghijklmnop");
    if (first < 0) {
        return no(GUIDON_E_CHAR, 0);
    }
    status =
        form == GUIDON_FORM_NCNAME58
            ? read_name_58(&middle, &bad_at, text)
            : read_name_bits(&middle, &bad_at, text, len,
                             form == GUIDON_FORM_NCNAME32 ? base32 : base64url,
                             form == GUIDON_FORM_NCNAME32);
    if (status == GUIDON_E_CHAR || (status == GUIDON_E_RANGE && last >= 0)) {
        return no(status, bad_at);
    }
    if (last < 0) {
        return no(GUIDON_E_CHAR, len - 1);
    }
    set_name_nibble(&answer.id, 0, (unsigned)first);
    for (size_t i = 30; i > 0; i--) {
        set_name_nibble(&answer.id, i, shrink(&middle, 16));
    }
    set_name_nibble(&answer.id, 31, (unsigned)last);
    return answer;
}

/* Digits without hyphens, where leniency allows it. */
static const struct layout plain_braces = {"{" PLAIN "}", 0, true, IN_ORDER};
static const struct layout plain_urn = {"urn:uuid:" PLAIN, 9, false, IN_ORDER};

static struct slow_answer read_layout(guidon_form form, const char *text,
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

/* Crockford's base32: hyphens anywhere, and letters that look like digits. */
static struct slow_answer read_lenient(const char *text, size_t len)
{
    char letters[26];
    size_t places[26];
    size_t n = 0;
    struct slow_answer answer;

    for (size_t i = 0; i < len; i++) {
        char c = lower(text[i]);

        if (c == '-') {
            continue;
        }
        if (n == 26) {
            return no(GUIDON_E_LENGTH, i);
        }
        places[n] = i;
        letters[n++] = c == 'i' || c == 'l' ? '1' : c == 'o' ? '0' : c;
    }
    if (n < 26) {
        return no(GUIDON_E_LENGTH, len);
    }
    answer = read_digits(GUIDON_FORM_ULID, letters, 26);
    if (answer.status != GUIDON_OK) {
        answer.bad_at = places[answer.bad_at];
    }
    return answer;
}

/* A number with a sign at the end of `at`. Is it too large for 64 bits? */
struct half {
    uint64_t bits;
    bool too_large;
};

static bool read_half(struct half *half, struct slow_answer *fault, size_t *at,
                      const char *text, size_t len)
{
    bool sign = *at < len && text[*at] == '-';
    size_t start = *at + sign, end = start;
    struct big number = {{0}};
    bool fits = true;

    for (; end < len && text[end] >= '0' && text[end] <= '9'; end++) {
        fits = fits && grow(&number, 10, (unsigned)(text[end] - '0'));
    }
    if (end == start) {
        *fault = no(start == len ? GUIDON_E_LENGTH : GUIDON_E_CHAR, start);
        return false;
    }
    if (text[start] == '0' && (sign || end - start > 1)) {
        *fault = no(GUIDON_E_CHAR, start);
        return false;
    }
    half->bits = (uint64_t)number.parts[2] << 32 | number.parts[3];
    half->too_large = !fits || number.parts[0] || number.parts[1] ||
                      half->bits > (UINT64_C(1) << 63) - !sign;
    half->bits = sign ? 0 - half->bits : half->bits;
    *at = end;
    return true;
}

/* Two integers of 64 bits with a sign, and ':' between them. */
static struct slow_answer read_integers(const char *text, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK,
                                 .form = GUIDON_FORM_INT64X2};
    struct half high, low;
    size_t at = 0, second;

    if (!read_half(&high, &answer, &at, text, len)) {
        return answer;
    }
    if (at == len || text[at] != ':') {
        return no(at == len ? GUIDON_E_LENGTH : GUIDON_E_CHAR, at);
    }
    second = ++at;
    if (!read_half(&low, &answer, &at, text, len)) {
        return answer;
    }
    if (at < len) {
        return no(GUIDON_E_CHAR, at);
    }
    if (high.too_large || low.too_large) {
        return no(GUIDON_E_RANGE, high.too_large ? 0 : second);
    }
    for (unsigned i = 0; i < 8; i++) {
        answer.id.bytes[i] = (unsigned char)(high.bits >> (56 - 8 * i));
        answer.id.bytes[8 + i] = (unsigned char)(low.bits >> (56 - 8 * i));
    }
    return answer;
}

struct slow_answer slow_read(guidon_form form, const char *text, size_t len,
                             bool lenient)
{
    if (form == GUIDON_FORM_INT64X2) {
        return read_integers(text, len);
    }
    if (layouts[form].marks) {
        return read_layout(form, text, len, lenient);
    }
    if (lenient &&
        (form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER)) {
        return read_lenient(text, len);
    }
    if (is_name(form)) {
        return read_name(form, text, len);
    }
    return read_digits(form, text, len);
}

/* -------------------------------------------------------------- recognition */

#define NO_FORM    ((guidon_form)GUIDON_FORMS)
#define EVERY_FORM (GUIDON_ACCEPT(GUIDON_FORMS) - 1)

static bool begins_with(const char *text, size_t len, const char *prefix,
                        bool any_case)
{
    size_t n = strlen(prefix);
    bool same = len >= n;

    for (size_t i = 0; same && i < n; i++) {
        same = same_mark(text[i], prefix[i], any_case);
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
    bool source = begins_with(text, len, "{0x", false);
    bool inner = source && count(text + 1, len - 1, '{') > 0;
    bool lenient = accept >> 63;

    switch (form) {
    case GUIDON_FORM_URN:
        return begins_with(text, len, "urn:uuid:", true);
    case GUIDON_FORM_URN_OID:
        return begins_with(text, len, "urn:oid:", true);
    case GUIDON_FORM_OID:
        return begins_with(text, len, "2.25.", false);
    case GUIDON_FORM_C:
        return source && !inner;
    case GUIDON_FORM_GUID_X:
        return inner;
    case GUIDON_FORM_BRACES:
        return begins_with(text, len, "{", false) && !source;
    case GUIDON_FORM_PARENS:
        return begins_with(text, len, "(", false);
    case GUIDON_FORM_ULID:
        return (lenient ? len - count(text, len, '-') : len) == 26;
    case GUIDON_FORM_NCS:
        return len == 36 && text[12] == '.' && text[15] == '.';
    case GUIDON_FORM_UUID:
        return len == 36 && !(accept & GUIDON_ACCEPT(GUIDON_FORM_INT) &&
                              all_digits(text, len));
    case GUIDON_FORM_HEX:
        return len == 32;
    case GUIDON_FORM_HEX_0X:
        return len == 34 && begins_with(text, len, "0x", true);
    case GUIDON_FORM_BASE64:
    case GUIDON_FORM_NCNAME58:
        return len == (form == GUIDON_FORM_BASE64 ? 24 : 23) &&
               !(accept & GUIDON_ACCEPT(GUIDON_FORM_INT) &&
                 all_digits(text, len));
    default:
        return false;
    }
}

/* The first such form, in the order of the header. */
static guidon_form shaped(const char *text, size_t len, uint64_t accept)
{
    static const guidon_form order[] = {
        GUIDON_FORM_URN,    GUIDON_FORM_URN_OID,  GUIDON_FORM_OID,
        GUIDON_FORM_C,      GUIDON_FORM_GUID_X,   GUIDON_FORM_BRACES,
        GUIDON_FORM_PARENS, GUIDON_FORM_ULID,     GUIDON_FORM_NCS,
        GUIDON_FORM_UUID,   GUIDON_FORM_HEX,      GUIDON_FORM_HEX_0X,
        GUIDON_FORM_BASE64, GUIDON_FORM_NCNAME58,
    };

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (accept & GUIDON_ACCEPT(order[i]) &&
            has_shape_of(order[i], text, len, accept)) {
            return order[i];
        }
    }
    return NO_FORM;
}

/* The case variant in which a text is written. */
static guidon_form written(guidon_form form, const char *text, size_t len)
{
    bool any_upper = false, any_lower = false;

    for (size_t i = 0; i < len; i++) {
        any_upper = any_upper || lower(text[i]) != text[i];
        any_lower = any_lower || upper(text[i]) != text[i];
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
        uint64_t second = GUIDON_ACCEPT(firsts[i] + 1);

        if (accept & second) {
            accept = (accept & ~second) | GUIDON_ACCEPT(firsts[i]);
        }
    }
    return accept;
}

static struct slow_answer parse_ambiguous(const char *text, size_t len,
                                          uint64_t accept)
{
    struct slow_answer answer = no(GUIDON_E_FORM, 0);
    unsigned n = 0;

    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        struct slow_answer as;

        if (!(accept & GUIDON_ACCEPT(i)) ||
            !(form_rules[i].traits & RULE_AMBIGUOUS)) {
            continue;
        }
        as = slow_read((guidon_form)i, text, len, false);
        if (as.status == GUIDON_OK) {
            answer = as;
            n++;
        }
    }
    return n == 1 ? answer : no(GUIDON_E_FORM, 0);
}

struct slow_answer slow_parse(const char *text, size_t len, uint64_t accept)
{
    uint64_t forms = without_case_variants(accept & EVERY_FORM);
    bool lenient = accept >> 63;
    guidon_form form = NO_FORM;
    struct slow_answer answer;

    if (forms == 0 || accept & ~(EVERY_FORM | GUIDON_ACCEPT_LENIENT)) {
        return no(GUIDON_E_ARGUMENT, 0);
    }
    for (unsigned i = 0; i < GUIDON_FORMS; i++) {
        if (forms == GUIDON_ACCEPT(i)) {
            form = (guidon_form)i;
        }
    }
    if (form == NO_FORM) {
        form = shaped(text, len, forms | (accept & GUIDON_ACCEPT_LENIENT));
    }
    answer = form == NO_FORM ? parse_ambiguous(text, len, forms)
                             : slow_read(form, text, len, lenient);
    if (answer.status == GUIDON_OK) {
        answer.form = written(answer.form, text, len);
    }
    return answer;
}

/* ------------------------------------------------------------------ writing */

static size_t write_layout(char *out, const guidon_id *id,
                           const struct layout *layout)
{
    size_t nibble = 0;
    size_t i;

    for (i = 0; layout->marks[i]; i++) {
        out[i] = layout->marks[i];
        if (out[i] == '#') {
            unsigned octet = id->bytes[layout->octets[nibble / 2]];

            out[i] = hex_digits[nibble % 2 ? octet % 16 : octet / 16];
            nibble++;
        }
        out[i] = layout->writes_upper ? upper(out[i]) : out[i];
    }
    return i;
}

static size_t write_digits(char *out, const guidon_id *id, guidon_form form)
{
    struct digits shape = digits_of(form);
    unsigned base = (unsigned)strlen(shape.letters);
    size_t start = strlen(shape.prefix), after = strlen(shape.suffix);
    struct big number = big_of(id);
    char reversed[40];
    size_t n = 0;

    memcpy(out, shape.prefix, start);
    if (shape.spare) { /* zero bits after the last of the id */
        reversed[n++] =
            shape.letters[shrink(&number, base >> shape.spare) << shape.spare];
    }
    while (n < shape.width || (!shape.width && n == 0) ||
           (!shape.width && !is_zero(&number))) {
        reversed[n++] = shape.letters[shrink(&number, base)];
    }
    for (size_t i = 0; i < n; i++) {
        char c = reversed[n - 1 - i];

        out[start + i] = shape.writes_upper ? upper(c) : c;
    }
    memcpy(out + start + n, shape.suffix, after);
    return start + n + after;
}

/* The digits of a middle of 15 bytes, as Bitcoin writes them, and '_'. */
static void write_name_58(char *out, struct big middle)
{
    char reversed[21];
    size_t n = 0, at = 0;
    struct big rest = middle;

    for (size_t bytes = 0; bytes < 15; bytes++) {
        at += is_zero(&rest);
        shrink(&rest, 256);
    }
    memset(out, '1', at);
    while (!is_zero(&middle)) {
        reversed[n++] = base58[shrink(&middle, 58)];
    }
    while (n > 0) {
        out[at++] = reversed[--n];
    }
    memset(out + at, '_', 21 - at);
}

static size_t write_name(char *out, const guidon_id *id, guidon_form form)
{
    size_t len = strlen(form_rules[form].rule);
    const char *letters = form == GUIDON_FORM_NCNAME32 ? base32 : base64url;
    struct big middle = {{0}};

    for (size_t i = 1; i < 31; i++) {
        grow(&middle, 16, name_nibble(id, i));
    }
    if (form == GUIDON_FORM_NCNAME58) {
        write_name_58(out + 1, middle);
        letters = base64url;
    } else {
        for (size_t i = len - 2; i > 0; i--) {
            out[i] = letters[shrink(&middle, (unsigned)strlen(letters))];
        }
    }
    out[0] = letters[name_nibble(id, 0)];
    out[len - 1] = letters[name_nibble(id, 31)];
    return len;
}

/* Half an id as an integer with a sign. */
static size_t write_half(char *out, uint64_t bits)
{
    bool sign = bits >= UINT64_C(1) << 63;
    char reversed[20];
    size_t n = 0, len = 0;

    bits = sign ? 0 - bits : bits;
    do {
        reversed[n++] = (char)('0' + bits % 10);
        bits /= 10;
    } while (bits > 0);
    if (sign) {
        out[len++] = '-';
    }
    while (n > 0) {
        out[len++] = reversed[--n];
    }
    return len;
}

static size_t write_integers(char *out, const guidon_id *id)
{
    struct big number = big_of(id);
    size_t len =
        write_half(out, (uint64_t)number.parts[0] << 32 | number.parts[1]);

    out[len++] = ':';
    return len + write_half(out + len,
                            (uint64_t)number.parts[2] << 32 | number.parts[3]);
}

size_t slow_write(char out[GUIDON_TEXT_MAX], const guidon_id *id,
                  guidon_form form)
{
    if (form == GUIDON_FORM_INT64X2) {
        return write_integers(out, id);
    }
    if (form == GUIDON_FORM_NCS &&
        (id->bytes[6] || id->bytes[7] || id->bytes[8] > 13)) {
        return 0;
    }
    if (is_name(form)) {
        return write_name(out, id, form);
    }
    return layouts[form].marks ? write_layout(out, id, &layouts[form])
                               : write_digits(out, id, form);
}

/* --------------------------------------------------------------------- DER */

size_t slow_write_der(unsigned char out[GUIDON_OID_DER_MAX],
                      const guidon_id *id)
{
    struct big number = big_of(id);
    unsigned char reversed[20];
    size_t n = 0;

    do {
        reversed[n] = (unsigned char)(shrink(&number, 128) | (n ? 128u : 0u));
        n++;
    } while (!is_zero(&number));
    out[0] = 6;
    out[1] = (unsigned char)(n + 1);
    out[2] = 105;
    for (size_t i = 0; i < n; i++) {
        out[3 + i] = reversed[n - 1 - i];
    }
    return n + 3;
}

/* The tag, a length of one octet, then 2.25 and one number in the fewest
 * octets. */
struct slow_answer slow_read_der(const unsigned char *der, size_t len)
{
    struct slow_answer answer = {.status = GUIDON_OK};
    struct big number = {{0}};
    bool fits = true;

    if (len > 0 && der[0] != 6) {
        return no(GUIDON_E_CHAR, 0);
    }
    if (len < 2) {
        return no(GUIDON_E_LENGTH, len);
    }
    if (der[1] < 2 ||
        der[1] > 127) { /* too short, or the long form of the length */
        return no(GUIDON_E_CHAR, 1);
    }
    if (len != der[1] + 2u) {
        return wrong_length(len, der[1] + 2u);
    }
    if (der[2] != 105) {
        return no(GUIDON_E_CHAR, 2);
    }
    if (der[3] == 128) {
        return no(GUIDON_E_CHAR, 3);
    }
    for (size_t i = 3; i < len; i++) {
        bool more = der[i] >= 128;

        if (more !=
            (i < len - 1)) { /* a second number, or the end comes too early */
            return no(GUIDON_E_CHAR, more ? i : i + 1);
        }
        fits = fits && grow(&number, 128, der[i] % 128u);
    }
    answer.id = id_of(&number);
    return fits ? answer : no(GUIDON_E_RANGE, 3);
}
