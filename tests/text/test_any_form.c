/* SPDX-License-Identifier: MIT */
/* test_any_form.c - compare guidon_parse with the slow reader of the fuzzers,
 * for any text and any set of accepted forms. `test_any_form long` compares
 * 10^8 random texts. */
#include "text_oracle.h"

#include <inttypes.h>

#include "sanitized.h"
#include "slow_text.h"

#define EVERY        (GUIDON_FORM_BIT(GUIDON_FORMS) - 1)
#define LEN          SLOW_LENIENT
#define A(f)         GUIDON_FORM_BIT(GUIDON_FORM_##f)
#define LEN_MAX      170

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool is_long;

struct text {
    char bytes[LEN_MAX];
    size_t len;
};

/* ----------------------------------------------------------- the comparison */

static void fail_text(const struct text *text, uint64_t accept,
                      guidon_status status, const struct slow_answer *want)
{
    char hex[2 * LEN_MAX + 1] = "";

    for (size_t i = 0; i < text->len; i++) {
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)(text->bytes[i] & 0xff));
    }
    fail_msg("\"%.*s\" (%s) among %016" PRIx64 ": %s, expected %s",
             (int)text->len, text->bytes, hex, accept,
             guidon_status_text(status), guidon_status_text(want->status));
}

/* Status, id, form, offset and candidates must be those of the slow reader. Outputs that
 * the result does not set must keep their bytes. Returns the status. */
static guidon_status compare(const struct text *text, uint64_t accept)
{
    const guidon_form other = (guidon_form)GUIDON_FORMS;
    const struct slow_answer want = slow_parse(text->bytes, text->len, accept);
    const guidon_id before = marked_id();
    const guidon_id want_id = want.status ? before : want.id;
    char *copy = exact_copy(text->bytes, text->len);
    guidon_id id = before;
    guidon_id again = before;
    guidon_form found = other;
    size_t bad_at = 7777;
    guidon_status status = guidon_parse(&id, &found, copy, text->len,
                                        SLOW_ACCEPT(accept), &bad_at);

    if (status != want.status || !same_id(&id, &want_id) ||
        found != (status ? other : want.form) ||
        bad_at != (status ? want.bad_at : 7777) ||
        guidon_parse(&again, NULL, copy, text->len, SLOW_ACCEPT(accept),
                     NULL) != status ||
        !same_id(&again, &want_id) ||
        guidon_parse_candidates(copy, text->len, SLOW_ACCEPT(accept)).forms !=
            slow_candidates(text->bytes, text->len, accept)) {
        fail_text(text, accept, status, &want);
    }
    free(copy);
    return status;
}

/* --------------------------------------------------------------- the masks */

/* Any set of accepted forms: usual ones, one form, all but one, some; each also
 * lenient. A few are not allowed. */
static uint64_t random_accept(uint64_t *seed)
{
    uint64_t r = draw(seed);
    uint64_t lenient =
        (r >> 8 & 1 ? LEN : 0) | (r >> 9 & 7 ? 0 : SLOW_EXACT_CASE);
    uint64_t one = GUIDON_FORM_BIT((r >> 16) % GUIDON_FORMS);
    uint64_t some = draw(seed) & EVERY;

    switch (r % 8) {
    case 0:
    case 1:
        return GUIDON_ANY_FORMS | lenient;
    case 2:
        return EVERY | lenient;
    case 3:
        return one | lenient;
    case 4:
        return (EVERY & ~one) | lenient;
    case 5:
        return (GUIDON_ANY_FORMS & ~(A(UUID) | A(UUID_UPPER)) & ~one) | lenient;
    default:
        return r >> 56 == 0 ? draw(seed) : some | one | lenient;
    }
}

/* --------------------------------------------------------------- the texts */

static void text_insert(struct text *text, size_t at, char c)
{
    if (text->len < LEN_MAX) {
        memmove(text->bytes + at + 1, text->bytes + at, text->len - at);
        text->bytes[at] = c;
        text->len++;
    }
}

/* A ULID with hyphens anywhere, of 26 to 40 characters, often 32 or 36. The
 * hyphens may be where a UUID has its own. */
