/* SPDX-License-Identifier: MIT */
/* guidon.cpp - Guidon's cases, and the file of ids that every library must read
 * and write alike */
#include "forms.hpp"
#include "harness.hpp"
#include "limits.hpp"
#include "own.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <guidon.h>
#include <string>
#include <unistd.h>

static_assert(GUIDON_UUID_LEN == uuid_len && GUIDON_ULID_LEN == ulid_len &&
              sizeof(guidon_id) == id_len);

static const guidon_id *ids_of(const Input &in)
{
    return reinterpret_cast<const guidon_id *>(in.ids);
}

static guidon_id *ids_of(Output &out)
{
    return reinterpret_cast<guidon_id *>(out.ids);
}

/* --------------------------------------------------------------------- text */

static void uuid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_uuid_format(out.text + i * uuid_len, ids_of(in) + i);
    }
}

static void uuid_format_many(const Input &in, Output &out)
{
    must(guidon_uuid_format_many(out.text, uuid_len, ids_of(in), batch) ==
             GUIDON_OK,
         "guidon_uuid_format_many");
}

static void ulid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_ulid_format(out.text + i * ulid_len, ids_of(in) + i);
    }
}

static void ulid_format_many(const Input &in, Output &out)
{
    must(guidon_ulid_format_many(out.text, ulid_len, ids_of(in), batch) ==
             GUIDON_OK,
         "guidon_ulid_format_many");
}

