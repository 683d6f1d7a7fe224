// SPDX-License-Identifier: MIT
// Times of ids as time points, up to the limits of both types.
#include "test.hpp"

#include <chrono>
#include <cstdint>
#include <limits>

using guidon::ticks;
using guidon::time_cast;
using guidon::time_point;
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
    const time_point at(ticks(1645557742 * a_second));

    CHECK("C232AB00-9414-11EC-B3C8-9F6BDECED846"_uuid.time().value() == at);
    CHECK("1EC9414C-232A-6B00-B3C8-9F6BDECED846"_uuid.time().value() == at);
    CHECK(a6.time().value() == at);
    static_assert(a6_ulid.time() == time_point(milliseconds(1645557742000)));
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
    using guidon::to_time_point;

    const std::int64_t most = INT64_MAX / a_second - 1;
    CHECK(to_time_point({most, 999999999})->time_since_epoch().count() ==
          most * a_second + 9999999);
    CHECK(to_time_point({-most, 0})->time_since_epoch().count() ==
          -most * a_second);
    CHECK(to_time_point({most + 1, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_time_point({-most - 1, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_time_point({INT64_MIN, 0}).error().status == GUIDON_E_RANGE);
    CHECK(to_time_point({-1, 999999999})->time_since_epoch().count() == -1);
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
    CHECK(of_c(duration<int, std::ratio<1001, 30000>>(-1)).nanoseconds ==
          966633333);
}

TEST_CASE("a cast says where a finer unit ends")
{
    using nanos = std::chrono::time_point<system_clock, nanoseconds>;
    using day = duration<int, std::ratio<86400>>;
    using days_point = std::chrono::time_point<system_clock, day>;

    const time_point last(ticks(INT64_MAX / 100));
    CHECK(time_cast<nanos>(last)->time_since_epoch().count() ==
          INT64_MAX / 100 * 100);
    CHECK(time_cast<nanos>(last + ticks(1)).error().status == GUIDON_E_RANGE);
    const time_point first(ticks(INT64_MIN / 100));
    CHECK(time_cast<nanos>(first)->time_since_epoch().count() ==
          INT64_MIN / 100 * 100);
    CHECK(time_cast<nanos>(first - ticks(1)).error().status == GUIDON_E_RANGE);
    CHECK(time_cast<nanos>((time_point::max)()).error().status ==
          GUIDON_E_RANGE);
    CHECK(time_cast<days_point>(time_point(ticks(-1)))
              ->time_since_epoch()
              .count() == -1);
    CHECK(time_cast<days_point>((time_point::max)()));
    CHECK(a6.time().and_then(time_cast<system_clock::time_point>));
}

TEST_CASE("bounds hold their moment, whatever the clock counts in")
{
    const time_point at = a6.time().value();

    CHECK(uuid::v7_floor(at).value() <= a6);
    CHECK(uuid::v7_ceil(at).value() >= a6);
    CHECK(uuid::v7_ceil(at - ticks(1)).value() < a6);
    CHECK(uuid::v7_floor(at + milliseconds(1)).value() > a6);
    CHECK(ulid::floor(at).value() <= a6_ulid);
    CHECK(ulid::ceil(at).value() >= a6_ulid);
    CHECK(uuid::v6_floor(at)->time().value() == at);
    CHECK(uuid::v6_ceil(at)->time().value() == at);
    CHECK(uuid::v7_floor(time_point(ticks(-1))).error().status ==
          GUIDON_E_RANGE);
}
