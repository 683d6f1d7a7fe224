/* SPDX-License-Identifier: MIT */
/* id_fields.c - the kind of an id, its time, and its fields. */
#include "id_fields.h"
#include "../basics.h"
#include "times.h"

#include <stdio.h>
#include <string.h>

/* The kind of an id whose variant is not that of RFC 9562. */
static OUT_OF_LINE enum kind kind_of_variant(const guidon_id *id)
{
    switch (guidon_variant_of(id)) {
    case GUIDON_VARIANT_NCS:
        return guidon_is_nil(id) ? KIND_NIL : KIND_NCS;
    case GUIDON_VARIANT_MICROSOFT:
        return KIND_MICROSOFT;
    default:
        return guidon_is_max(id) ? KIND_MAX : KIND_FUTURE;
    }
}

enum kind kind_of(const guidon_id *id, guidon_form written)
{
    if (written_as_ulid(written)) {
        return KIND_ULID;
    }
    if (id->bytes[8] >> 6 != 2) { /* variant 10 is that of RFC 9562 */
        return kind_of_variant(id);
    }
    return KIND_V0 + (id->bytes[6] >> 4);
}

const char *kind_name(size_t kind)
{
    static const char *const names[] = {
        "v0",   "v1",  "v2",  "v3",  "v4",        "v5",     "v6",  "v7",
        "v8",   "v9",  "v10", "v11", "v12",       "v13",    "v14", "v15",
        "ulid", "nil", "max", "ncs", "microsoft", "future",
    };

    return kind < sizeof names / sizeof names[0] ? names[kind] : NULL;
}

const char *variant_title(guidon_variant variant)
{
    switch (variant) {
    case GUIDON_VARIANT_NCS:
        return "Apollo NCS";
    case GUIDON_VARIANT_RFC:
        return "RFC 9562";
    case GUIDON_VARIANT_MICROSOFT:
        return "Microsoft";
    case GUIDON_VARIANT_FUTURE:
    case GUIDON_VARIANT_ENUM_MAX:
        break;
    }
    return "reserved for the future";
}

const char *kind_title(char out[KIND_TITLE_MAX], enum kind kind,
                       const guidon_id *id)
{
    unsigned version = guidon_version_of(id);

    switch (kind) {
    case KIND_ULID:
        return "ULID";
    case KIND_NIL:
        return "Nil UUID: no id, all bits zero";
    case KIND_MAX:
        return "Max UUID: above every id, all bits one";
    case KIND_NCS:
        return "UUID of the Apollo NCS variant";
    case KIND_MICROSOFT:
        return "UUID of the early Microsoft variant";
    case KIND_FUTURE:
        return "UUID of a variant not yet defined";
    default:
        snprintf(out, KIND_TITLE_MAX, "UUID version %u (%s)", version,
                 guidon_version_name(version));
        return out;
    }
}

/* The time of an id that NCS could have made. */
static OUT_OF_LINE bool ncs_time(guidon_time *out, const guidon_id *id)
{
    char text[GUIDON_TEXT_MAX];

    return guidon_format(text, sizeof text, NULL, id, GUIDON_FORM_NCS) ==
               GUIDON_OK &&
           guidon_ncs_time_of(out, id) == GUIDON_OK;
}

static guidon_time time_of_unix_ms(uint64_t unix_ms)
{
    return (guidon_time){.seconds = (int64_t)(unix_ms / 1000),
                         .nanoseconds = (uint32_t)(unix_ms % 1000) * 1000000};
}

bool kind_time(guidon_time *out, unsigned *digits, enum kind kind,
               const guidon_id *id)
{
    switch (kind) {
    case KIND_V1:
    case KIND_V6:
        *digits = 7;
        return guidon_time_of(out, id) == GUIDON_OK;
    case KIND_V7:
        *digits = 3;
        return guidon_time_of(out, id) == GUIDON_OK;
    case KIND_NCS:
        *digits = 6;
        return ncs_time(out, id);
    case KIND_ULID:
        *digits = 3;
        *out = time_of_unix_ms(guidon_ulid_ms_of(id));
        return true;
    default:
        return false;
    }
}

bool node_number_of(guidon_time *time, uint32_t *node, const guidon_id *id,
                    unsigned node_number_bits)
{
    uint64_t unix_ms;

    if (guidon_v8_node_of(&unix_ms, node, id, node_number_bits) != GUIDON_OK) {
        return false;
    }
    *time = time_of_unix_ms(unix_ms);
    return true;
}

bool kind_alternative(enum kind *other, const guidon_id *id, enum kind kind)
{
    guidon_time time;
    unsigned digits;
    bool plausible_ulid = kind_time(&time, &digits, KIND_ULID, id) &&
                          time_is_in_this_century(time);

    *other = KIND_ULID;
    if (kind != KIND_ULID) {
        return plausible_ulid;
    }
    *other = kind_of(id, GUIDON_FORM_UUID);
    switch (*other) {
    case KIND_V1:
    case KIND_V6:
        return kind_time(&time, &digits, *other, id) &&
               time_is_in_this_century(time);
    case KIND_V7: /* of the same time */
        return true;
    case KIND_V3:
    case KIND_V4:
    case KIND_V5:
    case KIND_V8:
        return !plausible_ulid;
    default:
        return false;
    }
}

