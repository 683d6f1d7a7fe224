/* SPDX-License-Identifier: MIT */
/* test_strict.c - the texts that the reader of each form accepts and rejects */
#include "text_oracle.h"

#include "../fuzz/support/slow_text.h"

/* The expected result of a reader. */
struct answer {
    guidon_status status;
    size_t bad_at;
};

/* An id whose texts have letters, digits and no leading zero. */
static guidon_id sample(guidon_form form)
{
    static const guidon_id rfc = {{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11,
                                   0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e,
                                   0x6b, 0xf6}};
    static const guidon_id ncs = {{0x34, 0xdc, 0x23, 0x46, 0x90, 0x00, 0, 0,
                                   0x0d, 0x00, 0x00, 0x7c, 0x5f, 0xe1, 0xfa,
                                   0xb0}};

    return form == GUIDON_FORM_NCS ? ncs : rfc;
}

static int is_one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* May `c` stand for `kind` in a rule of form_rules.h? */
static int is_allowed(char kind, int either_case, const char *letters, char c)
{
    static const char base32[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
                                 "abcdefghjkmnpqrstvwxyz";
    int ascii = (unsigned char)c < 128;

    switch (either_case ? '\0' : kind) {
    case 'D':
        return is_one_of("0123456789abcdefABCDEF", c);
    case 'B':
    case 'b':
        return is_one_of(base32, c);
    case 'N':
        return is_one_of("0123456789", c);
    case 'n':
        return is_one_of("123456789", c);
    case 'S':
        return ascii && (isalnum(c) || c == '-' || c == '_');
    case 's':
        return is_one_of("AQgw", c);
    case 'T':
        return is_one_of(letters, c) ||
               (is_one_of(letters, (char)tolower((unsigned char)c)) &&
                !is_one_of(letters, 'A'));
    case 'F':
        return ascii && (isalpha(c) || is_one_of("234567", c));
    case 'f':
        return is_one_of("AEIMQUYaeimquy4", c);
    case 'H':
        return ascii && (isdigit(c) || (isalpha(c) && toupper(c) <= 'V'));
    case 'h':
        return is_one_of("048CGKOScgkos", c);
    case 'M':
        return ascii && (isalnum(c) || c == '+' || c == '/');
    case 'P':
        return ascii && isalpha(c) && toupper(c) <= 'P';
    case 'Y':
        return ascii && (c == '_' || (isalnum(c) && !is_one_of("0OIl", c)));
    default:
        return either_case
                   ? is_one_of((const char[]){kind, (char)toupper(kind), '\0'},
                               c)
                   : c == kind;
    }
}

/* Are these digits of base 58 those of 15 bytes, as Bitcoin writes bytes: '1'
 * for each zero in front, and then a number that has no zeros in front? */
static int is_15_bytes(const char *digits, size_t n)
{
    unsigned char number[24] = {0}; /* the last byte is the lowest */
    size_t zeros = 0, first = 0;

    while (zeros < n && digits[zeros] == '1') {
        zeros++;
    }
    for (size_t i = 0; i < n; i++) {
        const char *letters = form_rules[GUIDON_FORM_BASE58].letters;
        unsigned carry = (unsigned)(strchr(letters, digits[i]) - letters);
        for (size_t k = sizeof number; k-- > 0; carry >>= 8) {
            carry += number[k] * 58u;
            number[k] = (unsigned char)carry;
        }
    }
    while (first < sizeof number && number[first] == 0) {
        first++;
    }
    return zeros + sizeof number - first == 15;
}

/* Which value has this digit of the form? */
static long digit_value(guidon_form form, char c)
{
    const char *letters = form_rules[form].letters;

    return strchr(letters,
                  is_one_of(letters, c) ? c : tolower((unsigned char)c)) -
           letters;
}

/* Is the text of digits above that of the largest id? */
static int is_above(guidon_form form, const char *text, const char *largest,
                    size_t len)
{
    size_t i = 0;

    while (i < len &&
           digit_value(form, text[i]) == digit_value(form, largest[i])) {
        i++;
    }
    return i < len &&
           digit_value(form, text[i]) > digit_value(form, largest[i]);
}

/* Is the number of a text with right characters too large? Sets the offset of
 * the error. */
static int too_large(size_t *at, guidon_form form, const char *text, size_t len)
{
    const guidon_id max = {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                            255, 255, 255, 255, 255, 255}};
    char largest[GUIDON_TEXT_MAX];
    size_t largest_len;

    *at = 0;
    switch (form) {
    case GUIDON_FORM_OID:
    case GUIDON_FORM_URN_OID:
        *at = form == GUIDON_FORM_OID ? 5 : 13;
        /* fall through */
    case GUIDON_FORM_INT:
        break;
    case GUIDON_FORM_ULID:
    case GUIDON_FORM_ULID_LOWER:
        return text[0] > '7';
    case GUIDON_FORM_NCS:
        *at = 13;
        return text[13] != '0' || is_one_of("efEF", text[14]);
    case GUIDON_FORM_NCNAME58:
        *at = 1;
        for (len -= 2; len > 0 && text[len] == '_'; len--) {
        }
        return !is_15_bytes(text + 1, len);
    default:
        return form_rules[form].letters != NULL &&
               is_above(form, text, largest, oracle_write(largest, &max, form));
    }
    /* Decimal numbers: their digits rise in ASCII. */
    largest_len = oracle_write(largest, &max, form);
    return len > largest_len ||
           (len == largest_len &&
            memcmp(text + *at, largest + *at, len - *at) > 0);
}

