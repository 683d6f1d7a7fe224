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
    CHECK(format("{0:ulid} {0:int}", a6) ==
          a6_ulid.str() + " " + a6.str(GUIDON_FORM_INT));
}

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
    for (const char *spec : {"{:x}", "{:UUID}", "{:urn }", "{:9999999}",
                             "{:>>>}", "{:{>40}", "{: urn}", "{:ncs}"}) {
        CAPTURE(spec);
        CHECK_THROWS_AS(dynamic(spec, a6), formatter::format_error);
    }
}
#endif
