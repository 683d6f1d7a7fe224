/* SPDX-License-Identifier: MIT */
/* Times of ids as std::chrono time points. */
#ifndef GUIDON_CPP_TIME_HPP
#define GUIDON_CPP_TIME_HPP

#include <guidon/cpp/result.hpp>
#include <guidon/id.h>
#include <guidon/time.h>

#if !defined(GUIDON_CPP_TOO_OLD)

#  include <chrono>
#  include <cstddef>
#  include <cstdint>
#  include <limits>
#  include <ratio>
#  include <string_view>
#  include <type_traits>

namespace GUIDON_NAMESPACE guidon {

/*
 * Ticks of 100 ns on the system clock, without leap seconds.
 *
 * Versions 1 and 6 count these ticks, and Guidon reads no finer time. 64 bits
 * hold 29,000 years before and after 1970. Nanoseconds would hold only the
 * years 1677 to 2262, but ids reach from 1582 to 10889.
 */
using ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
using sys_ticks = std::chrono::time_point<std::chrono::system_clock, ticks>;

/*
 * Converts a time of the C library to ticks, rounded towards the past to
 * 100 ns.
 *
 * Errors  GUIDON_E_RANGE  the time is 29,000 years or more from 1970
 */
[[nodiscard]] constexpr result<sys_ticks> to_sys_ticks(guidon_time t) noexcept
{
    constexpr std::int64_t most =
        (std::numeric_limits<std::int64_t>::max)() / ticks::period::den - 1;

    if (t.seconds > most || t.seconds < -most) {
        return error{GUIDON_E_RANGE, 0};
    }
    return sys_ticks(
        ticks(t.seconds * ticks::period::den + t.nanoseconds / 100));
}

/* Converts a time point of any unit to a time of the C library, rounded towards
 * the past to 1 ns. */
template <class Duration>
[[nodiscard]] constexpr guidon_time to_guidon_time(
    std::chrono::time_point<std::chrono::system_clock, Duration> t)
{
    using std::chrono::floor;
    using std::chrono::nanoseconds;
    using period = typename Duration::period;

    if constexpr (std::is_integral_v<typename Duration::rep> &&
                  period::num == 1) {
        // Only division is safe here: the second of the earliest time begins
        // before the earliest time that the unit can hold.
        using wide =
            std::conditional_t<std::is_signed_v<typename Duration::rep>,
                               std::int64_t, std::uint64_t>;
        const wide count = t.time_since_epoch().count();
        const wide whole = count / wide{period::den};
        const auto part = static_cast<std::int64_t>(count % wide{period::den});
        const bool past = part < 0;
        // Not a Duration: a narrow count may not hold a second.
        const std::chrono::duration<std::int64_t, period> rest(
            part + (past ? period::den : 0));
        // An unsigned count may be later than guidon_time holds, and no id is.
        constexpr auto last = (std::numeric_limits<std::int64_t>::max)();
        const bool later = whole > 0 && static_cast<std::uint64_t>(whole) >
                                            std::uint64_t{last};

        return {later ? last : static_cast<std::int64_t>(whole) - past,
                static_cast<std::uint32_t>(floor<nanoseconds>(rest).count())};
    } else if constexpr (std::is_integral_v<typename Duration::rep> &&
                         period::den == 1) {
        // Whole seconds. A time that guidon_time cannot hold becomes its first
        // or last one, which no id holds either.
        using wide =
            std::conditional_t<std::is_signed_v<typename Duration::rep>,
                               std::int64_t, std::uint64_t>;
        using limits = std::numeric_limits<std::int64_t>;
        const wide count = t.time_since_epoch().count();
        constexpr wide most = (limits::max)() / period::num;

        if (count > most) {
            return {(limits::max)(), 0};
        }
        if constexpr (std::is_signed_v<wide>) {
            if (count < -most) {
                return {(limits::min)(), 0};
            }
        }
        return {static_cast<std::int64_t>(count) * period::num, 0};
    } else {
        const auto whole = floor<std::chrono::seconds>(t);
        const auto rest = floor<nanoseconds>(t - whole);

        return {static_cast<std::int64_t>(whole.time_since_epoch().count()),
                static_cast<std::uint32_t>(rest.count())};
    }
}

namespace detail {

/* Unix milliseconds of a time, rounded towards the past. A time that is no
 * number of milliseconds since 1970 becomes one that no id holds. */
constexpr std::uint64_t unix_ms_of(guidon_time t) noexcept
{
    constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)();

