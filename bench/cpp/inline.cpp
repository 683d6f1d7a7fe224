/* SPDX-License-Identifier: MIT */
/* inline.cpp - Guidon's functions of <guidon/inline.h>, which are compiled into
 * the timed loops */
#include "forms.hpp"
#include "harness.hpp"
#include <guidon.h>
#include <guidon/inline.h>

static_assert(GUIDON_INLINED, "the flags lack the instructions");

static const guidon_id *id_at(const Input &in, std::size_t i)
{
    return reinterpret_cast<const guidon_id *>(in.ids) + i;
}

static guidon_id *id_at(Output &out, std::size_t i)
{
    return reinterpret_cast<guidon_id *>(out.ids) + i;
}

static void uuid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_uuid_format_inline(out.text + i * uuid_len, id_at(in, i));
    }
}

static void ulid_format(const Input &in, Output &out)
{
    for (std::size_t i = 0; i < batch; i++) {
        guidon_ulid_format_inline(out.text + i * ulid_len, id_at(in, i));
    }
}

static void uuid_parse(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_uuid_parse_inline(id_at(out, i), in.uuid + i * uuid_len,
                                       uuid_len, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_uuid_parse_inline");
}

static void ulid_parse(const Input &in, Output &out)
{
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_ulid_parse_inline(id_at(out, i), in.ulid + i * ulid_len,
                                       ulid_len, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_ulid_parse_inline");
}

/* -------------------------------------------------------------- other forms */

template <guidon_form form> static void write_form(const Input &in, Output &out)
{
    const std::size_t stride = stride_of(form);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_format_inline(out.text + i * stride, stride, nullptr,
                                   id_at(in, i), form) == GUIDON_OK;
    }
    must(ok, "guidon_format_inline");
}

template <guidon_form form> static void read_form(const Input &in, Output &out)
{
    const Texts &texts = texts_of<form>(in);
    const std::size_t stride = stride_of(form);
    bool ok = true;

    for (std::size_t i = 0; i < batch; i++) {
        ok &= guidon_parse_as_inline(id_at(out, i), texts.text + i * stride,
                                     texts.len[i], form, nullptr) == GUIDON_OK;
    }
    must(ok, "guidon_parse_as_inline");
}

#define FORM_CASES(form, name)                                                 \
  {.operation = "write_" name,                                                 \
   .mode = "one",                                                              \
   .makes = Makes::text,                                                       \
   .run = write_form<GUIDON_FORM_##form>,                                      \
   .stride = stride_of(GUIDON_FORM_##form)},                                   \
  {                                                                            \
    "read_" name, "one", Makes::ids, read_form<GUIDON_FORM_##form>             \
  }

BENCH_LIBRARIES(Library{"Guidon (inline" BENCH_FLAGS ")",
                        GUIDON_VERSION,
                        "C",
                        {{"uuid_format", "one", Makes::uuid_text, uuid_format},
                         {"uuid_parse", "one", Makes::ids, uuid_parse},
                         {"ulid_format", "one", Makes::ulid_text, ulid_format},
                         {"ulid_parse", "one", Makes::ids, ulid_parse},
                         FORM_CASES(UUID_UPPER, "uuid-upper"),
                         FORM_CASES(HEX, "hex"),
                         FORM_CASES(HEX_UPPER, "hex-upper"),
                         FORM_CASES(BRACES, "braces"),
                         FORM_CASES(PARENS, "parens"),
                         FORM_CASES(URN, "urn")}})
