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

    if (writing->form == FORM_BYTES || writing->form == FORM_TYPEID ||
        writing->before_len > 0) {
        writing_all(writing, id, 1);
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

const char *writing_field(const struct writing *writing, const struct csv *csv,
                          const struct record *record, const guidon_id *id)
{
    /* Also of a TypeID, with 63 + 1 + 26. */
    char text[WRITING_BEFORE_MAX + GUIDON_TEXT_MAX + 1];
    const char *why = writing_lacks(writing, id);

    if (!why) {
        csv_write(csv, record, text, writing_texts(text, writing, id, 1) - 1);
    }
    return why;
}

/* The length of the prefix of the TypeIDs with its '_'. */
static size_t prefix_len(const struct writing *writing)
{
    return writing->prefix.len > 0 ? writing->prefix.len + 1 : 0;
}

/* The length of all texts; 0 if the form has texts of several lengths. */
static size_t fixed_len(const struct writing *writing)
{
    return writing->form == FORM_TYPEID
               ? prefix_len(writing) + GUIDON_ULID_LEN
               : guidon_form_len((guidon_form)writing->form);
}

/* Write TypeIDs. False if the form is another. */
static bool write_typeids(char *room, size_t stride,
                          const struct writing *writing, const guidon_id *ids,
                          size_t n)
{
    const size_t before = prefix_len(writing);

    if (writing->form != FORM_TYPEID ||
        guidon_format_many(room + before, stride, ids, n,
                           GUIDON_FORM_ULID_LOWER) != GUIDON_OK) {
        return false;
    }
    for (size_t i = 0; i < n && before > 0; i++) {
        char *at = room + i * stride;

        memcpy(at, writing->prefix.text, writing->prefix.len);
        at[writing->prefix.len] = '_';
    }
    return true;
}

/* Write canonical lines, for which the library has functions that also write
 * the line feeds. False if the lines are not canonical. */
static bool write_canonical(char *room, const struct writing *writing,
                            const guidon_id *ids, size_t n)
{
    if (writing->end == '\n' && writing->form == GUIDON_FORM_UUID) {
        guidon_uuid_format_lines(room, ids, n);
        return true;
    }
    if (writing->end == '\n' && writing->form == GUIDON_FORM_ULID) {
        guidon_ulid_format_lines(room, ids, n);
        return true;
    }
    return false;
}

/* Write texts that all have `len` bytes. */
static size_t write_block(char *room, size_t len, const struct writing *writing,
                          const guidon_id *ids, size_t n)
{
    const size_t stride = len + 1;

    if (!write_canonical(room, writing, ids, n)) {
        if (!write_typeids(room, stride, writing, ids, n) &&
            guidon_format_many(room, stride, ids, n,
                               (guidon_form)writing->form) != GUIDON_OK) {
            return 0; /* an id has no text in the form */
        }
        for (size_t i = 0; i < n; i++) {
            room[i * stride + len] = writing->end;
        }
    }
    return n * stride;
}

/* Write texts of any length. */
static size_t write_each(char *room, const struct writing *writing,
                         const guidon_id *ids, size_t n)
{
    char *at = room;

    for (size_t i = 0; i < n; i++) {
        size_t len;

        if (guidon_format(at, GUIDON_TEXT_MAX, &len, &ids[i],
                          (guidon_form)writing->form) == GUIDON_OK) {
            at[len] = writing->end;
            at += len + 1;
        }
    }
    return (size_t)(at - room);
}

/* Write texts with what stands before them. */
static size_t write_behind(char *room, const struct writing *writing,
                           const guidon_id *ids, size_t n)
{
    struct writing alone = *writing;
    char *at = room;

    alone.before_len = 0;
    for (size_t i = 0; i < n; i++) {
        size_t len =
            writing_texts(at + writing->before_len, &alone, &ids[i], 1);

        if (len > 0) {
            memcpy(at, writing->before, writing->before_len);
            at += writing->before_len + len;
        }
    }
    return (size_t)(at - room);
}

size_t writing_texts(char *room, const struct writing *writing,
                     const guidon_id *ids, size_t n)
{
    if (writing->before_len > 0) {
        return write_behind(room, writing, ids, n);
    }
    if (writing->form == FORM_BYTES) {
        memcpy(room, ids, n * sizeof *ids);
        return n * sizeof *ids;
    }
    const size_t len = fixed_len(writing);

    return len > 0 ? write_block(room, len, writing, ids, n)
                   : write_each(room, writing, ids, n);
}

size_t writing_len(const struct writing *writing)
{
    if (writing->form == FORM_BYTES) {
        return sizeof(guidon_id);
    }
    const size_t len = fixed_len(writing);

    return writing->before_len + (len > 0 ? len : GUIDON_TEXT_MAX) + 1;
}

void writing_all(const struct writing *writing, const guidon_id *ids, size_t n)
{
    const size_t len = writing_len(writing);
    const size_t most = OUTPUT_ROOM_MAX / len;

    while (n > 0) {
        const size_t some = n < most ? n : most;

        output_claim(
            writing_texts(output_room(some * len), writing, ids, some));
        ids += some;
        n -= some;
    }
}
