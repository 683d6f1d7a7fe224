/* SPDX-License-Identifier: MIT */
/* test_recognise.c - the form as which a text is recognised, and the error if
 * there is none */
#include "text_oracle.h"

#include "slow_text.h"

#define UUID "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
#define HEX  "f81d4fae7dec11d0a76500a0c91e6bf6"
#define SPEC "01ARZ3NDEKTSV4RRFFQ69G5FAV"
#define C                                                                      \
  "{0x01,0x02,0x03,0x04,0x05,0x06,0x07,0x08,"                                  \
  "0x09,0x0a,0x0b,0x0c,0x0d,0x0e,0x0f,0x10}"
#define GUID_X                                                                 \
  "{0xf81d4fae,0x7dec,0x11d0,"                                                 \
  "{0xa7,0x65,0x00,0xa0,0xc9,0x1e,0x6b,0xf6}}"
#define DIGITS_36    "123456789012345678901234567890123456"
#define NCS          "34dc23469000.0d.00.00.7c.5f.00.00.00"

#define ANY          GUIDON_ANY_FORMS
#define ALL          (GUIDON_ANY_FORMS | SLOW_LENIENT)
#define EVERY        (GUIDON_FORM_BIT(GUIDON_FORMS) - 1) /* the explicit ones too */
#define LEN          SLOW_LENIENT
#define A(f)         GUIDON_FORM_BIT(GUIDON_FORM_##f)

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct row {
    const char *why;
    const char *text;
    uint64_t accept;
    guidon_status want;
    guidon_form found; /* if the text is accepted */
    size_t bad_at;     /* if it is rejected */
};

static void check_len(const char *why, const char *text, size_t len,
                      uint64_t accept, guidon_status want,
                      guidon_form want_form, size_t want_at)
{
    const guidon_id sentinel = marked_id();
    guidon_form other =
        want_form == GUIDON_FORM_C ? GUIDON_FORM_NCS : GUIDON_FORM_C;
    guidon_form found = other;
    guidon_id id = sentinel;
    size_t bad_at = 7777;
    char *copy = exact_copy(text, len);
    guidon_status status =
        guidon_parse(&id, &found, copy, len, SLOW_ACCEPT(accept), &bad_at);

    if (status != want || found != (want ? other : want_form) ||
        bad_at != (want ? want_at : 7777) ||
        same_id(&id, &sentinel) != (want != GUIDON_OK)) {
        fail_msg("%s: \"%s\" is %s, form %s, at %zu", why, text,
                 guidon_status_text(status), guidon_form_name(found), bad_at);
    }
    assert_int_equal(
        guidon_parse(&id, NULL, copy, len, SLOW_ACCEPT(accept), NULL), want);
    free(copy);
}

static void check_rows(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        check_len(rows[i].why, rows[i].text, strlen(rows[i].text),
                  rows[i].accept, rows[i].want, rows[i].found, rows[i].bad_at);
    }
}

/* ------------------------------------------------------ the form as written */

