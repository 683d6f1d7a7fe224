// SPDX-License-Identifier: MIT
// Times of ids as time points, up to the limits of both types.
#include "test.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>

using guidon::sys_ticks;
using guidon::ticks;
using guidon::time_cast;
using guidon::ulid;
using guidon::uuid;
using std::chrono::duration;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::system_clock;

static constexpr std::int64_t a_second = 10'000'000;

TEST_CASE("RFC 9562 A.1, A.5 and A.6 and the ULID are of one moment")
{
    const sys_ticks at(ticks(1645557742 * a_second));

    CHECK("C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid.time().value() == at);
    CHECK("1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid.time().value() == at);
    CHECK(a6.time().value() == at);
    static_assert(a6_ulid.time() == sys_ticks(milliseconds(1645557742000)));
}

TEST_CASE("the first and last times of every kind")
{
    // 1582-10-15, and 2^60 - 1 ticks later.
    const std::int64_t first = -12219292800 * a_second;
    CHECK("00000000-0000-1000-8000-000000000000"_uuid.time()
              ->time_since_epoch()
              .count() == first);
    CHECK("ffffffff-ffff-1fff-bfff-ffffffffffff"_uuid.time()
              ->time_since_epoch()
              .count() == first + (std::int64_t(1) << 60) - 1);
    CHECK("ffffffff-ffff-7fff-bfff-ffffffffffff"_uuid.time()
              ->time_since_epoch()
              .count() == ((std::int64_t(1) << 48) - 1) * 10'000);
    CHECK((ulid::max)().time().time_since_epoch().count() ==
          ((std::int64_t(1) << 48) - 1) * 10'000);
}

TEST_CASE("times of C: the range, and what is finer than a tick")
{
    using guidon::to_sys_ticks;

    const std::int64_t most = INT64_MAX / a_second - 1;
    CHECK(to_sys_ticks({most, 999999999})->time_since_epoch().count() ==
          most * a_second + 9999999);
    CHECK(to_sys_ticks({-most, 0})->time_since_epoch().count() ==
          -most * a_second);
    CHECK(to_sys_ticks({most + 1, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_sys_ticks({-most - 1, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_sys_ticks({INT64_MIN, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_sys_ticks({-1, 999999999})->time_since_epoch().count() == -1);
}

template <class Duration> static guidon_time of_c(Duration d)
{
    using from = std::chrono::time_point<system_clock, Duration>;
    return guidon::to_guidon_time(from(d));
}

TEST_CASE("times for C: any unit, rounded towards the past")
{
    CHECK(of_c(ticks(-1)).seconds == -1);
    CHECK(of_c(ticks(-1)).nanoseconds == 999999900);
    CHECK(of_c(nanoseconds(-1)).nanoseconds == 999999999);
    CHECK(of_c(duration<std::int64_t, std::pico>(-1)).nanoseconds == 999999999);
    CHECK(of_c(duration<std::int64_t, std::pico>(1999)).nanoseconds == 1);
    CHECK(of_c(hours(2)).seconds == 7200);
    CHECK(of_c(hours(2)).nanoseconds == 0);
    CHECK(of_c(duration<double>(1.5)).nanoseconds == 500000000);
    // Beyond the range of nanoseconds.
    CHECK(of_c(ticks(INT64_MAX)).seconds == 922337203685);
    CHECK(of_c(ticks(INT64_MAX)).nanoseconds == 477580700);
    CHECK(of_c(ticks(INT64_MIN)).seconds == -922337203686);
    CHECK(of_c(ticks(INT64_MIN)).nanoseconds == 522419200);
    CHECK(of_c(nanoseconds(INT64_MIN)).nanoseconds == 145224192);
    CHECK(of_c(std::chrono::seconds(INT64_MIN)).seconds == INT64_MIN);
    CHECK(of_c(duration<int, std::ratio<60>>(-1)).seconds == -60);
    // An unsigned count above 2^63 is late, and not before 1970.
    CHECK(of_c(duration<std::uint64_t, std::nano>(10000000000123456789U))
              .seconds == 10000000000);
    CHECK(of_c(duration<std::uint64_t, std::nano>(10000000000123456789U))
              .nanoseconds == 123456789);
    CHECK(of_c(duration<std::uint64_t>(UINT64_MAX)).seconds == INT64_MAX);
    CHECK(of_c(duration<unsigned char>(255)).seconds == 255);
    // A unit of many seconds: a time that no id holds does not wrap.
    using minutes = duration<std::int64_t, std::ratio<60>>;
    CHECK(of_c(minutes(INT64_MAX / 60)).seconds == INT64_MAX / 60 * 60);
    CHECK(of_c(minutes(INT64_MAX / 60 + 1)).seconds == INT64_MAX);
    CHECK(of_c(minutes(-(INT64_MAX / 60))).seconds == -(INT64_MAX / 60 * 60));
    CHECK(of_c(minutes(INT64_MIN)).seconds == INT64_MIN);
    CHECK(of_c(duration<std::uint64_t, std::ratio<60>>(UINT64_MAX)).seconds ==
          INT64_MAX);
    CHECK(of_c(duration<unsigned char, std::ratio<60>>(255)).seconds == 15300);
    for (const std::int64_t far : {INT64_MAX, INT64_MAX / 60 + 1, INT64_MIN}) {
        using point = std::chrono::time_point<system_clock, minutes>;
        CHECK(uuid::v7_floor(point(minutes(far))).error().status ==
              GUIDON_E_RANGE);
        CHECK(uuid::v7_ceil(point(minutes(far))).error().status ==
              GUIDON_E_RANGE);
    }
    CHECK(of_c(duration<int, std::ratio<1001, 30000>>(-1)).nanoseconds ==
          966633333);
}

TEST_CASE("a cast says where a finer unit ends")
{
    using nanos = std::chrono::time_point<system_clock, nanoseconds>;
    using day = duration<int, std::ratio<86400>>;
    using days_point = std::chrono::time_point<system_clock, day>;

    const sys_ticks last(ticks(INT64_MAX / 100));
    CHECK(time_cast<nanos>(last)->time_since_epoch().count() ==
          INT64_MAX / 100 * 100);
    CHECK(time_cast<nanos>(last + ticks(1)).error().status == GUIDON_E_RANGE);
    const sys_ticks first(ticks(INT64_MIN / 100));
    CHECK(time_cast<nanos>(first)->time_since_epoch().count() ==
          INT64_MIN / 100 * 100);
    CHECK(time_cast<nanos>(first - ticks(1)).error().status == GUIDON_E_RANGE);
    CHECK(time_cast<nanos>((sys_ticks::max)()).error().status ==
          GUIDON_E_RANGE);
    CHECK(time_cast<days_point>(sys_ticks(ticks(-1)))
              ->time_since_epoch()
              .count() == -1);
    CHECK(time_cast<days_point>((sys_ticks::max)()));
    CHECK(a6.time().and_then(time_cast<system_clock::time_point>));
}

__extension__ typedef __int128 wide;

// The ticks around which a count of Rep reaches its limits, and others.
template <class Rep, class Period> static void check_counts_of()
{
    using unit = duration<Rep, Period>;
    using point = std::chrono::time_point<system_clock, unit>;
    using limits = std::numeric_limits<Rep>;
    // A unit has b / a ticks.
    using factor = std::ratio_divide<ticks::period, Period>;
    const wide a = factor::num;
    const wide b = factor::den;
    const wide starts[] = {0,
                           INT64_MIN,
                           INT64_MAX,
                           INT64_MIN / 3,
                           INT64_MAX / 7,
                           1645557742 * wide(a_second),
                           wide((limits::min)()) * b / a,
                           wide((limits::max)()) * b / a,
                           (wide((limits::max)()) + 1) * b / a};
    const wide steps[] = {0, 1, 2, 3, b / a, b / a + 1, 2 * b / a, a_second};

    for (const wide start : starts) {
        for (const wide step : steps) {
            for (const wide at : {start - step, start + step}) {
                if (at < INT64_MIN || at > INT64_MAX) {
                    continue;
                }
                const auto n = static_cast<std::int64_t>(at);
                const wide want = at * a / b - (at * a % b < 0);
                const bool fits =
                    want >= (limits::min)() && want <= wide((limits::max)());
                const auto got = time_cast<point>(sys_ticks(ticks(n)));

                REQUIRE(got.has_value() == fits);
                if (fits) {
                    REQUIRE(got->time_since_epoch().count() == want);
                } else {
                    REQUIRE(got.error().status == GUIDON_E_RANGE);
                }
            }
        }
    }
}

// The nearest count, as std::chrono computes it.
template <class Rep, class Period> static void check_floats_of()
{
    using unit = duration<Rep, Period>;
    using point = std::chrono::time_point<system_clock, unit>;

    for (const std::int64_t n :
         {INT64_MIN, INT64_MIN / 100, std::int64_t(-1), std::int64_t(0),
          std::int64_t(1), 1645557742 * a_second, INT64_MAX}) {
        const auto got = time_cast<point>(sys_ticks(ticks(n)));

        REQUIRE(got.has_value());
        REQUIRE(got->time_since_epoch() ==
                std::chrono::duration_cast<unit>(ticks(n)));
    }
}

template <class Period> static void check_every_count_of()
{
    check_counts_of<std::int8_t, Period>();
    check_counts_of<std::uint8_t, Period>();
    check_counts_of<std::int16_t, Period>();
    check_counts_of<std::uint16_t, Period>();
    check_counts_of<std::int32_t, Period>();
    check_counts_of<std::uint32_t, Period>();
    check_counts_of<std::int64_t, Period>();
    check_counts_of<std::uint64_t, Period>();
    check_floats_of<float, Period>();
    check_floats_of<double, Period>();
    check_floats_of<long double, Period>();
}

TEST_CASE("a cast gives the exact count or an error, for any count and unit")
{
    check_every_count_of<std::pico>();
    check_every_count_of<std::nano>();
    check_every_count_of<std::micro>();
    check_every_count_of<ticks::period>();
    check_every_count_of<std::milli>();
    check_every_count_of<std::ratio<1001, 30000>>(); // frames of video
    check_every_count_of<std::ratio<1>>();
    check_every_count_of<std::ratio<60>>();
    check_every_count_of<std::ratio<3600>>();
    check_every_count_of<std::ratio<86400>>();
    check_every_count_of<std::ratio<31556952>>(); // years
    // The product of the ticks and either number of the factor has 128 bits.
    check_every_count_of<std::ratio<999999937, 999999929>>();
}

TEST_CASE("a cast of a constant is a constant")
{
    using bytes = std::chrono::time_point<system_clock,
                                          duration<std::int8_t, std::ratio<1>>>;
    constexpr auto last = time_cast<bytes>(sys_ticks(ticks(127 * a_second)));
    static_assert(last->time_since_epoch().count() == 127);
    static_assert(!time_cast<bytes>(sys_ticks(ticks(128 * a_second))));
}

TEST_CASE("times for C: counts that hold less than a second")
{
    CHECK(of_c(duration<std::int8_t, std::milli>(-1)).seconds == -1);
    CHECK(of_c(duration<std::int8_t, std::milli>(-1)).nanoseconds == 999000000);
    CHECK(of_c(duration<std::int8_t, std::milli>(-128)).nanoseconds ==
          872000000);
    CHECK(of_c(duration<std::int16_t, std::micro>(INT16_MIN)).nanoseconds ==
          967232000);
}

TEST_CASE("bounds hold their moment, whatever the clock counts in")
{
    const sys_ticks at = a6.time().value();

    CHECK(uuid::v7_floor(at).value() <= a6);
    CHECK(uuid::v7_ceil(at).value() >= a6);
    CHECK(uuid::v7_ceil(at - ticks(1)).value() < a6);
    CHECK(uuid::v7_floor(at + milliseconds(1)).value() > a6);
    CHECK(ulid::floor(at).value() <= a6_ulid);
    CHECK(ulid::ceil(at).value() >= a6_ulid);
    CHECK(uuid::v1_floor(at)->time().value() == at);
    CHECK(uuid::v1_ceil(at)->time().value() == at);
    CHECK(uuid::v6_floor(at)->time().value() == at);
    CHECK(uuid::v6_ceil(at)->time().value() == at);
    CHECK(uuid::v7_floor(sys_ticks(ticks(-1))).error().status ==
          GUIDON_E_RANGE);
}

// SplitMix64.
static std::uint64_t drawn(std::uint64_t &seed)
{
    std::uint64_t x = seed += 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// An id of version 1, 6 or 7 of a tick since 1582, with random other bits.
static uuid made(unsigned version, std::uint64_t tick, std::uint64_t &seed)
{
    const std::uint64_t random = drawn(seed),
                        ms = (tick - 0x01b21dd213814000) / 10'000;
    const std::uint64_t hi =
        version == 7 ? ms << 16 | 0x7000 | (random & 0xfff)
        : version == 6
            ? tick >> 12 << 16 | 0x6000 | (tick & 0xfff)
            : tick << 32 | (tick >> 32 & 0xffff) << 16 | 0x1000 | tick >> 48;

    return uuid::from_words(hi, drawn(seed) >> 2 | std::uint64_t{1} << 63);
}

// Version 1 sorts by time as version 6.
static uuid sorted(const uuid &id)
{
    guidon_id as_v6;

    return guidon_v1_to_v6(&as_v6, &id) == GUIDON_OK ? uuid(as_v6) : id;
}

// Bounds of a time in a unit hold an id if, and only if, the id has this time in this
// unit, or in a step of its clock if that is coarser.
template <class Unit> static int bounds_equal_the_model()
{
    using at = std::chrono::time_point<system_clock, Unit>;
    using coarse =
        std::conditional_t<std::ratio_less_v<typename Unit::period, std::milli>,
                           milliseconds, Unit>;
    std::uint64_t seed = 1;
    const unsigned versions[] = {1, 6, 7};
    int inside = 0, wrong = 0;

    for (int n = 0; n < 3000; n++) {
        const unsigned version = versions[n % 3];
        const std::uint64_t tick =
            0x01b21dd213814000 + drawn(seed) % (1ull << 56);
        // Within three units.
        const std::uint64_t step = static_cast<std::uint64_t>(
            std::chrono::duration_cast<ticks>(Unit(1)).count());
        const uuid id = made(version, tick, seed);
        const uuid near = made(version, tick + drawn(seed) % (3 * step), seed);
        const auto t = *time_cast<at>(*near.time());
        const auto low = version == 1   ? uuid::v1_floor(t)
                         : version == 6 ? uuid::v6_floor(t)
                                        : uuid::v7_floor(t);
        const auto high = version == 1   ? uuid::v1_ceil(t)
                          : version == 6 ? uuid::v6_ceil(t)
                                         : uuid::v7_ceil(t);
        const bool found =
            sorted(*low) <= sorted(id) && sorted(id) <= sorted(*high);
        using of_v7 = std::chrono::time_point<system_clock, coarse>;
        const bool want = version == 7 ? *time_cast<of_v7>(*id.time()) ==
                                             std::chrono::floor<coarse>(t)
                                       : *time_cast<at>(*id.time()) == t;

        inside += want;
        wrong += found != want;
    }
    CHECK(inside > 300);
    CHECK(inside < 2700);
    return wrong;
}

TEST_CASE("bounds hold every id whose time in their unit is that time")
{
    using std::chrono::seconds;
    using days = duration<int, std::ratio<86400>>;

    CHECK(bounds_equal_the_model<ticks>() == 0);
    CHECK(bounds_equal_the_model<std::chrono::microseconds>() == 0);
    CHECK(bounds_equal_the_model<milliseconds>() == 0);
    CHECK(bounds_equal_the_model<seconds>() == 0);
    CHECK(bounds_equal_the_model<duration<int, std::ratio<60>>>() == 0);
    CHECK(bounds_equal_the_model<days>() == 0);
}

TEST_CASE("bounds of a unit: the rows of bounds.json, and where the times end")
{
    using microseconds =
        std::chrono::time_point<system_clock, std::chrono::microseconds>;
    using nanos = std::chrono::time_point<system_clock, nanoseconds>;
    using days = duration<int, std::ratio<86400>>;
    using day = std::chrono::time_point<system_clock, days>;
    const microseconds at(std::chrono::microseconds(1645557742123456));

    CHECK(*uuid::v6_floor(at) == "1ec9414c-2458-6180-8000-000000000000"_uuid);
    CHECK(*uuid::v6_ceil(at) == "1ec9414c-2458-6189-bfff-ffffffffffff"_uuid);
    CHECK(*uuid::v6_ceil(nanos(nanoseconds(1645557742123456799))) ==
          "1ec9414c-2458-6187-bfff-ffffffffffff"_uuid);
    CHECK(*uuid::v6_ceil(microseconds(std::chrono::microseconds(-1))) ==
          "1b21dd21-3813-6fff-bfff-ffffffffffff"_uuid);
    CHECK(*uuid::v7_ceil(at) == "017f22e2-7a2b-7fff-bfff-ffffffffffff"_uuid);

    // 1582-10-15, 5236-03-31 and 10889-08-02, and the days around them.
    CHECK(*uuid::v6_floor(day(days(-141427))) ==
          "00000000-0000-6000-8000-000000000000"_uuid);
    CHECK(uuid::v6_ceil(day(days(-141428))).error().status == GUIDON_E_RANGE);
    CHECK(*uuid::v6_ceil(day(days(1192972))) ==
          "ffffffff-ffff-6fff-bfff-ffffffffffff"_uuid);
    CHECK(uuid::v6_floor(day(days(1192973))).error().status == GUIDON_E_RANGE);
    CHECK(*uuid::v7_ceil(day(days(3257812))) ==
          "ffffffff-ffff-7fff-bfff-ffffffffffff"_uuid);
    CHECK(*ulid::ceil(day(days(3257812))) == (ulid::max)());
    CHECK(ulid::floor(day(days(3257813))).error().status == GUIDON_E_RANGE);
    CHECK(ulid::ceil(day(days(3257813))).error().status == GUIDON_E_RANGE);
    // A unit in which the times begin.
    using century = duration<std::int64_t, std::ratio<3155695200>>;
    CHECK(*uuid::v1_floor(std::chrono::time_point<system_clock, century>(
              century(-4))) == "00000000-0000-1000-8000-000000000000"_uuid);
    CHECK(uuid::v7_ceil(sys_ticks((ticks::max)())).error().status ==
          GUIDON_E_RANGE);
}

TEST_CASE("times as text")
{
    using std::chrono::seconds;
    const std::chrono::time_point<system_clock, milliseconds> at(
        milliseconds(1645557742123));

    CHECK(guidon::time_format(at, 3)->view() == "2022-02-22T19:22:22.123Z");
    CHECK(std::string_view(*guidon::time_format(
              {281474976710, 655000000}, 0)) == "+10889-08-02T05:31:50Z");
    CHECK(guidon::time_format(at, 10).error().status == GUIDON_E_ARGUMENT);

    const auto read = guidon::time_parse("2022-02-22 20:22:22.5+01").value();
    CHECK(read.first.seconds == 1645557742);
    CHECK(read.first.nanoseconds == 500000000);
    CHECK(read.last.nanoseconds == 599999999);
    CHECK(guidon::time_parse("2022-02-30").error() ==
          guidon::error{GUIDON_E_RANGE, 8});
}

TEST_CASE("ids of a time")
{
    const std::chrono::time_point<system_clock, nanoseconds> at(
        nanoseconds(1645557742000500000)); // half a millisecond
    const auto ms = std::chrono::floor<milliseconds>(at);
    const guidon_time times[2] = {guidon::to_guidon_time(at), {1, 0}};
    uuid ids[2];
    ulid ulids[2];

    CHECK(uuid::v7_at(at)->version() == 7);
    CHECK(uuid::v7_at(at)->time().value() == ms);
    CHECK(uuid::v7_at_precise(at)->time().value() == ms);
    CHECK((uuid::v7_at_precise(at)->hi() & 0xfff) == 0x800);
    CHECK(ulid::at(at)->time() == ms);
    CHECK(ulid::at(at).value() != ulid::at(at).value());
    CHECK(uuid::v7_at(-at.time_since_epoch() + sys_ticks{}).error().status ==
          GUIDON_E_RANGE);
    CHECK(guidon::try_fill_at(ids, times, 2) == GUIDON_OK);
    CHECK(ids[1].time().value() == sys_ticks(ticks(a_second)));
    CHECK(guidon::try_fill_at_precise(ids, times, 2) == GUIDON_OK);
    CHECK((ids[0].hi() & 0xfff) == 0x800);
    CHECK(guidon::try_fill_at(ulids, times, 2) == GUIDON_OK);
    CHECK(ulids[0].time() == ms);
}