/* Is a number in decimal, perhaps with '-', outside 64 bits with a sign? */
static int is_beyond_64_bits(const char *text, size_t len)
{
    int sign = text[0] == '-';

    text += sign;
    len -= (size_t)sign;
    return len > 19 ||
           (len == 19 &&
            memcmp(text, sign ? "9223372036854775808" : "9223372036854775807",
                   19) > 0);
}

/* INT64X2: a state for each place in "-12:0", where a row gives what may follow.
 * The offset of a zero before other digits is that of the zero. */
static struct answer integers_ruled(const char *text, size_t len)
{
    enum { START, SIGN, ZERO, DIGITS } state = START;
    size_t first[2] = {0, 0}, ends[2] = {0, 0};
    int which = 0;

    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        int zero = c == '0' && state == START &&
                   !(i + 1 < len && is_one_of("0123456789", text[i + 1]));
        if (state == START && c == '-') {
            state = SIGN;
        } else if (zero) {
            state = ZERO;
        } else if (is_one_of(state == DIGITS ? "0123456789" : "123456789", c) &&
                   state != ZERO) {
            state = DIGITS;
        } else if (c == ':' && state >= ZERO && which == 0) {
            ends[which++] = i;
            first[1] = i + 1;
            state = START;
        } else {
            return (struct answer){GUIDON_E_CHAR, i};
        }
    }
    if (which == 0 || state < ZERO) {
        return (struct answer){GUIDON_E_LENGTH, len};
    }
    ends[1] = len;
    for (int n = 0; n < 2; n++) {
        if (is_beyond_64_bits(text + first[n], ends[n] - first[n])) {
            return (struct answer){GUIDON_E_RANGE, first[n]};
        }
    }
    return (struct answer){GUIDON_OK, 0};
}

/* Is this a form whose texts need not be as Guidon writes them? */
static int is_loose(guidon_form form)
{
    return form == GUIDON_FORM_C || form == GUIDON_FORM_GUID_X;
}

static struct answer slowly(guidon_form form, const char *text, size_t len)
{
    struct slow_answer slow = slow_read(form, text, len, false);

    return (struct answer){slow.status, slow.bad_at};
}

/* The result of the rule for a text of the form's length. */
static struct answer ruled(guidon_form form, const char *text, size_t len)
{
    const char *rule = form_rules[form].rule;
    const char *letters = form_rules[form].letters;
    size_t at;