static void make_lenient_ulid(struct text *text, uint64_t *seed)
{
    static const size_t lens[] = {26, 27, 30, 32, 32, 36, 36, 36, 36, 40};
    static const size_t uuid_hyphens[] = {8, 13, 18, 23};
    static const char aliases[] = "iIlLoOuU";
    const guidon_id id = random_id(seed);
    size_t len = lens[draw(seed) % COUNT(lens)];

    text->len = oracle_write(text->bytes, &id, GUIDON_FORM_ULID);
    for (uint64_t n = draw(seed) % 3; n > 0; n--) {
        text->bytes[draw(seed) % 26] = aliases[draw(seed) % 8];
    }
    for (size_t i = 0; i < 4 && len >= 32 && draw(seed) % 8; i++) {
        text_insert(text, uuid_hyphens[i], '-');
    }
    while (text->len < len) {
        text_insert(text, draw(seed) % (text->len + 1), '-');
    }
}

/* An initialiser as people write it: with blanks, short numbers, suffixes, and
 * without the inner braces. */
static void make_initialiser(struct text *text, uint64_t *seed)
{
    static const char *const blanks[] = {" ",  "\t", "\n",   "\r\n",
                                         "\v", "\f", "\\\n", "\\\r\n"};
    static const char *const suffixes[] = {"L", "UL", "u", "lu", "UU", "LL"};
    const guidon_id id = random_id(seed);
    const bool is_c = draw(seed) % 3 == 0, inner = draw(seed) % 3 != 0;
    const uint64_t spaced = draw(seed) % 8;
    char whole[1000];
    size_t n = 0, octet = 0;

    whole[n++] = '{';
    for (size_t i = 0; i < (is_c ? 16u : 11u); i++) {
        size_t width = is_c || i > 2 ? 1 : i == 0 ? 4 : 2;
        unsigned long number = 0;
        for (size_t k = 0; k < width; k++) {
            number = number << 8 | id.bytes[octet++];
        }
        number >>= draw(seed) % 4 ? 0 : 8 * width - 4;
        number = draw(seed) % 12 ? number : 0;
        n += (size_t)snprintf(
            whole + n, 60, "%s%s%s%s%s%0*lx%s", i ? "," : "",
            draw(seed) % 8 < spaced ? blanks[draw(seed) % 8] : "",
            i == 3 && !is_c && inner ? "{" : "",
            draw(seed) % 8 < spaced / 4 ? " " : "",
            draw(seed) % 16 ? "0x"
            : number        ? "0X"
                            : "",
            draw(seed) % 3 && number ? (int)(2 * width) : 1, number,
            draw(seed) % 24 ? "" : suffixes[draw(seed) % 6]);
    }
    n += (size_t)snprintf(whole + n, 9, "%s}%s", spaced > 5 ? " " : "",
                          !is_c && inner ? "}" : "");
    text->len = n < LEN_MAX ? n : LEN_MAX;
    memcpy(text->bytes, whole, text->len);
}

/* What PostgreSQL and .NET read: hyphens after groups of four digits, signs and
 * prefixes of numbers, and marks around it. */
static void make_others_text(struct text *text, uint64_t *seed)
{
    static const char *const marks[] = {"", "", "{}", "()"};
    static const char *const signs[] = {"+", "0x", "+0X", "0X", "+0"};
    static const size_t numbers[] = {0, 9, 14, 19, 24};
    const guidon_id id = random_id(seed);
    const char *mark = marks[draw(seed) % 4];
    const bool is_net = draw(seed) % 2;

    text->len = oracle_write(text->bytes, &id,
                             is_net ? GUIDON_FORM_UUID : GUIDON_FORM_HEX);
    for (size_t i = 0; is_net && i < 5; i++) {
        if (draw(seed) % 2) {
            const char *sign = signs[draw(seed) % 5];
            memcpy(text->bytes + numbers[i], sign, strlen(sign));
        }
    }
    for (size_t i = 28; !is_net && i > 0; i -= 4) {
        if (draw(seed) % 2) {
            text_insert(text, i, '-');
        }
    }
    if (mark[0]) {
        text_insert(text, 0, mark[0]);
        text_insert(text, text->len, mark[1]);
    }
}

