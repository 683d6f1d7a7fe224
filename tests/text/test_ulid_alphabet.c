/* SPDX-License-Identifier: MIT */
/* test_ulid_alphabet.c - write a ULID with other letters */
#include "text_oracle.h"

static const char crockford[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* RFC 4648's base 32 pads on the right; Crockford's number has its zeros in
 * front. Written with RFC 4648's letters they still differ (C4). */
static void test_is_not_rfc_4648_base32(void **state)
{
    static const char rfc4648[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    guidon_id id = {{0}};
    char ours[26];
    char padded[26];
    (void)state;

    id.bytes[0] = 0x80;
    oracle_bits(padded, &id, 5, 0, rfc4648);
    assert_memory_equal(padded, "QAAAAAAAAAAAAAAAAAAAAAAAAA", 26);
    assert_int_equal(guidon_ulid_format_alphabet(ours, &id, rfc4648),
                     GUIDON_OK);
    assert_memory_equal(ours, "EAAAAAAAAAAAAAAAAAAAAAAAAA", 26);
}

static void test_alphabet_is_used_for_every_letter(void **state)
{
    uint64_t seed = 5;
    (void)state;

    for (int n = 0; n < 500; n++) {
        unsigned char first = (unsigned char)draw(&seed);
        guidon_id id = random_id(&seed);
        char alphabet[32];
        char text[26];
        char want[GUIDON_TEXT_MAX];
        for (unsigned v = 0; v < 32; v++) { /* any bytes, NUL too */
            alphabet[v] = (char)(unsigned char)(first + v * 7);
        }
        assert_int_equal(guidon_ulid_format_alphabet(text, &id, alphabet),
                         GUIDON_OK);
        oracle_bits(want, &id, 5, 2, alphabet);
        assert_memory_equal(text, want, 26);
    }
}

/* Letters that differ only in the high bit or in case are different. */
static void test_alphabet_letters_are_told_by_all_their_bits(void **state)
{
    static const char others[] = {'a', '\xc1'};
    guidon_id id = {{0}};
    (void)state;

    for (size_t i = 0; i < sizeof others; i++) {
        char alphabet[32];
        char text[26];
        memcpy(alphabet, crockford, 32);
        alphabet[0] = others[i]; /* and 'A', which is 0x41, at 10 */
        assert_int_equal(guidon_ulid_format_alphabet(text, &id, alphabet),
                         GUIDON_OK);
        assert_int_equal(text[0], others[i]);
    }
}

static void test_alphabet_of_equal_letters_is_refused(void **state)
{
    guidon_id id = {{1}};
    (void)state;

    for (size_t i = 0; i < 32; i++) {
        for (size_t k = i + 1; k < 32; k++) {
            char alphabet[32];
            char text[26] = "as before";
            memcpy(alphabet, crockford, 32);
            alphabet[k] = alphabet[i];
            assert_int_equal(guidon_ulid_format_alphabet(text, &id, alphabet),
                             GUIDON_E_ARGUMENT);
            assert_string_equal(text, "as before");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_not_rfc_4648_base32),
        cmocka_unit_test(test_alphabet_is_used_for_every_letter),
        cmocka_unit_test(test_alphabet_letters_are_told_by_all_their_bits),
        cmocka_unit_test(test_alphabet_of_equal_letters_is_refused),
    };

    return cmocka_run_group_tests_name("ulid_alphabet", tests, NULL, NULL);
}
