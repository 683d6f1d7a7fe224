/* SPDX-License-Identifier: MIT */
/* first.c - read an id in any form, say what it is, and name another. */
#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "01FWHE4YDGFK1SHH6W1G60EECF";
    const char *name = "www.example.com";
    char out[GUIDON_UUID_LEN];
    size_t bad_at;
    guidon_id id, ns, named;
    guidon_time time;

    /* UUID, ULID, URN, braces, OID, hex, ...: the text decides. */
    guidon_status status =
        guidon_parse(&id, NULL, text, strlen(text), GUIDON_ACCEPT_ANY, &bad_at);
    if (status != GUIDON_OK) {
        fprintf(stderr, "%s: at offset %zu: %s\n", text, bad_at,
                guidon_status_text(status));
        return 1;
    }

    guidon_uuid_format(out, &id);
    printf("%.*s is of version %u\n", GUIDON_UUID_LEN, out,
           guidon_version_of(&id));
    if (guidon_time_of(&time, &id) == GUIDON_OK) {
        printf("made %" PRId64 " seconds after 1970 began\n", time.seconds);
    }

    /* The same name gives the same id, everywhere and always. */
    ns = guidon_namespace_dns();
    guidon_v5(&named, &ns, name, strlen(name));
    guidon_uuid_format(out, &named);
    printf("%.*s is %s\n", GUIDON_UUID_LEN, out, name);
    return 0;
}