/* Put a blank at an end, or anywhere, or a sign after some "0x". */
static void make_looser(struct text *text, uint64_t *seed)
{
    static const char blanks[] = " \t\n\v\f\r";
    uint64_t r = draw(seed);
    size_t at = r % 3 == 0   ? 0
                : r % 3 == 1 ? text->len
                             : (r >> 8) % (text->len + 1);

    text_insert(text, at, blanks[(r >> 32) % 6]);
    for (size_t i = 0; r >> 40 & 1 && i + 1 < text->len; i++) {
        if (text->bytes[i] == 'x' && draw(seed) % 4 == 0) {
            text_insert(text, i + 1, "+x"[draw(seed) % 2]);
            if (text->bytes[i + 1] == 'x') {
                text_insert(text, i + 1, '0');
            }
            i += 2;
        }
    }
}

/* Characters of one kind. Their number is often the length of a form. */
static void make_run(struct text *text, uint64_t *seed)
{
    static const char *const letters[] = {
        "0123456789", "0123456789abcdef",       "0123456789ABCDEF-",
        "1-",         "0123456789ABCDEFGHJKM-", "abz019AZ",
    };
    static const size_t lens[] = {1, 22, 22, 26, 32, 36, 36, 38, 39};
    const char *some = letters[draw(seed) % COUNT(letters)];

    text->len = draw(seed) % 4 ? lens[draw(seed) % COUNT(lens)]
                               : draw(seed) % (LEN_MAX + 1);
    for (size_t i = 0; i < text->len; i++) {
        text->bytes[i] = some[draw(seed) % strlen(some)];
    }
}

/* The text of an id. Two forms may lack their hyphens. */
static void make_form(struct text *text, guidon_form form, bool plain,
                      uint64_t *seed)
{
    const guidon_id id =
        form == GUIDON_FORM_NCS ? random_ncs_id(seed) : random_id(seed);
    size_t n = 0;

    text->len = oracle_write(text->bytes, &id, form);
    for (size_t i = 0; plain && i < text->len; i++) {
        if (text->bytes[i] != '-') {
            text->bytes[n++] = text->bytes[i];
        }
    }
    text->len = plain ? n : text->len;
}

/* Change the text a little: any byte, a character of some form, or another
 * length or case. */
static void edit(struct text *text, uint64_t *seed)
{
    static const char letters[] = "0123456789abcdefABCDEFghzIilLoO-_.{}(),:xu";
    uint64_t r = draw(seed);
    size_t at = text->len ? r % text->len : 0;
    char c = r >> 8 & 1 ? (char)(r >> 16)
                        : letters[(r >> 16) % (sizeof letters - 1)];

    switch (r >> 32 & 15) {
    case 0:
        text->len = at;
        break;
    case 1:
        text_insert(text, at, c);
        break;
    case 2:
        in_case(text->bytes, text->len, toupper);
        break;
    case 3:
        in_case(text->bytes, text->len, tolower);
        break;
    default:
        text->bytes[at] = text->len ? c : text->bytes[at];
    }
}

static struct text random_text(uint64_t *seed)
{
    struct text text = {.len = 0};
    uint64_t r = draw(seed);

    switch (r % 8) {
    case 0:
        make_run(&text, seed);
        break;
    case 1:
        make_lenient_ulid(&text, seed);
        break;
    case 2:
        make_initialiser(&text, seed);
        break;
    case 3:
        make_others_text(&text, seed);
        break;
    default:
        make_form(&text, (guidon_form)((r >> 8) % GUIDON_FORMS),
                  (r >> 16 & 3) == 0, seed);
    }
    for (uint64_t looser = (r >> 44 & 3) == 0 ? r >> 48 & 3 : 0; looser;
         looser--) {
        make_looser(&text, seed);
    }
    for (uint64_t edits = (r >> 32 & 1) * (r >> 40 & 3); edits; edits--) {
        edit(&text, seed);
    }
    return text;
}

/* --------------------------------------------------------------- the tests */

static void test_random_texts_and_masks(void **state)
{
    const size_t n = is_long ? 100000000 : SANITIZED ? 30000 : 300000;
    uint64_t seed = is_long ? 2 : 1;
    size_t read = 0;
    (void)state;

    for (size_t i = 0; i < n; i++) {
        struct text text = random_text(&seed);
        read += compare(&text, random_accept(&seed)) == GUIDON_OK;
    }
    assert_true(read > n / 8);
    assert_true(n - read > n / 8);
}