static void test_every_shape_is_known_among_all(void **state)
{
    static const struct row rows[] = {
        {"R6", UUID, ANY, GUIDON_OK, GUIDON_FORM_UUID, 0},
        {"32 hex digits", HEX, ANY, GUIDON_OK, GUIDON_FORM_HEX, 0},
        {"R7", "{" UUID "}", ANY, GUIDON_OK, GUIDON_FORM_BRACES, 0},
        {"G3", "(" UUID ")", ANY, GUIDON_OK, GUIDON_FORM_PARENS, 0},
        {"R8", "urn:uuid:" UUID, ANY, GUIDON_OK, GUIDON_FORM_URN, 0},
        {"R8: RFC 8141 reads the marks in any case", "URN:UuId:" UUID, ANY,
         GUIDON_OK, GUIDON_FORM_URN, 0},
        {"X3", "2.25.1", ANY, GUIDON_OK, GUIDON_FORM_OID, 0},
        {"X4", "urn:oid:2.25.1", ANY, GUIDON_OK, GUIDON_FORM_URN_OID, 0},
        {"X4", "Urn:OID:2.25.1", ANY, GUIDON_OK, GUIDON_FORM_URN_OID, 0},
        {"U3", SPEC, ANY, GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"C source", C, ANY, GUIDON_OK, GUIDON_FORM_C, 0},
        {"G3: a second brace", GUID_X, ANY, GUIDON_OK, GUIDON_FORM_GUID_X, 0},
        {"N1", NCS, ANY, GUIDON_OK, GUIDON_FORM_NCS, 0},
        {"26 digits are a ULID", "01234567890123456789012345", ANY, GUIDON_OK,
         GUIDON_FORM_ULID, 0},
        {"32 digits are hex", "11111111111111111111111111111111", ANY,
         GUIDON_OK, GUIDON_FORM_HEX, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

static void test_case_variants_are_told_by_their_letters(void **state)
{
    static const struct row rows[] = {
        {"R5: upper", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", ANY, GUIDON_OK,
         GUIDON_FORM_UUID_UPPER, 0},
        {"R5: mixed", "F81d4fAe-7dec-11d0-a765-00a0c91e6bf6", ANY, GUIDON_OK,
         GUIDON_FORM_UUID, 0},
        {"R5: one upper letter, the others digits",
         "0000000A-0000-0000-0000-000000000000", ANY, GUIDON_OK,
         GUIDON_FORM_UUID_UPPER, 0},
        {"no letters", "00000000-0000-0000-0000-000000000000", ANY, GUIDON_OK,
         GUIDON_FORM_UUID, 0},
        {"upper", "F81D4FAE7DEC11D0A76500A0C91E6BF6", ANY, GUIDON_OK,
         GUIDON_FORM_HEX_UPPER, 0},
        {"mixed", "F81D4FAE7DEC11D0A76500A0C91E6BFf", ANY, GUIDON_OK,
         GUIDON_FORM_HEX, 0},
        {"no letters", "00000000000000000000000000000000", ANY, GUIDON_OK,
         GUIDON_FORM_HEX, 0},
        {"U4: lower", "01arz3ndektsv4rrffq69g5fav", ANY, GUIDON_OK,
         GUIDON_FORM_ULID_LOWER, 0},
        {"U4: mixed", "01Arz3ndektsv4rrffq69g5fav", ANY, GUIDON_OK,
         GUIDON_FORM_ULID, 0},
        {"no letters", "00000000000000000000000000", ANY, GUIDON_OK,
         GUIDON_FORM_ULID, 0},
        {"mixed: the last letter is upper", "000000000000000000000000aZ", ANY,
         GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"mixed: the first letter is upper", "000000000000000000000000Az", ANY,
         GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"lower: the last letter alone", "0000000000000000000000000z", ANY,
         GUIDON_OK, GUIDON_FORM_ULID_LOWER, 0},
        {"lower: the first letter alone", "0000000000000000000000000a", ANY,
         GUIDON_OK, GUIDON_FORM_ULID_LOWER, 0},
        {"a lower-case alias is a letter", "ilo00000000000000000000000", ALL,
         GUIDON_OK, GUIDON_FORM_ULID_LOWER, 0},
        {"an upper-case alias is a letter", "Ilo00000000000000000000000", ALL,
         GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"either case names both", UUID, A(UUID_UPPER), GUIDON_OK,
         GUIDON_FORM_UUID, 0},
        {"either case names both", HEX, A(HEX_UPPER) | A(UUID), GUIDON_OK,
         GUIDON_FORM_HEX, 0},
        {"either case names both", SPEC, A(ULID_LOWER), GUIDON_OK,
         GUIDON_FORM_ULID, 0},
        {"either case names both", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         A(UUID), GUIDON_OK, GUIDON_FORM_UUID_UPPER, 0},
        {"forms without a case variant have one name", "{" UUID "}", ANY,
         GUIDON_OK, GUIDON_FORM_BRACES, 0},
        {"both cases are still one form: its own error", "F81D",
         A(UUID) | A(UUID_UPPER), GUIDON_E_LENGTH, GUIDON_FORM_UUID, 4},
        {"both cases are still one form: its own error", "F81D",
         A(HEX) | A(HEX_UPPER), GUIDON_E_LENGTH, GUIDON_FORM_HEX, 4},
        {"both cases are still one form: its own error", "F81D",
         A(ULID) | A(ULID_LOWER) | LEN, GUIDON_E_LENGTH, GUIDON_FORM_ULID, 4},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

#define EXACT SLOW_EXACT_CASE

static void test_exact_case_takes_one_case_alone(void **state)
{
    static const struct row rows[] = {
        {"ULID, upper", SPEC, A(ULID) | EXACT, GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"ULID, lower", "01arz3ndektsv4rrffq69g5fav", A(ULID_LOWER) | EXACT,
         GUIDON_OK, GUIDON_FORM_ULID_LOWER, 0},
        {"upper where lower is accepted", SPEC, A(ULID_LOWER) | EXACT,
         GUIDON_E_CHAR, GUIDON_FORM_ULID, 2},
        {"lower where upper is accepted", "01ARZ3NDEKTSV4RRFFQ69G5FAv",
         A(ULID) | EXACT, GUIDON_E_CHAR, GUIDON_FORM_ULID, 25},
        {"no letters have the accepted case", "01234567890123456789012345",
         A(ULID_LOWER) | EXACT, GUIDON_OK, GUIDON_FORM_ULID_LOWER, 0},
        {"either case, but not a mixture", "01arz3ndektsv4rrffq69g5faV",
         A(ULID) | A(ULID_LOWER) | EXACT, GUIDON_E_CHAR, GUIDON_FORM_ULID, 25},
        {"a mixture, upper case first", "01ARZ3NDEKTSV4RRFFQ69G5FAv",
         A(ULID) | A(ULID_LOWER) | EXACT, GUIDON_E_CHAR, GUIDON_FORM_ULID, 25},
        {"either case: upper", SPEC, ANY | EXACT, GUIDON_OK, GUIDON_FORM_ULID,
         0},
        {"UUID, lower", UUID, A(UUID) | EXACT, GUIDON_OK, GUIDON_FORM_UUID, 0},
        {"UUID, upper", UUID, A(UUID_UPPER) | EXACT, GUIDON_E_CHAR,
         GUIDON_FORM_UUID, 0},
        {"HEX, lower", HEX, A(HEX_UPPER) | EXACT, GUIDON_E_CHAR,
         GUIDON_FORM_HEX, 0},
        {"other forms have no case", "{" UUID "}", A(BRACES) | EXACT, GUIDON_OK,
         GUIDON_FORM_BRACES, 0},
        {"other errors come first", "01ARZ3NDEKTSV4RRFFQ69G5FA!",
         A(ULID_LOWER) | EXACT, GUIDON_E_CHAR, GUIDON_FORM_ULID, 25},
        {"no form", SPEC, EXACT, GUIDON_E_ARGUMENT, GUIDON_FORM_ULID, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

/* --------------------------------------------------------- what is accepted */

/* If only one form is accepted, its text of a sample id is read. */
static void test_each_form_alone_takes_its_own_text(void **state)
{
    const guidon_id id = {{0x34, 0xdc, 0x23, 0x46, 0x90, 0x00, 0, 0, 0x0d, 0, 0,
                           0x7c, 0x5f, 0xfe, 0xff, 0x10}};
    (void)state;

    for (size_t f = 0; f < GUIDON_FORMS; f++) {
        guidon_form form = (guidon_form)f;
        char text[GUIDON_TEXT_MAX];
        size_t len = oracle_write(text, &id, form);
        text[len] = '\0';
        check_len("alone", text, len, GUIDON_FORM_BIT(form), GUIDON_OK, form,
                  0);
        check_len("alone, lenient", text, len, GUIDON_FORM_BIT(form) | LEN,
                  GUIDON_OK, form, 0);
    }
}

static void test_forms_not_accepted_are_passed_over(void **state)
{
    static const struct row rows[] = {
        {"a UUID where ULID and HEX are", UUID, A(ULID) | A(HEX), GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"braces where UUID and PARENS are", "{" UUID "}", A(UUID) | A(PARENS),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"a URN where the other is", "urn:uuid:" UUID, A(URN_OID) | A(UUID),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"X4: a URN where the other is", "urn:oid:2.25.1", A(URN) | A(OID),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"X3: an OID where INT is", "2.25.1", A(INT) | A(UUID), GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"C source is no GUID_X, nor in braces", C, A(GUID_X) | A(BRACES),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"GUID_X is no C source, nor in braces", GUID_X, A(C) | A(BRACES),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"NCS passed over, 36 characters are a UUID", NCS, A(UUID) | A(HEX),
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 8},
        {"UUID passed over", UUID, A(NCS) | A(HEX), GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"ULID passed over, 26 digits are a number",
         "01234567890123456789012345", A(INT) | A(UUID), GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"ULID passed over, 26 digits are a number",
         "11234567890123456789012345", A(INT) | A(UUID), GUIDON_OK,
         GUIDON_FORM_INT, 0},
        {"hex passed over, 32 digits are a number",
         "11111111111111111111111111111111", A(INT) | A(UUID), GUIDON_OK,
         GUIDON_FORM_INT, 0},
        {"INT passed over, 36 digits are a UUID without dashes", DIGITS_36,
         A(UUID) | A(HEX), GUIDON_E_CHAR, GUIDON_FORM_UUID, 8},
        {"UUID passed over, 36 digits are a number", DIGITS_36, A(HEX) | A(INT),
         GUIDON_OK, GUIDON_FORM_INT, 0},
        {"36 digits, UUID alone", DIGITS_36, A(UUID), GUIDON_E_CHAR,
         GUIDON_FORM_UUID, 8},
        {"36 digits, UUID and INT", DIGITS_36, A(UUID) | A(INT), GUIDON_OK,
         GUIDON_FORM_INT, 0},
        {"a URN of 36 characters is a UUID where URN is passed over",
         "urn:uuid:f81d4fae-7dec-11d0-a765-00a", A(UUID) | A(HEX),
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 0},
        {"lenient does not add a form", SPEC, A(UUID) | A(HEX) | LEN,
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

static void test_near_misses_get_the_error_of_their_shape(void **state)
{
    static const struct row rows[] = {
        {"C source with a wrong number",
         "{0X01,0x02,0x03,0x04,0x05,0x06,0x07,0x08,"
         "0x09,0x0a,0x0b,0x0c,0x0d,0x0e,0x0f,0x1g}",
         ANY, GUIDON_E_CHAR, GUIDON_FORM_UUID, 79},
        {"\"{0x\" alone", "{0x", ANY, GUIDON_E_LENGTH, GUIDON_FORM_UUID, 3},
        {"\"{0x\" and a second brace", "{0x{", ANY, GUIDON_E_CHAR,
         GUIDON_FORM_UUID, 3},
        {"\"{0x\" and eleven digits: GUID_X, whose first number has eight",
         "{0x12345678901", ANY, GUIDON_E_CHAR, GUIDON_FORM_UUID, 11},
        {"zeros in front do not count", "{0x00012345678", ANY, GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 14},
        {"three digits and 15 commas: C", "{0x123,,,,,,,,,,,,,,,", ANY,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 5},
        {"three digits and 16 commas: C", "{0x123,,,,,,,,,,,,,,,,", ANY,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 5},
        {"three digits and 14 commas: GUID_X", "{0x123,,,,,,,,,,,,,,", ANY,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 7},
        {"one digit and eleven commas: GUID_X", "{0x1,0x123,,,,,,,,,,", ANY,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 11},
        {"\"{0x\" and a hyphen: braces", "{0x-", ANY, GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 4},
        {"\"{0\" alone: braces", "{0", ANY, GUIDON_E_LENGTH, GUIDON_FORM_UUID,
         2},
        {"\"{0\" and a digit: braces", "{00,", ANY, GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 4},
        {"one brace", "{", ANY, GUIDON_E_LENGTH, GUIDON_FORM_UUID, 1},
        {"two braces", "{{", ANY, GUIDON_E_LENGTH, GUIDON_FORM_UUID, 2},
        {"a parenthesis", "(", ANY, GUIDON_E_LENGTH, GUIDON_FORM_UUID, 1},
        {"a URN cut short is no URN", "urn:uuid", ANY, GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"an OID cut short is no OID", "2.25", ANY, GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"points at 12 alone: a UUID", "34dc23469000.0d-00.00.7c.5f.00.00.00",
         ANY, GUIDON_E_CHAR, GUIDON_FORM_UUID, 8},
        {"points at 15 alone: a UUID", "34dc23469000-0d.00.00.7c.5f.00.00.00",
         ANY, GUIDON_E_CHAR, GUIDON_FORM_UUID, 8},
        {"braces of 36 characters are braces",
         "{f81d4fae-7dec-11d0-a765-00a0c91e6b}", ANY, GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 36},
        {"a parenthesis and 26 characters are parentheses",
         "(1ARZ3NDEKTSV4RRFFQ69G5FAV", ALL, GUIDON_E_LENGTH, GUIDON_FORM_UUID,
         26},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

static void test_one_form_alone_gives_its_own_error(void **state)
{
    static const struct row rows[] = {
        {"UUID: length", "hello", A(UUID), GUIDON_E_LENGTH, GUIDON_FORM_UUID,
         5},
        {"INT: character", "12a", A(INT), GUIDON_E_CHAR, GUIDON_FORM_UUID, 2},
        {"INT: range", "340282366920938463463374607431768211456", A(INT),
         GUIDON_E_RANGE, GUIDON_FORM_UUID, 0},
        {"BASE58: range", "zzzzzzzzzzzzzzzzzzzzzz", A(BASE58), GUIDON_E_RANGE,
         GUIDON_FORM_UUID, 0},
        {"BASE64URL: last letter", "AAAAAAAAAAAAAAAAAAAAAB", A(BASE64URL),
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 21},
        {"GUID_HEX: a UUID's text", UUID, A(GUID_HEX), GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 32},
        {"BRACES: C source", C, A(BRACES), GUIDON_E_LENGTH, GUIDON_FORM_UUID,
         38},
        {"the same with leniency, which has no say here", "hello",
         A(UUID) | LEN, GUIDON_E_LENGTH, GUIDON_FORM_UUID, 5},
        {"two forms: no shape, no error of one", "hello", A(UUID) | A(INT),
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

/* --------------------------------------------- the forms that need their names */

static void test_explicit_forms_are_read_if_their_ids_agree(void **state)
{
    static const struct row rows[] = {
        {"base 58 or 64: 58 alone", "AAAAAAAAAAAAAAAAAAAAAA", A(BASE58),
         GUIDON_OK, GUIDON_FORM_BASE58, 0},
        {"base 58 or 64: 64 alone", "AAAAAAAAAAAAAAAAAAAAAA", A(BASE64URL),
         GUIDON_OK, GUIDON_FORM_BASE64URL, 0},
        {"base 58 or 64", "AAAAAAAAAAAAAAAAAAAAAA", A(BASE58) | A(BASE64URL),
         GUIDON_E_AMBIGUOUS, GUIDON_FORM_UUID, 0},
        {"base 58 or 64: 58 and forms of other shapes",
         "AAAAAAAAAAAAAAAAAAAAAA", A(BASE58) | A(UUID) | A(INT), GUIDON_OK,
         GUIDON_FORM_BASE58, 0},
        {"base 58 or 64: 64 and forms of other shapes",
         "AAAAAAAAAAAAAAAAAAAAAA", A(BASE64URL) | A(UUID) | A(GUID_HEX),
         GUIDON_OK, GUIDON_FORM_BASE64URL, 0},
        {"base 58 beside those that need no name", "AAAAAAAAAAAAAAAAAAAAAA",
         ANY | A(BASE58), GUIDON_OK, GUIDON_FORM_BASE58, 0},
        {"22 digits: a number or base 58", "1234567891234567891234",
         A(INT) | A(BASE58), GUIDON_E_AMBIGUOUS, GUIDON_FORM_UUID, 0},
        {"22 digits: a number", "1234567891234567891234", A(INT) | A(BASE64URL),
         GUIDON_OK, GUIDON_FORM_INT, 0},
        {"22 digits with 0: a number, as base 58 has none",
         "1234567890123456789012", A(INT) | A(BASE58), GUIDON_OK,
         GUIDON_FORM_INT, 0},
        {"22 digits with a leading 0: base 64, as numbers have none",
         "012345678901234567890A", A(INT) | A(BASE64URL), GUIDON_OK,
         GUIDON_FORM_BASE64URL, 0},
        {"base 58 past the range is base 64", "zzzzzzzzzzzzzzzzzzzzzg",
         A(BASE58) | A(BASE64URL), GUIDON_OK, GUIDON_FORM_BASE64URL, 0},
        {"G4: 32 hex digits", HEX, A(GUID_HEX), GUIDON_OK, GUIDON_FORM_GUID_HEX,
         0},
        {"G4: HEX goes before GUID_HEX", HEX, A(GUID_HEX) | A(HEX), GUIDON_OK,
         GUIDON_FORM_HEX, 0},
        {"so does its case variant", HEX, A(GUID_HEX) | A(HEX_UPPER), GUIDON_OK,
         GUIDON_FORM_HEX, 0},
        {"G4: and where it is wrong, HEX says so",
         "g81d4fae7dec11d0a76500a0c91e6bf6", A(GUID_HEX) | A(HEX),
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 0},
        {"G4: beside others but HEX", HEX, A(UUID) | A(GUID_HEX) | A(ULID),
         GUIDON_OK, GUIDON_FORM_GUID_HEX, 0},
        {"G4: 32 decimal digits without HEX: a number too",
         "11111111111111111111111111111112", A(GUID_HEX) | A(INT),
         GUIDON_E_AMBIGUOUS, GUIDON_FORM_UUID, 0},
        {"other orders of the bytes", HEX, A(GUID_HEX) | A(MONGO_JAVA),
         GUIDON_E_AMBIGUOUS, GUIDON_FORM_UUID, 0},
        {"other orders of equal bytes: one id",
         "00000000000000000000000000000000",
         A(GUID_HEX) | A(MONGO_JAVA) | A(MYSQL_SWAP), GUIDON_OK,
         GUIDON_FORM_GUID_HEX, 0},
        {"a ULID goes before base 32", "34444444444444444444444444",
         A(ULID) | A(BASE32), GUIDON_OK, GUIDON_FORM_ULID, 0},
        {"no ULID, but base 32, which is accepted",
         "AIAAAAAAAAAAAAAAAAAAAAAAAA", A(ULID) | A(BASE32), GUIDON_E_AMBIGUOUS,
         GUIDON_FORM_UUID, 0},
        {"no ULID, and base 32 is not accepted", "AIAAAAAAAAAAAAAAAAAAAAAAAA",
         A(ULID) | A(BASE58), GUIDON_E_CHAR, GUIDON_FORM_UUID, 1},
        {"none of two fits", "hello", A(INT) | A(BASE58), GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"base 58, but others are accepted", "AAAAAAAAAAAAAAAAAAAAAA",
         A(UUID) | A(ULID), GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"empty", "", ANY, GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"empty, lenient", "", ALL, GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

static uint64_t form_bit(const char *name)
{
    guidon_form form;

    assert_int_equal(guidon_form_from_name(&form, name), GUIDON_OK);
    return GUIDON_FORM_BIT(form);
}

static uint64_t form_bits(json_t *names)
{
    uint64_t forms = 0;
    size_t i;
    json_t *name;

    json_array_foreach(names, i, name)
    {
        forms |= form_bit(json_string_value(name));
    }
    return forms;
}

/* The forms that read the text if they alone are accepted, without those of the
 * other case. */
static uint64_t forms_that_read(const char *text, size_t len)
{
    uint64_t forms = 0;

    for (unsigned form = 0; form < GUIDON_FORMS; form++) {
        guidon_id id;

        if (!(guidon_form_traits((guidon_form)form) & GUIDON_TRAIT_VARIANT) &&
            guidon_parse_as(&id, text, len, form, NULL) == GUIDON_OK) {
            forms |= GUIDON_FORM_BIT(form);
        }
    }
    return forms;
}

static void test_ambiguous_vectors(void **state)
{
    json_t *file = vectors_load("ambiguous.json");
    size_t i, n = 0;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "ambiguous"), i, row)
    {
        const char *text = row_text(row, "text");
        const size_t len = strlen(text);
        const uint64_t forms = form_bits(vectors_rows(row, "forms"));

        check_len(text, text, len, ANY, GUIDON_E_AMBIGUOUS, GUIDON_FORM_UUID,
                  0);
        if (len != 26) { /* 26 with aliases may be a lenient ULID */
            check_len(text, text, len, ALL, GUIDON_E_AMBIGUOUS,
                      GUIDON_FORM_UUID, 0);
        }
        assert_int_equal(
            guidon_parse_candidates(text, len, SLOW_ACCEPT(ANY)).forms, forms);
        assert_int_equal(forms_that_read(text, len), forms);
        n++;
    }
    assert_true(n >= 20);
    json_array_foreach(vectors_rows(file, "shapes"), i, row)
    {
        const char *text = row_text(row, "text");
        const guidon_id want = row_id(row, "octets");
        guidon_id id;

        assert_int_equal(
            guidon_parse(&id, NULL, text, strlen(text), SLOW_ACCEPT(ANY), NULL),
            GUIDON_OK);
        assert_id_equal(id, want);
        assert_int_equal(
            guidon_parse_candidates(text, strlen(text), SLOW_ACCEPT(ANY)).forms,
            0);
        assert_int_equal(forms_that_read(text, strlen(text)),
                         form_bit(row_text(row, "form")) |
                             form_bits(vectors_rows(row, "also")));
    }
    json_decref(file);
}

static void test_candidates_are_those_of_the_call(void **state)
{
    static const char text[] = "AAAAAAAAAAAAAAAAAAAAAA";
    const uint64_t all =
        A(BASE58) | A(BASE64URL) | A(SHORTUUID) | A(NCNAME64) | A(BASE62_IEEE);
    (void)state;

    assert_int_equal(guidon_parse_candidates(text, 22, SLOW_ACCEPT(ANY)).forms,
                     all);
    assert_int_equal(
        guidon_parse_candidates(text, 22, SLOW_ACCEPT(EVERY)).forms, all);
    assert_int_equal(
        guidon_parse_candidates(text, 22, SLOW_ACCEPT(ANY | EXACT)).forms, all);
    assert_int_equal(
        guidon_parse_candidates(text, 22,
                                SLOW_ACCEPT(A(UUID) | A(BASE58) | A(NCNAME64)))
            .forms,
        A(BASE58) | A(NCNAME64));
    assert_int_equal(guidon_parse_candidates(
                         text, 22, SLOW_ACCEPT(ANY | A(BASE58) | A(NCNAME64)))
                         .forms,
                     A(BASE58) | A(NCNAME64));
    assert_int_equal(
        guidon_parse_candidates(text, 22, SLOW_ACCEPT(A(BASE58))).forms, 0);
    assert_int_equal(
        guidon_parse_candidates(text, 22, SLOW_ACCEPT(A(UUID) | A(ULID))).forms,
        0);
    assert_int_equal(guidon_parse_candidates(text, 22, SLOW_ACCEPT(0)).forms,
                     0);
    assert_int_equal(guidon_parse_candidates(UUID, 36, SLOW_ACCEPT(ANY)).forms,
                     0);
    assert_int_equal(guidon_parse_candidates(NULL, 0, SLOW_ACCEPT(ANY)).forms,
                     0);
    assert_int_equal(guidon_parse_candidates(" 1\n", 3, SLOW_ACCEPT(ANY)).forms,
                     0);
    assert_int_equal(guidon_parse_candidates(" 1\n", 3, SLOW_ACCEPT(ALL)).forms,
                     A(INT));
}

/* GUID_HEX swaps the bytes of three fields, HEX does not. */
static void test_guid_hex_is_turned_and_hex_is_not(void **state)
{
    static const guidon_id plain = {{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
                                     0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd,
                                     0xee, 0xff}};
    static const guidon_id turned = {{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77,
                                      0x66, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd,
                                      0xee, 0xff}};
    const char *text = "00112233445566778899aabbccddeeff";
    guidon_id id;
    (void)state;

    assert_int_equal(guidon_parse(&id, NULL, text, 32, SLOW_ACCEPT(ANY), NULL),
                     GUIDON_OK);
    assert_id_equal(id, plain);
    assert_int_equal(
        guidon_parse(&id, NULL, text, 32, SLOW_ACCEPT(A(GUID_HEX)), NULL),
        GUIDON_OK);
    assert_id_equal(id, turned);
}

/* ---------------------------------------------------------------- arguments */

static void test_accept_has_to_name_forms_and_nothing_else(void **state)
{
    static const struct row rows[] = {
        {"none", UUID, 0, GUIDON_E_ARGUMENT, GUIDON_FORM_UUID, 0},
        {"leniency alone", SPEC, LEN, GUIDON_E_ARGUMENT, GUIDON_FORM_UUID, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
    for (unsigned bit = GUIDON_FORMS; bit < 62; bit++) {
        check_len("an unknown bit", UUID, 36, ANY | UINT64_C(1) << bit,
                  GUIDON_E_ARGUMENT, GUIDON_FORM_UUID, 0);
        check_len("an unknown bit beside those for leniency and case", UUID, 36,
                  ANY | EXACT | LEN | UINT64_C(1) << bit, GUIDON_E_ARGUMENT,
                  GUIDON_FORM_UUID, 0);
        check_len("an unknown bit alone", UUID, 36, UINT64_C(1) << bit,
                  GUIDON_E_ARGUMENT, GUIDON_FORM_UUID, 0);
        check_len("an unknown bit and leniency", UUID, 36,
                  ALL | UINT64_C(1) << bit, GUIDON_E_ARGUMENT, GUIDON_FORM_UUID,
                  0);
    }
    assert_true((EVERY & LEN) == 0);
    assert_true(GUIDON_ANY_FORMS == 0x3c6ff); /* as published */
}

static void test_unknown_bits_are_told_from_flags(void **state)
{
    (void)state;

    for (unsigned bit = 0; bit < 64; bit++) {
        const guidon_accept set =
            GUIDON_ACCEPT_FORMS(GUIDON_ANY_FORMS | UINT64_C(1) << bit);
        guidon_id id = marked_id();
        size_t bad_at = 77;

        assert_int_equal(guidon_parse(&id, NULL, UUID, 36, set, 0, &bad_at),
                         bit < GUIDON_FORMS ? GUIDON_OK : GUIDON_E_ARGUMENT);
        assert_int_equal(bad_at, bit < GUIDON_FORMS ? 77 : 0);
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        guidon_id id = marked_id();
        size_t bad_at = 77;

        assert_int_equal(guidon_parse(&id, NULL, UUID, 36, GUIDON_ACCEPT_ANY,
                                      1u << bit, &bad_at),
                         bit < 2 ? GUIDON_OK : GUIDON_E_ARGUMENT);
        assert_int_equal(bad_at, bit < 2 ? 77 : 0);
    }
}

static void test_parse_as_reads_one_form(void **state)
{
    guidon_id id = marked_id(), same;
    size_t bad_at = 77;
    (void)state;

    assert_int_equal(guidon_parse_as(&id, "42", 2, GUIDON_FORM_INT, &bad_at),
                     GUIDON_OK);
    assert_int_equal(guidon_parse_as(&same, UUID, 36, GUIDON_FORM_UUID, NULL),
                     GUIDON_OK);
    assert_int_equal(bad_at, 77);
    assert_int_equal(guidon_parse_as(&id, UUID, 36, GUIDON_FORM_URN, &bad_at),
                     GUIDON_E_LENGTH);
    assert_int_equal(
        guidon_parse_as(&same, "urn:uuid:" UUID, 45, GUIDON_FORM_URN, NULL),
        GUIDON_OK);
    for (unsigned i = 0; i < 2; i++) {
        const guidon_form none = i ? GUIDON_FORMS : (guidon_form)-1;

        bad_at = 77;
        assert_int_equal(guidon_parse_as(&id, UUID, 36, none, &bad_at),
                         GUIDON_E_ARGUMENT);
        assert_int_equal(bad_at, 0);
    }
    assert_int_equal(id.bytes[15], 42);
}

static void test_null_text_of_length_0(void **state)
{
    guidon_id id = marked_id();
    size_t bad_at = 77;
    (void)state;

    assert_int_equal(
        guidon_parse(&id, NULL, NULL, 0, SLOW_ACCEPT(ANY), &bad_at),
        GUIDON_E_FORM);
    assert_int_equal(bad_at, 0);
    assert_int_equal(guidon_parse(&id, NULL, NULL, 0, SLOW_ACCEPT(ALL), NULL),
                     GUIDON_E_FORM);
}

/* --------------------------------------------------------------- initialisers */

/* Every row, alone and among all forms, in a buffer of exactly its length. */
static void test_initialisers_are_read_as_people_write_them(void **state)
{
    json_t *file = vectors_load("initialisers.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "read"), i, row)
    {
        size_t len;
        const char *text = row_bytes(row, "text", &len);
        guidon_id id, want = row_id(row, "octets");
        guidon_form form;
        assert_int_equal(guidon_form_from_name(&form, row_text(row, "form")),
                         GUIDON_OK);
        check_len(row_text(row, "why"), text, len, ANY, GUIDON_OK, form, 0);
        check_len(row_text(row, "why"), text, len, ALL, GUIDON_OK, form, 0);
        check_len(row_text(row, "why"), text, len, GUIDON_FORM_BIT(form),
                  GUIDON_OK, form, 0);
        assert_int_equal(
            guidon_parse(&id, NULL, text, len, SLOW_ACCEPT(ANY), NULL),
            GUIDON_OK);
        assert_id_equal(id, want);
    }
    assert_true(i >= 24);
    json_decref(file);
}

/* ------------------------------------------------------------------ lenient */

static void check_lenient_row(json_t *row, uint64_t accept)
{
    size_t len;
    const char *text = row_bytes(row, "text", &len);
    guidon_id id = marked_id();
    guidon_id want = row_id(row, "octets");
    guidon_form found = GUIDON_FORM_NCS;
    char ulid[26];
    char *copy = exact_copy(text, len);

    if (guidon_parse(&id, &found, copy, len, SLOW_ACCEPT(accept), NULL) !=
            GUIDON_OK ||
        !same_id(&id, &want)) {
        fail_msg("%s", row_text(row, "why"));
    }
    assert_true(found == GUIDON_FORM_ULID || found == GUIDON_FORM_ULID_LOWER);
    guidon_ulid_format(ulid, &id);
    assert_memory_equal(ulid, row_text(row, "ulid"), 26);
    free(copy);
}

static void test_lenient_vectors(void **state)
{
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "lenient"), i, row)
    {
        check_lenient_row(row, ALL);
        check_lenient_row(row, A(ULID) | LEN);
        check_lenient_row(row, A(ULID_LOWER) | LEN);

        /* Without leniency only the text without leniency is read. */
        size_t len;
        guidon_id id;
        const char *text = row_bytes(row, "text", &len);
        assert_int_equal(guidon_parse(&id, NULL, text, len,
                                      SLOW_ACCEPT(A(ULID)), NULL) == GUIDON_OK,
                         strcmp(text, row_text(row, "ulid")) == 0);
    }
    json_decref(file);
}

static void test_lenient_refused_vectors(void **state)
{
    json_t *file = vectors_load("ulid.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "lenient_refused"), i, row)
    {
        const char *text = row_text(row, "text");
        guidon_status want = row_status(row);
        size_t at = row_u64(row, "bad_at");
        check_len(row_text(row, "why"), text, strlen(text), A(ULID) | LEN, want,
                  GUIDON_FORM_ULID, at);
        if (want !=
            GUIDON_E_LENGTH) { /* among all forms, another length is not a ULID */
            check_len(row_text(row, "why"), text, strlen(text), ALL, want,
                      GUIDON_FORM_ULID, at);
        }
    }
    json_decref(file);
}

/* A blank that lenient reading passes over at both ends. */
static int is_one_blank(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

/* Every byte at every offset of a text with hyphens inside and at both ends. */
static void test_lenient_every_byte_at_every_offset(void **state)
{
    static const char right[] = "-01ARZ3NDEK-TSV4RRFFQ69G5FAV-";
    const size_t len = sizeof right - 1;
    char *text = exact_copy(right, len);
    (void)state;

    for (size_t i = 0; i < len; i++) {
        for (int c = 0; c < 256; c++) {
            guidon_id id = marked_id();
            size_t bad_at = 7777;
            text[i] = (char)c;
            guidon_status status = guidon_parse(
                &id, NULL, text, len, SLOW_ACCEPT(A(ULID) | LEN), &bad_at);
            int was_hyphen = right[i] == '-';
            int letter = c < 128 && isalnum(c) && c != 'U' && c != 'u';
            int is_end = i == 0 || i == len - 1;
            if (is_end && is_one_blank(c)) {
                assert_int_equal(status, GUIDON_OK);
            } else if ((c == '-') != was_hyphen) {
                assert_int_equal(status, GUIDON_E_LENGTH);
                /* The 27th letter, or the end. */
                size_t last = i == len - 1 ? i : len - 2;
                assert_int_equal(bad_at, c == '-' ? len : last);
            } else if (c == '-') {
                assert_int_equal(status, GUIDON_OK);
            } else if (!letter) {
                assert_int_equal(status, GUIDON_E_CHAR);
                assert_int_equal(bad_at, i);
            } else if (i == 1 && c > '7' && !strchr("IiLlOo", c)) {
                assert_int_equal(status, GUIDON_E_RANGE);
                assert_int_equal(bad_at, 1);
            } else {
                char plain[GUIDON_TEXT_MAX];
                int upper = toupper(c);
                oracle_write(plain, &id, GUIDON_FORM_ULID);
                assert_int_equal(status, GUIDON_OK);
                assert_int_equal(plain[i - (i > 11 ? 2 : 1)],
                                 upper == 'O'                   ? '0'
                                 : upper == 'I' || upper == 'L' ? '1'
                                                                : upper);
            }
        }
        text[i] = right[i];
    }
    free(text);
}

static void test_lenient_forms_vectors(void **state)
{
    json_t *file = vectors_load("lenient.json");
    size_t i;
    json_t *row;
    (void)state;

    json_array_foreach(vectors_rows(file, "read"), i, row)
    {
        const char *text = row_text(row, "text");
        guidon_form form;
        guidon_id id = marked_id();
        guidon_id want = row_id(row, "octets");

        assert_int_equal(guidon_form_from_name(&form, row_text(row, "form")),
                         GUIDON_OK);
        check_len(row_text(row, "why"), text, strlen(text), ALL, GUIDON_OK,
                  form, 0);
        check_len(row_text(row, "why"), text, strlen(text),
                  GUIDON_FORM_BIT(form) | LEN, GUIDON_OK, form, 0);
        assert_int_equal(
            guidon_parse(&id, NULL, text, strlen(text), SLOW_ACCEPT(ALL), NULL),
            GUIDON_OK);
        assert_id_equal(id, want);
        bool strict = json_object_get(row, "status") == NULL;
        check_len(row_text(row, "why"), text, strlen(text), ANY,
                  strict ? GUIDON_OK : row_status(row), form,
                  strict ? 0 : row_u64(row, "bad_at"));
    }
    json_array_foreach(vectors_rows(file, "refused"), i, row)
    {
        const char *text = row_text(row, "text");
        check_len(row_text(row, "why"), text, strlen(text), ALL,
                  row_status(row), GUIDON_FORM_UUID, row_u64(row, "bad_at"));
    }
    json_decref(file);
}

/* Every byte at every offset of 32 digits in braces and behind "urn:uuid:". */
static void test_plain_digits_every_byte_at_every_offset(void **state)
{
    static const struct {
        const char *right;
        size_t marks; /* before the digits */
        guidon_form form;
    } rows[] = {
        {"{" HEX "}", 1, GUIDON_FORM_BRACES},
        {"urn:uuid:" HEX, 9, GUIDON_FORM_URN},
    };
    (void)state;

    for (size_t at = 0; at < COUNT(rows) * 41 * 256; at++) {
        const char *right = rows[at / 256 / 41].right;
        guidon_form form = rows[at / 256 / 41].form;
        size_t marks = rows[at / 256 / 41].marks;
        size_t len = strlen(right);
        size_t i = at / 256 % 41;
        int c = (int)(at % 256);
        char text[42];
        bool good;

        if (i >= len || ((i == 0 || i == len - 1) && is_one_blank(c))) {
            continue; /* a shorter text: any_form compares these */
        }
        memcpy(text, right, len + 1);
        text[i] = (char)c;
        if (i >= marks && i < marks + 32) {
            good = c < 128 && isxdigit(c);
        } else {
            good = c == right[i] || (c < 128 && tolower(c) == right[i]);
        }
        check_len("alone", text, len, GUIDON_FORM_BIT(form) | LEN,
                  good ? GUIDON_OK : GUIDON_E_CHAR, form, i);
        check_len("strict", text, len, GUIDON_FORM_BIT(form), GUIDON_E_LENGTH,
                  form, len);
        if (i >= marks) {
            check_len("among all", text, len, ALL,
                      good ? GUIDON_OK : GUIDON_E_CHAR, form, i);
        }
    }
}

/* Of all lengths, leniency adds the one of 32 digits without hyphens. */
static void test_plain_digits_have_one_length(void **state)
{
    char text[101];
    (void)state;

    for (size_t len = 2; len <= 100; len++) {
        memset(text, '7', len);
        text[0] = '{';
        text[len - 1] = '}';
        check_len("braces", text, len, A(BRACES) | LEN,
                  len == 34   ? GUIDON_OK
                  : len == 38 ? GUIDON_E_CHAR
                              : GUIDON_E_LENGTH,
                  GUIDON_FORM_BRACES,
                  len == 38  ? 9
                  : len < 38 ? len
                             : 38);
        if (len >= 9) {
            text[len - 1] = '7';
            memcpy(text, "urn:uuid:", 9);
            check_len("URN", text, len, A(URN) | LEN,
                      len == 41   ? GUIDON_OK
                      : len == 45 ? GUIDON_E_CHAR
                                  : GUIDON_E_LENGTH,
                      GUIDON_FORM_URN,
                      len == 45  ? 17
                      : len < 45 ? len
                                 : 45);
        }
    }
}

/* Leniency changes nothing else. */
static void test_leniency_changes_nothing_else(void **state)
{
    static const struct row rows[] = {
        {"a UUID has 32 that are not hyphens", UUID, ALL, GUIDON_OK,
         GUIDON_FORM_UUID, 0},
        {"a hyphen inside a group", "f81d4-fae7dec-11d0-a765-00a0c91e6bf6", ALL,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 5},
        {"'O' in a UUID", "f81d4fae-7dec-11dO-a765-00a0c91e6bf6", ALL,
         GUIDON_E_CHAR, GUIDON_FORM_UUID, 17},
        {"'l' in hex", "f81d4fae7dec11d0a76500a0c91e6bfl", ALL, GUIDON_E_CHAR,
         GUIDON_FORM_UUID, 31},
        {"'O' in a number", "1O", A(INT) | LEN, GUIDON_E_CHAR, GUIDON_FORM_UUID,
         1},
        {"braces", "{" UUID "}", ALL, GUIDON_OK, GUIDON_FORM_BRACES, 0},
        {"parentheses around 32 digits", "(" HEX ")", ALL, GUIDON_E_LENGTH,
         GUIDON_FORM_UUID, 34},
        {"NCS", NCS, ALL, GUIDON_OK, GUIDON_FORM_NCS, 0},
        {"'_' is no hyphen", "01ARZ3NDEK_TSV4RRFFQ69G5FAV", ALL, GUIDON_E_FORM,
         GUIDON_FORM_UUID, 0},
        {"26 hyphens are no ULID", "--------------------------", ALL,
         GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"25 letters and a hyphen are no ULID", "01ARZ3NDEK-SV4RRFFQ69G5FAV",
         ALL, GUIDON_E_FORM, GUIDON_FORM_UUID, 0},
        {"36 with 26 that are no hyphens are a ULID, not a bad UUID",
         "01AR-Z3ND-EK-TS-V4RR-FF-Q6-9G-5F-A-V", ALL, GUIDON_OK,
         GUIDON_FORM_ULID, 0},
        {"32 with 26 that are no hyphens are a ULID, not bad hex",
         "01AR-Z3ND-EKTS-V4RR-FFQ6-9G5F-AV", ALL, GUIDON_OK, GUIDON_FORM_ULID,
         0},
        {"22 of base 64 with hyphens", "-B1PrnfsEdCnZQCgyR5r9g",
         A(BASE64URL) | A(ULID) | LEN, GUIDON_OK, GUIDON_FORM_BASE64URL, 0},
    };
    (void)state;

    check_rows(rows, COUNT(rows));
}

/* -------------------------------------------------------- texts without an
 * id */

static void test_refused_vectors_among_all(void **state)
{
    json_t *file = vectors_load("refuse.json");
    size_t i;
    json_t *row;
    size_t seen = 0;
    (void)state;

    json_array_foreach(vectors_rows(file, "refused"), i, row)
    {
        size_t len;
        const char *text = row_bytes(row, "text", &len);
        if (strcmp(row_text(row, "form"), "any") == 0) {
            check_len(row_text(row, "why"), text, len, ANY, row_status(row),
                      GUIDON_FORM_UUID, row_u64(row, "bad_at"));
            seen++;
        }
    }
    assert_true(seen > 20);
    json_decref(file);
}

/* test_ulid_text.c checks the faults of each. Here '_' is enough to reject
 * them. */
static void test_invalid_typeids_are_no_ids(void **state)
{
    json_t *file = vectors_load("typeid.json");
    json_t *invalid = vectors_rows(file, "invalid");
    size_t i;
    json_t *row;
    (void)state;

    assert_int_equal(json_array_size(invalid), 21);
    json_array_foreach(invalid, i, row)
    {
        guidon_id id;
        size_t len;
        const char *text = row_bytes(row, "text", &len);
        assert_int_not_equal(
            guidon_parse(&id, NULL, text, len, SLOW_ACCEPT(ANY), NULL),
            GUIDON_OK);
        assert_int_not_equal(
            guidon_parse(&id, NULL, text, len, SLOW_ACCEPT(ALL), NULL),
            GUIDON_OK);
    }
    json_decref(file);
}

/* Texts of a megabyte. Only their length differs from the texts above. */
static void test_long_texts(void **state)
{
    static const struct {
        const char *begin;
        char then;
        uint64_t accept;
        guidon_status want;
        size_t bad_at;
    } rows[] = {
        {"", '7', ANY, GUIDON_E_FORM, 0},
        {"", '7', A(INT), GUIDON_E_RANGE, 0},
        {"", '0', A(INT), GUIDON_E_CHAR, 0},
        {"", '-', ALL, GUIDON_E_FORM, 0},
        {"", '-', A(ULID) | LEN, GUIDON_E_LENGTH, 1 << 20},
        {SPEC, '-', ALL, GUIDON_OK, 0},
        {SPEC "0", '-', A(ULID) | LEN, GUIDON_E_LENGTH, 26},
        {"2.25.", '9', ANY, GUIDON_E_RANGE, 5},
        {"urn:oid:2.25.", '9', ANY, GUIDON_E_RANGE, 13},
        {"urn:uuid:", '0', ANY, GUIDON_E_LENGTH, 45},
        {"{0x", '0', ANY, GUIDON_E_LENGTH, 1 << 20},
        {"{0x1", '0', ANY, GUIDON_E_CHAR, 11},
        {"{0x", '{', ANY, GUIDON_E_CHAR, 3},
        {"{", ' ', ANY, GUIDON_E_LENGTH, 38},
        {"{", ' ', A(GUID_X), GUIDON_E_LENGTH, 1 << 20},
        {"{0x1,", '\n', ANY, GUIDON_E_LENGTH, 1 << 20},
        {"{", '{', ANY, GUIDON_E_LENGTH, 38},
        {"(", '0', ANY, GUIDON_E_LENGTH, 38},
        {"", 'A', ANY, GUIDON_E_FORM, 0},
    };
    const size_t len = 1 << 20;
    char *text = malloc(len);
    (void)state;

    assert_non_null(text);
    for (size_t i = 0; i < COUNT(rows); i++) {
        guidon_id id = marked_id();
        size_t bad_at = 0;
        memset(text, rows[i].then, len);
        memcpy(text, rows[i].begin, strlen(rows[i].begin));
        assert_int_equal(guidon_parse(&id, NULL, text, len,
                                      SLOW_ACCEPT(rows[i].accept), &bad_at),
                         rows[i].want);
        assert_int_equal(bad_at, rows[i].bad_at);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shape_is_known_among_all),
        cmocka_unit_test(test_case_variants_are_told_by_their_letters),
        cmocka_unit_test(test_exact_case_takes_one_case_alone),
        cmocka_unit_test(test_each_form_alone_takes_its_own_text),
        cmocka_unit_test(test_forms_not_accepted_are_passed_over),
        cmocka_unit_test(test_near_misses_get_the_error_of_their_shape),
        cmocka_unit_test(test_one_form_alone_gives_its_own_error),
        cmocka_unit_test(test_explicit_forms_are_read_if_their_ids_agree),
        cmocka_unit_test(test_ambiguous_vectors),
        cmocka_unit_test(test_candidates_are_those_of_the_call),
        cmocka_unit_test(test_guid_hex_is_turned_and_hex_is_not),
        cmocka_unit_test(test_accept_has_to_name_forms_and_nothing_else),
        cmocka_unit_test(test_unknown_bits_are_told_from_flags),
        cmocka_unit_test(test_parse_as_reads_one_form),
        cmocka_unit_test(test_null_text_of_length_0),
        cmocka_unit_test(test_initialisers_are_read_as_people_write_them),
        cmocka_unit_test(test_lenient_vectors),
        cmocka_unit_test(test_lenient_refused_vectors),
        cmocka_unit_test(test_lenient_every_byte_at_every_offset),
        cmocka_unit_test(test_lenient_forms_vectors),
        cmocka_unit_test(test_plain_digits_every_byte_at_every_offset),
        cmocka_unit_test(test_plain_digits_have_one_length),
        cmocka_unit_test(test_leniency_changes_nothing_else),
        cmocka_unit_test(test_refused_vectors_among_all),
        cmocka_unit_test(test_invalid_typeids_are_no_ids),
        cmocka_unit_test(test_long_texts),
    };

    return cmocka_run_group_tests_name("recognise", tests, NULL, NULL);
}
