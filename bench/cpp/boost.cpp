/* SPDX-License-Identifier: MIT */
/* boost.cpp - Boost.UUID, whose headers are compiled into the timed loops */
#include "harness.hpp"
#include <boost/uuid.hpp>
#include <boost/version.hpp>
#include <cstring>
#include <string>

namespace uuids = boost::uuids;

static uuids::uuid id_at(const Input &in, std::size_t i)
{
    uuids::uuid id;
    std::memcpy(id.data, in.ids[i], id_len);
    return id;
}

static void put(Output &out, std::size_t i, const uuids::uuid &id)
{
    std::memcpy(out.ids[i], id.data, id_len);
}

static void uuid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        char *text = out.text + i * uuid_len;
        uuids::to_chars(id_at(in, i), text, text + uuid_len);
    }
}

static void uuid_parse(const Input &in, Output &out)
{
    const uuids::string_generator parse;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = in.uuid + i * uuid_len;
        put(out, i, parse(text, text + uuid_len));
    }
}

/* The same generator reads "{...}", and digits without hyphens. */
static void read_texts(Output &out, const char *texts, std::size_t len)
{
    const uuids::string_generator parse;

    for (std::size_t i = 0; i < batch; i++) {
        const char *text = texts + i * (len + 1);
        put(out, i, parse(text, text + len));
    }
}

/* The texts of a batch: what `write` makes of each canonical text, and NUL. */
template <class Write>
static const char *texts_of(const Input &in, std::string &texts,
                            const Input *&of, Write write)
{
    if (of != &in) {
        of = &in;
        texts.clear();
        for (std::size_t i = 0; i < batch; i++) {
            texts += write(std::string(in.uuid + i * uuid_len, uuid_len));
            texts += '\0';
        }
    }
    return texts.data();
}

static void read_hex(const Input &in, Output &out)
{
    static std::string texts;
    static const Input *of = nullptr;

    read_texts(out,
               texts_of(in, texts, of,
                        [](std::string text) {
                            std::erase(text, '-');
                            return text;
                        }),
               32);
}

static void read_braces(const Input &in, Output &out)
{
    static std::string texts;
    static const Input *of = nullptr;

    read_texts(
        out,
        texts_of(in, texts, of,
                 [](const std::string &text) { return '{' + text + '}'; }),
        uuid_len + 2);
}

static bool accepts_uuid(const char *text, std::size_t len)
{
    try {
        uuids::string_generator()(text, text + len);
        return true;
    } catch (const std::runtime_error &) {
        return false;
    }
}

template <class Generator> static void named(const Input &in, Output &out)
{
    uuids::uuid ns;

    std::memcpy(ns.data, in.ns, id_len);
    const Generator make(ns);
    for (std::size_t i = 0; i < batch; i++) {
        put(out, i, make(in.names[i], name_len));
    }
}

/* One generator for each thread, as Boost's manual advises. */
template <class Generator> static void made(const Input &, Output &out)
{
    static thread_local Generator make;

    for (std::size_t i = 0; i < batch; i++) {
        put(out, i, make());
    }
}

static const char *const chacha12 = "ChaCha12";
/* Ids of one tick differ only in the clock sequence, which wraps. */
static const char *const ticks = "not in order within 100 ns";

template <class Generator>
static void add_kind(std::vector<Case> &cases, const char *operation,
                     const char *note, bool ordered)
{
    cases.push_back({operation, "one", Makes::ids, made<Generator>, nullptr,
                     ordered, note});
    cases.push_back({operation, "threads", Makes::nothing, made<Generator>,
                     nullptr, ordered, note});
}

static std::vector<Case> boost_cases()
{
    std::vector<Case> cases = {
        {"uuid_format", "one", Makes::uuid_text, uuid_format},
        {"uuid_parse", "one", Makes::ids, uuid_parse, accepts_uuid},
        {"read_hex", "one", Makes::ids, read_hex},
        {"read_braces", "one", Makes::ids, read_braces},
        {"v3", "one", Makes::ids, named<uuids::name_generator_md5>},
        {"v5", "one", Makes::ids, named<uuids::name_generator_sha1>},
    };

    add_kind<uuids::time_generator_v1>(cases, "v1", ticks, false);
    add_kind<uuids::random_generator>(cases, "v4", chacha12, false);
    add_kind<uuids::time_generator_v6>(cases, "v6", ticks, false);
    add_kind<uuids::time_generator_v7>(cases, "v7", chacha12, true);
    return cases;
}

static Library boost_library()
{
    static const std::string version =
        std::to_string(BOOST_VERSION / 100000) + '.' +
        std::to_string(BOOST_VERSION / 100 % 1000) + '.' +
        std::to_string(BOOST_VERSION % 100);

    return {"Boost.UUID" BOOST_VARIANT, version.c_str(), "C++", boost_cases()};
}

BENCH_LIBRARIES(boost_library())