/* Each byte in each place of a text of each form, with and without the form
 * among the accepted ones. */
static void every_byte_everywhere(guidon_form form, bool plain, uint64_t *seed)
{
    struct text text;

    make_form(&text, form, plain, seed);
    for (size_t at = 0; at < text.len; at++) {
        char right = text.bytes[at];
        for (int c = 0; c < 256; c++) {
            text.bytes[at] = (char)c;
            compare(&text, random_accept(seed));
            if (is_long) {
                compare(&text, GUIDON_ANY_FORMS);
                compare(&text, GUIDON_ANY_FORMS | LEN);
                compare(&text, GUIDON_FORM_BIT(form));
                compare(&text, EVERY & ~GUIDON_FORM_BIT(form));
            }
        }
        text.bytes[at] = right;
    }
}

static void test_every_byte_at_every_offset(void **state)
{
    uint64_t seed = 3;
    (void)state;

    for (uint64_t form = 0; form < GUIDON_FORMS; form++) {
        every_byte_everywhere((guidon_form)form, false, &seed);
    }
    every_byte_everywhere(GUIDON_FORM_BRACES, true, &seed);
    every_byte_everywhere(GUIDON_FORM_URN, true, &seed);
}

/* Each length, cut from a text of each form or made of one character. */
static void test_every_length(void **state)
{
    static const char letters[] = "0a-{(2u.";
    uint64_t seed = 4;
    (void)state;

    for (size_t len = 0; len <= LEN_MAX; len++) {
        for (unsigned i = 0; i < GUIDON_FORMS + sizeof letters - 1; i++) {
            struct text text;
            if (i < GUIDON_FORMS) {
                make_form(&text, (guidon_form)i, false, &seed);
                text.len = len < text.len ? len : text.len;
            } else {
                memset(text.bytes, letters[i - GUIDON_FORMS], LEN_MAX);
                text.len = len;
            }
            compare(&text, GUIDON_ANY_FORMS);
            compare(&text, GUIDON_ANY_FORMS | LEN);
            compare(&text, random_accept(&seed));
        }
    }
}

/*
 * The texts for which a kernel could read what another form claims. All sets of
 * these forms, with and without leniency, must read them as the rules say.
 */
static void test_texts_between_two_forms(void **state)
{
    static const char *const texts[] = {
        "01ARZ3ND-EKTS-V4RR-FFQ6-9G5FAV------", /* ULID, hyphens of a UUID */
        "01234567-89ab-cdef-0123-456789------", /* the same of hex digits */
        "01234567-89ab-cdef-0123-4567-89-----", /* 26 digits, 10 hyphens */
        "01234567-89ab-cdef-0123-456789abcdef", /* a UUID */
        "01234567-89AB-CDEF-0123-456789ABCDEF", /* the same in capitals */
        "01234567-8901-2345-6789-012345678901", /* without letters */
        "123456789012345678901234567890123456", /* 36 digits, a number */
        "012345678901.23.45.67.89.01.23.45.67", /* NCS */
        "01234567-890-.2-.4-.6-.8-.0-.2-.4-.6", /* ULID's hyphens, NCS's dots */
        "{1234567-89ab-cdef-0123-456789abcdef",
        "(1234567-89ab-cdef-0123-456789abcde)",
        "2.25.67-89ab-cdef-0123-456789abcdef0",
        "urn:uuid:89ab-cdef-0123-456789abcdef",
        "urn:oid:2.25.789012345678901234567890",
        "01234567890123456789012345", /* ULID or number */
        "11234567890123456789012345",
        "0123456789abcdef0123456789",
        "0123456789-abcdefabcd-efg",        /* 25 characters */
        "2.25.123456789012345678901",       /* an OID of 26 characters */
        "ilo123456789abcdefghjkmnpq",       /* leniently a ULID */
        "01234-56789-abcde-f0123-456789--", /* 32, leniently a ULID */
        "0123456789abcdef0123456789abcdef",
        "12345678901234567890123456789012",
    };
    static const uint64_t forms[] = {
        A(UUID),   A(HEX), A(ULID),    A(NCS),        A(INT),      A(OID),
        A(BRACES), A(URN), A(URN_OID), A(ULID_LOWER), A(GUID_HEX), A(PARENS)};
    (void)state;

    for (size_t t = 0; t < COUNT(texts); t++) {
        struct text text = {.len = strlen(texts[t])};
        memcpy(text.bytes, texts[t], text.len);
        for (unsigned set = 0; set < 1u << COUNT(forms); set++) {
            uint64_t accept = 0;
            for (size_t f = 0; f < COUNT(forms); f++) {
                accept |= set >> f & 1 ? forms[f] : 0;
            }
            compare(&text, accept);
            compare(&text, accept ^ LEN);
        }
    }
}

