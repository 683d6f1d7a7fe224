/* SPDX-License-Identifier: MIT */
/* node_state.c - fuzz the reader of the file that guidon-node --state writes */
/*
 * The file is three lines. The reader accepts them in one spelling only, which this
 * target checks byte by byte.
 */
#include "../../services/guidon-node/src/statefile.h"
#include "../support/fuzz.h"

#include <stdlib.h>
#include <string.h>

struct rest {
    const char *text;
    size_t len;
};

static bool take(struct rest *rest, const char *word)
{
    const size_t len = strlen(word);

    if (rest->len < len || memcmp(rest->text, word, len) != 0) {
        return false;
    }
    rest->text += len;
    rest->len -= len;
    return true;
}

/* A number without leading zeros, at most `max`. */
static bool take_number(struct rest *rest, uint64_t *out, unsigned base,
                        uint64_t max)
{
    static const char digits[] = "0123456789abcdef";
    const size_t len = rest->len;
    const bool zero = len > 0 && rest->text[0] == '0';

    *out = 0;
    while (rest->len > 0) {
        const char *digit =
            rest->text[0] ? memchr(digits, rest->text[0], base) : NULL;

        if (!digit) {
            break;
        }
        if (*out > (max - (uint64_t)(digit - digits)) / base) {
            return false;
        }
        *out = *out * base + (uint64_t)(digit - digits);
        rest->text++;
        rest->len--;
    }
    return rest->len < len && !(zero && len - rest->len > 1);
}

static bool model(struct statefile *out, const char *text, size_t len)
{
    struct rest rest = {text, len};
    uint64_t revision = 0;
    const bool good = take(&rest, "guidon-node 1\ncluster ") &&
                      take_number(&rest, &out->cluster, 16, UINT64_MAX) &&
                      out->cluster != 0 && take(&rest, "\nrevision ") &&
                      take_number(&rest, &revision, 10, INT64_MAX) &&
                      take(&rest, "\n") && rest.len == 0;

    out->revision = (int64_t)revision;
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct statefile want = {0, 0}, found = {0, 0};
    char *text;
    bool good;

    if (size >= FUZZ_BUFFER_MAX) {
        return 0;
    }
    text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    good = model(&want, text, size);
    CHECK(statefile_parse(&found, text, size) == good);
    if (good) {
        CHECK(found.cluster == want.cluster && found.revision == want.revision);
    }
    free(text);
    return 0;
}
