# SPDX-License-Identifier: MIT
"""The class ULID and the functions that make ULIDs."""

import copy
import gc
import math
import pickle
import struct
import sys
import types
import uuid
from datetime import datetime, timedelta, timezone
from random import Random

import guidon
import pytest
from guidon import ULID
from hypothesis import given
from hypothesis import strategies as st

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"  # ULID specification
BYTES = bytes.fromhex("01563e3ab5d3d6764c61efb99302bd5b")
MS = 1469922850259
LAST_MS = 2**48 - 1

octets = st.binary(min_size=16, max_size=16)
times = st.integers(0, LAST_MS)
now = datetime(2026, 1, 2, 3, 4, 5, 678901, timezone.utc)


def slow_text(data):
    number = int.from_bytes(data, "big")
    return "".join(LETTERS[number >> shift & 31] for shift in range(125, -1, -5))


class Derived(ULID):
    pass


class Mixin:
    pass


class DerivedTwice(Mixin, Derived):
    pass


class Slotted(ULID):
    __slots__ = ()


CLASSES = [ULID, Derived, DerivedTwice, Slotted]


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    "value",
    [
        TEXT,
        TEXT.lower(),
        BYTES,
        bytearray(BYTES),
        memoryview(BYTES),
        uuid.UUID(bytes=BYTES),
        ULID(BYTES),
        Derived(BYTES),
        guidon.TypeID.from_uuid(BYTES, "user"),
    ],
)
def test_the_class_reads_every_kind_of_value(value):
    assert str(ULID(value)) == TEXT
    assert str(ULID(value=value)) == TEXT
    assert str(ULID.parse(value)) == TEXT


@given(octets)
def test_all_views_of_a_ulid_agree(data):
    made = ULID.from_bytes(data)
    assert made.bytes == bytes(made) == data
    assert str(made) == slow_text(data)
    assert made.int == int(made) == int.from_bytes(data, "big")
    assert made.hex == data.hex()
    assert made.uuid == made.to_uuid() == uuid.UUID(bytes=data)
    assert type(made.uuid) is uuid.UUID
    assert made.milliseconds == int.from_bytes(data[:6], "big")
    assert made.timestamp == made.milliseconds / 1000


