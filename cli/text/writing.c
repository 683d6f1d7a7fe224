/* SPDX-License-Identifier: MIT */
/* writing.c - write ids as output records. */
#include "writing.h"
#include "../choices.h"
#include "../term/output.h"

#include <string.h>

static const char no_ncs[] =
    "the form ncs needs an id of the NCS variant with address family 0 to 13";

bool writing_is_partial(const struct writing *writing)
{
    return writing->form != FORM_BYTES &&
           (guidon_form_traits((guidon_form)writing->form) &
            GUIDON_TRAIT_PARTIAL) != 0;
}

const char *writing_lacks(const struct writing *writing, const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];

    return writing_is_partial(writing) &&
                   guidon_format(text, sizeof text, NULL, id,
                                 (guidon_form)writing->form) != GUIDON_OK
               ? no_ncs
               : NULL;
}

const char *writing_one(const struct writing *writing, const guidon_id *id)
{
    size_t len = 0;
    char *room;

    if (writing->form == FORM_BYTES) {
        output_bytes(id->bytes, sizeof id->bytes);
        return NULL;
    }
    room = output_room(GUIDON_TEXT_MAX + 1);
    if (guidon_format(room, GUIDON_TEXT_MAX, &len, id,
                      (guidon_form)writing->form) != GUIDON_OK) {
        return no_ncs;
    }
    room[len] = writing->end;
    output_claim(len + 1);
    return NULL;
}

bool writing_is_quick(const struct writing *writing)
{
    return writing->form == FORM_BYTES ||
           (writing->end == '\n' && (writing->form == GUIDON_FORM_UUID ||
                                     writing->form == GUIDON_FORM_UUID_UPPER ||
                                     writing->form == GUIDON_FORM_ULID ||
                                     writing->form == GUIDON_FORM_ULID_LOWER));
}

/* Change the case of the letters from `first` to `last`. The text is ASCII and
 * has no other letters. */
static void change_case(char *text, size_t len, char first, char last)
{
    for (size_t i = 0; i < len; i++) {
        text[i] ^= (char)(text[i] >= first && text[i] <= last ? 0x20 : 0);
    }
}

/* Write lines that fit into the output buffer together. */
static void write_lines(size_t form, const guidon_id *ids, size_t n)
{
    bool ulid = form == GUIDON_FORM_ULID || form == GUIDON_FORM_ULID_LOWER;
    size_t len = (ulid ? GUIDON_ULID_LEN : GUIDON_UUID_LEN) + 1;
    char *room = output_room(n * len);

    if (ulid) {
        guidon_ulid_format_lines(room, ids, n);
    } else {
        guidon_uuid_format_lines(room, ids, n);
    }
    if (form == GUIDON_FORM_UUID_UPPER) {
        change_case(room, n * len, 'a', 'f');
    } else if (form == GUIDON_FORM_ULID_LOWER) {
        change_case(room, n * len, 'A', 'Z');
    }
    output_claim(n * len);
}

void writing_many(const struct writing *writing, const guidon_id *ids, size_t n)
{
    const size_t most = OUTPUT_ROOM_MAX / (GUIDON_UUID_LEN + 1);

    if (writing->form == FORM_BYTES) {
        output_bytes(ids, n * sizeof *ids);
        return;
    }
    while (n > 0) {
        size_t some = n < most ? n : most;

        write_lines(writing->form, ids, some);
        ids += some;
        n -= some;
    }
}

void writing_all(const struct writing *writing, const guidon_id *ids, size_t n)
{
    if (writing_is_quick(writing)) {
        writing_many(writing, ids, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        (void)writing_one(writing, &ids[i]);
    }
}
