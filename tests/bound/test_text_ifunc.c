/* SPDX-License-Identifier: MIT */
/* test_text_ifunc.c - the dynamic linker gets the functions of the kernel that
 * the table gives this processor */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

/* The static library has these functions, but not bound. */
#define guidon_uuid_format bound_uuid_format
#define guidon_ulid_format bound_ulid_format
#define guidon_uuid_parse  bound_uuid_parse
#define guidon_ulid_parse  bound_ulid_parse
#define GUIDON_IFUNC
#include "text/text_ifunc.c"

static void test_writers_are_those_of_the_row(void **state)
{
    gdn_text_format_fn *uuid = NULL, *ulid = NULL;
    (void)state;

    for (size_t i = 0; i < gdn_n_hex_kernels && !uuid; i++) {
        if (strcmp(gdn_hex_kernels[i].name, gdn_hex_name()) == 0) {
            uuid = gdn_hex_kernels[i].format;
        }
    }
    for (size_t i = 0; i < gdn_n_base32_kernels && !ulid; i++) {
        if (strcmp(gdn_base32_kernels[i].name, gdn_base32_name()) == 0) {
            ulid = gdn_base32_kernels[i].format;
        }
    }
    assert_non_null(uuid);
    assert_non_null(ulid);
    assert_true(resolve_uuid_format() == uuid);
    assert_true(resolve_ulid_format() == ulid);
}

static void test_readers_are_those_of_the_row(void **state)
{
    static const struct {
        const char *name;
        parse_one *uuid, *ulid;
    } kernels[] = {
        {"avx512vbmi", hex_parse_one_avx512vbmi, base32_parse_one_avx512vbmi},
        {"avx2", hex_parse_one_avx2, base32_parse_one_avx2},
        {"sse41", hex_parse_one_sse41, base32_parse_one_sse41},
        {"scalar", hex_parse_one_scalar, base32_parse_one_scalar},
    };
    int found = 0;
    (void)state;

    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (strcmp(kernels[i].name, gdn_hex_name()) == 0) {
            assert_true(resolve_uuid_parse() == kernels[i].uuid);
            found++;
        }
        if (strcmp(kernels[i].name, gdn_base32_name()) == 0) {
            assert_true(resolve_ulid_parse() == kernels[i].ulid);
            found++;
        }
    }
    assert_int_equal(found, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writers_are_those_of_the_row),
        cmocka_unit_test(test_readers_are_those_of_the_row),
    };

    return cmocka_run_group_tests_name("text_ifunc", tests, NULL, NULL);
}