/* A text of one form, read without a name and by the name of another form. The
 * id is `id`, or the text has one of two shapes, or it is an error that names the
 * other form if this one reads the text. */
static void check_pair(const struct text *text, guidon_form form,
                       guidon_form other, const guidon_id *id)
{
    const bool is_number = form == GUIDON_FORM_INT;
    const bool is_hex =
        guidon_form_len(form) == 32 || (is_number && text->len == 32);
    const bool is_ulid =
        guidon_form_len(form) == 26 || (is_number && text->len == 26);
    guidon_id read, by_name;
    guidon_form found;
    const guidon_status status = guidon_parse(
        &read, &found, text->bytes, text->len, GUIDON_ACCEPT_ANY, 0, NULL);
    const bool fits = guidon_parse_as(&by_name, text->bytes, text->len, other,
                                      NULL) == GUIDON_OK;
    const uint64_t named =
        guidon_parse_candidates(text->bytes, text->len, GUIDON_ACCEPT_ANY, 0)
            .forms;

    if (status == GUIDON_OK) {
        assert_true(same_id(&read, id) ||
                    (is_hex && (found == GUIDON_FORM_HEX ||
                                found == GUIDON_FORM_HEX_UPPER)) ||
                    (is_ulid && (found == GUIDON_FORM_ULID ||
                                 found == GUIDON_FORM_ULID_LOWER)));
        assert_true(named == 0);
    } else {
        assert_int_equal(status, GUIDON_E_AMBIGUOUS);
        assert_true(named & GUIDON_FORM_BIT(form));
        assert_true(((named & GUIDON_FORM_BIT(other)) != 0) == fits);
    }
}

/* Every ordered pair of forms, over ids of versions 4 and 7. */
static void test_a_text_has_one_reading_or_an_error(void **state)
{
    const int n = is_long ? 100000 : SANITIZED ? 100 : 500;
    uint64_t seed = 5, unread = 0;
    (void)state;

    for (int i = 0; i < n; i++) {
        guidon_id id = random_id(&seed);
        id.bytes[6] = (uint8_t)((i % 2 ? 0x70 : 0x40) | (id.bytes[6] & 15));
        id.bytes[8] = (uint8_t)(0x80 | (id.bytes[8] & 63));
        if (i % 2) {
            memcpy(id.bytes, "\x01\x7f", 2); /* the year 2022 */
        }
        for (unsigned a = 0; a < GUIDON_FORMS; a++) {
            struct text text;
            text.len = oracle_write(text.bytes, &id, (guidon_form)a);
            for (unsigned b = 0; text.len > 0 && b < GUIDON_FORMS; b++) {
                if (a != b) {
                    check_pair(&text, (guidon_form)a, (guidon_form)b, &id);
                }
            }
            unread |= guidon_parse_candidates(text.bytes, text.len,
                                              GUIDON_ACCEPT_ANY, 0)
                              .forms
                          ? GUIDON_FORM_BIT(a)
                          : 0;
        }
    }
    /* Those of 32 hex digits are always read, as HEX. */
    assert_int_equal(unread, EVERY & ~GUIDON_ANY_FORMS & ~A(GUID_HEX) &
                                 ~A(MONGO_JAVA) & ~A(MYSQL_SWAP));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_texts_and_masks),
        cmocka_unit_test(test_every_byte_at_every_offset),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_texts_between_two_forms),
        cmocka_unit_test(test_a_text_has_one_reading_or_an_error),
    };

    is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests_name("any_form", tests, NULL, NULL);
}
