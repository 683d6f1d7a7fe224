/* SPDX-License-Identifier: MIT */
/* A program that uses an installed library, valid as C and as C++. It prints
 * "right" and ends with status 0 if each part of the library works. */
#include <guidon.h>

#include <stdio.h>
#include <string.h>

/* A published id of a name: hash and text. */
static int named(void)
{
    char text[GUIDON_UUID_LEN];
    guidon_id id;
    guidon_id dns = guidon_namespace_dns();

    guidon_v5_make(&id, &dns, "www.example.com", 15);
    guidon_uuid_format(text, &id);
    return memcmp(text, "2ed6657d-e927-568b-95e1-2665a8aea6a2", 36) == 0;
}

/* Two new ids of a thread are in order: clock, random bytes and state. */
static int generated(void)
{
    guidon_id first, second;

    return guidon_new(&first, GUIDON_V7) == GUIDON_OK &&
           guidon_new(&second, GUIDON_V7) == GUIDON_OK &&
           guidon_version_of(&second) == 7 &&
           guidon_compare(&first, &second) < 0;
}

/* The header and the library have the same version. */
static int same_version(void)
{
    return strcmp(guidon_library_version(), GUIDON_VERSION) == 0;
}

int main(void)
{
    if (!named() || !generated() || !same_version()) {
        puts("wrong");
        return 1;
    }
    puts("right");
    return 0;
}
