/* SPDX-License-Identifier: MIT */
/* inputs.c - write texts that are ids, are nearly ids, or are not. The same
 * part number gives the same texts in every run. */
#include "../../tests/oracle/slow_text.h"
#include "../../tests/support/random.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>

static size_t valid(char *text, uint64_t *seed, bool ulids)
{
    static const guidon_form uuid_forms[] = {
        GUIDON_FORM_UUID, GUIDON_FORM_UUID, GUIDON_FORM_UUID_UPPER,
        GUIDON_FORM_HEX,  GUIDON_FORM_URN,  GUIDON_FORM_BRACES,
    };
    guidon_id id = draw_id(seed);
    uint64_t how = draw(seed);
    char full[GUIDON_TEXT_MAX];
    size_t len =
        slow_write(full, &id,
                   ulids ? how % 4 ? GUIDON_FORM_ULID : GUIDON_FORM_ULID_LOWER
                         : uuid_forms[how % 6]);

    for (size_t i = 0; how >> 8 & 1 && i < len; i++) { /* mixed case */
        bool change = draw(seed) & 1;

        if (change && full[i] >= 'a' && full[i] <= 'z') {
            full[i] = (char)(full[i] - 'a' + 'A');
        }
    }
    memcpy(text, full, len);
    return len;
}

static char any_char(uint64_t *seed)
{
    static const char likely[] = "0123456789abcdefABCDEFghijlopuzGILOUZ-{}()+ "
                                 "._:\t\n";
    uint64_t r = draw(seed);

    return r & 3 ? likely[(r >> 8) % (sizeof likely - 1)] : (char)(r >> 8);
}

/* Replace, remove, insert or move one to three characters. */
static size_t mutate(char *text, size_t len, uint64_t *seed)
{
    for (uint64_t n = 1 + draw(seed) % 3; n > 0 && len > 0; n--) {
        uint64_t r = draw(seed);
        size_t at = r % len;

        switch (r >> 32 & 7) {
        case 0:
            memmove(text + at, text + at + 1, --len - at);
            break;
        case 1:
            if (len < WIRE_TEXT_MAX) {
                memmove(text + at + 1, text + at, len++ - at);
                text[at] = any_char(seed);
            }
            break;
        case 2: {
            size_t other = (r >> 40) % len;
            char c = text[at];

            text[at] = text[other];
            text[other] = c;
            break;
        }
        default:
            text[at] = any_char(seed);
        }
    }
    return len;
}

static size_t make_text(char *text, uint64_t *seed, bool ulids)
{
    size_t len;

    switch (draw(seed) % 4) {
    case 0:
        return valid(text, seed, ulids);
    case 1:
    case 2:
        return mutate(text, valid(text, seed, ulids), seed);
    default:
        len = draw(seed) % 2 ? (ulids ? 26 : 36) : draw(seed) % 48;
        for (size_t i = 0; i < len; i++) {
            text[i] = any_char(seed);
        }
        return len;
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) << 40 : 0;
    unsigned long n = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    char text[GUIDON_TEXT_MAX];

    if (argc != 4) {
        fprintf(stderr, "usage: %s uuid|ulid|ids N PART\n", argv[0]);
        return 2;
    }
    for (; n > 0; n--) {
        if (strcmp(argv[1], "ids") == 0) {
            guidon_id id = draw_id(&seed);

            fwrite(id.bytes, 1, 16, stdout);
        } else {
            size_t len = make_text(text, &seed, strcmp(argv[1], "ulid") == 0);

            putchar((int)len);
            fwrite(text, 1, len, stdout);
        }
    }
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
