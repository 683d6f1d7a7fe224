/* SPDX-License-Identifier: MIT */
/* "..."_uuid and "..."_ulid: ids that the compiler reads. */
#ifndef GUIDON_CPP_LITERALS_HPP
#define GUIDON_CPP_LITERALS_HPP

#include <guidon/cpp/id.hpp>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <string_view>

/*
 * A wrong literal does not compile, because its characters are a template
 * argument. C++20 has such literals, and GNU C++ has them in C++17. Other C++17
 * compilers reject a wrong literal only in a constant expression; elsewhere it
 * throws.
 */
#  if __cplusplus >= 202002L &&                                                \
      (__cpp_nontype_template_args >= 201911L ||                               \
       (defined(__clang_major__) && __clang_major__ >= 12))
#    define GUIDON_LITERALS_BY_CLASS
#  elif defined(__GNUC__)
#    define GUIDON_LITERALS_BY_PACK
#  endif

namespace GUIDON_NAMESPACE guidon {
namespace detail {

/* The compiler shows this type for a wrong literal. Offset is that of the first
 * wrong character. */
template <guidon_status Status, std::size_t Offset> struct literal_check {
    static_assert(Status != GUIDON_E_LENGTH,
                  "this literal's length is wrong: a UUID has 36 characters, a "
                  "ULID 26");
    static_assert(Status != GUIDON_E_CHAR,
                  "this literal has a wrong character, N from its beginning, "
                  "where literal_check<GUIDON_E_CHAR, N> is named");
    static_assert(Status != GUIDON_E_RANGE,
                  "this literal is past 128 bits: a ULID begins with 0 to 7");
    static constexpr bool right = true;
};

#  if defined(GUIDON_LITERALS_BY_CLASS)
template <std::size_t N> struct literal {
    char chars[N];

    consteval literal(const char (&text)[N]) noexcept : chars{}
    {
        for (std::size_t i = 0; i < N; i++) {
            chars[i] = text[i];
        }
    }
    [[nodiscard]] constexpr std::string_view view() const noexcept
    {
        return {chars, N - 1};
    }
};

template <class T, literal Text> constexpr T checked() noexcept
{
    constexpr result<T> read = T::parse(Text.view());
    static_assert(
        literal_check<read.error().status, read.error().offset>::right);
    return *read;
}
#  elif defined(GUIDON_LITERALS_BY_PACK)
template <class T, char... Chars> constexpr T checked() noexcept
{
    constexpr char text[] = {Chars..., '\0'};
    constexpr result<T> read = T::parse({text, sizeof...(Chars)});
    static_assert(
        literal_check<read.error().status, read.error().offset>::right);
    return *read;
}
#  endif

} // namespace detail

inline namespace literals {

#  if defined(GUIDON_LITERALS_BY_CLASS)
template <detail::literal Text> constexpr uuid operator""_uuid() noexcept
{
    return detail::checked<uuid, Text>();
}
template <detail::literal Text> constexpr ulid operator""_ulid() noexcept
{
    return detail::checked<ulid, Text>();
}
#  elif defined(GUIDON_LITERALS_BY_PACK)
#    pragma GCC diagnostic push
#    pragma GCC diagnostic ignored "-Wpedantic"
#    if defined(__clang__)
#      pragma GCC diagnostic ignored "-Wgnu-string-literal-operator-template"
#    endif
template <class Char, Char... Chars> constexpr uuid operator""_uuid() noexcept
{
    return detail::checked<uuid, Chars...>();
}
template <class Char, Char... Chars> constexpr ulid operator""_ulid() noexcept
{
    return detail::checked<ulid, Chars...>();
}
#    pragma GCC diagnostic pop
#  else
constexpr uuid operator""_uuid(const char *text, std::size_t len)
{
    return uuid::from_string({text, len});
}
constexpr ulid operator""_ulid(const char *text, std::size_t len)
{
    return ulid::from_string({text, len});
}
#  endif

} // namespace literals
} // namespace guidon

#  undef GUIDON_LITERALS_BY_CLASS
#  undef GUIDON_LITERALS_BY_PACK

#endif

#endif
