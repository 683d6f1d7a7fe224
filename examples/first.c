/* SPDX-License-Identifier: MIT */
/* first.c - make an id, read one in any form, and name another. */
#include <guidon.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_id(const char *what, const guidon_id *id)
{
    char text[GUIDON_UUID_STR_SIZE];

    printf("%-10s %s\n", what, guidon_uuid_str(text, id));
}

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "01FWHE4YDGFK1SHH6W1G60EECF";
    const char *name = "www.example.com";
    size_t bad_at;
    guidon_id id, ns;
    guidon_time time;
    guidon_status status;

    /* Greater than every id this thread made before; unique after a fork. */
    status = guidon_new(&id, GUIDON_V7);
    if (status != GUIDON_OK) {
        fprintf(stderr, "no id: %s\n", guidon_status_text(status));
        return 1;
    }
    print_id("new", &id);

    /* Accepts UUID, ULID, URN, braces, OID, hex and more. */
    status = guidon_parse(&id, NULL, text, strlen(text), GUIDON_ACCEPT_ANY, 0,
                          &bad_at);
    if (status != GUIDON_OK) {
        fprintf(stderr, "at offset %zu: %s\n", bad_at,
                guidon_status_text(status));
        return 1;
    }
    print_id("read", &id);
    if (guidon_time_of(&time, &id) == GUIDON_OK) {
        printf("made       %" PRId64 " seconds after 1970 began\n",
               time.seconds);
    }

    /* The same namespace and name always give the same id. */
    ns = guidon_namespace_dns();
    guidon_v5_make(&id, &ns, name, strlen(name));
    print_id("named", &id);
    return 0;
}
