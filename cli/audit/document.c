/* SPDX-License-Identifier: MIT */
/* document.c - the document of guidon_audit_json, for stat and audit. */
#include "document.h"
#include "../basics.h"

#include <string.h>

static void put_duplicates(struct json *object, uint64_t ids,
                           const uint64_t *duplicates)
{
    static const char *const names[] = {"duplicates", "duplicates_seen",
                                        "duplicates_at_most"};
    char note[GUIDON_DUPLICATES_EXPLAIN_MAX];
    size_t len = 0;
    guidon_duplicates_counts exact = {.ids = ids, .one_in = 1};

    exact.seen = exact.at_most = duplicates ? *duplicates : 0;
    (void)!guidon_duplicates_explain(note, sizeof note, &len,
                                     duplicates ? &exact : NULL); /* it fits */
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (duplicates) {
            json_put_integer(object, names[i], exact.seen);
        } else {
            json_put_null(object, names[i]);
        }
    }
    if (duplicates) {
        json_put_integer(object, "sampled_1_in", exact.one_in);
    } else {
        json_put_null(object, "sampled_1_in");
    }
    json_put_bytes(object, "duplicates_note", note, len);
}

/* Where a member begins that every document has. */
static const char *member_of(const char *document, const char *begin)
{
    while (memcmp(document, begin, strlen(begin)) != 0) {
        document++;
    }
    return document;
}

void document_put(struct json *object, const guidon_audit *ids,
                  const uint64_t *duplicates)
{
    char document[GUIDON_AUDIT_JSON_MAX + 1];
    guidon_audit_counts counts;
    const char *before, *rest;
    size_t len = 0;

    /* Every document fits. */
    (void)!guidon_audit_json(document, GUIDON_AUDIT_JSON_MAX, &len, ids, NULL);
    document[len] = '\0';
    before = member_of(document, ",\"duplicates\":");
    rest = member_of(document, "\"weak_bits\":");
    guidon_audit_read(&counts, ids);
    json_put_members(object, document + 1, (size_t)(before - document) - 1);
    put_duplicates(object, counts.ids, duplicates);
    json_put_members(object, rest, len - 1 - (size_t)(rest - document));
}
