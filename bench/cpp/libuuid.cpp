/* SPDX-License-Identifier: MIT */
/* libuuid.cpp - the cases of libuuid of util-linux */
#include "harness.hpp"
#include <uuid/uuid.h>

/* libuuid ends each text with a NUL, which the next text overwrites. */
static void uuid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        uuid_unparse_lower(in.ids[i], out.text + i * uuid_len);
    }
}

static void uuid_parse(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = in.uuid + i * uuid_len;
        ok &= uuid_parse_range(text, text + uuid_len, out.ids[i]) == 0;
    }
    must(ok, "uuid_parse_range");
}

static bool accepts_uuid(const char *text, std::size_t len)
{
    uuid_t id;
    return uuid_parse_range(text, text + len, id) == 0;
}

template <decltype(uuid_generate_sha1) *make>
static void named(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        make(out.ids[i], in.ns, in.names[i], name_len);
    }
}

template <decltype(uuid_generate_random) *make>
static void made(const Input &, Output &out)
{
    for (unsigned char *id : out.ids) {
        make(id);
    }
}

static const std::vector<Case> cases = {
    {"uuid_format", "one", Makes::uuid_text, uuid_format},
    {"uuid_parse", "one", Makes::ids, uuid_parse, accepts_uuid},
    {"v3", "one", Makes::ids, named<uuid_generate_md5>},
    {"v5", "one", Makes::ids, named<uuid_generate_sha1>},
    {"v1", "one", Makes::ids, made<uuid_generate_time>},
    {"v1", "threads", Makes::nothing, made<uuid_generate_time>},
    {"v4", "one", Makes::ids, made<uuid_generate_random>},
    {"v4", "threads", Makes::nothing, made<uuid_generate_random>},
#if LIBUUID_HAS_V7
    {"v6", "one", Makes::ids, made<uuid_generate_time_v6>},
    {"v6", "threads", Makes::nothing, made<uuid_generate_time_v6>},
    {"v7", "one", Makes::ids, made<uuid_generate_time_v7>},
    {"v7", "threads", Makes::nothing, made<uuid_generate_time_v7>},
#endif
};

int main(int argc, char **argv)
{
    return harness_main(argc, argv, {{"libuuid", LIBUUID_VERSION, "C", cases}});
}
