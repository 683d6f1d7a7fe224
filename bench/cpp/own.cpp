/* SPDX-License-Identifier: MIT */
/* own.cpp - ids that depend on a key, TypeIDs, and version 8 with a node
 * number */
#include "own.hpp"
#include <cstdint>
#include <cstring>
#include <guidon.h>

static guidon_id *ids_of(Output &out)
{
    return reinterpret_cast<guidon_id *>(out.ids);
}

/* --------------------------------------------------------------- with a key */

/* driver/proof.py computes the same ids from these keys and this time: the key
 * has the bytes 0, 1, 2 .. */
constexpr std::uint64_t derive_ms = 1700000000000;

template <std::size_t len> struct KeyBytes {
    unsigned char bytes[len];

    KeyBytes()
    {
        for (std::size_t i = 0; i < len; i++) {
            bytes[i] = static_cast<unsigned char>(i);
        }
    }
};

static guidon_key make_key()
{
    const KeyBytes<GUIDON_KEY_LEN> from;
    guidon_key key;

    must(guidon_key_init(&key, from.bytes, sizeof from.bytes) == GUIDON_OK,
         "guidon_key_init");
    return key;
}

static guidon_mask_key make_mask_key()
{
    const KeyBytes<GUIDON_MASK_KEY_LEN> from;
    guidon_mask_key key;

    must(guidon_mask_key_init(&key, from.bytes, sizeof from.bytes) == GUIDON_OK,
         "guidon_mask_key_init");
    return key;
}

static const guidon_key key = make_key();
static const guidon_mask_key mask_key = make_mask_key();

static void derive_one(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_v7_derive(ids_of(out) + i, derive_ms, &key, in.names[i],
                               name_len) == GUIDON_OK;
    }
    must(ok, "guidon_v7_derive");
}

/* A caller has the times already, so their creation is not timed. */
static void derive_many(const Input &in, Output &out)
{
    static std::uint64_t times[batch];

    if (times[0] == 0) {
        for (std::uint64_t &time : times) {
            time = derive_ms;
        }
    }
    must(guidon_v7_derive_many(ids_of(out), times, &key, in.names, name_len,
                               sizeof in.names[0], batch) == GUIDON_OK,
         "guidon_v7_derive_many");
}

/* The ids of a batch as version 7, masked and encrypted. A caller has them
 * already, so their creation is not timed. */
struct Hidden {
    const Input *of = nullptr;
    guidon_id v7[batch], masked[batch], encrypted[batch];
};

static const Hidden &hidden_of(const Input &in)
{
    static Hidden hidden;
    std::size_t done;

    if (hidden.of != &in) {
        hidden.of = &in;
        std::memcpy(hidden.v7, in.ids, sizeof in.ids);
        for (guidon_id &id : hidden.v7) {
            id.bytes[6] = static_cast<unsigned char>((id.bytes[6] & 15) | 0x70);
        }
        must(guidon_mask_many(hidden.masked, &mask_key, hidden.v7, batch,
                              &done) == GUIDON_OK,
             "guidon_mask_many");
        must(guidon_encrypt_many(hidden.encrypted, &key, hidden.v7, batch,
                                 &done) == GUIDON_OK,
             "guidon_encrypt_many");
    }
    return hidden;
}

/* Functions that change an id by a key: `change` one, `each` many ids of
 * `from`. */
template <auto change, auto each, auto from, const auto &by>
static void add_change(std::vector<Case> &cases, const char *operation)
{
    cases.push_back(
        {operation, "one", Makes::ids, [](const Input &in, Output &out) {
             const guidon_id *ids = hidden_of(in).*from;
             bool ok = true;

             for (std::size_t i = 0; i < batch; i++) {
                 ok &= change(ids_of(out) + i, &by, ids + i) == GUIDON_OK;
             }
             must(ok, "a change by a key");
         }});
    cases.push_back(
        {operation, "many", Makes::ids, [](const Input &in, Output &out) {
             std::size_t done;

             must(each(ids_of(out), &by, hidden_of(in).*from, batch, &done) ==
                      GUIDON_OK,
                  "changes by a key");
         }});
}

/* ---------------------------------------------------- version 8 with a node */

