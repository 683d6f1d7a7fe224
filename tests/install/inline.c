/* SPDX-License-Identifier: MIT */
/* A program that uses <guidon/inline.h>, valid as C and as C++. It prints
 * "right" and ends with status 0 if each function works. */
#include <guidon/inline.h>

#include <stdio.h>
#include <string.h>

static int uuid_works(void)
{
    static const char text[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    guidon_id id;
    char again[GUIDON_UUID_LEN];
    size_t bad_at = 0;

    if (guidon_uuid_parse_inline(&id, text, 36, NULL) != GUIDON_OK) {
        return 0;
    }
    guidon_uuid_format_inline(again, &id);
    return memcmp(again, text, 36) == 0 &&
           guidon_uuid_parse_inline(&id, text, 35, &bad_at) ==
               GUIDON_E_LENGTH &&
           bad_at == 35;
}

static int ulid_works(void)
{
    static const char text[] = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    guidon_id id;
    char again[GUIDON_ULID_LEN];
    size_t bad_at = 0;

    if (guidon_ulid_parse_inline(&id, text, 26, NULL) != GUIDON_OK) {
        return 0;
    }
    guidon_ulid_format_inline(again, &id);
    return memcmp(again, text, 26) == 0 &&
           guidon_ulid_parse_inline(&id, "01ARZ3NDEKTSV4RRFFQ69G5FAU", 26,
                                    &bad_at) == GUIDON_E_CHAR &&
           bad_at == 25;
}

int main(void)
{
    if (!uuid_works() || !ulid_works()) {
        puts("wrong");
        return 1;
    }
    printf("right, inlined: %d\n", GUIDON_INLINED);
    return 0;
}
