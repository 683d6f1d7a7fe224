/* SPDX-License-Identifier: MIT */
/* Times of ids as std::chrono time points. */
#ifndef GUIDON_CPP_TIME_HPP
#define GUIDON_CPP_TIME_HPP

#include <guidon/cpp/result.hpp>
#include <guidon/id.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <type_traits>

namespace GUIDON_NAMESPACE guidon {

/*
 * Ticks of 100 ns on the system clock, without leap seconds.
 *
 * Versions 1 and 6 count these ticks, and Guidon reads no finer time. 64 bits
 * hold 29,000 years before and after 1970. Nanoseconds would hold only the
 * years 1677 to 2262, but ids reach from 1582 to 10889.
 */
using ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
using time_point = std::chrono::time_point<std::chrono::system_clock, ticks>;

/*
 * Converts a time of the C library to a time point, rounded towards the past to
 * 100 ns.
 *
 * Errors  GUIDON_E_RANGE  the time is 29,000 years or more from 1970
 */
[[nodiscard]] constexpr result<time_point> to_time_point(guidon_time t) noexcept
{
    constexpr std::int64_t most =
        (std::numeric_limits<std::int64_t>::max)() / ticks::period::den - 1;

    if (t.seconds > most || t.seconds < -most) {
        return error{GUIDON_E_RANGE, 0};
    }
    return time_point(
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
        const std::int64_t count = t.time_since_epoch().count();
        const bool past = count % period::den < 0;
        const Duration rest(static_cast<typename Duration::rep>(
            count % period::den + (past ? period::den : 0)));

        return {count / period::den - past,
                static_cast<std::uint32_t>(floor<nanoseconds>(rest).count())};
    } else {
        const auto whole = floor<std::chrono::seconds>(t);
        const auto rest = floor<nanoseconds>(t - whole);

        return {static_cast<std::int64_t>(whole.time_since_epoch().count()),
                static_cast<std::uint32_t>(rest.count())};
    }
}

/*
 * Converts a time to another unit, for example to system_clock::time_point.
 * Coarser units are rounded towards the past.
 *
 * Errors  GUIDON_E_RANGE  the unit cannot hold the time
 */
template <class To>
[[nodiscard]] constexpr result<To> time_cast(time_point t) noexcept
{
    using unit = typename To::duration;

    if constexpr (std::ratio_less_v<typename unit::period, ticks::period>) {
        using std::chrono::duration_cast;
        if (t.time_since_epoch() < duration_cast<ticks>((unit::min)()) ||
            t.time_since_epoch() > duration_cast<ticks>((unit::max)())) {
            return error{GUIDON_E_RANGE, 0};
        }
    }
    return To(std::chrono::floor<unit>(t.time_since_epoch()));
}

namespace detail {

/* The result of an accessor of the C library as a time point. */
inline result<time_point> timed(guidon_status status, guidon_time t) noexcept
{
    if (status != GUIDON_OK) {
        return error{status, 0};
    }
    return to_time_point(t);
}

} // namespace detail
} // namespace guidon

#endif
