/* SPDX-License-Identifier: MIT */
/* libuuid.c - libuuid as a peer in the differential test */
#include "wire.h"

#include <stdio.h>
#include <string.h>
#include <uuid/uuid.h>

static void read_texts(void)
{
    char text[256];
    int len;

    while ((len = getchar()) != EOF) {
        unsigned char answer[WIRE_ANSWER] = {0};

        if (fread(text, 1, (size_t)len, stdin) != (size_t)len) {
            return;
        }
        /* Pass both ends, because the text may contain a NUL. */
        answer[0] = uuid_parse_range(text, text + len, answer + 1) == 0;
        if (!answer[0]) {
            memset(answer, 0, sizeof answer);
        }
        fwrite(answer, 1, sizeof answer, stdout);
    }
}

static void write_texts(void)
{
    unsigned char id[16];
    char text[37];

    while (fread(id, 1, 16, stdin) == 16) {
        uuid_unparse_lower(id, text);
        fwrite(text, 1, 36, stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "format") == 0) {
        write_texts();
    } else {
        read_texts();
    }
    return 0;
}
