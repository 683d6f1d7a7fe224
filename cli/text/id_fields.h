/* SPDX-License-Identifier: MIT */
/* The kind of an id, its time, and its fields. */
#ifndef CLI_ID_FIELDS_H
#define CLI_ID_FIELDS_H

#include <guidon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Only the text shows that an id is a ULID; its bytes may be any. */
enum kind {
    KIND_V0, /* KIND_V0 + n is version n of the variant of RFC 9562 */
    KIND_V1,
    KIND_V2,
    KIND_V3,
    KIND_V4,
    KIND_V5,
    KIND_V6,
    KIND_V7,
    KIND_V8,
    KIND_V15 = 15, /* versions 9 to 15, which RFC 9562 does not assign */
    KIND_ULID,
    KIND_NIL,
    KIND_MAX,
    KIND_NCS,
    KIND_MICROSOFT,
    KIND_FUTURE,
    KINDS, /* how many there are */
};

enum kind kind_of(const guidon_id *id, guidon_form written);
static inline bool written_as_ulid(guidon_form written)
{
    return written == GUIDON_FORM_ULID || written == GUIDON_FORM_ULID_LOWER;
}
/* "v7", "ulid", "nil", ...: the words of --kind, in the order of the enum. */
const char *kind_name(size_t kind);
/* Write a name for people: "UUID version 7 (Unix Time-based)". */
#define KIND_TITLE_MAX 64
const char *kind_title(char out[KIND_TITLE_MAX], enum kind kind,
                       const guidon_id *id);
const char *variant_title(guidon_variant variant);

/* The time that an id of this kind holds, and the number of digits of a second
 * that it holds. False for a kind without a time, or with only a range of times
 * (v2). */
bool kind_time(guidon_time *out, unsigned *digits, enum kind kind,
               const guidon_id *id);

/* The time, with 3 digits of a second, and the node number of a version 8 id
 * whose maker used node numbers of node_number_bits bits. False if the id is not of
 * that layout, or if node_number_bits is 0. */
bool node_number_of(guidon_time *time, uint32_t *node, const guidon_id *id,
                    unsigned node_number_bits);

/* Another plausible kind of the same bits. For a UUID this is KIND_ULID, if the
 * ULID would have a time in this century. For a ULID it is the kind of the
 * UUID, if chance seldom gives a ULID the bits of such a UUID. */
bool kind_alternative(enum kind *other, const guidon_id *id, enum kind kind);

/* Classify the node of a version 1, 2 or 6 by its first octet: "random" if it
 * has the multicast bit, which no MAC address has (RFC 9562, section 6.10),
 * "vendor" for the MAC address of a vendor, or "local" for any other MAC
 * address. */
const char *node_is(const guidon_id *id);

/* Adjacent bits; bit 0 is the highest bit of octet 0. The fields of a kind
 * cover the bits 0 to 127 in order, without a gap. */
struct field {
    const char *name;
    unsigned start;
    unsigned width;
};
#define FIELDS_MAX 8
const struct field *kind_fields(size_t *n, enum kind kind);

/* The bits of a field as hex digits, as many as its width needs. */
#define FIELD_TEXT_MAX 40
const char *field_hex(char out[FIELD_TEXT_MAX], const struct field *field,
                      const guidon_id *id);
/* Bit `bit` of an id. */
static inline unsigned id_bit(const guidon_id *id, unsigned bit)
{
    return (unsigned)id->bytes[bit / 8] >> (7 - bit % 8) & 1u;
}

#endif
