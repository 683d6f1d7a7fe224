/* SPDX-License-Identifier: MIT */
/* A program that uses a library as installed: C that is C++ too. Prints "right"
 * and ends with 0 if each part of the library answers as it should. */
#include <guidon.h>

#include <stdio.h>
#include <string.h>

/* The published answer, through hashes and text. */
static int named(void)
{
    char text[GUIDON_UUID_LEN];
    guidon_id id;
    guidon_id dns = guidon_namespace_dns();

    guidon_v5(&id, &dns, "www.example.com", 15);
    guidon_uuid_format(text, &id);
    return memcmp(text, "2ed6657d-e927-568b-95e1-2665a8aea6a2", 36) == 0;
}

/* Two new ids of a thread are in order: clock, random bytes, state. */
static int generated(void)
{
    guidon_id first, second;

    return guidon_new(&first, GUIDON_V7) == GUIDON_OK &&
           guidon_new(&second, GUIDON_V7) == GUIDON_OK &&
           guidon_version_of(&second) == 7 &&
           guidon_compare(&first, &second) < 0;
}

/* The header and the library that runs are of one version. */
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