    if (form == GUIDON_FORM_INT64X2) {
        return integers_ruled(text, len);
    }
    if (is_loose(form)) {
        return slowly(form, text, len);
    }
    for (size_t i = 0; i < len; i++, rule++) {
        int either_case = *rule == '~';
        rule += either_case;
        if (*rule == 'Y' && text[i] == '_' &&
            strspn(text + i, "_") < len - 1 - i) {
            return (struct answer){GUIDON_E_CHAR, i}; /* more digits follow */
        }
        if (!is_allowed(*rule, either_case, letters, text[i])) {
            return (struct answer){GUIDON_E_CHAR, i};
        }
    }
    if (too_large(&at, form, text, len)) {
        return (struct answer){GUIDON_E_RANGE, at};
    }
    return (struct answer){GUIDON_OK, 0};
}

/* Change the text to the case that this form writes. */
static void make_canonical(char *text, size_t len, guidon_form form)
{
    switch (form) {
    case GUIDON_FORM_UUID_UPPER:
    case GUIDON_FORM_HEX_UPPER:
    case GUIDON_FORM_BRACES:
    case GUIDON_FORM_ULID:
    case GUIDON_FORM_BASE32:
    case GUIDON_FORM_BASE32HEX:
        in_case(text, len, toupper);
        break;
    case GUIDON_FORM_NCNAME58:
    case GUIDON_FORM_NCNAME64:
        in_case(text, 1, toupper);
        in_case(text + len - 1, 1, toupper);
        break;
    default:
        if (!(form_rules[form].traits & RULE_MIXED)) {
            in_case(text, len, tolower);
        }
        break;
    }
}

/* Read `text` as `form` only, and compare with the expected result. */
static void check(guidon_form form, const char *text, size_t len,
                  struct answer want)
{
    guidon_id id = marked_id();
    guidon_id sentinel = marked_id();
    guidon_form found = GUIDON_FORM_NCS;
    size_t bad_at = 7777;
    guidon_status status =
        guidon_parse(&id, &found, text, len, GUIDON_ACCEPT(form), &bad_at);

    if (status != want.status || bad_at != (status ? want.bad_at : 7777)) {
        fail_msg("%s of \"%.*s\" (%zu): %s at %zu, not %s at %zu",
                 guidon_form_name(form), (int)len, text, len,
                 guidon_status_text(status), bad_at,
                 guidon_status_text(want.status), want.bad_at);
    }
    if (status) {
        assert_id_equal(id, sentinel);
        assert_int_equal(found, GUIDON_FORM_NCS);
    } else if (is_loose(form)) {
        assert_id_equal(id, slow_read(form, text, len, false).id);
    } else {
        char own[GUIDON_TEXT_MAX];
        char canonical[GUIDON_TEXT_MAX];
        memcpy(canonical, text, len);
        make_canonical(canonical, len, form);
        assert_int_equal(oracle_write(own, &id, form), len);
        assert_memory_equal(own, canonical, len);
    }
}

/* R5 R6 X6 U4 and all others: every byte at every offset of a right text. */
static void test_every_byte_at_every_offset(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char right[GUIDON_TEXT_MAX];
        size_t len = oracle_write(right, &id, form);
        char *text = exact_copy(right, len);

        for (size_t i = 0; i < len; i++) {
            for (int c = 0; c < 256; c++) {
                text[i] = (char)c;
                check(form, text, len, ruled(form, text, len));
            }
            text[i] = right[i];
        }
        free(text);
    }
}

/* If two characters are wrong, the reader reports the first. The pairs move
 * from both ends to the middle. */
static void test_the_first_wrong_character_is_told(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char text[GUIDON_TEXT_MAX];
        size_t len = oracle_write(text, &id, form);

        for (size_t i = len; i-- > 0;) {
            text[i] = '\x7f'; /* in no alphabet */
            check(form, text, len, (struct answer){GUIDON_E_CHAR, i});
        }
    }
}

