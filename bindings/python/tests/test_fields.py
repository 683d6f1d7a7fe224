# SPDX-License-Identifier: MIT
"""The fields of an id, its bounds by time and its validity."""

import datetime
import uuid
from random import Random

import guidon
import pytest
from hypothesis import given
from hypothesis import strategies as st

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
START = datetime.datetime(1582, 10, 15, tzinfo=UTC)
TICK_OF_EPOCH = 0x01B21DD213814000
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
V1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
MICROSECOND = datetime.timedelta(microseconds=1)


def of_version(version):
    """Ids of a version, with the variant of RFC 9562."""
    return st.integers(0, (1 << 128) - 1).map(
        lambda bits: uuid.UUID(int=bits, version=version)
        if version < 6
        else uuid.UUID(int=bits & ~(0xF << 76) & ~(3 << 62) | version << 76 | 2 << 62)
    )


@given(of_version(1))
def test_fields_of_version_1_are_those_of_the_standard_library(value):
    assert guidon.ticks_of(value) == value.time
    assert guidon.node_of(value) == value.node
    assert guidon.clock_seq_of(value) == value.clock_seq
    assert guidon.version_of(value) == value.version == 1
    nanoseconds = (value.time - TICK_OF_EPOCH) * 100
    assert guidon.time_ns_of(value) == nanoseconds
    assert guidon.ms_of(value) == nanoseconds // 10**6
    assert guidon.time_of(value) == START + (value.time // 10) * MICROSECOND


@given(of_version(7))
def test_the_time_of_version_7_is_exact(value):
    ms = value.int >> 80
    assert guidon.ms_of(value) == ms
    assert guidon.time_ns_of(value) == ms * 10**6
    if ms < 253402300800000:
        assert guidon.time_of(value) == EPOCH + datetime.timedelta(milliseconds=ms)
        assert guidon.time_of(value).tzinfo is UTC


@given(st.integers(0, (1 << 128) - 1))
def test_a_version_is_read_as_by_the_standard_library(bits):
    value = uuid.UUID(int=bits)
    assert guidon.version_of(value) == value.version


def test_a_ulid_has_the_time_of_a_ulid():
    text = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert guidon.ms_of(guidon.ULID(text)) == 1469922850259
    assert guidon.time_of(guidon.ULID(text)) == guidon.ULID(text).datetime
    assert guidon.ms_of(text) == guidon.ms_of(text.lower()) == 1469922850259
    with pytest.raises(ValueError, match="version 13|variant"):
        guidon.ms_of(guidon.parse(text))


LAST_MS = 253402300800000 - 1


def test_a_time_after_the_last_of_datetime_is_an_error():
    last = guidon.time_of(guidon.floor("v7", LAST_MS))
    assert last == datetime.datetime(9999, 12, 31, 23, 59, 59, 999000, UTC)
    for ms in [LAST_MS + 1, (1 << 48) - 1]:
        value = guidon.floor("v7", ms)
        with pytest.raises(OverflowError, match="time_ns_of and ms_of"):
            guidon.time_of(value)
        assert guidon.ms_of(value) == ms
        assert guidon.time_ns_of(value) == ms * 10**6


@pytest.mark.parametrize(
    "function, value, message",
    [
        (guidon.time_of, V4, "version 4 has no time; ULIDs and versions 1, 6 and 7 do"),
        (guidon.time_ns_of, V4, "version 4 has no time"),
        (guidon.ms_of, guidon.NIL, "another variant than RFC 9562 has no time"),
        (guidon.ticks_of, V7, "version 7 has no ticks; versions 1 and 6 do"),
        (guidon.node_of, V7, "version 7 has no node; versions 1, 2 and 6 do"),
        (guidon.clock_seq_of, V4, "version 4 has no clock sequence"),
        (guidon.node_of, guidon.MAX, "another variant than RFC 9562 has no node"),
    ],
)
def test_a_missing_field_is_an_error(function, value, message):
    with pytest.raises(ValueError, match=message):
        function(value)


FIELDS = [
    guidon.time_of,
    guidon.time_ns_of,
    guidon.ms_of,
    guidon.ticks_of,
    guidon.node_of,
    guidon.clock_seq_of,
    guidon.version_of,
]


@pytest.mark.parametrize("function", FIELDS)
def test_fields_are_of_ids(function):
    with pytest.raises(TypeError, match="expected an id"):
        function(5)
    with pytest.raises(guidon.ParseError):
        function("x")


# -------------------------------------------------------------------- bounds

UUID6_LAST = datetime.datetime(5236, 3, 31, 21, 21, 0, 684697, UTC)
TIMES = {
    "v1": st.datetimes(datetime.datetime(1582, 10, 15), UUID6_LAST.replace(tzinfo=None)),
    "v7": st.datetimes(datetime.datetime(1970, 1, 1)),
}
TIMES.update(v6=TIMES["v1"], ulid=TIMES["v7"])


@pytest.mark.parametrize("kind", TIMES)
@given(st.data())
def test_bounds_hold_all_ids_of_a_time(kind, data):
    at = data.draw(TIMES[kind]).replace(tzinfo=UTC)
    low, high = guidon.floor(kind, at), guidon.ceil(kind, time=at)
    assert type(low) is type(high) is uuid.UUID and low < high
    if kind == "ulid":
        assert guidon.ms_of(guidon.format(low, "ulid")) == low.int >> 80
        assert (low.int & (1 << 80) - 1, ~high.int & (1 << 80) - 1) == (0, 0)
        return
    ms = (at - EPOCH) // datetime.timedelta(milliseconds=1)
    for bound in [low, high]:
        assert guidon.version_of(bound) == int(kind[-1])
        assert guidon.ms_of(bound) == ms
        if kind != "v7":
            assert guidon.time_of(bound) == at
    if kind == "v7":
        assert guidon.floor(kind, ms) == low <= guidon.uuid7_at(at) <= high


def gregorian(version, ticks, bits):
    """The id of version 1 or 6 of these ticks, with these other bits."""
    if version == 6:
        top = (ticks >> 12) << 16 | ticks & 0xFFF
    else:
        top = (ticks & 0xFFFFFFFF) << 32 | (ticks >> 32 & 0xFFFF) << 16 | ticks >> 48
    return uuid.UUID(int=top << 64 | version << 76 | 2 << 62 | bits & (1 << 62) - 1)


def made_of(kind, ticks, bits):
    """An id of the kind, of the step of its clock in which these ticks are."""
    if kind in ["v1", "v6"]:
        return gregorian(int(kind[-1]), ticks, bits)
    value = (ticks - TICK_OF_EPOCH) // 10**4 << 80 | bits & (1 << 80) - 1
    if kind == "ulid":
        return guidon.ULID.from_int(value)
    return uuid.UUID(int=value & ~(0xF << 76) & ~(3 << 62) | 7 << 76 | 2 << 62)


def key_of(kind, value):
    """What sorts the ids of a kind by time."""
    if kind == "v1":
        return guidon.sort_key(value, "mysql-swap")
    return value.bytes


@pytest.mark.parametrize("unit, ticks_of_unit", [(guidon.time_of, 10), (guidon.ms_of, 10**4)])
@pytest.mark.parametrize("kind", TIMES)
def test_bounds_hold_every_id_whose_time_is_between(kind, unit, ticks_of_unit, everything):
    # The model: is the time of the id, a datetime or an int, from a to b?
    gregorian_kind = kind in ["v1", "v6"]
    ticks = ticks_of_unit if gregorian_kind else 10**4
    step = 1 if unit is guidon.ms_of else ticks // 10 * MICROSECOND
    random, found = Random(1), {False: 0, True: 0}
    for _ in range(12500 if everything else 2000):
        tick = random.randrange(
            10**6 if gregorian_kind else TICK_OF_EPOCH + 10**6, TICK_OF_EPOCH + 10**17
        )
        value = made_of(kind, tick, random.getrandbits(128))
        near = unit(made_of(kind, tick + random.randrange(-2 * ticks, 2 * ticks), 0))
        a, b = near - random.randrange(3) * step, near + random.randrange(3) * step
        inside = (
            key_of(kind, guidon.floor(kind, a))
            <= key_of(kind, value)
            <= key_of(kind, guidon.ceil(kind, b))
        )
        assert inside is (a <= unit(value) <= b), (value, a, b)
        found[inside] += 1
        at = unit(value)
        assert (
            key_of(kind, guidon.floor(kind, at))
            <= key_of(kind, value)
            <= key_of(kind, guidon.ceil(kind, at))
        ), (value, at)
    assert min(found.values()) > 100, found


@pytest.mark.parametrize(
    "kind, time, error, message",
    [
        ("uuid7", -1, ValueError, "v7 holds the times 1970 to 10889"),
        ("v7", 1 << 48, ValueError, "v7 holds the times 1970 to 10889"),
        ("ulid", 1 << 48, ValueError, "ulid holds the times 1970 to 10889"),
        ("v6", START - MICROSECOND, ValueError, "1582-10-15 to 5236-03-31"),
        ("v1", UUID6_LAST + MICROSECOND, ValueError, "1582-10-15 to 5236-03-31"),
        ("v4", 0, ValueError, r"unknown kind 'v4' \(expected v1, v6, v7"),
        ("", 0, ValueError, "unknown kind"),
        (7, 0, TypeError, "is a str"),
        ("v7", "now", TypeError, "expected a time"),
        ("v7", True, TypeError, "expected a time .*bool"),
        ("v7", datetime.datetime(2020, 1, 1), ValueError, "without a time zone"),
    ],
)
def test_other_bounds_are_refused(kind, time, error, message):
    for bound in [guidon.floor, guidon.ceil]:
        with pytest.raises(error, match=message):
            bound(kind, time)


# ------------------------------------------------------------------ validity

VERSION = "versions 1 to 8, this id has version"


@pytest.mark.parametrize(
    "value, message",
    [
        (guidon.NIL, None),
        (guidon.MAX, None),
        (V1, None),
        (V7, None),
        (V4, None),
        (uuid.UUID(V7).bytes, None),
        ("00000000-0000-0000-8000-000000000000", f"{VERSION} 0"),
        ("00000000-0000-9000-8000-000000000000", f"{VERSION} 9"),
        ("00000000-0000-f000-8000-000000000000", f"{VERSION} 15"),
        ("00000000-0000-4000-c000-000000000000", "the variant is not that of RFC 9562"),
        ("00000000-0000-4000-0000-000000000000", "the variant is not that of RFC 9562"),
        ("x", "1 byte in no known form"),
        (b"x", "16 bytes, not 1"),
    ],
)
def test_validity(value, message):
    assert guidon.valid(value) is (message is None)
    if message is None:
        assert type(guidon.validate(value)) is uuid.UUID
        assert guidon.validate(value) == guidon.parse(guidon.format(value))
    else:
        with pytest.raises(ValueError, match=message):
            guidon.validate(value)


AT = datetime.datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
SECOND = datetime.timedelta(seconds=1)


@pytest.mark.parametrize(
    "name, value, error",
    [
        ("microseconds", 2**40, ValueError),
        ("microseconds", 10**6, ValueError),
        ("microseconds", -1, ValueError),
        ("microseconds", 2**70, OverflowError),
        ("seconds", 86400, ValueError),
        ("seconds", -1, ValueError),
        ("days", 2**60, ValueError),
        ("days", "one", TypeError),
    ],
)
def test_a_class_of_times_with_wrong_numbers_is_refused(name, value, error):
    class Delta(datetime.timedelta):
        pass

    class Time(datetime.datetime):
        def __sub__(self, other):
            return Delta(1)

    setattr(Delta, name, value)
    at = Time(2022, 2, 22, tzinfo=UTC)
    for call in [
        lambda: guidon.uuid7_at(at),
        lambda: guidon.floor("v7", at),
        lambda: guidon.derive(at, data=b"data", key=bytes(range(32))),
        lambda: guidon.validate(guidon.NIL, now=at),
        lambda: guidon.validate(guidon.NIL, now=AT, slack=Delta(1)),
    ]:
        with pytest.raises(error):
            call()


@pytest.mark.parametrize(
    "options, valid",
    [
        ({"now": AT}, True),
        ({"now": AT - MICROSECOND}, False),
        ({"now": 1645557742000}, True),
        ({"now": 1645557741999}, False),
        ({"now": None, "slack": None}, True),
        ({"slack": SECOND}, True),
        ({"now": AT - SECOND, "slack": SECOND}, True),
        ({"now": AT - SECOND - MICROSECOND, "slack": SECOND}, False),
        ({"now": AT - SECOND, "slack": None}, False),
    ],
)
def test_a_time_in_the_future(options, valid):
    assert guidon.valid(V7, **options) is valid
    assert guidon.valid(V4, **options) is True
    if not valid:
        with pytest.raises(ValueError, match="the time of the id is after now"):
            guidon.validate(V7, **options)


@pytest.mark.parametrize("tick", [0, 1, 9, 10, 9999])
@pytest.mark.parametrize("version", [1, 6])
def test_no_id_is_after_the_time_that_it_has(version, tick):
    value = gregorian(version, TICK_OF_EPOCH + 10**16 + tick, 0)
    for now in [guidon.time_of(value), guidon.ms_of(value)]:
        assert guidon.validate(value, now=now) == value
    with pytest.raises(ValueError, match="after now"):
        guidon.validate(value, now=guidon.time_of(value) - MICROSECOND)
    with pytest.raises(ValueError, match="after now"):
        guidon.validate(value, now=guidon.ms_of(value) - 1)


@pytest.mark.parametrize(
    "options, error",
    [
        ({"now": "now"}, TypeError),
        ({"now": datetime.datetime(2020, 1, 1)}, ValueError),
        ({"now": AT, "slack": 5}, TypeError),
        ({"slack": -SECOND}, ValueError),
        ({"now": AT, "slack": -MICROSECOND}, ValueError),
        ({"later": 5}, TypeError),
    ],
)
def test_wrong_options_are_errors_of_both_checks(options, error):
    for check in [guidon.validate, guidon.valid]:
        with pytest.raises(error):
            check(V7, **options)


def test_what_can_be_no_id_is_an_error_of_both_checks():
    for check in [guidon.validate, guidon.valid]:
        with pytest.raises(TypeError, match="expected an id"):
            check(5)


def test_texts_of_times_take_ints_and_str():
    assert guidon.time_format(10**20) == "5138-11-16T09:46:40.000000000Z"
    assert guidon.time_format(time_ns=-1, digits=3) == "1969-12-31T23:59:59.999Z"
    for wrong in (10**40, -(10**40)):
        with pytest.raises(ValueError, match="before the year 0"):
            guidon.time_format(wrong)
    for digits in (-1, 10, 10**30):
        with pytest.raises(ValueError, match="0 to 9 digits"):
            guidon.time_format(0, digits)
    with pytest.raises(TypeError):
        guidon.time_format(1.5)
    with pytest.raises(TypeError):
        guidon.time_parse(b"2022-02-22")
    with pytest.raises(guidon.ParseError, match="no calendar or clock") as caught:
        guidon.time_parse("2022-02-30")
    assert caught.value.offset == 8
