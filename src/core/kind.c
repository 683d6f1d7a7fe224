/* SPDX-License-Identifier: MIT */
/* kind.c - what an id is, and the fields of each kind. */
#include "kind.h"

#include <stddef.h>

guidon_id_kind guidon_kind_of(const guidon_id *id)
{
    return gdn_kind_of_id(id);
}

const char *guidon_kind_name(guidon_id_kind kind)
{
    static const char *const names[GUIDON_ID_KINDS] = {
        "v0",  "v1",  "v2",  "v3",        "v4",     "v5",  "v6",  "v7",
        "v8",  "v9",  "v10", "v11",       "v12",    "v13", "v14", "v15",
        "nil", "max", "ncs", "microsoft", "future", "ulid"};

    return (unsigned)kind < GUIDON_ID_KINDS ? names[kind] : "unknown";
}

const char *guidon_variant_name(guidon_variant variant)
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

/* Names from RFC 9562, 5.1 to 5.8; DCE 1.1; NCS; the Windows GUID struct. */
#define FIELDS(name, ...) static const guidon_field name[] = {__VA_ARGS__}
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

size_t guidon_fields_of(const guidon_field **out, guidon_id_kind kind)
{
#define ENTRY(fields)                                                          \
  {                                                                            \
    fields, sizeof fields / sizeof fields[0]                                   \
  }
    static const struct {
        const guidon_field *fields;
        size_t n;
    } table[GUIDON_ID_KINDS] = {
        [GUIDON_KIND_V1] = ENTRY(fields_v1),
        [GUIDON_KIND_V2] = ENTRY(fields_v2),
        [GUIDON_KIND_V3] = ENTRY(fields_v3),
        [GUIDON_KIND_V4] = ENTRY(fields_v4),
        [GUIDON_KIND_V5] = ENTRY(fields_v5),
        [GUIDON_KIND_V6] = ENTRY(fields_v6),
        [GUIDON_KIND_V7] = ENTRY(fields_v7),
        [GUIDON_KIND_V8] = ENTRY(fields_v8),
        [GUIDON_KIND_NIL] = ENTRY(fields_whole),
        [GUIDON_KIND_MAX] = ENTRY(fields_whole),
        [GUIDON_KIND_NCS] = ENTRY(fields_ncs),
        [GUIDON_KIND_MICROSOFT] = ENTRY(fields_guid),
        [GUIDON_KIND_FUTURE] = ENTRY(fields_whole),
        [GUIDON_KIND_ULID] = ENTRY(fields_ulid),
    };

    if ((unsigned)kind >= GUIDON_ID_KINDS) {
        *out = NULL;
        return 0;
    }
    if (table[kind].n == 0) { /* versions that RFC 9562 does not assign */
        *out = fields_any;
        return sizeof fields_any / sizeof fields_any[0];
    }
    *out = table[kind].fields;
    return table[kind].n;
}