/* ------------------------------------------------------------------ lengths */

/* The character that lengthens a right text at offset i. */
static char filler(guidon_form form, const char *right, size_t len, size_t i)
{
    switch (form) {
    case GUIDON_FORM_INT:
    case GUIDON_FORM_OID:
    case GUIDON_FORM_URN_OID:
    case GUIDON_FORM_INT64X2:
        return '7';
    default:
        return right[i % len];
    }
}

/* The offset of the number in a form of variable length; 0 and *fixed for
 * others. */
static size_t number_at(int *fixed, guidon_form form)
{
    *fixed = 0;
    switch (form) {
    case GUIDON_FORM_INT:
    case GUIDON_FORM_INT64X2:
        return 0;
    case GUIDON_FORM_OID:
        return 5;
    case GUIDON_FORM_URN_OID:
        return 13;
    default:
        *fixed = 1;
        return 0;
    }
}

static struct answer length_ruled(guidon_form form, const char *text,
                                  size_t len, size_t right_len)
{
    int fixed;
    size_t at = number_at(&fixed, form);

    if (form == GUIDON_FORM_INT64X2) {
        return integers_ruled(text, len);
    }
    if (fixed && len != right_len) {
        return (struct answer){GUIDON_E_LENGTH,
                               len < right_len ? len : right_len};
    }
    if (!fixed && len <= at) {
        return (struct answer){GUIDON_E_LENGTH, len};
    }
    if (!fixed && too_large(&at, form, text, len)) {
        return (struct answer){GUIDON_E_RANGE, at};
    }
    return (struct answer){GUIDON_OK, 0};
}

static void test_lengths_0_to_100(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char right[GUIDON_TEXT_MAX];
        size_t right_len = oracle_write(right, &id, form);

        for (size_t i = right_len; i <= 100; i++) {
            right[i] = filler(form, right, right_len, i);
        }
        for (size_t len = 0; len <= 100; len++) {
            char *text = exact_copy(right, len);
            check(form, text, len, length_ruled(form, right, len, right_len));
            free(text);
        }
    }
}

/* The reader reports a wrong length before a wrong character. */
static void test_length_is_told_before_characters(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        guidon_id id = sample(form);
        char text[GUIDON_TEXT_MAX];
        size_t len = oracle_write(text, &id, form);
        int fixed;

        number_at(&fixed, form);
        if (fixed && !is_loose(form)) {
            memset(text, '!', sizeof text);
            check(form, text, len - 1,
                  (struct answer){GUIDON_E_LENGTH, len - 1});
            check(form, text, len + 1, (struct answer){GUIDON_E_LENGTH, len});
        }
    }
}

static void test_null_text_of_length_0(void **state)
{
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_id id = marked_id();
        guidon_id sentinel = marked_id();
        size_t bad_at = 7777;
        assert_int_equal(
            guidon_parse(&id, NULL, NULL, 0, GUIDON_ACCEPT(f), &bad_at),
            GUIDON_E_LENGTH);
        assert_int_equal(bad_at, 0);
        assert_int_equal(
            guidon_parse(&id, NULL, NULL, 0, GUIDON_ACCEPT(f), NULL),
            GUIDON_E_LENGTH);
        assert_id_equal(id, sentinel);
    }
}

/* -------------------------------------------------------------- the vectors */

/* R6 R7 R8 X3 X4 G3 N1: every row with a form, in a buffer of exactly its
 * length. */
