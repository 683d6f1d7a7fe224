/* SPDX-License-Identifier: MIT */
/* The kind of an id as its text shows it, and its time. */
#ifndef CLI_ID_FIELDS_H
#define CLI_ID_FIELDS_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool written_as_ulid(guidon_form written)
{
    return written == GUIDON_FORM_ULID || written == GUIDON_FORM_ULID_LOWER;
}

/* Only the text shows that an id is a ULID; its bytes may be any. */
static inline guidon_id_kind kind_of(const guidon_id *id, guidon_form written)
{
    return written_as_ulid(written) ? GUIDON_KIND_ULID : guidon_kind_of(id);
}

/* The words of --kind, in the order of guidon_id_kind; NULL after the last. */
static inline const char *kind_name(size_t kind)
{
    return kind < GUIDON_ID_KINDS ? guidon_kind_name((guidon_id_kind)kind)
                                  : NULL;
}

/* As guidon_kind_time_of. */
static inline bool kind_time(guidon_time *out, unsigned *digits,
                             guidon_id_kind kind, const guidon_id *id)
{
    return guidon_kind_time_of(out, digits, id, kind) == GUIDON_OK;
}

/* The time, with 3 digits of a second, and the node number of a version 8 id
 * whose maker used node numbers of node_number_bits bits. False if the id is not of
 * that layout, or if node_number_bits is 0. */
bool node_number_of(guidon_time *time, uint32_t *node, const guidon_id *id,
                    unsigned node_number_bits);

/* Bit `bit` of an id. */
static inline unsigned id_bit(const guidon_id *id, unsigned bit)
{
    return (unsigned)id->bytes[bit / 8] >> (7 - bit % 8) & 1u;
}

#endif
