/* SPDX-License-Identifier: MIT */
/* Ids as text with the standard library: to_chars, from_chars, streams and
 * std::format. */
#ifndef GUIDON_CPP_FORMAT_HPP
#define GUIDON_CPP_FORMAT_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/text.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <charconv>
#  include <cstddef>
#  include <cstdint>
#  include <exception>
#  include <iosfwd>
#  include <string>
#  include <string_view>
#  include <system_error>
#  include <type_traits>
#  include <utility>

#  if defined(__cpp_lib_format)
#    include <format>
#  endif

namespace GUIDON_NAMESPACE guidon {
namespace detail {

/* Throw, or call std::terminate if the program is compiled without
 * exceptions. */
template <class FormatError> [[noreturn]] void refuse(const char *why)
{
#  if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw FormatError(why);
#  else
    (void)why;
    std::terminate();
#  endif
}

constexpr guidon_form own_form(const uuid &) noexcept
{
    return GUIDON_FORM_UUID;
}
constexpr guidon_form own_form(const ulid &) noexcept
{
    return GUIDON_FORM_ULID;
}

/* Calls `visitor` with the value of a format argument. The member comes with
 * C++26, which deprecates the function, and with {fmt} 11. */
template <class Visitor, class Argument, class = void> struct visiting {
    static auto visit(Visitor visitor, Argument argument)
    {
        return visit_format_arg(visitor, argument);
    }
};
template <class Visitor, class Argument>
struct visiting<Visitor, Argument,
                std::void_t<decltype(std::declval<Argument>().visit(
                    std::declval<Visitor>()))>> {
    static auto visit(Visitor visitor, Argument argument)
    {
        return argument.visit(visitor);
    }
};

constexpr std::size_t width_max = 1000000;

/* A format argument as a width. */
template <class FormatError> struct width_of {
    template <class V> std::size_t operator()(V value) const
    {
        if constexpr (std::is_integral_v<V> && sizeof(V) > 1 &&
                      !std::is_same_v<V, wchar_t>) {
            const auto width = static_cast<unsigned long long>(value);

            // A negative value is a large number here.
            if (width <= width_max) {
                return static_cast<std::size_t>(width);
            }
        }
        refuse<FormatError>("guidon: a width is a number from 0 to 1000000");
    }
};

/* The names of guidon_form_name, for format strings that the compiler reads. */
#  define GUIDON_FORM_TEXT(form, name) name,
inline constexpr std::string_view form_names[] = {
    GUIDON_FORM_LIST(GUIDON_FORM_TEXT)};
#  undef GUIDON_FORM_TEXT

template <class T>
std::to_chars_result write_chars(char *first, char *last, const T &id,
                                 guidon_form form) noexcept
{
    std::size_t len = 0;

    switch (guidon_format(first, static_cast<std::size_t>(last - first), &len,
                          &id, form)) {
    case GUIDON_OK:
        return {first + len, std::errc()};
    case GUIDON_E_SPACE:
        return {last, std::errc::value_too_large};
    default:
        return {last, std::errc::invalid_argument};
    }
}

template <class T>
std::from_chars_result read_chars(const char *first, const char *last,
                                  std::size_t len, T &id) noexcept
{
    if (static_cast<std::size_t>(last - first) >= len) {
        const result<T> read = T::parse(std::string_view(first, len));
        if (read) {
            id = *read;
            return {first + len, std::errc()};
        }
    }
    return {first, std::errc::invalid_argument};
}

template <class Char, class Traits, std::size_t N>
std::basic_ostream<Char, Traits> &write_word(
    std::basic_ostream<Char, Traits> &out, const text<N> &ascii)
{
    Char word[N] = {};

    for (std::size_t i = 0; i < N; i++) {
        word[i] = static_cast<Char>(ascii.chars[i]);
    }
    return out << std::basic_string_view<Char, Traits>(word, N);
}

/* T::parse of a word, which may have characters beyond ASCII. */
template <std::size_t N, class Char, class Traits, class T>
std::basic_istream<Char, Traits> &read_word(
    std::basic_istream<Char, Traits> &in, T &id)
{
    std::basic_string<Char, Traits> word;
    char ascii[N] = {};
    bool is_id = false;

    if (!(in >> word)) {
        return in;
    }
    if (word.size() == N) {
        for (std::size_t i = 0; i < N; i++) {
            const auto code = static_cast<unsigned long>(word[i]);
            ascii[i] = code < 128 ? static_cast<char>(code) : '\0';
        }
        const result<T> read = T::parse(std::string_view(ascii, N));
        is_id = read.has_value();
        if (is_id) {
            id = *read;
        }
    }
    if (!is_id) {
        in.setstate(std::basic_istream<Char, Traits>::failbit);
    }
    return in;
}

} // namespace detail

/* ----------------------------------------------------- to_chars, from_chars */

/*
 * Write an id to first .. last, without NUL, as std::to_chars writes a number.
 *
 * Errors  std::errc::value_too_large   the text does not fit; nothing is
 *                                      written
 *         std::errc::invalid_argument  no such form, or form NCS for an id of
 *                                      another variant
 */
inline std::to_chars_result to_chars(
    char *first, char *last, const uuid &id,
    guidon_form form = GUIDON_FORM_UUID) noexcept
{
    return detail::write_chars(first, last, id, form);
}
inline std::to_chars_result to_chars(
    char *first, char *last, const ulid &id,
    guidon_form form = GUIDON_FORM_ULID) noexcept
{
    return detail::write_chars(first, last, id, form);
}

/*
 * Read the canonical text that begins at `first`. Any characters may follow it.
 *
 * Errors  std::errc::invalid_argument  no such text; `ptr` is `first`, and `id`
 *                                      is unchanged
 */
inline std::from_chars_result from_chars(const char *first, const char *last,
                                         uuid &id) noexcept
{
    return detail::read_chars(first, last, GUIDON_UUID_LEN, id);
}
inline std::from_chars_result from_chars(const char *first, const char *last,
                                         ulid &id) noexcept
{
    return detail::read_chars(first, last, GUIDON_ULID_LEN, id);
}

/* ------------------------------------------------------------------ streams */

/*
 * These work with streams of any character type, such as std::wostream. Your
 * program includes <istream>, <ostream> or <sstream>; this header does not.
 */

/* Writes the canonical text with the stream's width, fill and adjustment. */
template <class Char, class Traits>
std::basic_ostream<Char, Traits> &operator<<(
    std::basic_ostream<Char, Traits> &out, const uuid &id)
{
    return detail::write_word(out, id.text());
}
template <class Char, class Traits>
std::basic_ostream<Char, Traits> &operator<<(
    std::basic_ostream<Char, Traits> &out, const ulid &id)
{
    return detail::write_word(out, id.text());
}

/*
 * Reads a word, as for a std::string: skips whitespace before it if the stream's
 * skipws is set, and ends at whitespace, at the stream's width or at the end.
 * The whole word must be the canonical text of an id.
 *
 * Errors  failbit  no word, or the word is no such text: it has been taken from
 *                  the stream, and `id` is unchanged
 */
template <class Char, class Traits>
std::basic_istream<Char, Traits> &operator>>(
    std::basic_istream<Char, Traits> &in, uuid &id)
{
    return detail::read_word<GUIDON_UUID_LEN>(in, id);
}
template <class Char, class Traits>
std::basic_istream<Char, Traits> &operator>>(
    std::basic_istream<Char, Traits> &in, ulid &id)
{
    return detail::read_word<GUIDON_ULID_LEN>(in, id);
}

/* ------------------------------------------------------------- std::format */

/*
 * The formatter of ids, for std::format and libraries like it. A format is
 * [[fill]align][width][form]. The fill is one character of the type Char. The
 * width is a number without a leading zero, or {} or {N}, which take it from the
 * arguments. The form is a name from guidon/text.h, or "s" for the canonical
 * text. Examples: "{}", "{:s}", "{:urn}", "{:>40}", "{:>{}}", "{:*^50braces}".
 *
 * Use it with {fmt} like this:
 *
 *   template <> struct fmt::formatter<guidon::uuid>
 *       : guidon::formatting<guidon::uuid, fmt::format_error> {};
 *
 * Errors  FormatError: the format is wrong, an argument is no width, or form NCS
 *         for an id of another variant. The compiler rejects a wrong format if it
 *         is a literal.
 */
template <class T, class FormatError, class Char = char> class formatting {
  public:
    template <class Context> constexpr auto parse(Context &context)
    {
        auto at = context.begin();
        const auto end = context.end();

        form_ = detail::own_form(T());
        at = parse_place(at, end);
        if (at != end && *at == '{') {
            at = parse_width_argument(context, at + 1, end);
        } else if (at != end && *at == '0') {
            detail::refuse<FormatError>("guidon: a width begins with 1 to 9");
        } else {
            at = parse_number(width_, at, end);
        }
        if (at != end && *at != '}') {
            at = parse_form(at, end);
        }
        return at;
    }

    template <class Context> auto format(const T &id, Context &context) const
    {
        char text[GUIDON_TEXT_MAX];
        std::size_t len = 0;

        if (guidon_format(text, sizeof text, &len, &id, form_) != GUIDON_OK) {
            detail::refuse<FormatError>(
                "guidon: this id has no text in that form");
        }
        std::size_t width = width_;
        if (width_is_argument_) {
            const auto argument = context.arg(argument_);
            const detail::width_of<FormatError> visitor;
            width =
                detail::visiting<decltype(visitor), decltype(argument)>::visit(
                    visitor, argument);
        }
        const std::size_t space = width > len ? width - len : 0;
        const std::size_t before = align_ == '>'   ? space
                                   : align_ == '^' ? space / 2
                                                   : 0;
        auto out = context.out();
        out = padding(out, before);
        for (std::size_t i = 0; i < len; i++) {
            *out++ = static_cast<Char>(text[i]);
        }
        return padding(out, space - before);
    }

  private:
    static constexpr bool is_align(Char c) noexcept
    {
        return c == '<' || c == '>' || c == '^';
    }
    template <class It> constexpr It parse_place(It at, It end)
    {
        if (end - at > 1 && is_align(at[1]) && *at != '{' && *at != '}') {
            fill_ = *at++;
            align_ = *at++;
        } else if (at != end && is_align(*at)) {
            align_ = *at++;
        }
        return at;
    }
    template <class It>
    static constexpr It parse_number(std::size_t &number, It at, It end)
    {
        while (at != end && *at >= '0' && *at <= '9') {
            number = number * 10 + static_cast<std::size_t>(*at++ - '0');
            if (number > detail::width_max) {
                detail::refuse<FormatError>("guidon: the width is too large");
            }
        }
        return at;
    }
    /* Reads the rest of {} or {N}. */
    template <class Context, class It>
    constexpr It parse_width_argument(Context &context, It at, It end)
    {
        width_is_argument_ = true;
        if (at != end && *at == '}') {
            argument_ = static_cast<std::uint16_t>(context.next_arg_id());
            return at + 1;
        }
        const It from = at;
        std::size_t number = 0;
        at = parse_number(number, at, end);
        if (at == from || (*from == '0' && at - from > 1) || at == end ||
            *at != '}' || number > 0xffff) {
            detail::refuse<FormatError>(
                "guidon: a width of the arguments is {} or {N}");
        }
        argument_ = static_cast<std::uint16_t>(number);
        context.check_arg_id(argument_);
        return at + 1;
    }
    template <class It>
    static constexpr bool is_name(It from, It to, std::string_view name)
    {
        if (static_cast<std::size_t>(to - from) != name.size()) {
            return false;
        }
        for (const char c : name) {
            if (*from++ != static_cast<Char>(c)) {
                return false;
            }
        }
        return true;
    }
    template <class It> constexpr It parse_form(It at, It end)
    {
        const It from = at;
        while (at != end && *at != '}') {
            ++at;
        }
        if (is_name(from, at, "s")) {
            return at;
        }
        for (int i = 0; i < GUIDON_FORMS; i++) {
            if (is_name(from, at, detail::form_names[i])) {
                form_ = static_cast<guidon_form>(i);
                return at;
            }
        }
        detail::refuse<FormatError>("guidon: no form of ids has that name");
    }
    template <class Out> Out padding(Out out, std::size_t n) const
    {
        while (n-- > 0) {
            *out++ = fill_;
        }
        return out;
    }

    guidon_form form_ = GUIDON_FORM_UUID;
    std::size_t width_ = 0;
    std::uint16_t argument_ = 0; /* has the width, if the next is true */
    bool width_is_argument_ = false;
    Char fill_ = ' ';
    Char align_ = '<';
};

} // namespace guidon

#  if defined(__cpp_lib_format)
template <>
struct std::formatter<guidon::uuid, char>
    : guidon::formatting<guidon::uuid, std::format_error> {
};
template <>
struct std::formatter<guidon::ulid, char>
    : guidon::formatting<guidon::ulid, std::format_error> {
};
template <>
struct std::formatter<guidon::uuid, wchar_t>
    : guidon::formatting<guidon::uuid, std::format_error, wchar_t> {
};
template <>
struct std::formatter<guidon::ulid, wchar_t>
    : guidon::formatting<guidon::ulid, std::format_error, wchar_t> {
};
#  endif

#endif

#endif