static void test_refused_vectors(void **state)
{
    json_t *file = vectors_load("refuse.json");
    size_t i;
    json_t *row;
    size_t seen[GUIDON_FORMS] = {0};
    (void)state;

    json_array_foreach(vectors_rows(file, "refused"), i, row)
    {
        guidon_form form;
        size_t len;
        const char *text = row_bytes(row, "text", &len);
        if (strcmp(row_text(row, "form"), "any") == 0) {
            continue; /* test_recognise.c */
        }
        assert_int_equal(guidon_form_from_name(&form, row_text(row, "form")),
                         GUIDON_OK);
        char *copy = exact_copy(text, len);
        check(form, copy, len,
              (struct answer){row_status(row), row_u64(row, "bad_at")});
        free(copy);
        seen[form]++;
    }
    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        /* ULIDs have a file of their own. */
        if (!seen[f] && !(form_rules[f].traits & RULE_VARIANT) &&
            f != GUIDON_FORM_ULID) {
            fail_msg("refuse.json has no %s", form_rules[f].name);
        }
    }
    json_decref(file);
}

/* G3: the texts of .NET and of the registry, in either case. */
static void test_guid_texts_are_read(void **state)
{
    json_t *file = vectors_load("guid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "texts"), i, row)
    {
        guidon_form form;
        guidon_id id = marked_id();
        guidon_id want = row_id(row, "octets");
        const char *text = row_text(row, "text");
        assert_int_equal(guidon_form_from_name(&form, row_text(row, "form")),
                         GUIDON_OK);
        assert_int_equal(guidon_parse(&id, NULL, text, strlen(text),
                                      GUIDON_ACCEPT(form), NULL),
                         GUIDON_OK);
        assert_id_equal(id, want);
    }
    json_decref(file);
}

/* Half of the numbers are random, half have digits that carry. Half of those
 * with 39 digits are too large; a lost carry would accept them. */
static void test_numbers_of_1_to_41_digits(void **state)
{
    uint64_t seed = 4;
    (void)state;

    for (int n = 0; n < 2000; n++) {
        char text[64];
        size_t len = 1 + draw(&seed) % 41;
        for (size_t i = 0; i < len; i++) {
            static const char digits[] = "0019999";
            text[i] = n % 2 ? digits[draw(&seed) % 7]
                            : (char)('0' + draw(&seed) % 10);
        }
        text[0] = text[0] == '0' ? '3' : text[0];
        size_t at;
        struct answer want = {GUIDON_OK, 0};
        if (too_large(&at, GUIDON_FORM_INT, text, len)) {
            want = (struct answer){GUIDON_E_RANGE, 0};
        }
        check(GUIDON_FORM_INT, text, len, want);
    }
}

/* A number at an edge of 64 bits, or of 1 to 21 random digits. */
static size_t some_integer(char *out, uint64_t *seed)
{
    static const char *const edges[] = {
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "0",
        "-1",
    };
    const char *edge = edges[draw(seed) % (sizeof edges / sizeof edges[0])];
    size_t len = 1 + draw(seed) % 21;

    if (draw(seed) % 2) {
        memcpy(out, edge, strlen(edge));
        return strlen(edge);
    }
    for (size_t i = 0; i < len; i++) {
        out[i] = (char)('0' + draw(seed) % 10);
    }
    return len;
}

/* Two numbers, of which half have another character somewhere. */
static void test_pairs_of_integers(void **state)
{
    uint64_t seed = 24;
    (void)state;

    for (int n = 0; n < 20000; n++) {
        char text[64];
        size_t len = some_integer(text, &seed);
        text[len++] = ':';
        len += some_integer(text + len, &seed);
        if (n % 2) {
            text[draw(&seed) % len] = "-0123456789:+ "[draw(&seed) % 14];
        }
        char *copy = exact_copy(text, len);
        check(GUIDON_FORM_INT64X2, copy, len, integers_ruled(copy, len));
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_the_first_wrong_character_is_told),
        cmocka_unit_test(test_lengths_0_to_100),
        cmocka_unit_test(test_length_is_told_before_characters),
        cmocka_unit_test(test_null_text_of_length_0),
        cmocka_unit_test(test_refused_vectors),
        cmocka_unit_test(test_guid_texts_are_read),
        cmocka_unit_test(test_numbers_of_1_to_41_digits),
        cmocka_unit_test(test_pairs_of_integers),
    };

    return cmocka_run_group_tests_name("strict", tests, NULL, NULL);
}
