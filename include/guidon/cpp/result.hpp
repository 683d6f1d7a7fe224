/* SPDX-License-Identifier: MIT */
/* Results in C++: a value or an error, and an exception with that error. */
#ifndef GUIDON_CPP_RESULT_HPP
#define GUIDON_CPP_RESULT_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#  error "guidon.hpp needs C++17: -std=c++17 or later"
#endif

#include <guidon/status.h>

#include <cstddef>
#include <exception>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#if defined(__has_include)
#  if __has_include(<version>)
#    include <version>
#  endif
#endif
#if defined(__cpp_lib_expected)
#  include <expected>
#endif

namespace GUIDON_NAMESPACE guidon {

/* guidon_status as a scoped enumeration, so that std::error_code can hold
 * it. */
enum class errc {
    length = GUIDON_E_LENGTH,
    character = GUIDON_E_CHAR,
    range = GUIDON_E_RANGE,
    form = GUIDON_E_FORM,
    version = GUIDON_E_VERSION,
    future = GUIDON_E_FUTURE,
    argument = GUIDON_E_ARGUMENT,
    space = GUIDON_E_SPACE,
    overflow = GUIDON_E_OVERFLOW,
    clock = GUIDON_E_CLOCK,
    entropy = GUIDON_E_ENTROPY,
    state = GUIDON_E_STATE,
    memory = GUIDON_E_MEMORY,
    ambiguous = GUIDON_E_AMBIGUOUS
};

/* The error category "guidon". Its messages come from guidon_status_text. */
inline const std::error_category &error_category() noexcept
{
    class category final : public std::error_category {
      public:
        const char *name() const noexcept override
        {
            return "guidon";
        }
        std::string message(int status) const override
        {
            return guidon_status_text(static_cast<guidon_status>(status));
        }
    };
    static const category one;
    return one;
}

inline std::error_code make_error_code(errc code) noexcept
{
    return {static_cast<int>(code), error_category()};
}

/* An error: a status and, if it comes from a parser, the offset of the first
 * wrong character. Otherwise the offset is 0. */
struct error {
    guidon_status status;
    std::size_t offset;

    [[nodiscard]] const char *message() const noexcept
    {
        return guidon_status_text(status);
    }
    [[nodiscard]] std::error_code code() const noexcept
    {
        return make_error_code(static_cast<errc>(status));
    }
    friend constexpr bool operator==(const error &a, const error &b) noexcept
    {
        return a.status == b.status && a.offset == b.offset;
    }
    friend constexpr bool operator!=(const error &a, const error &b) noexcept
    {
        return !(a == b);
    }
};

/* The exception that holds an error. It allocates nothing itself. */
class exception : public std::exception {
  public:
    explicit exception(guidon::error why) noexcept : why_(why)
    {
    }

    const char *what() const noexcept override
    {
        return why_.message();
    }
    [[nodiscard]] const guidon::error &error() const noexcept
    {
        return why_;
    }

  private:
    guidon::error why_;
};

/* Throw, or call std::terminate if the program is compiled without
 * exceptions. */
[[noreturn]] inline void raise(error why)
{
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw exception(why);
#else
    (void)why;
    std::terminate();
#endif
}

/*
 * A T or an error: std::expected<T, error> for C++17.
 *
 * It is the same type in every edition of C++, so files compiled for different
 * editions link together. In C++23 it converts to std::expected. A result
 * always holds a T, because ids and times are cheap to create and to copy.
 */
template <class T> class [[nodiscard]] result {
    static_assert(std::is_trivially_copyable_v<T>, "a result is copied freely");

  public:
    using value_type = T;
    using error_type = guidon::error;

    constexpr result(const T &value) noexcept
        : value_(value), error_{GUIDON_OK, 0}
    {
    }
    /* The status of `why` must not be GUIDON_OK. */
    constexpr result(guidon::error why) noexcept : value_(), error_(why)
    {
    }

    [[nodiscard]] constexpr bool has_value() const noexcept
    {
        return error_.status == GUIDON_OK;
    }
    constexpr explicit operator bool() const noexcept
    {
        return has_value();
    }

    /* The value without a check. In an error it is a T{} without a meaning. */
    constexpr const T &operator*() const noexcept
    {
        return value_;
    }
    constexpr const T *operator->() const noexcept
    {
        return &value_;
    }
    /* The value. Throws the error if the result has no value. */
    [[nodiscard]] constexpr const T &value() const
    {
        if (!has_value()) {
            raise(error_);
        }
        return value_;
    }
    [[nodiscard]] constexpr T value_or(const T &other) const noexcept
    {
        return has_value() ? value_ : other;
    }
    /* The error. Its status is GUIDON_OK if the result has a value. */
    [[nodiscard]] constexpr const guidon::error &error() const noexcept
    {
        return error_;
    }

    /* Calls f(value), which returns a result, or passes the error on. */
    template <class F>
    constexpr auto and_then(F &&f) const -> std::invoke_result_t<F, const T &>
    {
        if (has_value()) {
            return std::forward<F>(f)(value_);
        }
        return error_;
    }
    /* Makes a result of f(value), or passes the error on. */
    template <class F>
    constexpr auto transform(F &&f) const
        -> result<std::decay_t<std::invoke_result_t<F, const T &>>>
    {
        if (has_value()) {
            return std::forward<F>(f)(value_);
        }
        return error_;
    }
    /* Keeps the value, or calls f(error), which returns a result of this
     * type. */
    template <class F> constexpr result or_else(F &&f) const
    {
        return has_value() ? *this : std::forward<F>(f)(error_);
    }

#if defined(__cpp_lib_expected)
    constexpr operator std::expected<T, guidon::error>() const
    {
        if (has_value()) {
            return value_;
        }
        return std::unexpected(error_);
    }
#endif

    friend constexpr bool operator==(const result &a, const result &b) noexcept
    {
        return a.error_ == b.error_ && (!a.has_value() || a.value_ == b.value_);
    }
    friend constexpr bool operator!=(const result &a, const result &b) noexcept
    {
        return !(a == b);
    }

  private:
    T value_;
    guidon::error error_;
};

} // namespace guidon

template <> struct std::is_error_code_enum<guidon::errc> : std::true_type {
};

#endif
