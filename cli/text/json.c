/* SPDX-License-Identifier: MIT */
/* json.c - JSON Lines: one object at a time, on stdout. */
#include "json.h"
#include "../term/escape.h"
#include "../term/message.h"
#include "../term/output.h"
#include "time_text.h"

#include <stdlib.h>

/* A double keeps this many decimal digits; with two more it would be exact, and
 * 0.1 would be 0.10000000000000001. */
enum { REAL_DIGITS = 15 };

struct draft draft_new(void)
{
    return (struct draft){.object = json_object()};
}

void draft_put(struct draft *draft, const char *key, json_t *value)
{
    if (json_object_set_new(draft->object, key, value) != 0) {
        draft->lacking = true;
    }
}

json_t *json_path(const char *path)
{
    json_t *text = json_string(path);

    return text ? text : json_string(ESCAPED(path));
}

void draft_put_time(struct draft *draft, const char *key, guidon_time time,
                    unsigned digits)
{
    char text[TIME_TEXT_TEXT_MAX];

    draft_put(draft, key, json_string(time_format(text, time, digits)));
}

json_t *draft_finish(struct draft *draft)
{
    if (draft->lacking) {
        json_decref(draft->object);
        draft->object = NULL;
    }
    return draft->object;
}

/* jansson 2.14 leaves a key out where memory runs out while it grows a buffer of
 * its own: measured first, the line goes into one that does not grow. */
bool draft_print(struct draft *draft)
{
    const size_t flags =
        JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(REAL_DIGITS);
    json_t *object = draft_finish(draft);
    size_t len = object ? json_dumpb(object, NULL, 0, flags) : 0;
    char *line = len > 0 ? malloc(len) : NULL;
    bool whole = line && json_dumpb(object, line, len, flags) == len;

    if (whole) {
        output_bytes(line, len);
        output_text("\n");
    } else {
        message("out of memory");
    }
    free(line);
    json_decref(object);
    return whole;
}
