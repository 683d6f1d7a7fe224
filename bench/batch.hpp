/* SPDX-License-Identifier: MIT */
/* What the benchmarks work on: one batch, small enough for the L1 cache. */
#ifndef BATCH_HPP
#define BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <guidon.h>

constexpr std::size_t batch = 256;

/* The same ids in every form that a case may start from. */
struct Input {
    guidon_id ids[batch];
    char uuid[batch * GUIDON_UUID_LEN];
    char ulid[batch * GUIDON_ULID_LEN];
    std::size_t uuid_lens[batch];

    /* One text every GUIDON_TEXT_MAX bytes, in turn of each form that can be
     * told by its marks. */
    char mixed[batch * GUIDON_TEXT_MAX];
    std::size_t mixed_lens[batch];

    /* With the namespace 31 bytes: one block of MD5 and of SHA-1. */
    guidon_id ns;
    const void *names[batch];
    std::size_t name_lens[batch];

    const char *name(std::size_t i) const
    {
        return static_cast<const char *>(names[i]);
    }

    void fill();
};

/* Room for the NUL of a peer that ends texts by one. */
struct Output {
    guidon_id ids[batch];
    char text[batch * GUIDON_UUID_LEN + 1];
};

#endif