    if (t.seconds < 0 || t.seconds > most / 1000 - 1) {
        return (std::numeric_limits<std::uint64_t>::max)();
    }
    return static_cast<std::uint64_t>(t.seconds) * 1000 +
           t.nanoseconds / 1000000;
}

/* Returns the last nanosecond of the unit in which a time point counts. A count
 * of ticks, of a finer unit, of a floating-point unit and of a unit that is no
 * whole number of ticks is an instant. */
template <class Duration>
constexpr guidon_time end_of_unit(
    std::chrono::time_point<std::chrono::system_clock, Duration> t)
{
    using unit = std::ratio_divide<typename Duration::period, ticks::period>;
    constexpr std::int64_t seconds = unit::num / ticks::period::den;
    constexpr std::int64_t rest = unit::num % ticks::period::den;
    constexpr std::int64_t second_ns = 1'000'000'000;
    guidon_time end = to_guidon_time(t);

    if constexpr (std::is_integral_v<typename Duration::rep> &&
                  unit::den == 1) {
        const std::int64_t ns = end.nanoseconds + rest * 100 - 1;

        // No id holds a time as late as the limit.
        if (end.seconds <
            (std::numeric_limits<std::int64_t>::max)() - seconds) {
            end.seconds += seconds - (ns < 0) + (ns >= second_ns);
            end.nanoseconds =
                static_cast<std::uint32_t>((ns + second_ns) % second_ns);
        }
    }
    return end;
}

/* Returns (x * a + rest) / b rounded down, where `rest` is a - 1 or, if not
 * `full`, 0. Takes x < b < 2^63. The product may have 128 bits, so this divides
 * one bit of `a` after another, as by hand. */
constexpr std::uint64_t mul_div(std::uint64_t x, std::uint64_t a,
                                std::uint64_t b, bool full) noexcept
{
    std::uint64_t quotient = 0;
    std::uint64_t rest = 0;

    x += full; // x * a + a - 1 is (x + 1) * a - 1
    for (int bit = 63; bit >= 0; bit--) {
        rest *= 2;
        quotient = 2 * quotient + (rest >= b);
        rest -= rest >= b ? b : 0;
        rest += a >> bit & 1 ? x : 0;
        quotient += rest >= b;
        rest -= rest >= b ? b : 0;
    }
    return quotient - (full && rest == 0);
}

/* Sets `out` to n * a / b, rounded down. False if Rep, an integer of at most 64
 * bits, cannot hold the result. */
template <class Rep>
constexpr bool scale(Rep &out, std::int64_t n, std::uint64_t a,
                     std::uint64_t b) noexcept
{
    // Below zero, -1 - result is the same quotient of -1 - n with a rest, and
    // has the same limit.
    const bool past = n < 0;
    const auto m = static_cast<std::uint64_t>(past ? -1 - n : n);
    const auto most =
        static_cast<std::uint64_t>((std::numeric_limits<Rep>::max)());
    const std::uint64_t part = mul_div(m % b, a, b, past);

    if ((past && std::is_unsigned_v<Rep>) || part > most ||
        m / b > (most - part) / a) {
        return false;
    }
    const std::uint64_t result = m / b * a + part;
    out = past ? static_cast<Rep>(-1 - static_cast<std::int64_t>(result))
               : static_cast<Rep>(result);
    return true;
}

} // namespace detail

/*
 * Converts a time to another unit, for example to system_clock::time_point. An
 * integer count is rounded towards the past. A floating-point count is that of
 * std::chrono::duration_cast.
 *
 * Errors  GUIDON_E_RANGE  the count cannot hold the time
 */
template <class To>
[[nodiscard]] constexpr result<To> time_cast(sys_ticks t) noexcept
{
    using unit = typename To::duration;
    using rep = typename unit::rep;
    using factor = std::ratio_divide<ticks::period, typename unit::period>;

    if constexpr (std::is_integral_v<rep> &&
                  sizeof(rep) <= sizeof(std::int64_t)) {
        rep count{};

        if (!detail::scale(count, t.time_since_epoch().count(), factor::num,
                           factor::den)) {
            return error{GUIDON_E_RANGE, 0};
        }
        return To(unit(count));
    } else if constexpr (std::is_floating_point_v<rep>) {
        const unit count =
            std::chrono::duration_cast<unit>(t.time_since_epoch());

        if (count < (unit::min)() || count > (unit::max)()) {
            return error{GUIDON_E_RANGE, 0};
        }
        return To(count);
    } else {
        return To(std::chrono::floor<unit>(t.time_since_epoch()));
    }
}

namespace detail {

/* The result of an accessor of the C library as a time point. */
inline result<sys_ticks> timed(guidon_status status, guidon_time t) noexcept
{
    if (status != GUIDON_OK) {
        return error{status, 0};
    }
    return to_sys_ticks(t);
}

} // namespace detail

/* The text of a time, such as "2022-02-22T19:22:22.000Z". */
class time_text {
  public:
    [[nodiscard]] constexpr std::string_view view() const noexcept
    {
        return {chars_, len_};
    }
    constexpr operator std::string_view() const noexcept
    {
        return view();
    }

  private:
    friend result<time_text> time_format(guidon_time t,
                                         unsigned digits) noexcept;
    char chars_[GUIDON_TIME_TEXT_MAX]{};
    std::size_t len_ = 0;
};

/* Writes a time with `digits` of the fraction of a second: see
 * guidon_time_format. */
[[nodiscard]] inline result<time_text> time_format(guidon_time t,
                                                   unsigned digits) noexcept
{
    time_text text;
    const guidon_status status = guidon_time_format(
        text.chars_, sizeof text.chars_, &text.len_, t, digits);

    if (status != GUIDON_OK) {
        return error{status, 0};
    }
    return text;
}
template <class Duration>
[[nodiscard]] result<time_text> time_format(
    std::chrono::time_point<std::chrono::system_clock, Duration> t,
    unsigned digits) noexcept
{
    return time_format(to_guidon_time(t), digits);
}

/* A time, and the last nanosecond of the unit to which its text gives it. */
struct parsed_time {
    guidon_time first, last;
};

/* Reads the text of a time: see guidon_time_parse. */
[[nodiscard]] inline result<parsed_time> time_parse(
    std::string_view text) noexcept
{
    parsed_time out{};
    std::size_t bad_at = 0;
    const guidon_status status = guidon_time_parse(
        &out.first, &out.last, text.data(), text.size(), &bad_at);

    if (status != GUIDON_OK) {
        return error{status, bad_at};
    }
    return out;
}
} // namespace guidon

#endif

#endif