static guidon_generator *make_v8_node()
{
    guidon_options options = {};
    guidon_generator *g = nullptr;

    options.kind = GUIDON_V8_NODE;
    options.scope = GUIDON_SCOPE_PROCESS;
    options.node_number = 5;
    options.node_number_bits = 10;
    must(guidon_generator_new(&g, &options) == GUIDON_OK,
         "guidon_generator_new");
    return g;
}

static guidon_generator *v8_node()
{
    static guidon_generator *g = make_v8_node();
    return g;
}

static void v8_node_one(const Input &, Output &out)
{
    guidon_generator *g = v8_node();
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_next(ids_of(out) + i, g) == GUIDON_OK;
    }
    must(ok, "guidon_next");
}

static void v8_node_many(const Input &, Output &out)
{
    must(guidon_next_many(ids_of(out), batch, v8_node()) == GUIDON_OK,
         "guidon_next_many");
}

/* -------------------------------------------------- version 8 with a prefix */

static void v8_append_one(const Input &, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_v8_append(ids_of(out) + i, GUIDON_V8_APPEND_BITS) ==
              GUIDON_OK;
    }
    must(ok, "guidon_v8_append");
}

static void v8_append_many(const Input &, Output &out)
{
    must(guidon_v8_append_many(ids_of(out), batch, GUIDON_V8_APPEND_BITS) ==
             GUIDON_OK,
         "guidon_v8_append_many");
}

void add_own_ids(std::vector<Case> &cases)
{
    cases.push_back({"derive", "one", Makes::ids, derive_one});
    cases.push_back({"derive", "many", Makes::ids, derive_many});
    add_change<guidon_mask, guidon_mask_many, &Hidden::v7, mask_key>(cases,
                                                                     "mask");
    add_change<guidon_unmask, guidon_unmask_many, &Hidden::masked, mask_key>(
        cases, "unmask");
    add_change<guidon_encrypt, guidon_encrypt_many, &Hidden::v7, key>(
        cases, "encrypt");
    add_change<guidon_decrypt, guidon_decrypt_many, &Hidden::encrypted, key>(
        cases, "decrypt");
    for (const bool many : {false, true}) {
        cases.push_back({.operation = "v8_node",
                         .mode = many ? "many" : "one",
                         .makes = Makes::ids,
                         .run = many ? v8_node_many : v8_node_one,
                         .ordered = true,
                         .note = "in order across threads"});
        cases.push_back({.operation = "v8_append",
                         .mode = many ? "many" : "one",
                         .makes = Makes::ids,
                         .run = many ? v8_append_many : v8_append_one,
                         .ordered = true,
                         .note = "in order across threads; beside v7 in "
                                 "process scope"});
    }
}

/* ----------------------------------------------------------------- TypeIDs */

static const char prefix[] = "user";
constexpr std::size_t prefix_len = sizeof prefix - 1;
constexpr std::size_t typeid_len = prefix_len + 1 + ulid_len;
constexpr std::size_t typeid_stride = typeid_len + 1; /* as lines */

static void write_typeids(char *text, const unsigned char (*ids)[id_len])
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_typeid_format(text + i * typeid_stride, typeid_stride,
                                   nullptr, prefix, prefix_len,
                                   reinterpret_cast<const guidon_id *>(ids) +
                                       i) == GUIDON_OK;
    }
    must(ok, "guidon_typeid_format");
}

static void typeid_write(const Input &in, Output &out)
{
    write_typeids(out.text, in.ids);
}

static void typeid_read(const Input &in, Output &out)
{
    static char text[batch * typeid_stride];
    static const Input *of = nullptr;
    bool ok = true;

    if (of != &in) {
        of = &in;
        write_typeids(text, in.ids);
    }
    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_typeid_parse(ids_of(out) + i, nullptr,
                                  text + i * typeid_stride, typeid_len,
                                  nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_typeid_parse");
}

void add_typeids(std::vector<Case> &cases)
{
    cases.push_back({.operation = "write_typeid",
                     .mode = "one",
                     .makes = Makes::text,
                     .run = typeid_write,
                     .stride = typeid_stride});
    cases.push_back({"read_typeid", "one", Makes::ids, typeid_read});
}
