/* SPDX-License-Identifier: MIT */
/* TypeIDs in C++: ids as text with a prefix that names their type. */
#ifndef GUIDON_CPP_TYPEID_HPP
#define GUIDON_CPP_TYPEID_HPP

#include <guidon/cpp/id.hpp>
#include <guidon/cpp/result.hpp>
#include <guidon/typeid.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <functional>
#  include <string>
#  include <string_view>

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

/* Write a UUID or ULID as a TypeID. Throws an error if the prefix is
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

/*
 * A TypeID that owns its prefix. It allocates nothing, and sorts as its text does.
 * The default has no prefix and holds Nil.
 */
class type_id {
  public:
    constexpr type_id() noexcept = default;
    /* Throws the error of make(). */
    type_id(std::string_view prefix, const uuid &id)
        : type_id(make(prefix, id).value())
    {
    }
    /* The error is that of typeid_prefix_check. */
    [[nodiscard]] static result<type_id> make(std::string_view prefix,
                                              const uuid &id) noexcept
    {
        const error why = typeid_prefix_check(prefix);
        if (why.status != GUIDON_OK) {
            return why;
        }
        return type_id(typeid_parts{prefix, id});
    }
    /* Read a TypeID with any prefix: see guidon_typeid_parse. */
    [[nodiscard]] static result<type_id> parse(std::string_view text) noexcept
    {
        return typeid_parse(text).transform(
            [](const typeid_parts &parts) { return type_id(parts); });
    }

    /* A view into this object, which must live as long as the view. */
    [[nodiscard]] constexpr std::string_view prefix() const noexcept
    {
        return {prefix_, prefix_len_};
    }
    [[nodiscard]] constexpr const uuid &id() const noexcept
    {
        return id_;
    }
    [[nodiscard]] std::string str() const
    {
        return typeid_format(prefix(), id_);
    }
    friend std::string to_string(const type_id &typed)
    {
        return typed.str();
    }

    friend constexpr bool operator==(const type_id &a,
                                     const type_id &b) noexcept
    {
        return a.id_ == b.id_ && a.prefix() == b.prefix();
    }
    friend constexpr bool operator!=(const type_id &a,
                                     const type_id &b) noexcept
    {
        return !(a == b);
    }
    friend constexpr bool operator<(const type_id &a, const type_id &b) noexcept
    {
        return a.prefix() != b.prefix() ? a.prefix() < b.prefix()
                                        : a.id_ < b.id_;
    }
    friend constexpr bool operator>(const type_id &a, const type_id &b) noexcept
    {
        return b < a;
    }
    friend constexpr bool operator<=(const type_id &a,
                                     const type_id &b) noexcept
    {
        return !(b < a);
    }
    friend constexpr bool operator>=(const type_id &a,
                                     const type_id &b) noexcept
    {
        return !(a < b);
    }
    friend std::size_t hash_value(const type_id &typed) noexcept
    {
        return std::hash<std::string_view>()(typed.prefix()) ^
               hash_value(typed.id_);
    }

  private:
    /* The prefix has been checked. */
    explicit type_id(const typeid_parts &parts) noexcept
        : prefix_len_(static_cast<unsigned char>(parts.prefix.size())),
          id_(parts.id)
    {
        for (std::size_t i = 0; i < parts.prefix.size(); i++) {
            prefix_[i] = parts.prefix[i];
        }
    }

    char prefix_[GUIDON_TYPEID_PREFIX_MAX]{};
    unsigned char prefix_len_ = 0;
    uuid id_;
};

} // namespace guidon

template <> struct std::hash<guidon::type_id> {
    std::size_t operator()(const guidon::type_id &typed) const noexcept
    {
        return hash_value(typed);
    }
};

#endif

#endif
