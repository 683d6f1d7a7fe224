/* SPDX-License-Identifier: MIT */
/* ossp.cpp - the cases of OSSP uuid, which keeps each id in an object on the
 * heap */
#include "harness.hpp"
#include <cstring>
#include <ossp/uuid.h>
#include <string>

/* One object for each thread, made once: the fastest use of OSSP uuid. */
static uuid_t *object()
{
    static thread_local uuid_t *one = nullptr;

    must(one || uuid_create(&one) == UUID_RC_OK, "uuid_create");
    return one;
}

static bool give(uuid_t *from, uuid_fmt_t format, void *out, std::size_t room)
{
    std::size_t len = room;
    return uuid_export(from, format, &out, &len) == UUID_RC_OK;
}

/* OSSP uuid ends a text with a NUL, which the next text overwrites. */
static void uuid_format(const Input &in, Output &out)
{
    uuid_t *one = object();
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= uuid_import(one, UUID_FMT_BIN, in.ids[i], id_len) == UUID_RC_OK;
        ok &=
            give(one, UUID_FMT_STR, out.text + i * uuid_len, UUID_LEN_STR + 1);
    }
    must(ok, "uuid_export");
}

/* OSSP uuid expects a NUL after the text, or a byte for one. */
static void uuid_parse(const Input &in, Output &out)
{
    uuid_t *one = object();
    bool ok = true;
    char text[uuid_len + 1] = {};

    for (std::size_t i = 0; i < batch; i++) {
        std::memcpy(text, in.uuid + i * uuid_len, uuid_len);
        ok &= uuid_import(one, UUID_FMT_STR, text, sizeof text) == UUID_RC_OK;
        ok &= give(one, UUID_FMT_BIN, out.ids[i], id_len);
    }
    must(ok, "uuid_import");
}

static bool accepts_uuid(const char *text, std::size_t len)
{
    return uuid_import(object(), UUID_FMT_STR, text, len + 1) == UUID_RC_OK;
}

template <unsigned mode> static void made(const Input &, Output &out)
{
    uuid_t *one = object();
    bool ok = true;

    for (unsigned char *id : out.ids) {
        ok &= uuid_make(one, mode) == UUID_RC_OK;
        ok &= give(one, UUID_FMT_BIN, id, id_len);
    }
    must(ok, "uuid_make");
}

static uuid_t *namespace_of(const Input &in)
{
    static uuid_t *ns = nullptr;

    if (!ns) {
        must(uuid_create(&ns) == UUID_RC_OK &&
                 uuid_import(ns, UUID_FMT_BIN, in.ns, id_len) == UUID_RC_OK,
             "uuid_create");
    }
    return ns;
}

template <unsigned mode> static void named(const Input &in, Output &out)
{
    uuid_t *one = object(), *ns = namespace_of(in);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= uuid_make(one, mode, ns, in.names[i]) == UUID_RC_OK;
        ok &= give(one, UUID_FMT_BIN, out.ids[i], id_len);
    }
    must(ok, "uuid_make");
}

static const char *const copies = "through an object";

static const std::vector<Case> cases = {
    {.operation = "uuid_format",
     .mode = "one",
     .makes = Makes::uuid_text,
     .run = uuid_format,
     .note = copies},
    {.operation = "uuid_parse",
     .mode = "one",
     .makes = Makes::ids,
     .run = uuid_parse,
     .accepts = accepts_uuid,
     .note = copies},
    {"v3", "one", Makes::ids, named<UUID_MAKE_V3>},
    {"v5", "one", Makes::ids, named<UUID_MAKE_V5>},
    {"v1", "one", Makes::ids, made<UUID_MAKE_V1>},
    {"v4", "one", Makes::ids, made<UUID_MAKE_V4>},
    {"v4", "threads", Makes::nothing, made<UUID_MAKE_V4>},
};

int main(int argc, char **argv)
{
    const unsigned long v = uuid_version();
    const std::string version = std::to_string(v >> 20) + '.' +
                                std::to_string(v >> 12 & 0xff) + '.' +
                                std::to_string(v & 0xff);

    return harness_main(argc, argv,
                        {{"OSSP uuid", version.c_str(), "C", cases}});
}
