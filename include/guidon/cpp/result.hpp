/* SPDX-License-Identifier: MIT */
/* Results in C++: a value or an error, and an exception with that error. */
#ifndef GUIDON_CPP_RESULT_HPP
#define GUIDON_CPP_RESULT_HPP

/* Without C++17 the headers of C++ declare nothing, so that this error is the
 * first one and the only one of theirs. */
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#  error "guidon.hpp needs C++17: -std=c++17 or later"
#  define GUIDON_CPP_TOO_OLD
#endif

#include <guidon/status.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <cstddef>
#  include <exception>
#  include <optional>
#  include <string>
#  include <system_error>
#  include <type_traits>
#  include <utility>

#  if defined(__has_include)
#    if __has_include(<version>)
#      include <version>
#    endif
#  endif
#  if defined(__cpp_lib_expected)
#    include <expected>
#  endif

namespace GUIDON_NAMESPACE guidon {

/* guidon_status as a scoped enumeration, so that std::error_code can hold it.
 * The names id_errc, id_category and id_error are made as std::future_errc,
 * std::future_category and std::future_error are, because std has errc,
 * error_category and exception of its own. */
enum class id_errc {
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
inline const std::error_category &id_category() noexcept
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

inline std::error_code make_error_code(id_errc code) noexcept
{
    return {static_cast<int>(code), id_category()};
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
        return make_error_code(static_cast<id_errc>(status));
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
class id_error : public std::exception {
  public:
    explicit id_error(guidon::error why) noexcept : why_(why)
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
#  if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw id_error(why);
#  else
    (void)why;
    std::terminate();
#  endif
}

namespace detail {

/* A T beside an error. The T has a value in any case, because such types are
 * cheap to create and to copy: ids, times and numbers. */
template <class T, bool = std::is_trivially_copyable_v<T>
                       &&std::is_default_constructible_v<T>>
class kept {
  public:
    constexpr explicit kept(const T &value) noexcept
        : value_(value), error_{GUIDON_OK, 0}
    {
    }
    constexpr explicit kept(guidon::error why) noexcept : value_(), error_(why)
    {
    }
    [[nodiscard]] constexpr bool has_value() const noexcept
    {
        return error_.status == GUIDON_OK;
    }
    [[nodiscard]] constexpr T &value() noexcept
    {
        return value_;
    }
    [[nodiscard]] constexpr const T &value() const noexcept
    {
        return value_;
    }
    [[nodiscard]] constexpr const guidon::error &why() const noexcept
    {
        return error_;
    }

  private:
    T value_;
    guidon::error error_;
};

/* The same for other types, such as std::string. An error has no T. */
template <class T> class kept<T, false> {
  public:
    constexpr explicit kept(const T &value)
        : value_(value), error_{GUIDON_OK, 0}
    {
    }
    constexpr explicit kept(T &&value)
        : value_(std::move(value)), error_{GUIDON_OK, 0}
    {
    }
    constexpr explicit kept(guidon::error why) noexcept : error_(why)
    {
    }
    [[nodiscard]] constexpr bool has_value() const noexcept
    {
        return value_.has_value();
    }
    [[nodiscard]] constexpr T &value() noexcept
    {
        return *value_;
    }
    [[nodiscard]] constexpr const T &value() const noexcept
    {
        return *value_;
    }
    [[nodiscard]] constexpr const guidon::error &why() const noexcept
    {
        return error_;
    }

  private:
    std::optional<T> value_;
    guidon::error error_;
};

/* f(value), where f may also be a member of the class of the value. This is
 * std::invoke, which is no constant expression in C++17. */
template <class F, class T> constexpr decltype(auto) call(F &&f, T &&value)
{
    if constexpr (std::is_member_function_pointer_v<std::decay_t<F>>) {
        return (std::forward<T>(value).*f)();
    } else if constexpr (std::is_member_object_pointer_v<std::decay_t<F>>) {
        return (std::forward<T>(value).*f);
    } else {
        return std::forward<F>(f)(std::forward<T>(value));
    }
}

} // namespace detail

/*
 * A T or an error: std::expected<T, error> for C++17. T is void or a type whose
 * values move, such as an id, a std::string or a std::unique_ptr.
 *
 * It is the same type in every edition of C++, so files compiled for different
 * editions link together. In C++23 it converts to std::expected. Functions of a
 * result that is about to end, such as the result of a call, give values and not
 * references, so that no reference outlives it.
 */
template <class T> class [[nodiscard]] result {
    static_assert(std::is_object_v<T> && !std::is_array_v<T> &&
                      !std::is_const_v<T> && !std::is_same_v<T, guidon::error>,
                  "a result holds void, or values of a type that is neither "
                  "const, an array, a reference nor guidon::error");

  public:
    using value_type = T;
    using error_type = guidon::error;

    constexpr result(const T &value) noexcept(
        std::is_nothrow_copy_constructible_v<T>)
        : kept_(value)
    {
    }
    constexpr result(T &&value) noexcept(
        std::is_nothrow_move_constructible_v<T>)
        : kept_(std::move(value))
    {
    }
    /* The status of `why` must not be GUIDON_OK. */
    constexpr result(guidon::error why) noexcept : kept_(why)
    {
    }

    [[nodiscard]] constexpr bool has_value() const noexcept
    {
        return kept_.has_value();
    }
    constexpr explicit operator bool() const noexcept
    {
        return has_value();
    }

    /* The value without a check. In an error, the value of a trivially copyable
     * T with a default, such as an id or a time, is a T{} without a meaning;
     * there is none of another T. */
    constexpr const T &operator*() const &noexcept
    {
        return kept_.value();
    }
    constexpr T operator*() &&noexcept(std::is_nothrow_move_constructible_v<T>)
    {
        return std::move(kept_.value());
    }
    constexpr const T *operator->() const noexcept
    {
        return &kept_.value();
    }
    /* The value. Throws the error if the result has no value. */
    [[nodiscard]] constexpr const T &value() const &
    {
        want();
        return kept_.value();
    }
    [[nodiscard]] constexpr T value() &&
    {
        want();
        return std::move(kept_.value());
    }
    [[nodiscard]] constexpr T value_or(T other) const &
    {
        if (has_value()) {
            return kept_.value();
        }
        return other;
    }
    [[nodiscard]] constexpr T value_or(T other) &&
    {
        if (has_value()) {
            return std::move(kept_.value());
        }
        return other;
    }
    /* The error. Its status is GUIDON_OK if the result has a value. */
    [[nodiscard]] constexpr const guidon::error &error() const noexcept
    {
        return kept_.why();
    }

    /* Calls f(value), which returns a result, or passes the error on. */
    template <class F>
    constexpr auto and_then(F &&f) const & -> std::invoke_result_t<F, const T &>
    {
        if (has_value()) {
            return detail::call(std::forward<F>(f), kept_.value());
        }
        return error();
    }
    template <class F>
    constexpr auto and_then(F &&f) && -> std::invoke_result_t<F, T &&>
    {
        if (has_value()) {
            return detail::call(std::forward<F>(f), std::move(kept_.value()));
        }
        return error();
    }
    /* Makes a result of f(value), or passes the error on. `f` may return nothing,
     * and may be a member, such as &uuid::version. */
    template <class F>
    constexpr auto transform(F &&f)
        const & -> result<std::decay_t<std::invoke_result_t<F, const T &>>>
    {
        return transformed(*this, std::forward<F>(f));
    }
    template <class F>
    constexpr auto transform(
        F &&f) && -> result<std::decay_t<std::invoke_result_t<F, T &&>>>
    {
        return transformed(std::move(*this), std::forward<F>(f));
    }
    /* Keeps the value, or calls f(error), which returns a result of this
     * type. */
    template <class F> constexpr result or_else(F &&f) const &
    {
        return has_value() ? *this : std::forward<F>(f)(error());
    }
    template <class F> constexpr result or_else(F &&f) &&
    {
        return has_value() ? std::move(*this) : std::forward<F>(f)(error());
    }

#  if defined(__cpp_lib_expected)
    constexpr operator std::expected<T, guidon::error>() const &
    {
        if (has_value()) {
            return kept_.value();
        }
        return std::unexpected(error());
    }
    constexpr operator std::expected<T, guidon::error>() &&
    {
        if (has_value()) {
            return std::move(kept_.value());
        }
        return std::unexpected(error());
    }
#  endif

    friend constexpr bool operator==(const result &a, const result &b)
    {
        return a.error() == b.error() && (!a.has_value() || *a == *b);
    }
    friend constexpr bool operator!=(const result &a, const result &b)
    {
        return !(a == b);
    }

  private:
    constexpr void want() const
    {
        if (!has_value()) {
            raise(error());
        }
    }
    template <class Self, class F>
    static constexpr auto transformed(Self &&self, F &&f)
    {
        using value = decltype(*std::forward<Self>(self));
        using made = std::decay_t<std::invoke_result_t<F, value>>;

        if (!self.has_value()) {
            return result<made>(self.error());
        }
        if constexpr (std::is_void_v<made>) {
            detail::call(std::forward<F>(f), *std::forward<Self>(self));
            return result<made>();
        } else {
            return result<made>(
                detail::call(std::forward<F>(f), *std::forward<Self>(self)));
        }
    }

    detail::kept<T> kept_;
};

/* Success or an error, without a value: the result of a function that returns nothing. */
template <> class [[nodiscard]] result<void> {
  public:
    using value_type = void;
    using error_type = guidon::error;

    constexpr result() noexcept : error_{GUIDON_OK, 0}
    {
    }
    /* The status of `why` may be GUIDON_OK, which is a success. */
    constexpr result(guidon::error why) noexcept : error_(why)
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
    /* Throws the error, if there is one. */
    constexpr void value() const
    {
        if (!has_value()) {
            raise(error_);
        }
    }
    [[nodiscard]] constexpr const guidon::error &error() const noexcept
    {
        return error_;
    }

    /* Calls f(), which returns a result, or passes the error on. */
    template <class F>
    constexpr auto and_then(F &&f) const -> std::invoke_result_t<F>
    {
        if (has_value()) {
            return std::forward<F>(f)();
        }
        return error_;
    }
    /* Keeps the success, or calls f(error), which returns a result<void>. */
    template <class F> constexpr result or_else(F &&f) const
    {
        return has_value() ? *this : std::forward<F>(f)(error_);
    }

#  if defined(__cpp_lib_expected)
    constexpr operator std::expected<void, guidon::error>() const
    {
        if (has_value()) {
            return {};
        }
        return std::unexpected(error_);
    }
#  endif

    friend constexpr bool operator==(const result &a, const result &b) noexcept
    {
        return a.error_ == b.error_;
    }
    friend constexpr bool operator!=(const result &a, const result &b) noexcept
    {
        return !(a == b);
    }

  private:
    guidon::error error_;
};

} // namespace guidon

template <> struct std::is_error_code_enum<guidon::id_errc> : std::true_type {
};

#endif

#endif
