/* SPDX-License-Identifier: MIT */
/* The two canonical texts at compile time, and a text type without allocation.
 */
#ifndef GUIDON_CPP_TEXT_HPP
#define GUIDON_CPP_TEXT_HPP

#include <guidon/cpp/result.hpp>
#include <guidon/text.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <cstdint>
#  include <string>
#  include <string_view>

/* True while a constant expression is evaluated. It is always true if the
 * compiler cannot tell. The results are then the same, but slower to
 * compute. */
#  if defined(__has_builtin)
#    if __has_builtin(__builtin_is_constant_evaluated)
#      define GUIDON_CONSTANT_EVALUATED() __builtin_is_constant_evaluated()
#    endif
#  endif
#  if !defined(GUIDON_CONSTANT_EVALUATED)
#    if (defined(__GNUC__) && __GNUC__ >= 9) ||                                \
        (defined(_MSC_VER) && _MSC_VER >= 1925)
#      define GUIDON_CONSTANT_EVALUATED() __builtin_is_constant_evaluated()
#    else
#      define GUIDON_CONSTANT_EVALUATED() true
#    endif
#  endif

namespace GUIDON_NAMESPACE guidon {

/* A text of N characters without NUL, for example the text of an id. */
template <std::size_t N> struct text {
    char chars[N];

    [[nodiscard]] constexpr const char *data() const noexcept
    {
        return chars;
    }
    [[nodiscard]] static constexpr std::size_t size() noexcept
    {
        return N;
    }
    [[nodiscard]] constexpr const char *begin() const noexcept
    {
        return chars;
    }
    [[nodiscard]] constexpr const char *end() const noexcept
    {
        return chars + N;
    }
    /* A view into this object, which must live as long as the view. */
    [[nodiscard]] constexpr std::string_view view() const noexcept
    {
        return {chars, N};
    }
    constexpr operator std::string_view() const noexcept
    {
        return view();
    }
    [[nodiscard]] std::string str() const
    {
        return std::string(chars, N);
    }
    operator std::string() const
    {
        return str();
    }
};

/* Say in a sentence why a text is not read: see guidon_parse_reason. The sentence is
 * empty if the text is read. */
[[nodiscard]] inline std::string parse_reason(
    std::string_view text, guidon_accept accept = GUIDON_ACCEPT_ANY,
    unsigned flags = 0)
{
    char out[GUIDON_REASON_MAX];
    std::size_t len = 0;
    const guidon_status status = guidon_parse_reason(
        out, sizeof out, &len, text.data(), text.size(), accept, flags);
    return std::string(out, status == GUIDON_OK ? len : 0);
}

/* What a text could be, as a JSON array of readings: see guidon_describe_json. */
[[nodiscard]] inline std::string describe_json(
    std::string_view text, guidon_accept accept = GUIDON_ACCEPT_ANY,
    unsigned flags = 0)
{
    std::string out(GUIDON_DESCRIBE_MAX, '\0');
    std::size_t len = 0;
    const guidon_status status = guidon_describe_json(
        out.data(), out.size(), &len, text.data(), text.size(), accept, flags);
    out.resize(status == GUIDON_OK ? len : 0);
    return out;
}

namespace detail {

/* The offset of octet i in the text of a UUID. */
constexpr std::size_t uuid_at(std::size_t i) noexcept
{
    return 2 * i + (i > 3) + (i > 5) + (i > 7) + (i > 9);
}

constexpr bool is_dash_at(std::size_t at) noexcept
{
    return at == 8 || at == 13 || at == 18 || at == 23;
}

/* The value of a hexadecimal digit, or 255. */
constexpr unsigned hex_value(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    for (unsigned i = 0; i < 6; i++) {
        if (c == "abcdef"[i] || c == "ABCDEF"[i]) {
            return 10 + i;
        }
    }
    return 255;
}

/* The value of a letter of Crockford's base32, without aliases, or 255. */
constexpr unsigned base32_value(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return static_cast<unsigned>(c - '0');
    }
    for (unsigned i = 0; i < 22; i++) {
        if (c == "abcdefghjkmnpqrstvwxyz"[i] ||
            c == "ABCDEFGHJKMNPQRSTVWXYZ"[i]) {
            return 10 + i;
        }
    }
    return 255;
}

constexpr error wrong_length(std::size_t len, std::size_t want) noexcept
{
    return {GUIDON_E_LENGTH, len < want ? len : want};
}

/* guidon_uuid_parse at compile time. It gives the same result for every
 * text. */
constexpr result<guidon_id> uuid_read(std::string_view text) noexcept
{
    guidon_id id{};

    if (text.size() != GUIDON_UUID_LEN) {
        return wrong_length(text.size(), GUIDON_UUID_LEN);
    }
    for (std::size_t at = 0; at < GUIDON_UUID_LEN; at++) {
        if (is_dash_at(at) ? text[at] != '-' : hex_value(text[at]) > 15) {
            return error{GUIDON_E_CHAR, at};
        }
    }
    for (std::size_t i = 0; i < 16; i++) {
        const unsigned high = hex_value(text[uuid_at(i)]);
        const unsigned low = hex_value(text[uuid_at(i) + 1]);
        id.bytes[i] = static_cast<unsigned char>(high << 4 | low);
    }
    return id;
}

/* guidon_ulid_parse at compile time. The 26 letters are 130 bits; the first two
 * are above the 128 bits of the id. */
constexpr result<guidon_id> ulid_read(std::string_view text) noexcept
{
    guidon_id id{};

    if (text.size() != GUIDON_ULID_LEN) {
        return wrong_length(text.size(), GUIDON_ULID_LEN);
    }
    for (std::size_t at = 0; at < GUIDON_ULID_LEN; at++) {
        if (base32_value(text[at]) > 31) {
            return error{GUIDON_E_CHAR, at};
        }
    }
    if (base32_value(text[0]) > 7) {
        return error{GUIDON_E_RANGE, 0};
    }
    for (std::size_t bit = 2; bit < 130; bit++) {
        const unsigned letter = base32_value(text[bit / 5]);
        const unsigned one = letter >> (4 - bit % 5) & 1;
        const std::size_t to = bit - 2;
        id.bytes[to / 8] =
            static_cast<unsigned char>(id.bytes[to / 8] | one << (7 - to % 8));
    }
    return id;
}

/* guidon_uuid_format and guidon_ulid_format at compile time. */
constexpr text<GUIDON_UUID_LEN> uuid_written(const guidon_id &id) noexcept
{
    text<GUIDON_UUID_LEN> out{};

    for (std::size_t at = 0; at < GUIDON_UUID_LEN; at++) {
        out.chars[at] = '-';
    }
    for (std::size_t i = 0; i < 16; i++) {
        out.chars[uuid_at(i)] = "0123456789abcdef"[id.bytes[i] >> 4];
        out.chars[uuid_at(i) + 1] = "0123456789abcdef"[id.bytes[i] & 15];
    }
    return out;
}

constexpr text<GUIDON_ULID_LEN> ulid_written(const guidon_id &id) noexcept
{
    text<GUIDON_ULID_LEN> out{};

    for (std::size_t at = 0; at < GUIDON_ULID_LEN; at++) {
        unsigned letter = 0;
        for (std::size_t bit = 5 * at; bit < 5 * at + 5; bit++) {
            const std::size_t from = bit < 2 ? 0 : bit - 2;
            const unsigned one =
                bit < 2 ? 0u : id.bytes[from / 8] >> (7 - from % 8) & 1u;
            letter = letter << 1 | one;
        }
        out.chars[at] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[letter];
    }
    return out;
}

} // namespace detail
} // namespace guidon

#endif

#endif