const char *node_is(const guidon_id *id)
{
    return id->bytes[10] & 1   ? "random"
           : id->bytes[10] & 2 ? "local"
                               : "vendor";
}

/* Names from RFC 9562, 5.1 to 5.8; DCE 1.1; NCS; the Windows GUID struct. */
#define FIELDS(name, ...) static const struct field name[] = {__VA_ARGS__}
FIELDS(fields_v1, {"time_low", 0, 32}, {"time_mid", 32, 16}, {"ver", 48, 4},
       {"time_high", 52, 12}, {"var", 64, 2}, {"clock_seq", 66, 14},
       {"node", 80, 48});
FIELDS(fields_v2, {"local_id", 0, 32}, {"time_mid", 32, 16}, {"ver", 48, 4},
       {"time_high", 52, 12}, {"var", 64, 2}, {"clock_seq", 66, 6},
       {"domain", 72, 8}, {"node", 80, 48});
FIELDS(fields_v3, {"md5_high", 0, 48}, {"ver", 48, 4}, {"md5_mid", 52, 12},
       {"var", 64, 2}, {"md5_low", 66, 62});
FIELDS(fields_v4, {"random_a", 0, 48}, {"ver", 48, 4}, {"random_b", 52, 12},
       {"var", 64, 2}, {"random_c", 66, 62});
FIELDS(fields_v5, {"sha1_high", 0, 48}, {"ver", 48, 4}, {"sha1_mid", 52, 12},
       {"var", 64, 2}, {"sha1_low", 66, 62});
FIELDS(fields_v6, {"time_high", 0, 32}, {"time_mid", 32, 16}, {"ver", 48, 4},
       {"time_low", 52, 12}, {"var", 64, 2}, {"clock_seq", 66, 14},
       {"node", 80, 48});
FIELDS(fields_v7, {"unix_ts_ms", 0, 48}, {"ver", 48, 4}, {"rand_a", 52, 12},
       {"var", 64, 2}, {"rand_b", 66, 62});
FIELDS(fields_v8, {"custom_a", 0, 48}, {"ver", 48, 4}, {"custom_b", 52, 12},
       {"var", 64, 2}, {"custom_c", 66, 62});
FIELDS(fields_ulid, {"timestamp", 0, 48}, {"randomness", 48, 80});
FIELDS(fields_ncs, {"time", 0, 48}, {"reserved", 48, 16}, {"family", 64, 8},
       {"host", 72, 56});
FIELDS(fields_guid, {"Data1", 0, 32}, {"Data2", 32, 16}, {"Data3", 48, 16},
       {"Data4", 64, 64});
FIELDS(fields_any, {"data_a", 0, 48}, {"ver", 48, 4}, {"data_b", 52, 12},
       {"var", 64, 2}, {"data_c", 66, 62});
FIELDS(fields_whole, {"value", 0, 128});

const struct field *kind_fields(size_t *n, enum kind kind)
{
#define ENTRY(fields)                                                          \
  {                                                                            \
    fields, sizeof fields / sizeof fields[0]                                   \
  }
    static const struct {
        const struct field *fields;
        size_t n;
    } table[] = {
        [KIND_V0] = ENTRY(fields_any),
        [KIND_V1] = ENTRY(fields_v1),
        [KIND_V2] = ENTRY(fields_v2),
        [KIND_V3] = ENTRY(fields_v3),
        [KIND_V4] = ENTRY(fields_v4),
        [KIND_V5] = ENTRY(fields_v5),
        [KIND_V6] = ENTRY(fields_v6),
        [KIND_V7] = ENTRY(fields_v7),
        [KIND_V8] = ENTRY(fields_v8),
        [KIND_V8 + 1] = ENTRY(fields_any),
        [KIND_V8 + 2] = ENTRY(fields_any),
        [KIND_V8 + 3] = ENTRY(fields_any),
        [KIND_V8 + 4] = ENTRY(fields_any),
        [KIND_V8 + 5] = ENTRY(fields_any),
        [KIND_V8 + 6] = ENTRY(fields_any),
        [KIND_V15] = ENTRY(fields_any),
        [KIND_ULID] = ENTRY(fields_ulid),
        [KIND_NIL] = ENTRY(fields_whole),
        [KIND_MAX] = ENTRY(fields_whole),
        [KIND_NCS] = ENTRY(fields_ncs),
        [KIND_MICROSOFT] = ENTRY(fields_guid),
        [KIND_FUTURE] = ENTRY(fields_whole),
    };

    *n = table[kind].n;
    return table[kind].fields;
}

const char *field_hex(char out[FIELD_TEXT_MAX], const struct field *field,
                      const guidon_id *id)
{
    unsigned digits = (field->width + 3) / 4;
    unsigned ahead = digits * 4 - field->width; /* zero bits in front */

    for (unsigned i = 0; i < digits; i++) {
        unsigned value = 0;

        for (unsigned j = 4 * i; j < 4 * i + 4; j++) {
            value = value << 1 |
                    (j < ahead ? 0 : id_bit(id, field->start + j - ahead));
        }
        out[i] = "0123456789abcdef"[value];
    }
    out[digits] = '\0';
    return out;
}