@given(octets)
def test_every_view_is_read_back(data):
    made = ULID(data)
    back = [
        ULID(str(made)),
        ULID.from_str(str(made).lower()),
        ULID.from_int(made.int),
        ULID.from_hex(made.hex),
        ULID.from_hex(made.hex.upper()),
        ULID.from_uuid(made.uuid),
        ULID.parse(str(made.uuid)),
        ULID.parse(made.hex),
        ULID.parse(str(made)),
        ULID(guidon.format(made, "ulid")),
        eval(repr(made)),
        copy.copy(made),
        copy.deepcopy(made),
        *(
            pickle.loads(pickle.dumps(made, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ]
    assert all(type(value) is ULID and value == made for value in back)
    assert {*back} == {made}


def test_a_copy_is_the_object_itself():
    made = ULID(TEXT)
    assert ULID(made) is made
    assert copy.copy(made) is made and copy.deepcopy(made) is made
    assert ULID(Derived(TEXT)) is not made


def test_as_uuid7_keeps_the_time():
    made = ULID(TEXT).as_uuid7()
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == MS
    assert made.int & 2**62 - 1 == ULID(TEXT).int & 2**62 - 1


@pytest.mark.parametrize(
    "text, expected",
    [
        ("01arz3ndek-tsv4rrffq69g5fav", TEXT),
        (f" {TEXT}\n", TEXT),
        ("Ol" + "i" * 23 + "L", "01" + "1" * 24),
    ],
)
def test_lenient_reads_what_strict_refuses(text, expected):
    assert str(ULID(text, lenient=True)) == expected
    assert str(ULID.parse(text, lenient=True)) == expected
    for strict in [ULID, ULID.from_str, ULID.parse]:
        with pytest.raises(guidon.ParseError):
            strict(text)


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "text, offset",
    [
        ("", 0),
        (TEXT[:-1], 25),
        (TEXT + "0", 26),
        ("8" + TEXT[1:], 0),
        (TEXT[:7] + "U" + TEXT[8:], 7),
        (TEXT[:7] + "\u00e9" + TEXT[8:], 7),
        (TEXT[:7] + "\U0001f600" + TEXT[8:], 7),
        (TEXT[:25] + "\ud800", 25),
        (TEXT[:3] + "\0" + TEXT[4:], 3),
        (str(uuid.UUID(bytes=BYTES)), 26),
    ],
)
def test_a_wrong_text_has_a_reason_and_an_offset(text, offset):
    for reader in [ULID, ULID.from_str]:
        with pytest.raises(guidon.ParseError) as raised:
            reader(text)
        assert raised.value.offset == offset
        assert raised.value.reason in str(raised.value)


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: ULID(None), TypeError, "expected an id"),
        (lambda: ULID(17), TypeError, "from_timestamp or ULID.from_int"),
        (lambda: ULID(True), TypeError, "from_timestamp or ULID.from_int"),
        (lambda: ULID(1.5), TypeError, "expected an id"),
        (lambda: ULID(BYTES[:15]), ValueError, "16 bytes, not 15"),
        (lambda: ULID(TEXT.encode()), ValueError, "16 bytes, not 26"),
        (lambda: ULID(TEXT, True), TypeError, "positional"),
        (lambda: ULID(TEXT, strict=True), TypeError, "strict"),
        (lambda: ULID.parse(), TypeError, "value"),
        (lambda: ULID.parse(MS), TypeError, "from_timestamp or ULID.from_int"),
        (lambda: ULID.parse("x" * 30), guidon.ParseError, "30 bytes in no accepted form"),
        (lambda: ULID.from_str(BYTES), TypeError, "expected str, not <class 'bytes'>"),
        (lambda: ULID.from_hex(BYTES), TypeError, "expected str"),
        (lambda: ULID.from_hex(TEXT), guidon.ParseError, "26 bytes is the wrong length for hex"),
        (lambda: ULID(TEXT[:-1] + "U"), guidon.ParseError, "'U' at offset 25 is not a "),
        (lambda: ULID(TEXT + " "), guidon.ParseError, "lenient=True reads the text"),
        (lambda: ULID.from_bytes(TEXT), TypeError, "expected 16 bytes, not <class 'str'>"),
        (lambda: ULID.from_bytes(b""), ValueError, "16 bytes, not 0"),
        (lambda: ULID.from_int(TEXT), TypeError, "expected int"),
        (lambda: ULID.from_int(1.0), TypeError, "expected int"),
        (lambda: ULID.from_int(-1), ValueError, "128-bit"),
        (lambda: ULID.from_int(2**128), ValueError, "128-bit"),
        (lambda: ULID.from_uuid(BYTES), TypeError, "expected uuid.UUID"),
        (lambda: ULID.from_uuid(object.__new__(uuid.UUID)), AttributeError, "int"),
        (lambda: ULID.from_timestamp("1"), TypeError, "float of seconds or an int of mil"),
        (lambda: ULID.from_timestamp(now), TypeError, "float of seconds or an int of mil"),
        (lambda: ULID.from_datetime(1), TypeError, "aware datetime"),
        (lambda: ULID.from_datetime("2026"), TypeError, "datetime"),
        (lambda: ULID.from_datetime(now.replace(tzinfo=None)), ValueError, "time zone"),
        (lambda: guidon.ulid(True), TypeError, "positional"),
        (lambda: guidon.ulid(mono=True), TypeError, "mono"),
        (lambda: guidon.ulid_str(1), TypeError, "ulid_str"),
        (lambda: guidon.ulid_bytes(1), TypeError, "ulid_bytes"),
        (lambda: guidon.ulid_bytes(None), TypeError, "the text of a ULID"),
        (lambda: guidon.ulid_bytes(BYTES), TypeError, "the text of a ULID"),
        (lambda: guidon.ulid_bytes(TEXT, TEXT), TypeError, "at most 0 positional"),
        (lambda: guidon.ulid_bytes(TEXT, monotonic=True), TypeError, "not both"),
        (lambda: guidon.ulid_bytes(text=TEXT), TypeError, "unexpected keyword"),
        (lambda: guidon.ulid_bytes(TEXT + "0"), guidon.ParseError, "27 bytes"),
        (lambda: guidon.ulid_bytes(" " + TEXT), guidon.ParseError, "lenient=True reads the text"),
        (lambda: guidon.ulid_bytes(TEXT[:-1] + "U"), guidon.ParseError, "'U' at offset 25"),
        (lambda: guidon.ulid_bytes(str(guidon.MAX)), guidon.ParseError, "36 bytes"),
    ],
)
def test_a_wrong_argument_says_what_is_right(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_an_int_with_methods_of_its_own_is_read_as_an_int():
    class Odd(int):
        def to_bytes(self, *args, **keywords):
            return "not bytes"

        def __index__(self):
            return 1

    assert ULID.from_int(Odd(5)).int == 5


# ---------------------------------------------------- comparison and hash


@given(octets, octets)
def test_ulids_sort_as_their_bytes_and_texts(a, b):
    left, right = ULID(a), ULID(b)
    assert (
        left < right,
        left <= right,
        left == right,
        left != right,
        left >= right,
        left > right,
    ) == (a < b, a <= b, a == b, a != b, a >= b, a > b)
    assert (left < right) == (str(left) < str(right))
    assert min(left, right).bytes == min(a, b)
    assert hash(left) == hash(ULID(a)) == hash(a)


@pytest.mark.parametrize(
    "other",
    [
        uuid.UUID(bytes=BYTES),
        TEXT,
        BYTES,
        int.from_bytes(BYTES, "big"),
        None,
        guidon.TypeID.from_uuid(BYTES),
    ],
)
def test_objects_of_other_classes_are_different_and_have_no_order(other):
    made = ULID(BYTES)
    assert made != other and other != made
    assert not made == other and not other == made
    for compare in ["__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"]:
        assert getattr(made, compare)(other) is NotImplemented
    with pytest.raises(TypeError):
        made < other
    with pytest.raises(TypeError):
        sorted([other, made])


def test_a_ulid_is_not_changed():
    made = ULID(TEXT)
    for name in ["bytes", "int", "hex", "uuid", "timestamp", "milliseconds", "datetime", "other"]:
        with pytest.raises(AttributeError):
            setattr(made, name, 1)
        with pytest.raises(AttributeError):
            delattr(made, name)


@pytest.mark.skipif(sys.version_info < (3, 10), reason="3.9 has no such classes")
@pytest.mark.parametrize("cls", [ULID, guidon.TypeID])
def test_a_class_is_not_changed(cls):
    for change in [lambda: setattr(cls, "other", 1), lambda: delattr(cls, "__str__")]:
        with pytest.raises(TypeError):
            change()


# -------------------------------------------------------- derived classes


@pytest.mark.parametrize("cls", CLASSES)
def test_a_derived_class_makes_objects_of_its_own(cls):
    made = cls(TEXT)
    objects = [
        made,
        cls(made),
        cls.parse(BYTES.hex()),
        cls.from_str(TEXT),
        cls.from_bytes(BYTES),
        cls.from_int(made.int),
        cls.from_hex(made.hex),
        cls.from_uuid(made.uuid),
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
    ]
    assert all(type(value) is cls and value == made == ULID(TEXT) for value in objects)
    assert {hash(value) for value in objects} == {hash(BYTES)}
    assert repr(made) == f"{cls.__name__}('{TEXT}')"
    for value in [
        cls(),
        made.next(),
        cls.from_timestamp(MS),
        cls.from_timestamp(1.5),
        cls.from_datetime(now),
        cls.floor(MS),
        cls.ceil(MS),
    ]:
        assert type(value) is cls


def test_a_derived_class_sees_every_new_value():
    class Even(ULID):
        def __new__(cls, value):
            made = super().__new__(cls, value)
            if made.int % 2:
                raise ValueError("odd")
            return made

    assert Even.from_int(2).int == 2
    assert repr(Even.from_int(2)).startswith("Even('")
    for call in [lambda: Even.from_int(3), Even.from_int(2).next]:
        with pytest.raises(ValueError, match="odd"):
            call()


def test_a_derived_object_in_a_circle_is_collected():
    seen = []

    class Watched(ULID):
        def __del__(self):
            seen.append(str(self))

    made = Watched(TEXT)
    made.myself = made
    del made
    gc.collect()
    assert seen == [TEXT]


# ------------------------------------------------------------------ times


@given(times)
def test_milliseconds_are_kept(ms):
    for made in [ULID.from_timestamp(ms), ULID.floor(ms), ULID.ceil(ms)]:
        assert made.milliseconds == ms
    assert ULID.floor(ms).bytes[6:] == bytes(10)
    assert ULID.ceil(ms).bytes[6:] == b"\xff" * 10
    assert ULID.from_timestamp(ULID.floor(ms).timestamp).milliseconds == ms
    assert ULID.floor(ULID.floor(ms).timestamp) == ULID.floor(ms)


@given(
    st.datetimes(
        datetime(1970, 1, 1),
        datetime(9999, 12, 31),
        timezones=st.sampled_from([timezone.utc, timezone(timedelta(hours=-7, minutes=13))]),
    )
)
def test_a_datetime_is_rounded_down_to_milliseconds(at):
    if at < datetime(1970, 1, 1, tzinfo=timezone.utc):
        return
    expected = at - timedelta(microseconds=at.microsecond % 1000)
    for made in [ULID.from_datetime(at), ULID.floor(at), ULID.ceil(at)]:
        assert made.datetime == expected
        assert made.datetime.tzinfo is timezone.utc


@pytest.mark.parametrize(
    "seconds, ms",
    [
        (0.0, 0),
        (0.0005, 0),
        (0.0009999, 0),
        (0.001, 1),
        (1.001, 1001),
        (1469922850.259, MS),
        (1469922850.2599, MS),
        (281474976710.655, LAST_MS),
        (-0.0, 0),
        (281474976710.65497, LAST_MS - 1),
    ],
)
def test_a_float_is_seconds(seconds, ms):
    assert ULID.from_timestamp(seconds).milliseconds == ms


def test_a_float_just_below_a_millisecond_is_rounded_down():
    random = Random(1)
    for _ in range(5000):
        ms = random.randrange(1, 1 << random.randrange(1, 49))
        # The neighbours of a double, by its bits; math.nextafter is new in Python 3.9.
        (bits,) = struct.unpack("<q", struct.pack("<d", ms / 1000))
        below, above = struct.unpack("<2d", struct.pack("<2q", bits - 1, bits + 1))
        for call in [ULID.from_timestamp, ULID.floor, ULID.ceil]:
            assert call(below).milliseconds == ms - 1, ms
            assert call(ms / 1000).milliseconds == ms, ms
            assert call(above).milliseconds == ms, ms


@pytest.mark.parametrize(
    "time",
    [
        -1,
        LAST_MS + 1,
        2**63 - 1,
        -(2**63),
        2**64,
        -(2**64),
        -0.001,
        281474976710.656,
        math.inf,
        -math.inf,
        math.nan,
        datetime(1969, 12, 31, 23, 59, tzinfo=timezone.utc),
    ],
)
def test_a_time_outside_the_field_is_refused(time):
    make = ULID.from_datetime if isinstance(time, datetime) else ULID.from_timestamp
    for call in [make, ULID.floor, ULID.ceil]:
        with pytest.raises(ValueError, match="1970.* to .*10889"):
            call(time)


@pytest.mark.parametrize(
    "delta",
    [
        {"days": 2**60, "seconds": 0},
        {"days": -(2**60), "seconds": 0},
        {"days": 1, "seconds": 2**62},
        {"days": 1, "seconds": -1},
    ],
)
def test_a_datetime_with_arithmetic_of_its_own_is_refused(delta):
    class Odd(datetime):
        def __sub__(self, other):
            return types.SimpleNamespace(microseconds=0, **delta)

    with pytest.raises(ValueError, match="not the timedelta of a time"):
        ULID.from_datetime(Odd(2026, 1, 1, tzinfo=timezone.utc))


def test_a_time_after_the_last_year_of_datetime():
    made = ULID("7" + "Z" * 25)
    assert made.milliseconds == LAST_MS
    with pytest.raises(OverflowError, match="9999"):
        made.datetime


def test_ulids_of_one_time_differ():
    made = {ULID.from_timestamp(MS) for _ in range(1000)}
    assert len(made) == 1000
    assert {value.milliseconds for value in made} == {MS}
    assert len({value.bytes[6] for value in made}) > 100


# -------------------------------------------------------------- new ULIDs


@pytest.mark.parametrize(
    "make",
    [
        guidon.ulid,
        ULID,
        guidon.ulid_str,
        guidon.ulid_bytes,
        lambda: guidon.ulid(monotonic=True),
        lambda: guidon.ulid_str(monotonic=1),
        lambda: guidon.ulid_bytes(monotonic=True),
    ],
)
def test_new_ulids_are_in_order(make):
    made = [make() for _ in range(10000)]
    assert all(a < b for a, b in zip(made, made[1:]))


@pytest.mark.parametrize(
    "make, cls", [(guidon.ulid, ULID), (guidon.ulid_str, str), (guidon.ulid_bytes, bytes)]
)
def test_random_ulids_share_no_bits(make, cls):
    made = [ULID(make(monotonic=False)) for _ in range(1000)]
    assert type(make(monotonic=False)) is cls
    low = [value.int & 2**80 - 1 for value in made]
    assert all(abs(a - b) > 2**20 for a, b in zip(low, low[1:]))


def test_the_makers_agree_on_order():
    a, b, c, d = (
        guidon.ulid_str(),
        str(guidon.ulid()),
        str(ULID(guidon.ulid_bytes())),
        str(ULID()),
    )
    assert a < b < c < d


def test_the_truth_of_monotonic_may_fail():
    class Neither:
        def __bool__(self):
            raise ZeroDivisionError

    for make in [guidon.ulid, guidon.ulid_str, guidon.ulid_bytes]:
        with pytest.raises(ZeroDivisionError):
            make(monotonic=Neither())


# ---------------------------------------------------------------- formats


@given(octets)
def test_a_format_is_a_form(data):
    made = ULID(data)
    assert f"{made}" == format(made) == str(made)
    for form in ["uuid", "ulid-lower", "hex", "urn", "base58", "int"]:
        assert format(made, form) == guidon.format(made, form)


def test_a_format_is_that_of_a_str():
    assert f"{ULID(TEXT):>30}" == f"{TEXT:>30}"
    assert f"{ULID(TEXT):.10}" == TEXT[:10]


@pytest.mark.parametrize("wrong", ["nonsense", "hex\0", "\u00e9\u00e9\u00e9", "d"])
def test_another_format_is_refused(wrong):
    with pytest.raises(ValueError, match="neither a form"):
        format(ULID(TEXT), wrong)


def test_a_form_without_a_text_is_refused():
    with pytest.raises(ValueError):
        format(ULID(b"\xff" * 16), "ncs")
