/* SPDX-License-Identifier: MIT */
/* fragment.c - what a fragment of an id may mean. */
#include "fragment.h"
#include "id_list.h"

#include <string.h>

const char *place_name(enum place place)
{
    static const char *const names[] = {"whole", "tail", "head", "middle"};

    return names[place];
}

static bool read_whole(struct fragment *fragment, const char *text)
{
    fragment->is_id = guidon_parse(&fragment->id, NULL, text, strlen(text),
                                   GUIDON_ACCEPT_ANY, 0, NULL) == GUIDON_OK;
    return fragment->is_id;
}

bool fragment_of_digits(struct fragment *fragment, const char *text)
{
    const bool is_id = read_whole(fragment, text);

    for (; *text; text++) {
        const char c =
            *text >= 'A' && *text <= 'F' ? (char)(*text | 0x20) : *text;

        if (c == '-') {
            continue;
        }
        if (fragment->len == ID_DIGITS ||
            !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
            fragment->len = 0; /* not a part of the digits */
            return is_id;
        }
        fragment->text[fragment->len++] = c;
    }
    return fragment->len > 0;
}

bool fragment_of_form(struct fragment *fragment, const char *text,
                      guidon_form form)
{
    const size_t len = strlen(text);

    fragment->by_form = true;
    fragment->form = form;
    if (len == 0 || len > GUIDON_TEXT_MAX) {
        return false;
    }
    memcpy(fragment->text, text, len);
    fragment->len = len;
    return true;
}

/* The first place of a text at which the fragment stands. */
static enum place place_in(const struct fragment *fragment, const char *text,
                           size_t len)
{
    const size_t n = fragment->len;

    if (n == 0 || n > len) {
        return PLACE_NONE;
    }
    if (memcmp(text + len - n, fragment->text, n) == 0) {
        return n == len ? PLACE_WHOLE : PLACE_TAIL;
    }
    if (memcmp(text, fragment->text, n) == 0) {
        return PLACE_HEAD;
    }
    return memmem(text, len, fragment->text, n) ? PLACE_MIDDLE : PLACE_NONE;
}

enum place fragment_place(const struct fragment *fragment, const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];
    size_t len = 0;

    if (fragment->is_id && guidon_equal(&fragment->id, id)) {
        return PLACE_WHOLE;
    }
    if (fragment->by_form) {
        return guidon_format(text, sizeof text, &len, id, fragment->form) ==
                       GUIDON_OK
                   ? place_in(fragment, text, len)
                   : PLACE_NONE;
    }
    return guidon_format(text, sizeof text, &len, id, GUIDON_FORM_HEX) ==
                   GUIDON_OK
               ? place_in(fragment, text, len)
               : PLACE_NONE;
}
