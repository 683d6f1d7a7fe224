/* SPDX-License-Identifier: MIT */
/* What a fallible call answers in C++: a value or a reason, and the exception
 * of those who want one. */
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

namespace guidon {

/* guidon_status as a scoped type, so that std::error_code can hold one. */
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
    memory = GUIDON_E_MEMORY
};

/* The category "guidon", whose messages are those of guidon_status_text. */
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

/* Why there is no value: a status and, where a text was read, the offset of its
 * first wrong character; 0 elsewhere. */
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

/* An error that was thrown; allocates nothing of its own. */
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

/* Throw, or end the program where it is compiled without exceptions. */
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
 * A T or an error: std::expected<T, error> in what it can do, for C++17. The
 * same type in every standard, so that files compiled for different ones can be
 * linked; in C++23 it converts to std::expected.
 *
 * T is copied freely and costs nothing to make, as ids and times do.
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
    /* `why` is no GUIDON_OK. */
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

    /* The value, unlooked at: where there is none, a T{} that means nothing. */
    constexpr const T &operator*() const noexcept
    {
        return value_;
    }
    constexpr const T *operator->() const noexcept
    {
        return &value_;
    }
    /* The value, or an exception with the error. */
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
    /* Where there is a value, the status is GUIDON_OK. */
    [[nodiscard]] constexpr const guidon::error &error() const noexcept
    {
        return error_;
    }

    /* f(value), which is a result; or the error. */
    template <class F>
    constexpr auto and_then(F &&f) const -> std::invoke_result_t<F, const T &>
    {
        if (has_value()) {
            return std::forward<F>(f)(value_);
        }
        return error_;
    }
    /* A result of f(value); or the error. */
    template <class F>
    constexpr auto transform(F &&f) const
        -> result<std::decay_t<std::invoke_result_t<F, const T &>>>
    {
        if (has_value()) {
            return std::forward<F>(f)(value_);
        }
        return error_;
    }
    /* The value; or f(error), which is a result of the same kind. */
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
