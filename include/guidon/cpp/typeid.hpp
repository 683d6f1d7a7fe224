/* SPDX-License-Identifier: MIT */
/* TypeIDs in C++: ids as text with a prefix that names their type. */
#ifndef GUIDON_CPP_TYPEID_HPP
#define GUIDON_CPP_TYPEID_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/typeid.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace GUIDON_NAMESPACE guidon {

/* The two parts of a TypeID. `prefix` is a view of the text that was read, which
 * must live as long as the view. */
struct typeid_parts {
    std::string_view prefix;
    uuid id;

    friend constexpr bool operator==(const typeid_parts &a,
                                     const typeid_parts &b) noexcept
    {
        return a.prefix == b.prefix && a.id == b.id;
    }
    friend constexpr bool operator!=(const typeid_parts &a,
                                     const typeid_parts &b) noexcept
    {
        return !(a == b);
    }
};

/* Check a prefix: see guidon_typeid_prefix_check. The status of the error is
 * GUIDON_OK if TypeIDs may have this prefix. */
[[nodiscard]] inline error typeid_prefix_check(std::string_view prefix) noexcept
{
    std::size_t bad_at = 0;
    const guidon_status status =
        guidon_typeid_prefix_check(prefix.data(), prefix.size(), &bad_at);
    return {status, bad_at};
}

/* Write a UUID or ULID as a TypeID. Throws GUIDON_E_ARGUMENT if the prefix is
 * not one that TypeIDs may have. */
[[nodiscard]] inline std::string typeid_format(std::string_view prefix,
                                               const guidon_id &id)
{
    char out[GUIDON_TYPEID_MAX];
    std::size_t len = 0;
    const guidon_status status = guidon_typeid_format(
        out, sizeof out, &len, prefix.data(), prefix.size(), &id);
    if (status != GUIDON_OK) {
        raise({status, 0});
    }
    return std::string(out, len);
}

/* Read a TypeID with any prefix: see guidon_typeid_parse. */
[[nodiscard]] inline result<typeid_parts> typeid_parse(
    std::string_view text) noexcept
{
    guidon_id id{};
    std::size_t prefix_len = 0;
    std::size_t bad_at = 0;
    const guidon_status status = guidon_typeid_parse(
        &id, &prefix_len, text.data(), text.size(), &bad_at);
    if (status != GUIDON_OK) {
        return error{status, bad_at};
    }
    return typeid_parts{std::string_view(text.data(), prefix_len), uuid(id)};
}

} // namespace guidon

#endif