static void uuid_parse(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_uuid_parse(ids_of(out) + i, in.uuid + i * uuid_len,
                                uuid_len, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_uuid_parse");
}

static const char *const recognises = "recognises which of 18 forms it is";

static void uuid_parse_any(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &=
            guidon_parse(ids_of(out) + i, nullptr, in.uuid + i * uuid_len,
                         uuid_len, GUIDON_ACCEPT_ANY, 0, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_parse");
}

static void uuid_parse_many(const Input &in, Output &out)
{
    std::size_t done;

    must(guidon_uuid_parse_many(ids_of(out), in.uuid, uuid_len, batch, &done,
                                nullptr) == GUIDON_OK,
         "guidon_uuid_parse_many");
}

static void ulid_parse(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_ulid_parse(ids_of(out) + i, in.ulid + i * ulid_len,
                                ulid_len, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_ulid_parse");
}

static void ulid_parse_many(const Input &in, Output &out)
{
    std::size_t done;

    must(guidon_ulid_parse_many(ids_of(out), in.ulid, ulid_len, batch, &done,
                                nullptr) == GUIDON_OK,
         "guidon_ulid_parse_many");
}

static bool accepts_uuid(const char *text, std::size_t len)
{
    guidon_id id;
    return guidon_uuid_parse(&id, text, len, nullptr) == GUIDON_OK;
}

static bool accepts_ulid(const char *text, std::size_t len)
{
    guidon_id id;
    return guidon_ulid_parse(&id, text, len, nullptr) == GUIDON_OK;
}

static void ulid_parse_any(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &=
            guidon_parse(ids_of(out) + i, nullptr, in.ulid + i * ulid_len,
                         ulid_len, GUIDON_ACCEPT_ANY, 0, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_parse");
}

/* -------------------------------------------------------------- other forms */

template <guidon_form form> static void write_one(const Input &in, Output &out)
{
    const std::size_t stride = stride_of(form);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_format(out.text + i * stride, stride, nullptr,
                            ids_of(in) + i, form) == GUIDON_OK;
    }
    must(ok, "guidon_format");
}

template <guidon_form form> static void write_many(const Input &in, Output &out)
{
    must(guidon_format_many(out.text, stride_of(form), ids_of(in), batch,
                            form) == GUIDON_OK,
         "guidon_format_many");
}

template <guidon_form form, std::uint64_t forms>
static void read_one(const Input &in, Output &out)
{
    const Texts &texts = texts_of<form>(in);
    const std::size_t stride = stride_of(form);
    constexpr guidon_accept accept = GUIDON_ACCEPT_FORMS(forms);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_parse(ids_of(out) + i, nullptr, texts.text + i * stride,
                           texts.len[i], accept, 0, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_parse");
}

template <guidon_form form> static void read_many(const Input &in, Output &out)
{
    const Texts &texts = texts_of<form>(in);
    std::size_t done;

    must(guidon_parse_many(ids_of(out), texts.text, stride_of(form), batch,
                           form, &done, nullptr) == GUIDON_OK,
         "guidon_parse_many");
}

/* One form: written and read, one and many, and read among any form if its
 * texts are those of no other form. */
template <guidon_form form>
static void add_form(std::vector<Case> &cases, const char *write,
                     const char *read)
{
    constexpr std::uint64_t alone = GUIDON_FORM_BIT(form);
    const unsigned traits = guidon_form_traits(form);
    const std::size_t stride = stride_of(form);

    cases.push_back({.operation = write,
                     .mode = "one",
                     .makes = Makes::text,
                     .run = write_one<form>,
                     .stride = stride});
    cases.push_back({read, "one", Makes::ids, read_one<form, alone>});
    if (traits & GUIDON_TRAIT_FIXED_LEN) {
        cases.push_back({.operation = write,
                         .mode = "many",
                         .makes = Makes::text,
                         .run = write_many<form>,
                         .stride = stride});
        cases.push_back({read, "many", Makes::ids, read_many<form>});
    }
    if (!(traits & GUIDON_TRAIT_EXPLICIT)) {
        cases.push_back({.operation = read,
                         .mode = "one",
                         .makes = Makes::ids,
                         .run = read_one<form, GUIDON_ANY_FORMS>,
                         .note = recognises,
                         .variant = " (any form)"});
    }
}

#define ADD_FORM(form, name)                                                   \
  add_form<GUIDON_FORM_##form>(cases, "write_" name, "read_" name);

/* Forms that have a text for every id, except the two that are groups of their
 * own. One form stands for those that differ in their alphabet alone. */
static void add_forms(std::vector<Case> &cases)
{
    ADD_FORM(UUID_UPPER, "uuid-upper")
    ADD_FORM(HEX, "hex")
    ADD_FORM(HEX_UPPER, "hex-upper")
    ADD_FORM(BRACES, "braces")
    ADD_FORM(PARENS, "parens")
    ADD_FORM(URN, "urn")
    ADD_FORM(GUID_HEX, "guid-hex")
    ADD_FORM(C, "c")
    ADD_FORM(GUID_X, "guid-x")
    ADD_FORM(ULID_LOWER, "ulid-lower")
    ADD_FORM(BASE64URL, "base64url")
    ADD_FORM(BASE58, "base58")
    ADD_FORM(BASE62, "base62")
    ADD_FORM(BASE36, "base36")
    ADD_FORM(SHORTUUID, "shortuuid")
    ADD_FORM(BASE85, "base85")
    ADD_FORM(BASE32, "base32")
    ADD_FORM(BASE64, "base64")
    ADD_FORM(NCNAME58, "ncname58")
    ADD_FORM(INT64X2, "int64x2")
    ADD_FORM(INT, "int")
    ADD_FORM(OID, "oid")
    ADD_FORM(URN_OID, "urn-oid")
}

/* -------------------------------------------------------------------- names */

static const guidon_id *ns_of(const Input &in)
{
    return reinterpret_cast<const guidon_id *>(in.ns);
}

template <decltype(guidon_v5_make) *make>
static void name_one(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        make(ids_of(out) + i, ns_of(in), in.names[i], name_len);
    }
}

/* A caller has the lists of pointers already, so their creation is not
 * timed. */
template <decltype(guidon_v5_make_many) *make>
static void name_many(const Input &in, Output &out)
{
    static const Input *of = nullptr;
    static const void *names[batch];
    static std::size_t lens[batch];

    if (of != &in) {
        of = &in;
        for (std::size_t i = 0; i < batch; i++) {
            names[i] = in.names[i];
            lens[i] = name_len;
        }
    }
    make(ids_of(out), ns_of(in), names, lens, batch);
}

/* --------------------------------------------------------------- generators */

template <guidon_kind kind> static void new_one(const Input &, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_new(ids_of(out) + i, kind) == GUIDON_OK;
    }
    must(ok, "guidon_new");
}

template <guidon_kind kind> static void new_many(const Input &, Output &out)
{
    must(guidon_new_many(ids_of(out), batch, kind) == GUIDON_OK,
         "guidon_new_many");
}

/* A generator of the given scope. */
static guidon_generator *made(guidon_kind kind, guidon_scope scope)
{
    guidon_options options = {};
    guidon_generator *g = nullptr;
    const std::string state = "guidon_bench_state." + std::to_string(getpid());

    options.kind = kind;
    options.scope = scope;
    options.state_path = state.c_str();
    must(guidon_generator_new(&g, &options) == GUIDON_OK,
         "guidon_generator_new");
    std::remove(state.c_str()); /* the mapping stays valid */
    return g;
}

template <guidon_kind kind, guidon_scope scope>
static void scoped(const Input &, Output &out)
{
    static guidon_generator *g = made(kind, scope);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_next(ids_of(out) + i, g) == GUIDON_OK;
    }
    must(ok, "guidon_next");
}

static const std::vector<Case> text_cases = {
    {"uuid_format", "one", Makes::uuid_text, uuid_format},
    {"uuid_format", "many", Makes::uuid_text, uuid_format_many},
    {"uuid_parse", "one", Makes::ids, uuid_parse, accepts_uuid},
    {"uuid_parse", "many", Makes::ids, uuid_parse_many},
    {.operation = "uuid_parse",
     .mode = "one",
     .makes = Makes::ids,
     .run = uuid_parse_any,
     .note = recognises,
     .variant = " (any form)"},
    {"ulid_format", "one", Makes::ulid_text, ulid_format},
    {"ulid_format", "many", Makes::ulid_text, ulid_format_many},
    {"ulid_parse", "one", Makes::ids, ulid_parse, accepts_ulid},
    {"ulid_parse", "many", Makes::ids, ulid_parse_many},
    {.operation = "ulid_parse",
     .mode = "one",
     .makes = Makes::ids,
     .run = ulid_parse_any,
     .note = recognises,
     .variant = " (any form)"},
    {"v3", "one", Makes::ids, name_one<guidon_v3_make>},
    {"v3", "many", Makes::ids, name_many<guidon_v3_make_many>},
    {"v5", "one", Makes::ids, name_one<guidon_v5_make>},
    {"v5", "many", Makes::ids, name_many<guidon_v5_make_many>},
};

/* Their order limits them to the speed of the clock. */
static const char *const ticks = "in order: one id a tick of 100 ns";

/* Single calls, batches, and single calls in two threads. */
template <guidon_kind kind>
static void add_kind(std::vector<Case> &cases, const char *operation,
                     bool ordered, const char *note = "")
{
    cases.push_back(
        {operation, "one", Makes::ids, new_one<kind>, nullptr, ordered, note});
    cases.push_back({operation, "many", Makes::ids, new_many<kind>, nullptr,
                     ordered, note});
    cases.push_back({operation, "threads", Makes::nothing, new_one<kind>,
                     nullptr, ordered, note});
}

template <guidon_scope scope>
static void add_scope(std::vector<Case> &cases, const char *variant,
                      const char *note, const std::vector<const char *> &modes)
{
    for (const char *mode : modes) {
        cases.push_back({.operation = "v7",
                         .mode = mode,
                         .makes = Makes::ids,
                         .run = scoped<GUIDON_V7, scope>,
                         .ordered = true,
                         .note = note,
                         .variant = variant});
    }
}

static std::vector<Case> guidon_cases()
{
    std::vector<Case> cases = text_cases;

    add_kind<GUIDON_V1>(cases, "v1", true, ticks);
    add_kind<GUIDON_V4>(cases, "v4", false);
    add_kind<GUIDON_V6>(cases, "v6", true, ticks);
    add_kind<GUIDON_V7>(cases, "v7", true);
    add_kind<GUIDON_ULID>(cases, "ulid", false);
    add_kind<GUIDON_ULID_MONOTONIC>(cases, "ulid_monotonic", true);
    add_scope<GUIDON_SCOPE_PROCESS>(cases, " (process scope)",
                                    "in order across threads",
                                    {"one", "threads"});
    add_scope<GUIDON_SCOPE_HOST>(cases, " (host scope)",
                                 "in order across processes",
                                 {"one", "threads", "processes"});
    add_own_ids(cases);
    add_forms(cases);
    add_typeids(cases);
    return cases;
}

#ifdef GUIDON_STATIC
/* The cases whose time depends on how the linker reaches a function. */
static std::vector<Case> single_calls()
{
    std::vector<Case> cases;

    for (const Case &one : guidon_cases()) {
        if (std::strcmp(one.mode, "one") == 0 && *one.variant == '\0') {
            cases.push_back(one);
        }
    }
    return cases;
}
#endif

#ifdef BENCH_MODULE
#  ifdef GUIDON_STATIC
BENCH_LIBRARIES({"Guidon (static library)", GUIDON_VERSION, "C",
                 single_calls()})
#  else
BENCH_LIBRARIES({"Guidon", GUIDON_VERSION, "C", guidon_cases()})
#  endif
#else
/* ------------------------------------------------------------ the ids' file */

/* SplitMix64 (Vigna) with a fixed seed, so that runs can be compared. */
static std::uint64_t next_random(std::uint64_t *state)
{
    std::uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static std::string text_of(const guidon_id &id, guidon_form form)
{
    char text[GUIDON_TEXT_MAX];
    std::size_t len;

    must(guidon_format(text, sizeof text, &len, &id, form) == GUIDON_OK,
         "guidon_format");
    return {text, len};
}

/* The ids are of version 4, because some libraries reject unknown versions. */
static void print_id(std::FILE *file, std::uint64_t *state, unsigned i)
{
    const std::uint64_t hi = next_random(state);
    const guidon_id bits = guidon_from_words(hi, next_random(state));
    const guidon_id ns = guidon_namespace_dns();
    guidon_id id, v3, v5;
    char name[name_len + 1];

    guidon_v4_make(&id, bits.bytes);
    std::snprintf(name, sizeof name, "host%03u.example", i % 1000);
    guidon_v3_make(&v3, &ns, name, name_len);
    guidon_v5_make(&v5, &ns, name, name_len);
    std::fprintf(file, "id\t%s\t%s\t%s\t%s\t%s\t%s\n",
                 text_of(id, GUIDON_FORM_HEX).c_str(),
                 text_of(id, GUIDON_FORM_UUID).c_str(),
                 text_of(id, GUIDON_FORM_ULID).c_str(), name,
                 text_of(v3, GUIDON_FORM_HEX).c_str(),
                 text_of(v5, GUIDON_FORM_HEX).c_str());
}

/* Texts that are invalid in the form of their kind. */
static const struct {
    const char *kind, *text;
} wrongs[] = {
    {"uuid", "g17f22e2-79b0-7cc3-98c4-dc0c0c07398f"}, /* g follows the digits */
    {"uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398:"}, /* between 9 and A */
    {"uuid", "017f22e2079b0-7cc3-98c4-dc0c0c07398f"}, /* digit for a dash */
    {"uuid", "017f22e27-9b0-7cc3-98c4-dc0c0c07398f"}, /* dash moved */
    {"uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398"},  /* too short */
    {"uuid", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0"}, /* too long */
    {"uuid", "017f22e2-79b0-7cc3-98c4-dc0c-c07398f"},  /* a dash too many */
    {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAU"},            /* U is not a digit */
    {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5F@V"},            /* before A */
    {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FA"},             /* too short */
    {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV0"},           /* too long */
    {"ulid", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"},            /* past 128 bits */
};

static int write_ids(const char *path)
{
    std::FILE *file = std::fopen(path, "w");
    std::uint64_t state = 9562;

    must(file, "opening the file of ids");
    std::fprintf(file, "namespace\t%s\n",
                 text_of(guidon_namespace_dns(), GUIDON_FORM_HEX).c_str());
    for (unsigned i = 0; i < 4 * batch; i++) {
        print_id(file, &state, i);
    }
    for (const auto &wrong : wrongs) {
        std::fprintf(file, "wrong\t%s\t%s\n", wrong.kind, wrong.text);
    }
    must(std::fclose(file) == 0, "writing the file of ids");
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 3 && std::strcmp(argv[1], "ids") == 0) {
        return write_ids(argv[2]);
    }
#  ifdef GUIDON_STATIC
    return harness_main(
        argc, argv,
        {{"Guidon (static library)", GUIDON_VERSION, "C", single_calls()}});
#  else
    return harness_main(
        argc, argv,
        {{"Guidon", GUIDON_VERSION, "C", guidon_cases()}, limits()});
#  endif
}
#endif
