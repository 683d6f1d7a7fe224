/* SPDX-License-Identifier: MIT */
/* batch.cpp - the same 256 ids and names on every run. */
#include "batch.hpp"
#include <cstdio>
#include <cstdlib>

/* splitmix64 (Vigna): a fixed seed, so that runs compare. */
static std::uint64_t next_random(std::uint64_t *state)
{
    std::uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static std::size_t format_mixed(char *text, const guidon_id *id, std::size_t i)
{
    static const guidon_form forms[] = {
        GUIDON_FORM_UUID,   GUIDON_FORM_UUID_UPPER, GUIDON_FORM_HEX,
        GUIDON_FORM_BRACES, GUIDON_FORM_URN,        GUIDON_FORM_OID,
        GUIDON_FORM_ULID,   GUIDON_FORM_ULID_LOWER, GUIDON_FORM_C,
        GUIDON_FORM_PARENS, GUIDON_FORM_GUID_X,
    };
    const std::size_t count = sizeof forms / sizeof forms[0];
    std::size_t len;

    if (guidon_format(text, GUIDON_TEXT_MAX, &len, id, forms[i % count]) !=
        GUIDON_OK) {
        std::abort();
    }
    return len;
}

void Input::fill()
{
    static char name_text[batch][16];
    std::uint64_t state = 9562;

    for (std::size_t i = 0; i < batch; i++) {
        const std::uint64_t hi = next_random(&state);
        ids[i] = guidon_from_words(hi, next_random(&state));
        mixed_lens[i] = format_mixed(mixed + i * GUIDON_TEXT_MAX, &ids[i], i);
        uuid_lens[i] = GUIDON_UUID_LEN;

        name_lens[i] = 15;
        names[i] = name_text[i];
        std::snprintf(name_text[i], sizeof name_text[i], "host%03d.example",
                      static_cast<int>(i % 1000));
    }
    ns = guidon_namespace_dns();
    guidon_uuid_format_many(uuid, GUIDON_UUID_LEN, ids, batch);
    guidon_ulid_format_many(ulid, GUIDON_ULID_LEN, ids, batch);
}
