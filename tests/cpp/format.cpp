// SPDX-License-Identifier: MIT
// Format strings, with std::format if the library has it, else with {fmt}.
#include "test.hpp"

#include <string>

#if defined(__cpp_lib_format)
#  include <format>
namespace formatter = std;
static const char way[] = "std::format";
#elif __has_include(<fmt/format.h>)
#  define FMT_HEADER_ONLY
#  include <fmt/format.h>
template <>
struct fmt::formatter<guidon::uuid>
    : guidon::formatting<guidon::uuid, fmt::format_error> {
};
template <>
struct fmt::formatter<guidon::ulid>
    : guidon::formatting<guidon::ulid, fmt::format_error> {
};
namespace formatter = fmt;
static const char way[] = "{fmt}";
#else
#  define GUIDON_NO_FORMATTER
#endif

TEST_CASE("names of forms are those of the C library")
{
    for (int i = 0; i < GUIDON_FORMS; i++) {
        CHECK(guidon::detail::form_names[i] ==
              guidon_form_name(static_cast<guidon_form>(i)));
    }
}

#if !defined(GUIDON_NO_FORMATTER)
TEST_CASE("formats")
{
    MESSAGE("by " << std::string(way));
    using formatter::format;

    CHECK(format("{}", a6) == a6.str());
    CHECK(format("{}", a6_ulid) == a6_ulid.str());
    CHECK(format("<{:>38}>", a6) == "<  017f22e2-79b0-7cc3-98c4-dc0c0c07398f>");
    CHECK(format("<{:29}>", a6_ulid) == "<01FWHE4YDGFK1SHH6W1G60EECF   >");
    CHECK(format("{:*^29}", a6_ulid) == "*01FWHE4YDGFK1SHH6W1G60EECF**");
    CHECK(format("{:<^28}", a6_ulid) == "<01FWHE4YDGFK1SHH6W1G60EECF<");
    CHECK(format("{:10}", a6_ulid) == a6_ulid.str());
    // The end of the field is not a fill character.
    CHECK(format("<{:}>", a6_ulid) == "<01FWHE4YDGFK1SHH6W1G60EECF>");
    CHECK(format("{:}^{:}<", a6_ulid, a6_ulid) ==
          "01FWHE4YDGFK1SHH6W1G60EECF^01FWHE4YDGFK1SHH6W1G60EECF<");
    CHECK(format("{:urn}", a6) == a6.str(GUIDON_FORM_URN));
    CHECK(format("{:>34hex-upper}", a6) ==
          "  " + a6.str(GUIDON_FORM_HEX_UPPER));
    CHECK(format("{:uuid}", a6_ulid) == a6.str());
    // A width of the arguments, and "s" as for other texts.
    CHECK(format("<{:>{}}>", a6_ulid, 28) == "<  01FWHE4YDGFK1SHH6W1G60EECF>");
    CHECK(format("<{1:*^{0}s}>", 28ull, a6_ulid) ==
          "<*01FWHE4YDGFK1SHH6W1G60EECF*>");
    CHECK(format("{:s} {:{}urn}", a6, a6, 3) ==
          a6.str() + " " + a6.str(GUIDON_FORM_URN));
    CHECK(format("{0:ulid} {0:int}", a6) ==
          a6_ulid.str() + " " + a6.str(GUIDON_FORM_INT));
}

TEST_CASE("a width that is no number from 0 to 1000000")
{
    const auto of = [](const auto &width) {
        return formatter::vformat("{:{}}",
                                  formatter::make_format_args(a6, width));
    };
    CHECK(of(0) == a6.str());
    CHECK(of(1000000ll).size() == 1000000);
    CHECK_THROWS_AS(of(-1), formatter::format_error);
    CHECK_THROWS_AS(of(1000001u), formatter::format_error);
    CHECK_THROWS_AS(of(1.5), formatter::format_error);
    CHECK_THROWS_AS(of('a'), formatter::format_error);
    CHECK_THROWS_AS(of(true), formatter::format_error);
    CHECK_THROWS_AS(of(std::string("40")), formatter::format_error);
}

#  if defined(__cpp_lib_format)
TEST_CASE("wide formats")
{
    const std::string text = a6_ulid.str();
    const std::wstring wide(text.begin(), text.end());

    CHECK(std::format(L"{}", a6_ulid) == wide);
    CHECK(std::format(L"{:\u00e9^{}s}", a6_ulid, 28) ==
          L"\u00e9" + wide + L"\u00e9");
    CHECK(std::format(L"{:ulid-lower}", a6_ulid).substr(0, 3) == L"01f");
}
#  endif

template <class Id> static std::string dynamic(const char *spec, const Id &id)
{
    return formatter::vformat(spec, formatter::make_format_args(id));
}

TEST_CASE("every form, and wrong formats")
{
    for (int i = 0; i < GUIDON_FORMS; i++) {
        const auto form = static_cast<guidon_form>(i);
        if (!(guidon_form_traits(form) & GUIDON_TRAIT_PARTIAL)) {
            const std::string spec =
                "{:" + std::string(guidon_form_name(form)) + "}";
            CHECK(dynamic(spec.c_str(), a6) == a6.str(form));
        }
    }
    for (const char *spec :
         {"{:x}", "{:UUID}", "{:urn }", "{:9999999}", "{:>>>}", "{:{>40}",
          "{: urn}", "{:ncs}", "{:040}", "{:0}", "{:S}", "{:{}}", "{:{1}}",
          "{0:{0}}", "{0:{00}}", "{0:{x}}", "{0:{"}) {
        CAPTURE(spec);
        CHECK_THROWS_AS(dynamic(spec, a6), formatter::format_error);
    }
}
#endif
